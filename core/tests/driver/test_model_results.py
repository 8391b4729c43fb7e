"""Models whose `bufferize` contradicts their `get_buffer_type`, or makes an invalid module."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize import define as d
from bufferize.diagnostics import DiagnosticError, PluginError, VerifyError
from bufferize.driver import BufferizationRewriter, BufferizationState
from bufferize.ir import F32, I32, MemRefType, StridedLayoutAttr, Type, Value, i64_attr
from bufferize.models import ReadOnlyOperands
from bufferize.passes import pipeline_from_text
from bufferize.plugins import adding
from bufferize.syntax import parse_type

TOY = d.Dialect("toy")


@TOY.op("row")
class RowOp(d.Operation):
    source = d.operand(d.ANY_SHAPED)
    out = d.result(d.ANY_SHAPED)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@TOY.op("buffer")
class BufferOp(d.Operation):
    out = d.result(d.ANY_SHAPED)


@TOY.op("within")
class WithinOp(d.Operation):
    source = d.operand(d.ANY_SHAPED)
    out = d.result(d.ANY_SHAPED)
    body = d.region()
    traits = (d.NoTerminator(),)
    assembly_format = "operands attr-dict `:` functional-type(operands, results) $body"


TEXT = """\
func.func @f(%t: tensor<4x8xf32>, %i: index) -> f32 {
  %0 = toy.row %t : (tensor<4x8xf32>) -> tensor<8xf32>
  %1 = tensor.extract %0[%i] : tensor<8xf32>
  return %1 : f32
}
"""
WITHIN = TEXT.replace("toy.row", "toy.within").replace(
    "-> tensor<8xf32>\n", "-> tensor<8xf32> {}\n"
)
OPTIONS = OneShotOptions(bufferize_function_boundaries=True)
PLAIN = MemRefType((8,), F32)
STRIDED = MemRefType((8,), F32, StridedLayoutAttr(3, (2,)))
DYNAMIC = "strided<[?], offset: ?>"


def context(model: Any) -> Context:
    """Return a context in which both operations have the same model."""
    plugin = SimpleNamespace(
        __name__="toys",
        register_dialects=adding({"toy": TOY}),
        register_op_models=adding({"toy": {"toy.row": model, "toy.within": model}}),
    )
    return Context(["func", "tensor", plugin])


class RowModel(ReadOnlyOperands[Any]):
    """A model that makes a buffer of type `made` and says that it makes one of type `said`."""

    def __init__(self, made: Type, said: Type = PLAIN) -> None:
        self.made, self.said = made, said

    def get_buffer_type(self, op: Any, value: Value, state: BufferizationState) -> Type:
        return self.said

    def bufferize(self, op: Any, rewriter: BufferizationRewriter) -> None:
        rewriter.replace(op, [rewriter.create(BufferOp, (), (self.made,)).out])


class MovedRegion(RowModel):
    """One that makes a new operation with the region first."""

    def bufferize(self, op: Any, rewriter: BufferizationRewriter) -> None:
        new = rewriter.recreate(op, [rewriter.buffer(op.source)], [self.made])
        rewriter.replace(op, new.results)


@pytest.mark.parametrize(
    ("text", "kind"), [(TEXT, RowModel), (WITHIN, MovedRegion)], ids=["alone", "with a region"]
)
@pytest.mark.parametrize(
    "made",
    [
        MemRefType((4, 8), F32),
        MemRefType((9,), F32),
        MemRefType((8,), I32),
        MemRefType((8,), F32, None, i64_attr(1)),
        STRIDED,
        parse_type("memref<?xf32>", Context([])),
        parse_type("memref<*xf32>", Context([])),
        parse_type(f"memref<8xf32, {DYNAMIC}>", Context([])),
    ],
    ids=str,
)
def test_a_buffer_of_another_type_is_refused(text: str, kind: type[RowModel], made: Type) -> None:
    toys = context(kind(made))
    module = bufferize.parse(text, toys, "in.mlir")
    before = bufferize.print_module(module)
    with pytest.raises(PluginError) as caught:
        bufferize.one_shot_bufferize(module, OPTIONS, toys)
    problem = caught.value.diagnostics[0]
    name = "toy.row" if text is TEXT else "toy.within"
    assert str(problem) == (
        f"in.mlir:2:8: error: the model of '{name}', {kind.__name__} of plugin 'toys': bufferize() "
        f"replaces result #0, of type tensor<8xf32>, by a buffer of type {made}, but "
        "get_buffer_type() gives memref<8xf32>"
    )
    assert [note.message for note in problem.notes] == [
        "make such a buffer, or give its type in get_buffer_type()"
    ]
    assert bufferize.print_module(module) == before


@pytest.mark.parametrize("made", ["memref<8xf32>", "memref<8xf32, strided<[2], offset: 3>>"])
@pytest.mark.parametrize(
    ("text", "kind"), [(TEXT, RowModel), (WITHIN, MovedRegion)], ids=["alone", "with a region"]
)
def test_more_may_be_known_of_a_buffer(text: str, kind: type[RowModel], made: str) -> None:
    given, said = (
        parse_type(made, Context([])),
        parse_type(f"memref<8xf32, {DYNAMIC}>", Context([])),
    )
    toys = context(kind(given, said))
    module = bufferize.parse(text, toys)
    bufferize.one_shot_bufferize(module, OPTIONS, toys)
    assert f"memref.load %0[%arg1] : {made}" in bufferize.print_module(module)


class Left(ReadOnlyOperands[RowOp]):
    def bufferize(self, op: RowOp, rewriter: BufferizationRewriter) -> None:
        """Forget about it."""


def test_a_model_that_leaves_its_operation_is_named() -> None:
    toys = context(Left())
    with pytest.raises(DiagnosticError) as caught:
        bufferize.one_shot_bufferize(bufferize.parse(TEXT, toys, "in.mlir"), OPTIONS, toys)
    (problem,) = caught.value.diagnostics
    assert str(problem) == "in.mlir:2:8: error: op was not bufferized"
    assert [note.message for note in problem.notes] == [
        "the model of 'toy.row', Left of plugin 'toys', ran and left it on tensors: its bufferize() "
        "has to replace it, as by `rewriter.replace`, or to erase it"
    ]


class Unverified(ReadOnlyOperands[RowOp]):
    """A model that replaces the tensor itself, which `replace` does not see."""

    def bufferize(self, op: RowOp, rewriter: BufferizationRewriter) -> None:
        buffer = rewriter.create(BufferOp, (), (MemRefType((4, 8), F32),)).out
        rewriter.replace_op(op, [rewriter.to_tensor(buffer, op.out.type)])


def test_the_module_is_verified_afterwards() -> None:
    toys = context(Unverified())
    module = bufferize.parse(TEXT, toys, "in.mlir")
    before = bufferize.print_module(module)
    with pytest.raises(VerifyError) as caught:
        bufferize.one_shot_bufferize(module, OPTIONS, toys)
    problem = caught.value.diagnostics[0]
    assert str(problem).startswith("in.mlir:3:8: error: 'memref.load' op ")
    assert [note.message for note in problem.notes] == [
        "bufferization made this: a model of an operation, or a function of the options, is wrong"
    ]
    assert bufferize.print_module(module) == before


def test_the_module_is_verified_once(monkeypatch: pytest.MonkeyPatch) -> None:
    toys = context(Unverified())
    module = bufferize.parse(TEXT, toys)
    bufferize.one_shot_bufferize(module, OPTIONS, toys, verify=False)
    assert bufferize.verify(module)

    def forbidden(*arguments: object) -> None:
        raise AssertionError("the pass manager verifies")

    monkeypatch.setattr("bufferize.driver.one_shot.require_valid", forbidden)
    pipeline = pipeline_from_text("one-shot-bufferize{bufferize-function-boundaries}", toys)
    with pytest.raises(VerifyError):
        pipeline.run(bufferize.parse(TEXT, toys), toys)
