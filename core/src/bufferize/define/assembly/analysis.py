"""What the elements of an assembly format refer to, and whether they make a complete format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bufferize.define.assembly.elements import (
    Directive,
    Element,
    Group,
    Variable,
)
from bufferize.define.assembly.grammar import format_error
from bufferize.define.errors import DefinitionError
from bufferize.define.fields import (
    AttrField,
    Field,
    OperandField,
    ResultField,
    ValueField,
)
from bufferize.define.inference import Plan, plan_types
from bufferize.ir import UnitAttr

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
        self.directives: set[str] = set()
        self.all_operand_types = False
        self.all_result_types = False
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
            if argument.name == "operands":
                self.all_operand_types = True
            else:
                self.all_result_types = True
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
            (definition.regions, "regions"),
            (definition.successors, "successors"),
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
        if self.all_operand_types:
            known.update(definition.operands.fields)
        if self.all_result_types:
            known.update(definition.results.fields)
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
        if definition.results.segments is not None and not self.all_result_types:
            names.add(definition.results.segments)
        for field in definition.operands.fields:
            if isinstance(field, OperandField) and field.segments is not None:
                names.add(field.segments)
        return names


def is_unit_attribute(field: Field | None) -> bool:
    """Whether the field is a flag: there or not there."""
    return isinstance(field, AttrField) and field.constraint.cls is UnitAttr


def is_dialect_class(cls: type | None) -> bool:
    """Whether the class is a type or attribute of a dialect, which formats write without prefix."""
    return bool(getattr(cls, "mnemonic", "")) and getattr(cls, "dialect_name", "") != "builtin"


def is_elided_anchor(analysis: Analysis, group: Group, anchored: Sequence[Element]) -> bool:
    """Whether the anchor is a flag that the group's presence says, so that it is not written."""
    anchor = group.anchor
    return (
        isinstance(anchor, Variable)
        and anchor is not anchored[0]
        and is_unit_attribute(analysis.field(anchor))
    )


def is_flag_clause(analysis: Analysis, body: Sequence[Element]) -> bool:
    """Whether a clause of an oilist consists of a flag, which its keyword says."""
    return (
        len(body) == 1
        and isinstance(body[0], Variable)
        and is_unit_attribute(analysis.field(body[0]))
    )
