"""The tensor dialect: making tensors, taking them apart and putting them together."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import cast

from bufferize import ir
from bufferize.define import Dialect
from bufferize.dialects.strided import (
    bounds_problem,
    compatible_extents,
    rank_reduction_mask,
    verify_offsets_sizes_strides,
)
from bufferize.interfaces import (
    ConditionallySpeculatable,
    OffsetSizeAndStrideOpInterface,
    ReifyRankedShapedTypeOpInterface,
    linear_form,
)

TENSOR = Dialect("tensor")


class SpeculatableIfStatic(ConditionallySpeculatable):
    """An operation that is undefined only for extents that do not fit, which types may leave open."""

    def is_speculatable(self) -> bool:
        types = (*self.operand_types, *self.result_types)
        return all(t.has_static_shape() for t in types if isinstance(t, ir.ShapedType))


class StatesExtents(ReifyRankedShapedTypeOpInterface):
    """An op with the extents of its result as constants and operands."""

    @property
    @abstractmethod
    def result_extents(self) -> list[int | ir.Value]:
        """The extents."""

    def reify_result_shapes(self, builder: ir.Builder) -> list[list[int | ir.Value]]:
        return [self.result_extents]


def ranked(value: ir.Value) -> ir.RankedTensorType:
    """Return the type of a value that is known to be a ranked tensor."""
    return cast(ir.RankedTensorType, value.type)


def constant_index(value: int | ir.Value) -> int | None:
    """Return the integer that is the constant value, None if it is not known."""
    form = linear_form(value)
    return form.constant if form.is_constant else None


def compatible_shapes(lhs: ir.Type, rhs: ir.Type) -> bool:
    """Return whether two tensor types may have the same shape at run time."""
    if not isinstance(lhs, ir.TensorType) or not isinstance(rhs, ir.TensorType):
        return False
    left, right = lhs.extents, rhs.extents
    if left is None or right is None:
        return True
    return len(left) == len(right) and all(map(compatible_extents, left, right))


def static_values(attribute: ir.Attribute) -> tuple[int, ...]:
    """Return the numbers of a dense i64 array."""
    return cast(ir.DenseArrayAttr, attribute).values


def verify_slice(op: ir.Operation, shape: Sequence[int]) -> None:
    """Check that offsets, sizes and strides fit a tensor of this shape. Raises VerifyError."""
    assert isinstance(op, OffsetSizeAndStrideOpInterface)
    verify_offsets_sizes_strides(op, len(shape), len(shape))
    static = [op.properties[f"static_{word}"] for word in ("offsets", "sizes", "strides")]
    problem = bounds_problem(shape, *map(static_values, static))
    if problem is not None:
        raise op.error(problem)


def verify_rank_reduced(
    op: ir.Operation, expected: ir.RankedTensorType, actual: ir.RankedTensorType
) -> None:
    """Check that `actual` is `expected` without some extents of 1. Raises VerifyError."""
    if len(actual.shape) > len(expected.shape):
        raise op.error(
            f"expected rank to be smaller or equal to the other rank: the slice is '{expected}', "
            f"not '{actual}'"
        )
    if rank_reduction_mask(expected.shape, actual.shape) is None:
        raise op.error(
            f"expected type to be '{expected}' or a rank-reduced version. (size mismatch)"
        )
    if expected.element_type is not actual.element_type:
        raise op.error(f"expected element type to be '{expected.element_type}'")


def verify_reassociation(
    op: ir.Operation,
    groups: Sequence[Sequence[int]],
    expanded: ir.RankedTensorType,
    collapsed: ir.RankedTensorType,
) -> None:
    """Check that groups of dimensions collapse `expanded` to `collapsed`. Raises VerifyError."""
    rank = len(expanded.shape)
    if not groups:
        _verify_element_type(op, expanded, collapsed)
        if collapsed.shape:
            raise op.error(
                f"expected collapsed rank ({len(collapsed.shape)}) to equal the number of "
                "reassociation maps (0)."
            )
        return
    if any(not group for group in groups):
        raise op.error("reassociation indices must not be empty")
    if len(collapsed.shape) != len(groups):
        raise op.error(
            f"expected collapsed rank ({len(collapsed.shape)}) to equal the number of "
            f"reassociation maps ({len(groups)})."
        )
    flat = [dim for group in groups for dim in group]
    size = max(flat) + 1
    if size != rank:
        raise op.error(
            f"expected reassociation map #0 to have size equal to the expanded rank ({rank}), "
            f"but it is {size}."
        )
    position = 0
    for index, group in enumerate(groups):
        if list(group) != list(range(position, position + len(group))):
            raise op.error(f"expected reassociation map #{index} to be valid and contiguous.")
        position += len(group)
    _verify_element_type(op, expanded, collapsed)
    for index, group in enumerate(groups):
        extents = [expanded.shape[dim] for dim in group]
        actual = collapsed.shape[index]
        if ir.DYNAMIC in extents:
            if actual != ir.DYNAMIC:
                raise op.error(
                    f"expected dimension {index} of collapsed type to be dynamic since one or more "
                    "of the corresponding dimensions in the expanded type is dynamic"
                )
        elif actual != product(extents):
            raise op.error(
                f"expected dimension {index} of collapsed type to be static value of "
                f"{product(extents)}"
            )


def _verify_element_type(
    op: ir.Operation, expanded: ir.RankedTensorType, collapsed: ir.RankedTensorType
) -> None:
    if expanded.element_type is not collapsed.element_type:
        expected = ir.RankedTensorType(collapsed.shape, expanded.element_type, collapsed.encoding)
        raise op.error(f"expected collapsed type to be '{expected}', but got '{collapsed}'")


def product(numbers: Sequence[int]) -> int:
    """Return the product of the numbers."""
    total = 1
    for number in numbers:
        total *= number
    return total
