"""Pieces of syntax that ops with structured control flow share, whatever their dialect."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.define.asm import (
    Argument,
    AsmParser,
    AsmPrinter,
    OperationState,
    UnresolvedOperand,
)
from bufferize.define.terminators import ensure_terminator
from bufferize.ir import BlockArgument, Operation, Region, Value


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


def parse_then_else(op_class: type[Operation], parser: AsmParser, state: OperationState) -> None:
    """Reads `{...} else {...} {attributes}`; without `else`, the second region has no block."""
    regions = [parser.parse_region()]
    if parser.parse_optional_keyword("else"):
        regions.append(parser.parse_region())
    for region in regions:
        ensure_terminator(op_class, region, parser.context, state.location)
    state.regions = regions if len(regions) == 2 else [*regions, Region()]
    state.attributes.update(parser.parse_optional_attr_dict())


def print_then_else(printer: AsmPrinter, op: Operation, elided: Sequence[str] = ()) -> None:
    """Writes ` {...} else {...} {attributes}`, the second region if it has a block."""
    then_region, else_region = op.regions
    printer.write(" ")
    print_body(printer, then_region)
    if else_region.blocks:
        printer.write(" else ")
        print_body(printer, else_region)
    printer.print_attr_dict(op, elided)


def print_body(printer: AsmPrinter, region: Region) -> None:
    """Writes a region without its arguments, and without a terminator that says nothing."""
    last = region.blocks[-1].last_op if region.blocks else None
    printer.print_region(region, print_entry_args=False, print_terminators=not _says_nothing(last))


def _says_nothing(terminator: Operation | None) -> bool:
    """Whether a terminator is what the text without one means."""
    return terminator is not None and not (
        terminator.op_operands
        or terminator.attributes
        or any(block.first_op for region in terminator.regions for block in region.blocks)
    )
