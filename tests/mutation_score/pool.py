"""The pool of programs that mutants are tried on, with their outcomes and decisions."""

from __future__ import annotations

import math
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import Any, Final

import bufferize
from bufferize import Context
from bufferize.analysis import AnalysisHeuristic, AnalysisState, OneShotAnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import OneShotOptions, analyze, one_shot_bufferize
from bufferize.interfaces import is_tensor_like
from bufferize.ir import Operation, Value, clone, verify
from bufferize.passes import pipeline_from_text
from bufferize.syntax import print_module
from bufferize_interpreter.validation import Validator
from bufferize_testing.generation import FEATURES, random_program
from tests.mutation_score.conditions import CodeMutant
from tests.mutation_score.declarations import ModelMutant, Reach
from tests.random_programs.in_turns import PARALLEL, in_turns
from tests.random_programs.search import limited

ROOT: Final = Path(__file__).parents[2]
_FILES: Final = (
    "tests/mutation_score/programs/*.mlir",
    "tests/differences/*.mlir",
    "tests/filecheck/*.mlir",
    "plugins/*/tests/golden/models.mlir",
    "plugins/linalg/tests/samples/models.mlir",
)
_SEPARATOR: Final = re.compile(r"^// -----.*\n", re.MULTILINE)
_INPUTS: Final = 2
_SECONDS: Final = 0.5
"""The processor time that a program may take to be parsed and called; others are left out."""
_SEEDS: Final = (
    (("loops", "tiles"), 294),
    (("blocks", "tiles", "calls"), 173),
    (("empties", "calls", "loops"), 2553),
    (("vectors",), 14),
    (("threads",), 6),
    (("loop_bounds",), 7),
    (("vector_elements",), 39),
    (("calls", "blocks", "empties"), 2652),
    (("parallel",), 28),
    (("shape_reduce",), 10),
    (("plain_threads",), 10),
    (("strides",), 3),
    (("strides",), 6),
    (("parallel", "empties"), 163),
    (("scalable", "slices"), 1500),
    (("dealloc",), 475),
    (("dealloc",), 89),
)
"""Programs that show classes of wrong code, as found by `tests.random_programs.mutations`."""

Decisions = dict[tuple[str, int, int], bool]
"""Whether each operand is in place, or passed on by a loop without a copy, by the number of its
operation and its index."""
Aliases = tuple[tuple[int, ...], ...]
"""The alias sets, by the numbers of the tensors."""


def _options(**options: Any) -> OneShotOptions:
    return OneShotOptions(bufferize_function_boundaries=True, **options)


_LOOPS: Final = {"allow_return_allocs_from_loops": True}
OPTIONS: Final = {
    "default": _options(**_LOOPS),
    "disjoint top-down": _options(
        **_LOOPS, disjoint_subsets=True, analysis_heuristic=AnalysisHeuristic.TOP_DOWN
    ),
    "fuzzer": _options(
        **_LOOPS,
        analysis_heuristic=AnalysisHeuristic.FUZZER,
        analysis_fuzzer_seed=3,
        analyze_recursive_functions=True,
    ),
    "strict": _options(disjoint_subsets=True),
    "budget": _options(**_LOOPS, analysis_budget=1),
    "copy-before-write": _options(copy_before_write=True),
    "no boundaries": OneShotOptions(allow_return_allocs_from_loops=True),
}
_LATER: Final = {
    f"rest later, {heuristic.value}": OneShotOptions(
        allow_return_allocs_from_loops=True,
        allow_unknown_ops=True,
        analysis_heuristic=heuristic,
        dialect_filter=("bufferization", "linalg", "tensor"),
    )
    for heuristic in (AnalysisHeuristic.BOTTOM_UP, AnalysisHeuristic.TOP_DOWN)
}
"""The options for programs that later passes bufferize the rest of: calls, loops and branches."""
_FEWER: Final = ("default", "disjoint top-down", "copy-before-write")
_IS_FOR_OTHERS: Final = re.compile(r"filecheck|golden|samples")
"""Programs for other tests, which get fewer options."""
_HAS_REST: Final = re.compile(r"programs/left_out")
_REST: Final = (
    "one-shot-bufferize{allow-unknown-ops copy-before-write dialect-filter=ml_program,vector},"
    "scf-bufferize,func-bufferize,arith-bufferize,finalizing-bufferize"
)
"""The passes that bufferize the rest."""


@dataclass(eq=False)
class PoolProgram:
    """A program that can be called, and its outcome."""

    name: str
    module: Operation
    validator: Validator
    functions: Sequence[str]
    ops: frozenset[str]
    judged: dict[str, str] = field(default_factory=dict)
    """What is wrong with bufferized programs, by their text; "" for nothing."""
    seconds: float = 0.0

    def problem_of(self, after: Operation, text: str) -> str:
        """Return what is wrong with a bufferized program; "" if it computes the same."""
        found = self.judged.get(text)
        if found is None:
            found = self.judged[text] = self._compared(after)
        return found

    def problem_in_turns(self, after: Operation, context: Context) -> str:
        """Return what is wrong if parallel iterations are run in turns.

        The interpreter runs them one after the other, and so does not notice what they share.
        """
        if self.ops.isdisjoint(PARALLEL):
            return ""
        in_turns(after, context)
        text = print_module(after)
        found = self.judged.get(text)
        if found is None:
            found = self.judged[text] = self._compared(after)
        return found and f"in turns: {found}"

    def _compared(self, after: Operation) -> str:
        for function in self.functions:
            finding = self.validator.compare(function, _NAMELESS, after)
            if finding is not None:
                trap = finding.trap
                why = finding.problem if trap is None else str(trap).splitlines()[0]
                return f"@{function}: {why}"
        return ""


class _Nameless:
    name = "mutant"

    def applied(self, module: Operation, context: Any) -> Operation:
        raise NotImplementedError


_NAMELESS: Final = _Nameless()


@dataclass(frozen=True)
class Bufferized:
    """The result of bufferization: a module or a refusal, the decisions and the alias sets."""

    text: str = ""
    decisions: Decisions = field(default_factory=dict)
    aliases: Aliases = ()
    refusal: str = ""
    module: Operation | None = None


@dataclass(eq=False)
class Run:
    """A program under some options, and its result without a mutant."""

    program: PoolProgram
    variant: str
    usual: Bufferized = field(default_factory=Bufferized)
    lines: frozenset[tuple[str, int]] = frozenset()
    """The lines of the analysis that are run."""
    answers: frozenset[str] = frozenset()
    """The mutants of models' answers that would be noticed."""
    in_turns: bool = False
    """Whether it computes the same with its parallel iterations in turns."""
    hits: int = 0
    """The number of mutants that it has caught."""

    def reaches(self, mutant: CodeMutant | ModelMutant) -> bool:
        """Return whether the program executes what a mutant changes."""
        if isinstance(mutant, CodeMutant):
            return any((mutant.file, line) in self.lines for line in mutant.lines)
        if mutant.reached_by:
            return not self.answers.isdisjoint(mutant.reached_by)
        return not self.program.ops.isdisjoint(mutant.models)

    def asks(self, mutant: CodeMutant | ModelMutant) -> bool:
        """Return whether a model is asked for what a mutant changes, whatever it answers."""
        return isinstance(mutant, ModelMutant) and not self.answers.isdisjoint(mutant.methods)

    @property
    def name(self) -> str:
        return f"{self.program.name} ({self.variant})"

    @property
    def options(self) -> OneShotOptions:
        return (OPTIONS | _LATER)[self.variant]

    def analyzed(self, context: Context) -> tuple[Decisions, Aliases]:
        """Return what the analysis finds, without bufferizing. Raises whatever it raises."""
        module = self.program.module
        return _found_by(analyze(module, self.options, context, verify=False), module)

    def bufferized(self, context: Context) -> Bufferized:
        """Return the bufferized program. Raises whatever is no diagnostic."""
        module = clone(self.program.module)
        decisions: Decisions = {}
        aliases: Aliases = ()
        try:
            with limited():
                state: AnalysisState | None = None
                if not self.options.copy_before_write:
                    state = analyze(module, self.options, context, verify=False)
                    decisions, aliases = _found_by(state, module)
                one_shot_bufferize(module, self.options, context, analysis=state, verify=False)
                if self.variant in _LATER:
                    pipeline_from_text(f"builtin.module({_REST})", context).run(module, context)
                problems = verify(module)
                if problems:
                    raise DiagnosticError(problems)
        except DiagnosticError as problem:
            refusal = str(problem).splitlines()[0]
            return Bufferized(decisions=decisions, aliases=aliases, refusal=refusal)
        return Bufferized(print_module(module), decisions, aliases, module=module)


def _found_by(state: AnalysisState, module: Operation) -> tuple[Decisions, Aliases]:
    assert isinstance(state, OneShotAnalysisState)
    numbers = {op: number for number, op in enumerate(module.walk())}
    decisions = {
        ("in place", numbers[found.operand.owner], found.operand.index): found.in_place
        for found in state.decisions
    }
    for operand, is_kept in state.forwarded.items():
        decisions["passed on", numbers[operand.owner], operand.index] = is_kept
    by_representative: dict[Value, list[int]] = defaultdict(list)
    for number, value in enumerate(_values_in(module)):
        if is_tensor_like(value.type):
            by_representative[state.aliasing.find(value)].append(number)
    return decisions, tuple(map(tuple, by_representative.values()))


def _values_in(module: Operation) -> Iterator[Value]:
    for op in module.walk():
        yield from op.results
        for region in op.regions:
            for block in region.blocks:
                yield from block.arguments


def pool_texts(generated: int) -> Iterator[tuple[str, str]]:
    """Return the programs of the pool: those of files, and some generated ones for each feature."""
    for pattern in _FILES:
        for path in sorted(ROOT.glob(pattern)):
            for number, text in enumerate(_SEPARATOR.split(path.read_text(encoding="utf-8"))):
                if "tensor<" in text:
                    yield f"{path.relative_to(ROOT)}#{number}", text
    wanted = [((feature,), seed) for seed in range(generated) for feature in FEATURES]
    for features, seed in [*_SEEDS, *wanted] if generated else ():
        name = f"generated {' '.join(features)} {seed}"
        yield name, random_program(seed, features).text


def program_of(name: str, text: str, context: Context) -> PoolProgram | None:
    """Return a program of the pool, or None if it cannot be parsed or called."""
    start = time.process_time()
    try:
        module = bufferize.parse(text, context)
    except DiagnosticError:
        return None
    if verify(module):
        return None
    validator = Validator(module, context, inputs=_INPUTS, seconds=math.inf)
    validator.run([])
    functions = [
        name
        for name in validator.names(only_public=True)
        if name not in validator.validation.not_run
    ]
    if not functions:
        return None
    ops = frozenset(op.name for op in module.walk())
    program = PoolProgram(name, module, validator, functions, ops)
    program.seconds = time.process_time() - start
    return program if program.seconds < _SECONDS else None


def runs_of(
    program: PoolProgram, context: Context, reach: Reach, variants: Sequence[str] = ()
) -> Iterator[Run]:
    """Yield the runs of a program, under all options or those named, that compute the same as
    before.

    A program that writes to buffers through tensors does not: it is undefined as a program on
    values.
    """
    for variant in variants or _variants_of(program.name):
        run = Run(program, variant)
        with _noting_lines() as lines, reach.noting(context) as answers:
            usual = run.bufferized(context)
        run.lines, run.answers = frozenset(lines), frozenset(answers)
        if usual.module is not None:
            try:
                problem = program.problem_of(usual.module, usual.text)
            except DiagnosticError as failure:
                problem = str(failure)
            if problem:
                continue
            try:
                run.in_turns = not program.problem_in_turns(usual.module, context)
            except DiagnosticError:
                run.in_turns = False
        else:
            run.in_turns = True
        run.usual = replace(usual, module=None)
        yield run


def _variants_of(name: str) -> Iterable[str]:
    if _HAS_REST.search(name):
        return _LATER
    return _FEWER if _IS_FOR_OTHERS.search(name) else OPTIONS


@contextmanager
def _noting_lines() -> Iterator[set[tuple[str, int]]]:
    """Record which lines of the analysis are run in a `with` block."""
    found: set[tuple[str, int]] = set()
    wanted: dict[str, bool] = defaultdict(bool)

    def of_line(frame: FrameType, event: str, argument: Any) -> Any:
        found.add((frame.f_code.co_filename, frame.f_lineno))
        return of_line

    def of_call(frame: FrameType, event: str, argument: Any) -> Any:
        file = frame.f_code.co_filename
        if file not in wanted:
            wanted[file] = "/bufferize/analysis/" in file
        return of_line if wanted[file] else None

    old = sys.gettrace()
    sys.settrace(of_call)
    try:
        yield found
    finally:
        sys.settrace(old)
