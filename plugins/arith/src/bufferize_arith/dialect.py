"""The arith dialect: arithmetic, comparisons and casts of integers, indices and floats.

This module has its object, its attributes and its enumerations.
https://mlir.llvm.org/docs/Dialects/ArithOps/
"""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.elementwise import FastMathAttr

ARITH = d.Dialect("arith")
ARITH.attribute("fastmath")(FastMathAttr)


@ARITH.attribute("overflow")
class IntegerOverflowAttr(d.BitEnumAttr):
    """`#arith.overflow<...>`: which overflows an integer op promises not to have."""

    cases: ClassVar = {"none": 0, "nsw": 1, "nuw": 2}
    cpp_name: ClassVar = "::mlir::arith::IntegerOverflowFlags"
    separator: ClassVar = ", "


OVERFLOW_NONE = IntegerOverflowAttr(0)

CMPI_PREDICATE = d.int_enum(
    "predicate",
    ir.I64,
    {
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
    },
)
CMPF_PREDICATE = d.int_enum(
    "predicate",
    ir.I64,
    {
        "false": 0,
        "oeq": 1,
        "ogt": 2,
        "oge": 3,
        "olt": 4,
        "ole": 5,
        "one": 6,
        "ord": 7,
        "ueq": 8,
        "ugt": 9,
        "uge": 10,
        "ult": 11,
        "ule": 12,
        "une": 13,
        "uno": 14,
        "true": 15,
    },
)
ROUNDING_MODE = d.int_enum(
    "roundingmode",
    ir.I32,
    {
        "to_nearest_even": 0,
        "downward": 1,
        "upward": 2,
        "toward_zero": 3,
        "to_nearest_away": 4,
    },
)
