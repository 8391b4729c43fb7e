"""An interpreter for programs on tensors and on buffers, which counts their memory."""

from __future__ import annotations

import lazy_loader

# The stub has the names, which are imported on first use: every command loads this package for its
# hooks, and few of them need NumPy.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
