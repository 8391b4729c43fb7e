"""Interfaces that an op of xDSL gets by a model of it, over the fields that it declares."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize.interfaces import (
    DestinationStyleOpInterface,
    OpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
    SingleRegionLoopInterface,
    is_buffer_like,
    is_tensor_like,
)
from bufferize.ir import BlockArgument, OpOperand, Region


def _operands_of(op: OpInterface, field: int) -> list[OpOperand]:
    """The operands of a field, by its number."""
    assert isinstance(op, d.Operation)
    start, end = op.definition.operands.bounds(op)[field]
    return list(op.op_operands[start:end])


class InitsInField(DestinationStyleOpInterface):
    """The inits are the operands of one field."""

    __slots__ = ()
    inits_field: ClassVar[int]

    @property
    def dps_inits(self) -> list[OpOperand]:
        return _operands_of(self, self.inits_field)


class SourceInField(OpInterface):
    """One operand is a tensor or a buffer that the op gives a view of."""

    __slots__ = ()
    source_index: ClassVar[int]

    def verify_interface(self) -> None:
        """Checks the operand. Raises VerifyError."""
        type = self.operand(self.source_index).type
        if not (is_tensor_like(type) or is_buffer_like(type)):
            raise self.error(
                f"expected that operand #{self.source_index}, the source of a view, is a tensor or "
                f"a memref, but got '{type}'"
            )


class LoopOverField(SingleRegionLoopInterface):
    """A loop that carries the operands of one field, any number of times.

    They are the last arguments of its block, what its terminator yields, and its results.
    """

    __slots__ = ()
    inits_field: ClassVar[int]

    @property
    def init_operands(self) -> list[OpOperand]:
        return _operands_of(self, self.inits_field)

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        arguments = self.regions[0].entry.arguments
        return list(arguments[max(0, len(arguments) - len(self.init_operands)) :])

    def verify_interface(self) -> None:
        """Checks the values that are carried. Raises VerifyError."""
        if not self.regions[0].blocks:
            raise self.error("expected that the region of a loop has a block")
        super().verify_interface()


class Choice(RegionBranchOpInterface):
    """One of the regions is run, which yields the results."""

    __slots__ = ()

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        if point is not None:
            return [RegionSuccessor(None, self.results)]
        return [RegionSuccessor(region) for region in self.regions]

    def verify_interface(self) -> None:
        """Checks what the regions yield. Raises VerifyError."""
        if not self.regions or not all(region.blocks for region in self.regions):
            raise self.error("expected a region or more to choose from, and a block in each")
        self.verify_edges()


class Terminator(RegionBranchTerminatorOpInterface):
    """What ends a region yields its operands."""

    __slots__ = ()
