"""A table of the memory of programs without and with reused buffers, for `docs/use/reuse.md`.

    python benchmarks/reuse.py FILE.mlir …

Each row is a program: its buffers, the bytes of those of known size, and the bytes of its plan, each
without and with `--reuse-buffers`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import bufferize
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import MemRefType, Operation
from bufferize.passes import pipeline_from_text
from bufferize_planner import plan_function

OPTIONS = (
    "bufferize-function-boundaries allow-return-allocs-from-loops "
    "function-boundary-type-conversion=identity-layout-map"
)


class Memory(NamedTuple):
    """The memory of a bufferized program."""

    buffers: int
    bytes: int
    """The bytes of all buffers of known size."""
    plan: int
    """The bytes of the arenas that hold them."""


def memory(text: str, *, reuses: bool) -> Memory:
    """Bufferize and free a program, and return the memory that it takes."""
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    reuse = f"reuse-buffers{{{OPTIONS}}}," if reuses else ""
    pipeline = (
        f"eliminate-empty-tensors,{reuse}one-shot-bufferize{{{OPTIONS}}},"
        "buffer-deallocation-pipeline"
    )
    pipeline_from_text(f"builtin.module({pipeline})", context).run(module, context)
    allocations = [op for op in module.walk() if op.name == "memref.alloc"]
    functions = [op for op in module.walk() if isinstance(op, FunctionOpInterface)]
    plans = [
        arena.plan.height
        for function in functions
        if not function.is_external
        for arena in plan_function(function, module)
    ]
    return Memory(len(allocations), sum(map(known_bytes, allocations)), sum(plans))


def known_bytes(allocation: Operation) -> int:
    """Return the bytes of a buffer; 0 if its size is not known."""
    type = allocation.results[0].type
    assert isinstance(type, MemRefType)
    width = getattr(type.element_type, "width", 64)
    size = (width + 7) // 8
    for extent in type.shape:
        size *= max(extent, 0)
    return size


def main() -> int:
    """Print the table."""
    print("| program | buffers | bytes | plan |")
    print("| --- | ---: | ---: | ---: |")
    for path in map(Path, sys.argv[1:]):
        text = path.read_text(encoding="utf-8")
        pairs = zip(memory(text, reuses=False), memory(text, reuses=True), strict=True)
        cells = " | ".join(f"{before:,} → {after:,}" for before, after in pairs)
        print(f"| {path.stem} | {cells} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
