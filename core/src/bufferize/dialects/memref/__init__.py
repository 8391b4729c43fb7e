"""The memref dialect: buffers, their views and accesses."""
