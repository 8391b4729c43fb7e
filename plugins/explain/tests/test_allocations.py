"""Why each buffer is allocated, and which are in use at the peak."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.driver import LayoutMapOption
from bufferize_explain.allocations import Cause
from bufferize_explain.fixes import Budget, BufferAdvice, advise_on_buffers

T = "tensor<64xf32>"
BOUNDARIES = OneShotOptions(bufferize_function_boundaries=True)


def advice(text: str, *, file: str = "f.mlir", **options: Any) -> BufferAdvice:
    context = Context()
    context.allow_unregistered_dialects = True
    module = bufferize.parse(text, context, file)
    before = str(module)
    found = advise_on_buffers(
        module, replace(BOUNDARIES, **options), context, budget=Budget(trials=0)
    )
    assert str(module) == before
    return found


CASES = {
    "an empty tensor": (
        f"func.func @f(%a: {T}) -> {T} {{\n"
        f"  %e = tensor.empty() : {T}\n"
        f"  %x = linalg.exp ins(%a : {T}) outs(%e : {T}) -> {T}\n"
        f"  return %x : {T}\n}}",
        Cause.EMPTY_TENSOR,
        "'tensor.empty' begins a tensor, and nothing gives it another buffer",
    ),
    "no destination": (
        f"func.func @f(%a: tensor<60xf32>, %v: f32) -> {T} {{\n"
        "  %x = tensor.pad %a low[2] high[2] {\n  ^bb0(%i: index):\n    tensor.yield %v : f32\n  }"
        f" : tensor<60xf32> to {T}\n  return %x : {T}\n}}",
        Cause.NO_DESTINATION,
        "'tensor.pad' has no destination, so its result gets a buffer of its own",
    ),
    "a copy": (
        f"func.func @f(%a: {T}, %v: f32, %i: index) -> ({T}, {T}) {{\n"
        f"  %x = tensor.insert %v into %a[%i] : {T}\n"
        f"  return %x, %a : {T}, {T}\n}}",
        Cause.COPY,
        "operand #1 of 'tensor.insert' at f.mlir:2:8 is copied: in place, 'tensor.insert' would "
        "overwrite what 'func.return' still reads",
    ),
    "a constant": (
        f"func.func @f(%v: f32, %i: index) -> {T} {{\n"
        f"  %a = arith.constant dense<1.0> : {T}\n"
        f"  %x = tensor.insert %v into %a[%i] : {T}\n"
        f"  return %x : {T}\n}}",
        Cause.CONSTANT,
        "the constant is made anew for operand #1 of 'tensor.insert' at f.mlir:3:8: the buffer that "
        "'arith.constant' gives must not be written to",
    ),
    "a new buffer": (
        f"func.func @f(%a: {T}) -> ({T}, {T}) {{\n"
        f"  %x = linalg.exp ins(%a : {T}) outs(%a : {T}) -> {T}\n"
        f"  return %x, %a : {T}, {T}\n}}",
        Cause.NEW_BUFFER,
        "operand #1 of 'linalg.exp' at f.mlir:2:8 gets a buffer of its own: in place, 'linalg.exp' "
        "would overwrite what 'func.return' still reads",
    ),
    "what the program asks for": (
        f"func.func @f() -> {T} {{\n  %x = bufferization.alloc_tensor() : {T}\n  return %x : {T}\n}}",
        Cause.PROGRAM,
        "the program asks for it with 'bufferization.alloc_tensor'",
    ),
    "a buffer of the program": (
        "func.func @f(%v: f32, %i: index) {\n"
        "  %x = memref.alloc() : memref<64xf32>\n"
        "  memref.store %v, %x[%i] : memref<64xf32>\n  return\n}",
        Cause.PROGRAM,
        "the program asks for it with 'memref.alloc'",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_causes(name: str) -> None:
    text, cause, why = CASES[name]
    (buffer,) = advice(text).buffers
    assert (buffer.allocation.cause, buffer.allocation.why) == (cause, why)
    assert (buffer.allocation.size, buffer.allocation.function) == (256, "f")
    assert (buffer.savings, buffer.tried) == ((), ())


def test_a_copy_for_another_layout() -> None:
    """Such a copy has the position of what made the buffer: here, of a function's argument."""
    text = f"func.func @f(%a: {T}) -> memref<64xf32> {{\n" + (
        f"  %x = bufferization.to_buffer %a : {T} to memref<64xf32>\n  return %x : memref<64xf32>\n}}"
    )
    (buffer,) = advice(text).buffers
    assert buffer.allocation.cause is Cause.COPY
    assert "is copied: a buffer of type 'memref<64xf32>' is needed" in buffer.allocation.why
    assert (
        advice(text, function_boundary_type_conversion=LayoutMapOption.IDENTITY_LAYOUT_MAP).buffers
        == []
    )


def test_two_operations_at_one_position() -> None:
    """The allocation is of an unknown operation, unless all at the position have one name."""
    at = 'loc("g.mlir":1:1)'
    text = f"""\
func.func @f(%a: {T}, %i: index, %v: f32) -> ({T}, {T}) {{
  %e = tensor.empty() : {T} {at}
  %x = linalg.exp ins(%a : {T}) outs(%e : {T}) -> {T} {at}
  %y = tensor.generate {{
  ^bb0(%j: index):
    tensor.yield %v : f32
  }} : {T}
  return %x, %y : {T}, {T}
}}
"""
    causes = [each.allocation.cause for each in advice(text).buffers]
    assert causes == [Cause.EMPTY_TENSOR, Cause.NO_DESTINATION]
    text = text.replace(f"}} : {T}\n  return", f"}} : {T} {at}\n  return")
    first, second = (each.allocation for each in advice(text).buffers)
    assert first.cause is second.cause is Cause.UNKNOWN
    assert first.why == "it is not known for which operation it is"


def test_a_program_without_positions() -> None:
    context = Context()
    module = bufferize.parse(CASES["an empty tensor"][0], context)
    for op in module.walk():
        op.location = bufferize.ir.UNKNOWN_LOC
    options = OneShotOptions(bufferize_function_boundaries=True)
    found = advise_on_buffers(module, options, context)
    assert [each.allocation.cause for each in found.buffers] == [Cause.UNKNOWN]


def test_loops_and_unknown_extents() -> None:
    text = f"""\
func.func @f(%a: tensor<?xf32>, %n: index, %v: f32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {{
    %e = tensor.empty(%n) : tensor<?x8xf32>
    %x = linalg.fill ins(%v : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
    "some.use"(%x) : (tensor<?x8xf32>) -> ()
    %e1 = tensor.empty() : {T}
    %y = linalg.fill ins(%v : f32) outs(%e1 : {T}) -> {T}
    "some.use"(%y) : ({T}) -> ()
  }}
  return
}}
"""
    found = advice(text, allow_unknown_ops=True)
    dynamic, static = (each.allocation for each in found.buffers)
    assert (dynamic.size, dynamic.cost, dynamic.known_cost, dynamic.unknown_factors) == (
        None,
        None,
        96,
        1,
    )
    assert dynamic.size_text() == "32 x ? bytes in each iteration"
    assert (static.size, static.cost, static.unknown_factors) == (256, 768, 0)
    assert [loop.trip_count for loop in static.loops] == [3]
    (peak,) = found.peaks
    assert (peak.known_bytes, peak.num_unknown) == (256, 1)
    assert dynamic.peak is None
    assert (dynamic.kept, static.kept) == (None, None)
    assert static.peak is peak


def test_a_buffer_of_dynamic_size_has_a_lifetime_if_a_plan_takes_it() -> None:
    """As `bufferize plan` and the option `dynamic` of its pass do; a bound is not a size."""
    text = f"""\
func.func @f(%a: tensor<?xf32>, %v: f32, %n: index, %c: i1) {{
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %b = affine.min affine_map<(d0) -> (8, d0)>(%n)
  %e = tensor.empty(%d) : tensor<?xf32>
  %x = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  "some.use"(%x) : (tensor<?xf32>) -> ()
  %e1 = tensor.empty(%b) : tensor<?xf32>
  %y = linalg.fill ins(%v : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  "some.use"(%y) : (tensor<?xf32>) -> ()
  %e2 = tensor.empty() : {T}
  %z = linalg.fill ins(%v : f32) outs(%e2 : {T}) -> {T}
  "some.use"(%z) : ({T}) -> ()
  scf.if %c {{
    %e3 = tensor.empty(%n) : tensor<?xf32>
    %u = linalg.fill ins(%v : f32) outs(%e3 : tensor<?xf32>) -> tensor<?xf32>
    "some.use"(%u) : (tensor<?xf32>) -> ()
  }}
  return
}}
"""
    found = advice(text, allow_unknown_ops=True)
    known, bounded, static, unbounded = (each.allocation for each in found.buffers)
    assert (known.kept, bounded.kept, static.kept) == (None, None, None)
    assert unbounded.kept == "it is not always allocated, and its size has no bound"
    assert unbounded.uses is None
    assert [str(place) for place in known.uses or ()] == [
        "'linalg.exp' at f.mlir:6:8",
        "'some.use' at f.mlir:7:3",
    ]
    (peak,) = found.peaks
    assert (peak.known_bytes, peak.num_unknown) == (256, 3)
    assert (known.peak, bounded.peak, static.peak) == (None, None, peak)


def test_the_peak_of_each_function() -> None:
    """%0 is dead when %2 is computed; what a function returns is in use until its end."""

    def step(number: int, source: str) -> str:
        return (
            f"  %e{number} = tensor.empty() : {T}\n"
            f"  %{number} = linalg.exp ins(%{source} : {T}) outs(%e{number} : {T}) -> {T}\n"
        )

    body = step(0, "a") + step(1, "0") + step(2, "1")
    text = f"func.func @f(%a: {T}) -> {T} {{\n{body}  return %2 : {T}\n}}\n"
    text += f"func.func @g(%a: {T}) -> {T} {{\n{step(0, 'a')}  return %0 : {T}\n}}\n"
    found = advice(text)
    first, second, third, fourth = (each.allocation for each in found.buffers)
    f, g = found.peaks
    assert (f.function, f.known_bytes, f.num_unknown) == ("f", 512, 0)
    assert [each.peak for each in (first, second, third)] == [f, f, None] or [
        each.peak for each in (first, second, third)
    ] == [None, f, f]
    assert fourth.peak is g
    assert g.known_bytes == 256
    assert first.uses is not None
    assert [str(place) for place in first.uses] == [
        "'linalg.exp' at f.mlir:3:8",
        "'linalg.exp' at f.mlir:5:8",
    ]
    assert (third.uses, third.kept) == (None, "the function returns it")


def test_a_use_in_a_region_is_that_of_the_operation_around_it() -> None:
    text = f"""\
func.func @f(%a: {T}, %c: i1, %i: index) -> f32 {{
  %e = tensor.empty() : {T}
  %x = linalg.exp ins(%a : {T}) outs(%e : {T}) -> {T}
  %r = scf.if %c -> f32 {{
    %y = tensor.extract %x[%i] : {T}
    scf.yield %y : f32
  }} else {{
    %y = tensor.extract %a[%i] : {T}
    scf.yield %y : f32
  }}
  return %r : f32
}}
"""
    (buffer,) = advice(text).buffers
    assert buffer.allocation.uses is not None
    assert str(buffer.allocation.uses[1]) == "'scf.if' at f.mlir:4:8"
