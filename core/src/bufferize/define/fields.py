"""The fields of an op class: operands, results, attributes, regions and successors.

Each function returns a descriptor, typed as what the field of an operation then gives. The
descriptors learn their place when the class is declared (see `definition`).
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any, TypeVar, cast

from bufferize.define.constraint import Constraint, as_constraint
from bufferize.define.type_constraints import ANY_TYPE
from bufferize.ir import (
    Attribute,
    Block,
    OpResult,
    Region,
    Type,
    Value,
)

AttributeT = TypeVar("AttributeT", bound=Attribute)
Getter = Callable[[Any], Any]


class Arity(enum.Enum):
    """How many values a field stands for."""

    SINGLE = "single"
    OPTIONAL = "optional"
    VARIADIC = "variadic"


class Field:
    """Base of the descriptors."""

    __slots__ = ("get", "index", "ir_name", "name")

    kind = "field"

    def __init__(self, name: str | None) -> None:
        self.name = ""
        """The Python name."""
        self.ir_name = name or ""
        """The name in MLIR, the Python name by default."""
        self.index = -1
        """Which of the class's fields of this kind it is."""
        self.get: Getter = _unresolved

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        if not self.ir_name:
            self.ir_name = name

    def __get__(self, op: Any, owner: type | None = None) -> Any:
        return self if op is None else self.get(op)

    def __set__(self, op: Any, value: Any) -> None:
        raise AttributeError(f"field '{self.name}' of '{op.name}' cannot be assigned")


def _unresolved(op: Any) -> Any:
    raise TypeError(f"{type(op).__name__} has fields but is not declared with Dialect.op")


class ValueField(Field):
    """An operand or result field."""

    __slots__ = ("arity", "constraint")

    def __init__(
        self, constraint: Constraint[Any] | type[Type], name: str | None, arity: Arity
    ) -> None:
        super().__init__(name)
        self.constraint: Constraint[Any] = as_constraint(constraint)
        self.arity = arity


class OperandField(ValueField):
    """A field of operands. Assigning to one that is single replaces the operand."""

    __slots__ = ("segments",)

    kind = "operand"

    def __init__(
        self,
        constraint: Constraint[Any] | type[Type],
        name: str | None,
        arity: Arity,
        segments: str | None = None,
    ) -> None:
        super().__init__(constraint, name, arity)
        self.segments = segments
        """For a variadic of variadics: the attribute that holds the lengths of the parts."""

    def __set__(self, op: Any, value: Any) -> None:
        if self.arity is not Arity.SINGLE:
            raise AttributeError(
                f"operands '{self.name}' of '{op.name}' cannot be assigned, only single ones can"
            )
        start, _ = op.definition.operands.bounds(op, self.index)
        op.set_operand(start, value)


class ResultField(ValueField):
    """A field of results."""

    __slots__ = ()

    kind = "result"


class AttrField(Field):
    """A field of an inherent attribute. It may be assigned, and deleted by assigning None."""

    __slots__ = ("constraint", "default", "fill", "required")

    kind = "attribute"

    def __init__(
        self,
        constraint: Constraint[Any] | type[Attribute],
        name: str | None,
        required: bool,
        default: Attribute | None = None,
        fill: bool = False,
    ) -> None:
        super().__init__(name)
        self.constraint: Constraint[Any] = as_constraint(constraint)
        self.required = required
        self.default = default
        """What is meant where the attribute is absent."""
        self.fill = fill
        """Whether an op that is created without it gets the default."""

    def __set__(self, op: Any, value: Any) -> None:
        if value is None:
            op.properties.pop(self.ir_name, None)
        else:
            op.properties[self.ir_name] = value


class RegionField(Field):
    """A field of regions."""

    __slots__ = ("arity", "num_blocks")

    kind = "region"

    def __init__(self, name: str | None, arity: Arity, num_blocks: int | None) -> None:
        super().__init__(name)
        self.arity = arity
        self.num_blocks = num_blocks
        """How many blocks each region must have, None for any number."""


class SuccessorField(Field):
    """A field of successors."""

    __slots__ = ("arity",)

    kind = "successor"

    def __init__(self, name: str | None, arity: Arity) -> None:
        super().__init__(name)
        self.arity = arity


# The functions that op classes are written with. What they return is a descriptor; the type that
# they claim is what the descriptor gives on an operation.


def operand(constraint: Constraint[Any] | type[Type] = ANY_TYPE, name: str | None = None) -> Value:
    """One operand."""
    return cast(Value, OperandField(constraint, name, Arity.SINGLE))


def optional_operand(
    constraint: Constraint[Any] | type[Type] = ANY_TYPE, name: str | None = None
) -> Value | None:
    """One operand or none."""
    return cast("Value | None", OperandField(constraint, name, Arity.OPTIONAL))


def variadic_operand(
    constraint: Constraint[Any] | type[Type] = ANY_TYPE, name: str | None = None
) -> tuple[Value, ...]:
    """Any number of operands; the constraint is for each."""
    return cast("tuple[Value, ...]", OperandField(constraint, name, Arity.VARIADIC))


def variadic_of_variadic_operand(
    constraint: Constraint[Any] | type[Type] = ANY_TYPE,
    *,
    segments: str,
    name: str | None = None,
) -> tuple[tuple[Value, ...], ...]:
    """Any number of lists of operands; the i32 array attribute `segments` has their lengths."""
    field = OperandField(constraint, name, Arity.VARIADIC, segments)
    return cast("tuple[tuple[Value, ...], ...]", field)


def result(
    constraint: Constraint[Any] | type[Type] = ANY_TYPE, name: str | None = None
) -> OpResult:
    """One result."""
    return cast(OpResult, ResultField(constraint, name, Arity.SINGLE))


def optional_result(
    constraint: Constraint[Any] | type[Type] = ANY_TYPE, name: str | None = None
) -> OpResult | None:
    """One result or none."""
    return cast("OpResult | None", ResultField(constraint, name, Arity.OPTIONAL))


def variadic_result(
    constraint: Constraint[Any] | type[Type] = ANY_TYPE, name: str | None = None
) -> tuple[OpResult, ...]:
    """Any number of results; the constraint is for each."""
    return cast("tuple[OpResult, ...]", ResultField(constraint, name, Arity.VARIADIC))


def attr(
    constraint: Constraint[AttributeT] | type[AttributeT], name: str | None = None
) -> AttributeT:
    """An attribute that must be there."""
    return cast(AttributeT, AttrField(constraint, name, required=True))


def optional_attr(
    constraint: Constraint[AttributeT] | type[AttributeT], name: str | None = None
) -> AttributeT | None:
    """An attribute that may be absent. (A unit attribute that is a flag is one of these.)"""
    return cast("AttributeT | None", AttrField(constraint, name, required=False))


def default_attr(
    constraint: Constraint[AttributeT] | type[AttributeT],
    default: AttributeT,
    name: str | None = None,
    *,
    optional: bool = False,
) -> AttributeT:
    """An attribute whose absence means the default; custom formats elide that value.

    An op that is created without it gets the default, unless `optional` (as MLIR's
    `DefaultValuedAttr` and `DefaultValuedOptionalAttr`). The field is never None.
    """
    field = AttrField(constraint, name, required=False, default=default, fill=not optional)
    return cast(AttributeT, field)


def region(num_blocks: int | None = None, name: str | None = None) -> Region:
    """A region, of so many blocks if a number is given."""
    return cast(Region, RegionField(name, Arity.SINGLE, num_blocks))


def variadic_region(num_blocks: int | None = None, name: str | None = None) -> tuple[Region, ...]:
    """Any number of regions."""
    return cast("tuple[Region, ...]", RegionField(name, Arity.VARIADIC, num_blocks))


def successor(name: str | None = None) -> Block:
    """A block that control may go to."""
    return cast(Block, SuccessorField(name, Arity.SINGLE))


def variadic_successor(name: str | None = None) -> tuple[Block, ...]:
    """Any number of blocks that control may go to."""
    return cast("tuple[Block, ...]", SuccessorField(name, Arity.VARIADIC))


def attribute_getter(field: AttrField) -> Getter:
    """Reads the field off an operation: its property, else the default."""
    name, default = field.ir_name, field.default
    if default is None:
        return lambda op: op.properties.get(name)
    return lambda op: op.properties.get(name, default)
