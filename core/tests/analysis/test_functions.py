"""Functions: callees first, what callers learn of them, recursion, external functions."""

from __future__ import annotations

from typing import Any

from bufferize.analysis import (
    AnalysisOptions,
    CallOrder,
    FunctionSummary,
    OneShotAnalysisState,
    analyze_module,
    call_order,
    function_summary,
)
from bufferize.analysis.annotations import EQUIVALENT_ARGUMENTS
from bufferize.dialects.bufferization import ACCESS
from bufferize.ir import ArrayAttr, Block, Operation, StringAttr, i64_attr

from .toy import (
    TENSOR,
    BranchOp,
    FillOp,
    FuncOp,
    NewOp,
    ReadOp,
    ReturnOp,
    SelectOp,
    UpdateOp,
    ViewOp,
    call,
    finish,
    function,
    make,
    module,
)
from .toy_models import ToyContext


def analyzed(root: Operation, **options: Any) -> OneShotAnalysisState:
    return analyze_module(
        root, AnalysisOptions(bufferize_function_boundaries=True, **options), ToyContext()
    )


def summary_of(state: OneShotAnalysisState, func: Operation) -> FunctionSummary:
    summary = function_summary(state, func)
    assert summary is not None
    return summary


def updating(parent: Operation, name: str = "updating") -> FuncOp:
    """Reads argument 0, and writes and returns argument 1."""
    func = function(parent, name, 2)
    body = func.entry_block
    make(body, ReadOp, body.arguments[0], results=0)
    finish(body, make(body, FillOp, body.arguments[1]).result, cls=ReturnOp)
    return func


def test_summary() -> None:
    parent = module()
    func = updating(parent)
    summary = summary_of(analyzed(parent), func)
    assert summary.read_args == {0}
    # The return reads the filled tensor, not what was in the argument.
    assert summary.written_args == {1}
    assert summary.aliasing_results == {1: [0]}
    assert summary.equivalent_args == {0: 1}


def test_view_is_aliasing_but_not_equivalent() -> None:
    parent = module()
    func = function(parent, "f", 1)
    body = func.entry_block
    finish(body, make(body, ViewOp, body.arguments[0], at=0).result, cls=ReturnOp)
    summary = summary_of(analyzed(parent), func)
    assert summary.aliasing_results == {0: [0]}
    assert summary.equivalent_args == {}


def test_returns_must_agree_on_equivalence() -> None:
    parent = module()
    func = function(parent, "f", 2)
    region = func.regions[0]
    first, second = region.append(Block([TENSOR])), region.append(Block([TENSOR]))
    entry = region.entry
    entry.append(BranchOp.create([entry.arguments[0]], successors=[first, second]))
    finish(first, entry.arguments[0], cls=ReturnOp)
    finish(second, entry.arguments[1], cls=ReturnOp)
    state = analyzed(parent, test_analysis_only=True)
    summary = summary_of(state, func)
    assert summary.aliasing_results == {0: [0], 1: [0]}
    assert summary.equivalent_args == {}
    assert first.terminator.attributes[EQUIVALENT_ARGUMENTS] == ArrayAttr((i64_attr(0),))


def test_external_function_is_the_worst_case() -> None:
    parent = module()
    func = function(parent, "ext", 2, external=True)
    summary = summary_of(analyzed(parent), func)
    assert summary.read_args == summary.written_args == {0, 1}
    assert summary.aliasing_results == {0: [0], 1: [0]}


def test_access_attribute_wins() -> None:
    parent = module()
    func = function(parent, "ext", 4, external=True)
    for index, access in enumerate(("none", "read", "write", "read-write")):
        func.set_arg_attr(index, ACCESS, StringAttr(access))
    summary = summary_of(analyzed(parent), func)
    assert summary.read_args == {1, 3}
    assert summary.written_args == {2, 3}


def test_call_of_a_reader_is_in_place_and_of_a_writer_is_not() -> None:
    parent = module()
    caller = function(parent, "caller", 2)
    updating(parent)
    body = caller.entry_block
    first, second = body.arguments
    op = call(body, "updating", [first, second])
    make(body, ReadOp, first, results=0)
    make(body, ReadOp, second, results=0)
    finish(body, op.result, cls=ReturnOp)
    state = analyzed(parent)
    assert [state.is_in_place(operand) for operand in op.op_operands] == [True, False]


def test_result_of_a_call_is_the_equivalent_argument() -> None:
    parent = module()
    updating(parent)
    caller = function(parent, "caller", 2)
    body = caller.entry_block
    op = call(body, "updating", [body.arguments[0], body.arguments[1]])
    finish(body, op.result, cls=ReturnOp)
    summary = summary_of(analyzed(parent), caller)
    assert summary.equivalent_args == {0: 1}


def test_argument_that_only_aliases_is_not_equivalent() -> None:
    parent = module()
    second = function(parent, "second", 2)
    body = second.entry_block
    make(body, ReadOp, make(body, SelectOp, *body.arguments).result, results=0)
    finish(body, body.arguments[1], cls=ReturnOp)
    caller = function(parent, "caller", 2)
    body = caller.entry_block
    finish(body, call(body, "second", body.arguments).result, cls=ReturnOp)
    state = analyzed(parent)
    assert summary_of(state, second).aliasing_results == {0: [0], 1: [0]}
    # The reference takes the result for argument 0, and zips of overlapping views for harmless.
    assert summary_of(state, caller).equivalent_args == {0: 1}


def test_callees_come_first() -> None:
    parent = module()
    caller = function(parent, "caller", 1)
    middle = function(parent, "middle", 1)
    callee = function(parent, "callee", 1)
    for func, name in ((caller, "middle"), (middle, "callee")):
        body = func.entry_block
        finish(body, call(body, name, body.arguments).result, cls=ReturnOp)
    finish(callee.entry_block, callee.entry_block.arguments[0], cls=ReturnOp)
    state = OneShotAnalysisState(AnalysisOptions(), ToyContext(), parent)
    assert call_order(parent, state) == CallOrder([callee, middle, caller], [], [])


def test_functions_in_a_circle_stay_unknown() -> None:
    parent = module()
    ping, pong = function(parent, "ping", 1), function(parent, "pong", 1)
    caller = function(parent, "caller", 1)
    for func, name in ((ping, "pong"), (pong, "ping"), (caller, "ping")):
        body = func.entry_block
        op = call(body, name, body.arguments)
        make(body, ReadOp, body.arguments[0], results=0)
        finish(body, op.result, cls=ReturnOp)
    state = analyzed(parent)
    assert function_summary(state, ping) is None
    assert function_summary(state, caller) is None
    op = next(o for o in caller.walk() if o.name == "toy.call")
    # An unknown callee may write, and the argument is read afterwards.
    assert not state.is_in_place(op.op_operands[0])


def test_function_that_is_not_to_be_analysed() -> None:
    parent = module()
    func = updating(parent)
    options = AnalysisOptions(
        bufferize_function_boundaries=True, no_analysis_func_filter=("updating",)
    )
    state = analyze_module(parent, options, ToyContext())
    assert function_summary(state, func) is None
    assert not state.decisions


def test_annotations_of_functions() -> None:
    parent = module()
    func = updating(parent)
    unused = function(parent, "unused", 1)
    body = unused.entry_block
    finish(body, make(body, UpdateOp, make(body, NewOp).result).result, cls=ReturnOp)
    analyzed(parent, test_analysis_only=True)
    accesses = [func.get_arg_attr(i, ACCESS) for i in range(2)]
    assert accesses == [StringAttr("read"), StringAttr("write")]
    assert unused.get_arg_attr(0, ACCESS) == StringAttr("none")
    assert func.entry_block.terminator.attributes[EQUIVALENT_ARGUMENTS] == ArrayAttr((i64_attr(1),))
