"""What all structured operations have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from bufferize import ir
from bufferize.interfaces import (
    ConditionallySpeculatable,
    DestinationStyleOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    RepeatedRegionsInterface,
)
from bufferize_linalg.einsum import PARALLEL


@lru_cache(maxsize=1024)
def maps_of(attribute: ir.Attribute | None) -> tuple[ir.AffineMap, ...]:
    """The maps in an array of affine maps; none where an invalid operation has another attribute."""
    if not isinstance(attribute, ir.ArrayAttr):
        return ()
    return tuple(element.map for element in attribute if isinstance(element, ir.AffineMapAttr))


@lru_cache(maxsize=1024)
def maps_attr(maps: tuple[ir.AffineMap, ...]) -> ir.ArrayAttr:
    """An array of affine maps."""
    return ir.ArrayAttr(tuple(ir.AffineMapAttr(map) for map in maps))


class LinalgOpInterface(
    DestinationStyleOpInterface,
    MemoryEffectsOpInterface,
    RepeatedRegionsInterface,
    ConditionallySpeculatable,
):
    """A structured operation: a perfect nest of loops around a body on scalars.

    Operand i is accessed at `indexing_maps_array[i]` applied to the loop indices, and argument i of
    the body is that element. https://mlir.llvm.org/docs/Dialects/Linalg/#high-level-description
    """

    @property
    @abstractmethod
    def num_dps_inputs(self) -> int:
        """How many operands come before the inits."""

    @property
    @abstractmethod
    def indexing_maps_array(self) -> tuple[ir.AffineMap, ...]:
        """One map from loops to indices for each operand."""

    @property
    @abstractmethod
    def iterator_types_array(self) -> tuple[str, ...]:
        """The kind of each loop, "parallel" or "reduction"."""

    @property
    def dps_inits(self) -> list[ir.OpOperand]:
        return _operation(self).op_operands[self.num_dps_inputs :]

    @property
    def dps_inputs(self) -> list[ir.OpOperand]:
        return _operation(self).op_operands[: self.num_dps_inputs]

    def is_dps_init(self, operand: ir.OpOperand) -> bool:
        return operand.index >= self.num_dps_inputs and operand.owner is _operation(self)

    def tied_result(self, operand: ir.OpOperand) -> ir.OpResult | None:
        results = _operation(self).results
        position = operand.index - self.num_dps_inputs
        if position < 0 or not results or operand.owner is not _operation(self):
            return None
        # Without buffers among the inits, which is all that is valid, they pair up in order.
        if len(results) == len(_operation(self).op_operands) - self.num_dps_inputs:
            return results[position]
        return super().tied_result(operand)

    def tied_operand(self, result: ir.OpResult) -> ir.OpOperand:
        op = _operation(self)
        if len(op.results) == len(op.op_operands) - self.num_dps_inputs:
            return op.op_operands[self.num_dps_inputs + result.index]
        return super().tied_operand(result)

    def is_speculatable(self) -> bool | None:
        """On tensors, if its body is; what it does to buffers is for others to see."""
        on_buffers = any(isinstance(t, ir.BaseMemRefType) for t in _operation(self).operand_types)
        return False if on_buffers else None

    @property
    def num_loops(self) -> int:
        """The depth of the nest."""
        return len(self.iterator_types_array)

    @property
    def is_all_parallel(self) -> bool:
        """Whether no loop is a reduction."""
        return all(kind == PARALLEL for kind in self.iterator_types_array)

    @property
    def body_region(self) -> ir.Region:
        """The region that holds the body."""
        return _operation(self).regions[0]

    @property
    def body(self) -> ir.Block:
        """The computation on scalars."""
        return self.body_region.entry

    def matching_indexing_map(self, operand: ir.OpOperand) -> ir.AffineMap:
        """How `operand` is accessed."""
        return self.indexing_maps_array[operand.index]

    def matching_block_argument(self, operand: ir.OpOperand) -> ir.BlockArgument:
        """The argument of the body that holds an element of `operand`."""
        return self.body.arguments[operand.index]

    def payload_uses_value_from_operand(self, operand: ir.OpOperand) -> bool:
        """Whether the body uses the elements of `operand`."""
        return self.matching_block_argument(operand).has_uses()

    def effects(self) -> list[MemoryEffect]:
        return structured_effects(_operation(self).op_operands, self.num_dps_inputs)


def _operation(op: LinalgOpInterface) -> ir.Operation:
    return cast(ir.Operation, op)


def structured_effects(operands: Sequence[ir.OpOperand], num_inputs: int) -> list[MemoryEffect]:
    """Input buffers are read, init buffers are read and written; tensors have no effects."""
    found: list[MemoryEffect] = []
    for operand in operands:
        if not isinstance(operand.value.type, ir.BaseMemRefType):
            continue
        found.append(MemoryEffect(EffectKind.READ, operand.value, operand))
        if operand.index >= num_inputs:
            found.append(MemoryEffect(EffectKind.WRITE, operand.value, operand))
    return found
