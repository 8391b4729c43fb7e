"""Transforms for debugging: remarks, and the payload as text."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import Diagnostic, Severity
from bufferize.interfaces import EffectKind, MemoryEffect
from bufferize.syntax import PrintOptions, operation_text, print_module
from bufferize_transform.dialect import TRANSFORM
from bufferize_transform.interface import MatchOpInterface, Payload
from bufferize_transform.interpreter import Interpreter
from bufferize_transform.invalidation import describe_argument
from bufferize_transform.types import ANY_HANDLE, OPERATION_HANDLE, PARAMETER


@TRANSFORM.op("debug.emit_remark_at")
class EmitRemarkAtOp(d.Operation, MatchOpInterface):
    """A remark at each operation or value of a handle's payload."""

    at: d.Operand = d.operand(ANY_HANDLE)
    message: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    assembly_format = "$at `,` $message attr-dict `:` type($at)"

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        for entity in interpreter.state.payload(self.at):
            remark = Diagnostic(Severity.REMARK, self.message.value, entity.location.position())
            if isinstance(entity, ir.Value):
                what = f"an op result #{entity.index}"  # type: ignore[attr-defined]
                if isinstance(entity, ir.BlockArgument):
                    what = f"a {describe_argument(entity, 'in')}"
                remark.note(f"value handle points to {what}", remark.position)
            interpreter.state.context.emit(remark)
        return ()


@TRANSFORM.op("debug.emit_param_as_remark")
class EmitParamAsRemarkOp(d.Operation, MatchOpInterface):
    """The attributes of a parameter, as a remark."""

    param: d.Operand = d.operand(PARAMETER)
    anchor: d.OptionalOperand = d.optional_operand(OPERATION_HANDLE)
    message: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    assembly_format = (
        "$param (`,` $message^)? (`at` $anchor^)? attr-dict `:` type($param) (`,` type($anchor)^)?"
    )

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        state = interpreter.state
        text = ", ".join(map(str, state.parameters(self.param)))
        if self.message is not None:
            text = f"{self.message.value} {text}"
        places: list[ir.Operation] = (
            [self] if self.anchor is None else state.operations(self.anchor)
        )
        for place in places:
            state.context.emit(Diagnostic.at(Severity.REMARK, text, place))
        return ()


_RESULTS = re.compile(r"%[\w$.-]+(?::\d+)?(?:\s*,\s*%[\w$.-]+(?::\d+)?)*\s*=")


@TRANSFORM.custom_directive("PrintedTarget")
class PrintedTarget:
    """The operations to print, if any. MLIR takes the results of the next operation for them."""

    @staticmethod
    def parse(parser: d.AsmParser) -> d.UnresolvedOperand | None:
        """Parse an operand, but no results: an operation without any operands ends here."""
        if _RESULTS.match(parser.text, parser.offset):
            return None
        return parser.parse_optional_operand()

    @staticmethod
    def print(printer: d.AsmPrinter, op: ir.Operation, operand: ir.Value | None) -> None:
        """Print the syntax that `parse` accepts."""
        if operand is not None:
            printer.print_operand(operand)


@TRANSFORM.op("print")
class PrintOp(d.Operation, MatchOpInterface):
    """The printing of operations, or of the whole payload, on stdout."""

    target: d.OptionalOperand = d.optional_operand(OPERATION_HANDLE)
    title: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR, name="name")
    assume_verified: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    use_local_scope: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    skip_regions: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    assembly_format = "custom<PrintedTarget>($target) attr-dict (`:` type($target)^)?"

    def effects(self) -> list[MemoryEffect]:
        return [*super().effects(), MemoryEffect(EffectKind.WRITE)]

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        title = f"{self.title.value} " if self.title is not None else ""
        options = PrintOptions(skip_regions=self.skip_regions is not None)
        if self.target is None:
            texts = [
                f"[[[ IR printer: {title}top-level ]]]",
                _text(interpreter.state.root, options),
            ]
        else:
            targets = interpreter.state.operations(self.target)
            texts = [f"[[[ IR printer: {title}]]]", *(_text(op, options) for op in targets)]
        sys.stdout.write("".join(f"{text}\n" for text in texts))
        sys.stdout.flush()  # the program itself is written past this buffer
        return ()


def _text(op: ir.Operation, options: PrintOptions) -> str:
    if op.parent is None:
        return print_module(op, options)
    return operation_text(op, options).rstrip("\n")
