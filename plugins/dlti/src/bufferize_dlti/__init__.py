"""The dlti dialect (data layout and target information) for bufferize."""
