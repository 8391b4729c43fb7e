"""How long the smallest runs of bufferize-opt take, as whole processes.

    python benchmarks/startup.py [--runs 9] [--at-most 0.4]

Each row is one command line: the least wall and processor seconds of several runs. The first run
of a fresh installation compiles and caches; it is not counted.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

try:
    import resource
except ImportError:  # Windows: wall time alone
    resource = None  # type: ignore[assignment]

SCALARS = """\
func.func @f(%a: f32, %b: f32, %n: index) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = arith.addf %a, %b : f32
  %1 = arith.mulf %0, %b : f32
  %2 = arith.subf %1, %a : f32
  %3 = arith.addi %n, %c1 : index
  %4 = arith.divf %2, %0 : f32
  return %4 : f32
}
"""
TENSORS = """\
func.func @f(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>, %i: index) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %m = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>)
                     outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  %x = tensor.extract %m[%i, %i] : tensor<8x4xf32>
  %r = tensor.insert %x into %m[%i, %i] : tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
"""
BUFFERIZE = "--one-shot-bufferize=bufferize-function-boundaries"


def processor_seconds() -> float:
    """Return the processor seconds of all finished child processes."""
    if resource is None:
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(arguments: list[str], runs: int) -> tuple[float, float]:
    """Return the least wall and processor seconds of `runs` runs."""
    tool = [sys.executable, "-c", "from bufferize_tools.start import opt; opt()"]
    walls, processors = [], []
    for _ in range(runs + 1):
        wall, processor = time.perf_counter(), processor_seconds()
        subprocess.run([*tool, *arguments], check=True, stdout=subprocess.DEVNULL)
        walls.append(time.perf_counter() - wall)
        processors.append(processor_seconds() - processor)
    return min(walls[1:]), min(processors[1:])


def main() -> int:
    """Print one row per command line; the exit status is 1 if one takes longer than --at-most."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--at-most", type=float, default=float("inf"), help="wall seconds")
    options = parser.parse_args()
    longest = 0.0
    with tempfile.TemporaryDirectory() as directory:
        scalars, tensors = Path(directory, "scalars.mlir"), Path(directory, "tensors.mlir")
        scalars.write_text(SCALARS)
        tensors.write_text(TENSORS)
        for name, arguments in (
            ("--version", ["--version"]),
            ("arith and func", [str(scalars)]),
            ("tensor and linalg, bufferized", [str(tensors), BUFFERIZE]),
        ):
            wall, processor = measure(arguments, options.runs)
            longest = max(longest, wall)
            print(f"{name:32} {wall:.3f} s wall, {processor:.3f} s of processor time")
    return 0 if longest <= options.at_most else 1


if __name__ == "__main__":
    sys.exit(main())
