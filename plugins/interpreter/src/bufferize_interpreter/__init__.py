"""An interpreter for programs on tensors and on buffers, which counts their memory."""

from __future__ import annotations

import lazy_loader

# The names are in the stub. They are imported when first asked for: every tool of bufferize loads
# this package at its start, for the names of its commands, and hardly any of them needs NumPy.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
