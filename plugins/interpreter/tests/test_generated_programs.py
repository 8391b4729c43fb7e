"""Generated programs on tensors print the same before and after they are bufferized."""

from __future__ import annotations

import io

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation
from bufferize.testing.generation import random_program
from bufferize_interpreter import Machine, Trap, TrapKind
from plugins.interpreter.tests.programs import CONTEXT


def printed(module: Operation) -> str:
    out = io.StringIO()
    Machine(module, CONTEXT, output=out, check=True).run("main")
    return out.getvalue()


@pytest.mark.parametrize("start", range(5))
def test_programs_before_and_after(start: int) -> None:
    compared = 0
    options = bufferize.OneShotOptions(
        bufferize_function_boundaries=True, allow_return_allocs_from_loops=True
    )
    for seed in range(10_000 * start, 10_000 * start + 12):
        module = bufferize.parse(random_program(seed).text, CONTEXT)
        try:
            before = printed(module)
        except Trap as trap:
            if trap.kind is not TrapKind.EXTERNAL_CALL:
                raise
            continue
        try:
            bufferize.one_shot_bufferize(module, options, CONTEXT)
        except DiagnosticError:
            continue  # what is refused is tested elsewhere
        try:
            after = printed(module)
        except Trap as trap:
            # Undefined elements may be copied to where they overlap with others.
            if trap.kind is not TrapKind.OVERLAP:
                raise
            continue
        assert after == before, seed
        compared += 1
    assert compared >= 5
