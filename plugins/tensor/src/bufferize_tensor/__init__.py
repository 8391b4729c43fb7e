"""The tensor dialect for bufferize."""
