"""Processor time of passes, and how it grows with the size of what they run on."""

from __future__ import annotations

import argparse
import gc
import math
import time
from collections.abc import Callable, Sequence
from functools import partial

import bufferize
from bufferize.passes import pipeline_from_text


def seconds(text: str, passes: Sequence[str]) -> list[float]:
    """Return the processor seconds of each of the passes, one after the other, on a module."""
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    spent = []
    for name in passes:
        manager = pipeline_from_text(f"builtin.module({name})", context)
        manager.verify_each = False
        spent.append(timed(partial(manager.run, module, context)))
    return spent


def timed(work: Callable[[], object]) -> float:
    """Return the processor seconds of a call, with the garbage collector off."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    work()
    spent = time.process_time() - start
    gc.enable()
    return spent


def growth(sizes: Sequence[int], spent: Sequence[float]) -> float:
    """Return the growth exponent from the first to the last size: 1 is linear, 2 is quadratic."""
    return math.log(spent[-1] / spent[0]) / math.log(sizes[-1] / sizes[0])


def row(title: str, sizes: Sequence[int], spent: Sequence[float]) -> str:
    """Return a line of the seconds for each size, and the growth exponent over all of them."""
    columns = "  ".join(f"{size}: {t:.2f} s" for size, t in zip(sizes, spent, strict=True))
    return f"{title}  {columns}  (growth {growth(sizes, spent):.2f})"


def options(summary: str, families: Sequence[str], sizes: str) -> argparse.Namespace:
    """Parse the command line: `families`, `sizes` and `at_most`."""
    parser = argparse.ArgumentParser(description=summary.partition("\n")[0])
    parser.add_argument("families", nargs="*", default=families, metavar="FAMILY")
    parser.add_argument("--sizes", default=sizes)
    parser.add_argument("--at-most", type=float, default=math.inf)
    found = parser.parse_args()
    found.sizes = [int(size) for size in found.sizes.split(",")]
    return found
