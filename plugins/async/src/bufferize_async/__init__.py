"""The async dialect for bufferize."""
