"""The math dialect for bufferize."""
