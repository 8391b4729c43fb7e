"""Reports on the copies of bufferization and on later changes of buffers: place, cost, reason."""

from __future__ import annotations

import lazy_loader

# The stub has the names, which are imported on first use: every command loads this package for its
# hooks, and few of them explain.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
