"""When an insertion writes the very part that an extraction took."""

from __future__ import annotations

import random
from itertools import product

from bufferize.interfaces import (
    DestinationStyleOpInterface,
    HyperrectangularSlice,
    OffsetSizeAndStrideOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
)
from bufferize.ir import (
    DYNAMIC,
    F32,
    INDEX,
    Block,
    DenseArrayAttr,
    Operation,
    OpOperand,
    RankedTensorType,
    Value,
    dense_i64,
)
from bufferize.ir.verifier import verify

TENSOR, PART = RankedTensorType((8,), F32), RankedTensorType((4,), F32)


class _Slice(OffsetSizeAndStrideOpInterface):
    """One dimension; the offset is the last operand where it is dynamic."""

    __slots__ = ()
    sizes: tuple[Value, ...] = ()
    strides: tuple[Value, ...] = ()
    static_sizes = dense_i64([4])
    static_strides = dense_i64([1])

    @property
    def static_offsets(self) -> DenseArrayAttr:
        assert isinstance(self, Operation)
        attr = self.properties["static_offsets"]
        assert isinstance(attr, DenseArrayAttr)
        return attr

    @property
    def offsets(self) -> tuple[Value, ...]:
        assert isinstance(self, Operation)
        return self.operands[-1:] if self.static_offsets.values == (DYNAMIC,) else ()


class TakeOp(_Slice, SubsetExtractionOpInterface):
    name = "t.take"


class PutOp(_Slice, SubsetInsertionOpInterface, DestinationStyleOpInterface):
    name = "t.put"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return self.op_operands[1:2]


class PutAndTakeOp(PutOp, SubsetExtractionOpInterface):
    name = "t.both"


def offsets(at: int | Value) -> tuple[list[Value], dict[str, DenseArrayAttr]]:
    if isinstance(at, int):
        return [], {"static_offsets": dense_i64([at])}
    return [at], {"static_offsets": dense_i64([DYNAMIC])}


def take(tensor: Value, at: int | Value) -> TakeOp:
    operands, properties = offsets(at)
    return TakeOp.create([tensor, *operands], [PART], properties)


def put(part: Value, tensor: Value, at: int | Value) -> PutOp:
    operands, properties = offsets(at)
    return PutOp.create([part, tensor, *operands], [TENSOR], properties)


def same(a: Value, b: Value) -> bool:
    return a is b


def test_part_is_the_same_only_at_the_same_place_of_the_same_tensor() -> None:
    tensor, other, x, y = Block([TENSOR, TENSOR, INDEX, INDEX]).arguments
    for at in (3, x):
        part = take(tensor, at).result
        insertion = put(part, tensor, at)
        assert insertion.source_operand.value is part
        assert insertion.destination_operand.value is tensor
        assert insertion.updated_destination is insertion.result
        assert insertion.is_equivalent_subset(part, same)
        assert not insertion.is_equivalent_subset(take(tensor, y).result, same)
        assert not insertion.is_equivalent_subset(take(other, at).result, same)
        assert insertion.is_equivalent_subset(take(other, at).result, lambda a, b: True)
        assert not insertion.is_equivalent_subset(tensor, same)
        assert not insertion.operates_on_disjoint_subset(take(other, at), same)
    assert put(tensor, tensor, 0).has_unit_stride


def test_slices_of_other_ranks_differ() -> None:
    line = HyperrectangularSlice((0,), (4,), (1,))
    assert line.is_equivalent_to(HyperrectangularSlice((0,), (4,), (1,)))
    assert not line.is_equivalent_to(HyperrectangularSlice((0, 0), (4, 1), (1, 1)))


def test_an_extraction_has_one_result_and_inserts_nothing() -> None:
    tensor, part = Block([TENSOR, PART]).arguments
    no_result = TakeOp.create([tensor], [], {"static_offsets": dense_i64([0])})
    [found] = verify(no_result)
    assert found.message == "'t.take' op expected an extraction of a subset to have one result"
    both = PutAndTakeOp.create([part, tensor], [TENSOR], {"static_offsets": dense_i64([0])})
    [found] = verify(both)
    assert found.message == (
        "'t.both' op expected either an extraction or an insertion of a subset, but got both"
    )


def test_disjoint_slices_have_no_element_in_common() -> None:
    rng = random.Random(0)
    disjoint = 0
    for _ in range(4000):
        slices = [
            HyperrectangularSlice(
                *(
                    tuple(rng.randrange(low, high) for _ in range(2))
                    for low, high in ((0, 8), (0, 4), (1, 4))
                )
            )
            for _ in range(2)
        ]
        meet = set.intersection(*map(elements, slices))
        if slices[0].is_disjoint_from(slices[1]):
            disjoint += 1
            assert not meet
        elif all(stride == 1 for slice in slices for stride in slice.strides):
            assert meet
        assert slices[1].is_disjoint_from(slices[0]) == slices[0].is_disjoint_from(slices[1])
    assert disjoint > 1000


def elements(slice: HyperrectangularSlice) -> set[tuple[int, ...]]:
    ranges = [
        range(offset, offset + size * stride, stride)
        for offset, size, stride in zip(slice.offsets, slice.sizes, slice.strides, strict=True)
        if isinstance(offset, int) and isinstance(size, int) and isinstance(stride, int)
    ]
    return set(product(*ranges))


def test_slices_by_values_are_disjoint_where_it_is_sure() -> None:
    x, n, s = Block([INDEX, INDEX, INDEX]).arguments

    def line(offset: int | Value, size: int | Value = 1, stride: int | Value = 1):  # type: ignore[no-untyped-def]
        return HyperrectangularSlice((offset,), (size,), (stride,))

    assert line(0, n).is_disjoint_from(line(n, 4))
    assert not line(0, n).is_disjoint_from(line(n, 4), lambda value: value is n)
    assert not line(0, n).is_disjoint_from(line(x, 4))
    assert not line(x).is_disjoint_from(line(x))
    # One element has no stride; of more than one, it must be known, and must not be negative.
    assert line(0, 1, s).is_disjoint_from(line(1, 2))
    assert not line(0, 2, s).is_disjoint_from(line(1, 2))
    assert not line(4, 2, -4).is_disjoint_from(line(0, 2))
    # Nor is anything known of slices of tensors of another rank.
    assert not line(0).is_disjoint_from(HyperrectangularSlice((1, 1), (1, 1), (1, 1)))


def test_disjoint_parts_are_parts_of_one_tensor() -> None:
    tensor, other, x = Block([TENSOR, TENSOR, INDEX]).arguments
    insertion = put(take(other, 0).result, tensor, 0)
    assert insertion.operates_on_disjoint_subset(take(tensor, 4), same)
    assert not insertion.operates_on_disjoint_subset(take(tensor, 0), same)
    assert not insertion.operates_on_disjoint_subset(take(tensor, x), same)
    assert not insertion.operates_on_disjoint_subset(take(other, 4), same)
