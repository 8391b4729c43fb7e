"""StableHLO: the operations in which machine-learning frameworks exchange programs.

See https://openxla.org/stablehlo/spec. This module has the dialect's object, and traits that relate
the types of operands and results, if one type may be more precise than another.
"""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import QuantizedTypeInterface

STABLEHLO = d.Dialect("stablehlo")
STABLEHLO.lowering = "stablehlo-opt --stablehlo-legalize-to-linalg"


def are_elements_compatible(types: Sequence[ir.Type]) -> bool:
    """Return whether element types are the same, or quantized types that express the same type."""
    elements = list(map(ir.element_type_or_self, types))
    expressed = {e.expressed_type if isinstance(e, QuantizedTypeInterface) else e for e in elements}
    return len(expressed) <= 1


class CompatibleTypes(d.TypeTrait):
    """Trait: all operands and results have one type, as far as is known."""

    def verify(self, op: ir.Operation) -> None:
        """Raise VerifyError for types that differ."""
        types = (*op.operand_types, *op.result_types)
        if not are_elements_compatible(types) or not d.are_shapes_compatible(types):
            raise op.error("requires compatible types for all operands and results")


class CompatibleElementTypes(d.TypeTrait):
    """Trait: all operands and results have one element type."""

    def verify(self, op: ir.Operation) -> None:
        """Raise VerifyError for types that differ."""
        if not are_elements_compatible((*op.operand_types, *op.result_types)):
            raise op.error("requires compatible element types for all operands and results")


class CompatibleOperandElementTypes(d.TypeTrait):
    """Trait: all operands have one element type."""

    def verify(self, op: ir.Operation) -> None:
        """Raise VerifyError for types that differ."""
        if not are_elements_compatible(op.operand_types):
            raise op.error("requires compatible element types for all operands")


class PairwiseSameTypes(d.TypeTrait):
    """Trait: each result has the type of the operand in its place."""

    def verify(self, op: ir.Operation) -> None:
        """Raise VerifyError for another type or number."""
        if len(op.results) != len(op.op_operands):
            raise op.error("requires the same number of operands and results")
        for index, (given, found) in enumerate(zip(op.operand_types, op.result_types, strict=True)):
            if given is not found:
                raise op.error(f"requires the same type for operand and result at index {index}")


class PairwiseSameElementTypes(d.TypeTrait):
    """Trait: each result has the element type of the operand in its place."""

    def verify(self, op: ir.Operation) -> None:
        """Raise VerifyError for another type or number."""
        if len(op.results) != len(op.op_operands):
            raise op.error("requires the same number of operands and results")
        for index, types in enumerate(zip(op.operand_types, op.result_types, strict=True)):
            if not are_elements_compatible(types):
                raise op.error(
                    f"requires the same element type for operand and result at index {index}"
                )
