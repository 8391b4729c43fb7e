"""Requests and findings about a text as plain data, and their exchange between processes."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bufferize.diagnostics import Severity
from bufferize_lsp.settings import Settings
from bufferize_lsp.texts import TextRange


@dataclass(frozen=True)
class Request:
    """A text, and options of its analysis."""

    text: str
    name: str
    """The name of the text in messages."""
    settings: Settings
    trials: int
    """The largest number of changes to try."""
    seconds: float = 10.0
    """The processor time for all changes, in seconds."""


class Note(NamedTuple):
    """A message about a position."""

    text: str
    where: TextRange | None


class Edit(NamedTuple):
    """A replacement of the text between two positions, each a line and a character."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


@dataclass(frozen=True)
class HelpFound:
    """A change that was tried and helps."""

    text: str
    """The change to make, and how much it saved when it was tried."""
    flag: str | None
    """The option that does it, if there is one."""
    edits: tuple[Edit, ...] | None
    """The edits of the text that do it, if they are known."""


@dataclass(frozen=True)
class Problem:
    """An error or a warning."""

    severity: Severity
    message: str
    where: TextRange | None
    notes: tuple[Note, ...] = ()
    help: tuple[HelpFound, ...] = ()


@dataclass(frozen=True)
class CopyFound:
    """One copy, or one new buffer."""

    where: TextRange | None
    """The operand, or the operation."""
    op: TextRange | None
    """The name of the operation."""
    amount: str
    """The amount in words."""
    cost: str
    """The full amount, with the loops around the copy."""
    copies_contents: bool
    is_forbidden: bool
    """Whether `bufferize.in_place` forbids the copy."""
    reason: str
    why: str
    chain: tuple[Note, ...]
    """The events that lead to the copy, in order of execution."""
    remarks: tuple[str, ...]
    help: tuple[HelpFound, ...]
    tried: tuple[str, ...]
    """The changes that were tried in vain, in short."""


class ValueFound(NamedTuple):
    """A value of the program."""

    name: str
    """The name of the value at its definition."""
    type: str
    where: TextRange | None
    alias_set: int | None
    """The number of the alias set; equal for values that may share memory, None if unknown."""


class Use(NamedTuple):
    """A position where a value is written."""

    where: TextRange
    value: int
    """The index in the list of values."""


@dataclass
class Findings:
    """All findings about a text."""

    problems: list[Problem] = field(default_factory=list)
    copies: list[CopyFound] = field(default_factory=list)
    values: list[ValueFound] = field(default_factory=list)
    uses: dict[int, list[Use]] = field(default_factory=dict)
    """The uses by line."""
    warnings: list[str] = field(default_factory=list)
    """Problems of the installation: plugins that cannot be used."""
    is_refused: bool = False
    """Whether bufferization refuses a program of the text."""
    is_complete: bool = True
    """Whether all changes that may help were tried."""


LENGTH_BYTES: Final = 4
"""The number of bytes of a message's length."""


def framed(message: object) -> bytes:
    """Return a message in the form in which it is sent: its length, then its pickle."""
    data = pickle.dumps(message)
    return len(data).to_bytes(LENGTH_BYTES, "big") + data


def length_of(data: bytes) -> int:
    """Return the length of a message from its first `LENGTH_BYTES` bytes."""
    return int.from_bytes(data, "big")
