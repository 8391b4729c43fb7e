"""Traps: errors of a running program, at the operation that caused them."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from itertools import groupby
from types import CodeType, TracebackType
from typing import Any, Final

from bufferize import ir
from bufferize.diagnostics import (
    Diagnostic,
    DiagnosticError,
    PluginError,
    closest_name,
    error,
)
from bufferize.interfaces import CallOpInterface
from bufferize.plugins import Context
from bufferize_interpreter.plugin import SEMANTICS_OF_CORE
from bufferize_interpreter.symbols.expressions import NotSymbolic
from bufferize_interpreter.values import PoisonUse


class TrapKind(enum.Enum):
    """The kinds of undefined behavior, and of exceeded limits, that end a program."""

    UNDEFINED = "an undefined value decides something, or leaves the program"
    OUT_OF_BOUNDS = "an element outside of a buffer, vector or tensor"
    USE_AFTER_FREE = "a buffer is used after it was freed"
    BAD_FREE = "something is freed that cannot be: freed already, a part, not on the heap"
    LEAK = "a buffer was never freed, and nobody can any more"
    READ_ONLY = "a buffer is written to that may only be read"
    OVERLAP = "a copy between buffers that overlap"
    OVERWRITTEN = "a buffer is used after another one in the same arena has taken its bytes"
    RACE = "iterations in any order, or at the same time, write to the same element"
    INVALID_CAST = "a cast to a shape or layout that the value does not have"
    DIVISION = "a division by zero, or one whose result does not fit"
    ASSERTION = "an assertion of the program does not hold"
    EXTERNAL_CALL = "a call of a function that has no body"
    LIMIT = "the program runs too long or too deep, or takes too much memory"
    OTHER = "anything else"


class ProgramError(Exception):
    """The error that semantics raise if an operation must not be executed with its operands.

    The engine turns it into a `Trap` at that operation.
    """

    def __init__(self, kind: TrapKind, message: str, notes: Sequence[tuple[str, Any]] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.notes = notes
        """Further lines of the error, each with its operation, or None."""

    def at(self, op: ir.Operation | None) -> Trap:
        """Return the trap that this is at an operation."""
        found = trap_at(self.kind, self.message, op)
        for text, place in self.notes:
            found.diagnostics[0].note(text, place)
        return found


class Trap(DiagnosticError):
    """The error that ends a program; `kind` tells the problem, the diagnostic the place."""

    kind: TrapKind = TrapKind.OTHER


def out_of_bounds(what: str, index: Any, extent: int) -> ProgramError:
    """Return the error that `index` is negative or not less than an extent."""
    return ProgramError(
        TrapKind.OUT_OF_BOUNDS,
        f"{what} {index} is out of bounds: it must be from 0 to {extent - 1}"
        if extent > 0
        else f"{what} {index} is out of bounds: there are no elements",
    )


def trap_at(kind: TrapKind, message: str, op: ir.Operation | None) -> Trap:
    """Return a trap at an operation, with the operation's name before the message."""
    name = f"'{op.name}' " if op is not None else ""
    found = Trap(error(f"{name}{message}", op))
    found.kind = kind
    return found


_SHOWN_CALLS: Final = 8


class Failures:
    """Translation of Python exceptions into errors at the operations of a program."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.code: dict[CodeType, list[ir.Operation]] = {}
        """The operation of each line of each generated function."""

    def missing(self, op: ir.Operation) -> PluginError:
        """Return the error that an operation has no semantics, with the reason and a remedy."""
        dialect = op.dialect_name
        owner = self._context.dialect_plugins(dialect)
        problem = error(f"the interpreter does not know what '{op.name}' computes", op)
        known = self._context.semantics_of(dialect)
        if not owner:
            problem.note(f"the dialect '{dialect}' is not installed")
        elif not known and dialect in SEMANTICS_OF_CORE:
            problem.note("the plugin 'interpreter' knows it, but is not in the context")
            return PluginError(problem)
        else:
            problem.note(f"the dialect '{dialect}' is of the plugin '{owner[0]}'")
        close = closest_name(op.name, known)
        if close is not None and self._context.op_class(close) is None:
            problem.note(f"there are semantics of '{close}', but no such op: is '{op.name}' meant?")
        problem.note(
            f"a plugin can: register_semantics = adding({{'{dialect}': {{'{op.name}': function}}}})"
        )
        return PluginError(problem)

    def of_semantics(self, op: ir.Operation, problem: BaseException) -> PluginError:
        """Return the error that an operation's semantics raised an exception.

        It names their plugin.
        """
        plugin = self._context.semantics_plugin(op.name)
        found = PluginError(
            error(
                f"plugin '{plugin}': the semantics of '{op.name}' failed: "
                f"{type(problem).__name__}: {problem}",
                op,
            )
        )
        found.__cause__ = problem
        return found

    def translated(self, problem: BaseException) -> DiagnosticError:
        """Return the error at an operation for an exception of the running program."""
        path = self._ops_of(problem.__traceback__)
        op = path[-1] if path else None
        if isinstance(problem, NotSymbolic) and problem.diagnostics[0].position is None:
            name = f"'{op.name}' " if op is not None else ""
            return type(problem)(error(f"{name}{problem.diagnostics[0].message}", op))
        if isinstance(problem, DiagnosticError):
            return problem if op is None else problem.about(op)
        if isinstance(problem, ProgramError):
            found = problem.at(op)
        elif isinstance(problem, PoisonUse):
            found = trap_at(TrapKind.UNDEFINED, str(problem), op)
            if problem.poison.op is not None:
                found.diagnostics[0].note("the value comes from here", problem.poison.op)
        elif isinstance(problem, RecursionError):
            message = "nests calls too deep: maybe the recursion never ends"
            found = trap_at(TrapKind.LIMIT, message, op)
            path = path[-1:]
        elif isinstance(problem, MemoryError) or _is_too_large(problem):
            found = trap_at(TrapKind.LIMIT, "needs more memory than there is", op)
        elif op is None:
            raise problem
        else:
            return self.of_semantics(op, problem)
        _note_callers(found.diagnostics[0], path)
        return found

    def of_interruption(self, problem: KeyboardInterrupt, function: ir.Operation) -> Diagnostic:
        """Return the error, at the current operation, that a call was interrupted."""
        path = self._ops_of(problem.__traceback__) or [function]
        found = error("the program was interrupted here", path[-1])
        _note_callers(found, path)
        return found

    def _ops_of(self, traceback: TracebackType | None) -> list[ir.Operation]:
        """Return the operations that were being executed, outermost first."""
        path: list[ir.Operation] = []
        while traceback is not None:
            ops = self.code.get(traceback.tb_frame.f_code)
            if ops is not None:
                path.append(ops[traceback.tb_lineno - 1])
            traceback = traceback.tb_next
        return path


def _note_callers(found: Diagnostic, path: list[ir.Operation]) -> None:
    """Add notes for the calls that led to the last operation of a path."""
    callers = [caller for caller in reversed(path[:-1]) if isinstance(caller, CallOpInterface)]
    runs = [(caller, len(list(same))) for caller, same in groupby(callers)]
    for caller, times in runs[:_SHOWN_CALLS]:
        found.note("called from here" + (f", {times} times" if times > 1 else ""), caller)
    more = sum(times for _, times in runs[_SHOWN_CALLS:])
    if more:
        found.note(f"and from {more} more calls")


def _is_too_large(problem: BaseException) -> bool:
    """Return whether an exception is from NumPy's refusal to allocate a too large array."""
    said = str(problem)
    return isinstance(problem, ValueError) and (
        said.startswith("array is too big") or said.startswith("Maximum allowed dimension")
    )
