"""The printing half of a compiled assembly format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bufferize.define.asm import AsmPrinter
from bufferize.define.assembly.analysis import (
    Analysis,
    is_dialect_class,
    is_elided_anchor,
    is_flag_clause,
    variables_of,
)
from bufferize.define.assembly.elements import (
    Custom,
    Directive,
    Element,
    FunctionalType,
    Group,
    Literal,
    OIList,
    Qualified,
    Ref,
    Text,
    TypeOf,
    Variable,
    Whitespace,
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
                self._element(element, steps)
        self._flush(steps)
        return tuple(steps)

    def _flush(self, steps: list[PrintStep]) -> None:
        if self.text:
            text, self.text = self.text, ""

            def write(printer: AsmPrinter, op: Any) -> None:
                printer.write(text)

            steps.append(write)

    def _element(self, element: Element, steps: list[PrintStep]) -> None:
        if isinstance(element, Literal):
            self.text += self.spacing.literal(element.text)
        elif isinstance(element, Whitespace):
            if element.text == "\n":
                self._flush(steps)
                steps.append(_print_newline)
            else:
                self.text += self.spacing.whitespace(element.text)
        elif isinstance(element, Group):
            self._flush(steps)
            steps.append(self._group(element))
        elif isinstance(element, OIList):
            self._flush(steps)
            for lead, body in element.clauses:
                steps.append(self._clause(lead, body))
        elif isinstance(element, Directive) and element.name.startswith("attr-dict"):
            self._flush(steps)
            self.spacing.attr_dict()
            steps.append(self._attr_dict(element.name != "attr-dict"))
        elif isinstance(element, Directive) and element.name == "prop-dict":
            self._flush(steps)
            self.spacing.attr_dict()
            steps.append(self._prop_dict())
        else:
            self.text += self.spacing.element()
            self._flush(steps)
            steps.append(self._value(element))

    def _value(self, element: Element) -> PrintStep:
        if isinstance(element, Variable):
            return self._variable(self.analysis.field(element))
        if isinstance(element, TypeOf):
            return self._type(element.argument)
        if isinstance(element, FunctionalType):
            inputs, results = self._types(element.inputs), self._types(element.results)
            return lambda printer, op: printer.print_functional_type(inputs(op), results(op))
        if isinstance(element, Custom):
            return self._custom(element)
        if isinstance(element, Qualified):
            argument = element.argument
            if isinstance(argument, TypeOf):
                return self._type(argument.argument, qualified=True)
            get = self.analysis.field(argument).get
            return lambda printer, op: printer.print_attribute(get(op))
        if isinstance(element, Directive):
            return self._directive(element)
        raise self.analysis.error(element.column, "this element cannot stand on its own")

    def _directive(self, element: Directive) -> PrintStep:
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

    def _variable(self, field: Field) -> PrintStep:
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

    def _type(self, argument: Variable | Directive, qualified: bool = False) -> PrintStep:
        if isinstance(argument, Directive):
            types = self._types(argument)
            return lambda printer, op: printer.print_types(types(op))
        field = self.analysis.typed_field(argument)
        get = field.get
        if isinstance(field, OperandField) and field.segments is not None:
            return lambda printer, op: _print_nested_types(printer, get(op))
        if field.arity is Arity.VARIADIC:
            return lambda printer, op: printer.print_types([v.type for v in get(op)])
        if field.arity is Arity.OPTIONAL:
            return lambda printer, op: _print_if(printer.print_type, _type_of(get(op)))
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

    def _types(self, argument: Variable | Directive) -> Getter:
        if isinstance(argument, Directive):
            if argument.name == "operands":
                return lambda op: op.operand_types
            return lambda op: op.result_types
        field = self.analysis.typed_field(argument)
        get = field.get
        if isinstance(field, OperandField) and field.segments is not None:
            return lambda op: [v.type for part in get(op) for v in part]
        if field.arity is Arity.VARIADIC:
            return lambda op: [v.type for v in get(op)]
        if field.arity is Arity.OPTIONAL:
            return lambda op: [] if get(op) is None else [get(op).type]
        return lambda op: (get(op).type,)

    # Custom directives

    def _custom(self, element: Custom) -> PrintStep:
        directive = find_directive(self.analysis.definition.dialect, element.name)
        if directive is None:
            raise self.analysis.error(
                element.column, f"no custom directive is called '{element.name}'"
            )
        getters = tuple(self._argument(argument) for argument in element.arguments)
        print_directive = directive.print

        def step(printer: AsmPrinter, op: Any) -> None:
            print_directive(printer, op, *[get(op) for get in getters])

        return step

    def _argument(self, argument: Element | Text) -> Getter:
        if isinstance(argument, Text):
            text = argument.text
            return lambda op: text
        if isinstance(argument, Ref):
            return self._argument(argument.argument)
        if isinstance(argument, Variable):
            return self.analysis.field(argument).get
        if isinstance(argument, TypeOf):
            return self._type_argument(argument)
        if isinstance(argument, Directive) and argument.name == "attr-dict":
            return lambda op: {**op.properties, **op.attributes}
        raise self.analysis.error(argument.column, "not an argument for a custom directive")

    def _type_argument(self, argument: TypeOf) -> Getter:
        types = self._types(argument.argument)
        if isinstance(argument.argument, Directive):
            return types
        field = self.analysis.typed_field(argument.argument)
        get = field.get
        if isinstance(field, OperandField) and field.segments is not None:
            return lambda op: tuple([tuple([v.type for v in part]) for part in get(op)])
        if field.arity is Arity.VARIADIC:
            return types
        return lambda op: _type_of(get(op))

    # Optional parts

    def _group(self, group: Group) -> PrintStep:
        present = _when(self._presence(group.anchor), not group.inverted)
        anchored = group.otherwise if group.inverted else group.then
        skip = group.anchor if is_elided_anchor(self.analysis, group, anchored) else None
        then = self.steps(group.then, skip)
        otherwise = self.steps(group.otherwise, skip)

        def step(printer: AsmPrinter, op: Any) -> None:
            for part in then if present(op) else otherwise:
                part(printer, op)

        return step

    def _clause(self, lead: Literal, body: Sequence[Element]) -> PrintStep:
        conditions = [
            self._field_presence(self.analysis.field(variable))
            for part in body
            for variable in variables_of(part)
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

    def _presence(self, anchor: Element) -> Condition:
        if isinstance(anchor, Directive):
            slot = {"operands": "op_operands", "prop-dict": "properties"}.get(
                anchor.name, anchor.name
            )
            return lambda op: bool(getattr(op, slot))
        if isinstance(anchor, FunctionalType):
            return self._presence(anchor.inputs)
        if isinstance(anchor, TypeOf):
            return self._presence(anchor.argument)
        conditions = [
            self._field_presence(self.analysis.field(variable)) for variable in variables_of(anchor)
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
                present = self._presence(element.anchor)
                taken, other = (
                    _when(present, not element.inverted),
                    _when(present, element.inverted),
                )
                for part, condition in ((element.then, taken), (element.otherwise, other)):
                    self.guards.append(condition)
                    self._find_guards(part)
                    self.guards.pop()
            elif self.guards and not isinstance(element, OIList):
                for variable in variables_of(element):
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
