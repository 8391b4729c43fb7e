"""Copies because of operations, models and analyses of a plugin."""

from __future__ import annotations

import types
from typing import Any

import pytest

import bufferize
from bufferize import Context, OneShotOptions, hookimpl
from bufferize import define as d
from bufferize.analysis import AnalysisState
from bufferize.driver import BufferizationRewriter
from bufferize.interfaces import DestinationStyleOpInterface
from bufferize.ir import F32, OpOperand
from bufferize.models import DestinationStyle, ReadOnlyOperands
from bufferize.plugins import OpModelRegistry, Registry
from bufferize.record import Decision, Reason, TensorCopy

MINE = d.Dialect("mine")


@MINE.op("update")
class UpdateOp(d.Operation, DestinationStyleOpInterface):
    """Overwrites what `of` says."""

    init = d.operand(d.TENSOR_OR_MEMREF)
    of = d.attr(d.STR_ATTR)
    out = d.optional_result(d.TENSOR_OR_MEMREF)
    assembly_format = "$of `in` $init attr-dict `:` type($init) (`->` type($out)^)?"
    dps_inits = property(lambda self: [self.op_operands[0]])


@MINE.op("look")
class LookOp(d.Operation):
    """Reads what `of` says."""

    source = d.operand(d.TENSOR_OR_MEMREF)
    of = d.attr(d.STR_ATTR)
    value = d.result(d.F32)
    assembly_format = "$of `in` $source attr-dict `:` type($source)"


class UpdateModel(DestinationStyle[UpdateOp]):
    def bufferize(self, op: UpdateOp, rewriter: BufferizationRewriter) -> None:
        buffer = rewriter.buffer(op.init)
        rewriter.insert(UpdateOp.build(init=buffer, of=op.of, result_types=[]))
        rewriter.replace(op, [buffer])


class LookModel(ReadOnlyOperands[LookOp]):
    """Looks at a copy; the updates of another part do not disturb it."""

    def __init__(self, copies: str) -> None:
        self.copies = copies

    def is_not_conflicting(
        self, op: LookOp, read: OpOperand, write: OpOperand, state: AnalysisState
    ) -> bool:
        if not isinstance(write.owner, UpdateOp):
            return False
        return write.owner.of is not op.of

    def bufferize(self, op: LookOp, rewriter: BufferizationRewriter) -> None:
        source = op.source
        if self.copies:
            why = Decision(op.op_operands[0], False, Reason.LAYOUT)
            cause = why if self.copies == "with a cause" else None
            source = rewriter.allocate_tensor(source, cause=cause)
        buffer = rewriter.buffer(source)
        new = rewriter.insert(LookOp.build(source=buffer, of=op.of, result_types=[F32]))
        rewriter.replace(op, [new.result])


class Copying(AnalysisState):
    """An analysis that keeps no log."""


def plugin(copies: str) -> object:
    @hookimpl
    def register_dialects(registry: Registry) -> None:
        registry.add("mine", MINE)

    @hookimpl
    def register_op_models(registry: OpModelRegistry) -> None:
        registry.add("mine", {"mine.update": UpdateModel(), "mine.look": LookModel(copies)})

    @hookimpl
    def register_analyses(registry: Registry) -> None:
        registry.add("copying", lambda module, options, context: Copying(options, context))

    return types.SimpleNamespace(
        __name__="mine",
        register_dialects=register_dialects,
        register_op_models=register_op_models,
        register_analyses=register_analyses,
    )


PROGRAM = """
"other.function"() ({
^bb0(%m: memref<4xf32>):
  %t = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %0 = mine.update "left" in %t : tensor<4xf32> -> tensor<4xf32>
  %1 = mine.look "PART" in %t : tensor<4xf32>
  "other.use"(%0, %1) : (tensor<4xf32>, f32) -> ()
}) : () -> ()
"""


def copies_of(part: str, copies: str = "", **options: Any) -> list[TensorCopy]:
    context = Context([plugin(copies)])
    context.allow_unregistered_dialects = True
    module = bufferize.parse(PROGRAM.replace("PART", part), context)
    report = bufferize.one_shot_bufferize(
        module, OneShotOptions(allow_unknown_ops=True, **options), context
    )
    made = sum(op.name == "memref.copy" for op in module.walk())
    assert made == len(report.copies)
    return report.copies


def test_an_operand_is_explained_as_any_other() -> None:
    (copy,) = copies_of("left")
    assert copy.reason is Reason.CONFLICT
    assert copy.write == copy.place
    assert copy.place.op_name == "mine.update"
    assert copy.read is not None
    assert copy.read.op_name == "mine.look"
    assert copy.function is None


def test_a_model_that_excludes_the_conflict() -> None:
    assert copies_of("right") == []


@pytest.mark.parametrize(
    ("copies", "reason"),
    [("without a cause", Reason.UNEXPLAINED), ("with a cause", Reason.LAYOUT)],
)
def test_a_copy_that_a_model_makes(copies: str, reason: Reason) -> None:
    (copy,) = copies_of("right", copies)
    assert copy.reason is reason
    assert copy.place.op_name == "mine.look"
    assert copy.place.position is not None
    assert copy.place.position.line == 6
    assert copy.size == 16


def test_an_analysis_without_a_log() -> None:
    (copy,) = copies_of("right", analysis="copying")
    assert copy.reason is Reason.UNEXPLAINED
    assert str(copy.place).startswith("operand #0 of 'mine.update'")
    assert "does not say why" in copy.why
