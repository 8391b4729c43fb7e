"""Rules on shapes that several tensor ops share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import cast

from bufferize.dialects.strided import (
    bounds_problem,
    compatible_extents,
    rank_reduction_mask,
    verify_offsets_sizes_strides,
)
from bufferize.interfaces import (
    OffsetSizeAndStrideOpInterface,
    ReifyRankedShapedTypeOpInterface,
    linear_form,
)
from bufferize.ir import (
    DYNAMIC,
    Attribute,
    Builder,
    DenseArrayAttr,
    Operation,
    RankedTensorType,
    TensorType,
    Type,
    Value,
)


class StatesExtents(ReifyRankedShapedTypeOpInterface):
    """An op whose result's extents are constants and operands of its own."""

    __slots__ = ()

    @property
    @abstractmethod
    def result_extents(self) -> list[int | Value]:
        """The extents."""

    def reify_result_shapes(self, builder: Builder) -> list[list[int | Value]]:
        return [self.result_extents]


def ranked(value: Value) -> RankedTensorType:
    """The type of a value that a constraint already made a ranked tensor."""
    return cast(RankedTensorType, value.type)


def constant_index(value: int | Value) -> int | None:
    """The integer that a value is known to be."""
    form = linear_form(value)
    return form.constant if form.is_constant else None


def compatible_shapes(lhs: Type, rhs: Type) -> bool:
    """Whether two tensor types may have the same shape at run time."""
    if not isinstance(lhs, TensorType) or not isinstance(rhs, TensorType):
        return False
    left, right = lhs.extents, rhs.extents
    if left is None or right is None:
        return True
    return len(left) == len(right) and all(map(compatible_extents, left, right))


def static_values(attribute: Attribute) -> tuple[int, ...]:
    """The numbers of a dense i64 array."""
    return cast(DenseArrayAttr, attribute).values


def verify_slice(op: Operation, shape: Sequence[int]) -> None:
    """The offsets, sizes and strides of a slice fit a tensor of this shape. Raises VerifyError."""
    assert isinstance(op, OffsetSizeAndStrideOpInterface)
    verify_offsets_sizes_strides(op, len(shape), len(shape))
    static = [op.properties[f"static_{word}"] for word in ("offsets", "sizes", "strides")]
    problem = bounds_problem(shape, *map(static_values, static))
    if problem is not None:
        raise op.error(problem)


def verify_rank_reduced(
    op: Operation, expected: RankedTensorType, actual: RankedTensorType
) -> None:
    """`actual` is `expected`, maybe without some extents of 1. Raises VerifyError."""
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
    op: Operation,
    groups: Sequence[Sequence[int]],
    expanded: RankedTensorType,
    collapsed: RankedTensorType,
) -> None:
    """The groups take the dimensions of `expanded` to those of `collapsed`. Raises VerifyError."""
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
        if DYNAMIC in extents:
            if actual != DYNAMIC:
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
    op: Operation, expanded: RankedTensorType, collapsed: RankedTensorType
) -> None:
    if expanded.element_type is not collapsed.element_type:
        expected = RankedTensorType(collapsed.shape, expanded.element_type, collapsed.encoding)
        raise op.error(f"expected collapsed type to be '{expected}', but got '{collapsed}'")


def product(numbers: Sequence[int]) -> int:
    """The product of the numbers."""
    total = 1
    for number in numbers:
        total *= number
    return total
