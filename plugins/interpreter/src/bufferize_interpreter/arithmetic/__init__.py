"""Representation of elements of every type, and their arithmetic on scalars and on arrays."""
