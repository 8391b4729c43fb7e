"""Copies of operations and regions."""

from __future__ import annotations

from typing import TypeVar

from bufferize.ir.block import Block, Region
from bufferize.ir.operation import Operation, UnregisteredOp
from bufferize.ir.value import OpOperand, Value

OperationT = TypeVar("OperationT", bound=Operation)


class IRMapping:
    """What the values and blocks of the original are in the copy."""

    __slots__ = ("blocks", "values")

    def __init__(self, values: dict[Value, Value] | None = None) -> None:
        self.values: dict[Value, Value] = values if values is not None else {}
        self.blocks: dict[Block, Block] = {}

    def value(self, value: Value) -> Value:
        """The copy of `value`; itself when it was not copied."""
        return self.values.get(value, value)

    def block(self, block: Block) -> Block:
        """The copy of `block`; itself when it was not copied."""
        return self.blocks.get(block, block)


def clone(op: OperationT, mapping: IRMapping | None = None, regions: bool = True) -> OperationT:
    """A detached copy of `op` with operands mapped by `mapping`, which learns the results.

    Without `regions` the copy's regions are empty.
    """
    mapping = mapping if mapping is not None else IRMapping()
    unmapped: list[OpOperand] = []
    copy = _shallow(op, mapping, unmapped)
    if regions and op.regions:
        for source, target in zip(op.regions, copy.regions, strict=True):
            _clone_blocks(source, target, mapping, unmapped)
        _map_late(unmapped, mapping)
    return copy


def clone_region(source: Region, target: Region, mapping: IRMapping) -> None:
    """Appends copies of all blocks of `source` to `target`."""
    unmapped: list[OpOperand] = []
    _clone_blocks(source, target, mapping, unmapped)
    _map_late(unmapped, mapping)


def _shallow(op: OperationT, mapping: IRMapping, unmapped: list[OpOperand]) -> OperationT:
    values = mapping.values
    copy = type(op).__new__(type(op))
    if isinstance(op, UnregisteredOp):
        assert isinstance(copy, UnregisteredOp)
        copy.name = op.name
    copy._initialize(
        [values.get(operand.value, operand.value) for operand in op.op_operands],
        op.result_types,
        op.properties,
        op.attributes,
        [mapping.block(block) for block in op.successors],
        [Region() for _ in op.regions],
        op.location,
    )
    for operand in op.op_operands:
        if operand.value not in values:
            unmapped.append(copy.op_operands[operand.index])
    for result, original in zip(copy.results, op.results, strict=True):
        result.name_hint = original.name_hint
        values[original] = result
    return copy


def _clone_blocks(
    source: Region, target: Region, mapping: IRMapping, unmapped: list[OpOperand]
) -> None:
    for block in source.blocks:
        copy = Block()
        for argument in block.arguments:
            new = copy.add_argument(argument.type, argument.location)
            new.name_hint = argument.name_hint
            mapping.values[argument] = new
        mapping.blocks[block] = copy
        target.append(copy)
    for block in source.blocks:
        target_block = mapping.blocks[block]
        for op in block.ops:
            copy_op = _shallow(op, mapping, unmapped)
            target_block.append(copy_op)
            for region, target_region in zip(op.regions, copy_op.regions, strict=True):
                _clone_blocks(region, target_region, mapping, unmapped)


def _map_late(operands: list[OpOperand], mapping: IRMapping) -> None:
    """Maps what is defined later than it is used: in a following block or a graph region."""
    for operand in operands:
        operand.set(mapping.value(operand.value))
