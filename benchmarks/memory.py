"""Measure the memory that programs take after each step, with ours and with other mlir-opts.

    python benchmarks/memory.py PATH … [--newer COMMAND] [--store]

It counts the bytes copied, the buffers, the bytes allocated, and the most bytes in use at once.
Each path is a file, or a folder whose files are added up. All programs are bufferized by each of
`VARIANTS`. What comes out is read and measured in the same way, whatever tool made it. `--newer` is the
command of a newer mlir-opt that takes `--pass-pipeline=…` and a file. `--store` keeps the figures of these
paths, beside those that are there, in `memory.json`, and writes the tables of
docs/use/memory-figures.md anew.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.memref import CopyOp
from bufferize.interfaces import AllocationOpInterface, FunctionOpInterface, LoopLikeOpInterface
from bufferize.ir import Operation, Value
from bufferize.passes import pipeline_from_text
from bufferize_buffers.analysis.block_graph import blocks_in_order
from bufferize_buffers.analysis.effects import freed_by
from bufferize_buffers.analysis.flow import BufferFlow
from bufferize_planner.sizes import bytes_of

HERE = Path(__file__).parent
FIGURES = HERE / "memory.json"
PAGE = HERE.parent / "docs" / "use" / "memory-figures.md"

OPTIONS = (
    "bufferize-function-boundaries allow-return-allocs-from-loops "
    "function-boundary-type-conversion=identity-layout-map"
)
_USUAL = f"one-shot-bufferize{{{OPTIONS}}}"
_FEWEST = f"one-shot-bufferize{{{OPTIONS} analysis-heuristic=fewest-bytes}}"
_REUSED = f"reuse-buffers{{{OPTIONS}}},{_FEWEST}"
_FREED = "buffer-deallocation-pipeline"
_FREED_EARLY = f"{_FREED},optimize-allocation-liveness"
_PLANNED = f"{_FREED_EARLY},static-memory-planner-analysis{{algorithm=exact}}"
OLDER, NEWER, OWN = "mlir-opt-22", "newer", "own"
VARIANTS = {
    "mlir-opt-22": (OLDER, f"{_USUAL},{_FREED}"),
    "LLVM 24": (NEWER, f"{_USUAL},{_FREED}"),
    "default": (OWN, f"{_USUAL},{_FREED}"),
    "fewest bytes": (OWN, f"{_FEWEST},{_FREED}"),
    "+ reuse": (OWN, f"{_REUSED},{_FREED}"),
    "+ freed early": (OWN, f"{_REUSED},{_FREED_EARLY}"),
    "+ plan": (OWN, f"{_REUSED},{_PLANNED}"),
}
"""The columns of the tables: by title, the tool and the passes after `eliminate-empty-tensors`."""


class Memory(NamedTuple):
    """The memory that a bufferized program takes, in bytes of buffers of static size."""

    copied: int
    """The bytes that one run copies: those of each `memref.copy` times the iterations around it."""
    buffers: int
    """The allocations in the text, also those of dynamic sizes."""
    allocated: int
    """The bytes that one run allocates."""
    peak: int
    """The most bytes that are allocated at a time, of each function by itself, in sum."""


TABLES: Mapping[str, str] = {
    "copied": "Bytes copied",
    "buffers": "Buffers",
    "allocated": "Bytes allocated",
    "peak": "Bytes at the peak",
}


def measured(module: Operation) -> Memory:
    """Return what a bufferized program takes."""
    copied = buffers = allocated = 0
    for op in module.walk():
        if isinstance(op, CopyOp):
            copied += _known_bytes(op.operands[0]) * _iterations(op)
        elif _is_allocation(op):
            buffers += 1
            allocated += _known_bytes(op.results[0]) * _iterations(op)
    functions = [op for op in module.walk() if isinstance(op, FunctionOpInterface)]
    peak = sum(_Peak(each).bytes for each in functions if not each.is_external)
    return Memory(copied, buffers, allocated, peak)


def _is_allocation(op: Operation) -> bool:
    return isinstance(op, AllocationOpInterface) and not op.is_automatic


def _known_bytes(buffer: Value) -> int:
    """Return the bytes of a buffer with any layout; 0 if its size is not static."""
    type = buffer.type
    if not isinstance(type, bufferize.ir.MemRefType):
        return 0
    size = bytes_of(bufferize.ir.MemRefType(type.shape, type.element_type))
    return size if isinstance(size, int) else 0


def _iterations(op: Operation) -> int:
    """Return how often an operation runs; a loop whose trip count is not known counts once."""
    found, parent = 1, op.parent_op
    while parent is not None:
        if isinstance(parent, LoopLikeOpInterface) and parent.static_trip_count is not None:
            found *= parent.static_trip_count
        parent = parent.parent_op
    return found


class _Peak:
    """The most bytes that a function has allocated at a time, from its text.

    A loop runs once, a branch where it takes most, and blocks one after the other. What frees one of
    several buffers frees the oldest; a condition under which something is freed is taken for false
    if that takes more.
    """

    def __init__(self, function: FunctionOpInterface) -> None:
        self.bytes = 0
        self._allocations: dict[Value, list[Operation]] = {}
        flow = BufferFlow(function)
        for op in function.walk():
            if _is_allocation(op):
                for alias in flow.aliases(op.results[0]):
                    self._allocations.setdefault(alias, []).append(op)
        self._run(function, {})

    def _run(self, op: Operation, live: dict[Operation, int]) -> dict[Operation, int]:
        """Return what is allocated after an operation, oldest first, from what is before it."""
        if _is_allocation(op):
            live = {**live, op: _known_bytes(op.results[0])}
        elif (freed := freed_by(op)) is not None:
            oldest = next((each for each in live if each in self._allocations.get(freed, ())), None)
            live = {each: size for each, size in live.items() if each is not oldest}
        self.bytes = max(self.bytes, sum(live.values()))
        ends = []
        for region in op.regions:
            end = live
            for block in blocks_in_order(region)[0]:
                for inner in block.ops:
                    end = self._run(inner, end)
            ends.append(end)
        return max(ends, key=lambda end: sum(end.values()), default=live)


def bufferized(tool: str, passes: str, file: Path, newer: Sequence[str]) -> Operation:
    """Return a program bufferized by a tool. Raises DiagnosticError or RuntimeError if it refuses."""
    pipeline = f"builtin.module(eliminate-empty-tensors,{passes})"
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    text = file.read_text(encoding="utf-8")
    if tool == OWN:
        module = bufferize.parse(text, context)
        pipeline_from_text(pipeline, context).run(module, context)
        return module
    command = list(newer) if tool == NEWER else [OLDER, "--allow-unregistered-dialect"]
    given = [*command, f"--pass-pipeline={pipeline}", "--mlir-print-op-generic", str(file)]
    made = subprocess.run(given, capture_output=True, text=True, check=False)
    if made.returncode:
        raise RuntimeError(made.stderr)
    return bufferize.parse(made.stdout, context)


def of_file(file: Path, newer: Sequence[str]) -> dict[str, Memory | None]:
    """Return what a program takes by variant; None if the variant does not bufferize it."""
    found: dict[str, Memory | None] = {}
    for name, (tool, passes) in VARIANTS.items():
        if tool == NEWER and not newer:
            continue
        try:
            found[name] = measured(bufferized(tool, passes, file, newer))
        except (DiagnosticError, RuntimeError) as problem:
            found[name] = None
            print(f"{file.name}: {name}: {str(problem).strip().splitlines()[0]}", file=sys.stderr)
    return found


def of_path(path: Path, newer: Sequence[str]) -> dict[str, Any]:
    """Return the sums over all programs of a folder that each variant bufferizes, and how many these are.

    Of a file, what each variant that bufferizes it takes.
    """
    files = sorted(path.rglob("*.mlir")) if path.is_dir() else [path]
    each = [of_file(file, newer) for file in files]
    wanted = all if path.is_dir() else any
    compared = [found for found in each if wanted(found.values())]
    return {
        "programs": len(files),
        "read": {name: sum(found[name] is not None for found in each) for name in each[0]},
        "compared": len(compared),
        "memory": {name: _sum(found[name] for found in compared) for name in each[0]},
    }


def _sum(found: Iterable[Memory | None]) -> list[int]:
    rows = [memory for memory in found if memory is not None]
    return [sum(column) for column in zip(*rows, strict=True)]


def tables(stored: dict[str, Any]) -> str:
    """Return the tables of the page."""
    names = list(VARIANTS)
    head = f"| {' | '.join(names)} |\n| --- |{' ---: |' * len(names)}"
    parts = [
        f"### Programs that are bufferized\n\n| of | programs {head.replace('---', '--- | ---:', 1)}"
    ]
    for title, row in stored.items():
        cells = [str(row["read"].get(name, "")) for name in names]
        parts.append(f"| {title} | {row['programs']} | {' | '.join(cells)} |")
    for number, (field, title) in enumerate(TABLES.items()):
        assert Memory._fields[number] == field
        parts.append(f"\n### {title}\n\n| of {head}")
        for name, row in stored.items():
            if row["compared"]:
                found = [row["memory"].get(variant) for variant in names]
                cells = [f"{each[number]:,}" if each else "" for each in found]
                parts.append(f"| {_title(name, row)} | {' | '.join(cells)} |")
    return "\n".join([*parts, ""])


def _title(name: str, row: dict[str, Any]) -> str:
    """Return the title of a row, with the number of programs if there are several."""
    return name if row["programs"] == 1 else f"{name} ({row['compared']})"


def page(stored: dict[str, Any]) -> str:
    """Return the page with the tables of the figures."""
    new = f"<!-- tables -->\n{tables(stored)}<!-- end -->"
    return re.sub("<!-- tables -->.*?<!-- end -->", lambda _: new, PAGE.read_text(), flags=re.S)


def main() -> None:
    """Measure and print and, if asked, store the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--newer", default="", help="the command of a newer mlir-opt")
    parser.add_argument("--store", action="store_true")
    arguments = parser.parse_args()
    figures = {path.stem: of_path(path, shlex.split(arguments.newer)) for path in arguments.paths}
    print(tables(figures))
    if arguments.store:
        stored = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
        FIGURES.write_text(json.dumps(stored | figures, indent=2) + "\n")
        PAGE.write_text(page(stored | figures))


if __name__ == "__main__":
    main()
