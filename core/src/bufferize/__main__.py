"""`python -m bufferize` is `bufferize`."""

from bufferize.cli.start import tool

if __name__ == "__main__":
    tool()
