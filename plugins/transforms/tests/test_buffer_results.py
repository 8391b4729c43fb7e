"""What embedders and `--pass-pipeline` can tell the passes on results that are buffers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError, OptionError
from bufferize.dialects.memref import AllocaOp
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Builder, Location, MemRefType, Operation, UnregisteredOp, Value, dense_i32
from bufferize.passes import pipeline_from_text
from bufferize_transforms import OutParamOptions, buffer_results_to_out_params

PROGRAM = """
func.func private @f(%x: f32) -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  linalg.fill ins(%x : f32) outs(%m : memref<4xf32>)
  return %m : memref<4xf32>
}
func.func private @g() -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  return %m : memref<4xf32>
}
func.func @main(%x: f32) -> f32 {
  %i = arith.constant 0 : index
  %m = call @f(%x) : (f32) -> memref<4xf32>
  %n = call @g() : () -> memref<4xf32>
  %v = memref.load %m[%i] : memref<4xf32>
  return %v : f32
}
"""


@pytest.fixture(autouse=True)
def plugins() -> None:
    for plugin in ("arith", "func", "linalg"):
        pytest.importorskip(f"bufferize_{plugin}")


def parsed(text: str = PROGRAM) -> Operation:
    return bufferize.parse(text, bufferize.Context(), "f.mlir")


def names(module: Operation) -> list[str]:
    return [op.name for op in module.walk()]


def test_the_functions_to_change() -> None:
    def is_f(function: Operation) -> bool:
        assert isinstance(function, FunctionOpInterface)
        return function.symbol_name == "f"

    module = parsed()
    buffer_results_to_out_params(module, OutParamOptions(function_filter=is_f))
    text = bufferize.print_module(module)
    assert "func.func private @f(%arg0: f32, %arg1: memref<4xf32>) {" in text
    assert "func.func private @g() -> memref<4xf32> {" in text
    assert "call @f(%arg0, %alloc) : (f32, memref<4xf32>) -> ()" in text
    assert "call @g() : () -> memref<4xf32>" in text


def test_allocations_and_copies_of_ones_own() -> None:
    def allocate(
        builder: Builder, location: Location, type: MemRefType, sizes: Sequence[Value], align: int
    ) -> Value:
        properties = {"operandSegmentSizes": dense_i32([len(sizes), 0])}
        op = AllocaOp.create(sizes, (type,), properties=properties, location=location)
        return builder.insert(op).result

    def copy(builder: Builder, location: Location, source: Value, target: Value) -> None:
        builder.insert(UnregisteredOp.named("own.copy", [source, target], location=location))

    module = parsed()
    options = OutParamOptions(allocation_fn=allocate, memcpy_fn=copy)
    buffer_results_to_out_params(module, options)
    assert names(module).count("own.copy") == 2
    assert names(module).count("memref.alloca") == 2
    assert "memref.copy" not in names(module)


class OutOfMemory(Exception):
    """An embedder's own error."""


@pytest.mark.parametrize("function", ["allocation_fn", "memcpy_fn"])
def test_nothing_is_changed_where_a_function_of_ones_own_fails(function: str) -> None:
    def fail(*_: object) -> None:
        raise OutOfMemory

    cases: list[tuple[Any, type[Exception]]] = [
        (fail, OutOfMemory),
        (lambda *_: None, OptionError),
    ]
    for own, exception in cases:
        module = parsed()
        before = bufferize.print_module(module)
        with pytest.raises(exception):
            buffer_results_to_out_params(module, OutParamOptions(**{function: own}))
        assert bufferize.print_module(module) == before


def test_nothing_is_changed_where_anything_is_wrong() -> None:
    wrong = """
    func.func private @dynamic(%n: index) -> memref<?xf32> {
      %m = memref.alloc(%n) : memref<?xf32>
      return %m : memref<?xf32>
    }
    func.func @call_dynamic(%n: index) {
      %0 = call @dynamic(%n) : (index) -> memref<?xf32>
      %1 = call @dynamic(%n) : (index) -> memref<?xf32>
      return
    }
    """
    module = parsed(PROGRAM + wrong)
    before = bufferize.print_module(module)
    with pytest.raises(DiagnosticError) as raised:
        buffer_results_to_out_params(module)
    first, second = raised.value.diagnostics
    assert first.message == "cannot create out param for dynamically shaped result"
    assert (str(first.position), str(second.position)) == ("f.mlir:24:12", "f.mlir:25:12")
    assert [note.message for note in first.notes] == [
        "result #0: the caller can allocate only what the function allocates, with extents that "
        "are arguments of it, and only with 'hoist-dynamic-allocs'"
    ]
    assert bufferize.print_module(module) == before


def test_options_as_text() -> None:
    context = bufferize.Context()
    text = (
        "builtin.module(drop-equivalent-buffer-results{modify-public-functions=1},"
        "buffer-results-to-out-params{add-result-attr=1 hoist-dynamic-allocs=1 "
        "hoist-static-allocs=1 modify-public-functions=1})"
    )
    assert str(pipeline_from_text(text, context)) == text
