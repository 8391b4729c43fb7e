"""What ops on arrays compute: as natively executed, and the same before and after bufferization."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize_interpreter import Machine
from bufferize_interpreter.native import run_native
from tests.checked_modules import SETTINGS, Outcome, Setting, check

CONTEXT = bufferize.Context()
RNG = np.random.default_rng(0)


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def integers(*shape: int) -> Any:
    return RNG.integers(-9, 9, shape).astype(np.int32)


def mask(*bits: int) -> Any:
    return np.array(bits, np.bool_)


NATIVE: dict[str, tuple[str, list[Any]]] = {
    "matmul": (
        """(%a: memref<5x7xf32>, %b: memref<7x6xf32>, %c: memref<5x6xf32>) {
        linalg.matmul ins(%a, %b : memref<5x7xf32>, memref<7x6xf32>) outs(%c : memref<5x6xf32>)
        return
        }""",
        [floats(5, 7), floats(7, 6), floats(5, 6)],
    ),
    "conv_2d_nhwc_hwcf": (
        """(%a: memref<1x9x9x3xf32>, %b: memref<3x2x3x4xf32>, %c: memref<1x4x7x4xf32>) {
        linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}
          ins(%a, %b : memref<1x9x9x3xf32>, memref<3x2x3x4xf32>) outs(%c : memref<1x4x7x4xf32>)
        return
        }""",
        [floats(1, 9, 9, 3), floats(3, 2, 3, 4), floats(1, 4, 7, 4)],
    ),
    "pooling_nhwc_max": (
        """(%a: memref<1x6x6x2xf32>, %b: memref<2x2xf32>, %c: memref<1x5x5x2xf32>) {
        linalg.pooling_nhwc_max ins(%a, %b : memref<1x6x6x2xf32>, memref<2x2xf32>) outs(%c : memref<1x5x5x2xf32>)
        return
        }""",
        [floats(1, 6, 6, 2), floats(2, 2), floats(1, 5, 5, 2)],
    ),
    "fill_rng_2d": (
        """(%a: memref<4x5xi32>) {
        %lo = arith.constant -10.0 : f64
        %hi = arith.constant 10.0 : f64
        %seed = arith.constant 42 : i32
        linalg.fill_rng_2d ins(%lo, %hi, %seed : f64, f64, i32) outs(%a : memref<4x5xi32>)
        return
        }""",
        [integers(4, 5)],
    ),
    "overlapping": (
        """(%m: memref<12xi32>) {
        %a = memref.subview %m[0] [10] [1] : memref<12xi32> to memref<10xi32, strided<[1]>>
        %b = memref.subview %m[2] [10] [1] : memref<12xi32> to memref<10xi32, strided<[1], offset: 2>>
        linalg.add ins(%a, %b : memref<10xi32, strided<[1]>>, memref<10xi32, strided<[1], offset: 2>>)
          outs(%b : memref<10xi32, strided<[1], offset: 2>>)
        return
        }""",
        [integers(12)],
    ),
    "generic": (
        """(%a: memref<4x6xi32>, %b: memref<4xi32>, %c: memref<4xindex>) {
        linalg.generic {
          indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%a : memref<4x6xi32>) outs(%b, %c : memref<4xi32>, memref<4xindex>) {
        ^bb0(%in: i32, %best: i32, %at: index):
          %j = linalg.index 1 : index
          %more = arith.cmpi sgt, %in, %best : i32
          %0 = arith.select %more, %in, %best : i32
          %1 = arith.select %more, %j, %at : index
          linalg.yield %0, %1 : i32, index
        }
        return
        }""",
        [integers(4, 6), np.full(4, -100, np.int32), np.zeros(4, np.int64)],
    ),
    "transfers": (
        """(%m: memref<5x6xf32>, %o: memref<3x4xf32>) {
        %c2 = arith.constant 2 : index
        %c3 = arith.constant 3 : index
        %p = arith.constant -1.0 : f32
        %0 = vector.transfer_read %m[%c2, %c3], %p {permutation_map = affine_map<(i, j) -> (j, i)>} : memref<5x6xf32>, vector<4x3xf32>
        %1 = vector.transpose %0, [1, 0] : vector<4x3xf32> to vector<3x4xf32>
        %2 = vector.create_mask %c2, %c3 : vector<3x4xi1>
        %c0 = arith.constant 0 : index
        vector.transfer_write %1, %o[%c0, %c0], %2 {in_bounds = [true, true]} : vector<3x4xf32>, memref<3x4xf32>
        return
        }""",
        [floats(5, 6), floats(3, 4)],
    ),
    "masked": (
        """(%m: memref<8xf32>, %o: memref<4xf32>) {
        %c0 = arith.constant 0 : index
        %c3 = arith.constant 3 : index
        %k = arith.constant dense<[true, false, true, true]> : vector<4xi1>
        %z = arith.constant dense<[9.0, 8.0, 7.0, 6.0]> : vector<4xf32>
        %i = arith.constant dense<[0, 7, 2, 1]> : vector<4xi32>
        %0 = vector.gather %m[%c3] [%i], %k, %z : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
        vector.compressstore %o[%c0], %k, %0 : memref<4xf32>, vector<4xi1>, vector<4xf32>
        %1 = vector.expandload %o[%c0], %k, %z : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
        vector.maskedstore %m[%c3], %k, %1 : memref<8xf32>, vector<4xi1>, vector<4xf32>
        vector.scatter %m[%c0] [%i], %k, %z : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
        return
        }""",
        [floats(8), floats(4)],
    ),
    "reductions": (
        """(%m: memref<2x4xi32>, %o: memref<2xi32>, %s: memref<4xi32>) {
        %c0 = arith.constant 0 : index
        %p = arith.constant 0 : i32
        %0 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<2x4xi32>, vector<2x4xi32>
        %a = vector.extract %0[0] : vector<4xi32> from vector<2x4xi32>
        %b = vector.reduction <minui>, %a : vector<4xi32> into i32
        %1 = vector.broadcast %b : i32 to vector<2xi32>
        vector.transfer_write %1, %o[%c0] {in_bounds = [true]} : vector<2xi32>, memref<2xi32>
        %k = arith.constant dense<[true, false, true, true]> : vector<4xi1>
        %r = vector.extract %0[1] : vector<4xi32> from vector<2x4xi32>
        %2 = vector.mask %k { vector.reduction <maxsi>, %r : vector<4xi32> into i32 } : vector<4xi1> -> i32
        %3 = vector.reduction <xor>, %r : vector<4xi32> into i32
        memref.store %2, %s[%c0] : memref<4xi32>
        %c1 = arith.constant 1 : index
        memref.store %3, %s[%c1] : memref<4xi32>
        return
        }""",
        [integers(2, 4), integers(2), integers(4)],
    ),
    "moves": (
        """(%m: memref<4xf32>, %o: memref<8xf32>) {
        %c0 = arith.constant 0 : index
        %p = arith.constant 0.0 : f32
        %0 = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<4xf32>, vector<4xf32>
        %1 = vector.shuffle %0, %0 [7, 0, 2, 5] : vector<4xf32>, vector<4xf32>
        %2 = vector.interleave %0, %1 : vector<4xf32> -> vector<8xf32>
        %3 = vector.shape_cast %2 : vector<8xf32> to vector<2x4xf32>
        %4 = vector.extract_strided_slice %3 {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
        %5 = vector.insert_strided_slice %4, %3 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
        %6 = vector.shape_cast %5 : vector<2x4xf32> to vector<8xf32>
        vector.transfer_write %6, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
        return
        }""",
        [floats(4), floats(8)],
    ),
    "affine": (
        """(%m: memref<7x7xi32>, %s: memref<1xi32>) {
        %z = arith.constant 0 : i32
        %r = affine.for %i = 0 to 7 iter_args(%a = %z) -> i32 {
          %q = affine.for %j = max affine_map<(d0) -> (0, d0 - 2)>(%i) to min affine_map<(d0) -> (d0 + 2, 7)>(%i) step 2 iter_args(%b = %a) -> i32 {
            %v = affine.load %m[%i, (%j * 3) mod 7] : memref<7x7xi32>
            %w = arith.addi %b, %v : i32
            affine.if affine_set<(d0, d1) : (d0 + d1 - 4 >= 0, d0 mod 2 == 0)>(%i, %j) {
              affine.store %w, %m[%j, %i floordiv 2] : memref<7x7xi32>
            }
            affine.yield %w : i32
          }
          affine.yield %q : i32
        }
        affine.store %r, %s[0] : memref<1xi32>
        return
        }""",
        [integers(7, 7), integers(1)],
    ),
}


@pytest.mark.reference
@pytest.mark.parametrize("name", NATIVE)
def test_as_natively_executed(name: str) -> None:
    body, arguments = NATIVE[name]
    module = bufferize.parse(f"func.func @f{body}", CONTEXT)
    here, there = ([a.copy() for a in arguments] for _ in range(2))
    Machine(module, CONTEXT).run("f", here)
    run_native(module, "f", there)
    for mine, other in zip(here, there, strict=True):
        if mine.dtype == np.float32:
            np.testing.assert_allclose(mine, other, rtol=1e-5, atol=1e-6)
        else:
            np.testing.assert_array_equal(mine, other)


TENSORS = """
func.func @chain(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %i: index) -> (tensor<?x?xf32>, tensor<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %y, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.matmul ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = tensor.extract_slice %p[1, 0] [2, 2] [1, 2] : tensor<?x?xf32> to tensor<2x2xf32>
  %v = vector.transfer_read %p[%i, %c0], %zero : tensor<?x?xf32>, vector<2x3xf32>
  %w = vector.transfer_write %v, %p[%c0, %i] : vector<2x3xf32>, tensor<?x?xf32>
  %t = linalg.add ins(%s, %s : tensor<2x2xf32>, tensor<2x2xf32>) outs(%s : tensor<2x2xf32>) -> tensor<2x2xf32>
  %u = tensor.insert_slice %t into %w[0, 1] [2, 2] [2, 1] : tensor<2x2xf32> into tensor<?x?xf32>
  return %u, %t : tensor<?x?xf32>, tensor<2x2xf32>
}
func.func @padded(%x: tensor<?xi32>, %n: index) -> (tensor<?xi32>, tensor<6xi32>) {
  %0 = tensor.pad %x low[1] high[%n] {
  ^bb0(%i: index):
    %v = arith.index_cast %i : index to i32
    tensor.yield %v : i32
  } : tensor<?xi32> to tensor<?xi32>
  %1 = tensor.generate {
  ^bb0(%i: index):
    %c0 = arith.constant 0 : index
    %v = tensor.extract %0[%c0] : tensor<?xi32>
    tensor.yield %v : i32
  } : tensor<6xi32>
  return %0, %1 : tensor<?xi32>, tensor<6xi32>
}
"""


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_tensors_and_buffers_compute_the_same(setting: Setting) -> None:
    found = [(verdict.function, verdict.outcome) for verdict in check(TENSORS, CONTEXT, [setting])]
    assert found == [("chain", Outcome.SAME), ("padded", Outcome.SAME)]
