"""Programs as xDSL reads them, in bufferize's terms, with the places of their operations."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.context import Context as XdslContext
from xdsl.dialects import builtin as x
from xdsl.ir import BlockArgument, SSAValue
from xdsl.ir import Operation as XdslOperation
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.utils.exceptions import DiagnosticException, MultipleSpansParseError, ParseError
from xdsl.utils.lexer import Span as XdslSpan
from xdsl.utils.mlir_lexer import MLIRTokenKind

from bufferize.diagnostics import (
    FAILURES,
    Diagnostic,
    DiagnosticError,
    Lines,
    Position,
    error,
    show_traceback,
)
from bufferize.driver import ModelContext
from bufferize.ir import Operation
from bufferize.ir.process import deep_recursion
from bufferize.plugins import ReadProgram
from bufferize.syntax import OperationSpans, Span, operand_offsets
from bufferize_xdsl.given_dialects import GivenDialects, given_dialects, xdsl_context
from bufferize_xdsl.in_place import verify_by_xdsl
from bufferize_xdsl.model_lookup import give, use_installed
from bufferize_xdsl.operations_to_bufferize import OperationsToBufferize


def reader(target: str, context: ModelContext) -> ReadProgram:
    """Lets xDSL read programs, with what it has installed and the dialects and models of `target`.

    Those that xDSL alone knows are verified by xDSL. Raises DiagnosticError for a wrong target.
    """
    given = given_dialects(target) if target else GivenDialects()
    allowed = context.allow_unregistered_dialects
    theirs = xdsl_context(given, allow_unregistered=allowed)
    give(given.models, context, theirs)

    def read(text: str, filename: str, spans: OperationSpans) -> Operation:
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
    """Notes where operations and their operands are written, which xDSL does not.

    Operations that bufferize alone declares it reads in generic form.
    """

    def __init__(
        self, context: XdslContext, bufferize: ModelContext, text: str, filename: str
    ) -> None:
        super().__init__(context, text, filename)
        self._bufferize = bufferize
        self._text = text
        self._lines = Lines(filename, text)
        self.spans: dict[
            XdslOperation, tuple[list[Span | None], list[Span | None], tuple[int, int]]
        ] = {}
        """Of the operands and results, and from where to where in the text the operation goes."""
        # Of the operation that is being read: where its name is, and what was read of it.
        self._start = 0
        self._used: list[UnresolvedOperand] = []
        self._named: list[XdslSpan] = []

    def read(self) -> x.ModuleOp:
        """The whole text. Raises DiagnosticError."""
        try:
            if self._current_token.kind is MLIRTokenKind.EOF:
                return x.ModuleOp([])  # an empty text is one, as in MLIR
            with deep_recursion():
                return self.parse_module()
        except ParseError as problem:
            raise DiagnosticError(self._said(problem)) from None
        except (DiagnosticError, RecursionError):
            raise
        except FAILURES as problem:  # also the code of any dialect
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

    def parse_operation(self) -> XdslOperation:
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

    def _operand_spans(self, op: XdslOperation) -> list[Span | None]:
        written = {use.span.start: use.span for use in self._used}
        used = [(use.span.start, self._value(use)) for use in self._used]
        offsets = operand_offsets(used, op.operands)
        return [None if offset is None else self._span(written[offset]) for offset in offsets]

    def _value(self, operand: UnresolvedOperand) -> SSAValue | None:
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
        self, name: str, values: Sequence[SSAValue], span: XdslSpan
    ) -> None:
        super()._register_ssa_definition(name, values, span)
        for value in values:
            if isinstance(value, BlockArgument) and value.location == x.UNKNOWN_LOC:
                value.location = self._location(span.start)

    def _get_op_by_name(self, name: str) -> type[XdslOperation]:
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
