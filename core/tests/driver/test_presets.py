"""Models that leave the rewriting to a preset."""

from __future__ import annotations

import re
import types

import pytest

from bufferize import Context, hookimpl
from bufferize import define as d
from bufferize.diagnostics import PluginError
from bufferize.driver import BufferizationRewriter
from bufferize.interfaces import DestinationStyleOpInterface
from bufferize.ir import OpOperand
from bufferize.models import BecomesBufferOp, DestinationStyle, ReadOnlyOperands, ViewOf
from bufferize.plugins import OpModelRegistry, Registry
from bufferize.plugins.registries import model_problems
from bufferize_testing import bufferized

PAIR = d.Dialect("pair")


class UpdateOp(d.Operation, DestinationStyleOpInterface):
    """Updates a buffer and a tensor or buffer."""

    source = d.operand(d.TENSOR_OR_MEMREF)
    log = d.operand(d.ANY_MEMREF)
    init = d.operand(d.TENSOR_OR_MEMREF)
    factor = d.attr(d.I64_ATTR)
    outputs = d.variadic_result(d.ANY_TYPE)
    body = d.region()
    assembly_format = (
        "$source `,` $log `,` $init $factor $body attr-dict `:` functional-type(operands, results)"
    )

    @property
    def dps_inits(self) -> list[OpOperand]:
        return self.op_operands[1:]


@PAIR.op("count")
class CountOp(UpdateOp):
    pass


@PAIR.op("recount")
class RecountOp(UpdateOp):
    pass


@PAIR.op("view")
class ViewOp(d.Operation):
    source = d.operand(d.ANY_TYPE)
    view = d.result(d.ANY_TYPE)
    assembly_format = "$source attr-dict `:` type($source) `->` type($view)"


@PAIR.op("copied")
class CopiedOp(d.Operation):
    source = d.operand(d.RANKED_TENSOR)
    made = d.result(d.RANKED_TENSOR)


class BecomesView(ViewOf[ViewOp]):
    """Wrong: no init says which buffer the result is."""

    def bufferize(self, op: ViewOp, rewriter: BufferizationRewriter) -> None:
        BecomesBufferOp.bufferize(self, op, rewriter)


class Becomes(DestinationStyle[CountOp]):
    pass


class BecomesOther(DestinationStyle[RecountOp]):
    buffer_op = CountOp
    keeps_attributes = True


@hookimpl
def register_dialects(registry: Registry) -> None:
    registry.add("pair", PAIR)


@hookimpl
def register_op_models(registry: OpModelRegistry) -> None:
    models = {
        "pair.count": Becomes(),
        "pair.recount": BecomesOther(),
        "pair.view": BecomesView(),
    }
    registry.add("pair", models)


def pair_context() -> Context:
    plugin = types.SimpleNamespace(
        __name__="pair",
        register_dialects=register_dialects,
        register_op_models=register_op_models,
    )
    context = Context([plugin])
    context.allow_unregistered_dialects = True
    return context


@pytest.mark.parametrize(("name", "attributes"), [("count", ""), ("recount", " {note}")])
def test_a_result_is_the_buffer_of_its_init(name: str, attributes: str) -> None:
    context = pair_context()
    text = f"""
"test.top"() ({{
^bb0(%s: memref<4xf32>, %l: memref<2xf32>, %m: memref<4xf32>):
  %t = bufferization.to_tensor %s restrict : memref<4xf32> to tensor<4xf32>
  %i = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %0 = pair.{name} %t, %l, %i 3 {{
    "test.inside"() : () -> ()
  }} {{note}} : (tensor<4xf32>, memref<2xf32>, tensor<4xf32>) -> tensor<4xf32>
  "test.use"(%0) : (tensor<4xf32>) -> ()
}}) : () -> ()
"""
    result = bufferized(text, context, allow_unknown_ops=True, bufferize_function_boundaries=False)
    assert (
        f"""
    pair.count %arg0, %arg1, %arg2 3 {{
      "test.inside"() : () -> ()
    }}{attributes} : (memref<4xf32>, memref<2xf32>, memref<4xf32>) -> ()
    %0 = bufferization.to_tensor %arg2 : memref<4xf32> to tensor<4xf32>
    "test.use"(%0) : (tensor<4xf32>) -> ()
"""
        in result
    )


def test_a_result_without_an_init_is_named() -> None:
    text = """
"test.top"() ({
^bb0(%s: memref<4xf32>):
  %t = bufferization.to_tensor %s restrict : memref<4xf32> to tensor<4xf32>
  %0 = pair.view %t : tensor<4xf32> -> tensor<4xf32>
  "test.use"(%0) : (tensor<4xf32>) -> ()
}) : () -> ()
"""
    options = {"allow_unknown_ops": True, "bufferize_function_boundaries": False}
    message = r"BecomesView of plugin 'pair': bufferize\(\) failed: .*result #0 is tied to no init"
    with pytest.raises(PluginError, match=message):
        bufferized(text, pair_context(), **options)


def test_a_tensor_that_no_init_becomes_is_told_at_registration() -> None:
    (problem,) = model_problems(ReadOnlyOperands(), "pair.copied", CopiedOp)
    assert re.search("ReadOnlyOperands, does not .*result 'made' is tied", problem.message)
    assert not model_problems(ViewOf(), "pair.copied", CopiedOp)
