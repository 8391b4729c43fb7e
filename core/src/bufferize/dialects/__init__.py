"""The dialects that the core itself needs: builtin, memref and bufferization."""
