"""Shrinking of programs that are bufferized to wrong code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bufferize import print_module
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation
from bufferize.syntax import PrintOptions
from bufferize_interpreter.reducer import Reducer
from tests.random_programs.evaluation import Undefined
from tests.random_programs.interpreted import Meaningless
from tests.random_programs.meaning import expected
from tests.random_programs.native import execute
from tests.random_programs.search import (
    SCHEDULES,
    Bufferizer,
    Finding,
    Left,
    Refused,
    problem_of,
)

_TOGETHER = 24
"""The number of candidates that are run together."""


def reduced(finding: Finding, bufferizer: Bufferizer) -> tuple[str, str]:
    """Return a smaller program with the same kind of problem, and that problem."""
    text = finding.text
    module = bufferizer.parse(text)
    (problem,) = problems([module], finding, bufferizer)
    if not problem:
        return text, "not found again"
    kind = _kind(problem)
    declared = {op.symbol_name for op in _functions(module) if op.is_external}

    def first_of(candidates: Sequence[Operation]) -> int | None:
        nonlocal problem
        runnable = [n for n, one in enumerate(candidates) if _can_be_run(one, declared)]
        # Read again: some operations do not print their regions.
        read = [bufferizer.parse(_text(candidates[number])) for number in runnable]
        for number, found in zip(runnable, problems(read, finding, bufferizer), strict=True):
            if found and _kind(found) == kind:
                problem = found
                return number
        return None

    return _text(Reducer(module, first_of, _TOGETHER).run()), problem


def _can_be_run(module: Operation, declared: set[str]) -> bool:
    """Return whether `main` has no parameters, and all other functions still have their bodies."""
    functions = {op.symbol_name: op for op in _functions(module)}
    main = functions.get("main")
    external = {name for name, op in functions.items() if op.is_external}
    return main is not None and not main.signature.inputs and external <= declared


def _functions(module: Operation) -> list[FunctionOpInterface]:
    return [op for op in module.regions[0].entry.ops if isinstance(op, FunctionOpInterface)]


def _text(module: Operation) -> str:
    return print_module(module, PrintOptions(local_scope=True))


def _kind(problem: str) -> str:
    if re.match(r"prints|stopped|cut", problem):
        return "wrong"
    return re.sub(r"[%@]?\d+|[%@]\w+", "", problem)[:80]


def problems(
    modules: Sequence[Operation], finding: Finding, bufferizer: Bufferizer
) -> Iterator[str]:
    """Return the problem of each program under the variant of a finding.

    None if it is undefined.
    """
    if finding.how in ("interpreted", "scheduled"):
        return (_interpreted(module, finding, bufferizer) for module in modules)
    return _native(modules, finding, bufferizer)


def _interpreted(module: Operation, finding: Finding, bufferizer: Bufferizer) -> str:
    verdicts = bufferizer.interpretation.verdicts(
        module, [finding.variant], finding.seed, SCHEDULES if finding.how == "scheduled" else 1
    )
    try:
        ((_, verdict, _),) = verdicts
    except Meaningless:
        return ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return verdict.problem


def _native(
    modules: Sequence[Operation], finding: Finding, bufferizer: Bufferizer
) -> Iterator[str]:
    found: dict[int, str] = {}
    texts: dict[int, tuple[str, list[str]]] = {}
    freed = finding.how == "freed"
    for number, module in enumerate(modules):
        try:
            wanted = [*expected(module), *["0"] * freed]
        except Undefined:
            continue
        try:
            texts[number] = bufferizer.bufferized(module, finding.variant), wanted
        except (Refused, Left):
            continue
        except Exception as error:
            found[number] = f"{type(error).__name__}: {error}"
    outcomes = execute([text for text, _ in texts.values()], checked=freed)
    for (number, (_, wanted)), outcome in zip(texts.items(), outcomes, strict=True):
        found[number] = problem_of(wanted, finding.variant, outcome)
    return (found.get(number, "") for number in range(len(modules)))
