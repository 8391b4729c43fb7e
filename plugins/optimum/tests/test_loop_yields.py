"""Copies of what loops yield: they are counted, proved, and never more than with bottom-up."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize_optimum import Optimum, certify, comparison, optimum

from .programs import CONTEXT, FEWEST, OPTIONS, copied, fewest_by_trying_all, looping_text
from .test_certificates import certificate, problem_of, with_digest

OUTER = """
func.func @outer(%t: tensor<8xf32>, %u: tensor<8xf32>, %v: f32, %i: index)
    -> (tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %k = %c0 to %c4 step %c1 iter_args(%x = %t) -> (tensor<8xf32>) {
    %y = tensor.insert %v into %x[%k] : tensor<8xf32>
    scf.yield %u : tensor<8xf32>
  }
  %e = tensor.extract %u[%i] : tensor<8xf32>
  return %r, %e : tensor<8xf32>, f32
}
"""
"""The loop writes to what it carries, so it copies %u in each iteration, whatever is decided."""
CHOICE = """
func.func @choice(%t: tensor<8xf32>, %u: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %k = %c0 to %c4 step %c1 iter_args(%x = %t) -> (tensor<8xf32>) {
    %a = tensor.insert %v into %x[%k] : tensor<8xf32>
    %e = tensor.extract %a[%i] : tensor<8xf32>
    %y = linalg.fill ins(%e : f32) outs(%u : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %y : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
"""
"""In place, the fill writes to %u, which is copied then; it needs none of the old contents."""


def best(text: str) -> Optimum:
    return optimum(bufferize.parse(text, CONTEXT), OPTIONS, CONTEXT)


def test_a_copy_that_a_loop_makes_whatever_is_decided() -> None:
    found = best(OUTER)
    assert copied(OUTER, OPTIONS).copied == found.bytes.copied == ((0, 128),)
    assert found.is_proved
    assert str(found.certificate).splitlines()[2:-1] == [
        "function 1 @outer",
        "copy yield 6.0 scf.yield 128",
        "copied 128",
        "conflict 128 yield 6.0 scf.yield",
        "at least 128",
    ]
    said = comparison(bufferize.parse(OUTER, CONTEXT), OPTIONS, CONTEXT)
    assert said == "proved: no decisions copy less"


def test_an_operand_is_copied_so_that_the_loop_does_not_copy_what_it_yields() -> None:
    found = best(CHOICE)
    assert copied(CHOICE, OPTIONS).copied == ((0, 128),)
    assert copied(CHOICE, FEWEST).copied == found.bytes.copied == ()
    assert found.is_proved
    said = comparison(bufferize.parse(CHOICE, CONTEXT), OPTIONS, CONTEXT)
    assert said == "128 bytes less with `analysis-heuristic=fewest-bytes`, for these operands"


@pytest.mark.parametrize(
    ("number", "line", "problem"),
    [
        (3, "", (3, "the copies of this function are not enough: a loop copies operand 0 of 'scf.yield', too")),
        (3, "copy yield 6.0 scf.yield 32", (4, "this copy costs 128, not 32")),
        (3, "copy yield 5.1 tensor.insert 128", (3, "the copies of this function are not enough: a loop copies operand 0 of 'scf.yield', too")),
        (5, "conflict 128 6.0 scf.yield", (6, "operand 6.0 scf.yield pays 128 up to here, but its copy costs 0")),
        (5, "conflict 128 yield 5.1 tensor.insert", (6, "operand 1 of 'tensor.insert' is not what a loop yields")),
    ],
)  # fmt: skip
def test_lines_about_yields_that_are_wrong(
    number: int, line: str, problem: tuple[int, str]
) -> None:
    lines = certificate(OUTER).splitlines()
    lines[number : number + 1] = [line] if line else []
    assert problem_of(with_digest(lines), OUTER) == problem


def test_a_yield_that_need_not_be_copied_is_no_conflict() -> None:
    lines = certificate(CHOICE).splitlines()
    bound = lines.index("at least 0")
    lines[bound:bound] = ["conflict 0 yield 9.0 scf.yield"]
    assert problem_of(with_digest(lines), CHOICE) == (
        bound + 1,
        "these operands can all be in place",
    )


@pytest.mark.parametrize("part", range(4))
def test_loops_never_copy_more_than_with_bottom_up(part: int) -> None:
    proved = yields = better = 0
    for seed in range(25 * part, 25 * part + 25):
        text = looping_text(seed)
        module = bufferize.parse(text, CONTEXT)
        usual, found = copied(text, OPTIONS), optimum(module, OPTIONS, CONTEXT)
        assert copied(text, FEWEST) == found.bytes <= usual, seed
        certify(str(found.certificate), module, CONTEXT)
        (function,) = found.functions
        proved += found.is_proved
        yields += any(map(function.problem.is_yield, function.copied))
        better += found.bytes.copied < usual.copied
    assert (proved, yields >= 5, better >= 2) == (25, True, True)


def tried_all(seed: int, most_operands: int) -> bool:
    """Compare with what all decisions really copy; return whether there are few enough of them."""
    text = looping_text(seed)
    least = fewest_by_trying_all(text, most_operands)
    if least is None:
        return False
    (function,) = best(text).functions
    assert function.bound.copied <= least.copied, seed
    assert copied(text, FEWEST).copied == least.copied, seed
    return True


def test_no_decisions_really_copy_less() -> None:
    assert sum(tried_all(seed, 7) for seed in range(12)) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_no_decisions_about_forty_functions_really_copy_less(part: int) -> None:
    assert sum(tried_all(seed, 8) for seed in range(1000 * part, 1000 * part + 40)) >= 10


def test_a_program_that_cannot_be_bufferized_is_refused_as_without_a_search() -> None:
    """Without `allow-return-allocs-from-loops`, the loop must yield its own buffer."""
    module = bufferize.parse(OUTER, CONTEXT)
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True)
    with pytest.raises(DiagnosticError, match="is not equivalent to the corresponding iter bbArg"):
        optimum(module, options, CONTEXT)
