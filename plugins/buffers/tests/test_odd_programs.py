"""Programs that crash a pass of mlir-opt 22, or of versions before it, in the words of this project."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.passes import pipeline_from_text
from bufferize_testing import run_reference

UNREACHABLE = """
func.func @blocks_that_nobody_enters(%n: index) {
  return
^a:
  %m = memref.alloc() : memref<4xf32>
  cf.br ^b(%n : index)
^b(%i: index):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^c, ^d
^c:
  %v = memref.load %m[%i] : memref<4xf32>
  memref.store %v, %m[%n] : memref<4xf32>
  cf.br ^b(%n : index)
^d:
  return
}
func.func @after_a_loop_without_end(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^b
^b:
  cf.br ^b
^dead:
  %m = memref.alloc() : memref<2xf32>
  memref.dealloc %m : memref<2xf32>
  cf.br ^b
}"""
NESTED = """
func.func @buffers_of_buffers() {
  %a = memref.alloc() : memref<2xmemref<4xmemref<8xf32>>>
  %b = memref.alloc() : memref<1xmemref<2xf32>>
  return
}"""
OWNED = """
func.func @a_loop_without_buffers(%x: f32) -> f32 {
  cf.br ^a
^a:
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%y = %x) -> f32 {
    %z = arith.addf %y, %y : f32
    scf.yield %z : f32
  }
  cf.br ^b
^b:
  return %r : f32
}
func.func private @the_buffer_of_a_tensor() -> memref<?xf16> {
  %e = tensor.empty() : tensor<5xf16>
  %c = tensor.cast %e : tensor<5xf16> to tensor<?xf16>
  %m = bufferization.to_buffer %c : tensor<?xf16> to memref<?xf16>
  return %m : memref<?xf16>
}
func.func @both_ways(%c: i1) -> memref<f32> {
  %a = memref.alloc() : memref<f32>
  cf.cond_br %c, ^a(%a : memref<f32>), ^b(%a : memref<f32>)
^a(%x: memref<f32>):
  return %x : memref<f32>
^b(%y: memref<f32>):
  return %y : memref<f32>
}
func.func @bounds_that_depend_on_a_counter() {
  affine.for %i = 0 to 72 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 1)>(%i) {
    }
  }
  return
}"""
PASSES = (
    "buffer-hoisting",
    "buffer-loop-hoisting",
    "promote-buffers-to-stack",
    "optimize-allocation-liveness",
    "ownership-based-buffer-deallocation",
    "buffer-deallocation",
    "buffer-deallocation-pipeline",
    "buffer-deallocation-pipeline{earliest-deallocation}",
)


@pytest.mark.parametrize("name", PASSES)
@pytest.mark.parametrize("text", [NESTED, OWNED], ids=["nested", "owned"])
def test_it_ends_with_a_valid_program(text: str, name: str) -> None:
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    pipeline_from_text(f"builtin.module({name})", context).run(module, context)
    assert not bufferize.verify(module)


@pytest.mark.parametrize("name", PASSES)
def test_blocks_that_nobody_enters(name: str) -> None:
    context = bufferize.Context()
    module = bufferize.parse(UNREACHABLE, context)
    pipeline = pipeline_from_text(f"builtin.module({name})", context)
    message = {
        "ownership-based-buffer-deallocation": "memory free side-effect on MemRef value",
    }.get(name)  # the pipelines drop such blocks first
    if message is None:
        pipeline.run(module, context)
        assert not bufferize.verify(module)
        return
    with pytest.raises(bufferize.DiagnosticError, match=message):
        pipeline.run(module, context)


@pytest.mark.reference
@pytest.mark.parametrize(
    ("text", "name"),
    [
        (UNREACHABLE, "buffer-hoisting"),
        (UNREACHABLE, "buffer-loop-hoisting"),
        (NESTED, "promote-buffers-to-stack"),
        (OWNED, "ownership-based-buffer-deallocation"),
    ],
)
def test_the_reference_crashes(text: str, name: str) -> None:
    assert run_reference(text, f"--{name}").returncode not in (0, 1)
