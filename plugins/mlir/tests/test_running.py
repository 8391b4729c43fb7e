"""Modules of MLIR's Python bindings are bufferized in place, or not at all."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

import bufferize_mlir
from bufferize import Context, models
from bufferize import define as d
from bufferize.diagnostics import DiagnosticError, OptionError
from bufferize.interfaces import DestinationStyleOpInterface
from bufferize.ir import OpOperand
from bufferize.plugins import adding

pytestmark = pytest.mark.slow

TEXT = """
module @named attributes {a.kept = 1 : i32} {
  func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> (tensor<4xf32>, f32) {
    %0 = tensor.insert %v into %t[%i] : tensor<4xf32> loc("model.py":3:4)
    %1 = tensor.extract %t[%i] : tensor<4xf32> loc("model.py":5:6)
    return %0, %1 : tensor<4xf32>, f32
  }
}
"""
ONE_SHOT = "one-shot-bufferize{bufferize-function-boundaries}"


@pytest.fixture(scope="module")
def ir() -> ModuleType:
    module: ModuleType = pytest.importorskip("torch_mlir.ir")
    return module


@pytest.fixture
def module(ir: ModuleType) -> Any:
    context = ir.Context()
    context.allow_unregistered_dialects = True
    return ir.Module.parse(TEXT, context)


def text_of(module: Any) -> str:
    text = module.operation.get_asm(enable_debug_info=True, use_local_scope=True)
    assert isinstance(text, str)
    return text


def test_a_module_is_bufferized_where_it_is(module: Any) -> None:
    body = module.body
    (report,) = bufferize_mlir.run(module, ONE_SHOT)
    (copy,) = report.copies
    assert str(copy.place.position) == "model.py:3:4"
    assert module.operation.verify()
    text = text_of(module)
    assert "module @named attributes {a.kept = 1 : i32}" in text
    assert "tensor<" not in text
    (store,) = (line for line in text.splitlines() if "memref.store" in line)
    assert store.endswith('loc("model.py":3:4)')
    (load,) = (line for line in text.splitlines() if "memref.load" in line)
    assert load.endswith('loc("model.py":5:6)')
    assert len(list(body.operations)) == 1  # the same block


def test_a_pipeline_may_be_anchored_and_have_several_passes(module: Any) -> None:
    bufferize_mlir.run(module.operation, f"builtin.module({ONE_SHOT},buffer-deallocation-pipeline)")
    assert "memref.dealloc" not in text_of(module)  # the copy is returned
    bufferize_mlir.run(module, "canonicalize,cse")
    assert module.operation.verify()


def test_attributes_of_the_module_are_changed_too(ir: ModuleType, module: Any) -> None:
    del module.operation.attributes["sym_name"]
    bufferize_mlir.run(module, "canonicalize")
    assert [str(name) for name in module.operation.attributes] == ["a.kept"]


def test_what_fails_changes_nothing(module: Any) -> None:
    before = text_of(module)
    with pytest.raises(OptionError, match="one-shot-bufferise"):
        bufferize_mlir.run(module, "one-shot-bufferise")
    with pytest.raises(DiagnosticError, match="nest it"):
        bufferize_mlir.run(module, "func.func(canonicalize)".replace("func.func", "gpu.module"))
    assert text_of(module) == before


def test_only_modules(module: Any) -> None:
    (function,) = module.body.operations
    with pytest.raises(OptionError, match="only a 'builtin.module' .*, not 'func.func'"):
        bufferize_mlir.run(function, ONE_SHOT)
    with pytest.raises(OptionError, match="not an object of class 'str'"):
        bufferize_mlir.run(cast(Any, "module {}"), ONE_SHOT)


def test_a_result_that_the_bindings_do_not_know_changes_nothing() -> None:
    """In its own context, jaxlib has no dialect but builtin."""
    ir = pytest.importorskip("jaxlib.mlir.ir")
    context = ir.Context()
    context.allow_unregistered_dialects = True
    function = '"func.func"() <{function_type = () -> (), sym_name = "f"}>'
    text = f'{function} ({{"func.return"() : () -> ()}}) : () -> ()'
    module = ir.Module.parse(text, context)
    before = str(module)
    context.allow_unregistered_dialects = False
    with pytest.raises(DiagnosticError, match="bindings refuse the bufferized module") as raised:
        bufferize_mlir.run(module, "canonicalize")
    assert "register the dialects" in str(raised.value)
    context.allow_unregistered_dialects = True
    assert str(module) == before


ACCEL = d.Dialect("accel")


@ACCEL.op("scale")
class ScaleOp(d.Operation, DestinationStyleOpInterface):
    """Here, as a class; to the bindings, an operation that nobody has registered."""

    factor = d.operand(d.F32)
    values = d.operand(d.TENSOR_OR_MEMREF)
    scaled = d.optional_result(d.RANKED_TENSOR)

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[1]]


class ScaleModel(models.DestinationStyle[ScaleOp]):
    """It writes to its last operand."""


PLUGIN = SimpleNamespace(
    __name__="accel",
    register_dialects=adding({"accel": ACCEL}),
    register_op_models=adding({"accel": {"accel.scale": ScaleModel()}}),
)
SCALED = """
func.func @g(%t: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %0 = "accel.scale"(%v, %t) : (f32, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def test_operations_of_the_bindings_get_models_in_python(ir: ModuleType) -> None:
    context = ir.Context()
    context.allow_unregistered_dialects = True
    module = ir.Module.parse(SCALED, context)
    bufferize_mlir.run(module, ONE_SHOT, Context(["func", PLUGIN]))
    text = text_of(module)
    assert "tensor<" not in text
    assert '"accel.scale"(%arg1, %arg0) : (f32, memref<4xf32' in text


def test_data_beside_the_text_is_kept(ir: ModuleType) -> None:
    text = """
    func.func @h(%i: index) -> i32 {
      %0 = arith.constant dense_resource<blob> : tensor<2xi32>
      %1 = tensor.extract %0[%i] : tensor<2xi32>
      return %1 : i32
    }
    {-# dialect_resources: { builtin: { blob: "0x040000000100000002000000" } } #-}
    """
    module = ir.Module.parse(text, ir.Context())
    bufferize_mlir.run(module, "canonicalize")
    assert "0x040000000100000002000000" in str(module)
