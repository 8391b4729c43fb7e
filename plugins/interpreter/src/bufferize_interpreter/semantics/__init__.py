"""Semantics of the core's own dialects: builtin, memref and bufferization."""
