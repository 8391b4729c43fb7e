"""The ml_program dialect for bufferize."""
