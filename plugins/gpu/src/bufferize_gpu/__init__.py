"""The gpu dialect for bufferize."""
