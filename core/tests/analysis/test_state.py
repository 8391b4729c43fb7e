"""Queries that need no analysis, and those that are remembered during one."""

from __future__ import annotations

from typing import Any

import pytest

from bufferize.analysis import (
    AlwaysCopyAnalysisState,
    AnalysisOptions,
    AnalysisState,
    OneShotAnalysisState,
    TraversalConfig,
    analyze_op,
)
from bufferize.dialects.bufferization import ToBufferOp
from bufferize.driver import identity_memref_type
from bufferize.ir import Operation, UnregisteredOp, Value

from .toy import (
    TENSOR,
    CastOp,
    ConstOp,
    FillOp,
    NewOp,
    ReadOp,
    ReturnOp,
    SelectOp,
    UpdateOp,
    ViewOp,
    finish,
    function,
    make,
    module,
)
from .toy_models import ToyContext


def state(**options: Any) -> AnalysisState:
    return AnalysisState(AnalysisOptions(**options), ToyContext())


def test_models_are_filtered() -> None:
    func = function(module(), "f", 1)
    op = make(func.entry_block, NewOp)
    context = ToyContext()
    assert AnalysisState(AnalysisOptions(), context).model(op) is not None
    assert AnalysisState(AnalysisOptions(dialect_filter=("tensor",)), context).model(op) is None
    assert AnalysisState(AnalysisOptions(dialect_filter=("toy",)), context).model(op) is not None
    only_func = AnalysisOptions(op_filter=lambda op: op.name == "toy.func")
    assert AnalysisState(only_func, context).model(op) is None
    assert AnalysisState(only_func, context).model(func) is not None
    assert not AnalysisOptions().is_name_allowed("func.func")
    assert AnalysisOptions(bufferize_function_boundaries=True).is_name_allowed("func.func")


def views() -> tuple[list[Value], Operation]:
    """A filled tensor, a view of it, a cast of that, and a read of the cast."""
    body = function(module(), "f", 1).entry_block
    filled = make(body, FillOp, body.arguments[0]).result
    view = make(body, ViewOp, filled, at=0).result
    cast = make(body, CastOp, view).result
    return [filled, view, cast], make(body, ReadOp, cast, results=0)


def test_definitions_and_reads_through_views() -> None:
    (filled, view, cast), read = views()
    query = state()
    assert query.find_definitions(read.op_operands[0]) == [filled]
    assert query.is_value_read(filled)
    assert query.bufferizes_to_aliasing_only(next(iter(view.uses)))
    assert not query.bufferizes_to_aliasing_only(read.op_operands[0])
    found = query.find_values_in_reverse_use_def_chain(
        read.op_operands[0], lambda value: False, TraversalConfig(follow_equivalent_only=True)
    )
    assert found == [view]
    assert cast not in found


def test_undecided_answers_are_safe() -> None:
    (filled, view, _), _ = views()
    use = next(iter(filled.uses))
    query = AlwaysCopyAnalysisState(AnalysisOptions(), ToyContext())
    assert query.is_in_place(use)
    assert query.are_aliasing_buffer_values(filled, view)
    assert not query.are_equivalent_buffer_values(filled, filled)
    assert not query.has_undefined_contents(use)
    fill = filled.defining_op
    assert fill is not None
    assert not query.is_in_place(fill.op_operands[0])
    to_buffer = ToBufferOp.create([filled], [identity_memref_type(TENSOR)])
    assert query.is_in_place(to_buffer.op_operands[0])


def test_copies_that_can_be_omitted() -> None:
    body = function(module(), "f", 1).entry_block
    fill = make(body, FillOp, body.arguments[0])
    update = make(body, UpdateOp, fill.result)
    unread = make(body, ViewOp, update.result, at=0)
    query = state()
    assert query.can_omit_tensor_copy(fill.op_operands[0])
    assert not query.can_omit_tensor_copy(update.op_operands[0])
    assert query.can_omit_tensor_copy(unread.op_operands[0])


def test_writability() -> None:
    body = function(module(), "f", 1).entry_block
    constant = make(body, ConstOp).result
    unknown = UnregisteredOp.named("other.op", [], [TENSOR])
    body.append(unknown)
    query = state(bufferize_function_boundaries=True)
    assert not query.is_writable(constant)
    assert query.is_writable(body.arguments[0])
    assert not query.is_writable(unknown.results[0])


def test_undefined_contents_and_equivalence_after_analysis() -> None:
    func = function(module(), "f", 1)
    body = func.entry_block
    new = make(body, NewOp).result
    update = make(body, UpdateOp, new)
    cast = make(body, CastOp, update.result).result
    chosen = make(body, SelectOp, cast, update.result).result
    finish(body, chosen, cls=ReturnOp)
    result = OneShotAnalysisState(
        AnalysisOptions(bufferize_function_boundaries=True), ToyContext(), func
    )
    analyze_op(func, result)
    assert result.has_undefined_contents(update.op_operands[0])
    assert not result.has_undefined_contents(next(iter(chosen.uses)))
    # Either operand of the select is one and the same buffer.
    assert result.are_equivalent_buffer_values(new, chosen)
    assert result.are_aliasing_buffer_values(new, chosen)
    assert not result.are_aliasing_buffer_values(body.arguments[0], chosen)
    assert result.is_value_written(chosen)


def test_whether_a_copy_needs_contents_is_known_from_the_analysis(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    func = function(module(), "f", 2)
    body = func.entry_block
    chosen = make(body, SelectOp, *body.arguments).result
    unread = make(body, SelectOp, *body.arguments).result
    make(body, UpdateOp, body.arguments[0])
    make(body, FillOp, unread)
    make(body, ReadOp, chosen, results=0)
    finish(body, body.arguments[1], cls=ReturnOp)
    result = OneShotAnalysisState(
        AnalysisOptions(bufferize_function_boundaries=True), ToyContext(), func
    )
    analyze_op(func, result)
    copied = [decision.operand for decision in result.decisions if not decision.in_place]
    expected = [AnalysisState.can_omit_tensor_copy(result, operand) for operand in copied]
    monkeypatch.setattr(OneShotAnalysisState, "is_value_read", None)
    assert [result.can_omit_tensor_copy(operand) for operand in copied] == expected
    assert set(expected) == {False, True}


def test_answers_are_remembered_only_while_nothing_changes() -> None:
    body = function(module(), "f", 1).entry_block
    view = make(body, ViewOp, body.arguments[0], at=0)
    query = OneShotAnalysisState(AnalysisOptions(), ToyContext(), view)
    with query.remembering():
        assert not query.is_value_read(body.arguments[0])
        make(body, ReadOp, view.result, results=0)
        assert not query.is_value_read(body.arguments[0])
        query.reset_cache()
        assert query.is_value_read(body.arguments[0])
        assert query.definitions(view.op_operands[0]) == (body.arguments[0],)
    assert query.is_value_read(body.arguments[0])
