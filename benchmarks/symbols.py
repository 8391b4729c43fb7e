"""Processor time and memory of programs on symbols, and how they grow with executed operations.

python benchmarks/symbols.py
"""

from __future__ import annotations

import math
import resource
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import bufferize
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation
from bufferize_interpreter import Machine, Symbols, symbols_of

PROGRAM = """
func.func @chain(%x: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.load %x[%c0] : memref<?xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (f32) {
    %t = arith.addf %s, %first : f32
    scf.yield %t : f32
  }
  return %sum : f32
}
func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %x, %y : tensor<?xf32>
  %1 = arith.mulf %0, %y : tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""
Arguments = Callable[[int], list[Any]]
CASES: dict[str, tuple[Sequence[int], Arguments]] = {
    "chain": ((10_000, 100_000, 1_000_000), lambda n: [np.ones(1, np.float32), n]),
    "add": ((10_000, 100_000, 400_000), lambda n: [np.ones(n, np.float32)] * 2),
    "matmul": ((24, 48, 80), lambda n: [np.ones((n, n), np.float32)] * 3),
}


def seconds(module: Operation, context: bufferize.Context, name: str, given: list[Any]) -> Any:
    """Return the seconds of one call with symbols, and the number of expressions that it makes."""
    symbols = Symbols(10**7)
    machine = Machine(module, context, symbols=symbols)
    function = machine.compiler.symbols.of(module).lookup(name)
    assert isinstance(function, FunctionOpInterface)
    types = function.signature.inputs
    arguments = [
        symbols_of(symbols, f"%{k}", v, t)
        for k, (v, t) in enumerate(zip(given, types, strict=True))
    ]
    before, start = symbols.count, time.process_time()
    machine.run(name, arguments)
    return time.process_time() - start, symbols.count - before


def main() -> None:
    """Print microseconds per expression, and the exponent of the growth."""
    context = bufferize.Context()
    module = bufferize.parse(PROGRAM, context)
    for name, (sizes, arguments) in CASES.items():
        points: list[tuple[float, int]] = []
        for size in sizes:
            taken, count = seconds(module, context, name, arguments(size))
            points.append((taken, count))
            print(
                f"{name} {size}: {taken:.3f} s, {count} expressions, {1e6 * taken / count:.2f} µs each"
            )
        (first, few), (last, many) = points[0], points[-1]
        print(f"{name}: growth {math.log(last / first) / math.log(many / few):.2f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"most memory: {peak} MiB")


if __name__ == "__main__":
    main()
