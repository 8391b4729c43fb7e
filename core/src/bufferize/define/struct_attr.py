"""Attributes whose parameters are written by their names: MLIR's `struct(params)`."""

from __future__ import annotations

__all__ = ["StructAttr"]

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, get_args, get_origin
from typing import get_type_hints as type_hints

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import Attribute, parameters

if TYPE_CHECKING:
    from typing_extensions import Self


class _Parameter(NamedTuple):
    name: str
    text: str
    """The name as it is written."""
    parse: Callable[[AsmParser], Any]
    print: Callable[[AsmPrinter, Any], None]
    is_list: bool
    default: Any

    def is_left_out(self, value: Any) -> bool:
        return self.default is not MISSING and value == self.default


class _Options(Attribute):
    # A class of its own, since the fields of the dataclass are the key of interning.

    camel_case: ClassVar[bool] = True
    """Whether parameters are written as in `isOptimized`, and not as in `is_optimized`."""
    text_order: ClassVar[tuple[str, ...]] = ()
    """The Python names in the order in which they are written, if it differs."""
    _syntax: ClassVar[tuple[_Parameter, ...] | None] = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._syntax = None


@parameters
class StructAttr(_Options):
    """Base of attributes `#dialect.mnemonic<name = value, …>`, in any order.

    The annotation of a field says how it is written: `bool`, `int`, `str`, a class of attributes,
    `Annotated[type, syntax]` with methods `syntax.parse(parser)` and `syntax.print(printer, value)`,
    or a tuple of any number of these, which is written without brackets. One with a default may be
    left out, and is not written where it has that value.
    """

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """Parse `<name = value, …>`."""
        parser.parse_punctuation("<")
        known = {parameter.text: parameter for parameter in _syntax(cls)}
        given: dict[str, Any] = {}
        more = parser.peek() != ">"
        while more:
            offset, word = parser.offset, parser.peek()
            parameter = known.get(word)
            if parameter is None or parameter.name in given:
                raise parser.error(f"duplicate or unknown struct parameter name: {word}", offset)
            parser.parse_any_keyword()
            parser.parse_punctuation("=")
            if parameter.is_list:
                given[parameter.name], more = _parse_elements(parser, parameter.parse)
            else:
                given[parameter.name] = parameter.parse(parser)
                more = parser.parse_optional_punctuation(",")
        for parameter in known.values():
            if parameter.default is MISSING and parameter.name not in given:
                raise parser.error(f"struct is missing required parameter: {parameter.text}")
        parser.parse_punctuation(">")
        return cls(**given)

    def print_parameters(self, printer: AsmPrinter) -> None:
        """Write `<name = value, …>` in the order of the fields."""
        separator = "<"
        for parameter in _syntax(type(self)):
            value = getattr(self, parameter.name)
            if parameter.is_left_out(value):
                continue
            printer.write(f"{separator}{parameter.text} = ")
            for index, element in enumerate(value if parameter.is_list else (value,)):
                printer.write(", " if index else "")
                parameter.print(printer, element)
            separator = ", "
        printer.write("<>" if separator == "<" else ">")


def _parse_elements(
    parser: AsmParser, parse: Callable[[AsmParser], Any]
) -> tuple[tuple[Any, ...], bool]:
    """Parse a list without brackets; also return whether a comma and another parameter follow."""
    values = [parse(parser)]
    while parser.parse_optional_punctuation(","):
        if parser.peek()[:1].isalpha():
            return tuple(values), True
        values.append(parse(parser))
    return tuple(values), False


def _syntax(cls: type[StructAttr]) -> tuple[_Parameter, ...]:
    if cls._syntax is None:
        hints = type_hints(cls, include_extras=True)
        found = {
            field.name: _parameter(cls, field.name, hints[field.name], field.default)
            for field in fields(cls)
        }
        cls._syntax = tuple(found[name] for name in cls.text_order or found)
    return cls._syntax


def _parameter(cls: type[StructAttr], name: str, hint: Any, default: Any) -> _Parameter:
    alternatives = [part for part in get_args(hint) if part is not type(None)]
    if type(None) in get_args(hint):
        hint = alternatives[0]
    is_list = get_origin(hint) is tuple
    if is_list:
        hint = get_args(hint)[0]
    first, *others = name.rstrip("_").split("_")
    text = "".join([first, *map(str.capitalize, others)]) if cls.camel_case else name.rstrip("_")
    return _Parameter(name, text, *_reader_and_writer(hint), is_list, default)


def _reader_and_writer(
    hint: Any,
) -> tuple[Callable[[AsmParser], Any], Callable[[AsmPrinter, Any], None]]:
    if get_origin(hint) is Annotated:
        syntax = get_args(hint)[1]
        return syntax.parse, syntax.print
    if hint in _SCALARS:
        return _SCALARS[hint]
    if getattr(hint, "mnemonic", "") and hint.dialect_name != "builtin":
        return (
            lambda parser: parser.parse_custom_attribute(hint),
            lambda printer, value: printer.print_custom_attribute(value),
        )

    def parse(parser: AsmParser) -> Any:
        offset = parser.offset
        attribute = parser.parse_attribute()
        if not isinstance(attribute, hint):
            raise parser.error("invalid kind of attribute specified", offset)
        return attribute

    return parse, lambda printer, value: printer.print_attribute(value)


def _parse_bool(parser: AsmParser) -> bool:
    word = parser.parse_optional_any_keyword(("true", "false"))
    if word is None:
        raise parser.error("expected 'true' or 'false'")
    return word == "true"


_SCALARS: dict[Any, tuple[Callable[[AsmParser], Any], Callable[[AsmPrinter, Any], None]]] = {
    bool: (_parse_bool, lambda printer, value: printer.write(str(value).lower())),
    int: (lambda parser: parser.parse_integer(), lambda printer, value: printer.write(str(value))),
    str: (lambda parser: parser.parse_string(), lambda printer, value: printer.print_string(value)),
}
