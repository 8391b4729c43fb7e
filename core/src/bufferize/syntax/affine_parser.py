"""Affine maps, integer sets, and affine expressions over values, at the cursor."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from bufferize.define.asm import UnresolvedOperand
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
from bufferize.syntax.cursor import Cursor
from bufferize.syntax.scanner import match_number, match_word, small_integer

_KINDS = {kind.value: kind for kind in AffineKind}
_RESERVED = frozenset(("floordiv", "ceildiv", "mod", "symbol"))
_RANKS = {"(": 0, "+": 1, "-": 1, "*": 2, "floordiv": 2, "ceildiv": 2, "mod": 2, "negation": 3}
"""How closely operators bind; an open parenthesis is not taken for an operand of what follows."""

_operator = re.compile(r"[+*]|-(?!>)|(?:floordiv|ceildiv|mod)(?![\w$.])", re.ASCII).match


class _Operator(NamedTuple):
    """An operator or `(` whose right-hand side is being read."""

    name: str
    offset: int


class AffineNames:
    """The dimensions and symbols of one map, by name."""

    def __init__(self, of_values: bool = False) -> None:
        self.of_values = of_values
        """Whether `%dim` and `symbol(%symbol)` are declared by their first mention."""
        self.dims: list[UnresolvedOperand] = []
        self.symbols: list[UnresolvedOperand] = []
        self.known: dict[tuple[str, int], AffineExpr] = {}

    def add(self, operand: UnresolvedOperand, is_dim: bool) -> AffineExpr:
        """The expression for a name, which is declared unless it is known."""
        key = operand.name, operand.number
        known = self.known.get(key)
        if known is None:
            of_kind = self.dims if is_dim else self.symbols
            known = AffineDimExpr(len(of_kind)) if is_dim else AffineSymbolExpr(len(of_kind))
            of_kind.append(operand)
            self.known[key] = known
        return known


class AffineParser(Cursor):
    """Parses affine maps, with all that `Cursor` does."""

    __slots__ = ()

    # Maps and sets of names

    def parse_affine_map(self) -> AffineMap:
        """`(d0)[s0] -> (…)` without the `affine_map<>` around."""
        names = self._parse_names("affine map", "->")
        results = self._parse_expressions("(", names)
        return AffineMap(len(names.dims), len(names.symbols), tuple(results))

    def parse_integer_set(self) -> IntegerSet:
        """`(d0)[s0] : (…)` without the `affine_set<>` around.

        Without constraints every point is in the set.
        """
        names = self._parse_names("integer set", ":")
        constraints = self.nested(
            self.parse_comma_separated_list, "(", lambda: self._parse_constraint(names)
        )
        if not constraints:
            constraints = [(AffineConstantExpr(0), True)]
        return IntegerSet(
            len(names.dims),
            len(names.symbols),
            tuple([expression for expression, _ in constraints]),
            tuple([is_equality for _, is_equality in constraints]),
        )

    def _parse_names(self, what: str, arrow: str) -> AffineNames:
        """`(dims)[symbols]` and the arrow."""
        offset = self.offset
        names = AffineNames()
        if self.text[offset] == "(":
            self.parse_comma_separated_list("(", lambda: self._parse_name(names, True))
            self.parse_comma_separated_list("[", lambda: self._parse_name(names, False), True)
            if self.parse_optional_punctuation(arrow) and self.text[self.offset] == "(":
                return names
        raise self.error(f"expected {what}: '(dims)[symbols] {arrow} (...)'", offset)

    def _parse_name(self, names: AffineNames, is_dim: bool) -> None:
        """The declaration of a dimension or symbol."""
        offset = self.offset
        match = match_word(self.text, offset)
        if match is None or match.group() in _RESERVED:
            raise self.expected("bare identifier")
        name = match.group()
        if (name, 0) in names.known:
            raise self.error(f"redefinition of identifier '{name}'")
        self._go_to(match.end())
        names.add(UnresolvedOperand(name, 0, offset), is_dim)

    def _parse_constraint(self, names: AffineNames) -> tuple[AffineExpr, bool]:
        """A relation as what is 0 or more, and whether it is just 0."""
        lhs = self._parse_expression(names)
        for relation in (">=", "<=", "=="):
            if self.parse_optional_punctuation(relation):
                rhs = self._parse_expression(names)
                return rhs - lhs if relation == "<=" else lhs - rhs, relation == "=="
        raise self.expected("'<=' or '==' or '>='")

    # Maps of values

    def parse_affine_map_of_ssa_ids(
        self, delimiter: str = "["
    ) -> tuple[AffineMap, list[UnresolvedOperand]]:
        """`[expressions over %values]`: the map, and its dimension and symbol operands."""
        names = AffineNames(of_values=True)
        results = self._parse_expressions(delimiter, names)
        map = AffineMap(len(names.dims), len(names.symbols), tuple(results))
        return map, names.dims + names.symbols

    def parse_affine_expr_of_ssa_ids(
        self,
    ) -> tuple[AffineMap, list[UnresolvedOperand], list[UnresolvedOperand]]:
        """One expression over `%dim` and `symbol(%sym)`: its map, dim and symbol operands."""
        names = AffineNames(of_values=True)
        result = self._parse_expression(names)
        map = AffineMap(len(names.dims), len(names.symbols), (result,))
        return map, names.dims, names.symbols

    # Expressions

    def parse_affine_expr(self, dims: Sequence[str], symbols: Sequence[str] = ()) -> AffineExpr:
        """One expression over dimensions and symbols of these names."""
        names = AffineNames()
        for name in dims:
            names.add(UnresolvedOperand(name), True)
        for name in symbols:
            names.add(UnresolvedOperand(name), False)
        return self._parse_expression(names)

    def _parse_expressions(self, delimiter: str, names: AffineNames) -> list[AffineExpr]:
        return self.nested(
            self.parse_comma_separated_list, delimiter, lambda: self._parse_expression(names)
        )

    def _parse_expression(self, names: AffineNames) -> AffineExpr:
        """One expression, however deep: it is built from the left without recursion."""
        take = self.parse_optional_punctuation
        values: list[AffineExpr] = []
        pending: list[_Operator] = []
        while True:
            offset = self.offset
            if take("("):
                pending.append(_Operator("(", offset))
                continue
            if take("-"):
                pending.append(_Operator("negation", offset))
                continue
            values.append(self._parse_operand_of_expression(names, pending))
            while True:
                match = _operator(self.text, self.offset)
                rank = 1 if match is None else _RANKS[match.group()]
                while pending and _RANKS[pending[-1].name] >= rank:
                    self._apply(pending.pop(), values)
                if match is not None:
                    pending.append(_Operator(match.group(), self.offset))
                    self._go_to(match.end())
                    break
                if not pending:
                    return values.pop()
                self.parse_punctuation(")")
                pending.pop()

    def _parse_operand_of_expression(
        self, names: AffineNames, pending: list[_Operator]
    ) -> AffineExpr:
        """An integer, a name, `%value` or `symbol(%value)`."""
        offset, text = self.offset, self.text
        number = match_number(text, offset)
        if number is not None and "." not in number.group():
            self._go_to(number.end())
            if number.group() == str(1 << 63) and pending and pending[-1].name == "negation":
                pending.pop()  # only the negation is an integer of 64 bits
                return AffineConstantExpr(-(1 << 63))
            return AffineConstantExpr(self.scanned(small_integer, number.group(), offset))
        if names.of_values:
            if text[offset] == "%":
                return names.add(self.parse_operand(), True)
            if self.parse_optional_keyword("symbol"):
                self.parse_punctuation("(")
                operand = self.parse_operand()
                self.parse_punctuation(")")
                return names.add(operand, False)
        word = match_word(text, offset)
        if names.of_values or word is None or word.group() in _RESERVED:
            raise self.expected("affine expression")
        known = names.known.get((word.group(), 0))
        if known is None:
            raise self.error(f"use of undeclared identifier '{word.group()}'")
        self._go_to(word.end())
        return known

    def _apply(self, operator: _Operator, values: list[AffineExpr]) -> None:
        """Replaces the operands of an operator, which come last, by what it makes of them."""
        name = operator.name
        rhs = values.pop()
        if name == "negation":
            values.append(-rhs)
            return
        lhs = values.pop()
        if name == "-":
            values.append(lhs - rhs)
            return
        if name == "*":
            if not (lhs.is_symbolic_or_constant() or rhs.is_symbolic_or_constant()):
                raise self.error(
                    "non-affine expression: at least one of the multiply operands has to be "
                    "either a constant or symbolic",
                    operator.offset,
                )
        elif name != "+" and not rhs.is_symbolic_or_constant():
            raise self.error(
                f"non-affine expression: right operand of {name} has to be either "
                "a constant or symbolic",
                operator.offset,
            )
        values.append(affine_binary(_KINDS[name], lhs, rhs))
