"""The scf dialect: structured control flow, such as loops and branches, and syntax that its ops
share.
"""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.define import Dialect

SCF = Dialect("scf")


def print_values(printer: d.AsmPrinter, values: Sequence[ir.Value]) -> None:
    """Write `(%a, %b)`."""
    printer.write("(")
    printer.print_operands(values)
    printer.write(")")


def parse_index_operands(parser: d.AsmParser) -> list[ir.Value]:
    """Read `(%a, %b)`, all of index type."""
    operands = parser.parse_operand_list("(")
    return parser.resolve_operands(operands, [ir.INDEX] * len(operands))


def parse_index_list(parser: d.AsmParser) -> tuple[list[ir.Value], list[int]]:
    """Read `(%a, 4)`; return the values, and the numbers with DYNAMIC for each value."""
    values: list[ir.Value] = []

    def parse_one() -> int:
        operand = parser.parse_optional_operand()
        if operand is None:
            return parser.parse_integer()
        values.append(parser.resolve_operand(operand, ir.INDEX))
        return ir.DYNAMIC

    numbers = parser.parse_comma_separated_list("(", parse_one)
    return values, numbers


def print_index_list(printer: d.AsmPrinter, mixed: Sequence[int | ir.Value]) -> None:
    """Write `(%a, 4)`."""
    printer.write("(")
    for i, item in enumerate(mixed):
        if i:
            printer.write(", ")
        if isinstance(item, int):
            printer.write(str(item))
        else:
            printer.print_operand(item)
    printer.write(")")
