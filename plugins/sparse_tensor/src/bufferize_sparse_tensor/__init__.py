"""The sparse_tensor dialect for bufferize."""
