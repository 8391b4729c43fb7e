"""The elements of a declarative assembly format, as read from its text.

See "Declarative Assembly Format" in https://mlir.llvm.org/docs/DefiningDialects/Operations/
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union


@dataclass(frozen=True, slots=True)
class Literal:
    """A keyword or punctuation in backticks."""

    text: str
    column: int


@dataclass(frozen=True, slots=True)
class Whitespace:
    """Backticks around nothing (no space here), a space, or `\\n`. Matters to the printer only."""

    text: str
    column: int


@dataclass(frozen=True, slots=True)
class Variable:
    """`$name`: an operand, result, attribute, region or successor of the op."""

    name: str
    column: int


@dataclass(frozen=True, slots=True)
class Directive:
    """A word on its own: attr-dict, prop-dict, operands, results, regions, successors."""

    name: str
    column: int


@dataclass(frozen=True, slots=True)
class TypeOf:
    """`type(...)` of a variable, of `operands` or of `results`."""

    argument: Variable | Directive
    column: int


@dataclass(frozen=True, slots=True)
class FunctionalType:
    """`functional-type(inputs, results)`."""

    inputs: Variable | Directive
    results: Variable | Directive
    column: int


@dataclass(frozen=True, slots=True)
class Ref:
    """`ref(...)`: an argument of a custom directive that is bound elsewhere."""

    argument: Variable | TypeOf | Directive
    column: int


@dataclass(frozen=True, slots=True)
class Qualified:
    """`qualified(...)`: with the full `#dialect.mnemonic` or `!dialect.mnemonic`."""

    argument: Variable | TypeOf
    column: int


@dataclass(frozen=True, slots=True)
class Text:
    """A string given to a custom directive."""

    text: str
    column: int


@dataclass(frozen=True, slots=True)
class Custom:
    """`custom<Name>(...)`."""

    name: str
    arguments: tuple[Variable | TypeOf | Ref | Text | Directive, ...]
    column: int


@dataclass(frozen=True, slots=True)
class Group:
    """`(... $anchor^ ...)?` or `(...):(...)?`; inverted if the anchor is in the second part."""

    then: tuple[Element, ...]
    otherwise: tuple[Element, ...]
    anchor: Element
    inverted: bool
    column: int


@dataclass(frozen=True, slots=True)
class OIList:
    """`oilist(...)`: clauses in any order, each at most once, each starting with a literal."""

    clauses: tuple[tuple[Literal, tuple[Element, ...]], ...]
    column: int


Element = Union[
    Literal,
    Whitespace,
    Variable,
    Directive,
    TypeOf,
    FunctionalType,
    Ref,
    Qualified,
    Custom,
    Group,
    OIList,
]
