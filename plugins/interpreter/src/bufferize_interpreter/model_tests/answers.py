"""Comparison of a model's answers about one op in many places of programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from itertools import islice
from typing import Final

from bufferize.diagnostics import DiagnosticError, PluginError
from bufferize.plugins import Context
from bufferize_interpreter.model_tests import comparing
from bufferize_interpreter.model_tests.contexts import InContext, places_around
from bufferize_interpreter.model_tests.declared import Declared, declared_of
from bufferize_interpreter.model_tests.experiment import (
    OPTIONS,
    Sample,
    bufferized,
    function_around,
    in_place_analysis,
    inputs_of,
    run_watched,
)
from bufferize_interpreter.model_tests.judging import Judge
from bufferize_interpreter.model_tests.problems import Evidence
from bufferize_interpreter.model_tests.reading import judge_reads

_DRAWS: Final = 3
_LOCAL_ANSWERS: Final = frozenset({"buffer_types", "passed_on", "writable"})
"""The answers that depend on where operands come from and on the operations around."""


def judge_answers(sample: Sample, declared: Declared, context: Context, evidence: Evidence) -> None:
    """Ask the model about the op in other programs, and judge the answers that may be wrong there.

    These are the answers on views, and those that differ from `declared`, the answers in the sample.
    """
    for program in places_around(sample.module, sample.called, context):
        place = _within(program, sample.op.name)
        if place is None:
            continue
        specimen = place.specimen()
        try:
            state = in_place_analysis(specimen, context, everything=True)
            found = declared_of(specimen, context, state, OPTIONS)
            differing = _differing(declared, found)
            if sample.op.regions:  # the types depend on the copies in the regions
                found.buffer_types.clear()
            if not differing and not (program.has_views and found.buffer_types):
                continue
            types = bufferized(specimen, context, state)
        except PluginError as problem:
            if comparing.is_about(problem, sample.op):
                blamed = comparing.to_blame(problem, sample, lambda: False, context)
                said = f"the op can be bufferized {program.context}"
                text = evidence.program_of(program.module)
                evidence.wrong(blamed, said, comparing.message_of(problem), text)
            continue
        except DiagnosticError:  # the program around the op may be to blame
            continue
        evidence.program = evidence.program_of(program.module)
        evidence.is_elsewhere = not differing
        judge = Judge(specimen, found, evidence)
        for seed, inputs in enumerate(islice(inputs_of(place.specimen(), 0), _DRAWS)):
            try:
                trace = run_watched(specimen, context, inputs, seed=seed)
                judge.judge_all(trace, types)
                if differing:
                    judge_reads(judge, specimen, context, inputs, seed, trace)
            except PluginError:  # the semantics fail for these inputs
                break
        evidence.is_elsewhere = False
    evidence.program = evidence.program_of(sample.module)


def _within(program: InContext, name: str) -> Sample | None:
    """Return the first op called `name` in the function under test."""
    for number, op in enumerate(program.module.walk()):
        around = function_around(op) if op.name == name else None
        if around is not None and around.symbol_name == program.function:
            return Sample(program.module, number)
    return None


def _differing(one: Declared, other: Declared) -> Sequence[str]:
    """Return the names of the answers that differ for an operand or result that both cover."""
    found = []
    for each in fields(Declared):
        if each.name in _LOCAL_ANSWERS:
            continue
        here, there = getattr(one, each.name), getattr(other, each.name)
        if any(here[key] != there[key] for key in here.keys() & there.keys()):
            found.append(each.name)
    return found
