"""Analyses of buffers: which values may be the same one, its origin, and its uses."""
