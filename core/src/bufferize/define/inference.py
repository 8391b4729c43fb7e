"""Type inference: types that follow from other types by traits, for formats and `build`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bufferize.define.fields import Arity, AttrField, Field, OperandField, ValueField
from bufferize.define.traits import (
    AllTypesMatch,
    InferResultTypes,
    SameOperandsAndResultType,
    SameTypeOperands,
    TypesMatchWith,
)
from bufferize.diagnostics import VerifyError
from bufferize.ir import Attribute, Type

if TYPE_CHECKING:
    from bufferize.define.definition import OpDefinition


class TypeFrame:
    """The known types of an operation while it is parsed or built."""

    __slots__ = ("operands", "properties", "types")

    def __init__(self, definition: OpDefinition, properties: dict[str, Attribute]) -> None:
        count = len(definition.operands.fields)
        self.operands: list[Sequence[Any]] = [()] * count
        """The operands of each field, with or without types."""
        self.types: list[Sequence[Type] | None] = [None] * (count + len(definition.results.fields))
        """The types of each operand field, then of each result field; None while unknown."""
        self.properties = properties


Step = Callable[[TypeFrame], None]
Source = Callable[[TypeFrame], "Sequence[Type] | None"]
Function = Callable[[Any], "Type | Sequence[Type] | None"]


class _Rule(NamedTuple):
    sources: tuple[Field, ...]
    target: ValueField
    function: Function | None


class Plan(NamedTuple):
    """The plan by which types are found that neither the text nor the caller gives."""

    steps: tuple[Step, ...]
    missing: tuple[ValueField, ...]
    """The fields whose types nothing determines, except for results that `infer_results` covers."""
    infer_results: InferResultTypes | None
    """The trait that gives all result types, if the steps do not."""


def plan_types(definition: OpDefinition, known: Collection[Field]) -> Plan:
    """Return the steps, in order, that find the types of all other operand and result fields."""
    solved: set[Field] = set(known)
    targets = [*definition.operands.fields, *definition.results.fields]
    steps: list[Step] = []
    for field in targets:
        buildable = field.constraint.buildable
        # The text or the caller then tells the number of values.
        is_counted = isinstance(field, OperandField) or field.arity is Arity.SINGLE
        if field not in solved and buildable is not None and is_counted:
            steps.append(_buildable_step(field, buildable))
            solved.add(field)
    pending = [field for field in targets if field not in solved]
    rules = list(_rules(definition)) if pending else []
    progress = True
    while pending and progress:
        progress = False
        for field in list(pending):
            usable = [
                (source, rule.function)
                for rule in rules
                if rule.target is field
                for source in rule.sources
                if isinstance(source, AttrField) or source in solved
            ]
            if usable:
                steps.append(_rule_step(field, usable))
                solved.add(field)
                pending.remove(field)
                progress = True
    infer = definition.cls.get_trait(InferResultTypes)
    if infer is not None:
        if all(isinstance(field, OperandField) for field in pending):
            infer = None
        pending = [field for field in pending if isinstance(field, OperandField)]
    return Plan(tuple(steps), tuple(pending), infer)


def _rules(definition: OpDefinition) -> Iterator[_Rule]:
    operands, results = definition.operands.fields, definition.results.fields
    for trait in definition.cls.traits:
        if isinstance(trait, TypesMatchWith):
            source = _typed_field(definition, trait.source)
            target = _typed_field(definition, trait.target)
            if isinstance(target, ValueField):
                yield _Rule((source,), target, trait.function)
        elif isinstance(trait, AllTypesMatch):
            fields = [_typed_field(definition, name) for name in trait.fields]
            yield from _all_same(fields)
        elif isinstance(trait, SameTypeOperands):
            yield from _all_same(operands)
        elif isinstance(trait, SameOperandsAndResultType):
            yield from _all_same([*operands, *results])


def _all_same(fields: Sequence[Field]) -> Iterator[_Rule]:
    for field in fields:
        if isinstance(field, ValueField):
            yield _Rule(tuple(f for f in fields if f is not field), field, None)


def _typed_field(definition: OpDefinition, name: str) -> Field:
    field = definition.field(name)
    if field is None:
        raise definition.error(f"has a trait on '{name}', which is none of its fields")
    return field


def _source(field: Field) -> Source:
    if isinstance(field, ValueField):
        place = field.place
        return lambda frame: frame.types[place]
    name = field.ir_name

    def attribute_type(frame: TypeFrame) -> Sequence[Type] | None:
        type = getattr(frame.properties.get(name), "type", None)
        return None if type is None else (type,)

    return attribute_type


def _count(field: ValueField) -> Callable[[TypeFrame], int]:
    index = field.index
    if isinstance(field, OperandField):
        return lambda frame: len(frame.operands[index])
    return lambda frame: 1


def _buildable_step(field: ValueField, type: Type) -> Step:
    place, count = field.place, _count(field)

    def step(frame: TypeFrame) -> None:
        frame.types[place] = (type,) * count(frame)

    return step


def _rule_step(field: ValueField, usable: Sequence[tuple[Field, Function | None]]) -> Step:
    place, count = field.place, _count(field)
    first, first_function = usable[0]
    if first_function is None and isinstance(first, ValueField):
        if field.arity is first.arity is Arity.SINGLE:
            return _copy_step(field, first)
    sources = tuple((_source(f), _where_allowed(f, function)) for f, function in usable)

    def step(frame: TypeFrame) -> None:
        for source, function in sources:
            types = source(frame)
            if not types:
                continue  # an absent optional value tells nothing
            found = types[0] if function is None else function(types[0])
            if found is None:
                continue
            frame.types[place] = (found,) * count(frame) if isinstance(found, Type) else found
            return

    return step


def _where_allowed(field: Field, function: Function | None) -> Function | None:
    """Return `function` with a check: it raises VerifyError for types that a field excludes."""
    if function is None or not isinstance(field, ValueField):
        return function
    constraint, name = field.constraint, f"{field.kind} '{field.ir_name}'"

    def checked(type: Type) -> Type | Sequence[Type] | None:
        if not constraint.check(type):
            raise VerifyError(f"{name} must be {constraint.description}, but got '{type}'")
        return function(type)

    return checked


def _copy_step(target: ValueField, source: ValueField) -> Step:
    """Return the step of the most frequent rule, which copies one type from value to value."""
    to, start = target.place, source.place

    def step(frame: TypeFrame) -> None:
        frame.types[to] = frame.types[start]

    return step
