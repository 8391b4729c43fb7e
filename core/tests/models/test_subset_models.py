"""Models of slices and contributions, where an operation does not say what they need."""

from __future__ import annotations

import types
from typing import Any

import pytest

import bufferize
from bufferize import Context, hookimpl
from bufferize import define as d
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import BufferizationRewriter
from bufferize.interfaces import (
    HyperrectangularSlice,
    InParallelOpInterface,
    ParallelCombiningOpInterface,
    ParallelLoopInterface,
    SubsetExtractionOpInterface,
)
from bufferize.ir import OpOperand, Value, verify
from bufferize.models import Contribution, NeedsNoRewriting, ParallelLoop, SliceOf

PART = d.Dialect("part")


@PART.op("take")
class TakeOp(d.Operation, SubsetExtractionOpInterface):
    """Some elements of a tensor: every one of them if `all`, and else nobody knows which."""

    source = d.operand(d.RANKED_TENSOR)
    all = d.optional_attr(d.UNIT_ATTR)
    result = d.result(d.RANKED_TENSOR)

    def accessed_slice(self) -> HyperrectangularSlice | None:
        return HyperrectangularSlice((0,), (4,), (1,)) if self.all is not None else None


@PART.op("spawn")
class SpawnOp(d.Operation, ParallelLoopInterface):
    """A parallel loop."""

    shared = d.variadic_operand(d.RANKED_TENSOR)
    outputs = d.variadic_result(d.RANKED_TENSOR)
    body = d.region(1)

    @property
    def init_operands(self) -> list[OpOperand]:
        return list(self.op_operands)


@PART.op("join")
class JoinOp(d.Operation, InParallelOpInterface):
    """Ends the body of one."""

    region = d.region(1)
    traits = (d.IsTerminator(), d.NoTerminator())


@PART.op("give")
class GiveOp(d.Operation, ParallelCombiningOpInterface):
    """Does something to a shared tensor."""

    into = d.operand(d.RANKED_TENSOR)

    @property
    def updated_destinations(self) -> list[OpOperand]:
        return [self.op_operands[0]]


class TakeModel(SliceOf[TakeOp]):
    pass


class SpawnModel(ParallelLoop[SpawnOp]):
    pass


class JoinModel(NeedsNoRewriting[JoinOp]):
    pass


class SilentModel(Contribution[GiveOp]):
    pass


class GiveModel(Contribution[GiveOp]):
    def contribute(self, op: GiveOp, buffer: Value, rewriter: BufferizationRewriter) -> None:
        rewriter.copy(buffer, buffer)


def context(give: Contribution[GiveOp]) -> Context:
    @hookimpl
    def register_dialects(registry: Any) -> None:
        registry.add("part", PART)

    @hookimpl
    def register_op_models(registry: Any) -> None:
        models = {"take": TakeModel(), "spawn": SpawnModel(), "join": JoinModel(), "give": give}
        registry.add("part", {f"part.{name}": model for name, model in models.items()})

    plugin = types.SimpleNamespace(
        __name__="part",
        register_dialects=register_dialects,
        register_op_models=register_op_models,
    )
    made = Context([plugin])
    made.allow_unregistered_dialects = True
    return made


def bufferized(body: str, give: Contribution[GiveOp] | None = None) -> str:
    of_all = context(give or GiveModel())
    text = f"""
    "test.function"() ({{
    ^bb0(%m: memref<4xf32>):
      %t = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
      {body}
    }}) : () -> ()
    """
    module = bufferize.parse(text, of_all, "f.mlir")
    options = bufferize.OneShotOptions(allow_unknown_ops=True)
    bufferize.one_shot_bufferize(module, options, of_all)
    assert not verify(module)
    return bufferize.print_module(module)


def spawn(inside: str) -> str:
    return f"""
    %0 = "part.spawn"(%t) ({{
    ^bb0(%o: tensor<4xf32>):
      "part.join"() ({{ {inside} }}) : () -> ()
    }}) : (tensor<4xf32>) -> tensor<4xf32>
    "test.use"(%0) : (tensor<4xf32>) -> ()
    """


GIVE = '"part.give"(%o) : (tensor<4xf32>) -> ()'
TAKE = """%0 = "part.take"(%t) {} : (tensor<4xf32>) -> tensor<4xf32>
"test.use"(%0) : (tensor<4xf32>) -> ()"""


def test_a_slice_becomes_a_view() -> None:
    assert "memref.subview %arg0[0] [4] [1]" in bufferized(TAKE.format("{all}"))


def test_a_slice_that_is_not_stated_is_an_error_at_the_operation() -> None:
    with pytest.raises(DiagnosticError) as caught:
        bufferized(TAKE.format(""))
    (problem,) = caught.value.diagnostics
    assert problem.message == "'part.take' op does not state the slice that it extracts"
    assert str(problem.position) == "f.mlir:5:12"


def test_a_contribution_is_built_before_the_end_of_the_body() -> None:
    lines = [line.strip() for line in bufferized(spawn(GIVE)).splitlines()]
    copy = next(i for i, line in enumerate(lines) if line.startswith("memref.copy %arg0, %arg0"))
    assert '"part.join"' in lines[copy + 1]


def test_a_model_that_contributes_nothing_is_named() -> None:
    with pytest.raises(DiagnosticError, match="SilentModel.*contribute") as caught:
        bufferized(spawn(GIVE), SilentModel())
    assert "'part.give'" in str(caught.value)


def test_a_contribution_outside_of_a_terminator_is_refused() -> None:
    with pytest.raises(DiagnosticError, match="is in no terminator of a parallel loop"):
        bufferized(GIVE.replace("%o", "%t"))


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        (GIVE.replace("%o", "%t"), "'part.give' op may only insert into an output block argument"),
        (
            '"test.other"() : () -> ()',
            "'part.join' op expected only ParallelCombiningOpInterface ops, but found 'test.other'",
        ),
    ],
)
def test_what_is_contributed_to_is_verified(inside: str, message: str) -> None:
    text = f'%t = "test.given"() : () -> tensor<4xf32>\n{spawn(inside)}'
    (problem,) = verify(bufferize.parse(text, context(GiveModel())))
    assert problem.message == message
