from __future__ import annotations

import copy
import dataclasses
import gc
import pickle
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from bufferize.diagnostics import Lines
from bufferize.ir import (
    F32,
    I1,
    I64,
    INDEX,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineMapAttr,
    AffineSymbolExpr,
    ArrayAttr,
    Attribute,
    DictionaryAttr,
    FileLineColLoc,
    FloatAttr,
    FloatType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NameLoc,
    RankedTensorType,
    Signedness,
    StridedLayoutAttr,
    StringAttr,
    Type,
    VectorType,
    i64_attr,
    parameters,
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


def test_what_nobody_uses_is_forgotten() -> None:
    table = RankedTensorType._interned
    before = len(table)
    type = RankedTensorType((12345,), F32)
    text = str(type)
    assert len(table) > before
    del type
    gc.collect()
    assert len(table) == before
    assert str(RankedTensorType((12345,), F32)) == text


def test_one_that_dies_while_another_is_made_is_not_missed() -> None:
    """An entry whose object has died is replaced; its removal then leaves the new one alone."""
    key = ((54321,), F32)
    table = RankedTensorType._interned
    old = RankedTensorType(*key)
    entry = table[key]
    del old
    again = RankedTensorType(*key)
    assert entry() is None
    RankedTensorType._remove(entry)
    assert RankedTensorType(*key) is again


def test_threads_get_the_same_object() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    start = threading.Barrier(4)

    def make(_: int) -> list[Type]:
        start.wait()
        return [RankedTensorType((7, i), VectorType((i,), F32)) for i in range(1, 2_000)]

    try:
        with ThreadPoolExecutor(4) as pool:
            first, *others = pool.map(make, range(4))
    finally:
        sys.setswitchinterval(interval)
    assert all(a is b for other in others for a, b in zip(first, other, strict=True))


def test_deep_expressions_are_pickled() -> None:
    expression: AffineExpr = AffineDimExpr(0)
    for i in range(3_000):
        expression = (expression + AffineSymbolExpr(i)) % (i + 7)
    map = AffineMap(1, 3_000, (expression,))
    data = pickle.dumps(AffineMapAttr(map))
    assert pickle.loads(data).map is map
    assert copy.deepcopy(map) is map
    del map, expression
    assert pickle.dumps(pickle.loads(data)) == data


def test_locations_are_compared_by_value() -> None:
    place = FileLineColLoc("a", 1, 2)
    same = FileLineColLoc.in_text(Lines("a", "xyz\nx"), 1)
    assert place == same
    assert hash(place) == hash(same)
    assert NameLoc("n", place) is NameLoc("n", same)
    assert place != FileLineColLoc("a", 1, 2, end_column=3)
    assert pickle.loads(pickle.dumps(NameLoc("n", same))) is NameLoc("n", place)
    assert (same.file, same.line, same.column, same.end_line, same.end_column) == ("a", 1, 2, 0, 0)
    assert FileLineColLoc.in_text(Lines("a", "xyz\nx"), 4) == FileLineColLoc("a", 2, 1)


def test_a_location_is_right_after_a_recursion_error() -> None:
    class Failing(Lines):
        fails = True

        def line_and_column(self, offset: int) -> tuple[int, int]:
            if self.fails:
                raise RecursionError
            return super().line_and_column(offset)

    lines = Failing("a", "xyz\nx")
    location = FileLineColLoc.in_text(lines, 4)
    with pytest.raises(RecursionError):
        location.position()
    lines.fails = False
    assert location == FileLineColLoc("a", 2, 1)


@parameters
class PairAttr(Attribute):
    first: int
    second: tuple[int, ...] = (1, 2)
    third: str = "x"


def test_declared_parameters() -> None:
    pair = PairAttr(1)
    assert PairAttr(1, (1, 2)) is PairAttr(third="x", first=1) is PairAttr(1, [1, 2]) is pair  # type: ignore[arg-type]
    assert (pair.first, pair.second, pair.third) == (1, (1, 2), "x")
    assert dataclasses.replace(pair, second=()) is PairAttr(1, ())
    assert pickle.loads(pickle.dumps(pair)) is pair
    for change in ("pair.first = 2", "del pair.first", "pair.other = 1"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            exec(change)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", r"PairAttr missing a required argument: 'first'"),
        ("1, (), '', 4", r"PairAttr takes 3 arguments, but 4 are given"),
        ("1, first=2", r"PairAttr got multiple values for argument 'first'"),
        ("1, forth=2", r"PairAttr got an unexpected keyword argument 'forth'"),
    ],
)
def test_wrong_arguments(arguments: str, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        eval(f"PairAttr({arguments})")


def test_a_class_with_an_initializer_is_refused() -> None:
    @dataclasses.dataclass(frozen=True, eq=False)
    class FrozenAttr(Attribute):
        value: int

    with pytest.raises(TypeError, match="declare FrozenAttr with @parameters"):
        FrozenAttr(1)


def test_derived_classes_have_the_parameters_of_their_base() -> None:
    class DerivedAttr(PairAttr):
        pass

    assert DerivedAttr(1) is DerivedAttr(1, (1, 2))
    assert DerivedAttr(1) is not PairAttr(1)
