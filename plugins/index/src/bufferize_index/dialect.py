"""The index dialect: arithmetic on integers as wide as the target's pointers.

https://mlir.llvm.org/docs/Dialects/IndexOps/
"""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d

INDEX = d.Dialect("index")


@INDEX.attribute("cmp_predicate")
class CmpPredicateAttr(d.EnumAttr):
    """`#index<cmp_predicate slt>`: how two numbers are compared."""

    cases: ClassVar = {
        "eq": 0,
        "ne": 1,
        "slt": 2,
        "sle": 3,
        "sgt": 4,
        "sge": 5,
        "ult": 6,
        "ule": 7,
        "ugt": 8,
        "uge": 9,
    }
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::index::IndexCmpPredicate"
