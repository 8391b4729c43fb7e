"""A language server: editors show what is copied, why, and what helps."""
