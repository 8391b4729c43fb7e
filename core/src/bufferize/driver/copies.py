"""Tensor copy insertion: copies that make every operand bufferize in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.bufferization import AllocTensorOp
from bufferize.driver.building import constant_index, dim_sizes
from bufferize.interfaces import (
    ReifyRankedShapedTypeOpInterface,
    is_tensor_like,
    owner_of_value,
)
from bufferize.ir import (
    DYNAMIC,
    InsertionPoint,
    Location,
    MemRefType,
    Operation,
    OpOperand,
    OpResult,
    RankedTensorType,
    SymbolTableTrait,
    UnrankedTensorType,
    Value,
    nearest_symbol_table,
)

if TYPE_CHECKING:
    from bufferize.analysis.state import AnalysisState
    from bufferize.driver.rewriter import BufferizationRewriter

_UNRANKED = "copying of unranked tensors is not implemented"


def insert_tensor_copies(
    op: Operation, rewriter: BufferizationRewriter, state: AnalysisState
) -> None:
    """Resolve the conflicts that the analysis found in and below `op`.

    Afterwards every tensor operand may be used in place. With function boundaries, nested symbol
    tables are left alone.
    Raises DiagnosticError where a copy cannot be made.
    """
    is_table = op.has_trait(SymbolTableTrait) and state.options.bufferize_function_boundaries
    for nested in list(op.walk_post()):
        if is_table and nested is not op and nearest_symbol_table(nested.parent_op) is not op:
            continue
        model = state.model(nested)
        if model is not None:
            rewriter.stand_before(nested)
            try:
                model.resolve_conflicts(nested, rewriter, state)
            except DiagnosticError as failure:
                failure.about(nested)
                raise


def allocate_tensor(
    rewriter: BufferizationRewriter, location: Location, value: Value, copy: bool
) -> AllocTensorOp:
    """A new `bufferization.alloc_tensor` as large as `value`, and filled with it if `copy`.

    Raises DiagnosticError for an unranked value, or where the memory space cannot be inferred.
    """
    tensor = value
    if isinstance(value.type, MemRefType):
        type = RankedTensorType(value.type.shape, value.type.element_type)
        tensor = rewriter.to_tensor(value, type, location)
    if isinstance(tensor.type, UnrankedTensorType):
        owner = owner_of_value(value)
        raise DiagnosticError(error(_UNRANKED, owner))
    # How large a value of a custom type is only its contents tell.
    copy = copy or not isinstance(tensor.type, RankedTensorType)
    sizes: list[Value] = []
    if not copy:
        sizes = _dynamic_sizes(rewriter, location, value, tensor)
    alloc = AllocTensorOp.build(
        dynamic_sizes=sizes,
        copy=tensor if copy else None,
        result_types=[tensor.type],
        location=location,
    )
    rewriter.insert(alloc)
    if not copy:
        space = rewriter.memref_type(tensor).memory_space
        if space is not None:
            alloc.properties["memory_space"] = space
    return alloc


def _dynamic_sizes(
    rewriter: BufferizationRewriter, location: Location, value: Value, tensor: Value
) -> list[Value]:
    """The dynamic extents of `tensor`: as its operation states them, or else by new dim ops."""
    assert isinstance(tensor.type, RankedTensorType)
    shape: list[int | Value] | None = None
    if isinstance(value, OpResult) and is_tensor_like(value.type):
        shape = _stated_shape(rewriter, value)
    if shape is None:
        shape = dim_sizes(rewriter, tensor, location, rewriter.context)
        return [size for size in shape if isinstance(size, Value)]
    return [
        constant_index(rewriter, size, location, rewriter.context)
        if isinstance(size, int)
        else size
        for size, extent in zip(shape, tensor.type.shape, strict=True)
        if extent == DYNAMIC
    ]


def _stated_shape(rewriter: BufferizationRewriter, value: OpResult) -> list[int | Value] | None:
    """The extents of `value`, if its operation or the model of that states them."""
    op, place = value.owner, rewriter.location
    model = rewriter.context.model(op.name)
    rewriter.location = op.location
    try:
        if model is not None:
            shapes = model.reify_result_shapes(op, rewriter)
        elif isinstance(op, ReifyRankedShapedTypeOpInterface):
            shapes = op.reify_result_shapes(rewriter)
        else:
            shapes = None
    finally:
        rewriter.location = place
    return None if shapes is None else shapes[value.index]


def copy_operands_out_of_place(
    op: Operation, rewriter: BufferizationRewriter, state: AnalysisState
) -> None:
    """Copy the operands of `op` that were decided to be out of place.

    See `BufferizationRewriter.copy_operands_out_of_place`.
    """
    log = rewriter.state.copies
    operands: list[tuple[OpOperand, bool]] = []
    results: dict[OpResult, bool] = {}
    for operand in op.op_operands:
        if not is_tensor_like(operand.value.type) or state.is_in_place(operand):
            continue
        if isinstance(operand.value.type, UnrankedTensorType):
            raise DiagnosticError(error(_UNRANKED, op))
        alias, copied = planned_copy(operand, state)
        if alias is None:
            operands.append((operand, copied))
        else:
            results[alias] = results.get(alias, False) or copied
        if alias is None or alias.has_uses():
            log.note_operand(operand, alias, copied, state)
    rewriter.set_insertion_point(InsertionPoint.before(op))
    for operand, copied in operands:
        copy = allocate_tensor(rewriter, op.location, operand.value, copied)
        rewriter.set_operand(operand, copy.result)
    rewriter.set_insertion_point(InsertionPoint.after(op))
    for result, copied in results.items():
        copy = allocate_tensor(rewriter, op.location, result, copied)
        for use in list(result.uses):
            # The copy itself reads the result, and dim ops may have been made for its extents.
            if use.owner is not copy and use.owner.name != "tensor.dim":
                rewriter.set_operand(use, copy.result)


def planned_copy(operand: OpOperand, state: AnalysisState) -> tuple[OpResult | None, bool]:
    """How `operand`, which is out of place, is resolved.

    The result that is copied instead of the operand, if one is, and whether contents are copied.
    """
    alias = _only_alias(operand, state)
    if alias is not None and state.value_bufferizes_to_memory_write(alias):
        # The operation may set its contents, whether or not the operand has some.
        return alias, state.is_value_read(alias)
    return alias, not state.can_omit_tensor_copy(operand)


def _only_alias(operand: OpOperand, state: AnalysisState) -> OpResult | None:
    """The one result that aliases `operand` and nothing else, if the operand is not written."""
    aliases = state.get_aliasing_values(operand)
    if len(aliases) != 1:
        return None
    value = aliases[0].value
    if (
        not isinstance(value, OpResult)
        or isinstance(value.type, UnrankedTensorType)
        or state.bufferizes_to_memory_write(operand)
        or len(state.get_aliasing_op_operands(value)) != 1
    ):
        return None
    return value
