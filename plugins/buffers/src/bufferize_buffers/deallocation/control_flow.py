"""Passing additional values along control-flow edges, and finding values that never change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bufferize import ir
from bufferize.interfaces import (
    FunctionOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)
from bufferize_buffers.deallocation.booleans import known


def nested_regions(function: FunctionOpInterface) -> list[ir.Region]:
    """Return the regions of `function` and of all operations in it, inner ones first.

    Not those of other functions.
    """
    found: list[ir.Region] = []
    work: list[ir.Operation] = [function]
    while work:
        op = work.pop()
        found += reversed(op.regions)
        for region in op.regions:
            for block in region.blocks:
                for inner in block.ops:
                    if inner.regions and not isinstance(inner, FunctionOpInterface):
                        work.append(inner)
    found.reverse()
    return found


def region_edges(op: RegionBranchOpInterface) -> Iterator[RegionSuccessor]:
    """Return where control may go from `op` and from its regions."""
    for point in (None, *op.regions):
        yield from op.successor_regions(point)


def is_passed(argument: ir.BlockArgument) -> bool:
    """Return whether branches pass an operand to a block argument."""
    block = argument.owner
    if not block.is_entry:
        return True
    parent = block.parent_op
    return isinstance(parent, RegionBranchOpInterface) and any(
        argument in edge.inputs for edge in region_edges(parent)
    )


def insert_operands_behind(operands: Sequence[ir.OpOperand], values: Sequence[ir.Value]) -> None:
    """Insert operands after the last one of `operands`, in the same operand segment."""
    last = operands[-1]
    op = last.owner
    op.insert_operands(last.index + 1, values)
    for name in ("operandSegmentSizes", "operand_segment_sizes"):
        sizes = op.properties.get(name)
        if isinstance(sizes, ir.DenseArrayAttr):
            op.properties[name] = _grown(sizes, last.index, len(values))
            return


def _grown(sizes: ir.DenseArrayAttr, index: int, count: int) -> ir.Attribute:
    """Return segment sizes with the segment of element `index` enlarged by `count`."""
    numbers = [int(size) for size in sizes.values]
    end = 0
    for group, size in enumerate(numbers):
        end += size
        if index < end:
            numbers[group] += count
            break
    return ir.dense_i32(numbers)


def with_more_results(op: ir.Operation, types: Iterable[ir.Type]) -> ir.Operation:
    """Replace `op` by an operation with additional results of `types`, and return the new one."""
    added = list(types)
    if not added:
        return op
    properties = dict(op.properties)
    sizes = properties.get("resultSegmentSizes")
    if isinstance(sizes, ir.DenseArrayAttr):
        last = len(op.results) - 1
        properties["resultSegmentSizes"] = _grown(sizes, last, len(added))
    regions = []
    for region in op.regions:
        moved = ir.Region()
        moved.take_body(region)
        regions.append(moved)
    new = type(op).create(
        op.operands,
        (*op.result_types, *added),
        properties,
        op.attributes,
        op.successors,
        regions,
        op.location,
    )
    assert op.parent is not None
    op.parent.insert_before(new, op)
    op.replace_all_uses_with(new.results[: len(op.results)])
    op.erase()
    return new


def known_flags(op: RegionBranchOpInterface) -> dict[ir.Value, bool]:
    """Return the i1 arguments and results of `op` that are constant, each with its constant."""
    outgoing: dict[ir.Value, list[ir.Value]] = {}
    flags: set[ir.Value] = set()
    given: list[tuple[ir.Value, bool | None]] = []
    for source, target in _passed(op):
        if target.type is ir.I1:
            flags.add(target)
            outgoing.setdefault(source, []).append(target)
    for source, targets in outgoing.items():
        if source not in flags:
            given += [(target, known(source)) for target in targets]
    # Spread from known values: None once two different ones, or an unknown one, reach a flag.
    found: dict[ir.Value, bool | None] = {}
    while given:
        flag, value = given.pop()
        if flag not in found or (found[flag] is not None and found[flag] is not value):
            found[flag] = value if flag not in found else None
            given += [(target, found[flag]) for target in outgoing.get(flag, ())]
    return {flag: value for flag, value in found.items() if value is not None}


def _passed(op: RegionBranchOpInterface) -> Iterator[tuple[ir.Value, ir.Value]]:
    """Return the values passed to regions and results of `op`, each with its target."""
    for successor in op.successor_regions(None):
        operands = op.entry_successor_operands(successor.region)
        yield from zip((o.value for o in operands), successor.inputs, strict=False)
    for region in op.regions:
        for block in region.blocks:
            end = block.last_op
            if isinstance(end, RegionBranchTerminatorOpInterface):
                for successor in end.terminator_successor_regions():
                    operands = end.mutable_successor_operands(successor.region)
                    yield from zip((o.value for o in operands), successor.inputs, strict=False)
