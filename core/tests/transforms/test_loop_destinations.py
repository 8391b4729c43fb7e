"""Loops and empty tensors of a dialect that the core does not know."""

from __future__ import annotations

import types

import pytest

import bufferize
from bufferize import Context, hookimpl
from bufferize import define as d
from bufferize.interfaces import (
    DestinationStyleOpInterface,
    EmptyTensorOpInterface,
    LoopLikeOpInterface,
)
from bufferize.ir import BlockArgument, OpOperand, OpResult
from bufferize.models import DestinationStyle, NeedsNoRewriting, ReadOnlyOperands
from bufferize.registration import OpModelRegistry, Registry
from bufferize.transforms import fold_loop_destinations

SPIN = d.Dialect("spin")


@SPIN.op("empty")
class EmptyOp(d.Operation, EmptyTensorOpInterface):
    extents = d.variadic_operand(d.INDEX)
    out = d.result(d.RANKED_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "`(` $extents `)` attr-dict `:` type($out)"


@SPIN.op("number")
class NumberOp(d.Operation):
    out = d.result(d.INDEX)


@SPIN.op("write")
class WriteOp(d.Operation, DestinationStyleOpInterface):
    into = d.operand(d.RANKED_TENSOR)
    out = d.result(d.RANKED_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "$into attr-dict `:` type($into) `->` type($out)"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return self.op_operands


@SPIN.op("read")
class ReadOp(d.Operation):
    of = d.operand(d.RANKED_TENSOR)
    assembly_format = "$of attr-dict `:` type($of)"


@SPIN.op("again")
class AgainOp(d.Operation):
    tensors = d.variadic_operand(d.RANKED_TENSOR)
    traits = (d.IsTerminator(),)
    assembly_format = "$tensors attr-dict `:` type($tensors)"


@SPIN.op("loop")
class LoopOp(d.Operation, LoopLikeOpInterface):
    inits = d.variadic_operand(d.RANKED_TENSOR)
    out = d.variadic_result(d.RANKED_TENSOR)
    body = d.region(1)

    @property
    def init_operands(self) -> list[OpOperand]:
        return self.op_operands

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        return list(self.regions[0].blocks[0].arguments)

    @property
    def yielded_operands(self) -> list[OpOperand]:
        return self.regions[0].blocks[0].terminator.op_operands

    @property
    def loop_results(self) -> list[OpResult]:
        return list(self.results)


class WriteModel(NeedsNoRewriting[WriteOp], DestinationStyle[WriteOp]):
    reads_inits = False


class _Plugin(types.SimpleNamespace):
    @staticmethod
    @hookimpl
    def register_dialects(registry: Registry) -> None:
        registry.add("spin", f"{__name__}:SPIN")

    @staticmethod
    @hookimpl
    def register_op_models(registry: OpModelRegistry) -> None:
        registry.add("spin", f"{__name__}:MODELS")


class ReadModel(NeedsNoRewriting[ReadOp], ReadOnlyOperands[ReadOp]):
    pass


MODELS = {"spin.write": WriteModel(), "spin.read": ReadModel()}
PLUGIN = _Plugin()
PLUGIN.BUFFERIZE_API = 1

T = "tensor<4xf32>"
ANY = "tensor<?xf32>"


def folded(body: str, type: str = T) -> tuple[int, str]:
    text = f"""\
%n = "spin.number"() : () -> index
%m = "spin.number"() : () -> index
%t = spin.empty({"%n" if type == ANY else ""}) : {type}
%r:2 = "spin.loop"(%t, %t) ({{
^bb0(%a: {type}, %b: {type}):
  {body}
}}) : ({type}, {type}) -> ({type}, {type})
"""
    context = Context(plugins=[PLUGIN])
    module = bufferize.parse(text, context, "spin.mlir")
    count = fold_loop_destinations(module, context)
    return count, bufferize.print_module(module)


def test_written_after_the_last_read() -> None:
    count, text = folded(
        f"spin.read %a : {T}\n%e = spin.empty() : {T}\n%0 = spin.write %e : {T} -> {T}\n"
        f"%1 = spin.write %0 : {T} -> {T}\nspin.again %1, %b : {T}, {T}"
    )
    assert count == 1
    assert text.count("spin.empty") == 1
    assert "= spin.write %arg0" in text


def test_moved_behind_the_last_read() -> None:
    count, text = folded(
        f"%e = spin.empty() : {T}\n%0 = spin.write %e : {T} -> {T}\n"
        f"%1 = spin.write %0 : {T} -> {T}\nspin.read %a : {T}\nspin.again %1, %b : {T}, {T}"
    )
    assert count == 1
    assert text.index("spin.read") < text.index("spin.write %arg0")


@pytest.mark.parametrize(
    "body",
    [
        f"%e = spin.empty() : {T}\n%0 = spin.write %e : {T} -> {T}\nspin.read %0 : {T}\n"
        f"spin.read %a : {T}\nspin.again %0, %b : {T}, {T}",
        f"%e = spin.empty() : {T}\n%0 = spin.write %e : {T} -> {T}\nspin.again %0, %a : {T}, {T}",
        f"%e = spin.empty() : {T}\nspin.again %e, %b : {T}, {T}",
        f"%0 = spin.write %b : {T} -> {T}\nspin.again %0, %b : {T}, {T}",
    ],
    ids=["needed before", "yielded elsewhere", "never written", "not empty"],
)
def test_left_alone(body: str) -> None:
    count, text = folded(body)
    assert count == 0
    assert "spin" in text


def test_extents() -> None:
    for extent, count in (("%n", 1), ("%m", 0)):
        body = f"%e = spin.empty({extent}) : {ANY}\n%0 = spin.write %e : {ANY} -> {ANY}\n"
        assert folded(body + f"spin.again %0, %b : {ANY}, {ANY}", ANY)[0] == count
