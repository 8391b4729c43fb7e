"""Conversion targets, which define the operations that are legal after a conversion."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from typing import TypeAlias

from bufferize import ir
from bufferize.diagnostics import FAILURES, DiagnosticError, PluginError, error
from bufferize_conversion.types import name_of

OpName: TypeAlias = "type[ir.Operation] | str"
"""An operation class, or the full name of an operation."""

Legality = Callable[[ir.Operation], "bool | None"]
"""A callback that returns whether an operation is legal.

If it does not know, it returns None, and the default applies.
"""


class LegalizationAction(enum.Enum):
    """The legality of an operation or dialect."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    DYNAMIC = "dynamic"


_Entry: TypeAlias = tuple[LegalizationAction, "Legality | None"]


class ConversionTarget:
    """The legality of operations, which overrides the legality of their dialect.

    An operation without a legality is unknown: a partial conversion may leave it, a full one must
    not. https://mlir.llvm.org/docs/DialectConversion/#conversion-target
    """

    def __init__(self) -> None:
        self._ops: dict[str, _Entry] = {}
        self._dialects: dict[str, _Entry] = {}
        self._recursive: dict[str, Legality | None] = {}
        self._unknown: _Entry | None = None

    # Operations

    def add_legal_op(self, *ops: OpName) -> None:
        """Mark operations as legal."""
        self._add(self._ops, map(_op_name, ops), LegalizationAction.LEGAL)

    def add_illegal_op(self, *ops: OpName) -> None:
        """Mark operations as illegal."""
        self._add(self._ops, map(_op_name, ops), LegalizationAction.ILLEGAL)

    def add_dynamically_legal_op(self, *ops: OpName, legality: Legality) -> None:
        """Mark operations as legal if `legality` returns True for them."""
        self._add(self._ops, map(_op_name, ops), LegalizationAction.DYNAMIC, legality)

    def mark_op_recursively_legal(self, *ops: OpName, legality: Legality | None = None) -> None:
        """Mark operations as recursively legal: if one is legal, so are all operations in it.

        With `legality`, only where it returns True.
        """
        for op in ops:
            self._recursive[_op_name(op)] = legality

    # Dialects

    def add_legal_dialect(self, *names: str) -> None:
        """Mark all operations of dialects as legal."""
        self._add(self._dialects, names, LegalizationAction.LEGAL)

    def add_illegal_dialect(self, *names: str) -> None:
        """Mark all operations of dialects as illegal."""
        self._add(self._dialects, names, LegalizationAction.ILLEGAL)

    def add_dynamically_legal_dialect(self, *names: str, legality: Legality) -> None:
        """Mark operations of dialects as legal if `legality` returns True for them."""
        self._add(self._dialects, names, LegalizationAction.DYNAMIC, legality)

    def mark_unknown_op_dynamically_legal(self, legality: Legality) -> None:
        """Let `legality` decide about all other operations."""
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

    # Queries

    def is_legal(self, op: ir.Operation) -> bool | None:
        """Return whether `op` is legal; None if that is unknown.

        Raises PluginError for a callback that fails or does not return a truth value.
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

    def is_recursively_legal(self, op: ir.Operation) -> bool:
        """Return whether `op` is legal together with all operations in it."""
        if op.name not in self._recursive or not self.is_legal(op):
            return False
        legality = self._recursive[op.name]
        return legality is None or bool(_ask(legality, op))


def _ask(legality: Legality | None, op: ir.Operation) -> bool | None:
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
