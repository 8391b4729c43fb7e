"""Block arguments that get only buffers that are owned, whichever branch passes them.

A block owns such an argument without being told so by an i1 value:

      cf.cond_br %c, ^left, ^right
    ^left:
      %a = memref.alloc() : memref<4xf32>
      cf.br ^end(%a : memref<4xf32>)
    ^right:
      %b = memref.alloc() : memref<4xf32>
      cf.br ^end(%b : memref<4xf32>)
    ^end(%r: memref<4xf32>):                  // frees %r
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bufferize import ir
from bufferize.dialects.memref import CastOp
from bufferize.interfaces import BranchOpInterface, BufferDeallocationOpInterface
from bufferize_buffers.analysis.effects import is_buffer


def owned_arguments(
    regions: Sequence[ir.Region], is_made: Callable[[ir.OpResult], bool]
) -> set[ir.Value]:
    """Return the block arguments in the regions of a function that are owned on every edge.

    They only get buffers for which `is_made` holds, which are owned by the block that makes them,
    casts of these, and each other. There are none if an operation decides itself what is owned.
    """
    owned: set[ir.Value] = set()
    refused: list[ir.Value] = []
    passed_to: dict[ir.Value, list[ir.Value]] = {}
    for region in regions:
        for block in region.blocks:
            if any(isinstance(op, BufferDeallocationOpInterface) for op in block.ops):
                return set()
            for argument, value in _passed(block):
                source = _uncast(value)
                owned.add(argument)
                passed_to.setdefault(source, []).append(argument)
                is_owned = (
                    not source.owner.is_entry
                    if isinstance(source, ir.BlockArgument)
                    else isinstance(source, ir.OpResult) and is_made(source)
                )
                # A block owns nothing from around its region.
                if not is_owned or source.parent_region is not region:
                    refused.append(argument)
    while refused:
        argument = refused.pop()
        if argument in owned:
            owned.remove(argument)
            refused += passed_to.get(argument, ())
    return owned


def _passed(block: ir.Block) -> Iterator[tuple[ir.Value, ir.Value]]:
    """Yield the arguments of successors of `block` that are buffers, each with what it gets."""
    end = block.last_op
    if isinstance(end, BranchOpInterface):
        for index, successor in enumerate(end.successors):
            operands = end.successor_operands(index)
            for argument, operand in zip(successor.arguments, operands, strict=False):
                if is_buffer(argument):
                    yield argument, operand.value


def _uncast(value: ir.Value) -> ir.Value:
    """Return the buffer that `value` is, under another type perhaps."""
    while isinstance(value.defining_op, CastOp):
        value = value.defining_op.source
    return value
