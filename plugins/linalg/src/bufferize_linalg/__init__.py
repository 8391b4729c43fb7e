"""The linalg dialect for bufferize."""
