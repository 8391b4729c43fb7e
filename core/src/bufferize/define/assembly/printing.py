"""The printing half of a compiled assembly format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from bufferize.define.asm import AsmPrinter
from bufferize.define.assembly.analysis import (
    Analysis,
    is_dialect_class,
    is_elided_anchor,
    is_flag_clause,
)
from bufferize.define.assembly.elements import (
    Custom,
    Directive,
    Element,
    Group,
    Literal,
    OIList,
    Variable,
)
from bufferize.define.assembly.spacing import Spacing
from bufferize.define.constraint import instance_of
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
from bufferize.define.terminators import is_implied
from bufferize.ir import Attribute, Region, Type, UnitAttr

PrintStep = Callable[[AsmPrinter, Any], None]
Condition = Callable[[Any], bool]
Getter = Callable[[Any], Any]


class PrinterCompiler:
    """Turns the elements into closures that print an op, in order."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.spacing = Spacing()
        self.text = ""
        """Text that is still to be written before the next step."""
        self.guards: list[Condition] = []
        """The conditions of the optional groups around the element at hand."""
        self.guarded: dict[str, tuple[Condition, ...]] = {}
        """For attributes in optional groups: when they are printed there."""

    def compile(self, elements: Sequence[Element]) -> tuple[PrintStep, ...]:
        """The steps for a whole format."""
        self._find_guards(elements)
        return self.steps(elements)

    def steps(
        self, elements: Sequence[Element], skip: Element | None = None
    ) -> tuple[PrintStep, ...]:
        """The steps for some elements, but for the one to skip."""
        steps: list[PrintStep] = []
        for element in elements:
            if element is not skip:
                element.print(self, steps)
        self.flush(steps)
        return tuple(steps)

    def flush(self, steps: list[PrintStep]) -> None:
        """Adds a step for the text that is still to be written."""
        if self.text:
            text, self.text = self.text, ""

            def write(printer: AsmPrinter, op: Any) -> None:
                printer.write(text)

            steps.append(write)

    def newline(self, steps: list[PrintStep]) -> None:
        """A new line."""
        self.flush(steps)
        steps.append(_print_newline)

    def dictionary(self, element: Directive, steps: list[PrintStep]) -> bool:
        """Adds the step for a dictionary of attributes; whether the directive is one."""
        if element.name not in ("attr-dict", "attr-dict-with-keyword", "prop-dict"):
            return False
        self.flush(steps)
        self.spacing.attr_dict()
        if element.name == "prop-dict":
            steps.append(self._prop_dict())
        else:
            steps.append(self._attr_dict(element.name != "attr-dict"))
        return True

    def directive(self, element: Directive) -> PrintStep:
        """All operands, regions or successors."""
        if element.name == "operands":
            return lambda printer, op: printer.print_operands(op.operands)
        if element.name == "regions":
            return lambda printer, op: _print_regions(printer, op, op.regions)
        if element.name == "successors":
            return lambda printer, op: _print_successors(printer, op.successors)
        raise self.analysis.error(
            element.column, f"'{element.name}' can stand in type(...) or functional-type(...) only"
        )

    # Variables

    def variable(self, field: Field) -> PrintStep:
        """An operand, attribute, region or successor field."""
        get = field.get
        if isinstance(field, OperandField):
            if field.segments is not None:
                return lambda printer, op: _print_nested_operands(printer, get(op))
            if field.arity is Arity.VARIADIC:
                return lambda printer, op: printer.print_operands(get(op))
            if field.arity is Arity.OPTIONAL:
                return lambda printer, op: _print_if(printer.print_operand, get(op))
            return lambda printer, op: printer.print_operand(get(op))
        if isinstance(field, AttrField):
            return _attribute_printer(field)
        if isinstance(field, RegionField):
            if field.arity is Arity.SINGLE:
                return lambda printer, op: _print_region(printer, op, get(op))
            return lambda printer, op: _print_regions(printer, op, get(op))
        assert isinstance(field, SuccessorField)
        if field.arity is Arity.SINGLE:
            return lambda printer, op: printer.print_successor(get(op))
        return lambda printer, op: _print_successors(printer, get(op))

    def type(self, argument: Variable | Directive, qualified: bool) -> PrintStep:
        """The types of a field, or of all operands or results."""
        types = self.types(argument)
        if isinstance(argument, Directive):
            return lambda printer, op: printer.print_types(types(op))
        field = self.analysis.typed_field(argument)
        get = field.get
        if isinstance(field, OperandField) and field.segments is not None:
            return lambda printer, op: _print_nested_types(printer, get(op))
        if field.arity is not Arity.SINGLE:
            return lambda printer, op: printer.print_types(types(op))
        cls = field.constraint.cls
        if cls is not None and is_dialect_class(cls) and not qualified:
            is_known = instance_of(cls).check

            def print_custom(printer: AsmPrinter, op: Any) -> None:
                type: Type = get(op).type
                if is_known(type):
                    printer.print_custom_type(type)
                else:
                    printer.print_type(type)

            return print_custom
        return lambda printer, op: printer.print_type(get(op).type)

    def types(self, argument: Variable | Directive) -> Getter:
        """The types of a field, or of all operands or results, as a list."""
        if isinstance(argument, Directive):
            return attrgetter(f"{argument.name[:-1]}_types")
        field = self.analysis.typed_field(argument)
        get, index = field.get, field.index
        if field.arity is Arity.SINGLE:
            return lambda op: (get(op).type,)
        groups = getattr(self.analysis.definition, f"{field.kind}s")
        all_types = attrgetter(f"{field.kind}_types")
        return lambda op: all_types(op)[slice(*groups.bounds(op, index))]

    # Custom directives

    def custom(self, element: Custom) -> PrintStep:
        """A custom directive."""
        directive = find_directive(self.analysis.definition.dialect, element.name)
        if directive is None:
            raise self.analysis.error(
                element.column, f"no custom directive is called '{element.name}'"
            )
        getters = tuple(argument.argument(self) for argument in element.arguments)
        print_directive = directive.print

        def step(printer: AsmPrinter, op: Any) -> None:
            print_directive(printer, op, *[get(op) for get in getters])

        return step

    def type_argument(self, argument: Variable | Directive) -> Getter:
        """The types that a custom directive is given."""
        types = self.types(argument)
        if isinstance(argument, Directive):
            return types
        field = self.analysis.typed_field(argument)
        get = field.get
        if isinstance(field, OperandField) and field.segments is not None:
            return lambda op: tuple([tuple([v.type for v in part]) for part in get(op)])
        if field.arity is Arity.VARIADIC:
            return types
        return lambda op: _type_of(get(op))

    # Optional parts

    def group(self, group: Group) -> PrintStep:
        """An optional group."""
        present = _when(group.anchor.presence(self), not group.inverted)
        anchored = group.otherwise if group.inverted else group.then
        skip = group.anchor if is_elided_anchor(self.analysis, group, anchored) else None
        then = self.steps(group.then, skip)
        otherwise = self.steps(group.otherwise, skip)

        def step(printer: AsmPrinter, op: Any) -> None:
            for part in then if present(op) else otherwise:
                part(printer, op)

        return step

    def clause(self, lead: Literal, body: Sequence[Element]) -> PrintStep:
        """A clause of an oilist."""
        conditions = [
            self._field_presence(self.analysis.field(variable))
            for part in body
            for variable in part.variables()
        ]
        self.text += self.spacing.literal(lead.text)
        flag = is_flag_clause(self.analysis, body)
        steps = self.steps(() if flag else body)

        def step(printer: AsmPrinter, op: Any) -> None:
            for condition in conditions:
                if condition(op):
                    for part in steps:
                        part(printer, op)
                    return

        return step

    def any_presence(self, anchor: Element) -> Condition:
        """Whether there is something for any variable of an anchor."""
        conditions = [
            self._field_presence(self.analysis.field(variable)) for variable in anchor.variables()
        ]
        if not conditions:
            raise self.analysis.error(
                anchor.column, "an anchor must be a variable or a directive of some"
            )
        if len(conditions) == 1:
            return conditions[0]
        return lambda op: any(condition(op) for condition in conditions)

    def _field_presence(self, field: Field) -> Condition:
        get = field.get
        if isinstance(field, AttrField):
            name, default = field.ir_name, field.default
            if default is None:
                return lambda op: name in op.properties
            return lambda op: op.properties.get(name, default) is not default
        if isinstance(field, ValueField):
            if field.arity is Arity.OPTIONAL:
                return lambda op: get(op) is not None
            return (lambda op: bool(get(op))) if field.arity is Arity.VARIADIC else _always
        if isinstance(field, RegionField) and field.arity is Arity.SINGLE:
            return lambda op: bool(get(op).blocks)
        return lambda op: bool(get(op))

    # Attributes

    def _find_guards(self, elements: Sequence[Element]) -> None:
        """Notes for each attribute in an optional group when that group is printed."""
        for element in elements:
            if isinstance(element, Group):
                present = element.anchor.presence(self)
                taken, other = (
                    _when(present, not element.inverted),
                    _when(present, element.inverted),
                )
                for part, condition in ((element.then, taken), (element.otherwise, other)):
                    self.guards.append(condition)
                    self._find_guards(part)
                    self.guards.pop()
            elif self.guards and not isinstance(element, OIList):
                for variable in element.variables():
                    field = self.analysis.field(variable)
                    if isinstance(field, AttrField):
                        self.guarded[field.ir_name] = tuple(self.guards)

    def _attr_dict(self, with_keyword: bool) -> PrintStep:
        written = self.analysis.attributes_written()
        has_prop_dict = "prop-dict" in self.analysis.directives
        defaults = _defaults(self.analysis)
        guarded = self.guarded

        def step(printer: AsmPrinter, op: Any) -> None:
            attributes = op.attributes
            if not has_prop_dict:
                extra = _not_written(op, written, defaults, guarded)
                if extra:
                    attributes = {**extra, **attributes}
            if attributes:
                if with_keyword:
                    printer.print_attr_dict_with_keyword(attributes)
                else:
                    printer.print_attr_dict(attributes)

        return step

    def _prop_dict(self) -> PrintStep:
        written = self.analysis.attributes_written()
        defaults = _defaults(self.analysis)
        guarded = self.guarded

        def step(printer: AsmPrinter, op: Any) -> None:
            properties = _not_written(op, written, defaults, guarded)
            if properties:
                printer.write(" <{")
                for i, (name, attribute) in enumerate(sorted(properties.items())):
                    printer.write(", " if i else "")
                    printer.print_keyword_or_string(name)
                    if not isinstance(attribute, UnitAttr):
                        printer.write(" = ")
                        printer.print_attribute(attribute)
                printer.write("}>")

        return step


def _defaults(analysis: Analysis) -> dict[str, Attribute]:
    return {f.ir_name: f.default for f in analysis.definition.attributes if f.default is not None}


def _not_written(
    op: Any,
    written: set[str],
    defaults: dict[str, Attribute],
    guarded: dict[str, tuple[Condition, ...]],
) -> dict[str, Attribute]:
    """The properties that no other element of the format writes."""
    found: dict[str, Attribute] = {}
    for name, attribute in op.properties.items():
        if name in written:
            if name not in guarded or all(condition(op) for condition in guarded[name]):
                continue
        if defaults.get(name) is not attribute:
            found[name] = attribute
    return found


def _when(condition: Condition, wanted: bool) -> Condition:
    return condition if wanted else lambda op: not condition(op)


def _always(op: Any) -> bool:
    return True


def _attribute_printer(field: AttrField) -> PrintStep:
    get, constraint = field.get, field.constraint
    printing: Callable[[AsmPrinter, Any], None]
    if constraint.syntax is not None:
        printing = constraint.syntax.print
    elif constraint.value_type is not None:

        def printing(printer: AsmPrinter, attribute: Any) -> None:
            printer.print_attribute_without_type(attribute)

    elif is_dialect_class(constraint.cls):

        def printing(printer: AsmPrinter, attribute: Any) -> None:
            printer.print_custom_attribute(attribute)

    else:

        def printing(printer: AsmPrinter, attribute: Any) -> None:
            printer.print_attribute(attribute)

    def step(printer: AsmPrinter, op: Any) -> None:
        attribute = get(op)
        if attribute is not None:
            printing(printer, attribute)

    return step


def _print_newline(printer: AsmPrinter, op: Any) -> None:
    printer.newline()


def _print_if(print_value: Callable[[Any], None], value: Any) -> None:
    if value is not None:
        print_value(value)


def _type_of(value: Any) -> Any:
    return None if value is None else value.type


def _print_region(printer: AsmPrinter, op: Any, region: Region) -> None:
    printer.print_region(region, print_terminators=not is_implied(op, region))


def _print_regions(printer: AsmPrinter, op: Any, regions: Sequence[Region]) -> None:
    for i, region in enumerate(regions):
        if i:
            printer.write(", ")
        _print_region(printer, op, region)


def _print_successors(printer: AsmPrinter, successors: Sequence[Any]) -> None:
    for i, successor in enumerate(successors):
        if i:
            printer.write(", ")
        printer.print_successor(successor)


def _print_nested_operands(printer: AsmPrinter, parts: Sequence[Sequence[Any]]) -> None:
    for i, part in enumerate(parts):
        printer.write(", (" if i else "(")
        printer.print_operands(part)
        printer.write(")")


def _print_nested_types(printer: AsmPrinter, parts: Sequence[Sequence[Any]]) -> None:
    for i, part in enumerate(parts):
        printer.write(", (" if i else "(")
        printer.print_types([value.type for value in part])
        printer.write(")")
