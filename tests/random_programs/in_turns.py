"""Unrolling of loops such that parallel iterations run in turns: each operation for all iterations.

That is one of the orders that parallel loops allow, and unlike one iteration after the other it
shows if they share a buffer that each needs for itself. Calls are inlined first.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any, Final

from bufferize.define import DialectContext
from bufferize.interfaces import constant_int
from bufferize.ir import Builder, InsertionPoint, Operation, Value
from bufferize.ir.copying import IRMapping
from bufferize.ir.dense import elements
from bufferize_transforms import inline_calls

PARALLEL: Final = ("scf.forall", "scf.parallel", "affine.parallel", "linalg.tiled_loop")
_MOST = 64
"""The largest number of iterations that are unrolled."""


def in_turns(module: Operation, context: DialectContext) -> None:
    """Write out parallel loops, the inner ones first, if it is known how often they run.

    Loops with results, and those with very many iterations, stay.
    """
    if not any(op.name in PARALLEL for op in module.walk()):
        return
    inline_calls(module, context, verify=False)
    for op in list(module.walk_post()):
        if op.name in PARALLEL and not any(result.has_uses() for result in op.results):
            _write_out_parallel(op, context)


def _write_out_parallel(op: Any, context: DialectContext) -> None:
    ranges = []
    kinds = getattr(op, "iterator_types", ())
    if any(kind.value != "parallel" for kind in kinds):
        return
    for bounds in op.loop_bounds:
        start, end, step = map(constant_int, bounds)
        if start is None or end is None or step is None:
            return
        ranges.append(range(start, end, step))
    if prod(map(len, ranges)) > _MOST:
        return
    (block,) = op.region.blocks
    builder = Builder(InsertionPoint.before(op), op.location)
    mappings = []
    for point in product(*ranges):
        values: list[Value] = [context.materialize_index(builder, number) for number in point]
        values += op.operands[len(op.operands) - len(block.arguments) + len(values) :]
        mappings.append(IRMapping(dict(zip(block.arguments, values, strict=True))))
    for nested in block.ops:
        if nested is not block.last_op:
            for mapping in mappings:
                builder.clone(nested, mapping)
    op.erase()


def write_out_reductions(module: Operation, context: DialectContext) -> None:
    """Write out `shape.reduce` over a known shape, which nothing lowers."""
    for op in list(module.walk_post()):
        if op.name == "shape.reduce":
            _write_out_reduction(op, context)


def _write_out_reduction(op: Any, context: DialectContext) -> None:
    shape = op.shape.defining_op
    if shape is None or shape.name != "shape.const_shape":
        return
    (block,) = op.region.blocks
    builder = Builder(InsertionPoint.before(op), op.location)
    carried = list(op.init_values)
    for number in range(len(elements(shape.shape))):
        given = [context.materialize_index(builder, number), *carried]
        # The programs do not use the extents.
        arguments = [block.arguments[0], *block.arguments[2:]]
        mapping = IRMapping(dict(zip(arguments, given, strict=True)))
        for nested in block.ops:
            if nested is not block.last_op:
                builder.clone(nested, mapping)
        assert block.last_op is not None
        carried = [mapping.value(value) for value in block.last_op.operands]
    op.replace_all_uses_with(carried)
    op.erase()
    if not shape.has_uses():
        shape.erase()
