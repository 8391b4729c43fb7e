"""Modules of folders, run before and after they are bufferized, as `bufferize check` does.

    python -m tests.checked_modules FOLDER… [--settings N] [--work N] [--only TEXT] [--inputs N]
        [--native]

prints each function that is not the same, or was not run, and why; at the end how many functions and
modules were, for each setting. What takes too many iterations is run with smaller extents
(tests/shrunk_module.py), which is counted apart.
"""

from __future__ import annotations

import argparse
import enum
import resource
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import ShapedType
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Trap, TrapKind
from bufferize_interpreter.validation import Engine, PipelineVariant, Validation, Validator
from bufferize_testing.reference import run_reference
from tests.shrunk_module import shrunk, work_of


@dataclass(frozen=True)
class Setting:
    """A way to bufferize a module."""

    options: str
    """The options of `--one-shot-bufferize`."""
    frees: bool = False
    """Whether `--buffer-deallocation-pipeline` follows, after which a buffer that is not freed is
    wrong."""

    @property
    def name(self) -> str:
        return f"{self.options}; freed" if self.frees else self.options

    def variant(self, context: bufferize.Context) -> PipelineVariant:
        """Return the pipeline."""
        after = ",buffer-deallocation-pipeline" if self.frees else ""
        text = f"builtin.module(one-shot-bufferize{{{self.options}}}{after})"
        return PipelineVariant(self.name, pipeline_from_text(text, context))

    def reference_refuses(self, text: str) -> bool:
        """Return whether MLIR's own tool refuses a module, too."""
        flags = ["--buffer-deallocation-pipeline"] if self.frees else []
        return run_reference(text, f"--one-shot-bufferize={self.options}", *flags).returncode != 0


SETTINGS: Final = (
    Setting("bufferize-function-boundaries"),
    Setting(
        "bufferize-function-boundaries allow-return-allocs-from-loops "
        "function-boundary-type-conversion=identity-layout-map "
        "unknown-type-conversion=identity-layout-map"
    ),
    Setting("bufferize-function-boundaries copy-before-write"),
    Setting("allow-unknown-ops"),
    Setting("bufferize-function-boundaries", frees=True),
)
MOST_WORK: Final = 1 << 28
"""The number of iterations of a function that is run as it is, by default."""
_LESS_WORK: Final = 1 << 21
"""The number of iterations of a program that is made smaller."""
_ELEMENTS: Final = 1 << 24
"""The number of elements of an argument that is passed as it is."""
_MEMORY: Final = 12 << 30
"""The memory limit of the process in bytes."""


class Outcome(enum.Enum):
    """The outcome of checking a function."""

    SAME = "the same"
    SAME_SMALLER = "the same with smaller extents"
    DIFFERS = "DIFFERS"
    TOO_LARGE = "too large"
    NO_INPUTS = "no inputs"
    FAILED = "not run"
    REFUSED = "not bufferized"
    REFUSED_BY_US = "not bufferized, but by mlir-opt"
    EXTERNAL = "calls what has no body"


RUN: Final = (Outcome.SAME, Outcome.SAME_SMALLER)
NOT_CALLABLE: Final = (Outcome.EXTERNAL, Outcome.REFUSED)


@dataclass(frozen=True)
class Verdict:
    """The outcome for a function under a setting."""

    function: str
    setting: Setting
    outcome: Outcome
    detail: str = ""


def check(
    text: str,
    context: bufferize.Context,
    settings: Sequence[Setting] = SETTINGS,
    *,
    work: float = MOST_WORK,
    inputs: int = 2,
    engine: Engine = Engine.RANDOM,
) -> Iterator[Verdict]:
    """Return the verdicts on the functions of a module that have a body, called as `engine` says.

    Raises DiagnosticError for a text that is no valid module.
    """
    module = bufferize.parse(text, context)
    functions = [
        op
        for op in module.regions[0].entry.ops
        if isinstance(op, FunctionOpInterface) and not op.is_external
    ]
    large = [op.symbol_name for op in functions if work_of(op) > work or _is_too_large_to_draw(op)]
    small = [op.symbol_name for op in functions if op.symbol_name not in large]
    validator = Validator(module, context, inputs=inputs, engine=engine)
    yield from _compared(validator, small, settings, Outcome.SAME)
    if large:
        try:
            smaller = shrunk(module, _LESS_WORK)
        except DiagnosticError as problem:
            for name in large:
                yield from [Verdict(name, s, Outcome.TOO_LARGE, _line(problem)) for s in settings]
        else:
            yield from _compared(validator.of(smaller), large, settings, Outcome.SAME_SMALLER)


def _is_too_large_to_draw(function: FunctionOpInterface) -> bool:
    return any(
        isinstance(type, ShapedType) and type.has_static_shape() and type.num_elements() > _ELEMENTS
        for type in function.signature.inputs
    )


def _compared(
    validator: Validator, names: Sequence[str], settings: Sequence[Setting], good: Outcome
) -> Iterator[Verdict]:
    if not names:
        return
    found = Validation()
    for frees in (False, True):
        validator.leaks = frees
        some = [
            setting.variant(validator.context) for setting in settings if setting.frees is frees
        ]
        found = validator.run(some, names)
    for setting in settings:
        refusal = found.refused.get(setting.name)
        wrong = {f.function: f for f in found.findings if f.variant.name == setting.name}
        for name in names:
            why = found.not_run.get(name) or found.not_compared.get(f"{name} after {setting.name}")
            if isinstance(why, Trap) and why.kind is TrapKind.EXTERNAL_CALL:
                yield Verdict(name, setting, Outcome.EXTERNAL, _line(why))
            elif refusal is not None:
                yield Verdict(name, setting, Outcome.REFUSED, _line(refusal))
            elif why is not None:
                drawn = isinstance(why, str | Trap)
                outcome = Outcome.NO_INPUTS if drawn else Outcome.FAILED
                yield Verdict(name, setting, outcome, _line(why))
            elif name in wrong:
                finding = wrong[name]
                detail = _line(finding.trap or finding.problem)
                yield Verdict(name, setting, Outcome.DIFFERS, detail)
            else:
                yield Verdict(name, setting, good)


def _line(problem: object) -> str:
    return str(problem).splitlines()[0]


def _table(rows: dict[Setting, Counter[str]]) -> Iterator[str]:
    for number, (setting, counts) in enumerate(rows.items()):
        yield f"  {number + 1}. {setting.name}:"
        yield "     " + ", ".join(f"{name}: {count}" for name, count in counts.most_common())


def main() -> None:
    """Check the modules of folders."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--settings", type=int, default=len(SETTINGS), help="how many, of five")
    parser.add_argument("--only", default="", help="modules with this in their names")
    parser.add_argument("--work", type=float, default=MOST_WORK, help="iterations at most")
    parser.add_argument("--inputs", type=int, default=2, help="calls of each function")
    parser.add_argument("--native", action="store_true", help="run what is bufferized natively")
    arguments = parser.parse_args()
    engine = Engine.NATIVE if arguments.native else Engine.RANDOM
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    settings = SETTINGS[: arguments.settings]
    functions: dict[Setting, Counter[str]] = {setting: Counter() for setting in settings}
    modules: dict[Setting, Counter[str]] = {setting: Counter() for setting in settings}
    paths = [path for folder in arguments.folders for path in sorted(folder.rglob("*.mlir"))]
    for path in (path for path in paths if arguments.only in str(path)):
        text = path.read_text()
        outcomes: dict[Setting, list[Outcome]] = {setting: [] for setting in settings}
        try:
            verdicts = check(
                text,
                context,
                settings,
                work=arguments.work,
                inputs=arguments.inputs,
                engine=engine,
            )
            for verdict in verdicts:
                setting, outcome = verdict.setting, verdict.outcome
                if outcome is Outcome.REFUSED and not setting.reference_refuses(text):
                    outcome = Outcome.REFUSED_BY_US
                functions[setting][outcome.value] += 1
                outcomes[setting].append(outcome)
                if outcome is not Outcome.SAME:
                    where = f"{path} @{verdict.function}, setting {settings.index(setting) + 1}"
                    print(f"{where}: {outcome.value}: {verdict.detail}", flush=True)
        except DiagnosticError as problem:
            print(f"{path}: not read: {_line(problem)}", flush=True)
            for counts in modules.values():
                counts["not read"] += 1
            continue
        for setting, found in outcomes.items():
            modules[setting][_of_module(found)] += 1
    print("functions:", *_table(functions), "modules:", *_table(modules), sep="\n")


def _of_module(outcomes: Sequence[Outcome]) -> str:
    """Return the verdicts on a module, as far as its functions can be called."""
    callable = [outcome for outcome in outcomes if outcome not in NOT_CALLABLE]
    if not outcomes:
        return "no functions"
    if not callable:
        return str(outcomes[0].value)
    missing = [outcome for outcome in callable if outcome not in RUN]
    smaller = [outcome for outcome in callable if outcome is Outcome.SAME_SMALLER]
    first: Outcome = (missing or smaller or callable)[0]
    return str(first.value)


if __name__ == "__main__":
    main()
