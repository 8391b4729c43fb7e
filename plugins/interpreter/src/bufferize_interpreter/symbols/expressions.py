"""Symbolic elements: expressions over the elements of a program's inputs, each kept once.

An `Expression` is an operator applied to expressions: a symbol, a constant, or what an operation
computes. `Symbols` keeps each only once, so that two expressions are equal if they are one object. It
knows a value for each symbol, too: where an element decides what is executed, that value says how it
goes on, and `decisions` takes note.

Nothing here walks expressions by recursion: they may be as deep as the program runs long.
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
"""How many are kept at most, if nobody says: some 600 MB."""

_SHOWN_DEPTH: Final = 3
_SHOWN_OPERANDS: Final = 4
_UNKNOWN: Final = object()


class _Mode(threading.local):
    symbolic = False


_MODE: Final = _Mode()


def elements_are_symbolic() -> bool:
    """Whether what runs now in this thread holds elements as expressions."""
    return _MODE.symbolic


@contextmanager
def symbolic_elements(symbolic: bool) -> Iterator[None]:
    """What runs meanwhile in this thread holds elements as expressions, or as numbers."""
    before = _MODE.symbolic
    _MODE.symbolic = symbolic
    try:
        yield
    finally:
        _MODE.symbolic = before


class NotSymbolic(DiagnosticError):
    """Something needs the number that an element is, and no expression can take its place."""


class TooManyExpressions(NotSymbolic):
    """A program computes more different elements than are kept."""


class Operator:
    """What an expression is an application of."""

    __slots__ = ("evaluate", "known", "name", "symbols")

    def __init__(
        self, symbols: Symbols, name: str, evaluate: Callable[..., Any] | None = None
    ) -> None:
        self.symbols = symbols
        self.name = name
        self.evaluate = evaluate
        """From the operands' values to the value; None for symbols and constants."""
        self.known: dict[tuple[int, ...], Expression] = {}
        """Its applications, by the numbers of the operands."""

    def new(self, key: tuple[int, ...]) -> Expression:
        """Its application to the operands of these numbers, of which there is none yet."""
        every = self.symbols.every
        number = len(every)
        if number >= self.symbols.most:
            raise TooManyExpressions(f"computes more than {number} different elements")
        found = self.known[key] = Expression(self, key, number)
        every.append(found)
        return found


class Expression:
    """An element of which only is known how it is computed.

    Python's and NumPy's arithmetic make expressions of it. Where it decides something, as in an `if`
    or as an index, its value does (`Symbols.decide`). Two are equal if they are the same object: `==`
    is the comparison of elements, whose result is an expression, too.
    """

    __slots__ = ("_operands", "_value", "number", "operator")

    def __init__(self, operator: Operator, operands: tuple[int, ...], number: int) -> None:
        self.operator = operator
        self._operands = operands
        self.number = number
        """Those of its operands are less."""
        self._value: Any = _UNKNOWN

    @property
    def operands(self) -> list[Expression]:
        """What its operator is applied to."""
        every = self.operator.symbols.every
        return [every[number] for number in self._operands]

    @property
    def symbols(self) -> Symbols:
        """What keeps it."""
        return self.operator.symbols

    def __repr__(self) -> str:
        return shown(self)

    @property
    def text(self) -> str:
        """Short text, with its number, which tells it from others."""
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
        """NumPy's functions: of arrays element by element, of elements alone expressions."""
        if any(isinstance(value, np.ndarray) for value in inputs):
            return getattr(function, method)(*[boxed(value) for value in inputs], **options)
        if method != "__call__" or options or function.nout != 1:
            raise NotSymbolic(f"needs the number that {shown(self)} is, for NumPy's {function}")
        name = _UFUNCS.get(function.__name__, function.__name__)
        return self.symbols.apply(name, function, inputs)


def boxed(value: Any) -> Any:
    """An array as it is; anything else as an array of rank 0, so that NumPy looks no further."""
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
# What NumPy calls on each element of an array of objects.
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
    """All expressions of a program, each once.

    Raises TooManyExpressions, as soon as there are more than `most`.
    """

    def __init__(self, most: int = MOST_EXPRESSIONS) -> None:
        self.most = most
        self.every: list[Expression] = []
        """All of them, by number."""
        self.decisions: dict[int, Expression] = {}
        """Those that decided something, by number; whoever begins a run empties it."""
        self.uninterpreted: set[str] = set()
        """Operations, by name, whose semantics cannot be given expressions."""
        self.undefined = Operator(self, "undefined").new(())
        """What is undefined, among the operands of such an operation."""
        self._operators: dict[Hashable, Operator] = {}
        self._constants: dict[Any, Expression] = {}
        self._constant = Operator(self, "constant")

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.every)

    def symbol(self, name: str, value: Any) -> Expression:
        """A new symbol, which `value` stands for where it decides."""
        found = Operator(self, name).new(())
        found._value = value
        return found

    def constant(self, value: Any) -> Expression:
        """The expression of a number."""
        key = constant_key(value)
        found = self._constants.get(key)
        if found is None:
            found = self._constants[key] = self._constant.new(())
            found._value = value
        return found

    def operator(self, key: Hashable, name: str, evaluate: Callable[..., Any]) -> Operator:
        """The operator of a key, which `evaluate` computes."""
        found = self._operators.get(key)
        if found is None:
            found = self._operators[key] = Operator(self, name, evaluate)
        return found

    def apply(self, name: str, evaluate: Callable[..., Any], operands: Iterable[Any]) -> Expression:
        """An operator that its name tells from all others, applied to expressions and numbers."""
        return self.applied(self.operator(name, name, evaluate), operands)

    def applied(self, operator: Operator, operands: Iterable[Any]) -> Expression:
        """An operator applied to expressions and numbers."""
        these = [o if type(o) is Expression else self.constant(o) for o in operands]
        key = tuple([operand.number for operand in these])
        found = operator.known.get(key)
        if found is None:
            found = operator.new(key)
        return found

    def part(self, bundle: Expression, number: int, index: int, value: Any) -> Expression:
        """An element of result `number` of an operation on all operands of `bundle`: it has a value."""
        operator = self.operator((number, index), f"result{number}[{index}]", _unknown)
        found = self.applied(operator, (bundle,))
        if found._value is _UNKNOWN:
            found._value = value
        return found

    def decide_by(self, expression: Expression) -> None:
        """Takes note that an expression decided something, without a value of its own."""
        self.decisions[expression.number] = expression

    def decide(self, expression: Expression) -> Any:
        """The value of an expression, which decides something."""
        if expression.operator is not self._constant:
            self.decisions[expression.number] = expression
        return self.value(expression)

    def value(self, expression: Expression) -> Any:
        """What it is for the values of the symbols: a number, or `Poison`.

        Raises what the operations raise that cannot be executed then.
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
    """What tells a number from others: equal numbers of any type have the same, but not -0 and 0."""
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
    """Whether two elements, expressions or numbers, are the same whatever the symbols stand for."""
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
    """The innermost parts in which two expressions differ: operands of the same operators."""
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
    """An element as short text, of which parts that are nested deep are left out."""
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
