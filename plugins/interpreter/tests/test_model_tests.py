"""The tester of op models: finds false declarations, and reports what it cannot test."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bufferize import Context
from bufferize import define as d
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import BufferizationRewriter
from bufferize.ir import Operation, OpOperand, Value
from bufferize.models import AllocatesResult, DestinationStyle
from bufferize.plugins import adding
from bufferize_interpreter import Compiler, MemRef, computed
from bufferize_interpreter.model_tests import Kind, Problem, check_op_model
from bufferize_interpreter.traps import ProgramError, TrapKind
from plugins.interpreter.tests import toys
from plugins.interpreter.tests.toys import (
    AddOp,
    DoesNotReadSource,
    DoesNotWrite,
    ElementwiseTurn,
    NotElementwise,
    Right,
    Turn,
    TurnOp,
)

ADD = """\
func.func @add(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = toy.add %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
TURN = ADD.replace("add", "turn")


def context(*plugins: Any) -> Context:
    return Context(["arith", "func", "interpreter", "scf", "tensor", *plugins])


def problems(model: DestinationStyle[AddOp]) -> list[Problem]:
    return check_op_model("toy.add", [ADD], context(toys.plugin(model)))


def test_a_right_model() -> None:
    assert problems(Right()) == []


@pytest.mark.parametrize(
    ("model", "declaration"),
    [
        (DoesNotReadSource(), "bufferizes_to_memory_read"),
        (DoesNotWrite(), "bufferizes_to_memory_write"),
    ],
)
def test_a_false_declaration_is_named(model: DestinationStyle[AddOp], declaration: str) -> None:
    found = [problem for problem in problems(model) if problem.kind is Kind.WRONG]
    assert {problem.declaration for problem in found} == {declaration}
    assert all("toy.add" in problem.program for problem in found)


def test_reads_of_the_memory_itself_are_seen() -> None:
    """Even by semantics that do not check which elements are defined."""

    def add(op: Operation, compiler: Any) -> Any:
        def run(source: Any, init: Any) -> Any:
            if not isinstance(init, MemRef):
                return source + init
            init.window(write=True)[...] += source.window()
            return None

        return run

    def found(model: DestinationStyle[AddOp]) -> set[str]:
        plugin = toys.plugin(model)
        plugin.register_semantics = adding({"toy": {"toy.add": add}})
        problems = check_op_model("toy.add", [ADD], context(plugin))
        return {problem.declaration for problem in problems if problem.kind is Kind.WRONG}

    assert found(Right()) == set()
    assert found(DoesNotReadSource()) == {"bufferizes_to_memory_read"}


def test_what_is_element_by_element() -> None:
    (found,) = problems(NotElementwise())
    assert found.kind is Kind.NEEDLESS
    assert found.declaration == "bufferizes_to_element_wise_access"


def test_what_is_not_element_by_element() -> None:
    def turning(model: Turn) -> list[Problem]:
        return check_op_model("toy.turn", [TURN], context(toys.plugin(Right(), model)))

    assert turning(Turn()) == []
    (found,) = turning(ElementwiseTurn())
    assert found.kind is Kind.WRONG
    assert found.declaration == "bufferizes_to_element_wise_access"
    assert "toy.turn %arg1, %arg1 :" in found.program


def untested(text: str, *plugins: Any, name: str = "toy.add") -> str:
    (found,) = check_op_model(name, [text], context(*plugins))
    assert found.kind is Kind.UNTESTED
    return str(found)


def on_buffers(run: Callable[[MemRef, MemRef], None]) -> Any:
    """Return a plugin whose op adds tensors, but does something else with buffers."""

    def semantics(op: Operation, compiler: Compiler) -> Callable[..., Any]:
        def either(source: Any, init: Any) -> Any:
            return run(source, init) if isinstance(init, MemRef) else source + init

        return either

    plugin = toys.plugin(Right())
    plugin.register_semantics = adding({"toy": {"toy.add": semantics}})
    return plugin


def test_what_is_wrong_also_if_no_operands_are_one_buffer() -> None:
    def subtract(source: MemRef, init: MemRef) -> None:
        init.write(computed(np.subtract, source.read(), init.read()))

    found = check_op_model("toy.add", [ADD], context(on_buffers(subtract)))
    wrong = {problem.declaration for problem in found if problem.kind is Kind.WRONG}
    assert wrong == {"bufferize"}


@pytest.mark.parametrize("model", [Right(), DoesNotWrite()])
def test_a_constant_that_is_written_to(model: DestinationStyle[AddOp]) -> None:
    program = """
func.func @add(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = arith.constant dense<1.0> : tensor<4xf32>
  %0 = toy.add %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
    (found,) = check_op_model("toy.add", program, context(toys.plugin(model)))
    assert found.kind is Kind.UNTESTED
    assert "where the sample has a constant for one that is written to, give an" in found.seen


COUNT = d.Dialect("count")


@COUNT.op("up")
class UpOp(d.Operation):
    """An op that makes the numbers from 0 to below `size`, in order."""

    size: d.Operand = d.operand(d.INDEX)
    into: d.OptionalOperand = d.optional_operand(d.ANY_MEMREF)
    made: d.OptionalResult = d.optional_result(d.RANKED_TENSOR)
    assembly_format = "$size (`,` $into^ `:` type($into))? attr-dict (`->` type($made)^)?"


class TooLong(AllocatesResult[UpOp]):
    """A model that states seven extents."""

    def reify_result_shapes(
        self, op: UpOp, rewriter: BufferizationRewriter
    ) -> list[list[int | Value]]:
        return [[rewriter.index(7)]]

    def fill(self, op: UpOp, buffer: Value, rewriter: BufferizationRewriter) -> None:
        rewriter.insert(UpOp.build(size=op.size, into=buffer))


def count_up(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    def run(size: int, into: MemRef | None = None) -> Any:
        numbers = np.arange(size, dtype=np.float32)
        if into is None:
            return numbers
        if into.sizes != (size,):
            raise ProgramError(TrapKind.OUT_OF_BOUNDS, "the sizes differ")
        into.write(numbers)
        return None

    return run


def test_false_extents_of_a_new_buffer() -> None:
    plugin = SimpleNamespace(
        register_dialects=adding({"count": COUNT}),
        register_op_models=adding({"count": {"count.up": TooLong()}}),
        register_semantics=adding({"count": {"count.up": count_up}}),
    )
    program = """
func.func @f() -> tensor<?xf32> {
  %n = arith.constant 5 : index
  %0 = count.up %n -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
    (found,) = check_op_model("count.up", program, context(plugin))
    assert found.kind is Kind.WRONG
    assert found.declaration == "reify_result_shapes"


def test_no_model() -> None:
    message = untested(ADD, "cf", name="cf.assert")
    assert message == (
        "the model of 'cf.assert' was not tested: there is none; a plugin gives one by "
        "register_op_models"
    )


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("toy.ad", "the dialect 'toy' has no such op; is 'toy.add' meant?"),
        ("add", "the context has no dialect 'add': is its plugin installed?"),
    ],
)
def test_no_such_op(name: str, why: str) -> None:
    message = untested(ADD, toys.plugin(Right()), name=name)
    assert message == f"the model of '{name}' was not tested: {why}"


def test_no_sample() -> None:
    message = untested("module {}", toys.plugin(Right()))
    assert "was not tested: no sample has the op: add a program" in message


def test_no_semantics() -> None:
    plugin = toys.plugin(Right())
    message = untested(ADD, SimpleNamespace(**{**vars(plugin), "register_semantics": adding({})}))
    assert "<sample>:2:8: error: the interpreter does not know what 'toy.add' computes" in message


def test_semantics_that_fail() -> None:
    def fail(*given: Any) -> Any:
        raise ValueError("not today")

    plugin = vars(toys.plugin(Right()))
    semantics = adding({"toy": {"toy.add": fail}})
    message = untested(ADD, SimpleNamespace(**{**plugin, "register_semantics": semantics}))
    assert "the semantics of 'toy.add' failed: ValueError: not today" in message


def test_a_sample_that_is_no_program() -> None:
    with pytest.raises(DiagnosticError, match=r"<sample>:1:1: error: "):
        untested("nonsense", toys.plugin(Right()))


def test_a_sample_without_a_function_to_call() -> None:
    message = untested(ADD.replace("@add", "private @add"), toys.plugin(Right()))
    assert "the program has no public function to call" in message


def test_arguments_that_cannot_be_drawn() -> None:
    text = ADD.replace("(%x", "(%z: tuple<f32>, %x")
    assert "no values of type tuple<f32> can be drawn" in untested(text, toys.plugin(Right()))


def test_an_op_that_is_never_executed() -> None:
    text = """
    func.func @never(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      %no = arith.constant false
      %r = scf.if %no -> tensor<4xf32> {
        %0 = toy.add %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
        scf.yield %0 : tensor<4xf32>
      } else {
        scf.yield %x : tensor<4xf32>
      }
      return %r : tensor<4xf32>
    }
    """
    message = untested(text, toys.plugin(Right()))
    assert "with none of the arguments that were drawn the op is executed" in message


def with_semantics(function: Any) -> Any:
    """Return the toy plugin with other semantics of `toy.add`."""
    plugin = vars(toys.plugin(Right()))
    semantics = adding({"toy": {"toy.add": lambda op, compiler: function}})
    return SimpleNamespace(**{**plugin, "register_semantics": semantics})


def test_semantics_that_fail_on_buffers() -> None:
    message = untested(ADD, with_semantics(lambda source, init: source + init))
    assert "the semantics of 'toy.add' failed: TypeError: " in message
    assert "note: the program is bufferized there: the operands are buffers" in message


def test_semantics_that_fail_on_views() -> None:
    def run(source: Any, init: Any) -> Any:
        if not isinstance(init, MemRef):
            return source + init
        if source.offset:
            raise ValueError("only whole buffers")
        init.write(source.read() + init.read())
        return None

    assert "ValueError: only whole buffers" in untested(ADD, with_semantics(run))


def test_a_program_that_traps_with_all_arguments() -> None:
    def trap(*given: Any) -> Any:
        raise ProgramError(TrapKind.OTHER, "never works")

    message = untested(ADD, with_semantics(trap))
    assert "<sample>:2:8: error: 'toy.add' never works" in message
    assert "note: no arguments were drawn with which the program runs" in message


def test_a_program_that_never_ends() -> None:
    text = """
    func.func @endless(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      cf.br ^again
    ^again:
      %0 = toy.add %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
      cf.br ^again
    }
    """
    message = untested(text, "cf", toys.plugin(Right()))
    assert "'cf.br' runs a block more often than 1000000 times, the limit" in message


def test_a_sample_that_cannot_be_run_beside_one_that_can() -> None:
    """It is a problem, so that nobody believes that the model was tested with it."""
    other = ADD.replace("toy.add", "toy.turn").replace(
        "  return",
        "  %1 = toy.add %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>\n  return",
    )
    plugin = vars(toys.plugin(Right()))
    semantics = adding({"toy": {"toy.add": toys.add}})
    made = context(SimpleNamespace(**{**plugin, "register_semantics": semantics}))
    assert check_op_model("toy.add", [ADD], made) == []
    (found,) = check_op_model("toy.add", [ADD, other], made)
    assert found.kind is Kind.UNTESTED
    assert "the interpreter does not know what 'toy.turn' computes" in found.seen
    assert "toy.turn" in found.program


def test_a_model_that_raises() -> None:
    class Raises(Right):
        def has_tensor_semantics(self, op: Operation) -> bool:
            raise ValueError("not today")

    (found,) = problems(Raises())
    assert (found.kind, found.declaration) == (Kind.WRONG, "has_tensor_semantics")
    assert "has_tensor_semantics() failed: ValueError: not today" in found.seen


def test_the_model_of_another_op_that_raises() -> None:
    class Raises(Turn):
        def bufferizes_to_memory_read(
            self, op: TurnOp, operand: OpOperand, state: AnalysisState
        ) -> bool:
            raise ValueError("not today")

    text = ADD.replace("%x, %y : t", "%1, %y : t").replace(
        "  %0", "  %1 = toy.turn %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>\n  %0", 1
    )
    message = untested(text, toys.plugin(Right(), Raises()))
    assert "the model of 'toy.turn', Raises of plugin" in message


def test_what_is_safe_is_told_from_what_is_wrong() -> None:
    (needless,) = problems(NotElementwise())
    wrong = next(p for p in problems(DoesNotWrite()) if p.kind is Kind.WRONG)
    safe = "(this is safe, and may cost copies)"
    assert safe in str(needless)
    assert safe not in str(wrong)


def test_a_sample_that_frees_the_buffer() -> None:
    text = """
    func.func @f(%x: tensor<4xf32>, %i: index) -> f32 {
      %y = bufferization.alloc_tensor() copy(%x) : tensor<4xf32>
      %0 = toy.add %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
      %1 = tensor.extract %0[%i] : tensor<4xf32>
      bufferization.dealloc_tensor %0 : tensor<4xf32>
      return %1 : f32
    }
    """
    assert check_op_model("toy.add", [ADD, text], context(toys.plugin(Right()))) == []
    found = check_op_model("toy.add", text, context(toys.plugin(DoesNotWrite())))
    assert found[0].declaration == "bufferizes_to_memory_write"


def test_results_that_are_mixed_up() -> None:
    text = """
    func.func @f(%x: tensor<4xf32>, %y: tensor<2x2xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {
      %0:2 = toy.both %x, %y : (tensor<4xf32>, tensor<2x2xf32>) -> (tensor<4xf32>, tensor<2x2xf32>)
      return %0#0, %0#1 : tensor<4xf32>, tensor<2x2xf32>
    }
    """
    plugin = SimpleNamespace(
        __name__="toys",
        register_dialects=adding({"toy": toys.TOY}),
        register_op_models=adding({"toy": {"toy.both": toys.MixedUp()}}),
        register_semantics=adding({"toy": {"toy.both": toys.both}}),
    )
    (found,) = check_op_model("toy.both", text, context(plugin))
    assert found.kind is Kind.WRONG
    assert (
        "replaces result #0, of type tensor<4xf32>, by a buffer of type memref<4xf32>, but "
        "get_buffer_type() gives memref<2x2xf32>"
    ) in found.seen


def test_an_operand_of_one_element_shows_no_order_of_accesses() -> None:
    model = context(toys.plugin(Right()))
    (found,) = check_op_model("toy.add", ADD.replace("4x", "1x"), model)
    assert (found.kind, found.declaration) == (Kind.UNTESTED, "bufferizes_to_element_wise_access")
    assert "give one that reads and writes several elements" in str(found)
    assert check_op_model("toy.add", [ADD, ADD.replace("4x", "1x")], model) == []
    # Nor is it advised there.
    other = context(toys.plugin(NotElementwise()))
    assert check_op_model("toy.add", ADD.replace("4x", "1x"), other) == []


def test_operands_that_are_never_apart() -> None:
    text = ADD.replace("toy.add %x, %y", "toy.add %y, %y")
    found = check_op_model("toy.add", text, context(toys.plugin(Right())))
    assert {problem.kind for problem in found} == {Kind.UNTESTED}
    assert {problem.declaration for problem in found} == {
        "bufferizes_to_memory_read",
        "bufferizes_to_memory_write",
    }
    assert "what becomes of the buffer of operand #0" in str(found[0])


def test_a_region_that_is_never_executed() -> None:
    text = """
    func.func @f(%x: tensor<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {
      %no = arith.constant false
      %0 = scf.if %no -> tensor<4xf32> {
        %1 = tensor.insert %v into %x[%i] : tensor<4xf32>
        scf.yield %1 : tensor<4xf32>
      } else {
        scf.yield %x : tensor<4xf32>
      }
      return %0 : tensor<4xf32>
    }
    """
    found = check_op_model("scf.if", text, context())
    assert "no program executes region #0" in [problem.seen for problem in found]


def test_plugins_that_other_programs_need() -> None:
    model = Context(["func", "interpreter", "tools", toys.plugin(Right())])
    (found,) = check_op_model("toy.add", ADD, model)
    assert str(found) == (
        "contexts of the model of 'toy.add' was not tested: the op was not put into other programs, "
        "which needs the dialect 'arith' (install bufferize-arith), the dialect 'scf' (install "
        "bufferize-scf), the dialect 'tensor' (install bufferize-tensor)"
    )


def test_an_answer_that_is_another_one_elsewhere() -> None:
    class Elsewhere(Right):
        def bufferizes_to_memory_read(
            self, op: AddOp, operand: OpOperand, state: AnalysisState
        ) -> bool:
            assert op.parent_op is not None
            return op.parent_op.name != "scf.index_switch"

    found = problems(Elsewhere())
    assert {problem.declaration for problem in found} == {"bufferizes_to_memory_read"}
    assert all("scf.index_switch" in problem.program for problem in found)
