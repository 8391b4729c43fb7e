"""Helpers of the interpreter's tests: a shared context, and calls of functions in program texts."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from typing import Any

import bufferize
from bufferize_interpreter import Machine

CONTEXT = bufferize.Context()


@cache
def machine(text: str) -> Machine:
    """Return a machine for the verified program `text`."""
    module = bufferize.parse(text, CONTEXT, filename="program.mlir")
    bufferize.verify(module)
    return Machine(module, CONTEXT)


def call(text: str, *arguments: Any, **options: Any) -> Any:
    """Return the only result of `f`, or all of them."""
    results = machine(text).run("f", arguments, **options).results
    return results[0] if len(results) == 1 else results


def printed_texts(text: str, seeds: Iterable[int]) -> set[str]:
    """Return everything that `f` prints, without spaces, under the schedule of one of `seeds`."""
    output = io.StringIO()
    runner = Machine(bufferize.parse(text, CONTEXT), CONTEXT, output=output)
    found = set()
    for seed in seeds:
        output.seek(0)
        output.truncate()
        runner.run("f", seed=seed)
        found.add("".join(output.getvalue().split()))
    return found
