"""The arith dialect for bufferize."""
