"""Processor time that the interpreter takes for scalar operations in a loop, and for whole arrays:
`python benchmarks/interpreter.py`."""

from __future__ import annotations

import time

import ml_dtypes
import numpy as np

import bufferize
from bufferize_interpreter import Machine

PROGRAM = """
func.func @loop(%x: memref<?xi64>, %n: index, %f: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
    %v = memref.load %x[%i] : memref<?xi64>
    %w = arith.muli %v, %f : i64
    %y = arith.addi %w, %v : i64
    memref.store %y, %x[%i] : memref<?xi64>
    %t = arith.addi %s, %w : i64
    scf.yield %t : i64
  }
  return %sum : i64
}
func.func @floats(%x: memref<?xf32>, %n: index, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %f : f32
    %y = arith.addf %w, %v : f32
    memref.store %y, %x[%i] : memref<?xf32>
    %t = arith.addf %s, %w : f32
    scf.yield %t : f32
  }
  return %sum : f32
}
"""
NUMBER = 100_000

MATMUL = """
func.func @matmul(%a: tensor<?x?x{type}>, %b: tensor<?x?x{type}>, %c: tensor<?x?x{type}>) -> tensor<?x?x{type}> {{
  %0 = linalg.matmul ins(%a, %b : tensor<?x?x{type}>, tensor<?x?x{type}>)
      outs(%c : tensor<?x?x{type}>) -> tensor<?x?x{type}>
  return %0 : tensor<?x?x{type}>
}}
func.func @dot(%a: tensor<?x{type}>, %b: tensor<?x{type}>, %c: tensor<{type}>) -> tensor<{type}> {{
  %0 = linalg.dot ins(%a, %b : tensor<?x{type}>, tensor<?x{type}>)
      outs(%c : tensor<{type}>) -> tensor<{type}>
  return %0 : tensor<{type}>
}}
"""
DTYPES = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "bf16": ml_dtypes.bfloat16} | {
    "i32": np.int32,
    "i8": np.int8,
}


def arrays(context: bufferize.Context, type: str, size: int) -> None:
    """Print the seconds of a product of square matrices, and of a dot product, of a type."""
    machine = Machine(bufferize.parse(MATMUL.format(type=type), context), context)
    shapes: dict[str, list[tuple[int, ...]]] = {
        "matmul": [(size, size)] * 3,
        "dot": [(size * size,)] * 2 + [()],
    }
    for name, extents in shapes.items():
        start = time.process_time()
        machine.run(name, [np.ones(shape, DTYPES[type]) for shape in extents])
        print(f"{name} of {size} x {size} {type}: {time.process_time() - start:.3f} s")


def main() -> None:
    """Print microseconds per operation."""
    context = bufferize.Context()
    machine = Machine(bufferize.parse(PROGRAM, context), context)
    for name, dtype in (("loop", np.int64), ("floats", np.float32)):
        array = np.ones(NUMBER, dtype)
        machine.run(name, [array, 1, 3])
        start = time.process_time()
        _, statistics = machine.run(name, [array, NUMBER, 3])
        taken = time.process_time() - start
        print(f"{name}: {1e6 * taken / statistics.executed:.3f} µs an operation")
    for type in DTYPES:
        arrays(context, type, 512 if type in ("f32", "f64", "i32") else 128)


if __name__ == "__main__":
    main()
