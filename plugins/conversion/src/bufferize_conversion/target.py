"""What a conversion is to achieve: which operations are legal afterwards."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from typing import TypeAlias

from bufferize.diagnostics import FAILURES, DiagnosticError, PluginError, error
from bufferize.ir import Operation
from bufferize_conversion.types import name_of

OpName: TypeAlias = "type[Operation] | str"
"""An operation class, or the full name of an operation."""

Legality = Callable[[Operation], "bool | None"]
"""Whether an operation is legal; None where it is nobody's business, as for an unknown one."""


class LegalizationAction(enum.Enum):
    """What is said of an operation or dialect."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    DYNAMIC = "dynamic"


_Entry: TypeAlias = tuple[LegalizationAction, "Legality | None"]


class ConversionTarget:
    """Which operations are legal. What is said of an operation counts more than of its dialect.

    An operation of which nothing is said is unknown: it may stay in a partial conversion, and has to
    go in a full one. https://mlir.llvm.org/docs/DialectConversion/#conversion-target
    """

    def __init__(self) -> None:
        self._ops: dict[str, _Entry] = {}
        self._dialects: dict[str, _Entry] = {}
        self._recursive: dict[str, Legality | None] = {}
        self._unknown: _Entry | None = None

    # Operations

    def add_legal_op(self, *ops: OpName) -> None:
        """These operations may stay."""
        self._add(self._ops, map(_op_name, ops), LegalizationAction.LEGAL)

    def add_illegal_op(self, *ops: OpName) -> None:
        """These operations have to go."""
        self._add(self._ops, map(_op_name, ops), LegalizationAction.ILLEGAL)

    def add_dynamically_legal_op(self, *ops: OpName, legality: Legality) -> None:
        """Of these operations those may stay of which `legality` says so."""
        self._add(self._ops, map(_op_name, ops), LegalizationAction.DYNAMIC, legality)

    def mark_op_recursively_legal(self, *ops: OpName, legality: Legality | None = None) -> None:
        """Where these operations are legal, all that lies in them is, and is not looked at.

        With `legality`, only those of which it says so.
        """
        for op in ops:
            self._recursive[_op_name(op)] = legality

    # Dialects

    def add_legal_dialect(self, *names: str) -> None:
        """All operations of these dialects may stay."""
        self._add(self._dialects, names, LegalizationAction.LEGAL)

    def add_illegal_dialect(self, *names: str) -> None:
        """All operations of these dialects have to go."""
        self._add(self._dialects, names, LegalizationAction.ILLEGAL)

    def add_dynamically_legal_dialect(self, *names: str, legality: Legality) -> None:
        """Of the operations of these dialects those may stay of which `legality` says so."""
        self._add(self._dialects, names, LegalizationAction.DYNAMIC, legality)

    def mark_unknown_op_dynamically_legal(self, legality: Legality) -> None:
        """Of operations of which nothing else is said those may stay of which `legality` says so."""
        self._unknown = LegalizationAction.DYNAMIC, legality

    @staticmethod
    def _add(
        table: dict[str, _Entry],
        names: Iterable[str],
        action: LegalizationAction,
        legality: Legality | None = None,
    ) -> None:
        for name in names:
            table[name] = action, legality

    # What is asked

    def is_legal(self, op: Operation) -> bool | None:
        """Whether `op` may stay; None if it is unknown.

        Raises PluginError for a callback that fails or gives no truth value.
        """
        entry = self._ops.get(op.name) or self._dialects.get(op.dialect_name) or self._unknown
        if entry is None:
            return None
        action, legality = entry
        if legality is None:
            return action is LegalizationAction.LEGAL
        found = _ask(legality, op)
        if found is None and entry is not self._unknown and self._unknown is not None:
            found = _ask(self._unknown[1], op)
        return found

    def is_recursively_legal(self, op: Operation) -> bool:
        """Whether `op` is legal with all that lies in it."""
        if op.name not in self._recursive or not self.is_legal(op):
            return False
        legality = self._recursive[op.name]
        return legality is None or bool(_ask(legality, op))


def _ask(legality: Legality | None, op: Operation) -> bool | None:
    assert legality is not None
    try:
        found = legality(op)
    except (DiagnosticError, RecursionError, MemoryError):
        raise
    except FAILURES as problem:
        text = f"{type(problem).__name__}: {problem}".removesuffix(": ")
        message = f"legality '{name_of(legality)}' failed for '{op.name}': {text}"
        raise PluginError(error(message, op)) from problem
    if found is None or isinstance(found, bool):
        return found
    message = f"legality '{name_of(legality)}' gives {found!r} for '{op.name}', not True or False"
    raise PluginError(error(message, op))


def _op_name(op: OpName) -> str:
    if isinstance(op, str):
        return op
    name = getattr(op, "name", None)
    if isinstance(name, str):
        return name
    raise TypeError(f"{op!r} is neither an operation with a name nor a name")
