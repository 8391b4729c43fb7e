"""Terminators of fft: what is refused, and what later iterations may write to."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import verify
from examples.fft_dialect.tests.programs import bufferized, context, parsed

T = "tensor<8xf32>"
LOOP = f"""fft.func @f(%t: {T}, %u: {T}, %h: tensor<4xf32>, %x: f32, %n: index) -> ({T}, f32) {{
  %r = fft.repeat %n carrying %t : {T} -> {T} {{
  ^bb0(%i: index, %a: {T}):
    %0 = fft.scale %x, %a : {T} -> {T}
    fft.yield
  }}
  %e = fft.energy %u : {T}
  fft.return %r, %e : {T}, f32
}}"""
CHOICE = f"""fft.func @f(%t: {T}, %u: {T}, %h: tensor<4xf32>, %c: i1) -> {T} {{
  %r = fft.choose %c -> {T} {{
    fft.yield
  }} else {{
    fft.yield %t : {T}
  }}
  fft.return %r : {T}
}}"""
SHARED = f"""fft.func @f(%t: {T}, %u: {T}, %n: index) -> {T} {{
  %r = fft.spawn %n sharing %t : {T} -> {T} {{
  ^bb0(%i: index, %o: {T}):
    fft.yield
  }}
  fft.return %r : {T}
}}"""
RETURN = f"fft.func @f(%t: {T}, %x: f32) -> {T} {{\nfft.return\n}}"


@pytest.mark.parametrize(
    ("program", "end", "message"),
    [
        (LOOP, "", "region branch point has 0 operands, but region successor needs 1 inputs"),
        (LOOP, f" %0, %0 : {T}, {T}", "region branch point has 2 operands"),
        (LOOP, " %x : f32", "different type: 'tensor<8xf32>' != 'f32'"),
        (LOOP, " %h : tensor<4xf32>", "different type: 'tensor<8xf32>' != 'tensor<4xf32>'"),
        (CHOICE, "", "region branch point has 0 operands, but region successor needs 1 inputs"),
        (CHOICE, " %h : tensor<4xf32>", "operand type #0 'tensor<4xf32>' should match"),
        (SHARED, f" %o : {T}", "expects parent op to be one of 'fft.repeat, fft.choose'"),
        (RETURN, "", "has 0 operands, but enclosing function (@f) returns 1"),
        (RETURN, " %x : f32", "type of return operand 0 ('f32') doesn't match"),
    ],
)
def test_wrong_ends_are_invalid(program: str, end: str, message: str) -> None:
    word = "fft.return" if program is RETURN else "fft.yield"
    module = bufferize.parse(program.replace(f"{word}\n", f"{word}{end}\n"), context())
    (problem,) = verify(module)
    assert message in problem.message
    assert problem.position is not None


@pytest.mark.parametrize(
    ("type", "inside", "message"),
    [
        (T, f"fft.give %h into %t from %i : tensor<4xf32> into {T}", "an output block argument"),
        (T, "%0 = arith.constant 0 : index", "but found 'arith.constant'"),
        ("tensor<6xf32>", "", "'tensor<8xf32>' != 'tensor<6xf32>'"),
    ],
)
def test_wrong_contributions_are_invalid(type: str, inside: str, message: str) -> None:
    text = f"""fft.func @f(%t: {T}, %n: index, %h: tensor<4xf32>) -> {T} {{
      %r = fft.spawn %n sharing %t : {T} -> {T} {{
      ^bb0(%i: index, %o: {type}):
        fft.join {{ {inside} }}
      }}
      fft.return %r : {T}
    }}"""
    (problem,) = verify(bufferize.parse(text, context()))
    assert message in problem.message


@pytest.mark.parametrize("end", ["%u", "%new"])
def test_another_buffer_than_the_own_one_is_refused(end: str) -> None:
    text = LOOP.replace("fft.yield\n", f"%new = fft.twiddle -> {T}\nfft.yield {end} : {T}\n")
    with pytest.raises(DiagnosticError) as caught:
        bufferized(parsed(text))
    (problem,) = caught.value.diagnostics
    assert problem.message == "Yield operand #0 is not equivalent to the corresponding iter bbArg"
    assert "allow-return-allocs-from-loops" in problem.notes[0].message
    assert str(problem.position) == "f.mlir:6:1"


def lines_of(text: str) -> list[str]:
    """Return the operations of the program on buffers, if loops may yield other buffers."""
    module = parsed(text)
    bufferized(module, allow_return_allocs_from_loops=True)
    return [line.strip() for line in bufferize.print_module(module).splitlines()]


def test_later_iterations_do_not_write_to_an_outer_tensor() -> None:
    """They write to what the iteration before has yielded, so that is a copy."""
    lines = lines_of(LOOP.replace("fft.yield\n", f"fft.yield %u : {T}\n"))
    (copy,) = [line for line in lines if line.startswith("memref.copy %arg1,")]
    (yielded,) = [line for line in lines if line.startswith("fft.yield")]
    assert lines.index(copy) < lines.index(yielded)
    made = copy.partition(" : ")[0].split(", ")[1]
    (cast,) = [line for line in lines if "memref.cast" in line]
    assert f"memref.cast {made} :" in cast
    assert yielded.startswith(f"fft.yield {cast.split()[0]} :")


def test_a_tensor_of_the_iteration_is_yielded_as_it_is() -> None:
    lines = lines_of(
        LOOP.replace("fft.yield\n", f"%new = fft.twiddle -> {T}\nfft.yield %new : {T}\n")
    )
    assert not [line for line in lines if line.startswith("memref.copy")]


def test_one_buffer_is_not_yielded_twice() -> None:
    """The next iteration would take it for two buffers."""
    text = f"""fft.func @f(%t: {T}, %u: {T}, %x: f32, %n: index) -> ({T}, {T}) {{
      %r:2 = fft.repeat %n carrying %t, %u : {T}, {T} -> {T}, {T} {{
      ^bb0(%i: index, %a: {T}, %b: {T}):
        %0 = fft.scale %x, %a : {T} -> {T}
        fft.yield %0, %0 : {T}, {T}
      }}
      fft.return %r#0, %r#1 : {T}, {T}
    }}"""
    assert len([line for line in lines_of(text) if line.startswith("memref.copy")]) == 1
