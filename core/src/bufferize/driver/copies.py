"""Tensor copy insertion: copies that make every operand bufferize in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.bufferization import AllocTensorOp
from bufferize.driver.buffer_type_queries import get_buffer_type
from bufferize.driver.buffers import dynamic_dim_sizes, to_tensor
from bufferize.driver.building import constant_index
from bufferize.driver.shapes import reify_result_shapes
from bufferize.interfaces import is_tensor_like, owner_of_value
from bufferize.ir import (
    DYNAMIC,
    BaseMemRefType,
    InsertionPoint,
    Location,
    MemRefType,
    Operation,
    OpOperand,
    OpResult,
    RankedTensorType,
    Rewriter,
    SymbolTableTrait,
    UnrankedTensorType,
    Value,
    nearest_symbol_table,
)

if TYPE_CHECKING:
    from bufferize.analysis.log import Decision
    from bufferize.analysis.state import AnalysisState
    from bufferize.driver.options import OneShotOptions
    from bufferize.driver.state import BufferizationState

_UNRANKED = "copying of unranked tensors is not implemented"


def insert_tensor_copies(
    op: Operation, state: AnalysisState, bufferization: BufferizationState
) -> None:
    """Resolve the conflicts that the analysis found in and below `op`.

    Afterwards every tensor operand may be used in place. With function boundaries, nested symbol
    tables are left alone.
    Raises DiagnosticError where a copy cannot be made.
    """
    rewriter = Rewriter()
    is_table = op.has_trait(SymbolTableTrait) and state.options.bufferize_function_boundaries
    for nested in list(op.walk_post()):
        if is_table and nested is not op and nearest_symbol_table(nested.parent_op) is not op:
            continue
        model = state.model(nested)
        if model is not None:
            rewriter.set_insertion_point(InsertionPoint.before(nested))
            try:
                model.resolve_conflicts(nested, rewriter, state, bufferization)
            except DiagnosticError as failure:
                failure.about(nested)
                raise


def allocate_tensor_for_shaped_value(
    rewriter: Rewriter,
    location: Location,
    value: Value,
    options: OneShotOptions,
    state: BufferizationState,
    copy: bool = True,
    cause: Decision | None = None,
) -> Value:
    """A new `bufferization.alloc_tensor` as large as `value`, and filled with it if `copy`.

    The report gives a copy the reason that `cause` states. Raises DiagnosticError for an unranked
    value, or where the memory space cannot be inferred.
    """
    alloc = _allocate(rewriter, location, value, options, state, copy)
    if cause is not None:
        state.copies.note(cause, alloc.result.type, state.analysis)
    elif copy:
        point = rewriter.insertion_point
        op = point.anchor if point is not None else None
        state.copies.note_unexplained(op or alloc, alloc.result.type, state.analysis)
    return alloc.result


def _allocate(
    rewriter: Rewriter,
    location: Location,
    value: Value,
    options: OneShotOptions,
    state: BufferizationState,
    copy: bool,
) -> AllocTensorOp:
    tensor = value
    if isinstance(value.type, MemRefType):
        type = RankedTensorType(value.type.shape, value.type.element_type)
        tensor = to_tensor(rewriter, value, type, location)
    if isinstance(tensor.type, UnrankedTensorType):
        owner = owner_of_value(value)
        raise DiagnosticError(error(_UNRANKED, owner))
    # How large a value of a custom type is only its contents tell.
    copy = copy or not isinstance(tensor.type, RankedTensorType)
    sizes: list[Value] = []
    if not copy:
        sizes = _dynamic_sizes(rewriter, location, value, tensor, state)
    alloc = AllocTensorOp.build(
        dynamic_sizes=sizes,
        copy=tensor if copy else None,
        result_types=[tensor.type],
        location=location,
    )
    rewriter.insert(alloc)
    if not copy:
        buffer_type = get_buffer_type(tensor, options, state)
        assert isinstance(buffer_type, BaseMemRefType)
        if buffer_type.memory_space is not None:
            alloc.properties["memory_space"] = buffer_type.memory_space
    return alloc


def _dynamic_sizes(
    rewriter: Rewriter, location: Location, value: Value, tensor: Value, state: BufferizationState
) -> list[Value]:
    """The dynamic extents of `tensor`: as its operation states them, or else by new dim ops."""
    if isinstance(value, OpResult) and is_tensor_like(value.type):
        shapes = reify_result_shapes(rewriter, value.owner, state)
        if shapes is not None:
            assert isinstance(tensor.type, RankedTensorType)
            return [
                constant_index(rewriter, size, location, state.context)
                if isinstance(size, int)
                else size
                for size, extent in zip(shapes[value.index], tensor.type.shape, strict=True)
                if extent == DYNAMIC
            ]
    return dynamic_dim_sizes(rewriter, tensor, location, state)


def resolve_tensor_op_operand_conflicts(
    op: Operation, rewriter: Rewriter, state: AnalysisState, bufferization: BufferizationState
) -> None:
    """Copy the operands of `op` that were decided to be out of place.

    Where `op` only makes one alias of such an operand, that alias is copied instead: it may be
    smaller. Contents that are never read are not copied. Raises DiagnosticError for unranked
    tensors.
    """
    options, log = bufferization.options, bufferization.copies
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
            log.note_operand(operand, alias, copied, state, options)
    rewriter.set_insertion_point(InsertionPoint.before(op))
    for operand, copied in operands:
        copy = _allocate(rewriter, op.location, operand.value, options, bufferization, copied)
        rewriter.set_operand(operand, copy.result)
    rewriter.set_insertion_point(InsertionPoint.after(op))
    for result, copied in results.items():
        copy = _allocate(rewriter, op.location, result, options, bufferization, copied)
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
