"""An example dialect of a third party, with every kind of op."""
