"""What a model does wrong is an error that names it, its plugin, the method, the op and the place."""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bufferize
from bufferize import Context, OneShotOptions, hookimpl
from bufferize import define as d
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, PluginError
from bufferize.driver import (
    BufferizableOpInterface,
    BufferizationRewriter,
    BufferizationState,
    GuardedModel,
)
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BufferRelation,
    DestinationStyleOpInterface,
)
from bufferize.ir import (
    DYNAMIC,
    F32,
    I32,
    IntegerAttr,
    MemRefType,
    OpOperand,
    Type,
    UnrankedMemRefType,
    Value,
    i64_attr,
)
from bufferize.models import AllocatesResult, DestinationStyle, ReadOnlyOperands
from bufferize.plugins import OpModelRegistry, Registry
from bufferize.syntax import parse_type
from bufferize_tools import opt

ODD = d.Dialect("odd")


@ODD.op("new")
class NewOp(d.Operation):
    out = d.result(d.RANKED_TENSOR)
    assembly_format = "attr-dict `:` type($out)"


@ODD.op("fill")
class FillOp(d.Operation):
    buffer = d.operand(d.ANY_MEMREF)


@ODD.op("update")
class UpdateOp(d.Operation, DestinationStyleOpInterface):
    init = d.operand(d.TENSOR_OR_MEMREF)
    out = d.optional_result(d.TENSOR_OR_MEMREF)
    assembly_format = "$init attr-dict `:` type($init) (`->` type($out)^)?"
    dps_inits = property(lambda self: [self.op_operands[0]])


@ODD.op("look")
class LookOp(d.Operation):
    source = d.operand(d.TENSOR_OR_MEMREF)
    assembly_format = "$source attr-dict `:` type($source)"


@ODD.op("scope")
class ScopeOp(d.Operation):
    body = d.region()
    traits = (d.NoTerminator(),)
    assembly_format = "$body attr-dict"


class NewModel(AllocatesResult[NewOp]):
    def fill(self, op: NewOp, buffer: Value, rewriter: BufferizationRewriter) -> None:
        rewriter.insert(FillOp.build(buffer=buffer))


class LookModel(ReadOnlyOperands[LookOp]):
    pass


class OddModel(DestinationStyle[UpdateOp]):
    """A good one, if nothing is overridden."""


REWRITER = BufferizationRewriter(BufferizationState(Context([]), OneShotOptions()))
Method = Callable[..., object]

TEXT = """\
%a = odd.new : tensor<4xf32>
%b = odd.update %a : tensor<4xf32> -> tensor<4xf32>
odd.look %b : tensor<4xf32>
"""
WHO = "in.mlir:2:6: error: the model of 'odd.update', OddModel of plugin 'p': "


def context(**methods: Method) -> Context:
    """A context in which the model of `odd.update` has other methods."""
    if "get_aliasing_values" in methods:
        methods.setdefault(
            "get_aliasing_op_operands", BufferizableOpInterface.get_aliasing_op_operands
        )

    @hookimpl
    def register_dialects(registry: Registry) -> None:
        registry.add("odd", ODD)

    @hookimpl
    def register_op_models(registry: OpModelRegistry) -> None:
        model = type("OddModel", (OddModel,), dict(methods))()
        registry.add("odd", {"odd.new": NewModel(), "odd.look": LookModel(), "odd.update": model})

    return Context(
        [
            types.SimpleNamespace(
                __name__="p",
                register_dialects=register_dialects,
                register_op_models=register_op_models,
            )
        ]
    )


def guarded_model(**methods: Method) -> tuple[GuardedModel, UpdateOp]:
    """The model with these methods as the core asks it, and an operation."""
    odd = context(**methods)
    update = list(bufferize.parse(TEXT, odd, "in.mlir").regions[0].entry.ops)[1]
    assert isinstance(update, UpdateOp)
    model = odd.model("odd.update")
    assert isinstance(model, GuardedModel)
    return model, update


def failure(text: str = TEXT, /, **methods: Method) -> str:
    """The error of bufferizing `text` with these methods, which leave the module as it was."""
    odd = context(**methods)
    module = bufferize.parse(text, odd, "in.mlir")
    before = bufferize.print_module(module)
    with pytest.raises(DiagnosticError) as caught:
        bufferize.one_shot_bufferize(module, OneShotOptions(), odd)
    assert bufferize.print_module(module) == before
    return str(caught.value)


def test_a_good_model_is_not_disturbed() -> None:
    odd = context()
    module = bufferize.parse(TEXT, odd, "in.mlir")
    bufferize.one_shot_bufferize(module, OneShotOptions(), odd)
    assert "odd.update %alloc : memref<4xf32>\n" in bufferize.print_module(module)


def no_such_field(model: OddModel, op: Any, *arguments: object) -> object:
    return op.no_such_field


def forgotten(model: OddModel, op: UpdateOp, *arguments: object) -> None:
    """Has no `return`."""


ASKED = {
    "bufferizes_to_memory_read": False,
    "bufferizes_to_memory_write": False,
    "must_bufferize_in_place": False,
    "get_aliasing_values": False,
    "get_aliasing_op_operands": False,
    "is_writable": False,
    "has_tensor_semantics": False,
    "verify_analysis": True,
    "resolve_conflicts": True,
    "bufferize": True,
}
"""The methods that the program leads to, and whether each has nothing to return."""


@pytest.mark.parametrize("name", ASKED)
def test_a_method_that_raises(name: str) -> None:
    message = f"{WHO}{name}() failed: AttributeError: 'UpdateOp' object has no attribute"
    assert failure(**{name: no_such_field}).startswith(message)


@pytest.mark.parametrize("name", [name for name, is_silent in ASKED.items() if not is_silent])
def test_a_forgotten_return(name: str) -> None:
    assert failure(**{name: forgotten}).startswith(f"{WHO}{name}() gave None")


def test_an_answer_where_none_is_expected() -> None:
    message = failure(verify_analysis=lambda *_: True)
    assert message == f"{WHO}verify_analysis() gave True, but nothing is expected"


def test_every_method_is_guarded() -> None:
    names = [
        name
        for name, member in inspect.getmembers(BufferizableOpInterface, inspect.isfunction)
        if not name.startswith("_")
    ]
    assert len(names) == 18
    model, update = guarded_model(**dict.fromkeys(names, no_such_field))
    for name in names:
        others = getattr(BufferizableOpInterface, name).__code__.co_argcount - 2
        with pytest.raises(PluginError, match=rf"{name}\(\) failed: AttributeError"):
            getattr(model, name)(update, *[None] * others)


def test_a_model_that_ends_the_process() -> None:
    message = failure(bufferize=lambda *_: sys.exit(3))
    assert message.startswith(f"{WHO}bufferize() failed: SystemExit: 3")


def test_an_exception_without_words() -> None:
    def fails(*_: object) -> None:
        raise AssertionError

    message = f"{WHO}bufferize() failed: AssertionError\nin.mlir:2:6: error: failed to bufferize op"
    assert failure(bufferize=fails) == message


def test_an_interruption_is_none_of_the_models() -> None:
    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    odd = context(is_writable=interrupted)
    module = bufferize.parse(TEXT, odd)
    with pytest.raises(KeyboardInterrupt):
        bufferize.one_shot_bufferize(module, OneShotOptions(), odd)


def test_what_a_model_refuses_is_said_in_its_words() -> None:
    def refuses(*_: object) -> None:
        raise DiagnosticError("not on a Sunday")

    odd = context(verify_analysis=refuses)
    with pytest.raises(DiagnosticError, match="^<input>:2:6: error: not on a Sunday$"):
        bufferize.one_shot_bufferize(bufferize.parse(TEXT, odd), OneShotOptions(), odd)


def test_truths() -> None:
    """Methods that the program does not lead to."""
    model, update = guarded_model(
        bufferizes_to_allocation=forgotten, is_parallel_region=lambda *_: 1
    )
    with pytest.raises(PluginError, match=r"allocation\(\) gave None in place of True or False$"):
        model.bufferizes_to_allocation(update, update.init)
    with pytest.raises(PluginError, match=r"is_parallel_region\(\) gave 1 in place of True or "):
        model.is_parallel_region(update, 0)


NEITHER = "that is neither a result of the operation nor an argument of its blocks"


@pytest.mark.parametrize(
    ("value_of", "message"),
    [
        (lambda op: op.init, f"an alias of operand #0 {NEITHER}"),
        (lambda op: op.next_op.next_op.out, f"an alias of operand #0 {NEITHER}"),
    ],
    ids=["its operand", "another's result"],
)
def test_aliasing_values(value_of: Callable[[Any], Value], message: str) -> None:
    def aliases(
        model: OddModel, op: UpdateOp, operand: OpOperand, state: object
    ) -> list[AliasingValue]:
        return [AliasingValue(value_of(op), BufferRelation.EQUIVALENT)]

    text = TEXT + "%c = odd.update %a : tensor<4xf32> -> tensor<4xf32>\n"
    assert failure(text, get_aliasing_values=aliases).startswith(
        f"{WHO}get_aliasing_values() gave {message}"
    )


def test_aliasing_operands() -> None:
    def aliases(
        model: OddModel, op: UpdateOp, value: Value, state: object
    ) -> list[AliasingOpOperand]:
        assert op.next_op is not None
        return [AliasingOpOperand(op.next_op.op_operands[0], BufferRelation.EQUIVALENT)]

    assert failure(get_aliasing_op_operands=aliases).startswith(
        f"{WHO}get_aliasing_op_operands() gave an alias that is neither an operand of the operation "
        "nor of one that ends a block in it: operand #0 of 'odd.look'"
    )


@pytest.mark.parametrize("name", ["get_aliasing_values", "get_aliasing_op_operands"])
@pytest.mark.parametrize(
    ("answer", "shown"),
    [((), "() in place of a list of "), ([7], "7 in place of an ")],
    ids=["a tuple", "a number"],
)
def test_aliases_of_another_kind(name: str, answer: object, shown: str) -> None:
    assert failure(**{name: lambda *_: answer}).startswith(f"{WHO}{name}() gave {shown}Aliasing")


def test_the_type_of_the_tensor_is_no_buffer_type() -> None:
    def bufferize(model: OddModel, op: UpdateOp, rewriter: BufferizationRewriter) -> None:
        assert op.out is not None
        rewriter.buffer_type(op.out)

    def same(model: OddModel, op: UpdateOp, value: Value, state: BufferizationState) -> Type:
        return value.type

    message = failure(get_buffer_type=same, bufferize=bufferize)
    assert message.startswith(
        f"{WHO}get_buffer_type() gave tensor<4xf32>, which is no buffer type, "
        "for a value of type tensor<4xf32>"
    )


@pytest.mark.parametrize(
    "answer",
    [
        MemRefType((5,), F32),
        MemRefType((4, 4), F32),
        MemRefType((4,), I32),
    ],
    ids=str,
)
def test_a_buffer_type_is_of_the_shape_and_elements_of_the_tensor(answer: Type) -> None:
    model, update = guarded_model(get_buffer_type=lambda *_: answer)
    state = BufferizationState(context(), OneShotOptions())
    with pytest.raises(PluginError) as caught:
        model.get_buffer_type(update, update.results[0], state)
    assert str(caught.value) == (
        f"{WHO}get_buffer_type() gave {answer}, a buffer of another shape or other elements, "
        "for a value of type tensor<4xf32>"
    )


@pytest.mark.parametrize("answer", [UnrankedMemRefType(F32), MemRefType((DYNAMIC,), F32)], ids=str)
def test_less_may_be_known_of_a_buffer(answer: Type) -> None:
    model, update = guarded_model(get_buffer_type=lambda *_: answer)
    state = BufferizationState(context(), OneShotOptions())
    assert model.get_buffer_type(update, update.results[0], state) is answer


@pytest.mark.parametrize(
    ("types", "wrong"),
    [
        ([], "'odd.update' has 1 results, and 0 values to replace them"),
        (["tensor<4xf32>"] * 2, "'odd.update' has 1 results, and 2 values to replace them"),
        (
            ["tensor<5xf32>"],
            "a value of type tensor<5xf32> cannot replace result #0 of 'odd.update', "
            "of type tensor<4xf32>",
        ),
        (["f32"], "a value of type f32 cannot replace result #0 of 'odd.update'"),
    ],
)
def test_what_results_are_replaced_by(types: list[str], wrong: str) -> None:
    def bufferize(model: OddModel, op: UpdateOp, rewriter: BufferizationRewriter) -> None:
        made = [parse_type(type, Context([])) for type in types]
        rewriter.replace(op, [rewriter.create(NewOp, (), (type,)).out for type in made])

    assert failure(bufferize=bufferize).startswith(f"{WHO}bufferize() failed: ValueError: {wrong}")


def test_an_answer_that_depends_on_itself() -> None:
    def itself(model: OddModel, op: UpdateOp, operand: OpOperand, state: AnalysisState) -> bool:
        return state.bufferizes_to_memory_read(operand)

    message = failure(bufferizes_to_memory_read=itself)
    assert message.startswith(f"{WHO}bufferizes_to_memory_read() failed: RecursionError: ")
    assert message.splitlines()[0].endswith(". Does it ask for its own answer?")


def test_a_type_that_depends_on_itself() -> None:
    def bufferize(model: OddModel, op: UpdateOp, rewriter: BufferizationRewriter) -> None:
        assert op.out is not None
        rewriter.buffer_type(op.out)

    def itself(model: OddModel, op: UpdateOp, value: Value, state: BufferizationState) -> Type:
        return state.buffer_type(value)

    text = f"odd.scope {{ {TEXT} }}"  # in a graph, a value may be made from itself
    message = failure(text, get_buffer_type=itself, bufferize=bufferize)
    assert message.startswith(f"{WHO}get_buffer_type() asks for the type that it is to give")


def test_shapes_for_other_results() -> None:
    model, update = guarded_model(reify_result_shapes=lambda *_: [[4], [4]])
    with pytest.raises(PluginError) as caught:
        model.reify_result_shapes(update, REWRITER)
    expected = "reify_result_shapes() gave [[4], [4]] in place of one shape for each of 1 results"
    assert str(caught.value).startswith(WHO + expected)


@pytest.mark.parametrize(
    "shape",
    [None, 4, [], [4, 4], [-1], ["4"]],
    ids=["none", "bare", "short", "long", "dynamic", "text"],
)
def test_a_shape_is_the_extents_of_its_result(shape: object) -> None:
    model, update = guarded_model(reify_result_shapes=lambda *_: [shape])
    with pytest.raises(PluginError, match=r"reify_result_shapes\(\) gave .*for result #0"):
        model.reify_result_shapes(update, REWRITER)


def test_an_extent_is_no_tensor() -> None:
    model, update = guarded_model(reify_result_shapes=lambda _, op, rewriter: [[op.init]])
    with pytest.raises(PluginError) as caught:
        model.reify_result_shapes(update, REWRITER)
    expected = "of tensor<4xf32>: each is a number or a value of type index"
    assert str(caught.value).endswith(expected)


# Operations that are lost


@pytest.mark.parametrize("lost", ["odd.update", "odd.look"])
def test_an_operation_that_is_taken_out_of_the_program(lost: str) -> None:
    def take_out(model: OddModel, op: UpdateOp, rewriter: BufferizationRewriter) -> None:
        block = op.parent
        assert block is not None
        next(other for other in block.ops if other.name == lost).detach()

    message = failure(bufferize=take_out)
    assert message.startswith(f"{WHO}bufferize() takes '{lost}' out of the program: call ")


def test_an_operation_around_that_is_taken_out_of_the_program() -> None:
    def take_out(model: OddModel, op: UpdateOp, rewriter: BufferizationRewriter) -> None:
        assert op.parent_op is not None
        op.parent_op.erase()

    odd = context(bufferize=take_out)
    module = bufferize.parse(f"odd.scope {{\n{TEXT}}}", odd, "in.mlir")
    with pytest.raises(PluginError, match="the model of 'odd.update'.* out of the program"):
        bufferize.one_shot_bufferize(module, OneShotOptions(), odd)


# Rewriting without end


def again(model: OddModel, op: UpdateOp, rewriter: BufferizationRewriter) -> None:
    new = rewriter.create(UpdateOp, op.operands, op.result_types)
    rewriter.replace(op, new.results)


def test_an_operation_that_becomes_itself() -> None:
    message = failure(bufferize=again)
    assert message.startswith(f"{WHO}bufferize() makes new operations on tensors without end")


def twice(model: OddModel, op: UpdateOp, rewriter: BufferizationRewriter) -> None:
    rewriter.create(UpdateOp, op.operands, op.result_types)
    again(model, op, rewriter)


def test_operations_that_become_more_and_more() -> None:
    message = failure(bufferize=twice)
    assert message.startswith(f"{WHO}bufferize() makes new operations on tensors without end")


def test_many_steps_that_end() -> None:
    def in_steps(model: OddModel, op: UpdateOp, rewriter: BufferizationRewriter) -> None:
        steps = op.attributes.get("steps", i64_attr(100))
        assert isinstance(steps, IntegerAttr)
        left = steps.value - 1
        if not left:
            rewriter.replace(op, [rewriter.buffer(op.init)])
            return
        new = UpdateOp.build(init=op.init, result_types=op.result_types)
        new.attributes["steps"] = i64_attr(left)
        rewriter.replace(op, rewriter.insert(new).results)

    odd = context(bufferize=in_steps)
    module = bufferize.parse(TEXT, odd, "in.mlir")
    bufferize.one_shot_bufferize(module, OneShotOptions(), odd)
    assert "odd.look %alloc : memref<4xf32>\n" in bufferize.print_module(module)


@pytest.mark.parametrize(
    ("method", "function", "message"),
    [
        ("is_writable", no_such_field, "is_writable() failed: AttributeError"),
        ("bufferize", lambda *_: sys.exit(), "bufferize() failed: SystemExit"),
        ("bufferize", again, "bufferize() makes new operations on tensors without end"),
    ],
    ids=["raises", "exits", "endless"],
)
def test_the_command_line(
    method: str,
    function: Method,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "in.mlir").write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BUFFERIZE_DEBUG", raising=False)
    monkeypatch.setattr("bufferize.plugins.Context", lambda **_: context(**{method: function}))
    assert opt.main(["--one-shot-bufferize", "in.mlir"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(WHO + message)
    assert "Traceback" not in err
    first, *rest = err.splitlines()
    assert rest[:2] == [TEXT.splitlines()[1], "     ^"], first


def test_methods_that_are_replaced_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """As tests do that take a rule out of a model."""
    model, update = guarded_model()
    state = BufferizationState(context(), OneShotOptions()).queries
    assert model.bufferizes_to_memory_read(update, update.op_operands[0], state)
    monkeypatch.setattr(type(model.model), "bufferizes_to_memory_read", lambda *_: False)
    assert not model.bufferizes_to_memory_read(update, update.op_operands[0], state)
