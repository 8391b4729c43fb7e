"""Programs with fft print the right numbers, whether updated in place or copied."""

from __future__ import annotations

from typing import Any

import pytest

from bufferize.analysis import AnalysisHeuristic
from examples.fft_dialect.tests.running import results

pytestmark = pytest.mark.reference

T = "tensor<4xf32>"
H = "tensor<2xf32>"

START = f"""
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%n = arith.constant 2 : index
%x = arith.constant 2.0 : f32
%yes = arith.constant true
%t = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : {T}
%w = fft.twiddle -> {T}
"""
SCALED = f"""
fft.func @scaled(%t: {T}, %x: f32) -> {T} {{
  %0 = fft.scale %x, %t : {T} -> {T}
  fft.return %0 : {T}
}}
"""
PROGRAMS = {
    "update": (f"%r = fft.scale %x, %t : {T} -> {T}", "2 4 6 8 30"),
    "transform of itself": (
        f"%s = fft.scale %x, %t : {T} -> {T}\n"
        f"%r = fft.dft %s, %w into %s : {T}, {T} into {T} -> {T}",
        "20 -4 -4 -4 30",
    ),
    "half": (
        f"%h = fft.half %t from %c1 : {T} -> {H}\n%s = fft.scale %x, %h : {H} -> {H}\n"
        f"%r = tensor.insert_slice %s into %t[1] [2] [2] : {H} into {T}",
        "1 4 3 8 30",
    ),
    "loop": (
        f"%r = fft.repeat %n carrying %t : {T} -> {T} {{\n^bb0(%i: index, %a: {T}):\n"
        f"%0 = fft.scale %x, %a : {T} -> {T}\nfft.yield %0 : {T}\n}}",
        "4 8 12 16 30",
    ),
    "loop of calls": (
        f"%r = fft.repeat %n carrying %t : {T} -> {T} {{\n^bb0(%i: index, %a: {T}):\n"
        f"%0 = fft.call @scaled(%a, %x) : ({T}, f32) -> {T}\nfft.yield %0 : {T}\n}}",
        "4 8 12 16 30",
    ),
    "loop that yields a tensor from outside": (
        f"%s = fft.scale %x, %t : {T} -> {T}\n"
        f"%l = fft.repeat %n carrying %t : {T} -> {T} {{\n^bb0(%i: index, %a: {T}):\n"
        f"%0 = fft.scale %x, %a : {T} -> {T}\nfft.yield %s : {T}\n}}\n"
        f"%r = linalg.add ins(%l, %s : {T}, {T}) outs(%w : {T}) -> {T}",
        "4 8 12 16 30",
    ),
    "choice": (
        f"%r = fft.choose %yes -> {T} {{\n%0 = fft.scale %x, %t : {T} -> {T}\n"
        f"fft.yield %0 : {T}\n}} else {{\nfft.yield %t : {T}\n}}",
        "2 4 6 8 30",
    ),
    "parallel loop": (
        f"%r = fft.spawn %n sharing %t : {T} -> {T} {{\n^bb0(%i: index, %o: {T}):\n"
        f"%h = fft.half %o from %i : {T} -> {H}\n%s = fft.scale %x, %h : {H} -> {H}\n"
        f"fft.join {{\nfft.give %s into %o from %i : {H} into {T}\n}}\n}}",
        "2 4 6 8 30",
    ),
}


@pytest.mark.parametrize(
    "options",
    [{}, {"copy_before_write": True}, {"analysis_heuristic": AnalysisHeuristic.TOP_DOWN}],
    ids=["in place", "copied", "top-down"],
)
@pytest.mark.parametrize(("body", "expected"), PROGRAMS.values(), ids=PROGRAMS)
def test_what_is_printed(body: str, expected: str, options: dict[str, Any]) -> None:
    text = f"""{SCALED}
    func.func @main() {{
      {START}
      {body}
      %e = fft.energy %t : {T}
      %zero = arith.constant 0.0 : f32
      %v = vector.transfer_read %r[%c0], %zero {{in_bounds = [true]}} : {T}, vector<4xf32>
      vector.print %v : vector<4xf32>
      vector.print %e : f32
      return
    }}"""
    found = results(text, allow_return_allocs_from_loops=True, **options)
    assert [float(number.strip("(),")) for number in found if number.strip("(),")] == [
        float(number) for number in expected.split()
    ]
