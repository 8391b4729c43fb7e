"""The affine dialect for bufferize."""
