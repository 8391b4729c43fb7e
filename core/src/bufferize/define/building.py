"""`build`: operations from the values of their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from bufferize.define.asm import OperationState
from bufferize.define.fields import Arity, Field, OperandField, RegionField, ValueField
from bufferize.define.inference import Plan, plan_types
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


class _Frame:
    """The fields given to `build`, as `TypeFrame`."""

    __slots__ = ("properties", "types")

    def __init__(
        self, types: list[Sequence[Type] | None], properties: dict[str, Attribute]
    ) -> None:
        self.types = types
        self.properties = properties

    def operand_count(self, index: int) -> int:
        return len(self.types[index] or ())

    def attribute(self, name: str) -> Attribute | None:
        return self.properties.get(name)


class OpBuilder:
    """The prepared `build` of one op class."""

    __slots__ = ("_plan", "definition")

    def __init__(self, definition: OpDefinition) -> None:
        self.definition = definition
        self._plan: Plan | None = None

    def initialize(
        self,
        op: Operation,
        given: dict[str, Any],
        result_types: Sequence[Type] | None,
        attributes: Mapping[str, Attribute] | None,
        location: Location,
    ) -> None:
        """Makes `op` what its fields say. Raises TypeError for one that is missing or wrong."""
        definition = self.definition
        self._check_names(given)
        properties = dict(definition.defaults)
        operands: list[Value] = []
        types: list[Sequence[Type] | None] = []
        sizes: list[int] = []
        for field in definition.operands.fields:
            values = self._operands(field, given.get(field.name), properties)
            sizes.append(len(values))
            operands += values
            types.append([value.type for value in values])
        if definition.operands.segments is not None:
            properties[definition.operands.segments] = dense_i32(sizes)
        for attribute in definition.attributes:
            value = given.get(attribute.name)
            if value is not None:
                value = attribute.attribute(value, definition.name)
            if value is not None:
                properties[attribute.ir_name] = value
            elif attribute.required and attribute.ir_name not in properties:
                raise self._missing(attribute)
        successors = self._successors(given)
        for result in definition.results.fields:
            is_given = result.name in given
            types.append(self._all(result, Type, given[result.name], "types") if is_given else None)
        frame = _Frame(types, properties)
        regions = self._regions(given)
        infer = getattr(op, "infer_result_types", None)
        if result_types is None:
            state = (operands, attributes or {}, properties, regions, successors, location)
            result_types = self._result_types(frame, state, infer is not None)
        elif definition.results.segments is not None:
            raise TypeError(
                f"give the result types of '{definition.name}' by field: their numbers vary"
            )
        op._initialize(
            operands, result_types or (), properties, attributes, successors, regions, location
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

    def _check_names(self, given: dict[str, Any]) -> None:
        """Raises TypeError for a name that is no field's."""
        names = {field.name: field.ir_name for field in self.definition.fields.values()}
        for name in given:
            if name in names:
                continue
            meant = next((field for field, ir_name in names.items() if ir_name == name), None)
            meant = meant or closest_name(name, names)
            hint = f"did you mean '{meant}'?" if meant else f"it has {', '.join(names) or 'none'}"
            raise TypeError(f"'{self.definition.name}' has no field '{name}'; {hint}")

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
        """One thing or several as a tuple, all of them of one kind."""
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

    def _operands(
        self, field: ValueField, value: Any, properties: dict[str, Attribute]
    ) -> Sequence[Value]:
        if field.arity is Arity.SINGLE:
            if value is None:
                raise self._missing(field)
            if not isinstance(value, Value):
                raise self._wrong(field, "one value", value)
            return (value,)
        if isinstance(field, OperandField) and field.segments is not None:
            parts = [self._all(field, Value, part, "lists of values") for part in value or ()]
            properties[field.segments] = dense_i32(len(part) for part in parts)
            return [v for part in parts for v in part]
        return self._all(field, Value, value, "values")

    def _regions(self, given: dict[str, Any]) -> list[Region]:
        regions: list[Region] = []
        for field in self.definition.regions:
            value = given.get(field.name)
            if field.arity is Arity.SINGLE:
                regions.append(self._region(field, value))
            else:
                regions += [self._region(field, each) for each in value or ()]
        return regions

    def _region(self, field: RegionField, value: Any) -> Region:
        if isinstance(value, Region):
            return value
        return Region(self._all(field, Block, value, "a region, a block or blocks"))

    def _successors(self, given: dict[str, Any]) -> list[Block]:
        successors: list[Block] = []
        for field in self.definition.successors:
            value = given.get(field.name)
            if field.arity is Arity.SINGLE:
                if value is None:
                    raise self._missing(field)
                if not isinstance(value, Block):
                    raise self._wrong(field, "one block", value)
            successors += self._all(field, Block, value, "blocks")
        return successors

    def _result_types(
        self, frame: _Frame, state: tuple[Any, ...], by_op: bool
    ) -> list[Type] | None:
        """The types that are given or follow; None if only the op itself can tell (`by_op`)."""
        groups = self.definition.results
        given = frame.types[len(self.definition.operands.fields) :]
        if None in given:
            if self._plan is None:
                self._plan = plan_types(self.definition, self.definition.operands.fields)
            plan = self._plan
            for step in plan.steps:
                step(frame)
            inferred = frame.types[-len(given) :]
            known = [g if g is not None else i for g, i in zip(given, inferred, strict=True)]
            if plan.infer_results is not None and None in known:
                return self._infer(plan, state)
            if by_op and groups.segments is None and known.count(None) == len(known):
                return None
            given = known
        flat: list[Type] = []
        sizes: list[int] = []
        for field, types in zip(groups.fields, given, strict=True):
            if types is None:
                if field.arity is Arity.SINGLE:
                    raise self._needs_type(field)
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
