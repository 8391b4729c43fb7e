"""Assembly formats, compiled from their text to closures that parse and print an op."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.assembly.elements import (
    AttrDict,
    Directive,
    Element,
    OIList,
    OptionalGroup,
    Variable,
    parse_steps,
)
from bufferize.define.assembly.grammar import format_error, parse_format
from bufferize.define.assembly.slots import Condition, Finisher, PrintStep
from bufferize.define.fields import AttrField, Field, OperandField, ResultField, ValueField
from bufferize.define.inference import Plan, plan_types
from bufferize.diagnostics import DefinitionError
from bufferize.ir import Attribute, DictionaryAttr, Operation

if TYPE_CHECKING:
    from bufferize.define.definition import OpDefinition

_HUGGED = "<>(){}[],"
_CLOSING = ">)}],"
_OPENING = "<({["


class Spacing:
    """The rules of spacing. Each method returns the text to write, with its space before.

    Where MLIR's printer puts spaces depends on the text written last in the order of the format's
    text, even across optional groups that are left out, so that it can be decided once, when the
    format is compiled.
    """

    __slots__ = ("_after_punctuation", "_wants_space")

    def __init__(self) -> None:
        self._wants_space = True
        self._after_punctuation = False

    def literal(self, text: str) -> str:
        """Return the text of a keyword or punctuation."""
        space = " " if self._wants_space and self._is_spaced(text) else ""
        self._wants_space = text not in tuple(_OPENING)
        self._after_punctuation = not (text[0].isalpha() or text[0] == "_")
        return space + text

    def _is_spaced(self, text: str) -> bool:
        if len(text) != 1 and text != "->":
            return True
        return text[0] not in (_CLOSING if self._after_punctuation else _HUGGED)

    def whitespace(self, text: str) -> str:
        """Return the text of an explicit space, or of an explicit absence of one."""
        self._wants_space = False
        self._after_punctuation = not text
        return text

    def element(self) -> str:
        """Return the space before any other element."""
        space = " " if self._wants_space or not self._after_punctuation else ""
        self._wants_space = True
        self._after_punctuation = False
        return space

    def attr_dict(self) -> None:
        """Record an attr-dict, which writes its own space."""
        self._after_punctuation = False


class PrinterCompiler:
    """The compiler from elements to closures that print an op, in order."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.spacing = Spacing()
        self.text = ""
        """The text that is still to be written before the next step."""
        self._guarded: dict[str, tuple[Condition, ...]] = {}
        """For each attribute in a group, the conditions under which it is printed there."""

    def compile(self, elements: Sequence[Element]) -> tuple[PrintStep, ...]:
        """Return the steps for a whole format."""
        self._find_guards(elements, ())
        return self.steps(elements)

    def steps(
        self, elements: Sequence[Element], skip: Element | None = None
    ) -> tuple[PrintStep, ...]:
        """Return the steps that print some elements, except for `skip`."""
        steps: list[PrintStep] = []
        for element in elements:
            if element is not skip:
                element.print(self, steps)
        self.flush(steps)
        return tuple(steps)

    def flush(self, steps: list[PrintStep]) -> None:
        """Add a step for the text that is still to be written."""
        if self.text:
            text, self.text = self.text, ""
            steps.append(lambda printer, op: printer.write(text))

    def _find_guards(self, elements: Sequence[Element], guards: tuple[Condition, ...]) -> None:
        """Record under which conditions each attribute in an optional group is printed there."""
        for element in elements:
            if isinstance(element, OptionalGroup):
                present, inverted = element.anchor.presence(self.analysis), element.inverted
                self._find_guards(element.then, (*guards, _when(present, not inverted)))
                self._find_guards(element.otherwise, (*guards, _when(present, inverted)))
            elif guards and not isinstance(element, OIList):
                for variable in element.variables():
                    field = self.analysis.field(variable)
                    if isinstance(field, AttrField):
                        self._guarded[field.ir_name] = guards

    def attr_dict(self, element: AttrDict) -> PrintStep:
        """Return the step that prints the attributes that no other element of the format writes."""
        analysis, guarded = self.analysis, self._guarded
        written = analysis.attributes_written()
        attributes = analysis.definition.attributes
        defaults = {f.ir_name: f.default for f in attributes if f.default is not None}

        def properties(op: Any) -> dict[str, Attribute]:
            found: dict[str, Attribute] = {}
            for name, attribute in op.properties.items():
                if name in written:
                    if name not in guarded or all(condition(op) for condition in guarded[name]):
                        continue
                if defaults.get(name) is not attribute:
                    found[name] = attribute
            return found

        if element.name == "prop-dict":
            return lambda printer, op: _print_properties(printer, properties(op))
        has_prop_dict = "prop-dict" in analysis.directives
        with_keyword = element.name != "attr-dict"

        def step(printer: AsmPrinter, op: Any) -> None:
            attributes = op.attributes
            if not has_prop_dict:
                extra = properties(op)
                if extra:
                    attributes = {**extra, **attributes}
            if attributes:
                if with_keyword:
                    printer.print_attr_dict_with_keyword(attributes)
                else:
                    printer.print_attr_dict(attributes)

        return step


def _print_properties(printer: AsmPrinter, properties: dict[str, Attribute]) -> None:
    if properties:
        printer.write(" <")
        printer.print_attribute(DictionaryAttr.of(properties))
        printer.write(">")


def _when(condition: Condition, wanted: bool) -> Condition:
    return condition if wanted else lambda op: not condition(op)


class Analysis:
    """The fields that a format writes; checks that each is written once and none is missing.

    Raises `DefinitionError` for a format from which an operation could not be read back.
    """

    def __init__(self, definition: OpDefinition, elements: Sequence[Element]) -> None:
        self.definition = definition
        self.bound: set[Field] = set()
        """The operands, attributes, regions and successors that the format writes."""
        self.typed: set[Field] = set()
        """The operands and results whose types the format writes."""
        self.all_typed: set[str] = set()
        """`operands` or `results`, if the format writes the types of the whole list."""
        self.directives: set[str] = set()
        for element in elements:
            element.scan(self)
        self._check()
        self.plan = self._plan()

    def error(self, column: int, message: str) -> DefinitionError:
        """Return an error at a column (from 1) of the format."""
        return format_error(self.definition.name, column, message)

    def field(self, variable: Variable) -> Field:
        """Return the field that a variable names."""
        field = self.definition.field(variable.name)
        if field is None:
            known = ", ".join(f"${name}" for name in self.definition.fields) or "none"
            raise self.error(
                variable.column, f"the op has no field '{variable.name}' (it has {known})"
            )
        return field

    def typed_field(self, variable: Variable) -> ValueField:
        """Return the operand or result field that a variable in a type directive names."""
        field = self.field(variable)
        if not isinstance(field, ValueField):
            raise self.error(
                variable.column, f"'${variable.name}' is no operand or result and has no type"
            )
        return field

    def use(self, directive: Directive) -> None:
        """Record that the format has a directive."""
        if directive.name in self.directives:
            raise self.error(directive.column, f"'{directive.name}' stands twice")
        self.directives.add(directive.name)

    def bind(self, variable: Variable) -> None:
        """Record that the format writes a field."""
        field = self.field(variable)
        if isinstance(field, ResultField):
            raise self.error(
                variable.column, f"result '${variable.name}' can stand in type(...) only"
            )
        if field in self.bound:
            raise self.error(variable.column, f"'${variable.name}' is written twice")
        self.bound.add(field)

    def bind_types(self, argument: Variable | Directive, column: int) -> None:
        """Record that the format writes the types of a field, or of all operands or results."""
        if isinstance(argument, Directive):
            self.all_typed.add(argument.name)
            return
        field = self.typed_field(argument)
        if field in self.typed:
            raise self.error(column, f"the type of '${argument.name}' is written twice")
        self.typed.add(field)

    def _check(self) -> None:
        definition = self.definition
        if not self.directives & {"attr-dict", "attr-dict-with-keyword"}:
            raise self.error(1, "attr-dict is missing")
        for fields, directive in (
            (definition.operands.fields, "operands"),
            (definition.regions.fields, "regions"),
            (definition.successors.fields, "successors"),
        ):
            written = [f for f in fields if f in self.bound]
            if directive in self.directives:
                if written:
                    raise self.error(
                        1, f"both '{directive}' and '${written[0].ir_name}' are written"
                    )
            elif len(written) < len(fields):
                lost = next(f for f in fields if f not in self.bound)
                raise self.error(1, f"{lost.kind} '{lost.ir_name}' is missing")

    def _plan(self) -> Plan:
        definition = self.definition
        known: set[Field] = set(self.typed)
        for name in self.all_typed:
            known.update(getattr(definition, name).fields)
        plan = plan_types(definition, known)
        if plan.missing:
            field = plan.missing[0]
            raise self.error(
                1,
                f"the type of {field.kind} '{field.ir_name}' is not written and follows from "
                "nothing: add type(...) or a trait",
            )
        return plan

    def attributes_written(self) -> set[str]:
        """Return the names of the inherent attributes that the attr-dict leaves out."""
        names = {f.ir_name for f in self.bound if isinstance(f, AttrField)}
        definition = self.definition
        if definition.operands.segments is not None and "operands" not in self.directives:
            names.add(definition.operands.segments)
        if definition.results.segments is not None and "results" not in self.all_typed:
            names.add(definition.results.segments)
        for field in definition.operands.fields:
            if isinstance(field, OperandField) and field.segments is not None:
                names.add(field.segments)
        return names


class AssemblyFormat:
    """A compiled format: two lists of closures, one that parses and one that prints.

    Everything that depends on the format alone (spaces, prefixes, optional parts) is decided once,
    when it is compiled, not for each operation.

    Raises `DefinitionError` that names the op and the column.
    """

    __slots__ = ("_finisher", "_parse_steps", "_print_steps")

    def __init__(self, definition: OpDefinition, text: str) -> None:
        elements = parse_format(text, definition.name)
        analysis = Analysis(definition, elements)
        self._parse_steps = parse_steps(analysis, elements)
        self._print_steps = PrinterCompiler(analysis).compile(elements)
        self._finisher = Finisher(definition, analysis.plan)

    def parse(self, parser: AsmParser, state: OperationState) -> None:
        """Parse the syntax after the op's name into the state."""
        frame = self._finisher.start(state)
        for step in self._parse_steps:
            step(parser, frame)
        self._finisher.finish(parser, frame)

    def print(self, printer: AsmPrinter, op: Operation) -> None:
        """Print the syntax after the op's name."""
        for step in self._print_steps:
            step(printer, op)
