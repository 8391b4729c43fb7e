"""Pieces of syntax, written in Python, that several ops share.

A custom directive is one that an assembly format names, `custom<Name>(...)`. The functions are for ops
with structured control flow, which parse and print themselves.
"""

from __future__ import annotations

__all__ = ["CustomDirective", "DynamicIndexList", "custom_directive", "ensure_terminator"]

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from bufferize import ir
from bufferize.define.asm import Argument, AsmParser, AsmPrinter, OperationState, UnresolvedOperand
from bufferize.define.traits import SingleBlockImplicitTerminator
from bufferize.diagnostics import DefinitionError

if TYPE_CHECKING:
    from bufferize.define.dialect import Dialect
    from bufferize.define.dialect_context import DialectContext

AnyT = TypeVar("AnyT")


class CustomDirective(NamedTuple):
    """The two halves of a custom directive.

    `parse(parser, *inputs)` gets the strings and `ref(...)` arguments and returns the values of all
    other arguments, as a tuple unless there is one: for an operand `UnresolvedOperand` or a list of
    these, for `type($x)` a type or a list, for an attribute, region or successor itself (or a
    list); None for one that is optional and absent. As the first element of an optional group it
    returns None for "not here".

    `print(printer, op, *arguments)` gets the values of all arguments. The space before the
    directive is written already.
    """

    parse: Callable[..., Any]
    print: Callable[..., None]


DIRECTIVES: dict[str, CustomDirective] = {}
"""The directives that any dialect may use, by name."""


def as_directive(name: str, directive: Any) -> CustomDirective:
    """Return the directive made of the static methods `parse` and `print` of a class."""
    parse, print = getattr(directive, "parse", None), getattr(directive, "print", None)
    if not callable(parse) or not callable(print):
        raise DefinitionError(f"custom directive '{name}' needs the methods parse and print")
    return CustomDirective(parse, print)


def custom_directive(name: str) -> Callable[[AnyT], AnyT]:
    """Declare the decorated class as `custom<name>` for all dialects."""

    def declare(directive: AnyT) -> AnyT:
        DIRECTIVES[name] = as_directive(name, directive)
        return directive

    return declare


def find_directive(dialect: Dialect, name: str) -> CustomDirective | None:
    """Return the directive of that name: the dialect's own one, or one for all dialects."""
    return dialect.custom_directives.get(name) or DIRECTIVES.get(name)


@custom_directive("DynamicIndexList")
class DynamicIndexList:
    """`[%a, 4, [8]]`: operands and constants mixed, scalable ones in brackets.

    Arguments: the operands, the constants (an i64 array with DYNAMIC where an operand stands) and
    optionally the scalable flags (an i1 array, or "{}" for none) and the delimiter ("Paren" for
    parentheses).
    """

    @staticmethod
    def parse(parser: AsmParser, *options: str) -> tuple[Any, ...]:
        """Parse the list: operands, constants and scalable flags."""
        opening, _ = _delimiters(options)
        operands: list[UnresolvedOperand] = []
        constants: list[int] = []
        scalable: list[int] = []

        def element() -> None:
            operand = parser.parse_optional_operand()
            if operand is not None:
                operands.append(operand)
                constants.append(ir.DYNAMIC)
                scalable.append(0)
                return
            in_brackets = parser.parse_optional_punctuation("[")
            constants.append(parser.parse_integer())
            scalable.append(int(in_brackets))
            if in_brackets:
                parser.parse_punctuation("]")

        parser.parse_comma_separated_list(opening, element)
        return operands, ir.DenseArrayAttr(ir.I64, tuple(constants)), _flags(tuple(scalable))

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: ir.Operation,
        operands: Sequence[ir.Value],
        constants: ir.DenseArrayAttr | None,
        *options: Any,
    ) -> None:
        """Write the list."""
        opening, closing = _delimiters(options)
        flags = next((o.values for o in options if isinstance(o, ir.DenseArrayAttr)), ())
        dynamic = iter(operands)
        printer.write(opening)
        for i, constant in enumerate(constants.values if constants is not None else ()):
            if i:
                printer.write(", ")
            is_scalable = i < len(flags) and flags[i]
            if is_scalable:
                printer.write("[")
            value = next(dynamic, None) if constant == ir.DYNAMIC else None
            if value is not None:
                printer.print_operand(value)
            else:
                printer.write(str(constant))
            if is_scalable:
                printer.write("]")
        printer.write(closing)


def _delimiters(options: Sequence[Any]) -> tuple[str, str]:
    names = [option for option in options if isinstance(option, str)]
    return ("(", ")") if any("Paren" in name for name in names) else ("[", "]")


@lru_cache(maxsize=64)
def _flags(flags: tuple[int, ...]) -> ir.DenseArrayAttr:
    return ir.DenseArrayAttr(ir.I1, flags)


def parse_assignments(parser: AsmParser) -> tuple[list[Argument], list[UnresolvedOperand]]:
    """Parse `(%argument = %value, ...)`."""

    def parse_one() -> tuple[Argument, UnresolvedOperand]:
        argument = parser.parse_argument()
        parser.parse_punctuation("=")
        return argument, parser.parse_operand()

    pairs = parser.parse_comma_separated_list("(", parse_one)
    return [argument for argument, _ in pairs], [operand for _, operand in pairs]


def print_assignments(
    printer: AsmPrinter, arguments: Sequence[ir.BlockArgument], values: Sequence[ir.Value]
) -> None:
    """Write `(%argument = %value, ...)`."""
    printer.write("(")
    for i, (argument, value) in enumerate(zip(arguments, values, strict=True)):
        if i:
            printer.write(", ")
        printer.print_operand(argument)
        printer.write(" = ")
        printer.print_operand(value)
    printer.write(")")


def parse_then_else(op_class: type[ir.Operation], parser: AsmParser, state: OperationState) -> None:
    """Parse `{...} else {...} {attributes}`; without `else`, the second region has no block."""
    regions = [parser.parse_region()]
    if parser.parse_optional_keyword("else"):
        regions.append(parser.parse_region())
    for region in regions:
        ensure_terminator(op_class, region, parser.context, state.location)
    state.regions = regions if len(regions) == 2 else [*regions, ir.Region()]
    state.attributes.update(parser.parse_optional_attr_dict())


def print_then_else(printer: AsmPrinter, op: ir.Operation, elided: Sequence[str] = ()) -> None:
    """Write ` {...} else {...} {attributes}`, the second region if it has a block."""
    then_region, else_region = op.regions
    printer.write(" ")
    print_body(printer, then_region)
    if else_region.blocks:
        printer.write(" else ")
        print_body(printer, else_region)
    printer.print_attr_dict(op, elided)


def print_body(printer: AsmPrinter, region: ir.Region) -> None:
    """Write a region without its arguments, and without an implied terminator."""
    printer.print_region(region, print_entry_args=False, print_terminators=not is_implied(region))


def ensure_terminator(
    op_class: type[ir.Operation],
    region: ir.Region,
    context: DialectContext,
    location: ir.Location = ir.UNKNOWN_LOC,
) -> None:
    """Add the block and the terminator that the text of a region leaves out.

    The op has the trait `SingleBlockImplicitTerminator`. Nothing is changed if the last op is a
    terminator already; an unregistered op is none.
    """
    trait = op_class.get_trait(SingleBlockImplicitTerminator)
    assert trait is not None, op_class.name
    if not region.blocks:
        region.append(ir.Block())
    block = region.blocks[-1]
    if block.last_op is not None and block.last_op.has_trait(ir.IsTerminator):
        return
    terminator = context.op_class(trait.terminator)
    if terminator is None:
        raise DefinitionError(
            f"op '{op_class.name}' ends its regions with '{trait.terminator}', which no dialect "
            "declares"
        )
    block.append(terminator.create(location=location))


def is_implied(region: ir.Region) -> bool:
    """Return whether the text may omit the region's terminator: implied, and without any parts."""
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
