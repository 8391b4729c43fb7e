"""The tester of models as a second way to catch mutants, on small programs of the pool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice

from bufferize import Context
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import TensorType, clone
from bufferize_interpreter.model_tests import Kind, Problem, check_op_model
from tests.mutation_score.declarations import ModelMutant
from tests.mutation_score.judgement import AnyMutant
from tests.mutation_score.pool import PoolProgram
from tests.random_programs.search import limited

_SAMPLES = 2
_DRAWS = 2
_OPS = 1
"""The number of ops of a class of models that are tested: the first ones with samples."""


class ModelTester:
    """A function that asks the tester about mutated models."""

    def __init__(self, programs: Iterable[PoolProgram], context: Context) -> None:
        self.context = context
        # Short ones first; by the time that they take, another run would ask about others.
        self._programs = sorted(programs, key=lambda program: sum(1 for _ in program.module.walk()))
        self._samples = cache(self._samples_of)

    def __call__(self, mutant: AnyMutant) -> str:
        """Return what the tester says against the changed model; "" for nothing."""
        if not isinstance(mutant, ModelMutant):
            return ""
        names = [name for name in mutant.models if self._samples(name)]
        for name in names[:_OPS]:
            try:
                with mutant.applied(self.context):
                    found = self._wrong(name, self._samples(name))
            except Exception as problem:  # it ends with a traceback, which is loud enough
                return f"{name}: {type(problem).__name__}: {problem}"[:200]
            for wrong in found:
                return f"{name}: {wrong.declaration}: {wrong.said}, but {wrong.seen}"[:200]
        return ""

    def _wrong(self, name: str, samples: Iterable[PoolProgram]) -> list[Problem]:
        modules = [clone(sample.module) for sample in samples]
        with limited():
            found = check_op_model(name, modules, self.context, draws=_DRAWS)
        return [problem for problem in found if _is_about_all(problem)]

    def _samples_of(self, name: str) -> tuple[PoolProgram, ...]:
        """Return programs with an op, on tensors if there are any, on which the right model passes."""
        return tuple(islice(self._clean(name), _SAMPLES))

    def _clean(self, name: str) -> Iterator[PoolProgram]:
        programs = [program for program in self._programs if name in program.ops]
        for program in sorted(programs, key=lambda program: not _is_on_tensors(name, program)):
            try:
                found = check_op_model(name, [clone(program.module)], self.context, draws=_DRAWS)
            except DiagnosticError:
                continue
            if not any(map(_is_about_all, found)):
                yield program


def _is_about_all(problem: Problem) -> bool:
    """Return whether a declaration is false, or the model as a whole cannot be tested."""
    return problem.kind is Kind.WRONG or problem.declaration == "model"


def _is_on_tensors(name: str, program: PoolProgram) -> bool:
    """Return whether a program has an op of that name with a tensor."""
    return any(
        isinstance(value.type, TensorType)
        for op in program.module.walk()
        if op.name == name
        for value in (*op.operands, *op.results)
    )
