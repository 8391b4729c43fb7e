"""An operation of a plugin that frees the buffer of a tensor."""

from __future__ import annotations

import types

import bufferize
from bufferize import Context, OneShotOptions, hookimpl
from bufferize import define as d
from bufferize.analysis import AnalysisState
from bufferize.driver import BufferizationRewriter
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize.ir import OpOperand
from bufferize.models import NoMemoryAccess
from bufferize.plugins import OpModelRegistry, Registry
from bufferize.record import Reason

MINE = d.Dialect("mine")


@MINE.op("release")
class ReleaseOp(d.Operation, MemoryEffectsOpInterface):
    """An op that declares that it frees its buffer."""

    tensor = d.operand(d.ANY_TENSOR)
    assembly_format = "$tensor attr-dict `:` type($tensor)"

    def effects(self) -> list[MemoryEffect]:
        operand = self.op_operands[0]
        return [MemoryEffect(EffectKind.FREE, operand.value, operand)]


class ReleaseModel(NoMemoryAccess[ReleaseOp]):
    def bufferizes_to_memory_write(
        self, op: ReleaseOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def must_bufferize_in_place(
        self, op: ReleaseOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def bufferize(self, op: ReleaseOp, rewriter: BufferizationRewriter) -> None:
        rewriter.free(rewriter.buffer(op.tensor))
        rewriter.erase_op(op)


@hookimpl
def register_dialects(registry: Registry) -> None:
    registry.add("mine", MINE)


@hookimpl
def register_op_models(registry: OpModelRegistry) -> None:
    registry.add("mine", {"mine.release": ReleaseModel()})


PLUGIN = types.SimpleNamespace(
    __name__="mine",
    register_dialects=register_dialects,
    register_op_models=register_op_models,
)

PROGRAM = """
func.func @f(%x: f32, %i: index) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  FIRST
  %f = tensor.insert %x into %t[%i] : tensor<4xf32>
  %z = tensor.extract %f[%i] : tensor<4xf32>
  THEN
  return %z : f32
}
"""
OPTIONS = OneShotOptions(bufferize_function_boundaries=True)
RELEASED = "mine.release %{} : tensor<4xf32>"


def reasons(first: str, then: str) -> list[Reason]:
    context = Context([PLUGIN, "func", "tensor"])
    module = bufferize.parse(PROGRAM.replace("FIRST", first).replace("THEN", then), context)
    return [copy.reason for copy in bufferize.one_shot_bufferize(module, OPTIONS, context).copies]


def test_nothing_is_written_to_afterwards() -> None:
    assert reasons(RELEASED.format("t"), "") == [Reason.FREED]


def test_what_comes_before_is_in_place() -> None:
    assert reasons("", RELEASED.format("f")) == []


def test_a_function_that_does_it() -> None:
    context = Context([PLUGIN, "func", "tensor"])
    text = PROGRAM.replace("FIRST", "func.call @g(%t) : (tensor<4xf32>) -> ()").replace("THEN", "")
    text += "func.func private @g(%t: tensor<4xf32>) { mine.release %t : tensor<4xf32> return }"
    report = bufferize.one_shot_bufferize(bufferize.parse(text, context), OPTIONS, context)
    assert [(copy.reason, copy.place.op_name) for copy in report.copies] == [
        (Reason.FREED, "func.call")
    ]
