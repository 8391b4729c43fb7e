"""The cf dialect for bufferize."""
