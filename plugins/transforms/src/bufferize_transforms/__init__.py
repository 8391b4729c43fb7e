"""Transformations before and after One-Shot Bufferize, as functions on modules.

Each raises VerifyError for an invalid module; `verify=False` skips the check.
"""

from __future__ import annotations

import lazy_loader

# The stub has the names, which are imported on first use: every command loads this package for its
# hooks, and few of them run its passes.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
