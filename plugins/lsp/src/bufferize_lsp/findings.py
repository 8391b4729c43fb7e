"""Requests and findings about a text as plain data, and how these go from one process to another."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bufferize.diagnostics import Severity
from bufferize_lsp.settings import Settings
from bufferize_lsp.texts import TextRange


@dataclass(frozen=True)
class Request:
    """A text, and what is to be found out about it."""

    text: str
    name: str
    """How messages call the text."""
    settings: Settings
    trials: int
    """How many changes are tried at most."""
    seconds: float = 10.0
    """How much processor time they may take."""


class Note(NamedTuple):
    """What is to be said of a place."""

    text: str
    where: TextRange | None


@dataclass(frozen=True)
class Problem:
    """An error or a warning."""

    severity: Severity
    message: str
    where: TextRange | None
    notes: tuple[Note, ...] = ()


class Edit(NamedTuple):
    """What is between two places, each a line and a character, becomes another text."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


@dataclass(frozen=True)
class HelpFound:
    """One thing that was tried, and helps."""

    text: str
    """What to do, and what that was seen to save."""
    flag: str | None
    """The option that does it, if one does."""
    edits: tuple[Edit, ...] | None
    """The changes of the text that do it, if these are known."""


@dataclass(frozen=True)
class CopyFound:
    """One copy, or one new buffer."""

    where: TextRange | None
    """The operand, or the operation."""
    op: TextRange | None
    """The name of the operation."""
    amount: str
    """How much, in words."""
    cost: str
    """The same in full, with the loops around."""
    copies_contents: bool
    is_forbidden: bool
    """Whether `bufferize.in_place` says that there must be no copy."""
    reason: str
    why: str
    chain: tuple[Note, ...]
    """What leads to it, in the order in which it happens."""
    remarks: tuple[str, ...]
    help: tuple[HelpFound, ...]
    needed: str | None


class ValueFound(NamedTuple):
    """A value of the program."""

    name: str
    """As it is written where it is defined."""
    type: str
    where: TextRange | None
    alias_class: int | None
    """The same number for all values that may share memory; None where that is not known."""


class Use(NamedTuple):
    """A place where a value is written."""

    where: TextRange
    value: int
    """Its place in the list of values."""


@dataclass
class Findings:
    """All that is known of a text."""

    problems: list[Problem] = field(default_factory=list)
    copies: list[CopyFound] = field(default_factory=list)
    values: list[ValueFound] = field(default_factory=list)
    uses: dict[int, list[Use]] = field(default_factory=dict)
    """By line."""
    warnings: list[str] = field(default_factory=list)
    """What is wrong with the installation: plugins that cannot be used."""
    is_complete: bool = True
    """Whether all was tried that may help."""


LENGTH_BYTES: Final = 4
"""How many bytes a length takes."""


def framed(message: object) -> bytes:
    """A message as it is sent."""
    data = pickle.dumps(message)
    return len(data).to_bytes(LENGTH_BYTES, "big") + data


def length_of(data: bytes) -> int:
    """How long the pickle is that comes behind `LENGTH_BYTES` bytes."""
    return int.from_bytes(data, "big")
