"""Symbolic elements: hash-consed expressions over the elements of a program's inputs.

An `Expression` is an operator applied to expressions: a symbol, a constant, or the result of an
operation. `Symbols` keeps each of them once, so that two expressions are equal exactly if they are
the same object. Each symbol also has a concrete value. Where the program's control depends on an
element, as in an `if`, that value decides how it goes on, and `Symbols.decisions` records that.

    %s = arith.addf %x, %y : f32      // +(%0, %1)
    %c = arith.cmpf olt, %s, %z       // <(+(%0, %1), %2): scf.if on it asks for its value

No function here recurses over expressions: they can be as deep as the program runs long.
"""

from __future__ import annotations

import math
import operator
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from bufferize.diagnostics import DiagnosticError

MOST_EXPRESSIONS: Final = 2_000_000
"""The default limit on the number of expressions that are kept; they take some 600 MB."""

_SHOWN_DEPTH: Final = 3
_SHOWN_OPERANDS: Final = 4
_UNKNOWN: Final = object()


class _Mode(threading.local):
    symbolic = False


_MODE: Final = _Mode()


def elements_are_symbolic() -> bool:
    """Return whether programs that run in this thread represent elements as expressions."""
    return _MODE.symbolic


@contextmanager
def symbolic_elements(symbolic: bool) -> Iterator[None]:
    """Context manager: represent elements as expressions, or as numbers, in this thread."""
    before = _MODE.symbolic
    _MODE.symbolic = symbolic
    try:
        yield
    finally:
        _MODE.symbolic = before


class NotSymbolic(DiagnosticError):
    """The error that an operation needs an element's number, not an expression."""


class TooManyExpressions(NotSymbolic):
    """The error that a program computes more different elements than the limit."""


class Operator:
    """An operator of expressions, such as an operation with certain attributes."""

    __slots__ = ("evaluate", "known", "name", "symbols")

    def __init__(
        self, symbols: Symbols, name: str, evaluate: Callable[..., Any] | None = None
    ) -> None:
        self.symbols = symbols
        self.name = name
        self.evaluate = evaluate
        """A function from the operands' values to the value; None for symbols and constants."""
        self.known: dict[tuple[int, ...], Expression] = {}
        """The applications of the operator, by the numbers of the operands."""

    def new(self, key: tuple[int, ...]) -> Expression:
        """Make the application of the operator to these operands, which must be new."""
        every = self.symbols.every
        number = len(every)
        if number >= self.symbols.most:
            raise TooManyExpressions(f"computes more than {number} different elements")
        found = self.known[key] = Expression(self, key, number)
        every.append(found)
        return found


class Expression:
    """A symbolic element: an operator applied to operands.

    Arithmetic of Python and NumPy on expressions makes new ones. Where a Python number is needed,
    as in an `if` or for an index, the expression's value is used and recorded (`Symbols.decide`).
    `==` is the comparison of elements and makes an expression, too; two expressions are equal if
    `is` says so.
    """

    __slots__ = ("_operands", "_value", "number", "operator")

    def __init__(self, operator: Operator, operands: tuple[int, ...], number: int) -> None:
        self.operator = operator
        self._operands = operands
        self.number = number
        """The number of the expression, larger than those of its operands."""
        self._value: Any = _UNKNOWN

    @property
    def operands(self) -> list[Expression]:
        """The expressions that the operator is applied to."""
        every = self.operator.symbols.every
        return [every[number] for number in self._operands]

    @property
    def symbols(self) -> Symbols:
        """The `Symbols` to which the expression belongs."""
        return self.operator.symbols

    def __repr__(self) -> str:
        return shown(self)

    @property
    def text(self) -> str:
        """A short text with the expression's number, which identifies it."""
        return f"{shown(self)} #{self.number}"

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        return bool(self.symbols.decide(self))

    def __index__(self) -> int:
        found: int = self.symbols.decide(self).__index__()
        return found

    def _number(self) -> Any:
        raise NotSymbolic(f"needs the number that {shown(self)} is")

    __float__ = __int__ = __complex__ = _number

    def __array_ufunc__(self, function: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """Apply a NumPy function: to arrays element by element, to expressions as an operator."""
        if any(isinstance(value, np.ndarray) for value in inputs):
            return getattr(function, method)(*[boxed(value) for value in inputs], **options)
        if method != "__call__" or options or function.nout != 1:
            raise NotSymbolic(f"needs the number that {shown(self)} is, for NumPy's {function}")
        name = _UFUNCS.get(function.__name__, function.__name__)
        return self.symbols.apply(name, function, inputs)


def boxed(value: Any) -> Any:
    """Return an array unchanged, and any other value in an array of rank 0."""
    if isinstance(value, np.ndarray):
        return value
    box = np.empty((), np.object_)
    box[()] = value
    return box


_BINARY: Final[dict[str, tuple[str, Callable[..., Any]]]] = {
    "add": ("+", operator.add),
    "sub": ("-", operator.sub),
    "mul": ("*", operator.mul),
    "truediv": ("/", operator.truediv),
    "floordiv": ("//", operator.floordiv),
    "mod": ("%", operator.mod),
    "pow": ("**", operator.pow),
    "and": ("&", operator.and_),
    "or": ("|", operator.or_),
    "xor": ("^", operator.xor),
    "lshift": ("<<", operator.lshift),
    "rshift": (">>", operator.rshift),
}
_COMPARISONS: Final[dict[str, tuple[str, Callable[..., Any]]]] = {
    "eq": ("==", operator.eq),
    "ne": ("!=", operator.ne),
    "lt": ("<", operator.lt),
    "le": ("<=", operator.le),
    "gt": (">", operator.gt),
    "ge": (">=", operator.ge),
}
_UNARY: Final[dict[str, tuple[str, Callable[..., Any]]]] = {
    "neg": ("neg", operator.neg),
    "pos": ("pos", operator.pos),
    "abs": ("abs", operator.abs),
    "invert": ("~", operator.invert),
}
_UFUNCS: Final = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "floor_divide": "//",
    "remainder": "%",
    "power": "**",
    "bitwise_and": "&",
    "bitwise_or": "|",
    "bitwise_xor": "^",
    "left_shift": "<<",
    "right_shift": ">>",
    "equal": "==",
    "not_equal": "!=",
    "less": "<",
    "less_equal": "<=",
    "greater": ">",
    "greater_equal": ">=",
    "negative": "neg",
    "positive": "pos",
    "absolute": "abs",
    "invert": "~",
}
# The methods that NumPy calls on each element of an array of objects.
_METHODS: Final = (
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "cbrt", "square"),
    *("sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh"),
    *("floor", "ceil", "trunc", "rint", "conjugate"),
)
_NUMBERS: Final = (int, float, complex, np.generic)


def _binary(name: str, function: Callable[..., Any]) -> Callable[[Expression, Any], Any]:
    def run(self: Expression, other: Any) -> Any:
        if type(other) is not Expression and not isinstance(other, _NUMBERS):
            return NotImplemented
        return self.symbols.apply(name, function, (self, other))

    return run


def _reflected(name: str, function: Callable[..., Any]) -> Callable[[Expression, Any], Any]:
    def run(self: Expression, other: Any) -> Any:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        return self.symbols.apply(name, function, (other, self))

    return run


def _unary(name: str, function: Callable[..., Any]) -> Callable[[Expression], Any]:
    return lambda self: self.symbols.apply(name, function, (self,))


for _name, _both in _BINARY.items():
    setattr(Expression, f"__{_name}__", _binary(*_both))
    setattr(Expression, f"__r{_name}__", _reflected(*_both))
for _name, _both in _COMPARISONS.items():
    setattr(Expression, f"__{_name}__", _binary(*_both))
for _name, _both in _UNARY.items():
    setattr(Expression, f"__{_name}__", _unary(*_both))
for _name in _METHODS:
    setattr(Expression, _name, _unary(_name, getattr(np, _name)))


class Symbols:
    """All expressions of a program, each kept once.

    Raises TooManyExpressions as soon as there are more than `most`.
    """

    def __init__(self, most: int = MOST_EXPRESSIONS) -> None:
        self.most = most
        self.every: list[Expression] = []
        """All expressions, by number."""
        self.decisions: dict[int, Expression] = {}
        """The expressions that determined control flow, by number; to be cleared before a run."""
        self.uninterpreted: set[str] = set()
        """The names of operations whose semantics cannot be applied to expressions."""
        self.undefined = Operator(self, "undefined").new(())
        """The expression for an undefined operand of an uninterpreted operation."""
        self._operators: dict[Hashable, Operator] = {}
        self._constants: dict[Any, Expression] = {}
        self._constant = Operator(self, "constant")

    @property
    def count(self) -> int:
        """The number of expressions."""
        return len(self.every)

    def symbol(self, name: str, value: Any) -> Expression:
        """Make a new symbol with the concrete value `value`."""
        found = Operator(self, name).new(())
        found._value = value
        return found

    def constant(self, value: Any) -> Expression:
        """Return the expression of a number."""
        key = constant_key(value)
        found = self._constants.get(key)
        if found is None:
            found = self._constants[key] = self._constant.new(())
            found._value = value
        return found

    def operator(self, key: Hashable, name: str, evaluate: Callable[..., Any]) -> Operator:
        """Return the operator with this key; `evaluate` computes its value."""
        found = self._operators.get(key)
        if found is None:
            found = self._operators[key] = Operator(self, name, evaluate)
        return found

    def apply(self, name: str, evaluate: Callable[..., Any], operands: Iterable[Any]) -> Expression:
        """Apply an operator, identified by its name, to expressions and numbers."""
        return self.applied(self.operator(name, name, evaluate), operands)

    def applied(self, operator: Operator, operands: Iterable[Any]) -> Expression:
        """Apply an operator to expressions and numbers."""
        these = [o if type(o) is Expression else self.constant(o) for o in operands]
        key = tuple([operand.number for operand in these])
        found = operator.known.get(key)
        if found is None:
            found = operator.new(key)
        return found

    def element(self, bundle: Expression, number: int, index: int, value: Any) -> Expression:
        """Return the expression of element `index` of result `number` of an operation.

        `bundle` is the operation applied to all elements of its operands, and `value` is the
        value of the element.
        """
        operator = self.operator((number, index), f"result{number}[{index}]", _unknown)
        found = self.applied(operator, (bundle,))
        if found._value is _UNKNOWN:
            found._value = value
        return found

    def decide_by(self, expression: Expression) -> None:
        """Record that an expression determined control flow, but do not compute its value."""
        self.decisions[expression.number] = expression

    def decide(self, expression: Expression) -> Any:
        """Return the value of an expression, and record that it determined control flow."""
        if expression.operator is not self._constant:
            self.decisions[expression.number] = expression
        return self.value(expression)

    def value(self, expression: Expression) -> Any:
        """Return the value of an expression for the symbols' values: a number, or `Poison`.

        Raises the exception of an operation that cannot be executed with these values.
        """
        if expression._value is not _UNKNOWN:
            return expression._value
        waiting = [expression]
        with symbolic_elements(False), np.errstate(all="ignore"):
            while waiting:
                last = waiting[-1]
                missing = [o for o in last.operands if o._value is _UNKNOWN]
                if missing:
                    waiting += missing
                    continue
                waiting.pop()
                evaluate = last.operator.evaluate
                if last._value is _UNKNOWN and evaluate is not None:
                    last._value = evaluate(*[operand._value for operand in last.operands])
        return expression._value


def _unknown(*_: Any) -> Any:
    raise NotSymbolic("has no value yet")


def constant_key(value: Any) -> Any:
    """Return a key that is the same for equal numbers of all types, but differs for -0 and 0."""
    if isinstance(value, float | np.floating) or (
        isinstance(value, np.generic) and value.dtype.kind == "V"
    ):
        number = float(value)
        if number != number:
            return "nan"
        return "-0" if number == 0 and math.copysign(1.0, number) < 0 else number
    if isinstance(value, int | np.integer | np.bool_):
        return int(value)
    if isinstance(value, complex | np.complexfloating):
        return "complex", constant_key(value.real), constant_key(value.imag)
    raise NotSymbolic(f"computes with {value!r}, which is no number")


def is_same(one: Any, other: Any) -> bool:
    """Return whether two elements are equal for all values of the symbols."""
    if one is other:
        return True
    if type(one) is Expression or type(other) is Expression:
        return _as_expression(one, other) is _as_expression(other, one)
    return bool(constant_key(one) == constant_key(other))


def _as_expression(value: Any, other: Any) -> Expression:
    if type(value) is Expression:
        return value
    found: Expression = other.symbols.constant(value)
    return found


def difference_of(one: Any, other: Any) -> tuple[Any, Any]:
    """Return the innermost operands in which two expressions with the same operators differ."""
    while (
        type(one) is Expression
        and type(other) is Expression
        and one.operator is other.operator
        and one.operands
        and len(one.operands) == len(other.operands)
    ):
        pairs = zip(one.operands, other.operands, strict=True)
        one, other = next((a, b) for a, b in pairs if a is not b)
    return one, other


def shown(value: Any, depth: int = _SHOWN_DEPTH) -> str:
    """Return a short text of an element, which omits deeply nested parts."""
    if type(value) is not Expression:
        return str(value)
    name, operands = value.operator.name, value.operands
    if not operands:
        return str(value._value) if value.operator is value.symbols._constant else name
    if not depth:
        return "…"
    parts = [shown(operand, depth - 1) for operand in operands[:_SHOWN_OPERANDS]]
    if len(operands) > _SHOWN_OPERANDS:
        parts.append("…")
    return f"{name}({', '.join(parts)})"
