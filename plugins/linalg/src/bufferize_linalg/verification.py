"""The rules that every structured operation obeys."""

from __future__ import annotations

from functools import lru_cache

from bufferize import ir
from bufferize_linalg.interface import LinalgOpInterface
from bufferize_linalg.regions import scalar_type

Shape = tuple[int, ...]


def verify_structured(op: ir.Operation) -> None:
    """Checks operands, maps, shapes and the arguments of the body. Raises VerifyError.

    The ops in the body, the yield among them, are verified by then.
    """
    assert isinstance(op, LinalgOpInterface)
    if op.op_operands and not (op.has_pure_tensor_semantics or op.has_pure_buffer_semantics):
        raise op.error("expected to have pure tensor or buffer semantics")
    maps = op.indexing_maps_array
    num_operands = len(op.op_operands)
    if len(maps) != num_operands:
        raise op.error(
            f"expected the number of indexing_map ({len(maps)}) to be equal to the number of "
            f"input/output operands ({num_operands})"
        )
    message = _map_problem(maps, tuple(_shape(o.value.type) for o in op.op_operands), op.num_loops)
    if message is not None:
        raise op.error(message)
    _verify_body_arguments(op, op)


def _shape(type: object) -> Shape:
    """The extents of an operand; scalars, vectors too, and unranked types count as having none."""
    return (type.extents or ()) if isinstance(type, ir.TensorType | ir.BaseMemRefType) else ()


def _verify_body_arguments(op: ir.Operation, linalg_op: LinalgOpInterface) -> None:
    if len(op.regions) != 1 or len(op.regions[0].blocks) != 1:
        raise op.error("expects to have 1 region with 1 block")
    arguments = linalg_op.body.arguments
    if len(arguments) != len(op.op_operands):
        raise op.error(
            "expected as many non-induction variable region arguments as the number of "
            "input/output operands"
        )
    for operand, argument in zip(op.op_operands, arguments, strict=True):
        expected = scalar_type(operand.value.type)
        if argument.type is not expected:
            raise op.error(
                f"expected type of bb argument #{operand.index} ('{argument.type}') to match "
                f"element or self type of the corresponding operand ('{expected}')"
            )


@lru_cache(maxsize=4096)
def _map_problem(
    maps: tuple[ir.AffineMap, ...], shapes: tuple[Shape, ...], num_loops: int
) -> str | None:
    """What is wrong with indexing maps for operands of these shapes, None when nothing is."""
    for i, (map, shape) in enumerate(zip(maps, shapes, strict=True)):
        if map.num_symbols:
            return f"unexpected symbols in indexing_map #{i}"
        if map.num_results != len(shape):
            return (
                f"expected operand #{i} rank ({len(shape)}) to match the result rank of "
                f"indexing_map ({map.num_results})"
            )
    exprs = [expr for map in maps for expr in map.results]
    num_dims = max((map.num_dims for map in maps), default=0)
    loop_positions = _inverse(exprs, num_dims)
    if loop_positions is None:
        concatenated = ir.AffineMap(num_dims, 0, tuple(exprs))
        return f"invalid indexing maps are non-invertible: ({concatenated})"
    extents = [extent for shape in shapes for extent in shape]
    message = _extent_problem(maps, shapes, [extents[position] for position in loop_positions])
    if message is not None:
        return message
    for i, map in enumerate(maps):
        if map.num_dims != num_loops:
            return (
                f"expected indexing_map #{i} to have {num_loops} dim(s) to match the number of "
                "loops"
            )
    return None


def _inverse(exprs: list[ir.AffineExpr], num_dims: int) -> list[int] | None:
    """For each dimension the first expression that is that dimension; None if one has none."""
    positions: list[int | None] = [None] * num_dims
    for i, expr in enumerate(exprs):
        if isinstance(expr, ir.AffineDimExpr) and positions[expr.position] is None:
            positions[expr.position] = i
    found = [position for position in positions if position is not None]
    return found if len(found) == num_dims else None


def _extent_problem(
    maps: tuple[ir.AffineMap, ...], shapes: tuple[Shape, ...], loop_extents: list[int]
) -> str | None:
    """Where an access leaves its operand; only looked for when all loop extents are known."""
    if ir.DYNAMIC in loop_extents:
        return None
    first = [0] * len(loop_extents)
    last = [extent - 1 for extent in loop_extents]
    for i, (map, shape) in enumerate(zip(maps, shapes, strict=True)):
        try:
            starts, ends = map.evaluate(first), map.evaluate(last)
        except ArithmeticError:  # no value, or one of more than 64 bits
            return f"unexpected indices outside of operand #{i} in {map}"
        for dim, (start, end, extent) in enumerate(zip(starts, ends, shape, strict=True)):
            if extent in (ir.DYNAMIC, 0):
                continue
            if min(start, end) < 0:
                return f"unexpected result less than 0 at expression #{dim} in {map}"
            needed = max(start, end) + 1
            prefix = f"inferred input/output operand #{i} has shape's dimension #{dim} to be "
            if isinstance(map.results[dim], ir.AffineDimExpr):
                if needed != extent:
                    return f"{prefix}{needed}, but found {extent}"
            elif needed > extent:
                return f"{prefix}greater than or equal to {needed}, but found {extent}"
    return None
