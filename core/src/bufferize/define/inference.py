"""Which types follow from which, by an op's traits; for assembly formats and for `build`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from bufferize.define.fields import Arity, AttrField, Field, OperandField, ResultField, ValueField
from bufferize.define.type_traits import (
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


class TypeFrame(Protocol):
    """What is known of an operation to be while its types are found."""

    @property
    def types(self) -> list[Sequence[Type] | None]:
        """Of each operand field and then of each result field, None while unknown."""

    def operand_count(self, index: int) -> int:
        """How many operands a field has."""

    def attribute(self, name: str) -> Attribute | None:
        """The inherent attribute of that name in MLIR."""


Step = Callable[[Any], None]
Source = Callable[[Any], "Sequence[Type] | None"]


class _Rule(NamedTuple):
    sources: tuple[Field, ...]
    target: ValueField
    function: Callable[[Any], Type | Sequence[Type] | None] | None


class Plan(NamedTuple):
    """How to find the types that the text or the caller does not give."""

    steps: tuple[Step, ...]
    missing: tuple[ValueField, ...]
    """Fields whose type nothing tells; `results_inferred` covers results."""
    infer_results: InferResultTypes | None
    """The trait that gives all result types, where the steps do not."""


def plan_types(definition: OpDefinition, known: Collection[Field]) -> Plan:
    """The steps, in order, that find the types of all other operand and result fields."""
    solved: set[int] = {id(field) for field in known}
    targets = [*definition.operands.fields, *definition.results.fields]
    pending = [field for field in targets if id(field) not in solved]
    steps: list[Step] = []
    for field in list(pending):
        if field.constraint.buildable is not None and _is_counted(field):
            steps.append(_buildable_step(field, field.constraint.buildable))
            solved.add(id(field))
            pending.remove(field)
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
                if isinstance(source, AttrField) or id(source) in solved
            ]
            if usable:
                steps.append(_rule_step(field, usable))
                solved.add(id(field))
                pending.remove(field)
                progress = True
    infer = definition.cls.get_trait(InferResultTypes)
    if infer is not None:
        unsolved_results = [f for f in pending if isinstance(f, ResultField)]
        if not unsolved_results:
            infer = None
        pending = [f for f in pending if isinstance(f, OperandField)]
    return Plan(tuple(steps), tuple(pending), infer)


def _is_counted(field: ValueField) -> bool:
    """Whether the text or the caller tells how many values there are."""
    return isinstance(field, OperandField) or field.arity is Arity.SINGLE


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
        type = getattr(frame.attribute(name), "type", None)
        return None if type is None else (type,)

    return attribute_type


def _count(field: ValueField) -> Callable[[TypeFrame], int]:
    index = field.index
    if isinstance(field, OperandField):
        return lambda frame: frame.operand_count(index)
    return lambda frame: 1


def _buildable_step(field: ValueField, type: Type) -> Step:
    place, count = field.place, _count(field)

    def step(frame: TypeFrame) -> None:
        frame.types[place] = (type,) * count(frame)

    return step


def _rule_step(
    field: ValueField,
    usable: Sequence[tuple[Field, Callable[[Any], Type | Sequence[Type] | None] | None]],
) -> Step:
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


def _where_allowed(
    field: Field, function: Callable[[Any], Type | Sequence[Type] | None] | None
) -> Callable[[Any], Type | Sequence[Type] | None] | None:
    """A function that raises VerifyError for types that the field's constraint does not allow."""
    if function is None or not isinstance(field, ValueField):
        return function
    constraint, name = field.constraint, f"{field.kind} '{field.ir_name}'"

    def checked(type: Type) -> Type | Sequence[Type] | None:
        if not constraint.check(type):
            raise VerifyError(f"{name} must be {constraint.description}, but got '{type}'")
        return function(type)

    return checked


def _copy_step(target: ValueField, source: ValueField) -> Step:
    """The most frequent rule by far: one type, copied from one value to another."""
    to, start = target.place, source.place

    def step(frame: TypeFrame) -> None:
        frame.types[to] = frame.types[start]

    return step
