from __future__ import annotations

import copy
import pickle

import pytest

from bufferize.ir import (
    F32,
    I1,
    I64,
    INDEX,
    AffineMap,
    AffineMapAttr,
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    FloatType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    RankedTensorType,
    Signedness,
    StridedLayoutAttr,
    StringAttr,
    Type,
    VectorType,
    i64_attr,
)


def test_equal_parameters_are_the_same_object() -> None:
    assert RankedTensorType((2, 3), F32) is RankedTensorType((2, 3), F32)
    assert RankedTensorType(shape=(2, 3), element_type=F32) is RankedTensorType((2, 3), F32)
    assert RankedTensorType((2, 3), F32) is not RankedTensorType((3, 2), F32)


def test_lists_are_taken_for_tuples() -> None:
    assert RankedTensorType([2, 3], F32) is RankedTensorType((2, 3), F32)  # type: ignore[arg-type]


def test_classes_do_not_share_instances() -> None:
    types: list[Type] = [RankedTensorType((2,), F32), VectorType((2,), F32)]
    assert types[0] is not types[1]


def test_copies_and_pickles_are_the_same_object() -> None:
    type = MemRefType((4,), F32, StridedLayoutAttr(0, (2,)))
    assert copy.copy(type) is type
    assert copy.deepcopy(type) is type
    assert pickle.loads(pickle.dumps(type)) is type


def test_canonical_forms() -> None:
    identity = AffineMapAttr(AffineMap.identity(1))
    assert MemRefType((4,), F32, identity) is MemRefType((4,), F32)
    assert MemRefType((4,), F32, None, i64_attr(0)) is MemRefType((4,), F32)
    assert MemRefType((4,), F32, None, i64_attr(1)) is not MemRefType((4,), F32)
    one, two = StringAttr("a"), StringAttr("b")
    assert DictionaryAttr((("x", one), ("a", two))) is DictionaryAttr((("a", two), ("x", one)))


@pytest.mark.parametrize(
    ("value", "type", "kept"),
    [
        (255, IntegerType(8), -1),
        (255, IntegerType(8, Signedness.UNSIGNED), 255),
        (255, IntegerType(8, Signedness.SIGNED), -1),
        (-1, I1, 1),
        (True, I1, 1),
        (2**63, I64, -(2**63)),
        (2**70, INDEX, 2**70),
    ],
)
def test_integers_are_kept_as_they_print(value: int, type: IntegerType, kept: int) -> None:
    attr = IntegerAttr(value, type)
    assert attr.value == kept
    assert attr.value.__class__ is int


def test_floats_differ_by_their_bits() -> None:
    assert FloatAttr.of(0.0, F32) is not FloatAttr.of(-0.0, F32)
    assert FloatAttr.of(float("nan"), F32) is FloatAttr.of(float("nan"), F32)
    assert FloatAttr.of(1.5, F32).value == 1.5


def test_no_such_float_type() -> None:
    with pytest.raises(ValueError, match="no float type is called 'f33'"):
        FloatType("f33")


def test_an_empty_array_is_true_and_iterable() -> None:
    assert ArrayAttr(())
    assert list(ArrayAttr((i64_attr(1),))) == [i64_attr(1)]
