"""In-place updates and copies in programs that mix fft with other dialects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import bufferize
from bufferize.analysis import AnalysisHeuristic
from bufferize.driver import LayoutMapOption
from examples.fft_dialect.tests.programs import bufferized, parsed, replace_by_equivalents

T = "tensor<8xf32>"
H = "tensor<4xf32>"


@dataclass(frozen=True)
class Case:
    """A program, the operands that are copied, and the buffers that are allocated."""

    text: str
    copied: tuple[str, ...] = ()
    allocated: int = 0


def function(body: str, arguments: str = f"%t: {T}", results: str = T, before: str = "") -> str:
    return f"""{before}
func.func @f({arguments}, %x: f32, %n: index, %c: i1) -> {results} {{
{body}
}}"""


SCALE = f"fft.scale %x, {{}} : {T} -> {T}"
CASES = {
    "update in place": Case(function(f"%0 = {SCALE.format('%t')}\nreturn %0 : {T}")),
    "update of what is read again": Case(
        function(
            f"%0 = {SCALE.format('%t')}\n%1 = fft.energy %t : {T}\nreturn %0, %1 : {T}, f32",
            results=f"({T}, f32)",
        ),
        ("fft.scale #1",),
        1,
    ),
    "update of what was read before": Case(
        function(
            f"%1 = fft.energy %t : {T}\n%0 = {SCALE.format('%t')}\nreturn %0, %1 : {T}, f32",
            results=f"({T}, f32)",
        ),
    ),
    "update of a constant": Case(
        function(
            f"%k = arith.constant dense<1.0> : {T}\n%0 = {SCALE.format('%k')}\nreturn %0 : {T}"
        ),
        ("fft.scale #1",),
        1,
    ),
    "destination that is overwritten": Case(
        function(
            f"%w = fft.twiddle -> {T}\n%e = tensor.empty() : {T}\n"
            f"%0 = fft.dft %t, %w into %e : {T}, {T} into {T} -> {T}\nreturn %0 : {T}"
        ),
        allocated=2,
    ),
    "destination that is its source": Case(
        # All of the source is read for each point, so the two must not be one buffer.
        function(
            f"%w = fft.twiddle -> {T}\n"
            f"%0 = fft.dft %t, %w into %t : {T}, {T} into {T} -> {T}\nreturn %0 : {T}"
        ),
        ("fft.dft #2",),
        2,
    ),
    "update between ops of linalg": Case(
        function(
            f"%0 = linalg.fill ins(%x : f32) outs(%t : {T}) -> {T}\n%1 = {SCALE.format('%0')}\n"
            f"%2 = linalg.exp ins(%1 : {T}) outs(%1 : {T}) -> {T}\nreturn %2 : {T}"
        ),
    ),
    "view": Case(
        function(
            f"%h = fft.half %t from %n : {T} -> {H}\n%1 = fft.energy %h : {H}\nreturn %1 : f32",
            results="f32",
        ),
    ),
    "update of a view": Case(
        function(
            f"%h = fft.half %t from %n : {T} -> {H}\n%0 = fft.scale %x, %h : {H} -> {H}\n"
            f"return %0 : {H}",
            results=H,
        ),
    ),
    "update of a view of what is read again": Case(
        function(
            f"%h = fft.half %t from %n : {T} -> {H}\n%0 = fft.scale %x, %h : {H} -> {H}\n"
            f"%1 = fft.energy %t : {T}\nreturn %0, %1 : {H}, f32",
            results=f"({H}, f32)",
        ),
        ("fft.half #0",),
        1,
    ),
    "slice of tensor put back": Case(
        function(
            f"%h = tensor.extract_slice %t[%n] [4] [2] : {T} to {H}\n"
            f"%0 = fft.scale %x, %h : {H} -> {H}\n"
            f"%1 = tensor.insert_slice %0 into %t[%n] [4] [2] : {H} into {T}\nreturn %1 : {T}"
        ),
    ),
    "half put back by another dialect": Case(
        function(
            f"%h = fft.half %t from %n : {T} -> {H}\n"
            f"%0 = fft.scale %x, %h : {H} -> {H}\n"
            f"%1 = tensor.insert_slice %0 into %t[%n] [4] [2] : {H} into {T}\nreturn %1 : {T}"
        ),
    ),
    "allocation": Case(
        function(f"%w = fft.twiddle -> {T}\n%0 = {SCALE.format('%w')}\nreturn %0 : {T}"),
        allocated=1,
    ),
    "allocation of dynamic size": Case(
        function(
            "%w = fft.twiddle of %n -> tensor<?xf32>\nreturn %w : tensor<?xf32>",
            results="tensor<?xf32>",
        ),
        allocated=1,
    ),
    "loop": Case(
        function(
            f"%r = fft.repeat %n carrying %t : {T} -> {T} {{\n^bb0(%i: index, %a: {T}):\n"
            f"%0 = {SCALE.format('%a')}\nfft.yield %0 : {T}\n}}\nreturn %r : {T}"
        ),
    ),
    "loop from a tensor that is read again": Case(
        function(
            f"%r = fft.repeat %n carrying %t : {T} -> {T} {{\n^bb0(%i: index, %a: {T}):\n"
            f"%0 = {SCALE.format('%a')}\nfft.yield %0 : {T}\n}}\n"
            f"%1 = fft.energy %t : {T}\nreturn %r, %1 : {T}, f32",
            results=f"({T}, f32)",
        ),
        ("fft.repeat #1",),
        1,
    ),
    "loop that reads a tensor from outside": Case(
        function(
            f"%r = fft.repeat %n carrying %t : {T} -> {T} {{\n^bb0(%i: index, %a: {T}):\n"
            f"%0 = {SCALE.format('%u')}\n%e = fft.energy %0 : {T}\n"
            f"%1 = tensor.insert %e into %a[%i] : {T}\nfft.yield %1 : {T}\n}}\nreturn %r : {T}",
            arguments=f"%t: {T}, %u: {T}",
        ),
        # In place, each iteration would read what the one before has written.
        ("fft.scale #1",),
        1,
    ),
    "loops of two dialects": Case(
        function(
            f"%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
            f"%r = fft.repeat %n carrying %t : {T} -> {T} {{\n^bb0(%i: index, %a: {T}):\n"
            f"%0 = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> ({T}) {{\n"
            f"%1 = {SCALE.format('%b')}\nscf.yield %1 : {T}\n}}\n"
            f"fft.yield %0 : {T}\n}}\nreturn %r : {T}"
        ),
    ),
    "choice": Case(
        function(
            f"%r = fft.choose %c -> {T} {{\n%0 = {SCALE.format('%t')}\nfft.yield %0 : {T}\n}} else {{\n"
            f"fft.yield %t : {T}\n}}\nreturn %r : {T}"
        ),
    ),
    "choice of two tensors that is updated": Case(
        function(
            f"%r = fft.choose %c -> {T} {{\nfft.yield %u : {T}\n}} else {{\n"
            f"fft.yield %t : {T}\n}}\n%0 = {SCALE.format('%r')}\n%1 = fft.energy %t : {T}\n"
            f"return %0, %1 : {T}, f32",
            arguments=f"%t: {T}, %u: {T}",
            results=f"({T}, f32)",
        ),
        ("fft.scale #1",),
        1,
    ),
    "choice in a choice of another dialect": Case(
        function(
            f"%r = scf.if %c -> ({T}) {{\n%s = fft.choose %c -> {T} {{\n"
            f"%0 = {SCALE.format('%t')}\nfft.yield %0 : {T}\n}} else {{\nfft.yield %t : {T}\n}}\n"
            f"scf.yield %s : {T}\n}} else {{\nscf.yield %t : {T}\n}}\nreturn %r : {T}"
        ),
    ),
    "parallel loop": Case(
        function(
            f"%r = fft.spawn %n sharing %t : {T} -> {T} {{\n^bb0(%i: index, %o: {T}):\n"
            f"%h = fft.half %o from %i : {T} -> {H}\n%0 = fft.scale %x, %h : {H} -> {H}\n"
            f"fft.join {{\nfft.give %0 into %o from %i : {H} into {T}\n}}\n}}\nreturn %r : {T}"
        ),
    ),
    "parallel loop that reads what it shares": Case(
        function(
            f"%r = fft.spawn %n sharing %t : {T} -> {T} {{\n^bb0(%i: index, %o: {T}):\n"
            f"%h = fft.half %t from %i : {T} -> {H}\n%e = tensor.empty() : {H}\n"
            f"%0 = linalg.exp ins(%h : {H}) outs(%e : {H}) -> {H}\n"
            f"fft.join {{\nfft.give %0 into %o from %i : {H} into {T}\n}}\n}}\nreturn %r : {T}"
        ),
        ("fft.spawn #1",),
        2,
    ),
    "parallel loop that reads what others write": Case(
        function(
            f"%k = arith.constant 1 : index\n"
            f"%r = fft.spawn %n sharing %t : {T} -> {T} {{\n^bb0(%i: index, %o: {T}):\n"
            f"%j = arith.addi %i, %k : index\n"
            f"%h = fft.half %o from %j : {T} -> {H}\n"
            f"fft.join {{\nfft.give %h into %o from %i : {H} into {T}\n}}\n}}\nreturn %r : {T}"
        ),
        ("fft.spawn #1",),
        1,
    ),
    "parallel loop in a loop": Case(
        function(
            f"%l = fft.repeat %n carrying %t : {T} -> {T} {{\n^bb0(%k: index, %a: {T}):\n"
            f"%r = fft.spawn %n sharing %a : {T} -> {T} {{\n^bb0(%i: index, %o: {T}):\n"
            f"%h = fft.half %o from %i : {T} -> {H}\n%0 = fft.scale %x, %h : {H} -> {H}\n"
            f"fft.join {{\nfft.give %0 into %o from %i : {H} into {T}\n}}\n}}\n"
            f"fft.yield %r : {T}\n}}\nreturn %l : {T}"
        ),
    ),
    "contribution that another one overwrites": Case(
        function(
            f"%k = arith.constant 1 : index\n"
            f"%r = fft.spawn %n sharing %t : {T} -> {T} {{\n^bb0(%i: index, %o: {T}):\n"
            f"%j = arith.addi %i, %k : index\n"
            f"%h = fft.half %o from %i : {T} -> {H}\n%g = fft.half %o from %j : {T} -> {H}\n"
            f"fft.join {{\nfft.give %h into %o from %j : {H} into {T}\n"
            f"fft.give %g into %o from %i : {H} into {T}\n}}\n}}\nreturn %r : {T}"
        ),
        ("fft.half #0",),
        1,
    ),
    "call of a function that is only declared": Case(
        function(
            f"%0 = fft.call @g(%t, %x) : ({T}, f32) -> {T}\n%1 = fft.energy %t : {T}\n"
            f"return %0, %1 : {T}, f32",
            before=f"fft.func private @g({T}, f32) -> {T}",
            results=f"({T}, f32)",
        ),
        ("fft.call #0",),
        1,
    ),
    "argument that is not writable": Case(
        f"""fft.func @f(%t: {T} {{bufferization.writable = false}}, %x: f32) -> {T} {{
          %0 = {SCALE.format("%t")}
          fft.return %0 : {T}
        }}""",
        ("fft.scale #1",),
        1,
    ),
    "call": Case(
        function(
            f"%0 = fft.call @g(%t, %x) : ({T}, f32) -> {T}\nreturn %0 : {T}",
            before=f"""fft.func @g(%a: {T}, %x: f32) -> {T} {{
              %0 = {SCALE.format("%a")}
              fft.return %0 : {T}
            }}""",
        ),
    ),
    "call of what is read again": Case(
        function(
            f"%0 = fft.call @g(%t, %x) : ({T}, f32) -> {T}\n%1 = fft.energy %t : {T}\n"
            f"return %0, %1 : {T}, f32",
            before=f"""fft.func @g(%a: {T}, %x: f32) -> {T} {{
              %0 = {SCALE.format("%a")}
              fft.return %0 : {T}
            }}""",
            results=f"({T}, f32)",
        ),
        ("fft.call #0",),
        1,
    ),
    "call of a function that only reads": Case(
        function(
            f"%0 = fft.call @g(%t) : ({T}) -> f32\n%1 = {SCALE.format('%t')}\n"
            f"%2 = fft.call @g(%1) : ({T}) -> f32\nreturn %1 : {T}",
            before=f"""fft.func @g(%a: {T}) -> f32 {{
              %0 = fft.energy %a : {T}
              fft.return %0 : f32
            }}""",
        ),
    ),
    "call of a function of another dialect": Case(
        function(
            f"%0 = fft.call @g(%t, %x) : ({T}, f32) -> {T}\nreturn %0 : {T}",
            before=f"""func.func @g(%a: {T}, %x: f32) -> {T} {{
              %0 = {SCALE.format("%a")}
              return %0 : {T}
            }}""",
        ),
    ),
    "spectrum": Case(
        function(
            f"%s = fft.forward %t : {T} -> !fft.spectrum<8>\n"
            "%0 = fft.scale %x, %s : !fft.spectrum<8> -> !fft.spectrum<8>\n"
            "%1 = fft.energy %0 : !fft.spectrum<8>\nreturn %1 : f32",
            results="f32",
        ),
        allocated=1,
    ),
    "spectrum that is read again": Case(
        function(
            f"%s = fft.forward %t : {T} -> !fft.spectrum<8>\n"
            "%0 = fft.scale %x, %s : !fft.spectrum<8> -> !fft.spectrum<8>\n"
            "%1 = fft.energy %s : !fft.spectrum<8>\n"
            "return %0, %1 : !fft.spectrum<8>, f32",
            results="(!fft.spectrum<8>, f32)",
        ),
        ("fft.scale #1",),
        2,
    ),
    "spectrum in a loop of another dialect": Case(
        function(
            "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
            f"%s = fft.forward %t : {T} -> !fft.spectrum<8>\n"
            "%r = scf.for %j = %c0 to %n step %c1 iter_args(%a = %s) -> (!fft.spectrum<8>) {\n"
            "%0 = fft.scale %x, %a : !fft.spectrum<8> -> !fft.spectrum<8>\n"
            "scf.yield %0 : !fft.spectrum<8>\n}\nreturn %r : !fft.spectrum<8>",
            results="!fft.spectrum<8>",
        ),
        allocated=1,
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_is_copied(case: Case) -> None:
    module = parsed(case.text)
    report = bufferized(module)
    copied = [f"{copy.place.op_name} #{copy.place.index}" for copy in report.copies]
    assert tuple(copied) == case.copied
    names = [op.name for op in module.walk()]
    assert names.count("memref.alloc") + names.count("fft.new_bins") == case.allocated
    text = bufferize.print_module(module)
    assert "tensor" not in text
    assert "spectrum" not in text


OPTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "copied": {"copy_before_write": True},
    "any yields": {"allow_return_allocs_from_loops": True},
    "top-down": {"analysis_heuristic": AnalysisHeuristic.TOP_DOWN},
    "identity layout": {"function_boundary_type_conversion": LayoutMapOption.IDENTITY_LAYOUT_MAP},
    "disjoint": {"disjoint_subsets": True},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_it_is_as_of_the_dialects_that_everyone_has(case: Case, options: dict[str, Any]) -> None:
    """Loops, choices, slices, functions and calls of other dialects give the same."""
    module, other = parsed(case.text), parsed(case.text)
    report = bufferized(module, **options)
    replace_by_equivalents(module)
    replace_by_equivalents(other)
    other_report = bufferized(other, **options)
    assert bufferize.print_module(module) == bufferize.print_module(other)
    assert len(report.copies) == len(other_report.copies)
