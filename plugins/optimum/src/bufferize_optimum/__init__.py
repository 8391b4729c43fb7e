"""Decisions of the analysis that copy the fewest bytes, and certificates that prove it."""

from __future__ import annotations

import lazy_loader

# The stub has the names, which are imported on first use: every command loads this package for its
# hooks, and few of them search.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
