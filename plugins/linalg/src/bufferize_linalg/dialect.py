"""The linalg dialect: structured operations, which are loop nests around a body on scalars.

This module has its object and its attributes. https://mlir.llvm.org/docs/Dialects/Linalg/
"""

from __future__ import annotations

from typing import Final

from bufferize import define as d
from bufferize import ir
from bufferize_linalg.table import BINARY, TERNARY, UNARY

LINALG: Final = d.Dialect("linalg")

LINALG.op_aliases["linalg.init_tensor"] = "tensor.empty"
LINALG.native_lowerings |= dict.fromkeys(
    ("linalg.pack", "linalg.unpack"), "convert-linalg-to-loops"
)
LINALG.alternatives |= {
    f"linalg.winograd_{side}_transform": (
        "lower it before with `transform.structured.decompose_winograd_op` in mlir-opt"
    )
    for side in ("filter", "input", "output")
}


def _cases(keywords: list[str]) -> dict[str, int]:
    return {keyword: value for value, keyword in enumerate(keywords)}


@LINALG.attribute("iterator_type")
class IteratorTypeAttr(d.EnumAttr):
    """`#linalg.iterator_type<parallel>`: the kind of a loop."""

    cases = _cases(["parallel", "reduction"])
    cpp_name = "::mlir::utils::IteratorType"


@LINALG.attribute("type_fn")
class TypeFnAttr(d.EnumAttr):
    """`#linalg.type_fn<cast_signed>`: the conversion of inputs to the output's element type."""

    cases = _cases(["cast_signed", "cast_unsigned"])
    cpp_name = "::mlir::linalg::TypeFn"


@LINALG.attribute("unary_fn")
class UnaryFnAttr(d.EnumAttr):
    """`#linalg.unary_fn<exp>`: a function of one number."""

    cases = _cases(UNARY)
    cpp_name = "::mlir::linalg::UnaryFn"


@LINALG.attribute("binary_fn")
class BinaryFnAttr(d.EnumAttr):
    """`#linalg.binary_fn<add>`: a function of two numbers."""

    cases = _cases(BINARY)
    cpp_name = "::mlir::linalg::BinaryFn"


@LINALG.attribute("ternary_fn")
class TernaryFnAttr(d.EnumAttr):
    """`#linalg.ternary_fn<select>`: a function of three numbers."""

    cases = _cases(TERNARY)
    cpp_name = "::mlir::linalg::TernaryFn"


@LINALG.attribute("elementwise_kind")
class ElementwiseKindAttr(d.EnumAttr):
    """`#linalg.elementwise_kind<add>`: the function of `linalg.elementwise`."""

    cases = _cases([*UNARY, *BINARY, *TERNARY])
    cpp_name = "::mlir::linalg::ElementwiseKind"

    @property
    def arity(self) -> int:
        """The number of inputs of the kind."""
        if self.value < len(UNARY):
            return 1
        return 2 if self.value < len(UNARY) + len(BINARY) else 3


WINOGRAD_FMR: Final = d.int_enum("fmr", ir.I32, _cases(["F_2_3", "F_4_3", "F_2_5"]))
"""The sizes of a Winograd transform: `F_m_r` computes m outputs of a filter of r at a time."""

ITERATOR_TYPE_ARRAY: Final = d.pred(
    lambda a: isinstance(a, ir.ArrayAttr) and all(isinstance(e, IteratorTypeAttr) for e in a),
    "Iterator type should be an enum.",
    base=d.ARRAY_ATTR,
)
"""An array of iterator types."""
