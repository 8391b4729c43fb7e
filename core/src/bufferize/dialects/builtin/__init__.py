"""The builtin dialect: modules and casts between dialects."""
