"""Rules of verification that several ops of the tosa dialect share."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import ir
from bufferize.interfaces import QuantizedTypeInterface
from bufferize_tosa.dialect import extents_of, first_number, list_text, may_be_same


def has_one_scale(type: ir.Type) -> bool:
    """Return whether elements are quantized with one scale for the whole tensor."""
    return isinstance(type, QuantizedTypeInterface) and type.has_one_scale


def are_compared(*types: ir.Type) -> bool:
    """Return whether element types must match; others are accepted with any type."""
    kinds = (ir.IntegerType, ir.IndexType, ir.FloatType)
    return all(isinstance(type, kinds) or has_one_scale(type) for type in types)


def storage_type(type: ir.Type) -> ir.Type:
    """Return the type in which the elements of a type are stored."""
    element = ir.element_type_or_self(type)
    if isinstance(element, QuantizedTypeInterface):
        return element.storage_type or element
    return element


def verify_same_element_types(op: ir.Operation, given: ir.Value, result: ir.Value) -> None:
    """Raise VerifyError unless the elements of two tensors have one type."""
    types = [ir.element_type_or_self(value.type) for value in (given, result)]
    if types[0] is not types[1] and are_compared(*types):
        raise op.error(
            f"expect input and output to have same element type, got '{types[0]}' and '{types[1]}'"
        )


def verify_zero_point_type(
    op: ir.Operation, name: str, value: ir.Value, zero_point: ir.Value
) -> None:
    """Raise VerifyError unless a zero point has the element type of its tensor."""
    types = storage_type(value.type), storage_type(zero_point.type)
    if types[0] is not types[1]:
        raise op.error(
            f"expect both {name} and its zero point are the same element type, "
            f"got '{types[0]}' and '{types[1]}'"
        )


def zero_point(value: ir.Value, *, is_unsigned: bool = False) -> int | None:
    """Return the zero point, None if it is unknown; -1 for a float other than 0."""
    first = first_number(value)
    if isinstance(first, float):
        return 0 if first == 0 else -1
    element = ir.element_type_or_self(value.type)
    if first is None or not isinstance(element, ir.IntegerType):
        return first
    return first % (1 << element.width) if is_unsigned else first


def verify_zero_point(op: ir.Operation, name: str, value: ir.Value) -> None:
    """Raise VerifyError for a zero point other than 0 of elements that must not have one."""
    if ir.element_type_or_self(value.type) is not ir.I8 and zero_point(value) not in (None, 0):
        raise op.error(f"{name} zero point must be zero for non-int8 integer types")


def verify_values(
    op: ir.Operation,
    first: Sequence[ir.Value],
    first_name: str,
    second: Sequence[ir.Value],
    name: str,
) -> None:
    """Raise VerifyError unless two lists of tensors have the same types, as far as is known."""
    if len(first) != len(second):
        raise op.error(
            f"require same number of values in {first_name} ({len(first)}) and "
            f"{name} ({len(second)})"
        )
    for a, b in zip(first, second, strict=True):
        verify_types(op, a.type, first_name, b.type, name)


def verify_types(op: ir.Operation, a: ir.Type, a_name: str, b: ir.Type, b_name: str) -> None:
    """Raise VerifyError unless two tensors have the same type, as far as is known."""
    elements = ir.element_type_or_self(a), ir.element_type_or_self(b)
    if elements[0] is not elements[1]:
        raise op.error(
            f"require same element type for {a_name} ('{elements[0]}') and "
            f"{b_name} ('{elements[1]}')"
        )
    if not may_be_same(extents_of(a), extents_of(b)):
        raise op.error(f"require same shapes for {a_name} ('{a}') and {b_name} ('{b}')")


def verify_at_least(op: ir.Operation, what: str, numbers: Sequence[int], least: int) -> None:
    """Raise VerifyError if one of the numbers is too small."""
    if any(number < least for number in numbers):
        raise op.error(f"expect all {what} values to be >= {least}, got {list_text(numbers)}")


def verify_extent(op: ir.Operation, formula: str, got: str, total: int, stride: int) -> int:
    """Return the number of strides in a total, plus one.

    Raises VerifyError unless the stride divides the total.
    """
    if total % stride:
        raise op.error(f"expected {formula}, got {got}")
    return total // stride + 1


def verify_calculated(op: ir.Operation, name: str, calculated: int, expected: int) -> None:
    """Raise VerifyError unless an extent of the result is the one that was calculated."""
    if not may_be_same((calculated,), (expected,)):
        raise op.error(
            f"calculated output {name} did not match expected: "
            f"calculated={calculated}, expected={expected}"
        )


def verify_inferred(op: ir.Operation, inferred: ir.Type) -> None:
    """Raise VerifyError unless the result may be of the type that follows from the operands."""
    actual = op.results[0].type
    if ir.element_type_or_self(inferred) is ir.element_type_or_self(actual) and may_be_same(
        extents_of(inferred), extents_of(actual)
    ):
        return
    raise op.error(
        f"inferred type(s) '{inferred}' are incompatible with return type(s) of "
        f"operation '{actual}'"
    )
