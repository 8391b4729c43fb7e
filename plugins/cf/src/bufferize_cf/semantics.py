"""The semantics of the ops of the cf dialect, for bufferize-interpreter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bufferize import ir
from bufferize_cf.ops import AssertOp, CondBranchOp, SwitchOp
from bufferize_interpreter import Compiler, ProgramError, Semantics, TrapKind


def branch(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `cf.br`."""
    return lambda *arguments: (0, arguments)


def cond_branch(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `cf.cond_br`."""
    assert isinstance(op, CondBranchOp)
    count = len(op.true_dest_operands)

    def run(condition: Any, *arguments: Any) -> tuple[int, tuple[Any, ...]]:
        return (0, arguments[:count]) if condition else (1, arguments[count:])

    return run


def switch(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `cf.switch`."""
    assert isinstance(op, SwitchOp)
    mask = (1 << op.flag.type.width) - 1  # type: ignore[attr-defined]  # an integer
    ends = [len(op.default_operands)]
    for size in op.case_operand_segments.values:
        ends.append(ends[-1] + size)
    places = {value & mask: index for index, value in enumerate(op.case_numbers())}

    def run(flag: Any, *arguments: Any) -> tuple[int, tuple[Any, ...]]:
        case = places.get((flag & mask).__index__())
        if case is None:
            return 0, arguments[: ends[0]]
        return case + 1, arguments[ends[case] : ends[case + 1]]

    return run


def assert_(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `cf.assert`."""
    assert isinstance(op, AssertOp)
    message = op.msg.value

    def run(condition: Any) -> None:
        if not condition:
            raise ProgramError(TrapKind.ASSERTION, f'does not hold: "{message}"')

    return run


SEMANTICS: dict[str, Semantics] = {
    "cf.assert": assert_,
    "cf.br": branch,
    "cf.cond_br": cond_branch,
    "cf.switch": switch,
}
