"""Pieces of syntax that several scf ops share."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.define.asm import Argument, AsmParser, AsmPrinter, UnresolvedOperand
from bufferize.ir import (
    DYNAMIC,
    INDEX,
    BlockArgument,
    Operation,
    Region,
    Value,
)


def says_nothing(terminator: Operation | None) -> bool:
    """Whether a terminator is what the text without one means."""
    return terminator is not None and not (
        terminator.op_operands
        or terminator.attributes
        or any(block.first_op for region in terminator.regions for block in region.blocks)
    )


def print_body(printer: AsmPrinter, region: Region) -> None:
    """Writes a region without its arguments, and without a terminator that says nothing."""
    last = region.blocks[-1].last_op if region.blocks else None
    printer.print_region(region, print_entry_args=False, print_terminators=not says_nothing(last))


def parse_assignments(
    parser: AsmParser,
) -> tuple[list[Argument], list[UnresolvedOperand]]:
    """Reads `(%argument = %value, ...)`."""

    def parse_one() -> tuple[Argument, UnresolvedOperand]:
        argument = parser.parse_argument()
        parser.parse_punctuation("=")
        return argument, parser.parse_operand()

    pairs = parser.parse_comma_separated_list("(", parse_one)
    return [argument for argument, _ in pairs], [operand for _, operand in pairs]


def print_assignments(
    printer: AsmPrinter, arguments: Sequence[BlockArgument], values: Sequence[Value]
) -> None:
    """Writes `(%argument = %value, ...)`."""
    printer.write("(")
    for i, (argument, value) in enumerate(zip(arguments, values, strict=True)):
        if i:
            printer.write(", ")
        printer.print_operand(argument)
        printer.write(" = ")
        printer.print_operand(value)
    printer.write(")")


def print_values(printer: AsmPrinter, values: Sequence[Value]) -> None:
    """Writes `(%a, %b)`."""
    printer.write("(")
    printer.print_operands(values)
    printer.write(")")


def parse_index_operands(parser: AsmParser) -> list[Value]:
    """Reads `(%a, %b)`, all of index type."""
    operands = parser.parse_operand_list("(")
    return parser.resolve_operands(operands, [INDEX] * len(operands))


def parse_index_list(parser: AsmParser) -> tuple[list[Value], list[int]]:
    """Reads `(%a, 4)`: the values, and all numbers with DYNAMIC for the values."""
    values: list[Value] = []

    def parse_one() -> int:
        operand = parser.parse_optional_operand()
        if operand is None:
            return parser.parse_integer()
        values.append(parser.resolve_operand(operand, INDEX))
        return DYNAMIC

    numbers = parser.parse_comma_separated_list("(", parse_one)
    return values, numbers


def print_index_list(printer: AsmPrinter, mixed: Sequence[int | Value]) -> None:
    """Writes `(%a, 4)`."""
    printer.write("(")
    for i, item in enumerate(mixed):
        if i:
            printer.write(", ")
        if isinstance(item, int):
            printer.write(str(item))
        else:
            printer.print_operand(item)
    printer.write(")")
