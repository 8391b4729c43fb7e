"""`build`: operations from the values of their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from bufferize.define.asm import OperationState
from bufferize.define.fields import Arity, Field, OperandField
from bufferize.define.inference import TypeFrame, plan_types
from bufferize.diagnostics import closest_name
from bufferize.ir import (
    Attribute,
    Block,
    Location,
    Operation,
    OpResult,
    Region,
    Type,
    Value,
    dense_i32,
)

if TYPE_CHECKING:
    from bufferize.define.definition import OpDefinition

T = TypeVar("T")


class OpBuilder:
    """The prepared `build` of one op class."""

    __slots__ = ("_names", "_plan", "definition")

    def __init__(self, definition: OpDefinition) -> None:
        self.definition = definition
        self._names = {field.name: field.ir_name for field in definition.fields.values()}
        self._plan = plan_types(definition, definition.operands.fields)

    def initialize(
        self,
        op: Operation,
        given: dict[str, Any],
        result_types: Sequence[Type] | None,
        attributes: Mapping[str, Attribute] | None,
        location: Location,
    ) -> None:
        """Fill in a new `op` from its fields. Raises TypeError for one that is missing or wrong."""
        definition = self.definition
        if not given.keys() <= self._names.keys():
            raise self._unknown(next(name for name in given if name not in self._names))
        properties = dict(definition.defaults)
        frame = TypeFrame(definition, properties)
        for field in definition.operands.fields:
            values = self._operands(field, given.get(field.name), properties)
            frame.operands[field.index] = values
            frame.types[field.index] = [value.type for value in values]
        if definition.operands.segments is not None:
            sizes = dense_i32(len(values) for values in frame.operands)
            properties[definition.operands.segments] = sizes
        for attribute in definition.attributes:
            value = given.get(attribute.name)
            if value is not None:
                value = attribute.attribute(value, definition.name)
            if value is not None:
                properties[attribute.ir_name] = value
            elif attribute.required and attribute.ir_name not in properties:
                raise self._missing(attribute)
        state = OperationState(
            definition.name,
            location,
            [value for values in frame.operands for value in values],
            None,
            dict(attributes or {}),
            properties,
            self._regions(given),
            [
                block
                for successor in definition.successors.fields
                for block in self._values(successor, Block, given.get(successor.name), "block")
            ],
        )
        for result in definition.results.fields:
            if result.name in given:
                frame.types[result.place] = self._all(result, Type, given[result.name], "types")
        infer = getattr(op, "infer_result_types", None)
        if result_types is None:
            result_types = self._result_types(frame, state, infer is not None)
        elif definition.results.segments is not None:
            raise TypeError(
                f"give the result types of '{definition.name}' by field: their numbers vary"
            )
        op._initialize(
            state.operands,
            result_types or (),
            properties,
            attributes,
            state.successors,
            state.regions,
            location,
        )
        if result_types is None and infer is not None:
            try:
                inferred = infer()
                if inferred is None:
                    raise self._needs_type(definition.results.fields[0])
            except BaseException:
                op.drop_all_references()
                raise
            op.results = tuple([OpResult(op, i, type) for i, type in enumerate(inferred)])

    def _unknown(self, name: str) -> TypeError:
        names = self._names
        meant = next((field for field, ir_name in names.items() if ir_name == name), None)
        meant = meant or closest_name(name, names)
        hint = f"did you mean '{meant}'?" if meant else f"it has {', '.join(names) or 'none'}"
        return TypeError(f"'{self.definition.name}' has no field '{name}'; {hint}")

    def _missing(self, field: Field) -> TypeError:
        return TypeError(f"'{self.definition.name}' needs its field '{field.name}'")

    def _needs_type(self, field: Field) -> TypeError:
        return TypeError(
            f"'{self.definition.name}' needs the type of its result '{field.name}': "
            "give it by that name or as result_types"
        )

    def _wrong(self, field: Field, wanted: str, value: Any) -> TypeError:
        return TypeError(
            f"field '{field.name}' of '{self.definition.name}' must be {wanted}, not {value!r}"
        )

    def _all(self, field: Field, kind: type[T], value: Any, wanted: str) -> tuple[T, ...]:
        """Return one item or several as a tuple, all of one class."""
        if value is None:
            return ()
        values = (value,) if isinstance(value, kind) else value
        if not isinstance(values, Iterable):
            raise self._wrong(field, wanted, value)
        values = tuple(values)
        for each in values:
            if not isinstance(each, kind):
                raise self._wrong(field, wanted, value)
        return values

    def _values(self, field: Field, kind: type[T], value: Any, noun: str) -> tuple[T, ...]:
        """Return the values or blocks given for a field."""
        if field.arity is not Arity.SINGLE:
            return self._all(field, kind, value, f"{noun}s")
        if value is None:
            raise self._missing(field)
        if not isinstance(value, kind):
            raise self._wrong(field, f"one {noun}", value)
        return (value,)

    def _operands(
        self, field: OperandField, value: Any, properties: dict[str, Attribute]
    ) -> Sequence[Value]:
        if field.segments is None:
            return self._values(field, Value, value, "value")
        parts = [self._all(field, Value, part, "lists of values") for part in value or ()]
        properties[field.segments] = dense_i32(len(part) for part in parts)
        return [v for part in parts for v in part]

    def _regions(self, given: dict[str, Any]) -> list[Region]:
        regions: list[Region] = []
        for field in self.definition.regions.fields:
            value = given.get(field.name)
            for each in (value,) if field.arity is Arity.SINGLE else value or ():
                if not isinstance(each, Region):
                    each = Region(self._all(field, Block, each, "a region, a block or blocks"))
                regions.append(each)
        return regions

    def _result_types(
        self, frame: TypeFrame, state: OperationState, by_op: bool
    ) -> list[Type] | None:
        """Return the types that are given or follow.

        None if only the op itself can tell (`by_op`).
        """
        groups, plan, start = self.definition.results, self._plan, len(frame.operands)
        given = frame.types[start:]
        if None in given:
            for step in plan.steps:
                step(frame)
            inferred = frame.types[start:]
            given = [i if g is None else g for g, i in zip(given, inferred, strict=True)]
            if plan.infer_results is not None and None in given:
                return list(plan.infer_results.function(state))
            if by_op and groups.segments is None and given.count(None) == len(given):
                return None
        for field, types in zip(groups.fields, given, strict=True):
            if types is None and field.arity is Arity.SINGLE:
                raise self._needs_type(field)
        if groups.segments is not None:
            frame.properties[groups.segments] = dense_i32(len(types or ()) for types in given)
        return [type for types in given for type in types or ()]
