"""Proofs about functions that call others: whether they hold for any decisions about these."""

from __future__ import annotations

from dataclasses import replace

import pytest

import bufferize
from bufferize_optimum import Optimum, certify, optimum

from .programs import CONTEXT, FEWEST, OPTIONS, calling_text, copied, fewest_by_trying_all

PART = """
func.func private @part(%t: tensor<1000xf32>, %v: f32, %i: index) -> f32 {
  %s = tensor.extract_slice %t[0] [4] [1] : tensor<1000xf32> to tensor<4xf32>
  %a = tensor.insert %v into %s[%i] : tensor<4xf32>
  %x = tensor.extract %a[%i] : tensor<4xf32>
  return %x : f32
}"""
"""This writes to its argument, but could copy 16 bytes instead."""
CALLER = """
func.func @caller(%t: tensor<1000xf32>, %v: f32, %i: index) -> (f32, f32) {
  %x = call @part(%t, %v, %i) : (tensor<1000xf32>, f32, index) -> f32
  %y = tensor.extract %t[%i] : tensor<1000xf32>
  return %x, %y : f32, f32
}"""
WRITES = """
func.func private @part(%t: tensor<1000xf32>, %v: f32, %i: index) -> f32 {
  %f = tensor.extract %t[%i] : tensor<1000xf32>
  %e = tensor.splat %f : tensor<1000xf32>
  %m = bufferization.materialize_in_destination %e in %t
    : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<1000xf32>
  %x = tensor.extract %m[%i] : tensor<1000xf32>
  return %x : f32
}"""
"""This reads its argument and writes to it, whatever is decided."""


def both(text: str) -> tuple[Optimum, dict[str, bool]]:
    """Return the best decisions, and of which proofs `certify` says that they assume callees."""
    module = bufferize.parse(text, CONTEXT)
    found = optimum(module, OPTIONS, CONTEXT)
    functions = certify(str(found.certificate), module, CONTEXT)
    said = {function.name: function.assumes_callees for function in functions}
    assert said == {function.name: function.assumes_callees for function in found.functions}
    assert found.is_proved == (found.is_proved_by_function and not any(said.values()))
    return found, said


def test_a_write_that_follows_from_decisions_about_the_callee() -> None:
    found, said = both(PART + CALLER)
    assert found.bytes.copied == ((0, 16),)
    assert found.is_proved
    assert said == {"@part": False, "@caller": False}
    least = fewest_by_trying_all(PART + CALLER, 10)
    assert least is not None
    assert least.copied == ((0, 16),)
    assert str(found.certificate).splitlines()[2:-1] == [
        "function 1 @part",
        "with @caller",
        "copy 1.0 tensor.extract_slice 16",
        "copied 16",
        "conflict 16 1.0 tensor.extract_slice, 2.1 tensor.insert, @caller 1.0 func.call",
        "at least 16",
        "function 6 @caller",
        "with @part",
        "copied 0",
        "at least 0",
    ]


OFTEN = PART + CALLER.replace(
    "  return %x, %y",
    """  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.constant TRIPS : index
  scf.for %k = %c0 to %c step %c1 {
    %e = tensor.splat %v : tensor<1000xf32>
    %z = func.call @part(%e, %v, %k) : (tensor<1000xf32>, f32, index) -> f32
  }
  return %x, %y""",
)
"""Only the first call needs a copy, in the callee or before the call."""


@pytest.mark.parametrize(
    ("trips", "least"), [(2, 3 * 16), (248, 249 * 16), (249, 4000), (1000, 4000)]
)
def test_a_copy_in_a_callee_counts_as_often_as_it_is_called(trips: int, least: int) -> None:
    text = OFTEN.replace("TRIPS", str(trips))
    found, _ = both(text)
    assert found.is_proved
    assert found.bytes.copied == ((0, least),)
    assert f"called {trips + 1}\n" in str(found.certificate)
    assert copied(text, FEWEST) == found.bytes


THREE_SLICES = """
func.func private @set(%s: tensor<2xf32>, %v: f32, %i: index) -> f32 {
  %0 = tensor.insert %v into %s[%i] : tensor<2xf32>
  %1 = tensor.extract %0[%i] : tensor<2xf32>
  return %1 : f32
}
func.func @caller(%t: tensor<4xf32>, %v: f32, %i: index) -> (f32, f32, f32) {
  %a = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %t[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %c = tensor.extract_slice %t[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %x = call @set(%a, %v, %i) : (tensor<2xf32>, f32, index) -> f32
  %y = call @set(%b, %v, %i) : (tensor<2xf32>, f32, index) -> f32
  %z = call @set(%c, %v, %i) : (tensor<2xf32>, f32, index) -> f32
  return %x, %y, %z : f32, f32, f32
}"""
"""Two slices are copied, or all that @set writes to: no multipliers alone prove 16 bytes."""


def test_cases_about_two_functions() -> None:
    found, _ = both(THREE_SLICES)
    assert found.bytes.copied == ((0, 16),)
    assert found.is_proved
    proof = str(found.certificate)
    assert "if copied 24 1.1 tensor.insert\n" in proof
    assert "  if copied 8 @caller 1.0 tensor.extract_slice, @caller 4.0 func.call\n" in proof


def test_a_write_whatever_is_decided_about_the_callee() -> None:
    found, said = both(WRITES + CALLER)
    assert found.bytes.copied == ((0, 4000),)
    assert found.is_proved
    assert said == {"@part": False, "@caller": False}


def test_a_conflict_that_no_call_has_a_part_in() -> None:
    text = PART + CALLER.replace(
        "  return %x, %y",
        """  %w = tensor.insert %v into %t[%i] : tensor<1000xf32>
  %z = tensor.extract %t[%i] : tensor<1000xf32>
  return %z, %y""",
    )
    found, said = both(text)
    assert found.bytes.copied == ((0, 4016),)
    assert found.is_proved
    assert said == {"@part": False, "@caller": False}
    found, said = both(
        text.replace("call @part(%t", "call @part(%u").replace(
            "%v: f32, %i: index) -> (", "%u: tensor<1000xf32>, %v: f32, %i: index) -> ("
        )
    )
    assert found.bytes.copied == ((0, 4000),)
    assert found.is_proved


RETURNS = """
func.func private @same(%t: tensor<8xf32>, %v: f32, %i: index, %c: i1) -> tensor<8xf32> {{
  {body}
}}
func.func @caller(%t: tensor<8xf32>, %u: tensor<8xf32>, %v: f32, %i: index, %c: i1)
    -> (f32, f32, f32) {{
  %r = call @same(%t, %v, %i, %c) : (tensor<8xf32>, f32, index, i1) -> tensor<8xf32>
  %w = tensor.insert %v into {written}[%i] : tensor<8xf32>
  %x = tensor.extract {read}[%i] : tensor<8xf32>
  %y = tensor.extract %w[%i] : tensor<8xf32>
  %z = tensor.extract %r[%i] : tensor<8xf32>
  return %x, %y, %z : f32, f32, f32
}}"""
SAME = "return %t : tensor<8xf32>"
MAYBE = """%a = tensor.insert %v into %t[%i] : tensor<8xf32>
  return %a : tensor<8xf32>"""


@pytest.mark.parametrize(
    ("body", "written", "read", "assumes"),
    [
        (SAME, "%r", "%t", False),
        (SAME, "%u", "%u", False),
        (MAYBE, "%r", "%r", True),
        (MAYBE, "%u", "%u", False),
    ],
)
def test_results_that_are_arguments(body: str, written: str, read: str, assumes: bool) -> None:
    found, said = both(RETURNS.format(body=body, written=written, read=read))
    assert found.bytes.copied == ((0, 32),)
    assert found.is_proved_by_function
    assert said == {"@same": False, "@caller": assumes}


LOOP = """
func.func private @same(%t: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32> {{
  {body}
}}
func.func @caller(%t: tensor<8xf32>, %u: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %q = call @same(%u, %v, %i) : (tensor<8xf32>, f32, index) -> tensor<8xf32>
  %r = scf.for %k = %c0 to %c4 step %c1 iter_args(%x = %t) -> (tensor<8xf32>) {{
    %a = tensor.insert %v into %x[%k] : tensor<8xf32>
    %e = tensor.extract %a[%i] : tensor<8xf32>
    %y = tensor.insert %e into %u[%k] : tensor<8xf32>
    scf.yield %y : tensor<8xf32>
  }}
  return %r : tensor<8xf32>
}}"""


def test_what_a_loop_copies_counts_only_if_all_callees_do_the_same_in_any_case() -> None:
    found, said = both(LOOP.format(body=SAME))
    assert found.is_proved
    found, said = both(LOOP.format(body=MAYBE))
    assert found.is_proved_by_function
    assert said == {"@same": False, "@caller": True}


def test_the_callee_of_a_callee() -> None:
    through = """
func.func private @through(%t: tensor<1000xf32>, %v: f32, %i: index) -> f32 {
  %x = call @part(%t, %v, %i) : (tensor<1000xf32>, f32, index) -> f32
  return %x : f32
}"""
    text = through + CALLER.replace("@part", "@through")
    for part, least in (PART, 16), (WRITES, 4000):  # @through, too, could copy what it passes
        found, _ = both(part + text)
        assert found.bytes.copied == ((0, least),)
        assert found.is_proved


def test_sizes_and_numbers_of_calls_that_are_unknown() -> None:
    """A copy of unknown size costs more than any of known size, and so does one in a loop."""
    unknown = (PART + CALLER).replace("tensor<1000xf32>", "tensor<?xf32>")
    found, _ = both(unknown)
    assert found.bytes.copied == ((0, 16),)
    assert found.is_proved
    often = OFTEN.replace("arith.constant TRIPS : index", "arith.addi %i, %i : index")
    found, _ = both(often)
    assert found.bytes.copied == ((0, 4000),)
    assert found.is_proved
    assert "called 1 x ?\nunit 1 8001\n" in str(found.certificate)


def test_functions_are_decided_one_by_one_if_the_program_would_not_copy_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bufferize_optimum.functions.copies_after", lambda *given: [])
    found, _ = both(PART + CALLER)
    assert found.bytes.copied == ((0, 4000),)
    assert not found.is_proved_by_function


def test_functions_that_call_each_other_are_never_taken_for_proved() -> None:
    text = """
func.func @f(%t: tensor<8xf32>, %u: tensor<8xf32>, %v: f32, %i: index, %c: i1) -> f32 {
  %w = tensor.insert %v into %u[%i] : tensor<8xf32>
  %x = scf.if %c -> (f32) {
    %y = func.call @f(%t, %t, %v, %i, %c)
      : (tensor<8xf32>, tensor<8xf32>, f32, index, i1) -> f32
    scf.yield %y : f32
  } else {
    scf.yield %v : f32
  }
  %y = tensor.extract %u[%i] : tensor<8xf32>
  %z = tensor.extract %w[%i] : tensor<8xf32>
  %s = arith.addf %y, %z : f32
  %r = arith.addf %s, %x : f32
  return %r : f32
}"""
    module = bufferize.parse(text, CONTEXT)
    recursive = replace(OPTIONS, analyze_recursive_functions=True)
    for options, proved in (OPTIONS, True), (recursive, False):
        found = optimum(module, options, CONTEXT)
        assert found.is_proved_by_function
        assert found.is_proved is proved
        (function,) = certify(str(found.certificate), module, CONTEXT)
        assert function.assumes_callees is not proved


@pytest.mark.parametrize(
    ("seeds", "most"), [(range(50), 6), pytest.param(range(50, 200), 8, marks=pytest.mark.slow)]
)
def test_what_is_proved_is_the_least_of_all_decisions_about_all_functions(
    seeds: range, most: int
) -> None:
    together = assumed = 0
    for seed in seeds:
        text = calling_text(seed)
        found, _ = both(text)
        assert copied(text, FEWEST) <= copied(text, OPTIONS), text
        if not found.bytes.copied:
            continue
        assumed += not found.is_proved
        least = fewest_by_trying_all(text, most) if found.is_proved else None
        if least is not None:
            together += any(function.joint is not None for function in found.functions)
            assert least.copied == found.bytes.copied, text
    assert together > 2
    assert assumed > 5
