"""Pieces of syntax that several affine ops share."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.define.asm import Argument, AsmParser, AsmPrinter, UnresolvedOperand
from bufferize.ir import INDEX, AffineMap, BlockArgument, Operation, Region, Value


def parse_dims_and_symbols(parser: AsmParser) -> tuple[list[Value], int]:
    """Reads `(%dim, ...)[%symbol, ...]`: all values, and how many of them are dimensions."""
    operands = parser.parse_operand_list("(")
    num_dims = len(operands)
    if parser.peek() == "[":
        operands = operands + parser.parse_operand_list("[")
    return parser.resolve_operands(operands, [INDEX] * len(operands)), num_dims


def print_dims_and_symbols(printer: AsmPrinter, operands: Sequence[Value], num_dims: int) -> None:
    """Writes `(%dim, ...)[%symbol, ...]`, the symbols only if there are any."""
    printer.write("(")
    printer.print_operands(operands[:num_dims])
    printer.write(")")
    if len(operands) > num_dims:
        printer.write("[")
        printer.print_operands(operands[num_dims:])
        printer.write("]")


def parse_subscripts(parser: AsmParser) -> tuple[AffineMap, list[Value]]:
    """Reads `[%i + 1, symbol(%n)]`: the map and its operands."""
    map, operands = parser.parse_affine_map_of_ssa_ids("[")
    return map, parser.resolve_operands(operands, [INDEX] * len(operands))


def print_subscripts(printer: AsmPrinter, map: AffineMap, operands: Sequence[Value]) -> None:
    """Writes `[%i + 1, symbol(%n)]`."""
    printer.write("[")
    printer.print_affine_map_of_ssa_ids(map, operands)
    printer.write("]")


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


def print_body(printer: AsmPrinter, region: Region) -> None:
    """Writes a region without its arguments, and without a terminator that says nothing."""
    last: Operation | None = region.blocks[-1].last_op if region.blocks else None
    implied = last is not None and not last.op_operands and not last.attributes
    printer.print_region(region, print_entry_args=False, print_terminators=not implied)
