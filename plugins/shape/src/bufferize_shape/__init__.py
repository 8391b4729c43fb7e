"""The shape dialect for bufferize."""
