"""What is known of buffers: which values may be the same one, where it comes from, and where it is used."""
