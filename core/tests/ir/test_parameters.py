"""What types and attributes can be made of."""

from __future__ import annotations

import enum
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from bufferize import ir
from bufferize.ir import F32, I32, UNIT, RankedTensorType, parameters


def test_bools_do_not_become_the_numbers_of_others() -> None:
    assert str(ir.DenseArrayAttr(I32, (True, False, True))) == "array<i32: 1, 0, 1>"
    assert str(ir.dense_i32([1, 0, 1])) == "array<i32: 1, 0, 1>"


class Word(str, enum.Enum):
    """Equal to the string."""

    HELLO = "hello there"


@parameters
class FlagAttr(ir.Attribute):
    """A flag and a number that are equal in Python."""

    flag: bool
    number: int


def test_equal_values_of_other_classes_are_kept_as_declared() -> None:
    layout = ir.StridedLayoutAttr(True, (True, 97))
    assert str(layout) == "strided<[1, 97], offset: 1>"
    assert str(ir.AffineConstantExpr(True)) == "1"
    assert type(ir.StringAttr(Word.HELLO).value) is str
    assert FlagAttr(1, True).flag is True  # type: ignore[arg-type]
    assert type(FlagAttr(flag=1, number=True).number) is int  # type: ignore[arg-type]


@parameters
class ScaleAttr(ir.Attribute):
    """A number, and one that may be absent."""

    scale: float
    other: int | float | None = None


def test_equal_numbers_are_of_one_class() -> None:
    made = ScaleAttr(1, 2)
    assert made is ScaleAttr(1.0, 2.0)
    assert (type(made.scale), type(made.other)) == (float, float)
    assert ScaleAttr(True).scale == 1.0
    with pytest.raises(TypeError, match="ScaleAttr has 'scale: float', not '1'"):
        ScaleAttr("1")  # type: ignore[arg-type]


def test_zeros_of_both_signs_are_told_apart() -> None:
    assert str(ScaleAttr(0.0).scale) == str(ScaleAttr(0).scale) == "0.0"
    assert str(ScaleAttr(-0.0).scale) == "-0.0"
    assert ScaleAttr(-0.0) is ScaleAttr(scale=-0.0) is not ScaleAttr(0.0)
    assert pickle.loads(pickle.dumps(ScaleAttr(-0.0))) is ScaleAttr(-0.0)


def test_lists_stand_for_tuples() -> None:
    made = RankedTensorType([3, 71], F32)  # type: ignore[arg-type]
    assert made is RankedTensorType((3, 71), F32)
    assert ir.FunctionType([F32], []) is ir.FunctionType((F32,), ())  # type: ignore[arg-type]


Wrong = Callable[[], Any]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: RankedTensorType((None, 4), F32),  # type: ignore[arg-type]
            "RankedTensorType has 'shape: tuple[int, ...]', not (None, 4); "
            "an extent that is not known is DYNAMIC",
        ),
        (
            lambda: RankedTensorType((1.0, 73), F32),  # type: ignore[arg-type]
            "RankedTensorType has 'shape: tuple[int, ...]', not (1.0, 73); "
            "an extent that is not known is DYNAMIC",
        ),
        (
            lambda: ir.MemRefType(4, F32),  # type: ignore[arg-type]
            "MemRefType has 'shape: tuple[int, ...]', not 4; "
            "an extent that is not known is DYNAMIC",
        ),
        (
            lambda: RankedTensorType((4,), "f32"),  # type: ignore[arg-type]
            "RankedTensorType has 'element_type: Type', not 'f32'",
        ),
        (
            lambda: ir.FunctionType(F32, ()),  # type: ignore[arg-type]
            "FunctionType has 'inputs: tuple[Type, ...]', not the FloatType f32",
        ),
        (
            lambda: ir.MemRefType((4,), F32, layout="x"),  # type: ignore[arg-type]
            "MemRefType has 'layout: Attribute | None', not 'x'",
        ),
        (
            lambda: ir.IntegerAttr("3", I32),  # type: ignore[arg-type]
            "IntegerAttr has 'value: int', not '3'",
        ),
        (
            lambda: ir.FloatAttr(1.5, F32),  # type: ignore[arg-type]
            "FloatAttr has 'bits: int', not 1.5; FloatAttr.of(value, type) takes a number",
        ),
        (
            lambda: ir.DictionaryAttr({"a": UNIT}),  # type: ignore[arg-type]
            "DictionaryAttr has 'entries: tuple[tuple[str, Attribute], ...]', not {'a': unit}; "
            "DictionaryAttr.of(mapping) takes a dict",
        ),
        (
            lambda: ir.SymbolRefAttr(ir.StringAttr("f")),  # type: ignore[arg-type]
            "SymbolRefAttr has 'root: str', not the StringAttr \"f\"",
        ),
        (
            lambda: ir.StridedLayoutAttr(None, (1,)),  # type: ignore[arg-type]
            "StridedLayoutAttr has 'offset: int', not None; what is not known is DYNAMIC",
        ),
        (
            lambda: FlagAttr(2, 2),  # type: ignore[arg-type]
            "FlagAttr has 'flag: bool', not 2",
        ),
    ],
)
def test_wrong_values_are_refused(make: Wrong, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        make()
    assert str(caught.value) == message
