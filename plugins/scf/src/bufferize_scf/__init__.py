"""The scf dialect for bufferize."""
