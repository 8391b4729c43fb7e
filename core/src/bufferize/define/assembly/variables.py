"""How the variables and types of an assembly format are parsed.

Each function returns two closures: one for an element that must be there and one, for the start of
an optional group, that takes nothing and returns False if it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from bufferize.define.asm import AsmParser, UnresolvedOperand
from bufferize.define.assembly.analysis import is_dialect_class
from bufferize.define.assembly.frame import Frame
from bufferize.define.enums import EnumAttr
from bufferize.define.fields import (
    Arity,
    AttrField,
    OperandField,
    RegionField,
    SuccessorField,
    ValueField,
)
from bufferize.define.terminators import ensure_terminator
from bufferize.define.traits import SingleBlock, SingleBlockImplicitTerminator
from bufferize.ir import (
    ArrayAttr,
    Attribute,
    Block,
    DictionaryAttr,
    Region,
    StringAttr,
    SymbolRefAttr,
    Type,
    dense_i32,
)

if TYPE_CHECKING:
    from bufferize.define.definition import OpDefinition

Step = Callable[[AsmParser, Frame], object]
Attempt = Callable[[AsmParser, Frame], bool]
Parsers = tuple[Step, Attempt]


def operand_parsers(field: OperandField) -> Parsers:
    """`$operand`."""
    index = field.index
    if field.segments is not None:
        return _nested_operand_parsers(index, field.segments)
    if field.arity is Arity.VARIADIC:

        def try_list(parser: AsmParser, frame: Frame) -> bool:
            frame.operands[index] = operands = parser.parse_operand_list()
            return bool(operands)

        return try_list, try_list

    def try_one(parser: AsmParser, frame: Frame) -> bool:
        operand = parser.parse_optional_operand()
        if operand is None:
            return False
        frame.operands[index] = (operand,)
        return True

    if field.arity is Arity.OPTIONAL:
        return try_one, try_one

    def parse_one(parser: AsmParser, frame: Frame) -> None:
        frame.operands[index] = (parser.parse_operand(),)

    return parse_one, try_one


def _nested_operand_parsers(index: int, segments: str) -> Parsers:
    def attempt(parser: AsmParser, frame: Frame) -> bool:
        operands: list[UnresolvedOperand] = []
        sizes: list[int] = []
        if parser.peek() == "(":
            while True:
                part = parser.parse_operand_list("(")
                sizes.append(len(part))
                operands += part
                if not parser.parse_optional_punctuation(","):
                    break
        frame.operands[index] = operands
        frame.state.properties[segments] = dense_i32(sizes)
        return bool(sizes)

    return attempt, attempt


def type_list_parsers(keep: Callable[[Frame, list[Type]], None]) -> Parsers:
    """Types between commas, as many as there are; `keep` is given them."""

    def parse_list(parser: AsmParser, frame: Frame) -> None:
        keep(frame, parser.parse_type_list())

    def try_list(parser: AsmParser, frame: Frame) -> bool:
        first = parser.parse_optional_type()
        types = [] if first is None else [first]
        while types and parser.parse_optional_punctuation(","):
            types.append(parser.parse_type())
        keep(frame, types)
        return bool(types)

    return parse_list, try_list


def type_parsers(field: ValueField, qualified: bool) -> Parsers:
    """`type($value)`."""
    place = field.place
    if isinstance(field, OperandField) and field.segments is not None:
        return _nested_type_parsers(place)

    def keep(frame: Frame, types: Sequence[Type]) -> None:
        frame.types[place] = types

    if field.arity is Arity.VARIADIC:
        return type_list_parsers(keep)

    def try_one(parser: AsmParser, frame: Frame) -> bool:
        type = parser.parse_optional_type()
        keep(frame, () if type is None else (type,))
        return type is not None

    if field.arity is Arity.OPTIONAL:
        return try_one, try_one
    cls = field.constraint.cls
    if cls is not None and is_dialect_class(cls) and not qualified:
        known = cls

        def parse_custom(parser: AsmParser, frame: Frame) -> None:
            keep(frame, (parser.parse_custom_type(known),))

        return parse_custom, try_one

    def parse_one(parser: AsmParser, frame: Frame) -> None:
        frame.types[place] = (parser.parse_type(),)

    return parse_one, try_one


def _nested_type_parsers(place: int) -> Parsers:
    def attempt(parser: AsmParser, frame: Frame) -> bool:
        types: list[Type] = []
        found = parser.peek() == "("
        while parser.peek() == "(":
            types += parser.parse_comma_separated_list("(", parser.parse_type)
            if not parser.parse_optional_punctuation(","):
                break
        frame.types[place] = types
        return found

    return attempt, attempt


def attribute_parsers(field: AttrField, qualified: bool = False) -> Parsers:
    """`$attribute`."""
    name = field.ir_name
    parse, parse_optional = _attribute_functions(field, qualified)
    cls = field.constraint.cls

    def step(parser: AsmParser, frame: Frame) -> None:
        offset = parser.offset
        attribute = parse(parser)
        if cls is not None and not isinstance(attribute, cls):
            raise parser.error("invalid kind of attribute specified", offset)
        frame.state.properties[name] = attribute

    def attempt(parser: AsmParser, frame: Frame) -> bool:
        attribute = parse_optional(parser)
        if attribute is None:
            return False
        frame.state.properties[name] = attribute
        return True

    return step, attempt


def _attribute_functions(
    field: AttrField, qualified: bool
) -> tuple[Callable[[AsmParser], Attribute], Callable[[AsmParser], Attribute | None]]:
    constraint = field.constraint
    cls, value_type = constraint.cls, constraint.value_type
    if constraint.syntax is not None:
        return constraint.syntax.parse, constraint.syntax.parse_optional
    if cls is not None and is_dialect_class(cls) and not qualified:
        return _dialect_attribute_functions(cls)
    start = _FIRST_CHARACTER.get(cls) if cls is not None else None

    def parse(parser: AsmParser) -> Attribute:
        return parser.parse_attribute(value_type)

    def parse_optional(parser: AsmParser) -> Attribute | None:
        if start is None:
            return parser.parse_optional_attribute(value_type)
        return parse(parser) if parser.peek()[:1] in (start, "#") else None

    return parse, parse_optional


# What an attribute of a class starts with, so that other text is not taken for one.
_FIRST_CHARACTER: dict[type, str] = {
    StringAttr: '"',
    ArrayAttr: "[",
    SymbolRefAttr: "@",
    DictionaryAttr: "{",
}


def _dialect_attribute_functions(
    cls: Any,
) -> tuple[Callable[[AsmParser], Attribute], Callable[[AsmParser], Attribute | None]]:
    keywords: Collection[str] = ()
    if issubclass(cls, EnumAttr) and not cls.angle_brackets:
        keywords = cls.cases

    def parse(parser: AsmParser) -> Attribute:
        attribute: Attribute = parser.parse_custom_attribute(cls)
        return attribute

    def parse_optional(parser: AsmParser) -> Attribute | None:
        following = parser.peek()
        if following[:1] in ("<", "#") or following in keywords:
            return parse(parser)
        return None

    return parse, parse_optional


def region_parsers(definition: OpDefinition, field: RegionField) -> Parsers:
    """`$region`."""
    index = field.index
    complete = region_completer(definition)
    if field.arity is Arity.VARIADIC:

        def attempt_list(parser: AsmParser, frame: Frame) -> bool:
            frame.regions[index] = regions = parse_regions(parser, frame, complete)
            return bool(regions)

        return attempt_list, attempt_list

    def step(parser: AsmParser, frame: Frame) -> None:
        region = parser.parse_region()
        complete(parser, frame, region)
        frame.regions[index] = (region,)

    def attempt(parser: AsmParser, frame: Frame) -> bool:
        region = parser.parse_optional_region()
        if region is None:
            return False
        complete(parser, frame, region)
        frame.regions[index] = (region,)
        return True

    return step, attempt


RegionCompleter = Callable[[AsmParser, Frame, Region], None]


def region_completer(definition: OpDefinition) -> RegionCompleter:
    """What gives a region the block and the terminator that the text may leave out."""
    cls = definition.cls
    if cls.has_trait(SingleBlockImplicitTerminator):

        def add_terminator(parser: AsmParser, frame: Frame, region: Region) -> None:
            ensure_terminator(cls, region, parser.context, frame.state.location)

        return add_terminator
    if cls.has_trait(SingleBlock):

        def add_block(parser: AsmParser, frame: Frame, region: Region) -> None:
            if not region.blocks:
                region.append(Block())

        return add_block
    return lambda parser, frame, region: None


def parse_regions(parser: AsmParser, frame: Frame, complete: RegionCompleter) -> list[Region]:
    """Regions with commas between, maybe none."""
    region = parser.parse_optional_region()
    regions: list[Region] = []
    while region is not None:
        complete(parser, frame, region)
        regions.append(region)
        region = parser.parse_region() if parser.parse_optional_punctuation(",") else None
    return regions


def successor_parsers(field: SuccessorField) -> Parsers:
    """`$successor`."""
    index = field.index
    if field.arity is Arity.VARIADIC:

        def attempt_list(parser: AsmParser, frame: Frame) -> bool:
            frame.successors[index] = successors = parse_successors(parser)
            return bool(successors)

        return attempt_list, attempt_list

    def step(parser: AsmParser, frame: Frame) -> None:
        frame.successors[index] = (parser.parse_successor(),)

    def attempt(parser: AsmParser, frame: Frame) -> bool:
        successor = parser.parse_optional_successor()
        if successor is None:
            return False
        frame.successors[index] = (successor,)
        return True

    return step, attempt


def parse_successors(parser: AsmParser) -> list[Block]:
    """Successors with commas between, maybe none."""
    successor = parser.parse_optional_successor()
    successors: list[Block] = []
    while successor is not None:
        successors.append(successor)
        successor = parser.parse_successor() if parser.parse_optional_punctuation(",") else None
    return successors
