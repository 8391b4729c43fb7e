"""Affine expressions, which are simplified when they are built, maps and integer sets."""

from __future__ import annotations

__all__ = [
    "AffineBinaryExpr", "AffineConstantExpr", "AffineDimExpr", "AffineExpr", "AffineKind",
    "AffineMap", "AffineSymbolExpr", "IntegerSet", "affine_binary",
]  # fmt: skip

import enum
import operator
from collections.abc import Iterator, Sequence
from math import gcd
from typing import ClassVar

from bufferize.ir.interning import Interned, parameters


class AffineKind(enum.Enum):
    """The binary operators of affine expressions; the value is the MLIR spelling."""

    ADD = "+"
    MUL = "*"
    MOD = "mod"
    FLOORDIV = "floordiv"
    CEILDIV = "ceildiv"


class AffineExpr(Interned):
    """An affine expression over dimensions and symbols.

    Building one with operators simplifies it by MLIR's rules, so expressions with equal text are
    one object. https://mlir.llvm.org/docs/Dialects/Affine/#affine-expressions
    """

    _symbolic: ClassVar[bool] = True
    _divisor: ClassVar[int] = 1

    def __add__(self, other: AffineExpr | int) -> AffineExpr:
        return _add(self, _expr(other))

    __radd__ = __add__

    def __sub__(self, other: AffineExpr | int) -> AffineExpr:
        return _add(self, -_expr(other))

    def __rsub__(self, other: int) -> AffineExpr:
        return _add(_expr(other), -self)

    def __neg__(self) -> AffineExpr:
        return _mul(self, AffineConstantExpr(-1))

    def __mul__(self, other: AffineExpr | int) -> AffineExpr:
        return _mul(self, _expr(other))

    __rmul__ = __mul__

    def __mod__(self, other: AffineExpr | int) -> AffineExpr:
        return _mod(self, _expr(other))

    def __floordiv__(self, other: AffineExpr | int) -> AffineExpr:
        return _div(AffineKind.FLOORDIV, self, _expr(other))

    def ceil_div(self, other: AffineExpr | int) -> AffineExpr:
        """Return `self ceildiv other`."""
        return _div(AffineKind.CEILDIV, self, _expr(other))

    def walk(self) -> Iterator[AffineExpr]:
        """Yield this expression and all subexpressions, operands first."""
        stack: list[tuple[AffineExpr, bool]] = [(self, False)]
        while stack:
            expr, done = stack.pop()
            if done or not isinstance(expr, AffineBinaryExpr):
                yield expr
            else:
                stack += [(expr, True), (expr.rhs, False), (expr.lhs, False)]

    def is_symbolic_or_constant(self) -> bool:
        """Return whether the expression has no dimensions."""
        return self._symbolic

    def largest_known_divisor(self) -> int:
        """Return the greatest integer known to divide every value of the expression."""
        return self._divisor

    def is_multiple_of(self, factor: int) -> bool:
        """Return whether every value is known to be a multiple of `factor`."""
        return factor in (1, -1) or self.largest_known_divisor() % factor == 0

    def replace(self, dims: Sequence[AffineExpr], symbols: Sequence[AffineExpr]) -> AffineExpr:
        """Return the expression with `dims[i]` for dimension i and `symbols[i]` for symbol i."""
        return self

    def evaluate(self, dims: Sequence[int], symbols: Sequence[int] = ()) -> int:
        """Return the value for concrete dimensions and symbols. Raises ZeroDivisionError."""
        result = self.replace(
            [AffineConstantExpr(d) for d in dims], [AffineConstantExpr(s) for s in symbols]
        )
        if not isinstance(result, AffineConstantExpr):
            raise ZeroDivisionError(f"{self} has no value")
        return result.value


@parameters
class AffineDimExpr(AffineExpr):
    """Dimension `d<position>`."""

    position: int
    _symbolic = False

    def replace(self, dims: Sequence[AffineExpr], symbols: Sequence[AffineExpr]) -> AffineExpr:
        return dims[self.position] if self.position < len(dims) else self

    def __str__(self) -> str:
        return f"d{self.position}"


@parameters
class AffineSymbolExpr(AffineExpr):
    """Symbol `s<position>`."""

    position: int

    def replace(self, dims: Sequence[AffineExpr], symbols: Sequence[AffineExpr]) -> AffineExpr:
        return symbols[self.position] if self.position < len(symbols) else self

    def __str__(self) -> str:
        return f"s{self.position}"


@parameters
class AffineConstantExpr(AffineExpr):
    """An integer constant."""

    value: int

    def largest_known_divisor(self) -> int:
        return abs(self.value)

    def is_multiple_of(self, factor: int) -> bool:
        return self.value % factor == 0 if factor else self.value == 0

    def __str__(self) -> str:
        return str(self.value)


@parameters
class AffineBinaryExpr(AffineExpr):
    """`lhs kind rhs`, not simplified, unlike the results of the operators of `AffineExpr`."""

    kind: AffineKind
    lhs: AffineExpr
    rhs: AffineExpr

    def __post_init__(self) -> None:
        # Asked whenever an operand is added; long sums are deep.
        is_symbolic = self.lhs.is_symbolic_or_constant() and self.rhs.is_symbolic_or_constant()
        object.__setattr__(self, "_symbolic", is_symbolic)
        object.__setattr__(self, "_divisor", self._known_divisor())

    def _known_divisor(self) -> int:
        left, right = self.lhs.largest_known_divisor(), self.rhs.largest_known_divisor()
        if self.kind is AffineKind.MUL:
            return left * right
        if self.kind in (AffineKind.ADD, AffineKind.MOD):
            return gcd(left, right)
        value = _constant(self.rhs)
        return abs(left // value) if value and left % value == 0 else 1

    def replace(self, dims: Sequence[AffineExpr], symbols: Sequence[AffineExpr]) -> AffineExpr:
        new: dict[AffineExpr, AffineExpr] = {}
        for expr in self.walk():
            if isinstance(expr, AffineBinaryExpr):
                new[expr] = affine_binary(expr.kind, new[expr.lhs], new[expr.rhs])
            else:
                new[expr] = expr.replace(dims, symbols)
        return new[self]

    def __str__(self) -> str:
        text: list[str] = []
        work: list[str | AffineExpr] = [self]
        while work:
            item = work.pop()
            if isinstance(item, AffineBinaryExpr):
                work += reversed(item._pieces())
            else:
                text.append(str(item))
        return "".join(text)

    def _pieces(self) -> list[str | AffineExpr]:
        """Return the text of this operation in pieces, with operands in place of their texts."""
        lhs, rhs, right = self.lhs, self.rhs, _constant(self.rhs)
        if self.kind is AffineKind.MUL and right == -1:
            return ["-", *_nested(lhs)]
        if self.kind is not AffineKind.ADD:
            return [*_nested(lhs), f" {self.kind.value} ", *_nested(rhs)]
        # Sums print without parentheses on the left and with `-` for a negative right operand.
        if right is not None and right < 0 and _fits(-right):
            return [lhs, f" - {-right}"]
        factor, scale = _scaled(rhs)
        if scale == -1:
            is_sum = _binary(factor, AffineKind.ADD) is not None
            return [lhs, " - ", *(_nested(factor) if is_sum else [factor])]
        if scale < 0 and _fits(-scale):
            return [lhs, " - ", *_nested(factor), f" * {-scale}"]
        return [lhs, " + ", rhs]


def affine_binary(kind: AffineKind, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """Return `lhs kind rhs`, simplified."""
    if kind is AffineKind.ADD:
        return _add(lhs, rhs)
    if kind is AffineKind.MUL:
        return _mul(lhs, rhs)
    if kind is AffineKind.MOD:
        return _mod(lhs, rhs)
    return _div(kind, lhs, rhs)


def _expr(value: AffineExpr | int) -> AffineExpr:
    return AffineConstantExpr(value) if isinstance(value, int) else value


def _constant(expr: AffineExpr) -> int | None:
    return expr.value if isinstance(expr, AffineConstantExpr) else None


def _binary(expr: AffineExpr, kind: AffineKind) -> AffineBinaryExpr | None:
    return expr if isinstance(expr, AffineBinaryExpr) and expr.kind is kind else None


def _scaled(expr: AffineExpr) -> tuple[AffineExpr, int]:
    """Return `expr` as a pair (e, c) with expr = e * c."""
    product = _binary(expr, AffineKind.MUL)
    if product is not None and isinstance(product.rhs, AffineConstantExpr):
        return product.lhs, product.rhs.value
    return expr, 1


def _fits(value: int) -> bool:
    """Return whether a constant can have this value; otherwise an expression is not folded."""
    return -(1 << 63) <= value < 1 << 63


def _rearranged(kind: AffineKind, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr | None:
    """Return `lhs kind rhs` by the rules that sums and products share, None if none applies."""
    fold = operator.add if kind is AffineKind.ADD else operator.mul
    left, right = _constant(lhs), _constant(rhs)
    if left is not None and right is not None and _fits(fold(left, right)):
        return AffineConstantExpr(fold(left, right))
    # A constant stands on the right; so does a symbolic operand beside a dimension.
    if (left is not None and right is None) or (
        lhs.is_symbolic_or_constant() and not rhs.is_symbolic_or_constant()
    ):
        return affine_binary(kind, rhs, lhs)
    inner = _binary(lhs, kind)
    constant = _constant(inner.rhs) if inner else None
    if inner is not None and constant is not None:
        if right is None:
            return affine_binary(kind, affine_binary(kind, inner.lhs, rhs), inner.rhs)
        if _fits(fold(constant, right)):
            return affine_binary(kind, inner.lhs, AffineConstantExpr(fold(constant, right)))
    return None


def _add(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    right = _constant(rhs)
    if right == 0:
        return lhs
    found = _rearranged(AffineKind.ADD, lhs, rhs)
    if found is None and right is None:
        (first, times), (second, more) = _scaled(lhs), _scaled(rhs)
        if first is second and _fits(times + more):
            return _mul(first, AffineConstantExpr(times + more))
        found = _remainder_of(lhs, second, more)
    return found or AffineBinaryExpr(AffineKind.ADD, lhs, rhs)


def _remainder_of(lhs: AffineExpr, quotient: AffineExpr, scale: int) -> AffineExpr | None:
    """Return `e mod c` for `e + (e floordiv c) * -c`, None for other sums."""
    if _constant(quotient) is not None:
        return None
    division = _binary(quotient, AffineKind.FLOORDIV)
    if division is not None and division.lhs is lhs and _constant(division.rhs) == -scale:
        return _mod(lhs, division.rhs)
    product = _binary(quotient, AffineKind.MUL)  # (e floordiv s) * s with a symbolic s
    if product is not None and scale == -1:
        division = _binary(product.lhs, AffineKind.FLOORDIV)
        if division is not None and division.lhs is lhs and division.rhs is product.rhs:
            return _mod(lhs, division.rhs)
    return None


def _mul(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    right = _constant(rhs)
    if right in (0, 1):
        return rhs if right == 0 else lhs
    found = _rearranged(AffineKind.MUL, lhs, rhs)
    return found or AffineBinaryExpr(AffineKind.MUL, lhs, rhs)


def _div(kind: AffineKind, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    left, right = _constant(lhs), _constant(rhs)
    if right is None or right == 0:
        return AffineBinaryExpr(kind, lhs, rhs)
    if left is not None:
        quotient = left // right if kind is AffineKind.FLOORDIV else -((-left) // right)
        exact = _fits(quotient)
        return AffineConstantExpr(quotient) if exact else AffineBinaryExpr(kind, lhs, rhs)
    if right == 1:
        return lhs
    inner, scale = _scaled(lhs)
    if inner is not lhs and scale % right == 0:
        return _mul(inner, AffineConstantExpr(scale // right))
    if kind is AffineKind.FLOORDIV and _is_divided_apart(lhs, right):
        quotients: dict[AffineExpr, AffineExpr] = {}
        for term in lhs.walk():
            if isinstance(term, AffineBinaryExpr) and _is_divided_apart(term, right):
                quotients[term] = _add(quotients[term.lhs], quotients[term.rhs])
            else:
                quotients[term] = _div(kind, term, rhs)
        return quotients[lhs]
    return AffineBinaryExpr(kind, lhs, rhs)


def _is_divided_apart(expr: AffineExpr, divisor: int) -> bool:
    """Return whether both terms of a sum can be divided alone, since one has no remainder."""
    total = _binary(expr, AffineKind.ADD)
    return total is not None and any(e.is_multiple_of(divisor) for e in (total.lhs, total.rhs))


def _mod(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    right = _constant(rhs)
    if right is None or right < 1:
        return AffineBinaryExpr(AffineKind.MOD, lhs, rhs)
    while True:
        left, modulus = _constant(lhs), 0
        if left is not None:
            return AffineConstantExpr(left % right)
        if lhs.is_multiple_of(right):
            return AffineConstantExpr(0)
        total, inner = _binary(lhs, AffineKind.ADD), _binary(lhs, AffineKind.MOD)
        if inner is not None:
            modulus = _constant(inner.rhs) or 0
        if total is not None and total.lhs.is_multiple_of(right):
            lhs = total.rhs
        elif total is not None and total.rhs.is_multiple_of(right):
            lhs = total.lhs
        elif inner is not None and modulus >= 1 and modulus % right == 0:
            lhs = inner.lhs
        else:
            return AffineBinaryExpr(AffineKind.MOD, lhs, rhs)


def _nested(expr: AffineExpr) -> list[str | AffineExpr]:
    """Return the text of an operand, in parentheses if it is an operation."""
    return ["(", expr, ")"] if isinstance(expr, AffineBinaryExpr) else [expr]


def _domain(num_dims: int, num_symbols: int) -> str:
    dims = ", ".join(f"d{i}" for i in range(num_dims))
    symbols = f"[{', '.join(f's{i}' for i in range(num_symbols))}]" if num_symbols else ""
    return f"({dims}){symbols}"


@parameters
class AffineMap(Interned):
    """A list of affine expressions over `num_dims` dimensions and `num_symbols` symbols."""

    num_dims: int
    num_symbols: int
    results: tuple[AffineExpr, ...]

    @staticmethod
    def identity(rank: int) -> AffineMap:
        """Return `(d0, …) -> (d0, …)`."""
        return AffineMap(rank, 0, tuple(AffineDimExpr(i) for i in range(rank)))

    @staticmethod
    def constant(value: int) -> AffineMap:
        """Return `() -> (value)`."""
        return AffineMap(0, 0, (AffineConstantExpr(value),))

    @staticmethod
    def permutation(order: Sequence[int]) -> AffineMap:
        """Return `(d0, …) -> (d<order[0]>, …)`."""
        return AffineMap(len(order), 0, tuple(AffineDimExpr(i) for i in order))

    @staticmethod
    def minor_identity(num_dims: int, num_results: int) -> AffineMap:
        """Return the identity on the last `num_results` of `num_dims` dimensions."""
        first = num_dims - num_results
        return AffineMap(num_dims, 0, tuple(AffineDimExpr(i) for i in range(first, num_dims)))

    @property
    def num_inputs(self) -> int:
        """The number of dimensions and symbols together."""
        return self.num_dims + self.num_symbols

    @property
    def num_results(self) -> int:
        """The number of expressions."""
        return len(self.results)

    def is_identity(self) -> bool:
        """Return whether result i is dimension i, for all dimensions; symbols are ignored."""
        return self.results == AffineMap.identity(self.num_dims).results

    def is_minor_identity(self) -> bool:
        """Return whether the results are the last dimensions in order."""
        return self.num_dims >= self.num_results and self is AffineMap.minor_identity(
            self.num_dims, self.num_results
        )

    def dim_positions(self) -> list[int] | None:
        """Return the dimension of each result; None if a result is not a dimension."""
        positions = [e.position for e in self.results if isinstance(e, AffineDimExpr)]
        return positions if len(positions) == len(self.results) else None

    def is_projected_permutation(self, allow_zero_in_results: bool = False) -> bool:
        """Return whether results are distinct dimensions (and, if allowed, the constant 0)."""
        zero = AffineConstantExpr(0) if allow_zero_in_results else None
        dims = [expr for expr in self.results if expr is not zero]
        are_dims = all(isinstance(expr, AffineDimExpr) for expr in dims)
        return are_dims and not self.num_symbols and len(set(dims)) == len(dims)

    def is_permutation(self) -> bool:
        """Return whether the results are all dimensions, each once."""
        return self.num_dims == self.num_results and self.is_projected_permutation()

    def compose(self, other: AffineMap) -> AffineMap:
        """Return `self(other(…))`: the results of `other` are the dimensions of `self`.

        The symbols of `self` come after those of `other`. Raises ValueError when the numbers do
        not fit.
        """
        if self.num_dims != other.num_results:
            raise ValueError(f"{self} takes {self.num_dims} dimensions, not {other.num_results}")
        symbols = [AffineSymbolExpr(i + other.num_symbols) for i in range(self.num_symbols)]
        return AffineMap(
            other.num_dims,
            self.num_symbols + other.num_symbols,
            tuple(e.replace(other.results, symbols) for e in self.results),
        )

    def evaluate(self, dims: Sequence[int], symbols: Sequence[int] = ()) -> tuple[int, ...]:
        """Return the results for concrete dimensions and symbols."""
        return tuple(e.evaluate(dims, symbols) for e in self.results)

    def __str__(self) -> str:
        results = ", ".join(map(str, self.results))
        return f"{_domain(self.num_dims, self.num_symbols)} -> ({results})"


@parameters
class IntegerSet(Interned):
    """Constraints `expr == 0` or `expr >= 0` over dimensions and symbols."""

    num_dims: int
    num_symbols: int
    constraints: tuple[AffineExpr, ...]
    equalities: tuple[bool, ...]

    def __str__(self) -> str:
        constraints = ", ".join(
            f"{e} {'==' if equal else '>='} 0"
            for e, equal in zip(self.constraints, self.equalities, strict=True)
        )
        return f"{_domain(self.num_dims, self.num_symbols)} : ({constraints})"
