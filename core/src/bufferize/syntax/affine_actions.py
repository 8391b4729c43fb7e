"""What affine maps and integer sets in grammar.lark mean.

Expressions are first kept as trees of names; once dimensions and symbols are known they are
looked up and the expression is built, which simplifies it.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from bufferize.ir import (
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineKind,
    AffineMap,
    AffineSymbolExpr,
    IntegerSet,
    affine_binary,
)
from bufferize.syntax.scanner import ScanError, small_integer


class Binary(NamedTuple):
    """`lhs operator rhs`."""

    lhs: Tree
    operator: str
    rhs: Tree
    offset: int


class Negation(NamedTuple):
    """`-operand`."""

    operand: Tree


class Name(NamedTuple):
    """A dimension or symbol by its name; `%name` may be made on its first mention."""

    name: str
    offset: int
    ssa_kind: str = ""  # "dim" or "symbol" for `%name`


class Extreme(NamedTuple):
    """2**63, which only its negation makes an integer of 64 bits."""

    offset: int


Tree: TypeAlias = Binary | Negation | Name | Extreme | int

_KINDS = {kind.value: kind for kind in AffineKind}


class Names:
    """The dimensions and symbols of one map, by name."""

    def __init__(self, dims: tuple[Name, ...] = (), symbols: tuple[Name, ...] = ()) -> None:
        self.dims: list[Name] = []
        self.symbols: list[Name] = []
        self._known: dict[str, AffineExpr] = {}
        for name in dims:
            self._add(name, True)
        for name in symbols:
            self._add(name, False)

    def _add(self, name: Name, is_dim: bool) -> AffineExpr:
        if name.name in self._known:
            raise ScanError(f"redefinition of identifier '{name.name}'", name.offset)
        names = self.dims if is_dim else self.symbols
        made = AffineDimExpr(len(names)) if is_dim else AffineSymbolExpr(len(names))
        names.append(name)
        self._known[name.name] = made
        return made

    def find(self, name: Name) -> AffineExpr:
        """The expression for a name; `%name` is added at its first mention."""
        known = self._known.get(name.name)
        if known is not None:
            return known
        if not name.ssa_kind:
            raise ScanError(f"use of undeclared identifier '{name.name}'", name.offset)
        return self._add(name, name.ssa_kind == "dim")

    def build(self, tree: Tree) -> AffineExpr:
        """The expression of a tree. Raises ScanError where it is not affine.

        Long sums are deep on their left only, which is walked in a loop.
        """
        pending: list[Binary] = []
        while isinstance(tree, Binary):
            pending.append(tree)
            tree = tree.lhs
        if isinstance(tree, int):
            result: AffineExpr = AffineConstantExpr(tree)
        elif isinstance(tree, Negation):
            result = -self.build(tree.operand)
        elif isinstance(tree, Extreme):
            raise ScanError("integer value too large", tree.offset)
        else:
            result = self.find(tree)
        for node in reversed(pending):
            result = _apply(node, result, self.build(node.rhs))
        return result


def _apply(node: Binary, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    operator = node.operator
    if operator == "-":
        return lhs - rhs
    if operator == "*":
        if not (lhs.is_symbolic_or_constant() or rhs.is_symbolic_or_constant()):
            raise ScanError(
                "non-affine expression: at least one of the multiply operands has to be either "
                "a constant or symbolic",
                node.offset,
            )
    elif operator != "+" and not rhs.is_symbolic_or_constant():
        raise ScanError(
            f"non-affine expression: right operand of {operator} has to be either "
            "a constant or symbolic",
            node.offset,
        )
    return affine_binary(_KINDS[operator], lhs, rhs)


class AffineActions:
    """Affine maps and integer sets."""

    def name_token(self, token: Any) -> Name:
        """A name among the dimensions or symbols."""
        return Name(str(token), token.start_pos)

    def names(self, *tokens: Any) -> tuple[Name, ...]:
        """Names with commas between."""
        return tuple([self.name_token(token) for token in tokens])

    def dims(self, names: tuple[Name, ...] | None) -> tuple[Name, ...]:
        """`(names)`."""
        return names or ()

    def symbols(self, names: tuple[Name, ...] | None = None) -> tuple[Name, ...]:
        """`[names]`, maybe left out."""
        return names or ()

    def expressions(self, *trees: Tree) -> tuple[Tree, ...]:
        """Expressions with commas between."""
        return trees

    def binary(self, lhs: Tree, operator: Any, rhs: Tree) -> Tree:
        """Two operands with an operator between."""
        return Binary(lhs, str(operator), rhs, operator.start_pos)

    def negation(self, _minus: Any, operand: Tree) -> Tree:
        """`-operand`."""
        return -(1 << 63) if isinstance(operand, Extreme) else Negation(operand)

    def constant(self, token: Any) -> Tree:
        """An integer."""
        if token == str(1 << 63):
            return Extreme(token.start_pos)
        return small_integer(token, token.start_pos)

    def variable(self, token: Any) -> Tree:
        """A dimension or symbol."""
        return self.name_token(token)

    def ssa_dim(self, token: Any) -> Tree:
        """`%value` as a dimension."""
        return Name(str(token), token.start_pos, "dim")

    def ssa_symbol(self, _symbol: Any, token: Any) -> Tree:
        """`symbol(%value)`."""
        return Name(str(token), token.start_pos, "symbol")

    def affine_map(
        self,
        dims: tuple[Name, ...],
        symbols: tuple[Name, ...],
        results: tuple[Tree, ...] | None,
    ) -> AffineMap:
        """`(dims)[symbols] -> (results)`."""
        names = Names(dims, symbols)
        built = tuple([names.build(tree) for tree in results or ()])
        return AffineMap(len(dims), len(symbols), built)

    def constraint(self, lhs: Tree, relation: Any, rhs: Tree) -> tuple[Tree, bool]:
        """A relation (`>=`, `<=` or `==`) as a difference to 0 and whether it is an equality."""
        if relation == "<=":
            lhs, rhs = rhs, lhs
        return Binary(lhs, "-", rhs, relation.start_pos), relation == "=="

    def constraints(self, *constraints: tuple[Tree, bool]) -> tuple[tuple[Tree, bool], ...]:
        """Constraints with commas between."""
        return constraints

    def integer_set(
        self,
        dims: tuple[Name, ...],
        symbols: tuple[Name, ...],
        constraints: tuple[tuple[Tree, bool], ...] | None,
    ) -> IntegerSet:
        """`(dims)[symbols] : (constraints)`; without constraints every point is in the set."""
        names = Names(dims, symbols)
        pairs = constraints if constraints is not None else ((0, True),)
        return IntegerSet(
            len(dims),
            len(symbols),
            tuple([names.build(tree) for tree, _ in pairs]),
            tuple([equality for _, equality in pairs]),
        )
