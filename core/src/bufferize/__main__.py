"""`python -m bufferize` is `bufferize`."""

from bufferize_tools.start import tool

if __name__ == "__main__":
    tool()
