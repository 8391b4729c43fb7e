"""The command-line tools `bufferize-opt` and `bufferize`."""
