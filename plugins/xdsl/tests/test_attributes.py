"""Types and attributes one by one: numbers to the last bit, and errors."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects import builtin as x
from xdsl.ir import Attribute as XdslAttribute
from xdsl.ir import Data
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from bufferize import ir
from bufferize.ir import Attribute, DenseElementsAttr, RankedTensorType, Type
from bufferize.ir.dense import dense_attr, numbers
from bufferize.ir.types import bit_width
from bufferize.syntax import parse_attribute, parse_module, parse_type
from bufferize_xdsl import ConversionError, from_bufferize, to_bufferize
from plugins.xdsl.tests.modules import context, xdsl_context

OURS = context()
THEIRS = xdsl_context()


def there(attribute: Attribute) -> XdslAttribute:
    """Convert an attribute to xDSL."""
    op = ir.UnregisteredOp.named("a.b", attributes={"value": attribute})
    return from_bufferize(op, THEIRS).attributes["value"]


def back(attribute: XdslAttribute) -> Attribute:
    """Convert an attribute of xDSL."""
    op = THEIRS.get_op("a.b").create(attributes={"value": attribute})
    return to_bufferize(op, OURS).attributes["value"]


EXACT = ["i8", "i16", "i32", "i64", "ui8", "si32", "ui64", "index", "f16", "bf16", "f32", "f64"]
FLOATS = ["tf32", "f8E5M2", "f8E4M3FN", "f8E4M3", "f8E3M4", "f8E4M3FNUZ", "f6E2M3FN", "f4E2M1FN"]
ODD = ["i1", "i2", "i4", "i7", "ui4", "si3", "i17", "i33", "i48", "ui63"]
PAIRS = ["complex<f32>", "complex<f64>", "complex<i32>", "complex<i7>", "complex<bf16>"]


def _raw(type: Type) -> st.SearchStrategy[Any]:
    width = bit_width(type) or 0
    if isinstance(type, ir.ComplexType):
        return st.tuples(_raw(type.element_type), _raw(type.element_type))
    return st.integers(0, (1 << width) - 1)


@pytest.mark.parametrize("name", [*EXACT, *FLOATS, *ODD, *PAIRS])
@settings(deadline=None, max_examples=40)
@given(st.data())
def test_elements(name: str, data: st.DataObject) -> None:
    element_type = parse_type(name, OURS)
    shape = tuple(data.draw(st.lists(st.integers(0, 5), max_size=2)))
    type = RankedTensorType(shape, element_type)
    count = type.num_elements()
    is_splat = data.draw(st.booleans()) and count > 0
    values = data.draw(st.lists(_raw(element_type), min_size=count, max_size=count))
    attribute = dense_attr(type, values[:1] if is_splat else values, splat=is_splat)
    other = there(attribute)
    assert back(other) is attribute
    assert isinstance(other, x.DenseIntOrFPElementsAttr)
    # It means the same on both sides, though the sign of an i1 may differ.
    ours, theirs = numbers(attribute), list(other.get_values())
    if element_type is ir.I1:
        theirs = [abs(int(value)) for value in theirs]
    if isinstance(element_type, ir.ComplexType):
        theirs = [complex(*value) for value in theirs]  # type: ignore[misc]
    assert list(map(repr, ours)) == list(map(repr, theirs))


@pytest.mark.parametrize("name", [*EXACT, "i1", "i4", "f8E5M2"])
@settings(deadline=None, max_examples=40)
@given(st.data())
def test_dense_arrays(name: str, data: st.DataObject) -> None:
    type = parse_type(name, OURS)
    if type is ir.INDEX:
        return
    drawn = data.draw(st.lists(_raw(type), max_size=5))
    signed = isinstance(type, ir.IntegerType) and type.signedness is not ir.Signedness.UNSIGNED
    limit = 1 << ((bit_width(type) or 1) - 1)
    wraps = signed and type is not ir.I1
    values = tuple(v - 2 * limit if wraps and v >= limit else v for v in drawn)
    attribute = ir.DenseArrayAttr(type, values)
    assert back(there(attribute)) is attribute


def test_infinities_do_not_go_through_the_text_of_xdsl() -> None:
    value = x.DenseIntOrFPElementsAttr.from_list(x.TensorType(x.f32, [4]), [-math.inf])
    found = back(value)
    assert isinstance(found, DenseElementsAttr)
    assert found.is_splat
    assert numbers(found) == [-math.inf] * 4
    assert there(found) == value
    single = x.FloatAttr(-math.inf, x.f32)
    assert str(back(single)) == "0xFF800000 : f32"
    assert there(back(single)) == single


@pytest.mark.parametrize("value", [0, 1, -1, 127, -128])
@pytest.mark.parametrize("name", ["i1", "i8", "i64", "index", "si8"])
def test_integers(name: str, value: int) -> None:
    attribute = ir.IntegerAttr(value, parse_type(name, OURS))
    assert back(there(attribute)) is attribute


@pytest.mark.parametrize("name", ["f16", "bf16", "f32", "f64", "f8E5M2", "tf32"])
@settings(deadline=None)
@given(st.integers(0, 2**64 - 1))
def test_floats(name: str, bits: int) -> None:
    type = parse_type(name, OURS)
    assert isinstance(type, ir.FloatType)
    attribute = ir.FloatAttr(bits & ((1 << type.width) - 1), type)
    try:
        other = there(attribute)
    except ConversionError:
        assert math.isnan(attribute.value)  # one with a payload
    else:
        assert back(other) is attribute


SAME = [
    "unit",
    "@a::@b::@c",
    '"text \\22"',
    '"\\FF\\00"',
    '[1 : i32, "a", [unit], {}]',
    '{a = 1 : i32, "b c" = f32}',
    "affine_map<(d0, d1)[s0] -> (d0 + d1 * 2 - s0, d0 floordiv 3, d1 mod 4, d0 ceildiv s0, 7)>",
    "affine_map<() -> ()>",
    "affine_set<(d0)[s0] : (d0 - 3 >= 0, s0 - d0 >= 0, d0 == 0)>",
    "strided<[?, 1], offset: ?>",
    "strided<[4, 1]>",
    "tensor<4x?xf32, #my.encoding<a = 1>>",
    "tensor<*xindex>",
    'memref<4x?xf32, strided<[?, 1], offset: ?>, "space">',
    "memref<4xf32, affine_map<(d0) -> (d0 * 2)>, 3 : i32>",
    "memref<4x?xf32, #my.layout>",
    "memref<*x!my.type<f32>, 1>",
    "vector<4x[8]xf32>",
    "vector<f32>",
    "tuple<i1, tuple<>, none>",
    "(i1, () -> f32) -> ((f32) -> (), none)",
    "complex<f64>",
    "ui5",
    "f8E8M0FNU",
    "f128",
    "!my.type<\"a>\", [1, 2]>",
    "#my.attr",
    "#my<other form>",
    "dense_resource<key> : tensor<2xf32>",
    "#arith.fastmath<nnan,contract>",
    "#linalg.iterator_type<parallel>",
    "#gpu.address_space<workgroup>",
    'loc("f":1:2)',
]  # fmt: skip


@pytest.mark.parametrize("text", SAME)
def test_attributes_and_types(text: str) -> None:
    attribute = parse_attribute(text, OURS)
    assert back(there(attribute)) is attribute or text.startswith("loc")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('"typed" : i32', "a string of xDSL has no type"),
        ("distinct[0]<unit>", "xDSL has no such attribute"),
        ('dense<["a", "b"]> : tensor<2x!my.string>', "xDSL has no such attribute"),
        ("sparse<[[0]], [1]> : tensor<4xi32>", "xDSL has no such attribute"),
        ("dense<1> : tensor<4xi128>", "xDSL has no data of type i128"),
        ("dense<1.0> : tensor<4xf80>", "xDSL has no data of type f80"),
        ("0x7FC00001 : f32", "xDSL holds it as a Python float, which would be another number"),
        ("#my.attr : i32", "xDSL reads only the beginning of it, #my.attr"),
    ],
)
def test_what_xdsl_cannot_hold_is_refused(text: str, reason: str) -> None:
    module = parse_module(f'"a.b"() {{value = {text}}} : () -> ()', OURS, "file")
    with pytest.raises(ConversionError) as caught:
        from_bufferize(module, THEIRS)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.op is module.regions[0].entry.first_op
    assert str(diagnostic).startswith("file:1:1: error: 'a.b' op has the attribute 'value' = ")
    assert diagnostic.message.endswith(reason)


@irdl_attr_definition
class Secret(Data[int]):
    """An attribute that cannot be printed."""

    name = "my.secret"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> int:
        raise NotImplementedError

    def print_parameter(self, printer: Printer) -> None:
        raise ValueError("it is secret")


@irdl_attr_definition
class Mine(Data[int]):
    """An attribute of a dialect known to bufferize, in a form that it does not know."""

    name = "arith.mine"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> int:
        raise NotImplementedError

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data}>")


def test_what_a_known_dialect_does_not_know_is_kept() -> None:
    found = back(Mine(3))
    assert found is ir.OpaqueAttr("arith", "mine<3>")
    assert str(found) == "#arith.mine<3>"


@pytest.mark.parametrize(
    ("attribute", "reason"),
    [
        (Secret(1), "Secret, which cannot be said: it cannot be printed: it is secret"),
        (
            x.OpaqueAttr.from_strings("a", "b"),
            'opaque<"a", "b">, which cannot be said: there is nothing like opaque of xDSL',
        ),
        (
            x.DenseIntOrFPElementsAttr(x.TensorType(x.f32, [3]), x.BytesAttr(bytes(8))),
            "which cannot be said: 8 bytes are not the elements of tensor<3xf32>",
        ),
    ],
    ids=["no text", "opaque", "elements"],
)
def test_what_we_cannot_hold_is_refused(attribute: XdslAttribute, reason: str) -> None:
    op = THEIRS.get_op("a.b").create(attributes={"value": attribute})
    with pytest.raises(ConversionError) as caught:
        to_bufferize(op, OURS)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.op is op
    assert diagnostic.message.startswith("'a.b' op has the attribute 'value' = ")
    assert diagnostic.message.endswith(reason)


def test_a_value_from_outside_is_refused() -> None:
    outer = THEIRS.get_op("a.b").create(result_types=[x.i32])
    inner = THEIRS.get_op("a.c").create(operands=outer.results)
    with pytest.raises(ConversionError, match="'a.c' op operand #0 is defined outside"):
        to_bufferize(inner, OURS)
