"""`--promote-buffers-to-stack`: allocate small buffers on the stack instead of the heap."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import OptionError, error
from bufferize.dialects.memref import RankOp
from bufferize.interfaces import (
    AllocationOpInterface,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    value_range,
)
from bufferize.record import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize_buffers.placement.hoisting import Placement, move_to_block

_LAYOUT = "dlti.dl_spec"
_INDEX_WIDTH = re.compile(r"(?:\bdl_entry<|[<,]\s*)\"?index\"?\s*[,=]\s*(\d+)")


@dataclass(frozen=True)
class PromotionOptions:
    """The options of promotion to the stack: which buffers are small."""

    max_alloc_size_in_bytes: int = 1024
    """How large a buffer may be."""
    max_rank_of_allocated_memref: int = 1
    """How many dimensions a buffer may have whose extents are ranks of other buffers."""
    promote_bounded_allocs: bool = False
    """Whether a buffer of dynamic shape is promoted if its extents have known bounds, such as that
    of `arith.minui` with a constant, within which it is not too large."""
    assumed_max_extent: int = 0
    """How large the extents without a known bound are at most, if it is not 0: a promise, which no
    code checks. A buffer whose extents are larger may overflow the stack."""


def promote(
    root: ir.Operation,
    options: PromotionOptions | None = None,
    log: BufferLog = NO_BUFFER_LOG,
) -> None:
    """Allocate small buffers on the stack, if they are not used after the enclosing scope.

    The stack must not grow with each iteration of a loop: an allocation moves in front of loops whose
    iterations can share one buffer, and stays on the heap in all others. Raises OptionError if an
    option is negative.
    """
    options = options or PromotionOptions()
    for name, value in vars(options).items():
        if value < 0:
            option = name.replace("_", "-")
            raise OptionError(error(f"'{option}' must not be negative: {value}"))
    placement = Placement(root)
    builder = ir.Builder()
    for op in list(root.walk()):
        if not isinstance(op, AllocationOpInterface) or op.is_automatic:
            continue
        place = _place_on_stack(op, options, placement)
        if isinstance(place, str):
            log.note(BufferAction.KEPT, op, place)
            continue
        builder.set_insertion_point(ir.InsertionPoint.before(op))
        buffer = op.build_automatic(builder)
        if buffer is None:
            log.note(BufferAction.KEPT, op, "it cannot be allocated on the stack")
            continue
        log.note(BufferAction.PROMOTED, op, "it is small, and not used after its scope ends")
        op.results[0].replace_all_uses_with(buffer)
        op.erase()
        assert isinstance(buffer, ir.OpResult)
        move_to_block(buffer.owner, place)


def _place_on_stack(
    op: AllocationOpInterface, options: PromotionOptions, placement: Placement
) -> ir.Block | str:
    """Return the block for a stack allocation in place of `op`, or why it must stay on the heap."""
    if not is_small(op, options):
        return "it is larger than the options allow, or its size is not known"
    buffer = op.results[0]
    if placement.is_freed(buffer):
        return "an operation may free it"
    assert op.parent is not None
    blocks = [op.parent]
    if _is_small_anywhere(op):
        blocks.append(placement.outside_loops(op, of_branches=True))
    for block in blocks:
        scope = _scope(block, placement)
        if scope is not None:
            if placement.leaves(buffer, scope):
                return "it may be used after the scope around it has ended"
            return block
    return "the stack would need room for more than one of it, or there is no scope around it"


def _scope(block: ir.Block | None, placement: Placement) -> ir.Region | None:
    """Return the region at whose end a stack allocation in `block` would be freed.

    None if there is none, or if the stack might have to hold several such buffers at once.
    """
    while block is not None and block.parent is not None:
        region, holder = block.parent, block.parent_op
        if holder is None or placement.may_repeat_in_region(block):
            return None
        if isinstance(holder, LoopLikeOpInterface) and holder.may_repeat:
            return None
        if holder.has_trait(d.AutomaticAllocationScope):
            return region
        if not isinstance(holder, RegionBranchOpInterface) or placement.is_loop(holder):
            return None
        block = holder.parent
    return None


def is_small(op: AllocationOpInterface, options: PromotionOptions) -> bool:
    """Return whether the buffer of `op` counts as small.

    With static shape, its size decides. With a dynamic one it is small if there are few dimensions
    and all dynamic extents are ranks of other buffers, which are small numbers; or, if the options
    say so, if its size is bounded.
    """
    type = op.results[0].type
    if not isinstance(type, ir.MemRefType):
        return False
    if (
        not type.has_static_shape()
        and type.rank <= options.max_rank_of_allocated_memref
        and all(map(_is_rank, op.operands))
    ):
        return True
    extents = [extent for extent in type.shape if extent != ir.DYNAMIC]
    for extent in op.operands:
        bound = _greatest_extent(extent, options)
        if bound is None:
            return False
        extents.append(bound)
    bits = size_in_bits(type.element_type, op)
    return bits is not None and math.prod(extents) * bits <= options.max_alloc_size_in_bytes * 8


def _greatest_extent(extent: ir.Value, options: PromotionOptions) -> int | None:
    """Return how large a dynamic extent may be at most, None if no option tells."""
    if not (options.promote_bounded_allocs or options.assumed_max_extent):
        return None
    greatest = value_range(extent)[1]
    return options.assumed_max_extent or None if greatest is None else max(greatest, 0)


def _is_small_anywhere(op: AllocationOpInterface) -> bool:
    """Return whether the extents of `op` are bounded also where the program does not allocate.

    In `if (0 < n && n < 8) alloc(n)` nothing is known of `n` in front of the condition.
    """
    return all(_is_rank(extent) or _is_bounded(extent) for extent in op.operands)


def _is_bounded(extent: ir.Value) -> bool:
    least, greatest = value_range(extent)
    return least is not None and least >= 0 and greatest is not None


def _is_rank(extent: ir.Value) -> bool:
    return isinstance(extent.defining_op, RankOp)


def size_in_bits(type: ir.Type, op: ir.Operation) -> int | None:
    """Return the size of an element in memory, by the data layout around `op`; None if it is unknown."""
    if isinstance(type, ir.IndexType):
        return _index_width(op)
    if isinstance(type, ir.VectorType):
        element = None if type.is_scalable else size_in_bits(type.element_type, op)
        if element is None:
            return None
        *outer, inner = type.shape or (1,)
        return math.prod(outer) * _next_power_of_two(inner) * -(-element // 8) * 8
    if isinstance(type, ir.ComplexType):
        part = size_in_bits(type.element_type, op)
        if part is None:
            return None
        alignment = _next_power_of_two(-(-part // 8)) * 8
        return -(-part // alignment) * alignment + part
    return ir.bit_width(type)


def _index_width(op: ir.Operation) -> int:
    around: ir.Operation | None = op
    while around is not None:
        layout = around.attributes.get(_LAYOUT)
        # Its text is the same whether or not the plugin of its dialect is installed.
        found = None if layout is None else _INDEX_WIDTH.search(str(layout))
        if found is not None:
            return int(found[1])
        around = around.parent_op
    return ir.bit_width(ir.IndexType()) or 0


def _next_power_of_two(number: int) -> int:
    return 1 << max(0, number - 1).bit_length()
