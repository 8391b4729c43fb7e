"""Models of ops that only xDSL declares, in a context that a program makes."""

from __future__ import annotations

from typing import Any

import pytest
from xdsl.parser import Parser

import bufferize
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import BufferizationRewriter
from bufferize.interfaces import AliasingValue, BufferRelation
from bufferize.ir import OpOperand
from bufferize.models import BecomesBufferOp
from bufferize.passes import PassManager
from bufferize_xdsl import pass_class, run_in_place
from plugins.xdsl.tests.downstream import ACCEL, StreamOp
from plugins.xdsl.tests.modules import xdsl_context, xdsl_text

PROGRAM = """\
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>, sym_name = "f"}> ({
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    %1 = "accel.stream"(%a, %b) <{accelerator = "gemm", operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%x: f32, %y: f32):
      "accel.yield"(%x) : (f32) -> ()
    }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%1) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) : () -> ()
"""


class StreamModel(BecomesBufferOp[Any]):
    """A model that reads inputs and overwrites outputs, which are its results."""

    def bufferizes_to_memory_read(self, op: Any, operand: OpOperand, state: AnalysisState) -> bool:
        return operand.index < len(op.inputs)

    def bufferizes_to_memory_write(self, op: Any, operand: OpOperand, state: AnalysisState) -> bool:
        return operand.index >= len(op.inputs)

    def get_aliasing_values(
        self, op: Any, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        number = operand.index - len(op.inputs)
        return [] if number < 0 else [AliasingValue(op.results[number], BufferRelation.EQUIVALENT)]

    def bufferize(self, op: Any, rewriter: BufferizationRewriter) -> None:
        new: Any = rewriter.recreate(op, [rewriter.buffer(value) for value in op.operands], [])
        rewriter.replace(op, list(new.outputs))


def bufferized(text: str, **models: Any) -> str:
    """Return a program after one-shot-bufferize with the model."""
    theirs = xdsl_context().clone()
    theirs.load_dialect(ACCEL)
    module = Parser(theirs, text).parse_module()
    context = bufferize.Context()
    context.models.update({name.replace("_", "."): model for name, model in models.items()})
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True)
    one_shot = pass_class("one-shot-bufferize").pass_class
    run_in_place(
        PassManager(steps=[one_shot(options)]),  # type: ignore[call-arg]
        module,
        context,
        theirs,
    )
    module.verify()
    (stream,) = (op for op in module.walk() if op.name == "accel.stream")
    assert isinstance(stream, StreamOp)
    assert not stream.results
    return xdsl_text(module)


def test_a_model_sees_the_fields_of_xdsl() -> None:
    text = bufferized(PROGRAM, accel_stream=StreamModel())
    assert "memref.alloc" not in text
    assert '"accel.stream"(%a, %b)' in text
    assert '"func.return"(%b)' in text
    assert 'accelerator = "gemm"' in text


def test_a_copy_where_what_is_overwritten_is_read_later() -> None:
    text = PROGRAM.replace(
        "> tensor<4xf32>, sym_name", "> (tensor<4xf32>, tensor<4xf32>), sym_name"
    )
    text = text.replace(
        '"func.return"(%1) : (tensor<4xf32>)',
        '"func.return"(%1, %b) : (tensor<4xf32>, tensor<4xf32>)',
    )
    assert '"memref.alloc"' in bufferized(text, accel_stream=StreamModel())


def test_without_a_model_the_op_is_refused() -> None:
    with pytest.raises(DiagnosticError, match="'accel.stream' has no bufferization model"):
        bufferized(PROGRAM)
