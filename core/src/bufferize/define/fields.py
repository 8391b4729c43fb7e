"""The fields of an op class: operands, results, attributes, regions and successors.

Each function returns a descriptor, which learns its place when the class is declared (see
`definition`). Type checkers know the fields of a class by their annotations: `x: Operand` for
`x = operand()`, and so on. `Segments` assigns the values of an operation to the fields.
"""

from __future__ import annotations

__all__ = [
    "Attr", "Ints", "Items", "Operand", "OptionalAttr", "OptionalOperand", "OptionalResult",
    "Region", "Result", "Successor", "VariadicOfVariadicOperand", "VariadicOperand",
    "VariadicRegion", "VariadicResult", "VariadicSuccessor", "attr", "default_attr", "operand",
    "optional_attr", "optional_operand", "optional_result", "region", "result", "successor",
    "variadic_of_variadic_operand", "variadic_operand", "variadic_region", "variadic_result",
    "variadic_successor",
]  # fmt: skip

import enum
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, islice, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, overload

from bufferize import ir
from bufferize.define.constraint import Constraint, as_constraint
from bufferize.define.type_constraints import ANY_TYPE
from bufferize.ir import Attribute, Block, DenseArrayAttr, OpResult, Type, Value

if TYPE_CHECKING:
    from typing_extensions import Self

AttributeT = TypeVar("AttributeT", bound=Attribute)
GotT = TypeVar("GotT", covariant=True)
GivenT = TypeVar("GivenT", contravariant=True)
PythonT = TypeVar("PythonT")
Getter = Callable[[Any], Any]
TypeLike: TypeAlias = Constraint[Any] | type[Type]


class Arity(enum.Enum):
    """The number of values of a field: one, at most one, or any."""

    SINGLE = "single"
    OPTIONAL = "optional"
    VARIADIC = "variadic"


class FieldOf(Generic[GotT, GivenT]):
    """A field as type checkers see it.

    `GotT` is the type of `op.field`; `GivenT` is that of values assigned or given to constructors.
    """

    __slots__ = ("arity", "get", "index", "ir_name", "name")

    kind = "field"

    def __init__(self, name: str | None, arity: Arity = Arity.SINGLE) -> None:
        self.name = ""
        """The Python name."""
        self.ir_name = name or ""
        """The name in MLIR, the Python name by default."""
        self.arity = arity
        self.index = -1
        """The index among the class's fields of this kind."""
        self.get: Getter = _unresolved

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        if not self.ir_name:
            self.ir_name = name

    @overload
    def __get__(self, op: None, owner: type | None = None) -> Self: ...
    @overload
    def __get__(self, op: object, owner: type | None = None) -> GotT: ...
    def __get__(self, op: Any, owner: type | None = None) -> Any:
        return self if op is None else self.get(op)

    def __set__(self, op: Any, value: GivenT) -> None:
        raise AttributeError(f"field '{self.name}' of '{op.name}' cannot be assigned")


class Field(FieldOf[Any, Any]):
    """Base of the descriptors of all kinds of fields."""

    __slots__ = ()


def _unresolved(op: Any) -> Any:
    raise TypeError(f"{type(op).__name__} has fields but is not declared with Dialect.op")


class ValueField(Field):
    """An operand or result field."""

    __slots__ = ("constraint", "place")

    def __init__(self, constraint: TypeLike, name: str | None, arity: Arity) -> None:
        super().__init__(name, arity)
        self.constraint: Constraint[Any] = as_constraint(constraint)
        self.place = -1
        """The index among the class's operand fields followed by its result fields."""


class OperandField(ValueField):
    """A field of operands. Assigning to a single one replaces the operand."""

    __slots__ = ("segments",)

    kind = "operand"

    def __init__(
        self, constraint: TypeLike, name: str | None, arity: Arity, segments: str | None = None
    ) -> None:
        super().__init__(constraint, name, arity)
        self.segments = segments
        """The attribute with the lengths of the parts, for a variadic of variadics."""

    def __set__(self, op: Any, value: Any) -> None:
        if self.arity is not Arity.SINGLE:
            raise AttributeError(
                f"operands '{self.name}' of '{op.name}' cannot be assigned, only single ones can"
            )
        start, _ = op.definition.operands.bounds(op)[self.index]
        op.set_operand(start, value)


class ResultField(ValueField):
    """A field of results."""

    __slots__ = ()

    kind = "result"


class AttrField(Field):
    """A field of an inherent attribute, which may be assigned, and deleted by assigning None."""

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
        """The value of an absent attribute."""
        self.fill = fill
        """Whether an op that is created without the attribute gets the default."""

    def __set__(self, op: Any, value: Any) -> None:
        attribute = None if value is None else self.attribute(value, op.name)
        if attribute is None:
            op.properties.pop(self.ir_name, None)
        else:
            op.properties[self.ir_name] = attribute

    def attribute(self, value: Any, op_name: str) -> Attribute | None:
        """Return the attribute for a value of this field, None for an absent one.

        Raises TypeError for a value that the field cannot hold.
        """
        try:
            return self.constraint.attribute(value)
        except (TypeError, ValueError) as problem:
            raise TypeError(
                f"field '{self.name}' of '{op_name}' must be "
                f"{self.constraint.description}, not {value!r}"
                + (f": {problem}" if str(problem) else "")
            ) from None


class RegionField(Field):
    """A field of regions."""

    __slots__ = ("num_blocks",)

    kind = "region"

    def __init__(self, name: str | None, arity: Arity, num_blocks: int | None) -> None:
        super().__init__(name, arity)
        self.num_blocks = num_blocks
        """The number of blocks that each region must have, None for any number."""


class SuccessorField(Field):
    """A field of successors."""

    __slots__ = ()

    kind = "successor"


# What type checkers see of the fields: the annotations that op classes are written with.

Operand: TypeAlias = FieldOf[Value, Value]
OptionalOperand: TypeAlias = FieldOf[Value | None, Value | None]
VariadicOperand: TypeAlias = FieldOf[tuple[Value, ...], Value | Iterable[Value]]
VariadicOfVariadicOperand: TypeAlias = FieldOf[
    tuple[tuple[Value, ...], ...], Iterable[Iterable[Value]]
]
Result: TypeAlias = FieldOf[OpResult, Type | None]
"""A result field; an op is built with the result's type, unless that follows from other fields."""
OptionalResult: TypeAlias = FieldOf[OpResult | None, Type | None]
VariadicResult: TypeAlias = FieldOf[tuple[OpResult, ...], Type | Iterable[Type] | None]
Attr: TypeAlias = FieldOf[AttributeT, AttributeT | PythonT]
"""An attribute field; `Attr[IntegerAttr, int]` also takes Python values of the second class."""
OptionalAttr: TypeAlias = FieldOf[AttributeT | None, AttributeT | PythonT | None]
Ints: TypeAlias = Iterable[int]
Items: TypeAlias = Iterable[Any]
"""A number of attributes, or of Python values for attributes."""
Region: TypeAlias = FieldOf[ir.Region, ir.Region | Block | Iterable[Block] | None]
VariadicRegion: TypeAlias = FieldOf[tuple[ir.Region, ...], Iterable[ir.Region | Block]]
Successor: TypeAlias = FieldOf[Block, Block]
VariadicSuccessor: TypeAlias = FieldOf[tuple[Block, ...], Iterable[Block]]

# The functions that op classes are written with.


def operand(constraint: TypeLike = ANY_TYPE, name: str | None = None) -> Operand:
    """Declare one operand."""
    return OperandField(constraint, name, Arity.SINGLE)


def optional_operand(constraint: TypeLike = ANY_TYPE, name: str | None = None) -> OptionalOperand:
    """Declare one operand or none."""
    return OperandField(constraint, name, Arity.OPTIONAL)


def variadic_operand(constraint: TypeLike = ANY_TYPE, name: str | None = None) -> VariadicOperand:
    """Declare any number of operands, each under the constraint."""
    return OperandField(constraint, name, Arity.VARIADIC)


def variadic_of_variadic_operand(
    constraint: TypeLike = ANY_TYPE, *, segments: str, name: str | None = None
) -> VariadicOfVariadicOperand:
    """Declare any number of lists of operands; the i32 array attribute `segments` has their lengths."""
    return OperandField(constraint, name, Arity.VARIADIC, segments)


def result(constraint: TypeLike = ANY_TYPE, name: str | None = None) -> Result:
    """Declare one result."""
    return ResultField(constraint, name, Arity.SINGLE)


def optional_result(constraint: TypeLike = ANY_TYPE, name: str | None = None) -> OptionalResult:
    """Declare one result or none."""
    return ResultField(constraint, name, Arity.OPTIONAL)


def variadic_result(constraint: TypeLike = ANY_TYPE, name: str | None = None) -> VariadicResult:
    """Declare any number of results, each under the constraint."""
    return ResultField(constraint, name, Arity.VARIADIC)


def attr(
    constraint: Constraint[AttributeT] | type[AttributeT], name: str | None = None
) -> FieldOf[AttributeT, Any]:
    """Declare a required attribute."""
    return AttrField(constraint, name, required=True)


def optional_attr(
    constraint: Constraint[AttributeT] | type[AttributeT], name: str | None = None
) -> FieldOf[AttributeT | None, Any]:
    """Declare an attribute that may be absent, such as a unit attribute used as a flag."""
    return AttrField(constraint, name, required=False)


def default_attr(
    constraint: Constraint[AttributeT] | type[AttributeT],
    default: AttributeT,
    name: str | None = None,
    *,
    optional: bool = False,
) -> FieldOf[AttributeT, Any]:
    """Declare an attribute with a default if absent; custom formats omit the default.

    An op that is created without it gets the default, unless `optional` (as MLIR's
    `DefaultValuedAttr` and `DefaultValuedOptionalAttr`). The field is never None.
    """
    return AttrField(constraint, name, required=False, default=default, fill=not optional)


def region(num_blocks: int | None = None, name: str | None = None) -> Region:
    """Declare a region, which must have `num_blocks` blocks if that is given."""
    return RegionField(name, Arity.SINGLE, num_blocks)


def variadic_region(num_blocks: int | None = None, name: str | None = None) -> VariadicRegion:
    """Declare any number of regions."""
    return RegionField(name, Arity.VARIADIC, num_blocks)


def successor(name: str | None = None) -> Successor:
    """Declare a successor block."""
    return SuccessorField(name, Arity.SINGLE)


def variadic_successor(name: str | None = None) -> VariadicSuccessor:
    """Declare any number of successor blocks."""
    return SuccessorField(name, Arity.VARIADIC)


def attribute_getter(field: AttrField) -> Getter:
    """Return a function from an operation to the attribute of a field: its property or the default."""
    name, default = field.ir_name, field.default
    if default is None:
        return lambda op: op.properties.get(name)
    return lambda op: op.properties.get(name, default)


FieldT = TypeVar("FieldT", bound=Field)


class Segments(Generic[FieldT]):
    """The fields of one kind (such as operands) of an op class, and which values each of them has.

    An operation holds its operands as one list; a segment of it belongs to each field. If one field
    is optional or variadic, it has the values that the others leave. If several are, the attribute
    `segments` holds the size of each segment, or all of them are equally long.
    """

    __slots__ = ("_bounds", "fields", "kind", "maximum", "minimum", "open", "segments", "slot")

    def __init__(
        self, kind: str, slot: str, fields: Sequence[FieldT], segments: str | None = None
    ) -> None:
        self.kind = kind
        self.slot = slot
        """The attribute of an operation that lists all values of this kind."""
        self.fields = tuple(fields)
        self.segments = segments
        """The name of the attribute with the sizes, if there is one."""
        self.open = [i for i, field in enumerate(fields) if field.arity is not Arity.SINGLE]
        """The fields that may have any number of values."""
        self.minimum = len(self.fields) - len(self.open)
        self.maximum = sys.maxsize if self.open else self.minimum
        self._bounds: dict[object, list[tuple[int, int]]] = {}
        for index, field in enumerate(fields):
            field.index = index
            field.get = self._getter(field)

    def bounds(self, op: Any) -> list[tuple[int, int]]:
        """Return where the values of each field start and end."""
        if self.segments is None:
            sizes: Any = len(getattr(op, self.slot))
        else:
            sizes = op.properties.get(self.segments)
        found = self._bounds.get(sizes)
        if found is None:
            found = self._bounds[sizes] = self._find_bounds(sizes)
        return found

    def _find_bounds(self, given: object) -> list[tuple[int, int]]:
        sizes: Sequence[int] = ()
        if isinstance(given, DenseArrayAttr):
            sizes = given.values
        elif isinstance(given, int):
            rest = (given - self.minimum) // max(len(self.open), 1)
            sizes = [1 if field.arity is Arity.SINGLE else rest for field in self.fields]
        starts = [0, *accumulate(sizes)]
        bounds = list(pairwise(starts))
        # Fields that a wrong attribute leaves out are empty.
        return bounds + [(starts[-1], starts[-1])] * (len(self.fields) - len(bounds))

    def _getter(self, field: FieldT) -> Getter:
        """Return a function from an operation to the values of a field."""
        index, bounds, slot = field.index, self.bounds, attrgetter(self.slot)
        place = self._fixed_place(index) if field.arity is Arity.SINGLE else None
        part: slice | None = None
        if self.open == [index] and self.segments is None:
            part = slice(index, (index + 1 - len(self.fields)) or None)  # what the others leave
        if self.kind == "operand":
            if place is not None:
                return lambda op: op.op_operands[place].value

            def values(op: Any) -> tuple[Any, ...]:
                operands = op.op_operands[part or slice(*bounds(op)[index])]
                return tuple([operand.value for operand in operands])
        else:
            if place is not None:
                if self.kind == "result":  # the most frequent one
                    return lambda op: op.results[place]
                return lambda op: slot(op)[place]

            def values(op: Any) -> tuple[Any, ...]:
                return tuple(slot(op)[part or slice(*bounds(op)[index])])

        if field.arity is Arity.SINGLE:
            return lambda op: values(op)[0]
        if field.arity is Arity.OPTIONAL:
            return lambda op: next(iter(values(op)), None)
        segments = getattr(field, "segments", None)
        if segments is None:
            return values

        def parts(op: Any) -> tuple[tuple[Any, ...], ...]:
            sizes = op.properties.get(segments)
            rest = iter(values(op))
            lengths = sizes.values if isinstance(sizes, DenseArrayAttr) else ()
            return tuple([tuple(islice(rest, length)) for length in lengths])

        return parts

    def _fixed_place(self, index: int) -> int | None:
        """Return the index of a single value, from the start or (negative) the end, if it is fixed."""
        if not self.open or index < self.open[0]:
            return index
        return index - len(self.fields) if self.segments is None and len(self.open) == 1 else None
