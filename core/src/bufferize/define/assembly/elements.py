"""The elements of a declarative assembly format, as read from its text.

Plain classes: dataclasses would take a millisecond each to make, at every start.

See "Declarative Assembly Format" in https://mlir.llvm.org/docs/DefiningDialects/Operations/
"""

from __future__ import annotations

from typing import TypeAlias


class Literal:
    """A keyword or punctuation in backticks."""

    __slots__ = ("column", "text")

    def __init__(self, text: str, column: int) -> None:
        self.text = text
        self.column = column


class Whitespace:
    """Backticks around nothing (no space here), a space, or `\\n`. Matters to the printer only."""

    __slots__ = ("column", "text")

    def __init__(self, text: str, column: int) -> None:
        self.text = text
        self.column = column


class Variable:
    """`$name`: an operand, result, attribute, region or successor of the op."""

    __slots__ = ("column", "name")

    def __init__(self, name: str, column: int) -> None:
        self.name = name
        self.column = column


class Directive:
    """A word on its own: attr-dict, prop-dict, operands, results, regions, successors."""

    __slots__ = ("column", "name")

    def __init__(self, name: str, column: int) -> None:
        self.name = name
        self.column = column


class TypeOf:
    """`type(...)` of a variable, of `operands` or of `results`."""

    __slots__ = ("argument", "column")

    def __init__(self, argument: Variable | Directive, column: int) -> None:
        self.argument = argument
        self.column = column


class FunctionalType:
    """`functional-type(inputs, results)`."""

    __slots__ = ("column", "inputs", "results")

    def __init__(
        self, inputs: Variable | Directive, results: Variable | Directive, column: int
    ) -> None:
        self.inputs = inputs
        self.results = results
        self.column = column


class Ref:
    """`ref(...)`: an argument of a custom directive that is bound elsewhere."""

    __slots__ = ("argument", "column")

    def __init__(self, argument: Variable | TypeOf | Directive, column: int) -> None:
        self.argument = argument
        self.column = column


class Qualified:
    """`qualified(...)`: with the full `#dialect.mnemonic` or `!dialect.mnemonic`."""

    __slots__ = ("argument", "column")

    def __init__(self, argument: Variable | TypeOf, column: int) -> None:
        self.argument = argument
        self.column = column


class Text:
    """A string given to a custom directive."""

    __slots__ = ("column", "text")

    def __init__(self, text: str, column: int) -> None:
        self.text = text
        self.column = column


class Custom:
    """`custom<Name>(...)`."""

    __slots__ = ("arguments", "column", "name")

    def __init__(
        self,
        name: str,
        arguments: tuple[Variable | TypeOf | Ref | Text | Directive, ...],
        column: int,
    ) -> None:
        self.name = name
        self.arguments = arguments
        self.column = column


class Group:
    """`(... $anchor^ ...)?` or `(...):(...)?`; inverted if the anchor is in the second part."""

    __slots__ = ("anchor", "column", "inverted", "otherwise", "then")

    def __init__(
        self,
        then: tuple[Element, ...],
        otherwise: tuple[Element, ...],
        anchor: Element,
        inverted: bool,
        column: int,
    ) -> None:
        self.then = then
        self.otherwise = otherwise
        self.anchor = anchor
        self.inverted = inverted
        self.column = column


class OIList:
    """`oilist(...)`: clauses in any order, each at most once, each starting with a literal."""

    __slots__ = ("clauses", "column")

    def __init__(
        self, clauses: tuple[tuple[Literal, tuple[Element, ...]], ...], column: int
    ) -> None:
        self.clauses = clauses
        self.column = column


Element: TypeAlias = (
    Literal
    | Whitespace
    | Variable
    | Directive
    | TypeOf
    | FunctionalType
    | Ref
    | Qualified
    | Custom
    | Group
    | OIList
)
