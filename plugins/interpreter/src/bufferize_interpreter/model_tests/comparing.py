"""Whether programs with an op compute on buffers what they compute on tensors, in any context."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation
from bufferize.passes import PassManager
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize.registration import Context
from bufferize_interpreter.model_tests.contexts import InContext, programs_around
from bufferize_interpreter.model_tests.declared import Declared
from bufferize_interpreter.model_tests.experiment import OPTIONS, Sample
from bufferize_interpreter.model_tests.problems import Evidence
from bufferize_interpreter.validation.blame import reduced
from bufferize_interpreter.validation.validate import Validator
from bufferize_interpreter.validation.variants import PipelineVariant

_INPUTS: Final = 3
_METHOD: Final = re.compile(r": (\w+)\(\) (?:gave|failed)")
_VARIANT: Final = PipelineVariant(
    "one-shot-bufferize",
    PassManager(steps=[OneShotBufferizePass(options=OPTIONS)]),
)


def compare_in_contexts(
    sample: Sample, declared: Declared, context: Context, evidence: Evidence
) -> None:
    """Runs a sample by itself and in each context, on tensors and, bufferized, on buffers.

    What differs is put down to a declaration that keeps copies from being made, if there is one.
    """
    for program in _programs(sample, context):
        validator = Validator(program.module, context, inputs=_INPUTS)
        result = validator.run([_VARIANT], [program.function])
        for refusal in result.refused.values():
            blamed = refusing_method(refusal) or _forced(declared) or "bufferize"
            said = f"the op can be bufferized {program.context}"
            evidence.wrong(blamed, said, _message(refusal), evidence.program_of(program.module))
            return
        for finding in result.findings:
            small, again = reduced(finding, validator)
            blamed = _forced(declared) or "bufferize"
            said = f"the op computes the same on buffers {program.context}"
            evidence.wrong(
                blamed, said, f"@{again.function} {again.problem}", evidence.program_of(small)
            )
            return


def _programs(sample: Sample, context: Context) -> Iterator[InContext]:
    function = sample.called
    yield InContext("alone", sample.module, function.symbol_name)
    yield from programs_around(sample.module, function, context)


def is_about(problem: DiagnosticError, op: Operation) -> bool:
    """Whether an error is, as far as it says, about ops of the name of `op`."""
    where = problem.diagnostics[0].op if problem.diagnostics else None
    return where is None or where.name == op.name


def refusing_method(refusal: DiagnosticError) -> str | None:
    """The method of a model that failed, where the error says that one did."""
    found = _METHOD.search(str(refusal))
    return found[1] if found is not None else None


def _forced(declared: Declared) -> str | None:
    """What to blame where a copy is missing: that an operand which is written is never copied."""
    for number, must in declared.in_place.items():
        if must and declared.writes[number]:
            return "must_bufferize_in_place"
    return None


def _message(problem: DiagnosticError) -> str:
    return str(problem).splitlines()[0]
