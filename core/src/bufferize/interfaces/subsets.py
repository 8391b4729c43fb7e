"""Operations that read or write a subset of a tensor."""

from __future__ import annotations

__all__ = [
    "EquivalenceFn", "HyperrectangularSlice", "InParallelOpInterface",
    "ParallelCombiningOpInterface", "SubsetExtractionOpInterface", "SubsetInsertionOpInterface",
    "SubsetOpInterface", "WholeInsertionOpInterface",
]  # fmt: skip

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd

from bufferize.interfaces.base import OpInterface, constant_int, is_tensor_like
from bufferize.interfaces.destination_style import DestinationStyleOpInterface
from bufferize.interfaces.loops import LoopLikeOpInterface
from bufferize.interfaces.value_bounds import (
    LinearExpr,
    are_equal_integers,
    is_always_less,
    is_in_bounds,
    linear_form,
)
from bufferize.interfaces.views import OffsetSizeAndStrideOpInterface
from bufferize.ir import Builder, Operation, OpOperand, OpResult, Value

EquivalenceFn = Callable[[Value, Value], bool]


@dataclass(frozen=True)
class HyperrectangularSlice:
    """A subset of a tensor: an offset, a size and a stride for each dimension."""

    offsets: tuple[int | Value, ...]
    sizes: tuple[int | Value, ...]
    strides: tuple[int | Value, ...]

    def is_within(self, shape: Sequence[int]) -> bool:
        """Return whether it is known to be within a tensor or buffer of `shape`."""
        return all(map(is_in_bounds, self.offsets, shape, self.sizes, self.strides))

    def is_equivalent_to(self, other: HyperrectangularSlice) -> bool:
        """Return whether both are known to be the same subset."""
        if len(self.offsets) != len(other.offsets):
            return False
        mine = self.offsets + self.sizes + self.strides
        theirs = other.offsets + other.sizes + other.strides
        return mine == theirs or all(map(are_equal_integers, mine, theirs))

    def is_disjoint_from(
        self, other: HyperrectangularSlice, varies: Callable[[Value], bool] = lambda _: False
    ) -> bool:
        """Return whether both, of one tensor, are known to have no element in common.

        Values for which `varies` holds may differ between this slice and `other`.
        """
        return len(self.offsets) == len(other.offsets) and any(
            _are_apart(mine, theirs, varies)
            for mine, theirs in zip(self._extents, other._extents, strict=True)
        )

    @cached_property
    def _extents(self) -> list[_Extent | None]:
        return list(map(_extent, self.offsets, self.sizes, self.strides))


_Extent = tuple[LinearExpr, LinearExpr, int]
"""An ascending sequence of indices: the first, the last, and the step."""


def _are_apart(a: _Extent | None, b: _Extent | None, varies: Callable[[Value], bool]) -> bool:
    """Return whether two sequences of indices are known to be disjoint."""
    if a is None or b is None:
        return False
    (first_a, last_a, step_a), (first_b, last_b, step_b) = a, b
    if is_always_less(last_a, first_b, varies) or is_always_less(last_b, first_a, varies):
        return True
    step, difference = gcd(step_a, step_b), first_a - first_b
    return (
        step > 1
        and difference.is_constant
        and difference.constant % step != 0
        and not any(map(varies, first_a.terms))
    )


def _extent(offset: int | Value, size: int | Value, stride: int | Value) -> _Extent | None:
    """Return the indices of a slice in one dimension, None if they are not known to ascend."""
    first = linear_form(offset)
    step = 0 if size == 1 else constant_int(stride)
    if step is None or step < 0:
        return None
    return first, first + (linear_form(size) + LinearExpr(-1)).scaled(step), step


class SubsetOpInterface(OpInterface):
    """An operation on a subset of a tensor: an extraction or an insertion."""

    @property
    @abstractmethod
    def tensor_container(self) -> Value:
        """The tensor with the subset: an extraction's source, an insertion's destination."""

    def accessed_slice(self) -> HyperrectangularSlice | None:
        """Return the subset as a slice, None if it is not one.

        By default the slice of an operation with offsets, sizes and strides, and else None.
        """
        if not isinstance(self, OffsetSizeAndStrideOpInterface):
            return None
        return HyperrectangularSlice(
            tuple(self.mixed_offsets), tuple(self.mixed_sizes), tuple(self.mixed_strides)
        )

    def operates_on_equivalent_subset(
        self, candidate: SubsetOpInterface, equivalent: EquivalenceFn
    ) -> bool:
        """Return whether `candidate` works on the same subset of an equivalent tensor."""
        if not equivalent(self.tensor_container, candidate.tensor_container):
            return False
        mine, other = self.accessed_slice(), candidate.accessed_slice()
        return mine is not None and other is not None and mine.is_equivalent_to(other)

    def operates_on_disjoint_subset(
        self, candidate: SubsetOpInterface, equivalent: EquivalenceFn
    ) -> bool:
        """Return whether `candidate` is known to work on a disjoint subset of an equivalent tensor.

        By default, this is known only of slices.
        """
        if not equivalent(self.tensor_container, candidate.tensor_container):
            return False
        mine, other = self.accessed_slice(), candidate.accessed_slice()
        return mine is not None and other is not None and mine.is_disjoint_from(other)


class SubsetExtractionOpInterface(SubsetOpInterface):
    """An operation whose only result is a subset of a tensor."""

    @property
    def source_operand(self) -> OpOperand:
        """The operand that is the tensor. By default the first one."""
        return self.op_operands[0]

    @property
    def tensor_container(self) -> Value:
        return self.source_operand.value

    def verify_interface(self) -> None:
        """Check that there is one result and that it is no insertion. Raises VerifyError."""
        if len(self.results) != 1:
            raise self.error("expected an extraction of a subset to have one result")
        if isinstance(self, SubsetInsertionOpInterface):
            raise self.error(
                "expected either an extraction or an insertion of a subset, but got both"
            )


class SubsetInsertionOpInterface(SubsetOpInterface):
    """An operation that inserts a source into a subset of a destination tensor."""

    @property
    def source_operand(self) -> OpOperand:
        """The operand that is inserted; of any type. By default the first one."""
        return self.op_operands[0]

    @property
    def destination_operand(self) -> OpOperand:
        """The tensor operand that is inserted into. By default the only init."""
        if isinstance(self, DestinationStyleOpInterface):
            return self.dps_inits[0]
        raise NotImplementedError(f"{self.name}: destination_operand is not implemented")

    @property
    def updated_destination(self) -> OpResult | None:
        """The result with the updated tensor. By default the one tied to the destination."""
        if isinstance(self, DestinationStyleOpInterface):
            return self.tied_result(self.destination_operand)
        return None

    @property
    def tensor_container(self) -> Value:
        return self.destination_operand.value

    def is_equivalent_subset(self, candidate: Value, equivalent: EquivalenceFn) -> bool:
        """Return whether `candidate` is the subset that this operation writes.

        By default: it was extracted from the same subset of an equivalent tensor.
        """
        extraction = candidate.defining_op
        if not isinstance(extraction, SubsetExtractionOpInterface):
            return False
        return self.operates_on_equivalent_subset(extraction, equivalent)

    @property
    def values_needed_to_build_subset_extraction(self) -> list[Value]:
        """The values that `build_subset_extraction` uses. By default none."""
        return []

    def build_subset_extraction(self, builder: Builder) -> Value | None:
        """Build at `builder` the subset that this operation writes, as a tensor of the source's shape.

        None, as by default, if that is impossible; then nothing is built.
        """
        return None


class WholeInsertionOpInterface(SubsetInsertionOpInterface):
    """An operation that replaces all of a destination tensor by a source."""

    def operates_on_equivalent_subset(
        self, candidate: SubsetOpInterface, equivalent: EquivalenceFn
    ) -> bool:
        """Return False: the whole destination is written, not a proper subset."""
        return False

    def is_equivalent_subset(self, candidate: Value, equivalent: EquivalenceFn) -> bool:
        """Return whether `candidate` is the destination."""
        return equivalent(self.destination_operand.value, candidate)

    @property
    def values_needed_to_build_subset_extraction(self) -> list[Value]:
        """The destination."""
        return [self.destination_operand.value]

    def build_subset_extraction(self, builder: Builder) -> Value | None:
        """Return the destination, if it is a tensor."""
        destination = self.destination_operand.value
        return destination if is_tensor_like(destination.type) else None


class InParallelOpInterface(OpInterface):
    """The terminator of a parallel loop that combines the contributions of the iterations.

    It is checked to contain contributions to the loop's shared tensors, and nothing else.
    """

    @property
    def yielding_ops(self) -> list[Operation]:
        """The combining operations. By default all operations in the first region's block."""
        return [op for block in self.regions[0].blocks for op in block.ops]

    def verify_interface(self) -> None:
        """Check the contributions and their destinations. Raises VerifyError."""
        loop = self.parent_op
        shared = loop.region_iter_args if isinstance(loop, LoopLikeOpInterface) else []
        for op in self.yielding_ops:
            if not isinstance(op, ParallelCombiningOpInterface):
                raise self.error(
                    f"expected only ParallelCombiningOpInterface ops, but found '{op.name}'"
                )
            if any(operand.value not in shared for operand in op.updated_destinations):
                raise op.error("may only insert into an output block argument")


class ParallelCombiningOpInterface(OpInterface):
    """An operation inside an in-parallel terminator: one iteration's contribution to a result."""

    @property
    @abstractmethod
    def updated_destinations(self) -> list[OpOperand]:
        """The operands with the destination tensors."""

    @property
    def iterating_parent(self) -> Operation | None:
        """The parallel loop. By default the parent of the in-parallel terminator."""
        terminator = self.parent_op
        return terminator.parent_op if terminator is not None else None
