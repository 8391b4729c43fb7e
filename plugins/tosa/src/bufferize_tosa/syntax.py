"""The syntax of ops with an enumeration among their attributes: `{nan_mode = IGNORE}`."""

from __future__ import annotations

from typing import ClassVar

from bufferize.define import EnumAttr, Operation
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.ir import Attribute


class EnumOp(Operation):
    """Base of these ops: in custom syntax, the attribute is one bare word."""

    __slots__ = ()

    enum: ClassVar[tuple[str, type[EnumAttr]]]
    """The name and the class of the attribute."""
    elided: ClassVar[Attribute | None] = None
    """The value that is not written."""

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        operands = parser.parse_operand_list()
        if parser.peek() == "{":
            entries = parser.parse_comma_separated_list("{", lambda: cls._parse_entry(parser))
            state.attributes.update(entries)
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        state.operands = parser.resolve_operands(operands, type.inputs)
        state.result_types = list(type.results)

    @classmethod
    def _parse_entry(cls, parser: AsmParser) -> tuple[str, Attribute]:
        name = parser.parse_keyword_or_string()
        parser.parse_punctuation("=")
        enum_name, enum = cls.enum
        if name == enum_name and not parser.peek().startswith("#"):
            return name, enum.parse_case(parser)
        return name, parser.parse_attribute()

    def print(self, printer: AsmPrinter) -> None:
        printer.write(" ")
        printer.print_operands(self.operands)
        name, enum = self.enum
        entries = {**self.properties, **self.attributes}
        if entries.get(name) is self.elided:
            entries.pop(name, None)
        for index, entry in enumerate(sorted(entries)):
            value = entries[entry]
            printer.write(", " if index else " {")
            printer.print_keyword_or_string(entry)
            printer.write(" = ")
            if entry == name and isinstance(value, enum):
                value.print_case(printer)
            else:
                printer.print_attribute(value)
        printer.write("} : " if entries else " : ")
        printer.print_functional_type(self)
