"""Elements of every type: how they are held, and their arithmetic on scalars and on arrays."""
