"""Symbols and drawn numbers agree on generated programs: on right ones, and on those that are bufferized
without the test for conflicts."""

from __future__ import annotations

import re
from collections import Counter
from unittest.mock import patch

import pytest
from bufferize_testing.generation import random_program

from bufferize import parse
from bufferize.analysis.conflicts import ConflictRules
from bufferize.passes import pipeline_from_text
from bufferize_interpreter.validation import Engine, PipelineVariant, Validator
from plugins.interpreter.tests.programs import CONTEXT

PIPELINE = (
    "builtin.module(one-shot-bufferize"
    "{bufferize-function-boundaries allow-return-allocs-from-loops})"
)
FIRST_NUMBER = 11
"""Generated programs compute with numbers from here on; those below are bounds."""


def with_arguments(text: str) -> str:
    """The program with an argument in the place of each number that `@program` computes with."""
    before, program, rest = text.partition("func.func private @program(")
    body, main, call = rest.partition("func.func @main(")
    constant = re.compile(r"^%k(\d+) = arith\.constant \1 : i32\n", re.MULTILINE)
    numbers = [n for n in dict.fromkeys(constant.findall(body)) if int(n) >= FIRST_NUMBER]
    body = constant.sub(lambda found: "" if found[1] in numbers else found[0], body)
    parameters, _, body = body.partition(")")
    names = [f"%k{number}" for number in numbers]
    typed = [f"{name}: i32" for name in names]

    def joined(known: str, *more: str) -> str:
        return ", ".join([*([known] if known else []), *more])

    call = re.sub(
        r"@program\((.*?)\) : \((.*?)\)",
        lambda found: (
            f"@program({joined(found[1], *names)}) : ({joined(found[2], *['i32'] * len(names))})"
        ),
        call,
    )
    return f"{before}{program}{joined(parameters, *typed)}){body}{main}{joined('', *typed)}{call}"


def verdict(text: str, engine: Engine) -> str:
    found = Validator(parse(text, CONTEXT), CONTEXT, inputs=1, engine=engine)
    variant = PipelineVariant(PIPELINE, pipeline_from_text(PIPELINE, CONTEXT))
    result = found.run([variant], ["main"])
    if result.refused or not result.functions:
        return "not run"
    if any(not finding.is_shown for finding in result.findings):
        return "not shown"
    return "wrong" if result.findings else "same"


@pytest.mark.parametrize("start", range(3))
@pytest.mark.slow
def test_verdicts(start: int) -> None:
    right: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    for seed in range(1000 * start, 1000 * start + 16):
        text = with_arguments(random_program(seed).text)
        symbolic, numbers = verdict(text, Engine.SYMBOLIC), verdict(text, Engine.RANDOM)
        assert symbolic == numbers, seed
        assert symbolic != "wrong", seed
        right[symbolic] += 1
        with patch.object(ConflictRules, "conflicting_definition", lambda *_: None):
            symbolic, numbers = verdict(text, Engine.SYMBOLIC), verdict(text, Engine.RANDOM)
        assert symbolic == numbers, seed
        broken[symbolic] += 1
    assert right["same"] >= 6
    assert broken["wrong"] >= 3
