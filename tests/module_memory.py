"""What a module allocates and copies once it is bufferized, by running it, natively too if wanted.

    python -m tests.module_memory FILE [--function F] [--work N] [--seed N] [--native]

With `--work` it is made smaller before (tests/shrunk_module.py). The table has a row for each way of
freeing: none, as upstream's pipeline places it, as early as can be, and for copies before each write.
Each run is compared with the program on tensors.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

import bufferize
from bufferize.ir import Operation, clone
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Statistics, Trap
from bufferize_interpreter.native import NativeError, run_native
from bufferize_interpreter.processes import ProcessLimits
from bufferize_interpreter.validation import Inputs, Validator, drawn_inputs
from bufferize_interpreter.validation.outcomes import Callee, Outcome, call_after, difference
from tests.shrunk_module import shrunk

_ONE_SHOT: Final = "one-shot-bufferize{bufferize-function-boundaries}"
PIPELINES: Final = {
    "not freed": _ONE_SHOT,
    "upstream's placement": f"{_ONE_SHOT},buffer-deallocation-pipeline",
    "earliest": f"{_ONE_SHOT},buffer-deallocation-pipeline{{earliest-deallocation}}",
    "copy-before-write, earliest": "one-shot-bufferize{bufferize-function-boundaries "
    "copy-before-write},buffer-deallocation-pipeline{earliest-deallocation}",
}
_ATTEMPTS: Final = 50
_NATIVE_TIMEOUT: Final = 600
"""The time limit in seconds."""


@dataclass(frozen=True)
class Row:
    """The measurements of a run of a bufferized module."""

    name: str
    problem: str
    """How the outcome differs from that of the program on tensors; "" if it does not."""
    statistics: Statistics
    native: float | None
    """The largest deviation of native results, relative to the largest element."""


def rows(
    module: Operation,
    function: str,
    context: bufferize.Context,
    seed: int = 0,
    *,
    native: bool = False,
) -> Iterator[Row]:
    """Yield the rows of the table."""
    callee = Callee(module, function, context)
    inputs, before = _first_call(callee, seed)
    for name, pipeline in PIPELINES.items():
        after = clone(module)
        pipeline_from_text(f"builtin.module({pipeline})", context).run(after, context)
        outcome = call_after(
            Callee(after, function, context), inputs, seed=seed, leaks="deallocation" in pipeline
        )
        assert outcome.statistics is not None
        problem = difference(before, outcome, callee.function)
        deviation = _native_deviation(after, function, inputs, before.results) if native else None
        yield Row(name, problem, outcome.statistics, deviation)


def _first_call(callee: Callee, seed: int) -> tuple[Inputs, Outcome]:
    """Return the first drawn inputs for which the program is defined, and the outcome."""
    drawn = drawn_inputs(callee.function, seed)
    inputs = next(drawn)
    for _ in range(_ATTEMPTS):
        try:
            return inputs, callee.call(inputs.again())
        except Trap:
            inputs = drawn.send(0)
    return inputs, callee.call(inputs.again())


def _native_deviation(
    module: Operation, function: str, inputs: Inputs, results: tuple[Any, ...]
) -> float:
    """Return the deviation; it is infinite if NaN or infinities are in different places."""
    found = run_native(module, function, inputs.again(), limits=ProcessLimits(_NATIVE_TIMEOUT))
    worst = 0.0
    for one, other in zip(results, found, strict=True):
        mine, native = (np.ma.filled(a, 0).astype(np.float64) for a in (one, other))
        finite = np.isfinite(mine)
        if not np.array_equal(mine[~finite], native[~finite], equal_nan=True):
            return np.inf
        if finite.any():
            scale = max(1.0, float(np.abs(mine[finite]).max()))
            worst = max(worst, float(np.abs(mine[finite] - native[finite]).max()) / scale)
    return worst


def main() -> None:
    """Print the table of a module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--function", help="default: the first one")
    parser.add_argument("--work", type=float, help="iterations at most: make it smaller before")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--native", action="store_true", help="run natively, too")
    arguments = parser.parse_args()
    context = bufferize.Context()
    module = bufferize.parse(arguments.file.read_text(), context)
    if arguments.work is not None:
        module = shrunk(module, int(arguments.work))
    name = arguments.function or Validator(module, context).names(only_public=True)[0]
    print(f"{'':28}{'allocations':>12}{'bytes':>12}{'peak bytes':>12}{'copies':>8}{'bytes':>12}")
    failed = False
    try:
        for row in rows(module, name, context, arguments.seed, native=arguments.native):
            s = row.statistics
            native = "" if row.native is None else f", natively within {row.native:.1e}"
            print(
                f"{row.name:28}{s.allocations:12}{s.bytes_allocated:12}{s.peak_bytes:12}"
                f"{s.copies:8}{s.bytes_copied:12}  {row.problem or 'the same'}{native}",
                flush=True,
            )
            failed |= bool(row.problem)
    except NativeError as problem:
        sys.exit(str(problem))
    sys.exit(failed)


if __name__ == "__main__":
    main()
