"""Assembly formats: from the text to something that parses and prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.assembly.elements import Directive, Element, Variable, parse_steps
from bufferize.define.assembly.frame import Finisher
from bufferize.define.assembly.grammar import format_error, parse_format
from bufferize.define.assembly.printing import PrinterCompiler
from bufferize.define.errors import DefinitionError
from bufferize.define.fields import AttrField, Field, OperandField, ResultField, ValueField
from bufferize.define.inference import Plan, plan_types
from bufferize.ir import Operation

if TYPE_CHECKING:
    from bufferize.define.definition import OpDefinition


class Analysis:
    """The fields that a format binds. Raises `DefinitionError` for what makes no sense."""

    def __init__(self, definition: OpDefinition, elements: Sequence[Element]) -> None:
        self.definition = definition
        self.bound: set[Field] = set()
        """Operands, attributes, regions and successors that the format writes."""
        self.typed: set[Field] = set()
        """Operands and results whose types the format writes."""
        self.all_typed: set[str] = set()
        """`operands` or `results` if the format writes the types of all of them."""
        self.directives: set[str] = set()
        for element in elements:
            element.scan(self)
        self._check()
        self.plan = self._plan()

    def error(self, column: int, message: str) -> DefinitionError:
        """An error at a column (from 1) of the format."""
        return format_error(self.definition.name, column, message)

    def field(self, variable: Variable) -> Field:
        """The field that a variable names."""
        field = self.definition.field(variable.name)
        if field is None:
            known = ", ".join(f"${name}" for name in self.definition.fields) or "none"
            raise self.error(
                variable.column, f"the op has no field '{variable.name}' (it has {known})"
            )
        return field

    def typed_field(self, variable: Variable) -> ValueField:
        """The operand or result field that a variable in a type directive names."""
        field = self.field(variable)
        if not isinstance(field, ValueField):
            raise self.error(
                variable.column, f"'${variable.name}' is no operand or result and has no type"
            )
        return field

    def use(self, directive: Directive) -> None:
        """Notes a directive."""
        if directive.name in self.directives:
            raise self.error(directive.column, f"'{directive.name}' stands twice")
        self.directives.add(directive.name)

    def bind(self, variable: Variable) -> None:
        """Notes that the format writes a field."""
        field = self.field(variable)
        if isinstance(field, ResultField):
            raise self.error(
                variable.column, f"result '${variable.name}' can stand in type(...) only"
            )
        if field in self.bound:
            raise self.error(variable.column, f"'${variable.name}' is written twice")
        self.bound.add(field)

    def bind_types(self, argument: Variable | Directive, column: int) -> None:
        """Notes that the format writes the types of a field, or of all operands or results."""
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
        """The names of the inherent attributes that do not belong into the attr-dict."""
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
    """A compiled format: two lists of closures, one for each direction.

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
        """Reads what follows the op's name into the state."""
        frame = self._finisher.start(state)
        for step in self._parse_steps:
            step(parser, frame)
        self._finisher.finish(parser, frame)

    def print(self, printer: AsmPrinter, op: Operation) -> None:
        """Writes what follows the op's name."""
        for step in self._print_steps:
            step(printer, op)
