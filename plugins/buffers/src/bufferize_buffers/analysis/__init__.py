"""Analyses of buffers: possible aliases, origins, and uses."""
