"""One-Shot Bufferize for compilers written with xDSL (https://xdsl.dev)."""

from __future__ import annotations

import lazy_loader

# The stub has the names, which are imported on first use: xDSL's tools load this package at each
# start, only for the names of the passes.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
