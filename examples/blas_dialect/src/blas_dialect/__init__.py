"""An example dialect of a third party."""
