"""The tm_tensor dialect for bufferize."""
