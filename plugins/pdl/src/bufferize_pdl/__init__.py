"""The pdl and pdl_interp dialects for bufferize."""
