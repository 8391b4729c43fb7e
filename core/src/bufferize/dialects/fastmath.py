"""`#arith.fastmath`, which ops of several dialects carry.

The arith dialect registers the attribute; math and complex use it without needing arith.
"""

from __future__ import annotations

from typing import ClassVar, Final

from bufferize import define as d


class FastMathAttr(d.BitEnumAttr):
    """`#arith.fastmath<...>`: what a floating-point op may assume."""

    dialect_name: ClassVar = "arith"
    mnemonic: ClassVar = "fastmath"
    cases: ClassVar = {
        "none": 0,
        "reassoc": 1,
        "nnan": 2,
        "ninf": 4,
        "nsz": 8,
        "arcp": 16,
        "contract": 32,
        "afn": 64,
        "fast": 127,
    }
    cpp_name: ClassVar = "::mlir::arith::FastMathFlags"
    separator: ClassVar = ","


FASTMATH_NONE: Final = FastMathAttr(0)
"""No assumption at all."""
