"""Makes programs small that are bufferized to wrong ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bufferize import print_module
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation
from bufferize.reduction import Reduction
from bufferize.syntax import PrintOptions
from tests.random_programs.evaluation import Undefined
from tests.random_programs.meaning import expected
from tests.random_programs.native import execute
from tests.random_programs.search import Bufferizer, Left, Refused, problem_of
from tests.random_programs.variants import Variant

_TOGETHER = 24
"""How many candidates are run together."""


def reduced(text: str, variant: Variant, bufferizer: Bufferizer) -> tuple[str, str]:
    """A smaller program with the same kind of problem, and that problem."""
    module = bufferizer.parse(text)
    (problem,) = problems([module], variant, bufferizer)
    if not problem:
        return text, "not found again"
    kind = _kind(problem)
    declared = {op.symbol_name for op in _functions(module) if op.is_external}

    def first_of(candidates: Sequence[Operation]) -> int | None:
        nonlocal problem
        runnable = [n for n, one in enumerate(candidates) if _can_be_run(one, declared)]
        # Read again: some operations do not print their regions.
        read = [bufferizer.parse(_text(candidates[number])) for number in runnable]
        for number, found in zip(runnable, problems(read, variant, bufferizer), strict=True):
            if found and _kind(found) == kind:
                problem = found
                return number
        return None

    return _text(Reduction(module, first_of, _TOGETHER).run()), problem


def _can_be_run(module: Operation, declared: set[str]) -> bool:
    """Whether `main` takes nothing, and only functions that were declared have no body."""
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
    modules: Sequence[Operation], variant: Variant, bufferizer: Bufferizer
) -> Iterator[str]:
    """What is wrong with each of the programs, nothing if it has no meaning."""
    found: dict[int, str] = {}
    texts: dict[int, tuple[str, list[str]]] = {}
    for number, module in enumerate(modules):
        try:
            wanted = expected(module)
        except Undefined:
            continue
        try:
            texts[number] = bufferizer.bufferized(module, variant), wanted
        except (Refused, Left):
            continue
        except Exception as error:
            found[number] = f"{type(error).__name__}: {error}"
    outcomes = execute([text for text, _ in texts.values()])
    for (number, (_, wanted)), outcome in zip(texts.items(), outcomes, strict=True):
        found[number] = problem_of(wanted, variant, outcome)
    return (found.get(number, "") for number in range(len(modules)))
