"""How custom directives are parsed: what they are given and where their values go."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bufferize.define.asm import AsmParser
from bufferize.define.directives import find_directive
from bufferize.define.fields import (
    Arity,
    AttrField,
    Field,
    OperandField,
    RegionField,
    SuccessorField,
    ValueField,
)
from bufferize.ir import dense_i32

if TYPE_CHECKING:
    from bufferize.define.assembly.analysis import Analysis
    from bufferize.define.assembly.elements import Custom
    from bufferize.define.assembly.frame import Frame
    from bufferize.define.assembly.parsing import Parsers

Reader = Callable[["Frame"], Any]
Writer = Callable[["Frame", Any], None]

_SLOTS: dict[type[Field], str] = {
    OperandField: "operands",
    RegionField: "regions",
    SuccessorField: "successors",
}


def custom_parsers(analysis: Analysis, element: Custom) -> Parsers:
    """`custom<Name>(...)`, and the same at the start of an optional group."""
    directive = find_directive(analysis.definition.dialect, element.name)
    if directive is None:
        raise analysis.error(element.column, f"no custom directive is called '{element.name}'")
    readers: list[Reader] = []
    writers: list[Writer] = []
    for argument in element.arguments:
        reader = argument.reader(analysis)
        if reader is None:
            writers.append(argument.writer(analysis))
        else:
            readers.append(reader)
    parse = directive.parse
    name = element.name

    def attempt(parser: AsmParser, frame: Frame) -> bool:
        values = parse(parser, *[read(frame) for read in readers])
        if len(writers) == 1 and not isinstance(values, tuple):
            writers[0](frame, values)
            return values is not None
        if values is None:
            return False
        if len(values) < len(writers):
            raise analysis.error(
                element.column, f"custom directive '{name}' gives {len(values)} values"
            )
        # A directive may give optional values that this format has no use for.
        for write, value in zip(writers, values, strict=False):
            write(frame, value)
        return True

    return attempt, attempt


def type_reader(field: ValueField) -> Reader:
    """The types of a field that the format has bound before."""
    return _list_reader("types", field.place, _is_single(field))


def field_reader(field: Field) -> Reader | None:
    """The value of a field that the format has bound before; None for a result."""
    if isinstance(field, AttrField):
        name, default = field.ir_name, field.default
        return lambda frame: frame.attribute(name) or default
    if type(field) in _SLOTS:
        return _list_reader(_SLOTS[type(field)], field.index, _is_single(field))
    return None


def _list_reader(slot: str, index: int, single: bool) -> Reader:
    def read(frame: Frame) -> Any:
        values = getattr(frame, slot)[index]
        if not single:
            return values or ()
        return values[0] if values else None

    return read


def _is_single(field: Field) -> bool:
    return getattr(field, "arity", Arity.SINGLE) is not Arity.VARIADIC


def type_writer(field: ValueField) -> Writer:
    """Takes the types of a field."""
    return _list_writer("types", field.place, _is_single(field), _segments(field))


def field_writer(field: Field) -> Writer:
    """Takes the value of a field."""
    if isinstance(field, AttrField):
        return _attribute_writer(field.ir_name)
    return _list_writer(_SLOTS[type(field)], field.index, _is_single(field), _segments(field))


def _segments(field: Field) -> str | None:
    return field.segments if isinstance(field, OperandField) else None


def _attribute_writer(name: str) -> Writer:
    def write(frame: Frame, value: Any) -> None:
        if value is not None:
            frame.state.properties[name] = value

    return write


def _list_writer(slot: str, index: int, single: bool, segments: str | None) -> Writer:
    def write(frame: Frame, value: Any) -> None:
        if single:
            value = () if value is None else (value,)
        elif segments is not None:
            if slot == "operands":
                frame.state.properties[segments] = dense_i32(len(part) for part in value)
            value = [v for part in value for v in part]
        getattr(frame, slot)[index] = value if value is not None else ()

    return write
