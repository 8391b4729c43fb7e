"""The vector dialect for bufferize."""
