"""The index dialect for bufferize."""
