"""Forms in which other programs read what is copied and why: a module, with a `write`, for each."""
