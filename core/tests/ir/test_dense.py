"""Raw element data: widths, packing, splats, and the numbers in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bufferize.ir import (
    F16,
    F32,
    I1,
    I8,
    I32,
    I64,
    INDEX,
    ComplexType,
    FloatType,
    IntegerType,
    RankedTensorType,
    Signedness,
    Type,
    VectorType,
)
from bufferize.ir.dense import (
    dense_attr,
    dense_from_buffer,
    elements,
    numbers,
    pack,
    splat_element,
    unpack,
)
from bufferize.ir.floats import float_to_bits
from bufferize.ir.types import element_bytes

UI8 = IntegerType(8, Signedness.UNSIGNED)


def tensor(element_type: Type, *shape: int) -> RankedTensorType:
    return RankedTensorType(shape, element_type)


@pytest.mark.parametrize(
    ("type", "size"),
    [
        (I1, 1),
        (IntegerType(4), 1),
        (I8, 1),
        (IntegerType(9), 2),
        (IntegerType(33), 5),
        (I64, 8),
        (INDEX, 8),
        (FloatType("f4E2M1FN"), 1),
        (F16, 2),
        (FloatType("tf32"), 3),
        (FloatType("f80"), 10),
        (FloatType("f128"), 16),
        (ComplexType(I1), 2),
        (ComplexType(F32), 8),
    ],
    ids=str,
)
def test_element_bytes(type: Type, size: int) -> None:
    assert element_bytes(type) == size


def test_types_without_data_are_refused() -> None:
    with pytest.raises(TypeError, match="has no dense representation"):
        element_bytes(VectorType((2,), F32))


def test_bools_are_packed_from_the_lowest_bit() -> None:
    values = [1, 0, 1, 0, 1, 0, 1, 0, 1, 1]
    assert pack(I1, values) == b"\x55\x03"
    assert unpack(I1, b"\x55\x03", 10) == values


def test_long_bools_round_trip() -> None:
    values = [int(i % 3 == 0) for i in range(1001)]
    assert unpack(I1, pack(I1, values), 1001) == values


def test_small_integers_are_masked() -> None:
    assert pack(IntegerType(4), [1, -2]) == b"\x01\x0e"
    assert unpack(IntegerType(4), b"\x01\x0e", 2) == [1, -2]
    assert pack(IntegerType(33), [-1]) == b"\xff\xff\xff\xff\x01"


def test_signs() -> None:
    assert unpack(I8, b"\xff", 1) == [-1]
    assert unpack(UI8, b"\xff", 1) == [255]
    assert unpack(INDEX, b"\xfe" + b"\xff" * 7, 1) == [-2]


INTEGER_TYPES = st.builds(
    IntegerType, st.integers(1, 70), st.sampled_from(list(Signedness))
).filter(lambda t: t.width > 1)


@given(INTEGER_TYPES, st.data())
def test_integers_round_trip(type: IntegerType, data: st.DataObject) -> None:
    low, high = -(1 << (type.width - 1)), (1 << (type.width - 1)) - 1
    if type.signedness is Signedness.UNSIGNED:
        low, high = 0, (1 << type.width) - 1
    values = data.draw(st.lists(st.integers(low, high), max_size=20))
    assert unpack(type, pack(type, values), len(values)) == values


def test_equal_elements_are_a_splat() -> None:
    attribute = dense_attr(tensor(I32, 3), [7, 7, 7])
    assert attribute.is_splat
    assert attribute.data == b"\x07\0\0\0"
    assert attribute is dense_attr(tensor(I32, 3), [7], splat=True)
    assert elements(attribute) == [7, 7, 7]


def test_equal_first_and_last_elements_are_no_splat() -> None:
    assert not dense_attr(tensor(I32, 4), [7, 7, 8, 7]).is_splat


def test_splats_of_bools_are_one_byte() -> None:
    attribute = dense_attr(tensor(I1, 2), [1, 1])
    assert (attribute.data, attribute.is_splat) == (b"\xff", True)
    assert splat_element(attribute) == 1
    assert dense_from_buffer(tensor(I1, 2), b"\x03") is attribute
    assert dense_from_buffer(tensor(I1, 2), b"\xff") is attribute


def test_stray_bits_are_dropped() -> None:
    attribute = dense_from_buffer(tensor(I1, 3), b"\xf5")
    assert attribute is dense_attr(tensor(I1, 3), [1, 0, 1])


def test_buffers_of_a_wrong_size_are_refused() -> None:
    assert dense_from_buffer(tensor(I32, 2), b"\0" * 7) is None
    assert dense_from_buffer(tensor(IntegerType(4), 2), b"\0" * 4) is None
    assert dense_from_buffer(tensor(I1, 9), b"\x01") is None


def test_no_elements() -> None:
    attribute = dense_attr(tensor(F32, 0), [])
    assert (attribute.data, attribute.is_splat) == (b"", False)
    assert str(attribute) == "dense<> : tensor<0xf32>"


def test_a_wrong_number_of_values_is_refused() -> None:
    with pytest.raises(ValueError, match="has 3 elements, not 2"):
        dense_attr(tensor(I32, 3), [1, 2])


def test_numbers() -> None:
    floats = [float_to_bits(value, F16) for value in (1.5, -2.0)]
    assert numbers(dense_attr(tensor(F16, 2), floats)) == [1.5, -2.0]
    assert numbers(dense_attr(tensor(I8, 2), [1, -1])) == [1, -1]
    pair = (float_to_bits(1.0, F32), float_to_bits(2.0, F32))
    assert numbers(dense_attr(tensor(ComplexType(F32), 2), [pair], splat=True)) == [1 + 2j] * 2


@pytest.mark.parametrize(
    ("type", "values", "expected"),
    [
        (tensor(I1, 2), [1, 0], "dense<[true, false]> : tensor<2xi1>"),
        (tensor(I8, 2, 2), [1, 2, 3, -4], "dense<[[1, 2], [3, -4]]> : tensor<2x2xi8>"),
        (tensor(I32), [5], "dense<5> : tensor<i32>"),
        (
            tensor(ComplexType(I8), 2),
            [(1, 2), (3, 4)],
            "dense<[(1,2), (3,4)]> : tensor<2xcomplex<i8>>",
        ),
        (
            tensor(F32, 2),
            [0x3F800000, 0x7F800000],
            "dense<[1.000000e+00, 0x7F800000]> : tensor<2xf32>",
        ),
        (VectorType((2,), INDEX), [-1, 1], "dense<[-1, 1]> : vector<2xindex>"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_text(type: RankedTensorType, values: list[int], expected: str) -> None:
    assert str(dense_attr(type, values)) == expected


def test_many_elements_are_printed_in_hexadecimal() -> None:
    text = str(dense_attr(tensor(I8, 101), list(range(101))))
    assert text.startswith('dense<"0x000102')
    assert text.endswith('64"> : tensor<101xi8>')
    assert str(dense_attr(tensor(I8, 100), list(range(100)))).startswith("dense<[0, 1, 2")
