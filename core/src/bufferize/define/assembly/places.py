"""What the variables and types of an assembly format stand for: how they are parsed and printed.

`parsers` returns two closures: one for an element that must be there and one, for the start of an
optional group, that takes nothing and returns False if it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from operator import attrgetter, methodcaller
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.assembly.frame import Frame
from bufferize.define.enums import EnumAttr
from bufferize.define.fields import (
    Arity,
    AttrField,
    Field,
    OperandField,
    RegionField,
    ResultField,
    SuccessorField,
    ValueField,
)
from bufferize.define.structured import ensure_terminator, is_implied
from bufferize.define.traits import SingleBlockImplicitTerminator
from bufferize.ir import (
    ArrayAttr,
    Attribute,
    Block,
    DictionaryAttr,
    Region,
    SingleBlock,
    StringAttr,
    SymbolRefAttr,
    dense_i32,
)

if TYPE_CHECKING:
    from bufferize.define.definition import OpDefinition

Step = Callable[[AsmParser, Frame], object]
Attempt = Callable[[AsmParser, Frame], bool]
Parsers = tuple[Step, Attempt]
PrintStep = Callable[[AsmPrinter, Any], None]
Condition = Callable[[Any], bool]
Getter = Callable[[Any], Any]
Reader = Callable[[Frame], Any]
Writer = Callable[[Frame, Any], None]


class Argument(NamedTuple):
    """An argument of a custom directive: what that gets to print and to parse, and where it goes."""

    get: Getter
    read: Reader | None = None
    write: Writer | None = None


class Place:
    """The values of a field, or without a field those of all fields of the kind.

    A frame has them in its list `slot` or in its table of all.
    """

    slot = ""
    """Also the attribute of an operation that has all of them."""
    parse: Callable[[AsmParser], Any]
    parse_optional: Callable[[AsmParser], Any]

    def __init__(self, field: Any, definition: OpDefinition) -> None:
        self.definition = definition
        self.list_name = "all" if field is None else self.slot
        self.key: int | str = self.slot if field is None else self.index(field)
        self.arity = Arity.VARIADIC if field is None else field.arity
        self.get: Getter = attrgetter(self.slot) if field is None else field.get
        self.segments: str | None = getattr(field, "segments", None)

    def index(self, field: Any) -> int:
        """Where a field's values are in the list."""
        index: int = field.index
        return index

    # In the text of an operation

    def parsers(self) -> Parsers:
        """How the values are parsed where they must be there, and where they may be absent."""
        if self.segments is not None:
            return self._try_parts, self._try_parts
        if self.arity is Arity.VARIADIC:
            return self._try_list, self._try_list
        container, key = attrgetter(self.list_name), self.key
        parse, parse_optional = self.parse, self.parse_optional

        def try_one(parser: AsmParser, frame: Frame) -> bool:
            value = parse_optional(parser)
            if value is None:
                return False
            container(frame)[key] = (value,)
            return True

        def parse_one(parser: AsmParser, frame: Frame) -> None:
            container(frame)[key] = (parse(parser),)

        return try_one if self.arity is Arity.OPTIONAL else parse_one, try_one

    def _try_list(self, parser: AsmParser, frame: Frame) -> bool:
        values = []
        value = self.parse_optional(parser)
        while value is not None:
            values.append(value)
            value = self.parse(parser) if parser.parse_optional_punctuation(",") else None
        self.keep(frame, values)
        return bool(values)

    def _try_parts(self, parser: AsmParser, frame: Frame) -> bool:
        parts: list[list[Any]] = []
        while parser.peek() == "(":
            parts.append(parser.parse_comma_separated_list("(", lambda: self.parse(parser)))
            if not parser.parse_optional_punctuation(","):
                break
        self.write(frame, parts)
        return bool(parts)

    def printer(self) -> PrintStep:
        """Prints the values of an operation."""
        get, print_one, print_list = self.get, self.print_one, self.print_list
        if self.segments is not None:

            def print_parts(printer: AsmPrinter, op: Any) -> None:
                for i, part in enumerate(get(op)):
                    printer.write(", (" if i else "(")
                    print_list(printer, part)
                    printer.write(")")

            return print_parts
        if self.arity is Arity.VARIADIC:
            return lambda printer, op: print_list(printer, get(op))
        if self.arity is Arity.SINGLE:
            return lambda printer, op: print_one(printer, get(op))

        def print_optional(printer: AsmPrinter, op: Any) -> None:
            value = get(op)
            if value is not None:
                print_one(printer, value)

        return print_optional

    def print_one(self, printer: AsmPrinter, value: Any) -> None:
        """Prints one value."""
        raise NotImplementedError

    def print_list(self, printer: AsmPrinter, values: Sequence[Any]) -> None:
        """Prints values with commas between."""
        for i, value in enumerate(values):
            if i:
                printer.write(", ")
            self.print_one(printer, value)

    def presence(self) -> Condition:
        """Whether an operation has any value."""
        get = self.get
        if self.arity is Arity.SINGLE:
            return _always
        if self.arity is Arity.OPTIONAL:
            return lambda op: get(op) is not None
        return lambda op: bool(get(op))

    # As arguments of custom directives

    def argument(self) -> Getter:
        """What a directive is given to print."""
        return self.get

    def read(self, frame: Frame) -> Any:
        """What a directive is given of what has been parsed before."""
        values = getattr(frame, self.list_name)[self.key]
        if self.arity is Arity.VARIADIC:
            return values or ()
        return values[0] if values else None

    def write(self, frame: Frame, value: Any) -> None:
        """Takes what a directive has parsed."""
        if self.arity is not Arity.VARIADIC:
            value = () if value is None else (value,)
        elif self.segments is not None:
            value = [v for part in value for v in part]
        self.keep(frame, value if value is not None else ())

    def keep(self, frame: Frame, values: Sequence[Any]) -> None:
        """Puts what was read into the frame."""
        getattr(frame, self.list_name)[self.key] = values


class OperandPlace(Place):
    """Operands."""

    slot = "operands"
    parse = methodcaller("parse_operand")
    parse_optional = methodcaller("parse_optional_operand")

    def print_one(self, printer: AsmPrinter, value: Any) -> None:
        printer.print_operand(value)

    def print_list(self, printer: AsmPrinter, values: Sequence[Any]) -> None:
        printer.print_operands(values)

    def write(self, frame: Frame, value: Any) -> None:
        if self.segments is not None:
            frame.state.properties[self.segments] = dense_i32(len(part) for part in value)
        super().write(frame, value)


class TypePlace(Place):
    """The types of operands or results: of a field, or of all by the name of their list."""

    parse = methodcaller("parse_type")
    parse_optional = methodcaller("parse_optional_type")

    def __init__(
        self, of: ValueField | str, definition: OpDefinition, qualified: bool = False
    ) -> None:
        self.short: type[Any] | None = None
        """The class of a type that is written without its prefix."""
        if isinstance(of, str):
            self.slot = of
            super().__init__(None, definition)
            self.key = f"{of[:-1]}_types"
            self.types: Getter = attrgetter(self.key)
            """The types that an operation has, as a list."""
            return
        self.slot = "types"
        super().__init__(of, definition)
        cls = of.constraint.cls
        if self.arity is Arity.SINGLE and is_dialect_class(cls) and not qualified:
            self.short = cls
            self.parse = methodcaller("parse_custom_type", cls)
        all_types = attrgetter(f"{of.kind}_types")
        groups, index = getattr(definition, f"{of.kind}s"), of.index
        self.types = lambda op: all_types(op)[slice(*groups.bounds(op)[index])]

    def index(self, field: Any) -> int:
        place: int = field.place
        return place

    def parsers(self) -> Parsers:
        step, attempt = super().parsers()
        if self.arity is not Arity.VARIADIC or self.segments is not None:
            return step, attempt

        def parse_list(parser: AsmParser, frame: Frame) -> None:
            self.keep(frame, parser.parse_type_list())

        return parse_list, attempt

    def print_one(self, printer: AsmPrinter, value: Any) -> None:
        if self.short is not None and isinstance(value.type, self.short):
            printer.print_custom_type(value.type)
        else:
            printer.print_type(value.type)

    def print_list(self, printer: AsmPrinter, values: Sequence[Any]) -> None:
        printer.print_types([value.type for value in values])

    def argument(self) -> Getter:
        get = self.get
        if self.segments is not None:
            return lambda op: tuple([tuple([v.type for v in part]) for part in get(op)])
        return self.types if self.arity is Arity.VARIADIC else lambda op: _type_of(get(op))


def _type_of(value: Any) -> Any:
    return None if value is None else value.type


class RegionPlace(Place):
    """Regions. The text may leave out their terminator, or their only block."""

    slot = "regions"
    parse = methodcaller("parse_region")
    parse_optional = methodcaller("parse_optional_region")

    def parsers(self) -> Parsers:
        step, attempt = super().parsers()
        if not self.definition.cls.has_trait(SingleBlock):
            return step, attempt
        return self._completing(step), self._completing(attempt)

    def _completing(self, step: Step) -> Attempt:
        cls = self.definition.cls
        has_terminator = cls.has_trait(SingleBlockImplicitTerminator)

        def completed(parser: AsmParser, frame: Frame) -> bool:
            taken = step(parser, frame)
            for region in getattr(frame, self.list_name)[self.key] or ():
                if has_terminator:
                    ensure_terminator(cls, region, parser.context, frame.state.location)
                elif not region.blocks:
                    region.append(Block())
            return bool(taken)

        return completed

    def print_one(self, printer: AsmPrinter, value: Region) -> None:
        printer.print_region(value, print_terminators=not is_implied(value))

    def presence(self) -> Condition:
        if self.arity is Arity.SINGLE:
            return lambda op: bool(self.get(op).blocks)
        return super().presence()


class SuccessorPlace(Place):
    """Successors."""

    slot = "successors"
    parse = methodcaller("parse_successor")
    parse_optional = methodcaller("parse_optional_successor")

    def print_one(self, printer: AsmPrinter, value: Block) -> None:
        printer.print_successor(value)


class AttributePlace:
    """An inherent attribute, with `qualified` under its whole name."""

    def __init__(self, field: AttrField, qualified: bool = False) -> None:
        self.field = field
        self.name = field.ir_name
        self.constraint = field.constraint
        cls = field.constraint.cls
        self.short = cls if is_dialect_class(cls) and not qualified else None
        """The class of an attribute that is written without its prefix."""

    def parsers(self) -> Parsers:
        """How it is parsed where it must be there, and where it may be absent."""
        name, cls = self.name, self.constraint.cls
        parse, parse_optional = self._functions()

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

    def _functions(
        self,
    ) -> tuple[Callable[[AsmParser], Attribute], Callable[[AsmParser], Attribute | None]]:
        constraint, value_type = self.constraint, self.constraint.value_type
        if constraint.syntax is not None:
            return constraint.syntax.parse, constraint.syntax.parse_optional
        starts: Collection[str] = ()
        keywords: Collection[str] = ()
        if self.short is None:
            parse: Callable[[AsmParser], Any] = methodcaller("parse_attribute", value_type)
            start = _FIRST_CHARACTER.get(constraint.cls)
            if start is None:
                return parse, methodcaller("parse_optional_attribute", value_type)
            starts = (start, "#")
        else:
            parse = methodcaller("parse_custom_attribute", self.short)
            starts = ("<", "#")
            if issubclass(self.short, EnumAttr) and not self.short.angle_brackets:
                keywords = self.short.cases

        def parse_optional(parser: AsmParser) -> Attribute | None:
            following = parser.peek()
            taken = following[:1] in starts or following in keywords
            return parse(parser) if taken else None

        return parse, parse_optional

    def printer(self) -> PrintStep:
        """Prints the attribute of an operation, if it is there."""
        get, constraint = self.field.get, self.constraint
        if constraint.syntax is not None:
            print_attribute = constraint.syntax.print
        elif constraint.value_type is not None:
            print_attribute = _print_without_type
        else:
            print_attribute = _print_custom if self.short is not None else _print_attribute

        def step(printer: AsmPrinter, op: Any) -> None:
            attribute = get(op)
            if attribute is not None:
                print_attribute(printer, attribute)

        return step

    def presence(self) -> Condition:
        """Whether an operation has the attribute, other than its default."""
        name, default = self.name, self.field.default
        if default is None:
            return lambda op: name in op.properties
        return lambda op: op.properties.get(name, default) is not default

    def argument(self) -> Getter:
        """What a custom directive is given to print."""
        return self.field.get

    def read(self, frame: Frame) -> Any:
        """What a custom directive is given of what has been parsed before."""
        return frame.state.properties.get(self.name) or self.field.default

    def write(self, frame: Frame, value: Any) -> None:
        """Takes what a custom directive has parsed."""
        if value is not None:
            frame.state.properties[self.name] = value


# What an attribute of a class starts with, so that other text is not taken for one.
_FIRST_CHARACTER: dict[type | None, str] = {
    StringAttr: '"',
    ArrayAttr: "[",
    SymbolRefAttr: "@",
    DictionaryAttr: "{",
}

_PLACES: dict[type[Field], type[Place]] = {
    OperandField: OperandPlace,
    RegionField: RegionPlace,
    SuccessorField: SuccessorPlace,
}
_PLACES_OF_ALL = {place.slot: place for place in _PLACES.values()}


def place_of(field: Field, definition: OpDefinition, qualified: bool = False) -> AnyPlace:
    """What a variable stands for; of a result that is its type."""
    if isinstance(field, AttrField):
        return AttributePlace(field, qualified)
    if isinstance(field, ResultField):
        return TypePlace(field, definition)
    return _PLACES[type(field)](field, definition)


def place_of_all(name: str, definition: OpDefinition) -> Place:
    """What `operands`, `regions` or `successors` stands for."""
    return _PLACES_OF_ALL[name](None, definition)


AnyPlace: TypeAlias = Place | AttributePlace


def is_dialect_class(cls: type | None) -> bool:
    """Whether the class is a type or attribute of a dialect, which formats write without prefix.

    Without parameters nothing would be left.
    """
    has_parameters = bool(getattr(cls, "__dataclass_fields__", True))
    is_named = bool(getattr(cls, "mnemonic", "")) and getattr(cls, "dialect_name", "") != "builtin"
    return is_named and has_parameters


def _always(op: Any) -> bool:
    return True


def _print_attribute(printer: AsmPrinter, attribute: Attribute) -> None:
    printer.print_attribute(attribute)


def _print_without_type(printer: AsmPrinter, attribute: Attribute) -> None:
    printer.print_attribute_without_type(attribute)


def _print_custom(printer: AsmPrinter, attribute: Attribute) -> None:
    printer.print_custom_attribute(attribute)
