"""Affine maps, integer sets and affine expressions, read from their text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from bufferize import ir
from bufferize.define.asm import UnresolvedOperand
from bufferize.syntax.cursor import Cursor
from bufferize.syntax.scanner import match_number, match_word, small_integer

_KINDS = {kind.value: kind for kind in ir.AffineKind}
_RESERVED = frozenset(("floordiv", "ceildiv", "mod", "symbol"))
_RANKS = {"(": 0, "+": 1, "-": 1, "*": 2, "floordiv": 2, "ceildiv": 2, "mod": 2, "negation": 3}
"""The precedence of operators; the open parenthesis has the lowest."""

_operator = re.compile(r"[+*]|-(?!>)|(?:floordiv|ceildiv|mod)(?![\w$.])", re.ASCII).match


class _Operator(NamedTuple):
    """An operator, or `(`, whose right-hand side is being parsed."""

    name: str
    offset: int


class AffineReader:
    """A reader of the affine expressions of one map, set or subscript list at a cursor.

    It is an object because the expressions share their dimensions and symbols. Those of a map or a
    set are declared first, by name: `(d0)[s0] -> (d0 + s0)`. In a list of expressions over SSA
    values, `[%i + symbol(%n)]`, the first mention of a value declares it.
    """

    def __init__(self, cursor: Cursor, of_values: bool = False) -> None:
        self.cursor = cursor
        self.of_values = of_values
        """Whether the first mention of `%dim` or `symbol(%symbol)` declares it."""
        self.dims: list[UnresolvedOperand] = []
        self.symbols: list[UnresolvedOperand] = []
        self.known: dict[tuple[str, int], ir.AffineExpr] = {}

    def add(self, operand: UnresolvedOperand, is_dim: bool) -> ir.AffineExpr:
        """Return the expression for a name, which is declared if it is new."""
        key = operand.name, operand.number
        known = self.known.get(key)
        if known is None:
            of_kind = self.dims if is_dim else self.symbols
            known = ir.AffineDimExpr(len(of_kind)) if is_dim else ir.AffineSymbolExpr(len(of_kind))
            of_kind.append(operand)
            self.known[key] = known
        return known

    def map_of(self, results: Iterable[ir.AffineExpr]) -> ir.AffineMap:
        """Return the map from the present dimensions and symbols to these results."""
        return ir.AffineMap(len(self.dims), len(self.symbols), tuple(results))

    # Declarations

    def declare(self, what: str, arrow: str) -> None:
        """Parse `(dims)[symbols]` and the arrow after it."""
        cursor = self.cursor
        offset = cursor.offset
        if cursor.text[offset] == "(":
            cursor.parse_comma_separated_list("(", lambda: self._declare_name(True))
            cursor.parse_comma_separated_list("[", lambda: self._declare_name(False), True)
            if cursor.parse_optional_punctuation(arrow) and cursor.text[cursor.offset] == "(":
                return
        raise cursor.error(f"expected {what}: '(dims)[symbols] {arrow} (...)'", offset)

    def _declare_name(self, is_dim: bool) -> None:
        cursor = self.cursor
        offset = cursor.offset
        match = match_word(cursor.text, offset)
        if match is None or match.group() in _RESERVED:
            raise cursor.expected("bare identifier")
        name = match.group()
        if (name, 0) in self.known:
            raise cursor.error(f"redefinition of identifier '{name}'")
        cursor.go_to(match.end())
        self.add(UnresolvedOperand(name, 0, offset), is_dim)

    # Expressions

    def parse_expressions(self, delimiter: str) -> list[ir.AffineExpr]:
        """Parse a list of expressions in delimiters."""
        cursor = self.cursor
        return cursor.nested(cursor.parse_comma_separated_list, delimiter, self.parse_expression)

    def parse_expression(self) -> ir.AffineExpr:
        """Parse one expression.

        Operators wait on a stack, so that no depth of parentheses needs recursion.
        """
        cursor = self.cursor
        take = cursor.parse_optional_punctuation
        values: list[ir.AffineExpr] = []
        pending: list[_Operator] = []
        while True:
            offset = cursor.offset
            if take("("):
                pending.append(_Operator("(", offset))
                continue
            if take("-"):
                pending.append(_Operator("negation", offset))
                continue
            values.append(self._parse_operand(pending))
            while True:
                match = _operator(cursor.text, cursor.offset)
                rank = 1 if match is None else _RANKS[match.group()]
                while pending and _RANKS[pending[-1].name] >= rank:
                    self._apply(pending.pop(), values)
                if match is not None:
                    pending.append(_Operator(match.group(), cursor.offset))
                    cursor.go_to(match.end())
                    break
                if not pending:
                    return values.pop()
                cursor.parse_punctuation(")")
                pending.pop()

    def _parse_operand(self, pending: list[_Operator]) -> ir.AffineExpr:
        """Parse an integer, a name, `%value` or `symbol(%value)`."""
        cursor = self.cursor
        offset, text = cursor.offset, cursor.text
        number = match_number(text, offset)
        if number is not None and "." not in number.group():
            cursor.go_to(number.end())
            if number.group() == str(1 << 63) and pending and pending[-1].name == "negation":
                pending.pop()  # only the negation is an integer of 64 bits
                return ir.AffineConstantExpr(-(1 << 63))
            return ir.AffineConstantExpr(cursor.scanned(small_integer, number.group(), offset))
        if self.of_values:
            if text[offset] == "%":
                return self.add(cursor.parse_operand(), True)
            if cursor.parse_optional_keyword("symbol"):
                cursor.parse_punctuation("(")
                operand = cursor.parse_operand()
                cursor.parse_punctuation(")")
                return self.add(operand, False)
        word = match_word(text, offset)
        if self.of_values or word is None or word.group() in _RESERVED:
            raise cursor.expected("affine expression")
        known = self.known.get((word.group(), 0))
        if known is None:
            raise cursor.error(f"use of undeclared identifier '{word.group()}'")
        cursor.go_to(word.end())
        return known

    def _apply(self, operator: _Operator, values: list[ir.AffineExpr]) -> None:
        """Replace the last values, which are the operands of an operator, by its result."""
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
                raise self.cursor.error(
                    "non-affine expression: at least one of the multiply operands has to be "
                    "either a constant or symbolic",
                    operator.offset,
                )
        elif name != "+" and not rhs.is_symbolic_or_constant():
            raise self.cursor.error(
                f"non-affine expression: right operand of {name} has to be either "
                "a constant or symbolic",
                operator.offset,
            )
        values.append(ir.affine_binary(_KINDS[name], lhs, rhs))


def parse_affine_map(cursor: Cursor) -> ir.AffineMap:
    """Parse `(d0)[s0] -> (…)`."""
    reader = AffineReader(cursor)
    reader.declare("affine map", "->")
    return reader.map_of(reader.parse_expressions("("))


def parse_integer_set(cursor: Cursor) -> ir.IntegerSet:
    """Parse `(d0)[s0] : (…)`. A set without constraints contains every point."""
    reader = AffineReader(cursor)
    reader.declare("integer set", ":")
    constraints = cursor.nested(
        cursor.parse_comma_separated_list, "(", lambda: _parse_constraint(reader)
    )
    if not constraints:
        constraints = [(ir.AffineConstantExpr(0), True)]
    return ir.IntegerSet(
        len(reader.dims),
        len(reader.symbols),
        tuple([expression for expression, _ in constraints]),
        tuple([is_equality for _, is_equality in constraints]),
    )


def _parse_constraint(reader: AffineReader) -> tuple[ir.AffineExpr, bool]:
    """Parse a relation: the difference of its sides, and whether it must be 0 or at least 0."""
    cursor = reader.cursor
    lhs = reader.parse_expression()
    for relation in (">=", "<=", "=="):
        if cursor.parse_optional_punctuation(relation):
            rhs = reader.parse_expression()
            return rhs - lhs if relation == "<=" else lhs - rhs, relation == "=="
    raise cursor.expected("'<=' or '==' or '>='")
