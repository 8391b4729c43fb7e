"""The order of blocks, and passing one more value along the edges between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bufferize.interfaces import (
    FunctionOpInterface,
    RegionBranchOpInterface,
    RegionSuccessor,
)
from bufferize.ir import (
    Attribute,
    Block,
    BlockArgument,
    DenseArrayAttr,
    Operation,
    OpOperand,
    Region,
    Type,
    Value,
    dense_i32,
)


def blocks_in_order(region: Region) -> tuple[list[Block], bool]:
    """The blocks of `region`, each after those that are sure to run before; whether they form no loop.

    Blocks that are never reached come last.
    """
    order: list[Block] = []
    state: dict[Block, bool] = {}  # whether all behind the block is done
    is_acyclic = True
    stack: list[tuple[Block, Iterator[Block]]] = []
    if region.blocks:
        stack.append((region.blocks[0], iter(region.blocks[0].successors())))
        state[region.blocks[0]] = False
    while stack:
        block, successors = stack[-1]
        following = next(successors, None)
        if following is None:
            stack.pop()
            state[block] = True
            order.append(block)
        elif following not in state:
            state[following] = False
            stack.append((following, iter(following.successors())))
        elif not state[following]:
            is_acyclic = False
    order.reverse()
    return order + [block for block in region.blocks if block not in state], is_acyclic


def nested_regions(function: FunctionOpInterface) -> list[Region]:
    """The regions of `function` and all in it, inner ones first, without those of other functions."""
    found: list[Region] = []
    work: list[Operation] = [function]
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
    """Where control may go from `op` and from its regions."""
    for point in (None, *op.regions):
        yield from op.successor_regions(point)


def is_passed(argument: BlockArgument) -> bool:
    """Whether a block argument gets its value from an operand, so that another one can come along."""
    block = argument.owner
    if not block.is_entry:
        return True
    parent = block.parent_op
    return isinstance(parent, RegionBranchOpInterface) and any(
        argument in edge.inputs for edge in region_edges(parent)
    )


def insert_operands_behind(operands: Sequence[OpOperand], values: Sequence[Value]) -> None:
    """Put operands behind the last one of `operands`, into the same group."""
    last = operands[-1]
    op = last.owner
    op.insert_operands(last.index + 1, values)
    for name in ("operandSegmentSizes", "operand_segment_sizes"):
        sizes = op.properties.get(name)
        if isinstance(sizes, DenseArrayAttr):
            op.properties[name] = _grown(sizes, last.index, len(values))
            return


def _grown(sizes: DenseArrayAttr, index: int, count: int) -> Attribute:
    """Sizes of groups where the one that element `index` is in has `count` more."""
    numbers = [int(size) for size in sizes.values]
    end = 0
    for group, size in enumerate(numbers):
        end += size
        if index < end:
            numbers[group] += count
            break
    return dense_i32(numbers)


def with_more_results(op: Operation, types: Iterable[Type]) -> Operation:
    """`op`, replaced by one with more results behind the others."""
    added = list(types)
    if not added:
        return op
    properties = dict(op.properties)
    sizes = properties.get("resultSegmentSizes")
    if isinstance(sizes, DenseArrayAttr):
        last = len(op.results) - 1
        properties["resultSegmentSizes"] = _grown(sizes, last, len(added))
    regions = []
    for region in op.regions:
        moved = Region()
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
