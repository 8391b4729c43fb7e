"""The verification of contractions: matmul and similar ops, and `linalg.contract`."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_linalg.bodies import CASTS
from bufferize_linalg.structured import LinalgOpInterface
from bufferize_linalg.table import REDUCTION

# The pairs of multiplication and addition that the body of a contraction may have.
_MULTIPLY_ADD = frozenset(
    [
        ("arith.mulf", "arith.addf"),
        ("arith.muli", "arith.addi"),
        ("complex.mul", "complex.add"),
        ("arith.andi", "arith.ori"),
    ]
)


def verify_contraction(op: ir.Operation) -> None:
    """Check that `op` computes `out + lhs * rhs` over projections. Raises VerifyError."""
    assert isinstance(op, LinalgOpInterface)
    if op.num_dps_inputs != 2 or len(op.op_operands) != 3:
        raise op.plain_error("expected op with 2 inputs and 1 output")
    if REDUCTION not in op.iterator_types_array:
        raise op.plain_error("expected at least 1 reduction")
    if not all(map.is_projected_permutation() for map in op.indexing_maps_array):
        raise op.plain_error("expected indexing maps to be projected permutations")
    if not is_contraction_body(op.body):
        raise op.plain_error("expected add/mul op in the body")


def is_contraction_body(body: ir.Block) -> bool:
    """Return whether a body adds the product of its inputs to its output, ignoring conversions."""
    if len(body.arguments) != 3 or body.last_op is None or len(body.last_op.op_operands) != 1:
        return False
    lhs, rhs, out = body.arguments
    add = _source(body.last_op.operand(0)).defining_op
    if add is None or len(add.op_operands) != 2:
        return False
    left, right = _source(add.operand(0)), _source(add.operand(1))
    if out not in (left, right):
        return False
    contributed = right if isinstance(left, ir.BlockArgument) else left
    multiply = contributed.defining_op
    if multiply is None or len(multiply.op_operands) != 2:
        return False
    if (multiply.name, add.name) not in _MULTIPLY_ADD:
        return False
    return {_source(multiply.operand(0)), _source(multiply.operand(1))} == {lhs, rhs}


def _source(value: ir.Value) -> ir.Value:
    """Return the operand at the start of a chain of unary operations without effects."""
    return ir.origin_of(value, _before_unary)


def _before_unary(value: ir.Value) -> ir.Value | None:
    op = value.defining_op
    if op is None or len(op.op_operands) != 1:
        return None
    return op.operand(0) if op.has_trait(d.NoMemoryEffect) or op.name in CASTS else None


def dims_of(map: ir.AffineMap) -> set[int]:
    """Return the dimensions that are results of a map."""
    return {expr.position for expr in map.results if isinstance(expr, ir.AffineDimExpr)}


def verify_matmul_map(op: ir.Operation, map: ir.AffineMap, default: ir.AffineMap) -> None:
    """Check a map for an input of `matmul`, transposed or broadcast. Raises VerifyError."""
    if map.dim_positions() is None or not dims_of(map) <= dims_of(default):
        raise op.error("Unexpected dim expression in map result.")
    if map.num_results < default.num_results:
        reduction = ir.AffineDimExpr(2)
        if map.results != (reduction,):
            raise op.error(f"Invalid broadcast requested, should be ({reduction}).")


def verify_batch_input_map(
    op: ir.Operation, map: ir.AffineMap, default: ir.AffineMap, is_lhs: bool
) -> None:
    """Check a map given for an input of a batched matmul. Raises VerifyError."""
    if map.num_results > 3:
        raise op.error("no. of result dim expressions exceeds 3.")
    positions = map.dim_positions()
    if positions is None or not set(positions) <= dims_of(default):
        raise op.error("Unexpected result dim expression (outside the set of default result dims).")
    batch, m, n, k = range(4)
    if len(positions) == 3:
        if positions[0] != batch:
            raise op.error("Invalid batch dimension expression.")
        return
    accepted = ([k], [batch, k], [m, k] if is_lhs else [k, n])
    if positions not in accepted:
        raise op.error("Invalid broadcast requested.")


def verify_batch_output_map(op: ir.Operation, map: ir.AffineMap, default: ir.AffineMap) -> None:
    """Check a map given for the output of a batched matmul. Raises VerifyError."""
    if map.num_results != default.num_results:
        raise op.error(f"expects {default.num_results} dims, but got ({map.num_results}).")
    if map.results != default.results:
        raise op.error("Invalid output map result dimension.")


def verify_contract_maps(op: ir.Operation, maps: tuple[ir.AffineMap, ...]) -> None:
    """Check the maps of `linalg.contract`. Raises VerifyError."""
    if any(map.num_dims != maps[0].num_dims or map.num_symbols for map in maps):
        raise op.plain_error("iteration spaces of provided affine_maps differ")
    if not all(map.is_projected_permutation() for map in maps):
        raise op.plain_error("provided affine_map is not a projected permutation")
    lhs, rhs, out = map(dims_of, maps)
    has_contracting = False
    for dim in range(maps[0].num_dims):
        if dim in out:  # parallel, even if neither input has this dimension
            continue
        if dim in lhs and dim in rhs:
            has_contracting = True
        elif dim not in lhs and dim not in rhs:
            raise op.plain_error(
                f"iteration space dim at index {dim} not used to access any operand"
            )
        else:
            raise op.plain_error(
                f"iteration space dim at index {dim} is neither a contracting dim nor of parallel "
                "iteration type",
            )
    if not has_contracting:
        raise op.plain_error("'indexing_maps' do not specify a contracting dimension")
