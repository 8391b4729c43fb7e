"""The passes around bufferization handle fft by its interfaces."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.passes import pipeline_from_text
from examples.fft_dialect.tests.programs import context, parsed, replace_by_equivalents

T = "tensor<8xf32>"
BUFFERIZE = (
    "one-shot-bufferize{bufferize-function-boundaries "
    "function-boundary-type-conversion=identity-layout-map}"
)
CALLS = f"""
fft.func private @updated(%t: {T}, %x: f32) -> {T} {{
  %0 = fft.scale %x, %t : {T} -> {T}
  fft.return %0 : {T}
}}
fft.func private @made() -> {T} {{
  %0 = fft.twiddle -> {T}
  fft.return %0 : {T}
}}
fft.func @f(%t: {T}, %x: f32) -> f32 {{
  %0 = fft.call @updated(%t, %x) : ({T}, f32) -> {T}
  %1 = fft.call @made() : () -> {T}
  %2 = fft.dft %0, %1 into %0 : {T}, {T} into {T} -> {T}
  %3 = fft.energy %2 : {T}
  fft.return %3 : f32
}}
"""
EMPTY = f"""
fft.func @f(%t: {T}, %n: index, %x: f32) -> {T} {{
  %r = fft.repeat %n carrying %t : {T} -> {T} {{
  ^bb0(%i: index, %a: {T}):
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = tensor.insert_slice %0 into %a[%i] [4] [2] : tensor<4xf32> into {T}
    fft.yield %1 : {T}
  }}
  fft.return %r : {T}
}}
"""


def after(pipeline: str, text: str, *, with_equivalents: bool) -> str:
    """Return the program after passes, with ops of other dialects before or after them."""
    module = parsed(text)
    if with_equivalents:
        replace_by_equivalents(module)
    pipeline_from_text(f"builtin.module({pipeline})", context()).run(module, context())
    if not with_equivalents:
        replace_by_equivalents(module)
    return bufferize.print_module(module)


@pytest.mark.parametrize(
    ("pipeline", "text", "gone"),
    [
        (f"{BUFFERIZE},drop-equivalent-buffer-results", CALLS, ", f32) -> memref"),
        (f"{BUFFERIZE},buffer-results-to-out-params", CALLS, "-> memref"),
        (f"eliminate-empty-tensors,{BUFFERIZE}", EMPTY, "memref.alloc"),
        (f"{BUFFERIZE},canonicalize,cse", CALLS, "tensor"),
    ],
)
def test_as_of_other_dialects(pipeline: str, text: str, gone: str) -> None:
    found = after(pipeline, text, with_equivalents=False)
    assert found == after(pipeline, text, with_equivalents=True)
    assert gone not in found
