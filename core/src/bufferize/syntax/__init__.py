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

__all__ = [
    "Parser",
    "PrintOptions",
    "Printer",
    "operation_text",
    "parse_affine_map",
    "parse_attribute",
    "parse_module",
    "parse_type",
    "print_module",
    "split_input",
    "write_module",
]
