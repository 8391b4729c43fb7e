"""Shapes: whether they may be the same, what they are as constants, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bufferize.define import ConstantLike
from bufferize.ir import (
    DYNAMIC,
    DenseElementsAttr,
    FloatAttr,
    FloatType,
    ShapedType,
    Type,
    Value,
)
from bufferize.ir.dense import elements, splat_element
from bufferize_tosa.tosa_types import ShapeType


def rank_of(value: Value) -> int:
    """The rank of a shape."""
    assert isinstance(value.type, ShapeType)
    return value.type.rank


def extents_of(type: Type) -> tuple[int, ...] | None:
    """The shape of a type, None if it has no rank."""
    return type.extents if isinstance(type, ShapedType) else None


def is_static(extent: int) -> bool:
    """Whether an extent is known."""
    return extent != DYNAMIC


def may_be_equal(a: int, b: int) -> bool:
    """Whether two extents may be equal."""
    return a == b or DYNAMIC in (a, b)


def may_be_same(a: Sequence[int] | None, b: Sequence[int] | None) -> bool:
    """Whether two shapes may be the same; None is a shape of unknown rank."""
    if a is None or b is None:
        return True
    return len(a) == len(b) and all(map(may_be_equal, a, b))


def constant_elements(value: Value) -> DenseElementsAttr | None:
    """The elements of a value if they are known: of a constant, tensor or shape."""
    op = value.defining_op
    if op is None or not op.has_trait(ConstantLike):
        return None
    folded = op.fold()
    attribute = folded[0] if folded else None
    return attribute if isinstance(attribute, DenseElementsAttr) else None


def constant_extents(value: Value) -> list[int] | None:
    """The extents of a shape, if they are known."""
    found = constant_elements(value)
    if found is None:
        return None
    return [e for e in elements(found) if isinstance(e, int)]


def first_number(value: Value) -> int | float | None:
    """The first element, if it is known."""
    found = constant_elements(value)
    if found is None or not found.type.num_elements():
        return None
    raw = splat_element(found) if found.is_splat else elements(found)[0]
    element = found.type.element_type
    if isinstance(raw, int) and isinstance(element, FloatType):
        return FloatAttr(raw, element).value
    return raw if isinstance(raw, int) else None


def list_text(numbers: Iterable[int]) -> str:
    """Numbers with commas between."""
    return ", ".join(map(str, numbers))
