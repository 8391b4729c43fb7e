"""What ops with structured control flow share: pieces of syntax, terminators that it leaves out."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.define.asm import (
    Argument,
    AsmParser,
    AsmPrinter,
    OperationState,
    UnresolvedOperand,
)
from bufferize.define.context import Context
from bufferize.define.errors import DefinitionError
from bufferize.define.traits import SingleBlockImplicitTerminator
from bufferize.ir import (
    UNKNOWN_LOC,
    Block,
    BlockArgument,
    IsTerminator,
    Location,
    Operation,
    Region,
    Value,
)


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
    printer.print_region(region, print_entry_args=False, print_terminators=not is_implied(region))


def ensure_terminator(
    op_class: type[Operation],
    region: Region,
    context: Context,
    location: Location = UNKNOWN_LOC,
) -> None:
    """Gives a region of an op with `SingleBlockImplicitTerminator` its block and terminator.

    Nothing is changed where the last op is a terminator already; an unregistered op is none.
    """
    trait = op_class.get_trait(SingleBlockImplicitTerminator)
    assert trait is not None, op_class.name
    if not region.blocks:
        region.append(Block())
    block = region.blocks[-1]
    if block.last_op is not None and block.last_op.has_trait(IsTerminator):
        return
    terminator = context.op_class(trait.terminator)
    if terminator is None:
        raise DefinitionError(
            f"op '{op_class.name}' ends its regions with '{trait.terminator}', which no dialect "
            "declares"
        )
    block.append(terminator.create(location=location))


def is_implied(region: Region) -> bool:
    """Whether the text may leave out the region's terminator: it says nothing by itself."""
    op = region.parent
    if op is None or not op.has_trait(SingleBlockImplicitTerminator) or not region.blocks:
        return False
    last = region.blocks[0].last_op
    return last is not None and not (
        last.op_operands
        or last.results
        or last.attributes
        or last.properties
        or any(block.first_op for inner in last.regions for block in inner.blocks)
    )
