"""Assembly formats: from the text to something that parses and prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.assembly.analysis import Analysis
from bufferize.define.assembly.grammar import parse_format
from bufferize.define.assembly.parsing import ParserCompiler
from bufferize.define.assembly.printing import PrinterCompiler
from bufferize.ir import Operation

if TYPE_CHECKING:
    from bufferize.define.definition import OpDefinition


class AssemblyFormat:
    """A compiled format: two lists of closures, one for each direction."""

    __slots__ = ("_finish", "_parse_steps", "_print_steps", "_start")

    def __init__(self, definition: OpDefinition, text: str) -> None:
        elements = parse_format(text, definition.name)
        analysis = Analysis(definition, elements)
        compiler = ParserCompiler(analysis)
        self._parse_steps = compiler.steps(elements)
        self._start, self._finish = compiler.new_frame, compiler.finish
        self._print_steps = PrinterCompiler(analysis).compile(elements)

    def parse(self, parser: AsmParser, state: OperationState) -> None:
        """Reads what follows the op's name into the state."""
        frame = self._start(state)
        for step in self._parse_steps:
            step(parser, frame)
        self._finish(parser, frame)

    def print(self, printer: AsmPrinter, op: Operation) -> None:
        """Writes what follows the op's name."""
        for step in self._print_steps:
            step(printer, op)


def compile_format(definition: OpDefinition, text: str) -> AssemblyFormat:
    """The format of an op; raises `DefinitionError` that names the op and the column."""
    return AssemblyFormat(definition, text)
