"""Tensor copy insertion: copies that make every operand bufferize in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import (
    Operation,
    OpOperand,
    OpResult,
    SymbolTableTrait,
    UnrankedTensorType,
    nearest_symbol_table,
)

if TYPE_CHECKING:
    from bufferize.driver.rewriter import BufferizationRewriter


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
        model = rewriter.context.model(nested.name)
        if model is not None and state.model(nested) is not None:
            rewriter.stand_before(nested)
            try:
                model.resolve_conflicts(nested, rewriter, state)
            except DiagnosticError as failure:
                failure.about(nested)
                raise


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
