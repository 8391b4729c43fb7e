"""What the ops of the affine dialect compute."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bufferize
from bufferize_interpreter import Machine, Trap, TrapKind

CONTEXT = bufferize.Context()


def machine(text: str) -> Machine:
    return Machine(bufferize.parse(text, CONTEXT), CONTEXT)


MAPS = machine("""
func.func @apply(%a: index, %b: index, %s: index) -> (index, index, index) {
  %0 = affine.apply affine_map<(d0, d1)[s0] -> ((d0 * 3 - d1) floordiv 4 + s0)>(%a, %b)[%s]
  %1 = affine.apply affine_map<(d0, d1)[s0] -> ((d0 - 7) mod 5 - d1 ceildiv 3)>(%a, %b)[%s]
  %2 = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%a)[%s]
  return %0, %1, %2 : index, index, index
}
func.func @bounds(%a: index, %b: index) -> (index, index) {
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1 + 2, 10)>(%a, %b)
  %1 = affine.max affine_map<(d0, d1) -> (d0, d1 + 2, -10)>(%a, %b)
  return %0, %1 : index, index
}
func.func @digits(%i: index, %b: index) -> (index, index, index, index, index) {
  %0:3 = affine.delinearize_index %i into (%b, 5) : index, index, index
  %1:2 = affine.delinearize_index %i into (%b, 5) : index, index
  return %0#0, %0#1, %0#2, %1#0, %1#1 : index, index, index, index, index
}
func.func @linear(%i: index, %j: index, %k: index, %b: index) -> (index, index) {
  %0 = affine.linearize_index [%i, %j, %k] by (%b, 5) : index
  %1 = affine.linearize_index [%i, %j, %k] by (3, %b, 5) : index
  return %0, %1 : index, index
}
""")


@settings(max_examples=80, deadline=None)
@given(*[st.integers(-40, 40)] * 2, st.integers(1, 9))
def test_maps(a: int, b: int, s: int) -> None:
    assert MAPS.run("apply", [a, b, s]).results == (
        (3 * a - b) // 4 + s,
        (a - 7) % 5 - -(-b // 3),
        a % s,
    )
    assert MAPS.run("bounds", [a, b]).results == (min(a, b + 2, 10), max(a, b + 2, -10))
    rest, last = divmod(a, 5)
    assert MAPS.run("digits", [a, s]).results == (*divmod(rest, s), last, rest, last)
    expected = (a * s + b) * 5 + 2
    assert MAPS.run("linear", [a, b, 2, s]).results == (expected, expected)


def test_indices_wrap_around() -> None:
    (result, *_) = MAPS.run("linear", [2**62, 0, 0, 4]).results
    assert result == (2**62 * 20 + 2**63) % 2**64 - 2**63


def test_divisors_must_be_positive() -> None:
    for name, arguments in (("apply", [1, 1, 0]), ("digits", [1, -1])):
        with pytest.raises(Trap) as problem:
            MAPS.run(name, arguments)
        assert problem.value.kind is TrapKind.DIVISION


LOOPS = machine("""
func.func @for(%n: index, %m: memref<?x?xi64>) -> i64 {
  %zero = arith.constant 0 : i64
  %r = affine.for %i = 0 to %n iter_args(%a = %zero) -> i64 {
    %q = affine.for %j = max affine_map<(d0) -> (0, d0 - 1)>(%i)
        to min affine_map<(d0)[s0] -> (d0 + 2, s0)>(%i)[%n] step 2 iter_args(%b = %a) -> i64 {
      %v = affine.load %m[%i, %j] : memref<?x?xi64>
      %w = arith.addi %b, %v : i64
      affine.yield %w : i64
    }
    affine.yield %q : i64
  }
  return %r : i64
}
func.func @if(%n: index, %m: memref<?xi64>) {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  affine.for %i = 0 to %n {
    affine.prefetch %m[%i], read, locality<3>, data : memref<?xi64>
    %x = affine.if affine_set<(d0)[s0] : (d0 - 2 >= 0, s0 - d0 - 2 >= 0)>(%i)[%n] -> i64 {
      affine.yield %one : i64
    } else {
      affine.yield %two : i64
    }
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      affine.store %x, %m[%i] : memref<?xi64>
    }
  }
  return
}
func.func @none(%n: index) -> index {
  %c = arith.constant 5 : index
  %r = affine.for %i = %n to 0 iter_args(%a = %c) -> index {
    affine.yield %i : index
  }
  return %r : index
}
func.func @vectors(%m: memref<4x6xf32>, %i: index) -> vector<2x3xf32> {
  %0 = affine.vector_load %m[%i, %i + 1] : memref<4x6xf32>, vector<2x3xf32>
  affine.vector_store %0, %m[0, 0] : memref<4x6xf32>, vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
func.func @dma(%a: memref<4x6xf32>, %b: memref<12xf32, 1>) {
  %tag = memref.alloc() : memref<1xi32>
  %c0 = arith.constant 0 : index
  %n = arith.constant 6 : index
  %stride = arith.constant 6 : index
  %run = arith.constant 3 : index
  affine.dma_start %a[%c0, %c0 + 1], %b[%c0 + 2], %tag[%c0], %n, %stride, %run
      : memref<4x6xf32>, memref<12xf32, 1>, memref<1xi32>
  affine.dma_wait %tag[%c0], %n : memref<1xi32>
  memref.dealloc %tag : memref<1xi32>
  return
}
""")


def test_loops() -> None:
    m = np.arange(36).reshape(6, 6) % 11
    expected = sum(int(m[i, j]) for i in range(6) for j in range(max(0, i - 1), min(i + 2, 6), 2))
    assert LOOPS.run("for", [6, m]).results == (expected,)
    v = np.zeros(7, np.int64)
    LOOPS.run("if", [7, v])
    np.testing.assert_array_equal(v, [2, 0, 1, 0, 1, 0, 2])
    assert LOOPS.run("none", [3]).results == (5,)


def test_vectors() -> None:
    m = np.arange(24, dtype=np.float32).reshape(4, 6)
    expected = m[1:3, 2:5].copy()
    (result,) = LOOPS.run("vectors", [m, 1]).results
    np.testing.assert_array_equal(result, expected)
    np.testing.assert_array_equal(m[:2, :3], expected)
    with pytest.raises(Trap, match="out of bounds"):
        LOOPS.run("vectors", [m, 3])


def test_copies_between_memories() -> None:
    a, b = np.arange(24, dtype=np.float32).reshape(4, 6), np.full(12, -1, np.float32)
    LOOPS.run("dma", [a, b], leaks=True)
    np.testing.assert_array_equal(b, [-1, -1, 1, 2, 3, 7, 8, 9, -1, -1, -1, -1])


@pytest.mark.parametrize(
    ("kind", "type", "expected"),
    [
        ("addf", "f32", 18.0),
        ("mulf", "f32", 0.0),
        ("addi", "i64", 18),
        ("maximumf", "f32", 5.0),
        ("minnumf", "f32", 0.0),
        ("ori", "i64", 5),
        ("andi", "i64", 0),
        ("xori", "i64", 0),
    ],
)
def test_parallel_reductions(kind: str, type: str, expected: Any) -> None:
    runner = machine(f"""
    func.func @f(%m: memref<2x5x{type}>, %n: index) -> {type} {{
      %r = affine.parallel (%i, %j) = (0, max(0, 1)) to (2, min(%n, 4)) step (1, 1)
          reduce ("{kind}") -> {type} {{
        %v = affine.load %m[%i, %j] : memref<2x5x{type}>
        affine.yield %v : {type}
      }}
      return %r : {type}
    }}""")
    m = np.array([[9, 0, 4, 5, 9], [9, 0, 4, 5, 9]]).astype("f4" if type == "f32" else "i8")
    for seed in range(3):
        assert runner.run("f", [m, 5], seed=seed).results == (expected,)
