"""The quant dialect (quantized types) for bufferize."""
