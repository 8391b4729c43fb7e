"""Loops and empty tensors of a dialect that the core does not know."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.driver import Model
from bufferize.models import DestinationStyle, NeedsNoRewriting, ReadOnlyOperands
from bufferize_transforms import fold_loop_destinations
from core.tests.flow import ReadOp, WriteOp, flow_context


class WriteModel(NeedsNoRewriting[WriteOp], DestinationStyle[WriteOp]):
    reads_inits = False


class ReadModel(NeedsNoRewriting[ReadOp], ReadOnlyOperands[ReadOp]):
    pass


MODELS: dict[str, Model] = {"write": WriteModel(), "read": ReadModel()}

T = "tensor<4xf32>"
ANY = "tensor<?xf32>"


def folded(body: str, type: str = T) -> tuple[int, str]:
    text = f"""\
%n = "test.number"() : () -> index
%m = "test.number"() : () -> index
%t = flow.empty({"%n" if type == ANY else ""}) : {type}
%r:2 = "flow.loop"(%t, %t) ({{
^bb0(%a: {type}, %b: {type}):
  {body}
}}) : ({type}, {type}) -> ({type}, {type})
"""
    context = flow_context(MODELS)
    module = bufferize.parse(text, context, "flow.mlir")
    count = fold_loop_destinations(module, context)
    return count, bufferize.print_module(module)


def test_written_after_the_last_read() -> None:
    count, text = folded(
        f"flow.read %a : {T}\n%e = flow.empty() : {T}\n%0 = flow.write %e : {T} -> {T}\n"
        f'%1 = flow.write %0 : {T} -> {T}\n"flow.end"(%1, %b) : ({T}, {T}) -> ()'
    )
    assert count == 1
    assert text.count("flow.empty") == 1
    assert "= flow.write %arg0" in text


def test_moved_behind_the_last_read() -> None:
    count, text = folded(
        f"%e = flow.empty() : {T}\n%0 = flow.write %e : {T} -> {T}\n"
        f'%1 = flow.write %0 : {T} -> {T}\nflow.read %a : {T}\n"flow.end"(%1, %b) : ({T}, {T}) -> ()'
    )
    assert count == 1
    assert text.index("flow.read") < text.index("flow.write %arg0")


@pytest.mark.parametrize(
    "body",
    [
        f"%e = flow.empty() : {T}\n%0 = flow.write %e : {T} -> {T}\nflow.read %0 : {T}\n"
        f'flow.read %a : {T}\n"flow.end"(%0, %b) : ({T}, {T}) -> ()',
        f'%e = flow.empty() : {T}\n%0 = flow.write %e : {T} -> {T}\n"flow.end"(%0, %a) : ({T}, {T}) -> ()',
        f'%e = flow.empty() : {T}\n"flow.end"(%e, %b) : ({T}, {T}) -> ()',
        f'%0 = flow.write %b : {T} -> {T}\n"flow.end"(%0, %b) : ({T}, {T}) -> ()',
    ],
    ids=["needed before", "yielded elsewhere", "never written", "not empty"],
)
def test_left_alone(body: str) -> None:
    count, text = folded(body)
    assert count == 0
    assert "flow" in text


def test_extents() -> None:
    for extent, count in (("%n", 1), ("%m", 0)):
        body = f"%e = flow.empty({extent}) : {ANY}\n%0 = flow.write %e : {ANY} -> {ANY}\n"
        assert folded(body + f'"flow.end"(%0, %b) : ({ANY}, {ANY}) -> ()', ANY)[0] == count
