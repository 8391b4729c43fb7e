"""Buffers of operands that die are reused only if nothing else is copied for that."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize import define as d
from bufferize.diagnostics import PassError
from bufferize.driver import Model
from bufferize.interfaces import DestinationStyleOpInterface
from bufferize.ir import Operation, OpOperand
from bufferize.models import DestinationStyle
from bufferize.plugins import adding
from bufferize_transforms import reuse_buffers

T = "tensor<8xf32>"
OPTIONS = OneShotOptions(bufferize_function_boundaries=True, allow_return_allocs_from_loops=True)
CONTEXT = Context()
DSP = d.Dialect("dsp")


@DSP.op("scale")
class ScaleOp(d.Operation, DestinationStyleOpInterface):
    source = d.operand(d.TENSOR_OR_MEMREF)
    init = d.operand(d.TENSOR_OR_MEMREF)
    out = d.optional_result(d.ANY_TENSOR)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[1]]


class ScaleModel(DestinationStyle[ScaleOp]):
    reads_inits = False
    is_elementwise = True


class ReverseModel(DestinationStyle[ScaleOp]):
    reads_inits = False


class AddingModel(DestinationStyle[ScaleOp]):
    is_elementwise = True


def dsp_context(model: Model) -> Context:
    plugin = SimpleNamespace(
        register_dialects=adding({"dsp": DSP}),
        register_op_models=adding({"dsp": {"dsp.scale": model}}),
    )
    return Context(["arith", "func", "linalg", "scf", "tensor", plugin])


def cost(module: Operation, context: Context) -> tuple[int, int]:
    """Return the numbers of allocations and copies after bufferization."""
    bufferize.one_shot_bufferize(module, OPTIONS, context)
    names = [op.name for op in module.walk()]
    return names.count("memref.alloc"), names.count("memref.copy")


def reused(text: str, context: Context) -> tuple[int, Operation]:
    module = bufferize.parse(text, context)
    return reuse_buffers(module, OPTIONS, context), module


SCALED = f"""
func.func @f(%x: {T}) -> {T} {{
  %e0 = tensor.empty() : {T}
  %0 = dsp.scale %x, %e0 : ({T}, {T}) -> {T}
  %e1 = tensor.empty() : {T}
  %1 = dsp.scale %0, %e1 : ({T}, {T}) -> {T}
  return %1 : {T}
}}
"""


@pytest.mark.parametrize(
    ("model", "count"), [(ScaleModel(), 1), (ReverseModel(), 0), (AddingModel(), 0)]
)
def test_the_model_says_what_is_accessed(model: Model, count: int) -> None:
    context = dsp_context(model)
    found, module = reused(SCALED, context)
    assert found == count
    assert str(module).count("tensor.empty") == 2 - count


def test_without_an_analysis_nothing_is_done() -> None:
    context = dsp_context(ScaleModel())
    options = OneShotOptions(copy_before_write=True)
    assert reuse_buffers(bufferize.parse(SCALED, context), options, context) == 0


def test_a_shared_empty_tensor_stays_for_its_other_users() -> None:
    _, module = reused(
        f"""
func.func @f(%x: {T}) -> ({T}, {T}) {{
  %e = tensor.empty() : {T}
  %0 = linalg.exp ins(%x : {T}) outs(%e : {T}) -> {T}
  %1 = linalg.tanh ins(%x : {T}) outs(%e : {T}) -> {T}
  %2 = linalg.abs ins(%1 : {T}) outs(%e : {T}) -> {T}
  return %0, %2 : {T}, {T}
}}
""",
        CONTEXT,
    )
    assert cost(module, CONTEXT) == (2, 0)


LOOP = f"""
func.func @f(%x: {T}, %n: index) -> ({T}, {T}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e0 = tensor.empty() : {T}
  %init = linalg.exp ins(%x : {T}) outs(%e0 : {T}) -> {T}
  %e1 = tensor.empty() : {T}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init, %b = %init) -> ({T}, {T}) {{
    %e2 = tensor.empty() : {T}
    %0 = linalg.add ins(%a, %b : {T}, {T}) outs(%e2 : {T}) -> {T}
    %1 = linalg.exp ins(%0 : {T}) outs(%e1 : {T}) -> {T}
    scf.yield %1, %1 : {T}, {T}
  }}
  return %r#0, %r#1 : {T}, {T}
}}
"""


def test_a_loop_does_not_copy_what_it_passed_on() -> None:
    """A buffer from outside is passed on as it is; one of the iteration would be copied, twice."""

    found, module = reused(LOOP, CONTEXT)
    assert found == 0
    assert cost(module, CONTEXT) == cost(bufferize.parse(LOOP, CONTEXT), CONTEXT)


def test_functions_are_independent() -> None:
    """A chain in one function is reused although nothing can be in another function."""
    chain = f"""
func.func @g(%x: {T}) -> {T} {{
  %e0 = tensor.empty() : {T}
  %0 = linalg.exp ins(%x : {T}) outs(%e0 : {T}) -> {T}
  %e1 = tensor.empty() : {T}
  %1 = linalg.exp ins(%0 : {T}) outs(%e1 : {T}) -> {T}
  return %1 : {T}
}}
"""
    assert reused(LOOP + chain, CONTEXT)[0] == 1


def test_errors_leave_the_program_as_it_is() -> None:
    text = f"""
func.func @f(%x: {T} {{bufferization.writable = false}}) -> {T} {{
  %e0 = tensor.empty() : {T}
  %0 = linalg.exp ins(%x : {T}) outs(%e0 : {T}) -> {T}
  %e1 = tensor.empty() : {T}
  %1 = linalg.exp ins(%0 : {T}) outs(%e1 : {T}) -> {T}
  %2 = bufferization.materialize_in_destination %1 in %x : ({T}, {T}) -> {T}
  return %2 : {T}
}}
"""
    module = bufferize.parse(text, CONTEXT)
    before = str(module)
    with pytest.raises(PassError, match="would write to read-only buffer"):
        reuse_buffers(module, OPTIONS, CONTEXT)
    assert str(module) == before
