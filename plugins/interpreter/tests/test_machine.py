"""Whole programs: what they compute, and what of it is counted."""

from __future__ import annotations

import numpy as np
import pytest

import bufferize
from bufferize_interpreter import Machine, Trap, TrapKind

CONTEXT = bufferize.Context()


def machine(text: str) -> Machine:
    """A machine for the program `text`."""
    return Machine(bufferize.parse(text, CONTEXT, filename="program.mlir"), CONTEXT)


FACTORIAL = """
func.func @factorial(%n: i64) -> i64 {
  %one = arith.constant 1 : i64
  %stop = arith.cmpi sle, %n, %one : i64
  %r = scf.if %stop -> (i64) {
    scf.yield %one : i64
  } else {
    %m = arith.subi %n, %one : i64
    %f = func.call @factorial(%m) : (i64) -> i64
    %p = arith.muli %n, %f : i64
    scf.yield %p : i64
  }
  return %r : i64
}
"""


def test_recursion_and_wrapping_around() -> None:
    program = machine(FACTORIAL)
    assert program.run("factorial", [5]).results == (120,)
    expected = 1
    for i in range(1, 31):
        expected *= i
    wrapped = (expected + 2**63) % 2**64 - 2**63
    assert program.run("factorial", [30]).results == (wrapped,)


SCALE = """
func.func @scale(%x: memref<?xf32>, %n: index, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %f : f32
    memref.store %w, %x[%i] : memref<?xf32>
    %t = arith.addf %s, %w : f32
    scf.yield %t : f32
  }
  return %sum : f32
}
"""


def test_a_buffer_is_written_to_and_accesses_are_counted() -> None:
    program = machine(SCALE)
    x = np.arange(5, dtype=np.float32)
    (total,), statistics = program.run("scale", [x, 5, 0.1])
    expected = np.arange(5, dtype=np.float32) * np.float32(0.1)
    assert np.array_equal(x, expected)
    wanted = np.float32(0)
    for value in expected:
        wanted += value
    assert total == wanted
    assert isinstance(total, np.float32)
    assert sum(statistics.loads.values()) == sum(statistics.stores.values()) == 5


def test_a_trap_says_where() -> None:
    program = machine(SCALE)
    with pytest.raises(Trap) as failure:
        program.run("scale", [np.zeros(3, np.float32), 4, 2])
    assert failure.value.kind is TrapKind.OUT_OF_BOUNDS
    assert str(failure.value) == (
        "program.mlir:7:10: error: 'memref.load' index #0 3 is out of bounds: it must be from 0 to 2"
    )
