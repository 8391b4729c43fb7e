"""What the ops of the index dialect compute, and what is known of them at compile time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import bufferize
from bufferize_interpreter import Trap, run

MASK = (1 << 64) - 1
MINIMUM = -(1 << 63)


def results_of(text: str, arguments: Sequence[int]) -> Sequence[Any]:
    """What the function `f` of the text returns."""
    context = bufferize.Context()
    results: Sequence[Any]
    results, _ = run(bufferize.parse(text, context), "f", arguments, context=context)
    return results


def value_of(expression: str, *arguments: int) -> int:
    """The result of an op on `%a` and `%b`, which are indices."""
    text = f"""
func.func @f(%a: index, %b: index) -> index {{
  %0 = {expression}
  return %0 : index
}}"""
    (found,) = results_of(text, arguments)
    return int(found)


@pytest.mark.parametrize(
    ("name", "a", "b", "expected"),
    [
        ("add", MINIMUM, -1, -(MINIMUM + 1)),
        ("sub", 3, 5, -2),
        ("mul", 1 << 62, 4, 0),
        ("divs", -7, 2, -3),
        ("divu", -8, 2, (MASK - 7) // 2),
        ("ceildivs", -7, 2, -3),
        ("ceildivu", 7, 2, 4),
        ("floordivs", -7, 2, -4),
        ("rems", -7, 2, -1),
        ("remu", 7, 4, 3),
        ("maxs", -1, 2, 2),
        ("maxu", -1, 2, -1),
        ("mins", -1, 2, -1),
        ("minu", -1, 2, 2),
        ("shl", 3, 62, -(1 << 62)),
        ("shrs", -8, 1, -4),
        ("shru", -2, 1, MASK >> 1),
        ("and", 6, 3, 2),
        ("or", 6, 3, 7),
        ("xor", 6, 3, 5),
    ],
)
def test_arithmetic(name: str, a: int, b: int, expected: int) -> None:
    assert value_of(f"index.{name} %a, %b", a, b) == expected


@pytest.mark.parametrize(
    "name", ["divs", "divu", "ceildivs", "ceildivu", "floordivs", "rems", "remu"]
)
def test_division_by_zero_is_a_trap(name: str) -> None:
    with pytest.raises(Trap, match="zero"):
        value_of(f"index.{name} %a, %b", 1, 0)


def test_casts_comparison_and_constants() -> None:
    text = """
func.func @f(%a: index, %b: i8) -> (i8, i8, index, index, i1, i1, index, index, i1) {
  %0 = index.casts %a : index to i8
  %1 = index.castu %a : index to i8
  %2 = index.casts %b : i8 to index
  %3 = index.castu %b : i8 to index
  %4 = index.cmp slt(%2, %3)
  %5 = index.cmp ult(%2, %3)
  %6 = index.sizeof
  %7 = index.constant -3
  %8 = index.bool.constant true
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i8, i8, index, index, i1, i1, index, index, i1
}"""
    found = results_of(text, [511, -2])
    assert [int(value) for value in found] == [-1, -1, -2, 254, 1, 0, 64, -3, 1]


@pytest.mark.parametrize(
    ("expression", "copies"),
    [
        ("add %a, %three", 0),
        ("sub %a, %three", 0),
        ("sub %a, %one", 1),
        ("mul %a, %one", 1),
        ("and %a, %three", 1),
    ],
)
def test_distances_are_known(expression: str, copies: int) -> None:
    """Slices that are known to share no element are read and written in any order."""
    text = f"""
func.func @f(%t: tensor<?xf32> {{bufferization.writable = true}}, %a: index,
             %s: tensor<2xf32>, %p: index) -> (tensor<?xf32>, f32) {{
  %one = index.constant 1
  %three = index.constant 3
  %0 = index.{expression}
  %read = tensor.extract_slice %t[%0] [2] [1] : tensor<?xf32> to tensor<2xf32>
  %1 = tensor.insert_slice %s into %t[%a] [2] [1] : tensor<2xf32> into tensor<?xf32>
  %2 = tensor.extract %read[%p] : tensor<2xf32>
  return %1, %2 : tensor<?xf32>, f32
}}"""
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True, disjoint_subsets=True)
    report = bufferize.one_shot_bufferize(module, options, context)
    assert len(report.copies) == copies
