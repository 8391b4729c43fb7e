"""Affine expressions, maps and integer sets, simplified as they are built."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from math import gcd

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

    Building one with operators simplifies it by MLIR's rules, so equal text is equal object.
    https://mlir.llvm.org/docs/Dialects/Affine/#affine-expressions
    """

    def __add__(self, other: AffineExpr | int) -> AffineExpr:
        return _add(self, _expr(other))

    def __radd__(self, other: int) -> AffineExpr:
        return _add(_expr(other), self)

    def __sub__(self, other: AffineExpr | int) -> AffineExpr:
        return _add(self, -_expr(other))

    def __rsub__(self, other: int) -> AffineExpr:
        return _add(_expr(other), -self)

    def __neg__(self) -> AffineExpr:
        return _mul(self, AffineConstantExpr(-1))

    def __mul__(self, other: AffineExpr | int) -> AffineExpr:
        return _mul(self, _expr(other))

    def __rmul__(self, other: int) -> AffineExpr:
        return _mul(_expr(other), self)

    def __mod__(self, other: AffineExpr | int) -> AffineExpr:
        return _mod(self, _expr(other))

    def __floordiv__(self, other: AffineExpr | int) -> AffineExpr:
        return _div(AffineKind.FLOORDIV, self, _expr(other))

    def ceil_div(self, other: AffineExpr | int) -> AffineExpr:
        """`self ceildiv other`."""
        return _div(AffineKind.CEILDIV, self, _expr(other))

    def __str__(self) -> str:
        return format_affine_expr(self)

    def walk(self) -> Iterator[AffineExpr]:
        """This expression and all below it, operands first."""
        yield self

    def is_symbolic_or_constant(self) -> bool:
        """Whether no dimension occurs."""
        return not any(isinstance(e, AffineDimExpr) for e in self.walk())

    def largest_known_divisor(self) -> int:
        """The greatest integer known to divide every value of the expression."""
        return 1

    def is_multiple_of(self, factor: int) -> bool:
        """Whether every value is known to be a multiple of `factor`."""
        return factor in (1, -1) or self.largest_known_divisor() % factor == 0

    def replace(self, dims: Sequence[AffineExpr], symbols: Sequence[AffineExpr]) -> AffineExpr:
        """The expression with dimension and symbol i replaced by `dims[i]` and `symbols[i]`."""
        return self

    def evaluate(self, dims: Sequence[int], symbols: Sequence[int] = ()) -> int:
        """The value for concrete dimensions and symbols. Raises ZeroDivisionError."""
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

    def replace(self, dims: Sequence[AffineExpr], symbols: Sequence[AffineExpr]) -> AffineExpr:
        return dims[self.position] if self.position < len(dims) else self


@parameters
class AffineSymbolExpr(AffineExpr):
    """Symbol `s<position>`."""

    position: int

    def replace(self, dims: Sequence[AffineExpr], symbols: Sequence[AffineExpr]) -> AffineExpr:
        return symbols[self.position] if self.position < len(symbols) else self


@parameters
class AffineConstantExpr(AffineExpr):
    """An integer constant."""

    value: int

    def largest_known_divisor(self) -> int:
        return abs(self.value)

    def is_multiple_of(self, factor: int) -> bool:
        return self.value % factor == 0 if factor else self.value == 0


@parameters
class AffineBinaryExpr(AffineExpr):
    """`lhs kind rhs`, kept as given: use the operators of `AffineExpr` to build a simplified one."""

    kind: AffineKind
    lhs: AffineExpr
    rhs: AffineExpr

    def walk(self) -> Iterator[AffineExpr]:
        stack: list[tuple[AffineExpr, bool]] = [(self, False)]
        while stack:
            expr, done = stack.pop()
            if done or not isinstance(expr, AffineBinaryExpr):
                yield expr
            else:
                stack += [(expr, True), (expr.rhs, False), (expr.lhs, False)]

    def is_symbolic_or_constant(self) -> bool:
        # Kept: it is asked whenever an operand is added, and long sums are deep.
        known: bool | None = self.__dict__.get("_symbolic")
        if known is None:
            known = self.lhs.is_symbolic_or_constant() and self.rhs.is_symbolic_or_constant()
            self.__dict__["_symbolic"] = known
        return known

    def largest_known_divisor(self) -> int:
        known: int | None = self.__dict__.get("_divisor")
        if known is None:
            known = self.__dict__["_divisor"] = self._largest_known_divisor()
        return known

    def _largest_known_divisor(self) -> int:
        if self.kind is AffineKind.MUL:
            return self.lhs.largest_known_divisor() * self.rhs.largest_known_divisor()
        if self.kind in (AffineKind.ADD, AffineKind.MOD):
            return gcd(self.lhs.largest_known_divisor(), self.rhs.largest_known_divisor())
        if isinstance(self.rhs, AffineConstantExpr) and self.rhs.value:
            divisor = self.lhs.largest_known_divisor()
            if divisor % self.rhs.value == 0:
                return abs(divisor // self.rhs.value)
        return 1

    def replace(self, dims: Sequence[AffineExpr], symbols: Sequence[AffineExpr]) -> AffineExpr:
        return affine_binary(
            self.kind, self.lhs.replace(dims, symbols), self.rhs.replace(dims, symbols)
        )


def affine_binary(kind: AffineKind, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """`lhs kind rhs`, simplified."""
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
    """`expr` as (e, c) with expr = e * c."""
    product = _binary(expr, AffineKind.MUL)
    if product is not None and isinstance(product.rhs, AffineConstantExpr):
        return product.lhs, product.rhs.value
    return expr, 1


def _fits(value: int) -> bool:
    """Whether a constant can have this value; what cannot be one constant stays as it is."""
    return -(1 << 63) <= value < 1 << 63


def _add(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    left, right = _constant(lhs), _constant(rhs)
    if left is not None and right is not None and _fits(left + right):
        return AffineConstantExpr(left + right)
    # A constant stands on the right; so does a symbolic operand beside a dimension.
    if (left is not None and right is None) or (
        lhs.is_symbolic_or_constant() and not rhs.is_symbolic_or_constant()
    ):
        return _add(rhs, lhs)
    if right == 0:
        return lhs
    inner = _binary(lhs, AffineKind.ADD)
    inner_constant = _constant(inner.rhs) if inner else None
    if inner is not None and inner_constant is not None:
        if right is None:
            return _add(_add(inner.lhs, rhs), inner.rhs)
        if _fits(inner_constant + right):
            return _add(inner.lhs, AffineConstantExpr(inner_constant + right))
    (first, times), (second, more) = _scaled(lhs), _scaled(rhs)
    if first is second and right is None and _fits(times + more):
        return _mul(first, AffineConstantExpr(times + more))
    remainder = _remainder_of(lhs, second, more) if right is None else None
    if remainder is not None:
        return remainder
    return AffineBinaryExpr(AffineKind.ADD, lhs, rhs)


def _remainder_of(lhs: AffineExpr, quotient: AffineExpr, scale: int) -> AffineExpr | None:
    """`e + (e floordiv c) * -c` is `e mod c`."""
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
    left, right = _constant(lhs), _constant(rhs)
    if left is not None and right is not None and _fits(left * right):
        return AffineConstantExpr(left * right)
    if (left is not None and right is None) or (
        lhs.is_symbolic_or_constant() and not rhs.is_symbolic_or_constant()
    ):
        return _mul(rhs, lhs)
    if right == 1:
        return lhs
    if right == 0:
        return rhs
    inner = _binary(lhs, AffineKind.MUL)
    inner_constant = _constant(inner.rhs) if inner else None
    if inner is not None and inner_constant is not None:
        if right is None:
            return _mul(_mul(inner.lhs, rhs), inner.rhs)
        if _fits(inner_constant * right):
            return _mul(inner.lhs, AffineConstantExpr(inner_constant * right))
    return AffineBinaryExpr(AffineKind.MUL, lhs, rhs)


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
    total = _binary(lhs, AffineKind.ADD)
    if kind is AffineKind.FLOORDIV and total is not None:
        if total.lhs.is_multiple_of(right) or total.rhs.is_multiple_of(right):
            return _add(_div(kind, total.lhs, rhs), _div(kind, total.rhs, rhs))
    return AffineBinaryExpr(kind, lhs, rhs)


def _mod(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    left, right = _constant(lhs), _constant(rhs)
    if right is None or right < 1:
        return AffineBinaryExpr(AffineKind.MOD, lhs, rhs)
    if left is not None:
        return AffineConstantExpr(left % right)
    if lhs.is_multiple_of(right):
        return AffineConstantExpr(0)
    total = _binary(lhs, AffineKind.ADD)
    if total is not None:
        if total.lhs.is_multiple_of(right):
            return _mod(total.rhs, rhs)
        if total.rhs.is_multiple_of(right):
            return _mod(total.lhs, rhs)
    inner = _binary(lhs, AffineKind.MOD)
    if inner is not None:
        modulus = _constant(inner.rhs)
        if modulus is not None and modulus >= 1 and modulus % right == 0:
            return _mod(inner.lhs, rhs)
    return AffineBinaryExpr(AffineKind.MOD, lhs, rhs)


def format_affine_expr(expr: AffineExpr, nested: bool = False) -> str:
    """The MLIR text of `expr`; `nested` puts a sum or product in parentheses."""
    if isinstance(expr, AffineDimExpr):
        return f"d{expr.position}"
    if isinstance(expr, AffineSymbolExpr):
        return f"s{expr.position}"
    if isinstance(expr, AffineConstantExpr):
        return str(expr.value)
    assert isinstance(expr, AffineBinaryExpr)
    text = _format_binary(expr)
    return f"({text})" if nested else text


def _format_binary(expr: AffineBinaryExpr) -> str:
    right = _constant(expr.rhs)
    if expr.kind is AffineKind.MUL and right == -1:
        return f"-{format_affine_expr(expr.lhs, True)}"
    if expr.kind is not AffineKind.ADD:
        left = format_affine_expr(expr.lhs, True)
        return f"{left} {expr.kind.value} {format_affine_expr(expr.rhs, True)}"
    # Sums print without parentheses on the left and with `-` for a negative right operand.
    left = format_affine_expr(expr.lhs)
    if right is not None and right < 0 and _fits(-right):
        return f"{left} - {-right}"
    product = _binary(expr.rhs, AffineKind.MUL)
    scale = _constant(product.rhs) if product else None
    if product is not None and scale is not None and scale < 0 and _fits(-scale):
        if scale == -1:
            return f"{left} - {format_affine_expr(product.lhs, _is_sum(product.lhs))}"
        return f"{left} - {format_affine_expr(product.lhs, True)} * {-scale}"
    return f"{left} + {format_affine_expr(expr.rhs)}"


def _is_sum(expr: AffineExpr) -> bool:
    return _binary(expr, AffineKind.ADD) is not None
