"""One-Shot Bufferize for compilers that are written on xDSL. https://xdsl.dev"""

from __future__ import annotations

import lazy_loader

# The names are in the stub. They are imported when first asked for: xDSL's tools load this package
# at each start, for the names of the passes.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
