"""Where buffers are allocated: hoisting, promotion to the stack, and the removal of copies."""
