"""The least and the greatest that integer values may be, to prove that one is less than another."""

from __future__ import annotations

from collections.abc import Callable

from bufferize.interfaces.loops import LoopLikeOpInterface
from bufferize.interfaces.value_bounds import LinearExpr, ValueBoundsOpInterface
from bufferize.ir import BlockArgument, OpResult, Value


def value_range(value: Value) -> tuple[int | None, int | None]:
    """The least and the greatest that `value` may be, each None where that is not known.

    Known are the counters of loops with constant bounds, and what operations state of their results.
    """
    if isinstance(value, BlockArgument):
        loop = value.owner.parent_op
        if isinstance(loop, LoopLikeOpInterface) and value in loop.loop_induction_variables:
            return loop.induction_variable_range(value)
        return None, None
    assert isinstance(value, OpResult)
    op = value.owner
    return op.value_range(value) if isinstance(op, ValueBoundsOpInterface) else (None, None)


def lower_bound(expr: LinearExpr, is_replaced: Callable[[Value], bool]) -> LinearExpr | None:
    """`expr` where the values that `is_replaced` says are such that it is least.

    None where one of them has no known bound. Sums and products are taken not to overflow.
    """
    total = LinearExpr(expr.constant)
    for value, coefficient in expr.terms.items():
        if not is_replaced(value):
            total += LinearExpr(0, {value: coefficient})
            continue
        least, greatest = value_range(value)
        bound = least if coefficient > 0 else greatest
        if bound is None:
            return None
        total += LinearExpr(coefficient * bound)
    return total


def is_always_less(a: LinearExpr, b: LinearExpr, varies: Callable[[Value], bool]) -> bool:
    """Whether `a` is known to be less than `b`.

    Values for which `varies` holds may be one thing in `a` and another in `b`.
    """
    if a.is_constant and b.is_constant:
        return a.constant < b.constant
    least, greatest = lower_bound(b, varies), lower_bound(a.scaled(-1), varies)
    if least is None or greatest is None:
        return False
    difference = lower_bound(least + greatest, lambda _: True)
    return difference is not None and difference.constant > 0
