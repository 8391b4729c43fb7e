"""The tester of op models: compares declarations with runs of the op on buffers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from bufferize import ir
from bufferize.analysis import AnalysisModel
from bufferize.diagnostics import DiagnosticError, PluginError, closest_name, show_cause
from bufferize.interfaces import has_tensor_values, is_tensor_like
from bufferize.plugins import Context
from bufferize.syntax import parse_module
from bufferize_interpreter.model_tests import comparing, copying
from bufferize_interpreter.model_tests.answers import judge_answers
from bufferize_interpreter.model_tests.contexts import missing_for_contexts
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
from bufferize_interpreter.model_tests.judging import Judge
from bufferize_interpreter.model_tests.problems import Evidence, Kind, Problem
from bufferize_interpreter.model_tests.reading import judge_reads
from bufferize_interpreter.model_tests.watching import watching
from bufferize_interpreter.traps import Trap, TrapKind
from bufferize_interpreter.validation.inputs import Inputs, NotDrawable

DRAWS: Final = 4
_ATTEMPTS: Final = 12
_ORDERS: Final = 3
_ENDLESS_CALLS: Final = 2
"""The number of endless calls after which no more calls are tried: each takes seconds."""


def check_op_model(
    op_name: str,
    samples: str | Iterable[str | ir.Operation],
    context: Context,
    *,
    draws: int = DRAWS,
) -> list[Problem]:
    """Return the problems that `samples` show in the model of the ops called `op_name`.

    The list is empty if there are none. Each sample is a module, or its text, with public functions on tensors that
    execute the op; of several functions around the op the last is called, with `draws` draws of
    arguments. A sample that cannot be run, or only on tensors, is a problem of the kind UNTESTED.
    Raises DiagnosticError for an invalid sample, and PluginError for a model that is registered
    wrongly.
    """
    given = [samples] if isinstance(samples, str) else samples
    return _Tester(op_name, context, draws).check(given)


def _parsed(text: str, context: Context) -> ir.Operation:
    module = parse_module(text, context, "<sample>")
    ir.require_valid(module, context.op_attribute_problem)
    return module


class _Tester:
    def __init__(self, op_name: str, context: Context, draws: int) -> None:
        self.op_name = op_name
        self.context = context
        self.draws = draws
        self.evidence = Evidence(op_name)
        self.not_run: list[Problem] = []
        """The problems of samples that cannot be run."""
        self.not_executed: list[str] = []
        """The reasons why samples that can be run do not execute the op."""
        self.ran = 0

    def check(self, samples: Iterable[str | ir.Operation]) -> list[Problem]:
        context = self.context
        model = context.model(self.op_name)
        if model is None:
            return [self._untested(self._no_model())]
        self.evidence.inherited = frozenset(
            name
            for name in vars(AnalysisModel)
            if getattr(type(model.model), name) is getattr(AnalysisModel, name)
        )
        with watching(context):
            for given in samples:
                module = _parsed(given, context) if isinstance(given, str) else given
                for index, op in enumerate(module.walk()):
                    if op.name == self.op_name:
                        self._sample(Sample(module, index))
        found = [*self.evidence.problems(), *self.not_run]
        missing = missing_for_contexts(context)
        if self.ran and missing:
            needs = f"the op was not put into other programs, which needs {', '.join(missing)}"
            found.append(Problem(self.op_name, "contexts", Kind.UNTESTED, "", needs))
        if self.ran or self.not_run:
            return found
        why = self.not_executed or [
            "no sample has the op: add a program with a function that executes it"
        ]
        return [*found, self._untested("; ".join(dict.fromkeys(why)))]

    def _untested(self, why: str, program: str = "") -> Problem:
        return Problem(self.op_name, "model", Kind.UNTESTED, "", why, program)

    def _no_model(self) -> str:
        """Return why the op has no model, as far as known."""
        dialect = self.op_name.partition(".")[0]
        if self.context.dialect(dialect) is None:
            return f"the context has no dialect '{dialect}': is its plugin installed?"
        if self.context.op_class(self.op_name) is not None:
            return "there is none; a plugin gives one by register_op_models"
        close = closest_name(self.op_name, self.context.models_of(dialect))
        meant = f"; is '{close}' meant?" if close is not None else ""
        return f"the dialect '{dialect}' has no such op{meant}"

    def _cannot_run(self, problem: Exception) -> None:
        if isinstance(problem, DiagnosticError):
            show_cause(problem)
        self.not_run.append(self._untested(str(problem), self.evidence.program))

    def _sample(self, sample: Sample) -> None:
        self.evidence.program = self.evidence.program_of(sample.module)
        try:
            drawn, watches = self._drawn(sample)
        except (NotDrawable, DiagnosticError) as problem:
            self._cannot_run(problem)
            return
        if not sample.is_executed([trace for _, trace in drawn]):
            self.not_executed.append(
                "with none of the arguments that were drawn the op is executed"
            )
            return
        try:
            self.ran += self._observe(sample, drawn, watches)
        except PluginError as problem:  # semantics that fail on buffers
            problem.diagnostics[0].note(
                "the program is bufferized there: the operands are buffers, of the class MemRef"
            )
            self._cannot_run(problem)

    def _drawn(self, sample: Sample) -> tuple[list[tuple[Inputs, Trace]], bool]:
        """Return inputs for which the program is defined, and the traces of its runs on tensors.

        Raises DiagnosticError, from one of the runs, if there are none.
        """
        problem: DiagnosticError | None = None
        endless = 0
        for watches in (True, False):
            specimen = sample.specimen(watches_regions=watches)
            found: list[tuple[Inputs, Trace]] = []
            for inputs in islice(inputs_of(specimen, 0), _ATTEMPTS):
                try:
                    trace = run_watched(specimen, self.context, inputs)
                except PluginError as failure:
                    problem = failure
                    continue
                if trace.trap is not None:
                    endless += trace.trap.kind is TrapKind.LIMIT
                    problem = problem or trace.trap
                else:
                    found.append((inputs, trace))
                if len(found) == self.draws or endless == _ENDLESS_CALLS:
                    break
                if found and not inputs.values:
                    break
            if found:
                return found, watches
            if endless == _ENDLESS_CALLS:
                break
        assert problem is not None
        if isinstance(problem, Trap):
            problem.diagnostics[0].note(
                "no arguments were drawn with which the program runs: give a sample that runs with any"
            )
        raise problem

    def _observe(
        self, sample: Sample, drawn: Sequence[tuple[Inputs, Trace]], watches: bool
    ) -> bool:
        """Bufferize and run a sample; return whether anything was learned about the op.

        Raises PluginError if semantics fail.
        """
        context, evidence = self.context, self.evidence
        specimen = sample.specimen(watches_regions=watches)
        try:
            if not self._has_tensor_semantics(sample.op):
                return True
            state = in_place_analysis(specimen, context)
            declared = declared_of(specimen, context, state, OPTIONS)
            judge = Judge(specimen, declared, evidence)
            types = bufferized(specimen, context, state)
        except DiagnosticError as problem:
            return self._refused(problem, sample)
        trap: Trap | None = None
        for seed, (inputs, _) in enumerate(drawn):
            trace = run_watched(specimen, context, inputs, seed=seed)
            judge.judge_all(trace, types)
            judge_reads(judge, specimen, context, inputs, seed, trace)
            trap = trap or trace.trap
        given = [inputs for inputs, _ in drawn]
        if trap is not None and not judge.executed:
            return self._only_on_tensors(trap, sample, given)
        judge.judge_unwatched()
        orders = [run_watched(specimen, context, given[-1], seed=seed) for seed in range(_ORDERS)]
        judge.judge_orders(orders)
        if not evidence.has_wrong:  # the next tests rely on declared reads and writes
            prints = any(trace.outcome and trace.outcome.printed for _, trace in drawn)
            copying.judge_forced(sample, declared, judge.seen_written, prints, evidence)
            copying.judge_copies(sample, declared, context, given, evidence)
        copying.judge_shared(sample, declared, context, given, evidence)
        copying.judge_shapes(sample, context, given, evidence)
        judge_answers(sample, declared, context, evidence)
        copying.judge_loop(sample, context, given, evidence)
        if not evidence.has_wrong:
            comparing.compare_in_contexts(sample, context, evidence)
        return True

    def _only_on_tensors(self, trap: Trap, sample: Sample, given: Sequence[Inputs]) -> bool:
        """Judge a trap before the op is done; return whether it is about the op."""
        copying.judge_shapes(sample, self.context, given, self.evidence)
        if trap.kind is TrapKind.READ_ONLY:
            trap.diagnostics[0].note(
                "each operand is used in place there: where the sample has a constant for one that is"
                " written to, give an argument of the function"
            )
        if self.evidence.has_wrong:
            return True
        self._cannot_run(trap)
        return False

    def _refused(self, problem: DiagnosticError, sample: Sample) -> bool:
        """Judge a refused program; return whether that is about the op."""
        context = self.context
        if isinstance(problem, PluginError) and not comparing.is_about(problem, sample.op):
            self._cannot_run(problem)
            return False

        def is_accepted() -> bool:
            specimen = sample.specimen()
            bufferized(specimen, context, in_place_analysis(specimen, context))
            return True

        blamed = comparing.to_blame(problem, sample, is_accepted, context)
        if blamed == "bufferize" and copying.states_no_extents(sample, context):
            blamed = "reify_result_shapes"
        self.evidence.wrong(blamed, "the op can be bufferized", comparing.message_of(problem))
        return True

    def _has_tensor_semantics(self, op: ir.Operation) -> bool:
        """Return whether the model claims that there is something to bufferize."""
        model = self.context.model(op.name)
        assert model is not None
        says: bool = model.has_tensor_semantics(op)
        which = "has_tensor_semantics"
        if says:
            said, unseen = (
                "there is something to bufferize",
                "it has no tensors, nor a type of them",
            )
            self.evidence.claim(which, said, unseen, has_tensor_values(op) or _names_tensors(op))
        elif has_tensor_values(op):
            self.evidence.wrong(
                which, "there is nothing to bufferize", "it has tensors, which stay"
            )
        return says


def _names_tensors(op: ir.Operation) -> bool:
    """Return whether a property of an op names a tensor type, or a function type with one."""
    for value in op.properties.values():
        type = value.type if isinstance(value, ir.TypeAttr) else None
        if isinstance(type, ir.FunctionType) and any(
            map(is_tensor_like, (*type.inputs, *type.results))
        ):
            return True
        if type is not None and is_tensor_like(type):
            return True
    return False
