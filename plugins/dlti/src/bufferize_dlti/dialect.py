"""The dlti dialect: data layout and target information, as attributes of modules.

https://mlir.llvm.org/docs/Dialects/DLTIDialect/
"""

from __future__ import annotations

from bufferize import define as d

DLTI = d.Dialect("dlti")
