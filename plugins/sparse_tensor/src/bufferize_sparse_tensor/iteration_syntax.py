"""What the loops over sparse tensors have in common, and how it is written."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.define import Operation
from bufferize.define.asm import (
    Argument,
    AsmParser,
    AsmPrinter,
    OperationState,
    UnresolvedOperand,
)
from bufferize.define.directives import print_assignments
from bufferize.ir import INDEX, Block, IntegerAttr, Type, Value


class IterationOp(Operation):
    """Base of the loops: what they carry, and which coordinates their blocks use.

    The arguments of a block are what is carried, the coordinates that are used, and iterators.
    """

    __slots__ = ()

    @property
    def used_levels(self) -> list[int]:
        """The levels of the spaces whose coordinates are arguments of the blocks."""
        bits = self.properties["crdUsedLvls"]
        assert isinstance(bits, IntegerAttr)
        return levels_of(bits.value)

    @property
    def carried(self) -> Sequence[Value]:
        """What is carried into the first iteration."""
        return ()

    def print_coordinates(self, printer: AsmPrinter, block: Block, space_dim: int) -> None:
        """` at(%a, _)`, nothing if no coordinate is used."""
        levels, first = self.used_levels, len(self.carried)
        if not levels:
            return
        printer.write(" at(")
        for level in range(space_dim):
            printer.write(", " if level else "")
            if level in levels:
                printer.print_operand(block.arguments[first + levels.index(level)])
            else:
                printer.write("_")
        printer.write(")")

    def print_carried(self, printer: AsmPrinter, block: Block) -> None:
        """` iter_args(%a = %b)`, nothing if nothing is carried."""
        carried = self.carried
        if carried:
            printer.write(" iter_args")
            print_assignments(printer, block.arguments[: len(carried)], carried)


def levels_of(bits: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [level for level in range(64) if bits >> level & 1]


def parse_coordinates(parser: AsmParser) -> tuple[int, list[Argument]]:
    """`at(%a, _)`: the levels that are used, as bits, and their arguments."""
    bits, arguments = 0, []
    if parser.parse_optional_keyword("at"):
        for level, argument in enumerate(parse_arguments(parser, "(")):
            if argument is not None:
                bits |= 1 << level
                argument.type = INDEX
                arguments.append(argument)
    return bits, arguments


def parse_arguments(parser: AsmParser, delimiter: str | None) -> list[Argument | None]:
    """Arguments with commas between; None for `_`."""

    def parse_one() -> Argument | None:
        return None if parser.parse_optional_keyword("_") else parser.parse_argument()

    if delimiter is None and parser.peek() == "{":
        return []
    return parser.parse_comma_separated_list(delimiter, parse_one)


def parse_carried(
    parser: AsmParser,
    state: OperationState,
    spaces: Sequence[UnresolvedOperand],
    types: Sequence[Type],
    arguments: Sequence[Argument],
    inits: Sequence[UnresolvedOperand],
) -> None:
    """Gives the op its operands, and `arguments` their types: those of the results."""
    if len(arguments) != len(state.result_types):
        raise parser.error("mismatch in number of loop-carried values and defined values")
    for argument, type in zip(arguments, state.result_types, strict=True):
        argument.type = type
    state.operands = [
        *parser.resolve_operands(spaces, types),
        *parser.resolve_operands(inits, state.result_types),
    ]
