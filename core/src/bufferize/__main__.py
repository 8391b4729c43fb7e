"""`python -m bufferize` is the command `bufferize`, which a plugin brings."""

from __future__ import annotations

import sys

from importlib_metadata import entry_points

if __name__ == "__main__":
    found = next(iter(entry_points(group="console_scripts", name="bufferize")), None)
    if found is None:
        sys.exit("error: no installed distribution brings the command 'bufferize'")
    found.load()()
