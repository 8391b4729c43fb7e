"""Buffers: copies that need not be made, and deallocation that depends on ownership."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize.dialects.bufferization.base import BUFFERIZATION
from bufferize.dialects.memref.base import skip_casts
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize.ir import I1, DenseArrayAttr, Rewriter, Type


@BUFFERIZATION.op("clone")
class CloneOp(d.Operation, MemoryEffectsOpInterface):
    """A buffer with the same contents: a new one, or the same if nobody can tell."""

    __slots__ = ()

    input: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    output: d.Result = d.result(d.ANY_MEMREF_OR_UNRANKED)
    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"

    def effects(self) -> list[MemoryEffect]:
        return [
            MemoryEffect(EffectKind.READ, self.input, self.op_operands[0]),
            MemoryEffect(EffectKind.WRITE, self.output),
            MemoryEffect(EffectKind.ALLOCATE, self.output),
        ]

    def canonicalize(self, rewriter: Rewriter) -> bool:
        """The contents of a cast are those of what was cast."""
        return skip_casts(self, rewriter)


def _condition_types(state: d.OperationState) -> list[Type]:
    sizes = state.properties["operandSegmentSizes"]
    assert isinstance(sizes, DenseArrayAttr)
    return [I1] * sizes.values[2]


def _any_types(inferred: Sequence[Type], actual: Sequence[Type]) -> bool:
    return True  # verify_op has the better message


@BUFFERIZATION.op("dealloc")
class DeallocOp(d.Operation, MemoryEffectsOpInterface):
    """Frees the buffers whose condition holds and that no retained buffer aliases.

    The results tell for each retained buffer whether its memory must still be freed.
    """

    __slots__ = ()

    memrefs: d.VariadicOperand = d.variadic_operand(d.ANY_MEMREF_OR_UNRANKED)
    conditions: d.VariadicOperand = d.variadic_operand(d.I1)
    retained: d.VariadicOperand = d.variadic_operand(d.ANY_MEMREF_OR_UNRANKED)
    updated_conditions: d.VariadicResult = d.variadic_result(d.I1, name="updatedConditions")
    traits = (d.InferResultTypes(_condition_types, _any_types),)
    assembly_format = """
        (` ` `(` $memrefs^ `:` type($memrefs) `)` `if` ` ` `(` $conditions `)`)?
        (`retain` ` ` `(` $retained^ `:` type($retained) `)`)? attr-dict
    """

    def effects(self) -> list[MemoryEffect]:
        freed = self.op_operands[: len(self.memrefs)]
        return [MemoryEffect(EffectKind.FREE, operand.value, operand) for operand in freed]

    def verify_op(self) -> None:
        if len(self.memrefs) != len(self.conditions):
            raise self.error("must have the same number of conditions as memrefs to deallocate")
        if len(self.updated_conditions) != len(self.retained):
            raise self.error(
                "must have the same number of updated conditions (results) as retained operands"
            )
