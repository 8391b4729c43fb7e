"""`custom<Name>(...)`: parts of assembly formats that are written in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from bufferize.define.asm import AsmParser, AsmPrinter, UnresolvedOperand
from bufferize.define.errors import DefinitionError
from bufferize.ir import DYNAMIC, I1, I64, DenseArrayAttr, Operation, Value

if TYPE_CHECKING:
    from bufferize.define.dialect import Dialect

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
"""Those that any dialect may use, by name."""


def as_directive(name: str, directive: Any) -> CustomDirective:
    """The directive made of a class's (static) methods `parse` and `print`."""
    parse, print = getattr(directive, "parse", None), getattr(directive, "print", None)
    if not callable(parse) or not callable(print):
        raise DefinitionError(f"custom directive '{name}' needs the methods parse and print")
    return CustomDirective(parse, print)


def custom_directive(name: str) -> Callable[[AnyT], AnyT]:
    """Declares the decorated class as `custom<name>` for all dialects."""

    def declare(directive: AnyT) -> AnyT:
        DIRECTIVES[name] = as_directive(name, directive)
        return directive

    return declare


def find_directive(dialect: Dialect, name: str) -> CustomDirective | None:
    """The directive of that name: the dialect's own, else one for all dialects."""
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
        """Reads the list; gives a third value, the flags, unless "{}" says that there are none."""
        opening, _ = _delimiters(options)
        operands: list[UnresolvedOperand] = []
        constants: list[int] = []
        scalable: list[int] = []

        def element() -> None:
            operand = parser.parse_optional_operand()
            if operand is not None:
                operands.append(operand)
                constants.append(DYNAMIC)
                scalable.append(0)
                return
            in_brackets = parser.parse_optional_punctuation("[")
            constants.append(parser.parse_integer())
            scalable.append(int(in_brackets))
            if in_brackets:
                parser.parse_punctuation("]")

        parser.parse_comma_separated_list(opening, element)
        return operands, DenseArrayAttr(I64, tuple(constants)), _flags(tuple(scalable))

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: Operation,
        operands: Sequence[Value],
        constants: DenseArrayAttr | None,
        *options: Any,
    ) -> None:
        """Writes the list."""
        opening, closing = _delimiters(options)
        flags = next((o.values for o in options if isinstance(o, DenseArrayAttr)), ())
        dynamic = iter(operands)
        printer.write(opening)
        for i, constant in enumerate(constants.values if constants is not None else ()):
            if i:
                printer.write(", ")
            is_scalable = i < len(flags) and flags[i]
            if is_scalable:
                printer.write("[")
            value = next(dynamic, None) if constant == DYNAMIC else None
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
def _flags(flags: tuple[int, ...]) -> DenseArrayAttr:
    return DenseArrayAttr(I1, flags)
