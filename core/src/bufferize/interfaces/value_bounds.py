"""Integer values as linear expressions and ranges, to compare them."""

from __future__ import annotations

__all__ = [
    "LinearExpr", "ValueBoundsOpInterface", "are_equal_integers", "is_always_less",
    "is_in_bounds", "linear_form", "value_range",
]  # fmt: skip

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bufferize.define import ConstantLike
from bufferize.interfaces.base import OpInterface, constant_int
from bufferize.interfaces.loops import LoopLikeOpInterface
from bufferize.ir import BlockArgument, OpResult, Value

# An expression with more terms than this is left as one opaque value.
_MAX_TERMS = 32
# How many definitions are followed from one value.
_MAX_DEPTH = 16


@dataclass(frozen=True)
class LinearExpr:
    """``constant + sum(coefficient * value)``."""

    constant: int = 0
    terms: Mapping[Value, int] = field(default_factory=dict)

    @staticmethod
    def of(value: int | Value) -> LinearExpr:
        """Return the expression of a number or of a value."""
        return LinearExpr(value) if isinstance(value, int) else LinearExpr(0, {value: 1})

    def __add__(self, other: LinearExpr) -> LinearExpr:
        terms = dict(self.terms)
        for value, coefficient in other.terms.items():
            total = terms.get(value, 0) + coefficient
            if total:
                terms[value] = total
            else:
                terms.pop(value, None)
        return LinearExpr(self.constant + other.constant, terms)

    def scaled(self, factor: int) -> LinearExpr:
        """Return the expression times a number."""
        if factor == 0:
            return LinearExpr()
        return LinearExpr(self.constant * factor, {v: c * factor for v, c in self.terms.items()})

    def __sub__(self, other: LinearExpr) -> LinearExpr:
        return self + other.scaled(-1)

    @property
    def is_constant(self) -> bool:
        """Whether the value is known."""
        return not self.terms


class ValueBoundsOpInterface(OpInterface):
    """An operation that can state an integer result in terms of other values, or its range."""

    def linear_value(self, result: OpResult) -> LinearExpr | None:
        """Return `result` as a linear expression over operands, None if it is not linear."""
        return None

    def value_range(self, result: OpResult) -> tuple[int | None, int | None]:
        """Return the least and greatest value of `result`, each None if it is not known."""
        return None, None


def linear_form(value: int | Value, depth: int = _MAX_DEPTH) -> LinearExpr:
    """Return `value` expanded through constants and operations that state their linear value."""
    if isinstance(value, int):
        return LinearExpr(value)
    op = value.defining_op
    if op is None or depth == 0 or not isinstance(value, OpResult):
        return LinearExpr.of(value)
    if op.has_trait(ConstantLike):
        number = constant_int(value)
        return LinearExpr.of(value if number is None else number)
    own = op.linear_value(value) if isinstance(op, ValueBoundsOpInterface) else None
    if own is None:
        return LinearExpr.of(value)
    total = LinearExpr(own.constant)
    for term, coefficient in own.terms.items():
        total = total + linear_form(term, depth - 1).scaled(coefficient)
        if len(total.terms) > _MAX_TERMS:
            return LinearExpr.of(value)
    return total


def are_equal_integers(a: int | Value, b: int | Value) -> bool:
    """Return whether two integers or index values are known to be equal."""
    if a is b or (isinstance(a, int) and isinstance(b, int) and a == b):
        return True
    difference = linear_form(a) - linear_form(b)
    return difference.is_constant and difference.constant == 0


def value_range(value: int | Value) -> tuple[int | None, int | None]:
    """Return the least and greatest value of `value`, each None if it is not known.

    It is known for constants, counters between constant bounds, and results whose operations state it.
    """
    number = constant_int(value)
    if number is not None:
        return number, number
    if isinstance(value, BlockArgument):
        loop = value.owner.parent_op
        if isinstance(loop, LoopLikeOpInterface) and value in loop.loop_induction_variables:
            return loop.induction_variable_range(value)
        return None, None
    assert isinstance(value, OpResult)
    op = value.owner
    return op.value_range(value) if isinstance(op, ValueBoundsOpInterface) else (None, None)


def is_in_bounds(
    index: int | Value, extent: int, size: int | Value = 1, stride: int | Value = 1
) -> bool:
    """Return whether `size` indices from `index` on are known to be from 0 to `extent - 1`."""
    (least, greatest), number, step = value_range(index), constant_int(size), constant_int(stride)
    if least is None or greatest is None or number is None or step is None or number < 1:
        return False
    distance = (number - 1) * step
    return least + min(distance, 0) >= 0 and greatest + max(distance, 0) < extent


def lower_bound(expr: LinearExpr, is_replaced: Callable[[Value], bool]) -> LinearExpr | None:
    """Return a lower bound of `expr`, with constants for the values that `is_replaced` chooses.

    None if one of them has no known bound. Sums and products are assumed not to overflow.
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
    """Return whether `a` is known to be less than `b`.

    Values for which `varies` holds may differ between `a` and `b`.
    """
    if a.is_constant and b.is_constant:
        return a.constant < b.constant
    least, greatest = lower_bound(b, varies), lower_bound(a.scaled(-1), varies)
    if least is None or greatest is None:
        return False
    difference = lower_bound(least + greatest, lambda _: True)
    return difference is not None and difference.constant > 0
