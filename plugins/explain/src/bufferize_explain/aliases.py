"""Alias sets: tensors that may share one buffer after the in-place decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bufferize.analysis import AnalysisState
from bufferize.analysis.alias_sets import AliasSets
from bufferize.interfaces import (
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    is_tensor_like,
)
from bufferize.ir import Operation, OpOperand, Type, Value
from bufferize.record import Place, TensorCopy, place_of


@dataclass(frozen=True)
class AliasSet:
    """Two or more tensors that may share one buffer."""

    type: Type
    """The type of the first one."""
    values: tuple[Place, ...]
    """The definitions of the tensors, in program order."""
    uses: tuple[Place, ...]
    """The operands that use the tensors."""


def alias_sets(
    root: Operation, state: AnalysisState, copies: Iterable[TensorCopy] = ()
) -> list[AliasSet]:
    """Return the alias sets of the tensors below `root`, in the order of their first tensors.

    The analysis keeps tensors inside a loop apart from those around it. Here, a loop forwards
    buffers to its body and results, except for those that `copies` copy. The list is empty if the
    analysis does not track aliases.
    """
    copied = {(copy.place.op, copy.place.index) for copy in copies}
    classes = AliasSets()
    tensors = list(_tensors(root))
    for value in tensors:
        representative = state.alias_representative(value)
        if representative is None:
            return []
        classes.union(representative, value)
    for op in root.walk():
        for operand, received in _forwarded(op):
            is_same = state.is_in_place(operand) and (op, operand.index) not in copied
            first = operand.value if is_same else received[0]
            for value in received:
                classes.union(first, value)
    found: dict[Value, list[Value]] = {}
    for value in tensors:
        found.setdefault(classes.find(value), []).append(value)
    return [
        AliasSet(
            values[0].type,
            tuple(map(place_of, values)),
            tuple(place_of(use) for value in values for use in value.uses),
        )
        for values in found.values()
        if len(values) > 1
    ]


def _tensors(root: Operation) -> Iterator[Value]:
    for op in root.walk():
        arguments = (a for region in op.regions for block in region.blocks for a in block.arguments)
        for value in (*op.results, *arguments):
            if is_tensor_like(value.type):
                yield value


def _forwarded(op: Operation) -> Iterable[tuple[OpOperand, list[Value]]]:
    """Return the tensor operands that `op` forwards between regions, each with its receivers."""
    found: dict[OpOperand, list[Value]] = {}

    def note(operands: Iterable[OpOperand], inputs: Iterable[Value]) -> None:
        for operand, received in zip(operands, inputs, strict=True):
            if is_tensor_like(operand.value.type):
                found.setdefault(operand, []).append(received)

    if isinstance(op, RegionBranchOpInterface):
        for successor in op.successor_regions(None):
            note(op.entry_successor_operands(successor.region), successor.inputs)
    if isinstance(op, RegionBranchTerminatorOpInterface):
        for successor in op.terminator_successor_regions():
            note(op.mutable_successor_operands(successor.region), successor.inputs)
    if isinstance(op, LoopLikeOpInterface):
        for operand in op.init_operands:
            for tied in (op.tied_region_iter_arg(operand), op.tied_loop_result(operand)):
                if tied is not None:
                    note([operand], [tied])
    return found.items()
