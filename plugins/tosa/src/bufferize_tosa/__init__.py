"""The shape ops of the tosa dialect for bufferize."""
