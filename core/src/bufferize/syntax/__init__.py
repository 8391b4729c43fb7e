"""The text of MLIR: its parser and its printer."""

from __future__ import annotations

from bufferize.syntax.output import operation_text, print_module, write_module
from bufferize.syntax.parser import (
    Parser,
    parse_affine_map,
    parse_attribute,
    parse_module,
    parse_type,
    split_input,
)
from bufferize.syntax.printer import Printer, PrintOptions
from bufferize.syntax.spans import OperationSpans, Span, parse_module_with_spans

__all__ = [
    "OperationSpans",
    "Parser",
    "PrintOptions",
    "Printer",
    "Span",
    "operation_text",
    "parse_affine_map",
    "parse_attribute",
    "parse_module",
    "parse_module_with_spans",
    "parse_type",
    "print_module",
    "split_input",
    "write_module",
]
