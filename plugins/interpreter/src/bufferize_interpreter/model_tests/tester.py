"""A tester for op models: each declaration against what is seen when the op runs on buffers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from bufferize.analysis import AnalysisModel
from bufferize.diagnostics import DiagnosticError, PluginError
from bufferize.interfaces import has_tensor_values
from bufferize.ir import Operation, require_valid
from bufferize.registration import Context
from bufferize.syntax import PrintOptions, parse_module, print_module
from bufferize_interpreter.model_tests.declared import declared_of
from bufferize_interpreter.model_tests.experiment import (
    OPTIONS,
    Sample,
    Trace,
    bufferized,
    in_place_analysis,
    inputs_of,
    run_watched,
)
from bufferize_interpreter.model_tests.judging import Judge, executions
from bufferize_interpreter.model_tests.problems import Evidence, Kind, Problem
from bufferize_interpreter.model_tests.reading import judge_reads
from bufferize_interpreter.model_tests.watching import watching
from bufferize_interpreter.validation.inputs import Inputs, NotDrawable

DRAWS: Final = 4
_ATTEMPTS: Final = 12


def check_op_model(
    op_name: str, samples: Iterable[str | Operation], context: Context, *, draws: int = DRAWS
) -> list[Problem]:
    """What is wrong with the model of the ops called `op_name`, as far as `samples` show.

    Each sample is a module, or its text, with public functions on tensors that execute the op. Their
    arguments are drawn, `draws` times.
    """
    return _Tester(op_name, context, draws).check(samples)


def _parsed(text: str, context: Context) -> Operation:
    module = parse_module(text, context, "<sample>")
    require_valid(module, context.op_attribute_problem)
    return module


class _Tester:
    def __init__(self, op_name: str, context: Context, draws: int) -> None:
        self.op_name = op_name
        self.context = context
        self.draws = draws
        self.evidence = Evidence(op_name)
        self.untested: list[str] = []
        self.ran = 0

    def check(self, samples: Iterable[str | Operation]) -> list[Problem]:
        context = self.context
        model = context.model(self.op_name)
        if model is None:
            return [self._untested("there is no model", "register_op_models gives none")]
        self.evidence.inherited = frozenset(
            name
            for name in vars(AnalysisModel)
            if getattr(type(model.model), name) is getattr(AnalysisModel, name)
        )
        with watching(context):
            for given in samples:
                module = _parsed(given, context) if isinstance(given, str) else given
                for index, op in enumerate(module.walk()):
                    if op.name == self.op_name and (self._is_on_tensors(op)):
                        self._sample(Sample(module, index))
        found = self.evidence.problems()
        if self.ran:
            return found
        why = self.untested or ["no sample has the op on tensors"]
        return [*found, self._untested("nothing was tested", "; ".join(dict.fromkeys(why)))]

    def _is_on_tensors(self, op: Operation) -> bool:
        model = self.context.model(op.name)
        return has_tensor_values(op) or (model is not None and model.has_tensor_semantics(op))

    def _untested(self, said: str, seen: str) -> Problem:
        return Problem(self.op_name, "model", Kind.UNTESTED, said, seen)

    def _sample(self, sample: Sample) -> None:
        self.evidence.program = print_module(sample.module, PrintOptions(local_scope=True))
        try:
            drawn, watches = self._drawn(sample)
        except (NotDrawable, DiagnosticError) as problem:
            self.untested.append(str(problem))
            return
        if not drawn:
            self.untested.append("no arguments were found with which the op is executed")
            return
        self.ran += 1
        self._observe(sample, drawn, watches)

    def _drawn(self, sample: Sample) -> tuple[list[tuple[Inputs, Trace]], bool]:
        """Arguments with which the program may be called, and what it does on tensors."""
        problem: DiagnosticError | None = None
        for watches in (True, False):
            specimen = sample.specimen(watches_regions=watches)
            found: list[tuple[Inputs, Trace]] = []
            for inputs in islice(inputs_of(specimen, 0), _ATTEMPTS):
                try:
                    trace = run_watched(specimen, self.context, inputs)
                except PluginError as failure:
                    problem = failure
                    continue
                if trace.outcome is not None:
                    found.append((inputs, trace))
                if len(found) == self.draws or (found and not inputs.values):
                    break
            if found:
                return found, watches
        if problem is not None:
            raise problem
        return [], False

    def _observe(
        self, sample: Sample, drawn: Sequence[tuple[Inputs, Trace]], watches: bool
    ) -> None:
        specimen = sample.specimen(watches_regions=watches)
        try:
            state = in_place_analysis(specimen, self.context)
            declared = declared_of(specimen, self.context, state, OPTIONS)
            judge = Judge(specimen, declared, self.evidence)
            types = bufferized(specimen, self.context, state)
        except DiagnosticError as problem:
            self.evidence.wrong("bufferize", "the program can be bufferized", str(problem))
            return
        for seed, (inputs, _) in enumerate(drawn):
            trace = run_watched(specimen, self.context, inputs, seed=seed)
            for execution in executions(trace.events, specimen.places):
                judge.judge(execution)
                for name, value, event in execution.named(specimen.places):
                    if name in declared.buffer_types:
                        actual = types[event.number][
                            specimen.places[event.number].names.index(name)
                        ]
                        judge.type(name, value, actual)
            judge_reads(judge, specimen, self.context, inputs, trace)
