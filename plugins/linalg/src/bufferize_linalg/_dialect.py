"""The dialect object; the modules that declare attributes and ops fill it."""

from __future__ import annotations

from typing import Final

from bufferize import define as d

LINALG: Final = d.Dialect("linalg")
"""https://mlir.llvm.org/docs/Dialects/Linalg/"""

LINALG.op_aliases["linalg.init_tensor"] = "tensor.empty"
