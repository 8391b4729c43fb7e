"""A language server: shows in an editor what is copied, why, and what helps."""
