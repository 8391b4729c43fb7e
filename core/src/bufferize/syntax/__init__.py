"""The text of MLIR: its parser and its printer."""

from __future__ import annotations

from bufferize.syntax.output import operation_text as operation_text
from bufferize.syntax.output import print_module as print_module
from bufferize.syntax.output import write_module as write_module
from bufferize.syntax.parser import Parser as Parser
from bufferize.syntax.parser import parse_affine_map as parse_affine_map
from bufferize.syntax.parser import parse_attribute as parse_attribute
from bufferize.syntax.parser import parse_module as parse_module
from bufferize.syntax.parser import parse_type as parse_type
from bufferize.syntax.parser import split_input as split_input
from bufferize.syntax.print_options import PrintOptions as PrintOptions
from bufferize.syntax.printer import Printer as Printer
from bufferize.syntax.spans import OperationSpans as OperationSpans
from bufferize.syntax.spans import Span as Span
from bufferize.syntax.spans import operand_offsets as operand_offsets
from bufferize.syntax.spans import parse_module_with_spans as parse_module_with_spans
