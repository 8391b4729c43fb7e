"""The transform dialect for bufferize."""
