"""Decisions as data: asked for, decided otherwise, and handed to the driver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

import bufferize
from bufferize import AnalysisState, Context, OneShotOptions, Reason
from bufferize.analysis import OneShotAnalysisState, analyze_module
from bufferize.diagnostics import DiagnosticError, OptionError, PassError, VerifyError
from bufferize.driver.bufferizable import AnalysisFactory
from bufferize.ir import Operation, OpOperand, StringAttr
from bufferize.passes import pipeline_from_text

OPTIONS = OneShotOptions(bufferize_function_boundaries=True)
TWO_WRITES = """
func.func @f(%t: tensor<8xf32> {bufferization.writable = true}, %v: f32, %i: index)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tensor.insert %v into %t[%i] {first} : tensor<8xf32>
  %1 = linalg.fill ins(%v : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
"""
CALLS = """
func.func private @write(%t: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32> {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f(%t: tensor<8xf32> {bufferization.writable = true}, %v: f32, %i: index)
    -> (tensor<8xf32>, f32) {
  %0 = call @write(%t, %v, %i) : (tensor<8xf32>, f32, index) -> tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
"""
LOOP = """
func.func @f(%t: tensor<8xf32> {bufferization.writable = true}, %v: f32, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<8xf32> {
    %0 = tensor.insert %v into %a[%i] : tensor<8xf32>
    scf.yield %0 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
"""


@pytest.fixture
def context() -> Context:
    return Context()


_WRITES = ("tensor.insert", "linalg.fill")


def destinations(module: Operation) -> list[OpOperand]:
    return [op.op_operands[1] for op in module.walk() if op.name in _WRITES]


def test_a_decision_is_asked_for_and_turned_around(context: Context) -> None:
    module = bufferize.parse(TWO_WRITES, context)
    first, second = destinations(module)
    state = bufferize.analyze(module, OPTIONS, context)
    assert (state.is_in_place(first), state.is_in_place(second)) == (False, True)
    assert state.why(first).reason is Reason.CONFLICT
    assert state.why(second).reason is Reason.NO_CONFLICT
    state.decide(first, in_place=True)
    assert (state.is_in_place(first), state.is_in_place(second)) == (True, False)
    read = state.why(second).read
    assert read is not None
    assert read.owner.name == "func.return"
    report = bufferize.one_shot_bufferize(module, OPTIONS, context, analysis=state)
    assert [copy.place.op for copy in report.copies] == [second.owner]
    decision = report.why(second)
    assert decision is not None
    assert decision.reason is Reason.CONFLICT
    assert report.why(OpOperand.__new__(OpOperand)) is None


def test_a_copy_can_be_asked_for(context: Context) -> None:
    module = bufferize.parse(TWO_WRITES, context)
    first, second = destinations(module)
    state = bufferize.analyze(module, OPTIONS, context)
    state.decide(first, second, in_place=False)
    assert not state.is_in_place(first)
    assert not state.is_in_place(second)
    assert state.why(second).reason is Reason.ASKED_FOR
    assert isinstance(state, OneShotAnalysisState)
    assert (state.num_tensor_in_place, state.num_tensor_out_of_place) == (2, 2)
    report = bufferize.one_shot_bufferize(module, OPTIONS, context, analysis=state)
    assert {copy.reason for copy in report.copies} == {Reason.ASKED_FOR}
    assert report.copies[0].why == "it was asked for, or it spares a loop a copy"
    assert bufferize.print_module(module).count("memref.alloc") == 2
    assert report.statistics.num_tensor_out_of_place == 2


def test_what_follows_from_a_decision_is_decided_anew(context: Context) -> None:
    """The callee writes to a copy then, and its caller has no reason to make one."""
    module = bufferize.parse(CALLS, context)
    (insertion,) = destinations(module)
    state = bufferize.analyze(module, OPTIONS, context)
    call = next(op for op in module.walk() if op.name == "func.call")
    assert not state.is_in_place(call.op_operands[0])
    state.decide(insertion, in_place=False)
    assert state.is_in_place(call.op_operands[0])
    bufferize.one_shot_bufferize(module, OPTIONS, context, analysis=state)
    text = bufferize.print_module(module)
    callee, caller = text.split("func.func")[1:]
    assert "memref.copy" in callee
    assert "memref.copy" not in caller


def test_without_a_decision_of_ones_own_nothing_is_different(context: Context) -> None:
    for text in TWO_WRITES, CALLS, LOOP:
        module, other = bufferize.parse(text, context), bufferize.parse(text, context)
        before = bufferize.print_module(module)
        state = bufferize.analyze(module, OPTIONS, context)
        assert bufferize.print_module(module) == before
        given = bufferize.one_shot_bufferize(module, OPTIONS, context, analysis=state)
        found = bufferize.one_shot_bufferize(other, OPTIONS, context)
        assert bufferize.print_module(module) == bufferize.print_module(other)
        assert given.copies == found.copies


def test_annotations_show_what_was_decided(context: Context) -> None:
    module = bufferize.parse(TWO_WRITES, context)
    first, _ = destinations(module)
    only = replace(OPTIONS, test_analysis_only=True)
    state = bufferize.analyze(module, only, context)
    state.decide(first, in_place=True)
    report = bufferize.one_shot_bufferize(module, only, context, analysis=state)
    assert len(report.copies) == 1
    (line,) = (line for line in bufferize.print_module(module).splitlines() if "first" in line)
    assert '["none", "true", "none"]' in line


def refused(context: Context, text: str, decide: Callable[[AnalysisState, Operation], None]) -> str:
    """The message, when a decision is refused; nothing is decided anew."""
    module = bufferize.parse(text, context)
    state = bufferize.analyze(module, OPTIONS, context)
    before = [state.is_in_place(o) for op in module.walk() for o in op.op_operands]
    with pytest.raises(DiagnosticError) as caught:
        decide(state, module)
    assert before == [state.is_in_place(o) for op in module.walk() for o in op.op_operands]
    bufferize.one_shot_bufferize(module, OPTIONS, context, analysis=state)
    return str(caught.value)


def test_what_would_be_wrong_is_refused(context: Context) -> None:
    both = refused(context, TWO_WRITES, lambda s, m: s.decide(*destinations(m), in_place=True))
    assert "operand #1 of 'linalg.fill' cannot be in place: conflict" in both
    assert "this reads: operand #0 of 'func.return'" in both
    read_only = TWO_WRITES.replace(" {bufferization.writable = true}", "").replace(
        "%t: tensor<8xf32>", "%t: tensor<8xf32> {bufferization.writable = false}"
    )
    assert "cannot be in place: not-writable" in refused(
        context, read_only, lambda s, m: s.decide(destinations(m)[0], in_place=True)
    )


def test_what_a_loop_must_do_in_place_is_not_copied(context: Context) -> None:
    message = refused(context, LOOP, lambda s, m: s.decide(destinations(m)[0], in_place=False))
    assert "Yield operand #0 is not equivalent to the corresponding iter bbArg" in message


def test_only_what_is_open_is_decided(context: Context) -> None:
    other = bufferize.parse(TWO_WRITES, context)
    assert "operand #1 of 'tensor.insert' is not in the 'builtin.module' that was analyzed" in (
        refused(context, TWO_WRITES, lambda s, _: s.decide(destinations(other)[0], in_place=False))
    )

    def scalar(state: AnalysisState, module: Operation) -> None:
        state.decide(destinations(module)[0].owner.op_operands[0], in_place=False)

    assert "operand #0 of 'tensor.insert' is no tensor" in refused(context, TWO_WRITES, scalar)


def test_what_must_be_in_place_stays_so(context: Context) -> None:
    text = """
    func.func @f(%m: memref<8xf32>, %t: tensor<8xf32>) {
      bufferization.materialize_in_destination %t in restrict writable %m
          : (tensor<8xf32>, memref<8xf32>) -> ()
      scf.forall (%i) in (8) {
        "use"(%i) : (index) -> ()
      }
      return
    }
    func.func @g(%t: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
      %r = scf.forall (%i) in (8) shared_outs(%a = %o) -> tensor<8xf32> {
        %s = tensor.extract_slice %t[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %s into %a[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
        }
      }
      return %r : tensor<8xf32>
    }
    """
    context.allow_unregistered_dialects = True
    module = bufferize.parse(text, context)
    options = replace(OPTIONS, allow_unknown_ops=True)
    state = bufferize.analyze(module, options, context)
    forced = [
        o
        for op in module.walk()
        for o in op.op_operands
        if state.why(o).reason is Reason.MUST_BE_IN_PLACE
    ]
    for operand in forced:
        with pytest.raises(OptionError, match="must be in place"):
            state.decide(operand, in_place=False)


def test_an_analysis_is_of_one_module_as_it_was(context: Context) -> None:
    module, other = (bufferize.parse(TWO_WRITES, context) for _ in range(2))
    state = bufferize.analyze(module, OPTIONS, context)
    with pytest.raises(OptionError, match="the analysis is of another 'builtin.module'"):
        bufferize.one_shot_bufferize(other, OPTIONS, context, analysis=state)
    with pytest.raises(OptionError, match="another value of 'disjoint_subsets'"):
        bufferize.one_shot_bufferize(
            module, replace(OPTIONS, disjoint_subsets=True), context, analysis=state
        )
    with pytest.raises(OptionError, match="copy-before-write"):
        bufferize.one_shot_bufferize(
            module, replace(OPTIONS, copy_before_write=True), context, analysis=state
        )
    with pytest.raises(OptionError, match="one that `bufferize.analyze` made"):
        bufferize.one_shot_bufferize(
            module, OPTIONS, context, analysis=AnalysisState(OPTIONS, context)
        )
    bufferize.one_shot_bufferize(module, OPTIONS, context, analysis=state)
    with pytest.raises(OptionError, match="was changed since it was analyzed"):
        bufferize.one_shot_bufferize(module, OPTIONS, context, analysis=state)


def set_attribute(first: Operation, second: Operation) -> None:
    first.attributes["other"] = StringAttr("")


def set_operand(first: Operation, second: Operation) -> None:
    second.set_operand(1, first.result)


def move(first: Operation, second: Operation) -> None:
    second.move_before(first)


@pytest.mark.parametrize("change", [set_attribute, set_operand, move])
def test_changes_are_noticed(
    context: Context, change: Callable[[Operation, Operation], None]
) -> None:
    module = bufferize.parse(TWO_WRITES, context)
    operands = destinations(module)
    state = bufferize.analyze(module, OPTIONS, context)
    change(*(operand.owner for operand in operands))
    with pytest.raises(OptionError, match="was changed since") as caught:
        bufferize.one_shot_bufferize(module, OPTIONS, context, analysis=state)
    assert caught.value.diagnostics[0].op is not None
    with pytest.raises(OptionError, match="was changed since"):
        state.decide(operands[0], in_place=True)


def test_what_was_decided_is_not_overwritten(context: Context) -> None:
    module = bufferize.parse(TWO_WRITES, context)
    first, second = destinations(module)
    state = bufferize.analyze(module, OPTIONS, context)
    assert isinstance(state, OneShotAnalysisState)
    with pytest.raises(ValueError, match="decide"):
        state.bufferize_out_of_place(second)
    with pytest.raises(ValueError, match="decide"):
        state.bufferize_in_place(first)
    state.bufferize_out_of_place(first)
    assert (state.num_tensor_in_place, state.num_tensor_out_of_place) == (3, 1)


def test_invalid_ir_is_not_analysed(context: Context) -> None:
    module = bufferize.parse(TWO_WRITES, context)
    first, second = (operand.owner for operand in destinations(module))
    first.set_operand(1, second.result)
    with pytest.raises(VerifyError):
        bufferize.analyze(module, OPTIONS, context)


def test_other_analyses_say_so(context: Context) -> None:
    module = bufferize.parse(TWO_WRITES, context)
    always = replace(OPTIONS, analysis="always-copy")
    state = bufferize.analyze(module, always, context)
    operand = destinations(module)[0]
    assert state.why(operand) == (operand, False, Reason.NOT_ANALYZED, None, None, None, None)
    with pytest.raises(OptionError, match="'always-copy' cannot be told what to decide"):
        state.decide(operand, in_place=True)
    bufferize.one_shot_bufferize(module, always, context, analysis=state)
    with pytest.raises(OptionError, match="nothing is analyzed"):
        bufferize.analyze(module, replace(OPTIONS, copy_before_write=True), context)
    function = bufferize.parse(TWO_WRITES, context).regions[0].blocks[0].first_op
    assert function is not None
    with pytest.raises(PassError, match="needs a module"):
        bufferize.analyze(function, OPTIONS, context)


def test_an_analysis_that_builds_on_ours_says_so(context: Context) -> None:
    class Theirs(Context):
        def analysis(self, name: str) -> AnalysisFactory | None:
            return analyze_module if name == "theirs" else None

    theirs, context = replace(OPTIONS, analysis="theirs"), Theirs()
    module = bufferize.parse(TWO_WRITES, context)
    state = bufferize.analyze(module, theirs, context)
    with pytest.raises(OptionError, match="'theirs' cannot be told what to decide"):
        state.decide(destinations(module)[0], in_place=True)


def test_the_pass_manager_keeps_reports(context: Context) -> None:
    manager = pipeline_from_text(
        "insert-tensor-copies{bufferize-function-boundaries},canonicalize,"
        "one-shot-bufferize{bufferize-function-boundaries}",
        context,
    )
    for _ in range(2):
        module = bufferize.parse(TWO_WRITES, context)
        manager.run(module, context)
        assert [len(report.copies) for report in manager.reports] == [1, 0]
    nested = pipeline_from_text("builtin.module(func.func(one-shot-bufferize),cse)", context)
    nested.run(bufferize.parse(TWO_WRITES, context), context)
    assert len(nested.reports) == 1
