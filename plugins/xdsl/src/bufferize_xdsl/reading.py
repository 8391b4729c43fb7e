"""Reading of programs by xDSL, with dialects and models that a user names."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from operator import attrgetter
from types import ModuleType
from typing import Final

from xdsl import ir as xdsl
from xdsl.context import Context as XdslContext
from xdsl.dialects import builtin as x
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.universe import Universe
from xdsl.utils.exceptions import DiagnosticException, MultipleSpansParseError, ParseError
from xdsl.utils.lexer import Span as XdslSpan
from xdsl.utils.mlir_lexer import MLIRTokenKind

from bufferize import ir
from bufferize.diagnostics import (
    FAILURES,
    Diagnostic,
    DiagnosticError,
    Lines,
    OptionError,
    PluginError,
    Position,
    error,
    show_traceback,
)
from bufferize.driver import ModelContext
from bufferize.ir.process import deep_recursion
from bufferize.plugins import ReadProgram
from bufferize.syntax import OperationSpans, Span, operand_offsets
from bufferize_xdsl.model_lookup import give, use_installed
from bufferize_xdsl.models import OpModel
from bufferize_xdsl.operations_to_bufferize import OperationsToBufferize
from bufferize_xdsl.passes import verify_by_xdsl

_TARGET: Final = re.compile(r"(?P<module>\w+(?:\.\w+)*)(?::(?P<object>\w+(?:\.\w+)*))?")
_ADVICE: Final = (
    "give a Python module, or `module:object`, with dialects of xDSL; if it is the program, let it stand "
    "before --xdsl"
)


@dataclass
class GivenDialects:
    """The dialects and models of xDSL in a module or an object."""

    dialects: dict[str, Callable[[], xdsl.Dialect]] = field(default_factory=dict)
    models: list[OpModel] = field(default_factory=list)


def given_dialects(target: str) -> GivenDialects:
    """Return the dialects, universes and models of `module`, or of `module:object`.

    The module may be in the current directory. Raises OptionError.
    """
    match = _TARGET.fullmatch(target)
    if match is None:
        raise OptionError(error(f"--xdsl: '{target}' is no Python module").note(_ADVICE))
    loaded = _imported(match["module"])
    if match["object"] is not None:
        try:
            loaded = attrgetter(match["object"])(loaded)
        except AttributeError as problem:
            raise OptionError(f"--xdsl: {target}: {problem}") from None
    found = GivenDialects()
    _collect(vars(loaded).values() if isinstance(loaded, ModuleType) else [loaded], found)
    if not found.dialects and not found.models:
        message = f"--xdsl: '{target}' has no dialect of xDSL, no universe and no models"
        raise OptionError(error(message).note(_ADVICE))
    return found


def xdsl_context(given: GivenDialects, *, allow_unregistered: bool) -> XdslContext:
    """Make an xDSL context with all installed dialects and the given ones, which come first.

    Raises PluginError if the installed ones cannot be used.
    """
    try:
        installed = Universe.get_multiverse().all_dialects
    except FAILURES as problem:  # raised by any distribution's code
        show_traceback(problem)
        text = f"the universes of xDSL that are installed cannot be used: {problem}"
        raise PluginError(text) from problem
    context = XdslContext(allow_unregistered=allow_unregistered)
    for name, load in {**installed, **given.dialects}.items():
        context.register_dialect(name, load)
    return context


def _imported(name: str) -> object:
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        return import_module(name)
    except FAILURES as problem:  # raised by any module's code
        missing = problem.name if isinstance(problem, ModuleNotFoundError) else None
        if missing is not None and f"{name}.".startswith(f"{missing}."):
            raise OptionError(
                error(f"--xdsl: there is no Python module '{missing}'").note(_ADVICE)
            ) from None
        show_traceback(problem)
        text = f"--xdsl: '{name}' cannot be imported: {type(problem).__name__}: {problem}"
        raise OptionError(text) from problem


def _collect(values: Iterable[object], found: GivenDialects) -> None:
    given = list(values)
    for universe in given:
        if isinstance(universe, Universe):
            found.dialects |= universe.all_dialects
    for value in given:
        if isinstance(value, xdsl.Dialect):
            found.dialects[value.name] = partial(_same, value)
        parts = value if isinstance(value, list | tuple) else [value]
        known = {id(model) for model in found.models}
        found.models += [p for p in parts if isinstance(p, OpModel) and id(p) not in known]


def _same(dialect: xdsl.Dialect) -> xdsl.Dialect:
    return dialect


def reader(target: str, context: ModelContext) -> ReadProgram:
    """Return a function that reads programs by xDSL, with dialects and models of `target`.

    Ops that only xDSL knows are verified by xDSL. Raises DiagnosticError for a wrong target.
    """
    given = given_dialects(target) if target else GivenDialects()
    allowed = context.allow_unregistered_dialects
    theirs = xdsl_context(given, allow_unregistered=allowed)
    give(given.models, context, theirs)

    def read(text: str, filename: str, spans: OperationSpans) -> ir.Operation:
        parser = _PlacingParser(theirs, context, text, filename)
        reading = OperationsToBufferize(context, lambda kind: use_installed(kind, context, theirs))
        module = reading.convert(parser.read())
        verify_by_xdsl(reading.ops)
        for original, op in reading.ops:
            if original in parser.spans:
                spans.add(op, *parser.spans[original])
        return module

    return read


class _PlacingParser(Parser):
    """A parser that records the places of operations and operands, unlike xDSL's own.

    Operations that only bufferize declares are read in generic form.
    """

    def __init__(
        self, context: XdslContext, bufferize: ModelContext, text: str, filename: str
    ) -> None:
        super().__init__(context, text, filename)
        self._bufferize = bufferize
        self._text = text
        self._lines = Lines(filename, text)
        self.spans: dict[
            xdsl.Operation, tuple[list[Span | None], list[Span | None], tuple[int, int]]
        ] = {}
        """The spans of each operation's operands, results and text."""
        # State of the operation being parsed: the start of its name, its operands and result names.
        self._start = 0
        self._used: list[UnresolvedOperand] = []
        self._named: list[XdslSpan] = []

    def read(self) -> x.ModuleOp:
        """Parse the whole text. Raises DiagnosticError."""
        try:
            if self._current_token.kind is MLIRTokenKind.EOF:
                return x.ModuleOp([])  # an empty text is a module, as in MLIR
            with deep_recursion():
                return self.parse_module()
        except ParseError as problem:
            raise DiagnosticError(self._said(problem)) from None
        except (DiagnosticError, RecursionError):
            raise
        except FAILURES as problem:  # also raised by any dialect's code
            text = str(problem)
            if not isinstance(problem, DiagnosticException):
                show_traceback(problem)
                text = f"xDSL cannot read this: {type(problem).__name__}: {text}"
            raise DiagnosticError(error(text, self._position(self._start))) from problem

    def _said(self, problem: ParseError) -> Diagnostic:
        found = error(problem.msg, self._position(problem.span.start))
        if isinstance(problem, MultipleSpansParseError):
            for span, text in problem.refs:
                message = text or problem.ref_text or "here"
                found.note(message.rstrip(":"), self._position(span.start))
        return found

    def _position(self, offset: int) -> Position:
        return Position(self._lines.name, *self._lines.line_and_column(offset))

    def _location(self, offset: int) -> x.FileLineColLoc:
        name, line, column = self._position(offset)
        return x.FileLineColLoc(x.StringAttr(name), x.IntAttr(line), x.IntAttr(column))

    def _span(self, span: XdslSpan) -> Span:
        return Span(self._position(span.start), span.end - span.start)

    def parse_operation(self) -> xdsl.Operation:
        outer = self._start, self._used, self._named
        start = self.pos
        self._start, self._used, self._named = start, [], []
        op = super().parse_operation()
        if op.location == x.UNKNOWN_LOC:
            op.location = self._location(self._start)
        results: list[Span | None] = [self._span(name) for name in self._named]
        self.spans[op] = self._operand_spans(op), results, (start, self.pos)
        self._start, self._used, self._named = outer
        return op

    def _operand_spans(self, op: xdsl.Operation) -> list[Span | None]:
        written = {use.span.start: use.span for use in self._used}
        used = [(use.span.start, self._value(use)) for use in self._used]
        offsets = operand_offsets(used, op.operands)
        return [None if offset is None else self._span(written[offset]) for offset in offsets]

    def _value(self, operand: UnresolvedOperand) -> xdsl.SSAValue | None:
        name, index = operand.operand_name, operand.index
        values = self.ssa_values.get(name)
        if values is None:
            return self.forward_ssa_references.get(name, {}).get(index)
        return values[index] if index < len(values) else None

    def parse_optional_unresolved_operand(self) -> UnresolvedOperand | None:
        found = super().parse_optional_unresolved_operand()
        if found is not None:
            self._used.append(found)
        return found

    def _parse_op_result_list(self) -> list[tuple[XdslSpan, int]]:
        found = super()._parse_op_result_list()
        self._named = [span for span, size in found for _ in range(size)]
        self._start = self.pos
        return found

    def _register_ssa_definition(
        self, name: str, values: Sequence[xdsl.SSAValue], span: XdslSpan
    ) -> None:
        super()._register_ssa_definition(name, values, span)
        for value in values:
            if isinstance(value, xdsl.BlockArgument) and value.location == x.UNKNOWN_LOC:
                value.location = self._location(span.start)

    def _get_op_by_name(self, name: str) -> type[xdsl.Operation]:
        is_generic = self._text.startswith('"', self._start)
        found = self.ctx.get_optional_op(name, dialect_stack=self._parser_state.dialect_stack)
        if found is not None and (is_generic or not issubclass(found, x.UnregisteredOp)):
            return found
        if self._bufferize.op_class(name) is None:
            problem = error(f"'{name}' is not known to xDSL", self._position(self._start))
            advice = "name the Python module that declares it (--xdsl=MODULE)"
            allow = ", or allow operations that nobody declares (--allow-unregistered-dialect)"
            raise DiagnosticError(problem.note(advice + (allow if is_generic else "")))
        if not is_generic:
            text = f"'{name}' is known to bufferize alone: xDSL reads it in generic form only"
            raise DiagnosticError(error(text, self._position(self._start)))
        return x.UnregisteredOp.with_name(name)
