"""The bufferization dialect: tensors to buffers and back."""
