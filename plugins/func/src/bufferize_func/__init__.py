"""The func dialect for bufferize."""
