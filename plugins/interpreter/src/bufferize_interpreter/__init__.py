"""Runs programs on tensors and on buffers, and counts their memory."""
