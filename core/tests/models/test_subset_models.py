"""Models of slices and contributions, where an operation does not say what they need."""

from __future__ import annotations

import pytest

import bufferize
from bufferize import Context
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import BufferizationRewriter
from bufferize.ir import Value, verify
from bufferize.models import Contribution, NeedsNoRewriting, ParallelLoop, SliceOf
from core.tests.flow import GiveOp, JoinOp, SpreadOp, TakeOp, flow_context


class TakeModel(SliceOf[TakeOp]):
    pass


class SpreadModel(ParallelLoop[SpreadOp]):
    pass


class JoinModel(NeedsNoRewriting[JoinOp]):
    pass


class SilentModel(Contribution[GiveOp]):
    pass


class GiveModel(Contribution[GiveOp]):
    def contribute(self, op: GiveOp, buffer: Value, rewriter: BufferizationRewriter) -> None:
        rewriter.copy(buffer, buffer)


def context(give: Contribution[GiveOp]) -> Context:
    return flow_context(
        {"take": TakeModel(), "spread": SpreadModel(), "join": JoinModel(), "give": give}
    )


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


def spread(inside: str) -> str:
    return f"""
    %0 = "flow.spread"(%t) ({{
    ^bb0(%o: tensor<4xf32>):
      "flow.join"() ({{ {inside} }}) : () -> ()
    }}) : (tensor<4xf32>) -> tensor<4xf32>
    "test.use"(%0) : (tensor<4xf32>) -> ()
    """


GIVE = '"flow.give"(%o) : (tensor<4xf32>) -> ()'
TAKE = """%0 = "flow.take"(%t) {} : (tensor<4xf32>) -> tensor<4xf32>
"test.use"(%0) : (tensor<4xf32>) -> ()"""


def test_a_slice_becomes_a_view() -> None:
    assert "memref.subview %arg0[0] [4] [1]" in bufferized(TAKE.format("{all}"))


def test_a_slice_that_is_not_stated_is_an_error_at_the_operation() -> None:
    with pytest.raises(DiagnosticError) as caught:
        bufferized(TAKE.format(""))
    (problem,) = caught.value.diagnostics
    assert problem.message == "'flow.take' op does not state the slice that it extracts"
    assert str(problem.position) == "f.mlir:5:12"


def test_a_contribution_is_built_before_the_end_of_the_body() -> None:
    lines = [line.strip() for line in bufferized(spread(GIVE)).splitlines()]
    copy = next(i for i, line in enumerate(lines) if line.startswith("memref.copy %arg0, %arg0"))
    assert '"flow.join"' in lines[copy + 1]


def test_a_model_that_contributes_nothing_is_named() -> None:
    with pytest.raises(DiagnosticError, match="SilentModel.*contribute") as caught:
        bufferized(spread(GIVE), SilentModel())
    assert "'flow.give'" in str(caught.value)


def test_a_contribution_outside_of_a_terminator_is_refused() -> None:
    with pytest.raises(DiagnosticError, match="is in no terminator of a parallel loop"):
        bufferized(GIVE.replace("%o", "%t"))


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        (GIVE.replace("%o", "%t"), "'flow.give' op may only insert into an output block argument"),
        (
            '"test.other"() : () -> ()',
            "'flow.join' op expected only ParallelCombiningOpInterface ops, but found 'test.other'",
        ),
    ],
)
def test_what_is_contributed_to_is_verified(inside: str, message: str) -> None:
    text = f'%t = "test.given"() : () -> tensor<4xf32>\n{spread(inside)}'
    (problem,) = verify(bufferize.parse(text, context(GiveModel())))
    assert problem.message == message
