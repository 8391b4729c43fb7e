"""Every error about a program carries the operation that it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.diagnostics import DiagnosticError, OptionError
from bufferize.ir import verify
from bufferize_tools.files import split_input

ROOT = Path(__file__).parent.parent
PROGRAMS = sorted((ROOT / "tests" / "filecheck").glob("*.mlir"))
INVALID = [
    *sorted(ROOT.glob("core/tests/**/invalid.mlir")),
    *sorted(ROOT.glob("plugins/*/tests/**/invalid.mlir")),
]


@pytest.mark.parametrize("path", INVALID, ids=lambda p: str(p.parent.name))
def test_of_the_verifier(path: Path) -> None:
    context = Context()
    context.allow_unregistered_dialects = True
    found = 0
    for part in split_input(path.read_text()):
        try:
            module = bufferize.parse(part, context)
        except DiagnosticError:
            continue
        problems = verify(module, context.op_attribute_problem)
        found += len(problems)
        assert all(problem.op is not None for problem in problems)
    assert found


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_of_bufferization(path: Path) -> None:
    context = Context()
    context.handlers.append(lambda _: None)
    for options in (
        OneShotOptions(bufferize_function_boundaries=True),
        OneShotOptions(),
        OneShotOptions(bufferize_function_boundaries=True, copy_before_write=True),
    ):
        for part in split_input(path.read_text()):
            try:
                module = bufferize.parse(part, context)
            except DiagnosticError:
                continue
            try:
                bufferize.one_shot_bufferize(module, options, context)
            except OptionError:
                continue
            except DiagnosticError as problem:
                nameless = [d for d in problem.diagnostics if d.op is None]
            else:
                continue
            assert not nameless
