"""The text of MLIR: its parser and its printer.

The parser is three classes, each with all that the one before can do: `Cursor` takes tokens,
`AttributeParser` types and attributes, `Parser` operations and whole files. The printer is two:
`AttributePrinter` and `Printer`. How the syntax of an op is declared is in `bufferize.define`.
"""

from __future__ import annotations

from bufferize.syntax.parser import Parser as Parser
from bufferize.syntax.printer import Printer as Printer
from bufferize.syntax.printer import PrintOptions as PrintOptions
from bufferize.syntax.printer import operation_text as operation_text
from bufferize.syntax.printer import print_module as print_module
from bufferize.syntax.reading import OperationSpans as OperationSpans
from bufferize.syntax.reading import Span as Span
from bufferize.syntax.reading import operand_offsets as operand_offsets
from bufferize.syntax.reading import parse_affine_map as parse_affine_map
from bufferize.syntax.reading import parse_attribute as parse_attribute
from bufferize.syntax.reading import parse_module as parse_module
from bufferize.syntax.reading import parse_type as parse_type
