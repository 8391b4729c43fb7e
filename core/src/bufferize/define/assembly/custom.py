"""How custom directives are parsed: what they are given and where their values go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bufferize.define.asm import AsmParser
from bufferize.define.assembly.analysis import Analysis
from bufferize.define.assembly.elements import (
    Custom,
    Directive,
    Element,
    Ref,
    Text,
    TypeOf,
    Variable,
)
from bufferize.define.assembly.frame import Frame
from bufferize.define.directives import find_directive
from bufferize.define.fields import (
    Arity,
    AttrField,
    Field,
    OperandField,
    RegionField,
    SuccessorField,
)
from bufferize.ir import dense_i32

Reader = Callable[[Frame], Any]
Writer = Callable[[Frame, Any], None]

_SLOTS: dict[type[Field], str] = {
    OperandField: "operands",
    RegionField: "regions",
    SuccessorField: "successors",
}


def custom_parsers(
    analysis: Analysis, element: Custom
) -> tuple[Callable[[AsmParser, Frame], None], Callable[[AsmParser, Frame], bool]]:
    """`custom<Name>(...)`, and the same at the start of an optional group."""
    directive = find_directive(analysis.definition.dialect, element.name)
    if directive is None:
        raise analysis.error(element.column, f"no custom directive is called '{element.name}'")
    readers: list[Reader] = []
    writers: list[Writer] = []
    for argument in element.arguments:
        if isinstance(argument, Text):
            readers.append(_constant(argument.text))
        elif isinstance(argument, Ref):
            readers.append(_reader(analysis, argument.argument))
        else:
            writers.append(_writer(analysis, argument))
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

    def step(parser: AsmParser, frame: Frame) -> None:
        attempt(parser, frame)

    return step, attempt


def _constant(text: str) -> Reader:
    return lambda frame: text


def _reader(analysis: Analysis, argument: Element) -> Reader:
    """The value of something that the format has bound before."""
    if isinstance(argument, TypeOf) and isinstance(argument.argument, Variable):
        field: Field = analysis.typed_field(argument.argument)
        slot = "operand_types" if isinstance(field, OperandField) else "result_types"
        return _list_reader(slot, field.index, _is_single(field))
    if isinstance(argument, Variable):
        field = analysis.field(argument)
        if isinstance(field, AttrField):
            name, default = field.ir_name, field.default
            return lambda frame: frame.attribute(name) or default
        if type(field) in _SLOTS:
            return _list_reader(_SLOTS[type(field)], field.index, _is_single(field))
    raise analysis.error(argument.column, "ref takes an operand, attribute, region or a type")


def _list_reader(slot: str, index: int, single: bool) -> Reader:
    def read(frame: Frame) -> Any:
        values = getattr(frame, slot)[index]
        if not single:
            return values or ()
        return values[0] if values else None

    return read


def _is_single(field: Field) -> bool:
    return getattr(field, "arity", Arity.SINGLE) is not Arity.VARIADIC


def _writer(analysis: Analysis, argument: Element) -> Writer:
    """Puts a value that a directive returned to the field that it is for."""
    if isinstance(argument, TypeOf) and isinstance(argument.argument, Variable):
        field: Field = analysis.typed_field(argument.argument)
        slot = "operand_types" if isinstance(field, OperandField) else "result_types"
        return _list_writer(slot, field.index, _is_single(field), _segments(field))
    if isinstance(argument, Variable):
        field = analysis.field(argument)
        if isinstance(field, AttrField):
            return _attribute_writer(field.ir_name)
        slot = _SLOTS[type(field)]
        return _list_writer(slot, field.index, _is_single(field), _segments(field))
    if isinstance(argument, Directive) and argument.name == "attr-dict":
        return lambda frame, value: frame.state.attributes.update(value)
    raise analysis.error(argument.column, "not an argument for a custom directive")


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
