"""Slots: the values and types that the variables of an assembly format stand for.

An element `$x` or `type($x)` stands for a slot: the values, or the types, of the field `x`. While
an operation is parsed, a `Frame` holds what was read for each slot; a `Finisher` makes the
operation's state of it. The method `parsers` of a slot returns two closures: one for where the
element must be there, and one, for the start of an optional group, that consumes nothing and
returns False if it is absent.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from operator import attrgetter, methodcaller
from typing import Any, NamedTuple, TypeAlias

from bufferize import ir
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState, UnresolvedOperand
from bufferize.define.definition import OpDefinition
from bufferize.define.directives import ensure_terminator, is_implied
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
from bufferize.define.inference import Plan, TypeFrame
from bufferize.define.traits import SingleBlockImplicitTerminator
from bufferize.define.verification import attribute_message, type_message
from bufferize.diagnostics import DiagnosticError


class Frame(TypeFrame):
    """The parsed parts of one operation, by field."""

    __slots__ = ("all", "regions", "state", "successors")

    def __init__(self, definition: OpDefinition, state: OperationState) -> None:
        super().__init__(definition, state.properties)
        self.state = state
        self.regions: list[Sequence[ir.Region] | None] = [None] * len(definition.regions.fields)
        self.successors: list[Sequence[ir.Block]] = [()] * len(definition.successors.fields)
        self.all: dict[str, Sequence[Any]] = {}
        """The values parsed for all fields of a kind together, by the kind ("operands", …)."""


class Finisher:
    """The conversion of a frame to an operation's state: resolves operands, infers types."""

    __slots__ = ("_all_single", "_definition", "_part_sizes", "_plan")

    def __init__(self, definition: OpDefinition, plan: Plan) -> None:
        self._definition = definition
        self._plan = plan
        self._all_single = not definition.operands.open and definition.operands.segments is None
        self._part_sizes = [f.segments for f in definition.operands.fields if f.segments]

    def start(self, state: OperationState) -> Frame:
        """Return the frame for parsing one operation."""
        return Frame(self._definition, state)

    def finish(self, parser: AsmParser, frame: Frame) -> None:
        """Fill the state. Raises ParseError if the numbers of operands and types differ."""
        if frame.state.attributes:
            self._move_inherent_attributes(frame.state)
        try:
            for step in self._plan.steps:
                step(frame)
        except DiagnosticError as failure:
            raise parser.error(failure.diagnostics[0].message, _start(frame)) from failure
        if not self._all_single or not self._resolve_single_operands(parser, frame):
            self._resolve_operands(parser, frame)
        if frame.regions or frame.successors or frame.all:
            self._add_regions_and_successors(frame)
        self._set_results(parser, frame)

    def _move_inherent_attributes(self, state: OperationState) -> None:
        """Turn inherent attributes of the attr-dict into properties; they override the format's."""
        for name in [name for name in state.attributes if name in self._definition.inherent]:
            state.properties[name] = state.attributes.pop(name)

    def _resolve_single_operands(self, parser: AsmParser, frame: Frame) -> bool:
        """Resolve the operands if each field has exactly one; return whether it has."""
        if not frame.operands:
            return True
        operands: list[UnresolvedOperand] = []
        types: list[ir.Type] = []
        # The types of results follow those of operands.
        for operand, type in zip(frame.operands, frame.types, strict=False):
            if type is None or len(operand) != 1 or len(type) != 1:
                return False
            operands.append(operand[0])
            types.append(type[0])
        frame.state.operands = parser.resolve_operands(operands, types)
        return True

    def _add_regions_and_successors(self, frame: Frame) -> None:
        definition, state = self._definition, frame.state
        for field, regions in zip(definition.regions.fields, frame.regions, strict=True):
            if regions is not None:
                state.regions += regions
            elif field.arity is Arity.SINGLE and "regions" not in frame.all:
                state.regions.append(ir.Region())
        state.regions += frame.all.get("regions", ())
        for successors in (*frame.successors, frame.all.get("successors", ())):
            state.successors += successors

    def _resolve_operands(self, parser: AsmParser, frame: Frame) -> None:
        groups, state = self._definition.operands, frame.state
        all_operands, all_types = frame.all.get("operands"), frame.all.get("operand_types")
        unresolved: list[UnresolvedOperand] = []
        types: list[ir.Type] = []
        for operands, known in zip(frame.operands, frame.types, strict=False):
            known = known or ()
            if all_operands is None and all_types is None and len(known) != len(operands):
                raise _count_error(parser, operands, known)
            unresolved += operands
            types += known
        if all_operands is None and groups.segments is not None:
            sizes = [len(operands) for operands in frame.operands]
            state.properties[groups.segments] = ir.dense_i32(sizes)
        for name in self._part_sizes:  # the sizes of operand lists that the text leaves out
            state.properties.setdefault(name, ir.dense_i32(()))
        if all_operands is not None:
            unresolved = list(all_operands)
        if all_types is not None:
            types = list(all_types)
        if len(types) != len(unresolved):
            raise _count_error(parser, unresolved, types)
        if unresolved:
            state.operands += parser.resolve_operands(unresolved, types)

    def _set_results(self, parser: AsmParser, frame: Frame) -> None:
        groups, state = self._definition.results, frame.state
        if "result_types" in frame.all:
            state.result_types += frame.all["result_types"]
            return
        if self._plan.infer_results is not None:
            self._definition.complete(state)
            self._check_sources(parser, frame)
            try:
                state.result_types += self._plan.infer_results.function(state)
            except DiagnosticError as failure:
                raise parser.error(failure.diagnostics[0].message, _start(frame)) from failure
            return
        result_types = frame.types[len(frame.operands) :]
        for field, types in zip(groups.fields, result_types, strict=True):
            if types is None and field.arity is Arity.SINGLE:
                raise parser.error(
                    f"the type of result '{field.ir_name}' does not follow from the text"
                )
            state.result_types += types or ()
        if groups.segments is not None:
            sizes = [len(types or ()) for types in result_types]
            state.properties[groups.segments] = ir.dense_i32(sizes)

    def _check_sources(self, parser: AsmParser, frame: Frame) -> None:
        """Check the constraints of operands and attributes, which inference relies on."""
        operands, state = self._definition.operands, frame.state
        groups: Sequence[Sequence[ir.Type] | None] = frame.types[: len(operands.fields)]
        if "operand_types" in frame.all and not operands.open:
            groups = [(type,) for type in frame.all["operand_types"]]
            if len(groups) != len(operands.fields):
                message = f"expected {len(operands.fields)} operands, but found {len(groups)}"
                raise parser.error(message, _start(frame))
        index = 0
        for field, types in zip(operands.fields, groups, strict=True):
            for type in types or ():
                if not field.constraint.check(type):
                    message = type_message("operand", index, field, type)
                    raise parser.error(f"'{state.name}' op {message}", _start(frame))
                index += 1
        for attribute in self._definition.attributes:
            value = state.properties.get(attribute.ir_name)
            if attribute.required if value is None else not attribute.constraint.check(value):
                raise parser.error(attribute_message(attribute, value), _start(frame))


def _start(frame: Frame) -> int | None:
    """Return the offset of the first operand in the text."""
    groups = (frame.all.get("operands", ()), *frame.operands)
    return next((operands[0].offset for operands in groups if operands), None)


def _count_error(
    parser: AsmParser, operands: Sequence[UnresolvedOperand], types: Sequence[ir.Type]
) -> DiagnosticError:
    return parser.error(
        "number of operands and types do not match: "
        f"got {len(operands)} operands and {len(types)} types",
        operands[0].offset if operands else None,
    )


ParseStep = Callable[[AsmParser, Frame], object]
Attempt = Callable[[AsmParser, Frame], bool]
Parsers = tuple[ParseStep, Attempt]
PrintStep = Callable[[AsmPrinter, Any], None]
Condition = Callable[[Any], bool]
Getter = Callable[[Any], Any]
Reader = Callable[[Frame], Any]
Writer = Callable[[Frame, Any], None]


class DirectiveArgument(NamedTuple):
    """An argument of a custom directive, as three functions.

    `get` returns the value to print, `read` the one parsed earlier (for `ref`); `write` stores the
    value that the directive has parsed.
    """

    get: Getter
    read: Reader | None = None
    write: Writer | None = None


class Slot:
    """The values of one field or, without a field, of all fields of a kind.

    A frame keeps the values of a field in its list `ir_list`, those of a kind in its table `all`.
    """

    ir_list = ""
    """The name of the list of all values of the kind, in operations and frames."""
    parse: Callable[[AsmParser], Any]
    parse_optional: Callable[[AsmParser], Any]

    def __init__(self, field: Any, definition: OpDefinition) -> None:
        self.definition = definition
        self.list_name = "all" if field is None else self.ir_list
        self.key: int | str = self.ir_list if field is None else self.index(field)
        self.arity = Arity.VARIADIC if field is None else field.arity
        self.get: Getter = attrgetter(self.ir_list) if field is None else field.get
        self.segments: str | None = getattr(field, "segments", None)

    def index(self, field: Any) -> int:
        """Return the index of the field in the list of a frame."""
        index: int = field.index
        return index

    # In the text of an operation

    def parsers(self) -> Parsers:
        """Return two closures that parse the values: if required, and if optional."""
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
        """Return the step that prints the values of an operation."""
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
        """Print one value."""
        raise NotImplementedError

    def print_list(self, printer: AsmPrinter, values: Sequence[Any]) -> None:
        """Print values with commas between."""
        for i, value in enumerate(values):
            if i:
                printer.write(", ")
            self.print_one(printer, value)

    def presence(self) -> Condition:
        """Return the condition under which an operation has a value in this slot."""
        get = self.get
        if self.arity is Arity.SINGLE:
            return lambda op: True
        if self.arity is Arity.OPTIONAL:
            return lambda op: get(op) is not None
        return lambda op: bool(get(op))

    # As arguments of custom directives

    def argument(self) -> Getter:
        """Return the function that gets the values for a directive to print."""
        return self.get

    def read(self, frame: Frame) -> Any:
        """Return the values parsed earlier, for a directive with `ref(...)`."""
        values = getattr(frame, self.list_name)[self.key]
        if self.arity is Arity.VARIADIC:
            return values or ()
        return values[0] if values else None

    def write(self, frame: Frame, value: Any) -> None:
        """Store the values that a directive has parsed."""
        if self.arity is not Arity.VARIADIC:
            value = () if value is None else (value,)
        elif self.segments is not None:
            value = [v for part in value for v in part]
        self.keep(frame, value if value is not None else ())

    def keep(self, frame: Frame, values: Sequence[Any]) -> None:
        """Store the parsed values in the frame."""
        getattr(frame, self.list_name)[self.key] = values


class OperandSlot(Slot):
    """The operands of a field, or all operands."""

    ir_list = "operands"
    parse = methodcaller("parse_operand")
    parse_optional = methodcaller("parse_optional_operand")

    def print_one(self, printer: AsmPrinter, value: Any) -> None:
        printer.print_operand(value)

    def print_list(self, printer: AsmPrinter, values: Sequence[Any]) -> None:
        printer.print_operands(values)

    def write(self, frame: Frame, value: Any) -> None:
        if self.segments is not None:
            frame.state.properties[self.segments] = ir.dense_i32(len(part) for part in value)
        super().write(frame, value)


class TypeSlot(Slot):
    """The types of operands or results: those of one field, or all in the list of that name."""

    parse = methodcaller("parse_type")
    parse_optional = methodcaller("parse_optional_type")

    def __init__(
        self, of: ValueField | str, definition: OpDefinition, qualified: bool = False
    ) -> None:
        self.short: type[Any] | None = None
        """The class of a type that is written without its prefix."""
        if isinstance(of, str):
            self.ir_list = of
            super().__init__(None, definition)
            self.key = f"{of[:-1]}_types"
            self.types: Getter = attrgetter(self.key)
            """The types that an operation has, as a list."""
            return
        self.ir_list = "types"
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
        if self.arity is Arity.VARIADIC:
            return self.types
        return lambda op: None if (value := get(op)) is None else value.type


class RegionSlot(Slot):
    """The regions of a field, or all regions; the text may omit a terminator or the only block."""

    ir_list = "regions"
    parse = methodcaller("parse_region")
    parse_optional = methodcaller("parse_optional_region")

    def parsers(self) -> Parsers:
        step, attempt = super().parsers()
        if not self.definition.cls.has_trait(ir.SingleBlock):
            return step, attempt
        return self._completing(step), self._completing(attempt)

    def _completing(self, step: ParseStep) -> Attempt:
        cls = self.definition.cls
        has_terminator = cls.has_trait(SingleBlockImplicitTerminator)

        def completed(parser: AsmParser, frame: Frame) -> bool:
            taken = step(parser, frame)
            for region in getattr(frame, self.list_name)[self.key] or ():
                if has_terminator:
                    ensure_terminator(cls, region, parser.context, frame.state.location)
                elif not region.blocks:
                    region.append(ir.Block())
            return bool(taken)

        return completed

    def print_one(self, printer: AsmPrinter, value: ir.Region) -> None:
        printer.print_region(value, print_terminators=not is_implied(value))

    def presence(self) -> Condition:
        if self.arity is Arity.SINGLE:
            return lambda op: bool(self.get(op).blocks)
        return super().presence()


class SuccessorSlot(Slot):
    """The successors of a field, or all successors."""

    ir_list = "successors"
    parse = methodcaller("parse_successor")
    parse_optional = methodcaller("parse_optional_successor")

    def print_one(self, printer: AsmPrinter, value: ir.Block) -> None:
        printer.print_successor(value)


class AttributeSlot:
    """An inherent attribute; with `qualified`, it is written with its full name."""

    def __init__(self, field: AttrField, qualified: bool = False) -> None:
        self.field = field
        self.name = field.ir_name
        self.constraint = field.constraint
        cls = field.constraint.cls
        self.short = cls if is_dialect_class(cls) and not qualified else None
        """The class of an attribute that is written without its prefix."""

    def parsers(self) -> Parsers:
        """Return two closures that parse the attribute: if required, and if optional."""
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
    ) -> tuple[Callable[[AsmParser], ir.Attribute], Callable[[AsmParser], ir.Attribute | None]]:
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

        def parse_optional(parser: AsmParser) -> ir.Attribute | None:
            following = parser.peek()
            taken = following[:1] in starts or following in keywords
            return parse(parser) if taken else None

        return parse, parse_optional

    def printer(self) -> PrintStep:
        """Return the step that prints the attribute of an operation, if it has the attribute."""
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
        """Return the condition under which an operation has the attribute, not with its default."""
        name, default = self.name, self.field.default
        if default is None:
            return lambda op: name in op.properties
        return lambda op: op.properties.get(name, default) is not default

    def argument(self) -> Getter:
        """Return the function that gets the attribute for a custom directive to print."""
        return self.field.get

    def read(self, frame: Frame) -> Any:
        """Return the attribute parsed earlier, for a custom directive with `ref(...)`."""
        return frame.state.properties.get(self.name) or self.field.default

    def write(self, frame: Frame, value: Any) -> None:
        """Store the attribute that a custom directive has parsed."""
        if value is not None:
            frame.state.properties[self.name] = value


# What an attribute of a class starts with, so that other text is not taken for one.
_FIRST_CHARACTER: dict[type | None, str] = {
    ir.StringAttr: '"',
    ir.ArrayAttr: "[",
    ir.SymbolRefAttr: "@",
    ir.DictionaryAttr: "{",
}

_SLOTS: dict[type[Field], type[Slot]] = {
    OperandField: OperandSlot,
    RegionField: RegionSlot,
    SuccessorField: SuccessorSlot,
}
_SLOTS_OF_ALL = {slot.ir_list: slot for slot in _SLOTS.values()}


def slot_of(field: Field, definition: OpDefinition, qualified: bool = False) -> AnySlot:
    """Return the slot of a variable; for a result, the slot of its type."""
    if isinstance(field, AttrField):
        return AttributeSlot(field, qualified)
    if isinstance(field, ResultField):
        return TypeSlot(field, definition)
    return _SLOTS[type(field)](field, definition)


def slot_of_all(name: str, definition: OpDefinition) -> Slot:
    """Return the slot of `operands`, `regions` or `successors`."""
    return _SLOTS_OF_ALL[name](None, definition)


AnySlot: TypeAlias = Slot | AttributeSlot


def is_dialect_class(cls: type | None) -> bool:
    """Return whether formats write types or attributes of this class without their prefix.

    That holds for classes of dialects with parameters: without any, nothing would be left.
    """
    has_parameters = bool(getattr(cls, "__dataclass_fields__", True))
    is_named = bool(getattr(cls, "mnemonic", "")) and getattr(cls, "dialect_name", "") != "builtin"
    return is_named and has_parameters


def _print_attribute(printer: AsmPrinter, attribute: ir.Attribute) -> None:
    printer.print_attribute(attribute)


def _print_without_type(printer: AsmPrinter, attribute: ir.Attribute) -> None:
    printer.print_attribute_without_type(attribute)


def _print_custom(printer: AsmPrinter, attribute: ir.Attribute) -> None:
    printer.print_custom_attribute(attribute)
