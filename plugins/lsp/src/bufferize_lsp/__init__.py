"""A language server: shows copies in an editor, why they are made, and how to avoid them."""
