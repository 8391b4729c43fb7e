"""The stablehlo dialect for bufferize."""
