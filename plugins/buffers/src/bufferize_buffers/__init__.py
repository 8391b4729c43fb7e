"""Passes on bufferized programs: where buffers are allocated, and where they are freed."""
