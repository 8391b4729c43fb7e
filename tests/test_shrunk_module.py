"""Programs with smaller extents are valid, and relations between their extents still hold."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest

import bufferize
from bufferize_interpreter.validation import Validator
from tests.module_memory import rows
from tests.shrunk_module import problem_of, shrunk, work_of
from tests.size_relations import Multiple, Problem, Product, Quotient, Relation, Sum

CONTEXT = bufferize.Context()
SHARED = Path(os.environ.get("BUFFERIZE_SHARED", "../shared"))
MODEL = SHARED / "corpus" / "models" / "deepseek_r1_decode.mlir"

RESHAPED = """
func.func @f(%x: tensor<32x128x64xf32>) -> tensor<4096x64xf32> {
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<32x128x64xf32> into tensor<4096x64xf32>
  return %0 : tensor<4096x64xf32>
}
"""
WINDOWS = """
func.func @f(%x: tensor<1x230x230x3xf32>, %k: tensor<7x7x3x64xf32>, %o: tensor<1x112x112x64xf32>)
    -> tensor<1x112x112x64xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%x, %k : tensor<1x230x230x3xf32>, tensor<7x7x3x64xf32>)
    outs(%o : tensor<1x112x112x64xf32>) -> tensor<1x112x112x64xf32>
  return %0 : tensor<1x112x112x64xf32>
}
"""
TILES = """
func.func @f(%x: tensor<1024x96xf32>, %y: tensor<1024x96xf32>) -> tensor<1024x96xf32> {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c1024 = arith.constant 1024 : index
  %0 = scf.for %i = %c0 to %c1024 step %c32 iter_args(%a = %y) -> tensor<1024x96xf32> {
    %1 = tensor.extract_slice %x[%i, 0] [32, 96] [1, 1] : tensor<1024x96xf32> to tensor<32x96xf32>
    %2 = tensor.extract_slice %a[%i, 0] [32, 96] [1, 1] : tensor<1024x96xf32> to tensor<32x96xf32>
    %3 = linalg.add ins(%1, %2 : tensor<32x96xf32>, tensor<32x96xf32>) outs(%2 : tensor<32x96xf32>)
      -> tensor<32x96xf32>
    %4 = tensor.insert_slice %3 into %a[%i, 0] [32, 96] [1, 1] : tensor<32x96xf32> into tensor<1024x96xf32>
    scf.yield %4 : tensor<1024x96xf32>
  }
  return %0 : tensor<1024x96xf32>
}
"""
HALVES = """
func.func @f(%x: tensor<12x128xf32>, %s: vector<16xf32>) -> tensor<12x192xf32> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %0 = tensor.extract_slice %x[0, 64] [12, 64] [1, 1] : tensor<12x128xf32> to tensor<12x64xf32>
  %1 = vector.transfer_write %s, %x[%c0, %c64] {in_bounds = [true]} : vector<16xf32>, tensor<12x128xf32>
  %2 = tensor.concat dim(1) %1, %0 : (tensor<12x128xf32>, tensor<12x64xf32>) -> tensor<12x192xf32>
  return %2 : tensor<12x192xf32>
}
"""
CONSTANTS = """
func.func @f() -> (tensor<8xi32>, tensor<16xf32>) {
  %0 = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi32>
  %1 = arith.constant dense<2.5> : tensor<16xf32>
  return %0, %1 : tensor<8xi32>, tensor<16xf32>
}
"""
STRIDED = """
func.func @f(%x: memref<64x128xf32, strided<[128, 1]>>) -> memref<64x128xf32, strided<[128, 1]>> {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 128 step 8 {
      %v = vector.load %x[%i, %j] : memref<64x128xf32, strided<[128, 1]>>, vector<8xf32>
      vector.store %v, %x[%i, %j] : memref<64x128xf32, strided<[128, 1]>>, vector<8xf32>
    }
  }
  return %x : memref<64x128xf32, strided<[128, 1]>>
}
"""


def smaller(text: str, work: int) -> str:
    module = bufferize.parse(text, CONTEXT)
    new = shrunk(module, work)
    assert work_of(new) <= work
    result = Validator(new, CONTEXT, inputs=2).run([])
    assert (result.functions, result.not_run) == (1, {})
    return str(new)


def signature(text: str) -> list[str]:
    header = next(line for line in text.splitlines() if "func.func" in line)
    return re.findall(r"(?:tensor|memref)<[^ ]*x[a-z]+\d+", header)


@pytest.mark.parametrize(
    ("text", "work", "types"),
    [
        (RESHAPED, 3000, ["tensor<4x8x64xf32", "tensor<32x64xf32"]),
        (WINDOWS, 400_000, None),
        (TILES, 6000, None),
        (HALVES, 2000, ["tensor<12x32xf32", "tensor<12x48xf32"]),
        (CONSTANTS, 12, ["tensor<4xi32", "tensor<4xf32"]),
        (STRIDED, 700, None),
    ],
    ids=["reshaped", "windows", "tiles", "halves", "constants", "strided"],
)
def test_smaller_programs_are_valid_and_run(text: str, work: int, types: list[str] | None) -> None:
    assert work_of(bufferize.parse(text, CONTEXT)) > work
    found = smaller(text, work)
    if types is not None:
        assert signature(found) == types


def test_windows_fit() -> None:
    image, kernel, output, *_ = signature(smaller(WINDOWS, 400_000))
    extent, other, channels = (re.findall(r"\d+(?=x)", type) for type in (image, output, kernel))
    slack = 230 - (2 * (112 - 1) + 7)
    assert int(extent[1]) == 2 * (int(other[1]) - 1) + int(channels[0]) + slack


def test_tiles_divide() -> None:
    text = smaller(TILES, 6000)
    whole = int(signature(text)[0].removeprefix("tensor<").split("x")[0])
    tile = int(next(iter(re.findall(r"to tensor<(\d+)x", text))))
    assert whole % tile == 0
    assert f"arith.constant {whole} : index" in text
    assert f"arith.constant {tile} : index" in text


def test_data_is_cut() -> None:
    text = smaller(CONSTANTS, 12)
    assert "dense<[0, 1, 2, 3]> : tensor<4xi32>" in text
    assert "dense<2.500000e+00> : tensor<4xf32>" in text


def test_vectors_stay() -> None:
    assert "vector<8xf32>" in smaller(STRIDED, 700)


def test_no_number_becomes_smaller_than_wanted() -> None:
    problem = problem_of(bufferize.parse(RESHAPED, CONTEXT))
    assert problem.smaller(1, divide=2) != {}
    for number, new in problem.smaller(1, divide=2).items():
        assert number // 2 <= new <= number


@pytest.mark.parametrize(
    ("relation", "good", "bad"),
    [
        (Product(12, (3, 4)), {}, {12: 6}),
        (Product(16, (4, 4)), {16: 4, 4: 2}, {16: 8}),
        (Sum(10, ((2, 4),), 2), {4: 3, 10: 8}, {4: 3}),
        (Sum(10, ((1, 4),), 0, is_equal=False), {10: 4}, {10: 3}),
        (Multiple(12, 4), {12: 8}, {12: 6}),
        (Quotient(4, 8, 30), {30: 25}, {30: 24}),
    ],
)
def test_relations(relation: Relation, good: dict[int, int], bad: dict[int, int]) -> None:
    assert relation.holds({})
    assert relation.holds(good)
    assert not relation.holds(bad)
    assert any(relation.holds(bad | {number: new}) for number, new in relation.repairs(bad))


def test_what_cannot_become_smaller_stays() -> None:
    fixed = Problem({12}, {Product(12, (3, 4))}, Counter({(12,): 1}))
    assert fixed.smaller(1) == {12: 12}


@pytest.mark.slow
@pytest.mark.skipif(not MODEL.is_file(), reason="BUFFERIZE_SHARED names no folder with the model")
def test_the_model_computes_the_same() -> None:
    """Larger: `python -m tests.module_memory $BUFFERIZE_SHARED/corpus/models/… --work 3e7
    --native`."""
    context = bufferize.Context()
    module = shrunk(bufferize.parse(MODEL.read_text(), context), 4_000_000)
    found = {row.name: row for row in rows(module, "subgraph0_decode", context)}
    assert not any(row.problem for row in found.values())
    peaks = {name: row.statistics.peak_bytes for name, row in found.items()}
    assert peaks["earliest"] < peaks["upstream's placement"] <= peaks["not freed"]
