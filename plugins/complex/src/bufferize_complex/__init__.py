"""The complex dialect for bufferize."""
