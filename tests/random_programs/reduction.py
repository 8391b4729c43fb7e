"""Makes programs small that are bufferized to wrong ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from bufferize import print_module
from bufferize.ir import Operation
from bufferize.ir.verifier import verify
from bufferize.syntax import PrintOptions
from tests.random_programs.evaluation import Undefined
from tests.random_programs.meaning import expected
from tests.random_programs.native import execute
from tests.random_programs.reduction_edits import Edit, edited, stages
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
    size = None
    while size != _size(module):
        size = _size(module)
        for stage in stages():
            module, problem = _after(stage, module, problem, kind, variant, bufferizer)
    return _text(module), problem


def _after(
    stage: Callable[[Operation], Iterator[Edit]],
    module: Operation,
    problem: str,
    kind: str,
    variant: Variant,
    bufferizer: Bufferizer,
) -> tuple[Operation, str]:
    """The program after those edits that leave a problem of the kind, and less to read."""
    context, done = bufferizer.context, 0
    while True:
        # What was tried on the program before it was changed last is not tried again.
        tried = enumerate(islice(stage(module), done, None), done)
        size = _size(module)
        copies = ((number, edited(module, edit, context)) for number, edit in tried)
        valid = ((n, copy) for n, copy in copies if copy is not None and not verify(copy))
        # Read again: some operations do not print their regions.
        read = ((number, bufferizer.parse(_text(copy))) for number, copy in valid)
        smaller = ((number, copy) for number, copy in read if _size(copy) < size)
        for number, copy, found in _problems_of_some(smaller, variant, bufferizer):
            if found and _kind(found) == kind:
                module, problem, done = copy, found, number
                break
        else:
            return module, problem


def _problems_of_some(
    candidates: Iterator[tuple[int, Operation]], variant: Variant, bufferizer: Bufferizer
) -> Iterator[tuple[int, Operation, str]]:
    while some := list(islice(candidates, _TOGETHER)):
        found = problems([module for _, module in some], variant, bufferizer)
        for (number, module), problem in zip(some, found, strict=True):
            yield number, module, problem


def _size(module: Operation) -> tuple[int, int, str]:
    """What is to become less: operations, then values that they use, then the text."""
    ops = list(module.walk())
    return len(ops), sum(len(op.op_operands) for op in ops), str(_text(module))


def _text(module: Operation) -> str:
    return print_module(module, PrintOptions(local_scope=True))


def _kind(problem: str) -> str:
    if re.match(r"prints|ended|no end|cut", problem):
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
