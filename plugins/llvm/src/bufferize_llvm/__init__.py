"""The llvm dialect for bufferize."""
