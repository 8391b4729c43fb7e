"""Dialect conversion, and the older, pattern-based bufferization built on it."""
