"""Affine maps and integer sets."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.ir.affine import (
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineSymbolExpr,
    format_affine_expr,
)
from bufferize.ir.interning import Interned, parameters


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
        """`(d0, …) -> (d0, …)`."""
        return AffineMap(rank, 0, tuple(AffineDimExpr(i) for i in range(rank)))

    @staticmethod
    def constant(value: int) -> AffineMap:
        """`() -> (value)`."""
        return AffineMap(0, 0, (AffineConstantExpr(value),))

    @staticmethod
    def permutation(order: Sequence[int]) -> AffineMap:
        """`(d0, …) -> (d<order[0]>, …)`."""
        return AffineMap(len(order), 0, tuple(AffineDimExpr(i) for i in order))

    @staticmethod
    def minor_identity(num_dims: int, num_results: int) -> AffineMap:
        """The identity on the last `num_results` of `num_dims` dimensions."""
        first = num_dims - num_results
        return AffineMap(num_dims, 0, tuple(AffineDimExpr(i) for i in range(first, num_dims)))

    @property
    def num_inputs(self) -> int:
        """Dimensions and symbols together."""
        return self.num_dims + self.num_symbols

    @property
    def num_results(self) -> int:
        """How many expressions the map has."""
        return len(self.results)

    def is_identity(self) -> bool:
        """Whether result i is dimension i, for all dimensions; symbols do not matter."""
        return self.results == AffineMap.identity(self.num_dims).results

    def is_minor_identity(self) -> bool:
        """Whether the results are the last dimensions in order."""
        return self.num_dims >= self.num_results and self is AffineMap.minor_identity(
            self.num_dims, self.num_results
        )

    def dim_positions(self) -> list[int] | None:
        """The dimension of each result, None when a result is anything but a dimension."""
        positions = [e.position for e in self.results if isinstance(e, AffineDimExpr)]
        return positions if len(positions) == len(self.results) else None

    def is_projected_permutation(self, allow_zero_in_results: bool = False) -> bool:
        """Whether results are distinct dimensions (and, if allowed, the constant 0)."""
        if self.num_symbols:
            return False
        seen: set[int] = set()
        for expr in self.results:
            if isinstance(expr, AffineDimExpr):
                if expr.position in seen:
                    return False
                seen.add(expr.position)
            elif not (
                allow_zero_in_results and isinstance(expr, AffineConstantExpr) and expr.value == 0
            ):
                return False
        return True

    def is_permutation(self) -> bool:
        """Whether the results are all dimensions, each once."""
        return self.num_dims == self.num_results and self.is_projected_permutation()

    def compose(self, other: AffineMap) -> AffineMap:
        """`self(other(…))`: the results of `other` are the dimensions of `self`.

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
        """The results for concrete dimensions and symbols."""
        return tuple(e.evaluate(dims, symbols) for e in self.results)

    def __str__(self) -> str:
        results = ", ".join(map(format_affine_expr, self.results))
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
            f"{format_affine_expr(e)} {'==' if equal else '>='} 0"
            for e, equal in zip(self.constraints, self.equalities, strict=True)
        )
        return f"{_domain(self.num_dims, self.num_symbols)} : ({constraints})"
