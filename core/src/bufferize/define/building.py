"""`build`: operations from the values of their fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bufferize.define.asm import OperationState
from bufferize.define.fields import Arity, OperandField, ValueField
from bufferize.define.inference import Plan, plan_types
from bufferize.ir import (
    Attribute,
    Location,
    Operation,
    Region,
    Type,
    Value,
    dense_i32,
)

if TYPE_CHECKING:
    from bufferize.define.definition import OpDefinition


class _Frame:
    """The fields given to `build`, as `TypeFrame`."""

    __slots__ = ("operand_types", "properties", "result_types")

    def __init__(
        self,
        operand_types: list[Sequence[Type] | None],
        properties: dict[str, Attribute],
        num_results: int,
    ) -> None:
        self.operand_types = operand_types
        self.properties = properties
        self.result_types: list[Sequence[Type] | None] = [None] * num_results

    def operand_count(self, index: int) -> int:
        return len(self.operand_types[index] or ())

    def attribute(self, name: str) -> Attribute | None:
        return self.properties.get(name)


class OpBuilder:
    """The prepared `build` of one op class."""

    __slots__ = ("_plan", "definition")

    def __init__(self, definition: OpDefinition) -> None:
        self.definition = definition
        self._plan: Plan | None = None

    def build(
        self,
        fields: dict[str, Any],
        result_types: Sequence[Type] | None,
        attributes: Mapping[str, Attribute] | None,
        location: Location,
    ) -> Operation:
        """The operation. Raises TypeError for fields that are missing or unknown."""
        definition = self.definition
        properties = dict(definition.defaults)
        operands: list[Value] = []
        operand_types: list[Sequence[Type] | None] = []
        sizes: list[int] = []
        for field in definition.operands.fields:
            values = self._operands(field, fields.pop(field.name, None), properties)
            sizes.append(len(values))
            operands += values
            operand_types.append([value.type for value in values])
        if definition.operands.segments is not None:
            properties[definition.operands.segments] = dense_i32(sizes)
        for attribute in definition.attributes:
            value = fields.pop(attribute.name, None)
            if value is not None:
                properties[attribute.ir_name] = value
            elif attribute.required and attribute.ir_name not in properties:
                raise self._missing(attribute.name)
        regions = self._regions(fields)
        successors = self._successors(fields)
        frame = _Frame(operand_types, properties, len(definition.results.fields))
        for result in definition.results.fields:
            if result.name in fields:
                given = fields.pop(result.name)
                frame.result_types[result.index] = _type_list(given)
        if fields:
            raise TypeError(f"'{definition.name}' has no field '{next(iter(fields))}'")
        if result_types is None:
            state = (operands, attributes or {}, properties, regions, successors, location)
            result_types = self._result_types(frame, state)
        elif definition.results.segments is not None:
            raise TypeError(
                f"give the result types of '{definition.name}' by field: their numbers vary"
            )
        return definition.cls.create(
            operands, result_types, properties, attributes, successors, regions, location
        )

    def _missing(self, name: str) -> TypeError:
        return TypeError(f"'{self.definition.name}' needs its field '{name}'")

    def _operands(
        self, field: ValueField, value: Any, properties: dict[str, Attribute]
    ) -> Sequence[Value]:
        if field.arity is Arity.SINGLE:
            if not isinstance(value, Value):
                if value is None:
                    raise self._missing(field.name)
                raise TypeError(
                    f"field '{field.name}' of '{self.definition.name}' is one value, not {value!r}"
                )
            return (value,)
        if value is None:
            value = ()
        if isinstance(value, Value):
            return (value,)
        if isinstance(field, OperandField) and field.segments is not None:
            properties[field.segments] = dense_i32(len(part) for part in value)
            return [v for part in value for v in part]
        return list(value)

    def _regions(self, fields: dict[str, Any]) -> list[Region]:
        regions: list[Region] = []
        for field in self.definition.regions:
            value = fields.pop(field.name, None)
            if field.arity is Arity.SINGLE:
                regions.append(Region() if value is None else value)
            else:
                regions += value or ()
        return regions

    def _successors(self, fields: dict[str, Any]) -> list[Any]:
        successors: list[Any] = []
        for field in self.definition.successors:
            value = fields.pop(field.name, None)
            if field.arity is not Arity.SINGLE:
                successors += value or ()
            elif value is None:
                raise self._missing(field.name)
            else:
                successors.append(value)
        return successors

    def _result_types(self, frame: _Frame, state: tuple[Any, ...]) -> list[Type]:
        groups = self.definition.results
        if None in frame.result_types:
            if self._plan is None:
                self._plan = plan_types(self.definition, self.definition.operands.fields)
            plan = self._plan
            given = list(frame.result_types)
            for step in plan.steps:
                step(frame)
            for i, types in enumerate(given):
                if types is not None:
                    frame.result_types[i] = types
            if plan.infer_results is not None and None in frame.result_types:
                return self._infer(plan, state)
        flat: list[Type] = []
        sizes: list[int] = []
        for field, types in zip(groups.fields, frame.result_types, strict=True):
            if types is None:
                if field.arity is Arity.SINGLE:
                    raise TypeError(
                        f"'{self.definition.name}' needs the type of its result '{field.name}': "
                        "give it by that name or as result_types"
                    )
                types = ()
            sizes.append(len(types))
            flat += types
        if groups.segments is not None:
            frame.properties[groups.segments] = dense_i32(sizes)
        return flat

    def _infer(self, plan: Plan, parts: tuple[Any, ...]) -> list[Type]:
        operands, attributes, properties, regions, successors, location = parts
        assert plan.infer_results is not None
        state = OperationState(
            self.definition.name,
            location,
            operands,
            [],
            dict(attributes),
            properties,
            regions,
            successors,
        )
        return list(plan.infer_results.function(state))


def _type_list(given: Any) -> Sequence[Type]:
    if given is None:
        return ()
    return (given,) if isinstance(given, Type) else tuple(given)
