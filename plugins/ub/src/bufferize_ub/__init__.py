"""The ub dialect for bufferize."""
