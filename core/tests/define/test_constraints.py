from __future__ import annotations

from typing import Any

import pytest

from bufferize import define as d
from bufferize import ir
from bufferize.define.type_constraints import has_strides
from bufferize.ir import (
    DYNAMIC,
    F32,
    I32,
    I64,
    INDEX,
    UNIT,
    AffineConstantExpr,
    AffineDimExpr,
    AffineMap,
    AffineMapAttr,
    ArrayAttr,
    ComplexType,
    FunctionType,
    IntegerType,
    MemRefType,
    RankedTensorType,
    Signedness,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
    dense_i32,
    dense_i64,
    i32_attr,
    i64_attr,
    index_attr,
)

SIGNED = IntegerType(32, Signedness.SIGNED)
TENSOR = RankedTensorType((4,), F32)
MEMREF = MemRefType((4, DYNAMIC), F32)
VECTOR = VectorType((4,), I32)
VECTOR_0D = VectorType((), I32)
SCALABLE = VectorType((4,), I32, (True,))


@pytest.mark.parametrize(
    ("constraint", "description", "yes", "no"),
    [
        (d.ANY_TYPE, "any type", [F32, TENSOR], []),
        (d.INDEX, "index", [INDEX], [I64]),
        (d.I32, "32-bit signless integer", [I32], [SIGNED, I64]),
        (d.any_integer(32), "32-bit integer", [I32, SIGNED], [I64]),
        (d.integer_of_widths(32, 64), "32/64-bit signless integer", [I32, I64], [ir.I8, SIGNED]),
        (d.ANY_INTEGER, "integer", [I32, SIGNED], [INDEX]),
        (d.SIGNLESS_INTEGER, "signless integer", [I32], [SIGNED, INDEX]),
        (d.SIGNLESS_INTEGER_OR_INDEX, "signless integer or index", [I32, INDEX], [SIGNED, F32]),
        (d.SIGNED_INTEGER, "signed integer", [SIGNED], [I32]),
        (d.SIGNLESS_INTEGER_LIKE, "signless-integer-like", [I32, INDEX, VECTOR], [TENSOR, MEMREF]),
        (d.BOOL_LIKE, "bool-like", [ir.I1, VectorType((2,), ir.I1)], [I32]),
        (d.FLOAT, "floating-point", [F32, ir.BF16], [I32]),
        (d.FLOAT_LIKE, "floating-point-like", [F32, TENSOR], [VECTOR, MEMREF]),
        (d.ANY_COMPLEX, "complex-type", [ComplexType(F32)], [F32]),
        (
            d.complex_of(d.FLOAT),
            "complex type with floating-point elements",
            [ComplexType(F32)],
            [ComplexType(I32)],
        ),
        (d.FUNCTION, "function type", [FunctionType((), ())], [F32]),
        (d.ANY_TENSOR, "tensor of any type values", [TENSOR, UnrankedTensorType(F32)], [MEMREF]),
        (d.RANKED_TENSOR, "ranked tensor of any type values", [TENSOR], [UnrankedTensorType(F32)]),
        (d.tensor_of(d.INDEX), "tensor of index values", [UnrankedTensorType(INDEX)], [TENSOR]),
        (
            d.tensor_of(ranks=[1, 2]),
            "1D/2D tensor of any type values",
            [TENSOR],
            [UnrankedTensorType(F32)],
        ),
        (
            d.STATIC_TENSOR,
            "statically shaped tensor of any type values",
            [TENSOR],
            [RankedTensorType((DYNAMIC,), F32)],
        ),
        (d.ANY_MEMREF, "memref of any type values", [MEMREF], [UnrankedMemRefType(F32)]),
        (
            d.ANY_MEMREF_OR_UNRANKED,
            "ranked or unranked memref of any type values",
            [MEMREF, UnrankedMemRefType(F32)],
            [TENSOR],
        ),
        (
            d.memref_of(d.F32, ranks=[2]),
            "2D memref of 32-bit float values",
            [MEMREF],
            [MemRefType((4,), F32)],
        ),
        (
            d.TENSOR_OR_MEMREF,
            "memref of any type values or ranked tensor of any type values",
            [MEMREF, TENSOR],
            [VECTOR],
        ),
        (d.ANY_VECTOR, "vector of any type values", [VECTOR, SCALABLE], [VECTOR_0D, TENSOR]),
        (d.ANY_VECTOR_OF_ANY_RANK, "vector of any type values", [VECTOR, VECTOR_0D], [TENSOR]),
        (d.ANY_FIXED_VECTOR, "fixed-length vector of any type values", [VECTOR], [SCALABLE]),
        (
            d.vector_of(d.I32, ranks=[1, 2]),
            "vector of 32-bit signless integer values of ranks 1/2",
            [VECTOR],
            [VECTOR_0D],
        ),
        (d.ANY_SHAPED, "shaped of any type values", [VECTOR, TENSOR, MEMREF], [F32]),
        (d.one_of(d.INDEX, d.F32), "index or 32-bit float", [INDEX, F32], [I32]),
        (
            d.all_of(d.ANY_SHAPED, d.FLOAT_LIKE),
            "shaped of any type values and floating-point-like",
            [TENSOR],
            [VECTOR],
        ),
        (d.pred(lambda t: t is F32, "just so"), "just so", [F32], [I32]),
        (d.instance_of(IntegerType), "IntegerType", [I32], [F32]),
    ],
)
def test_type_constraint(
    constraint: d.Constraint[Any], description: str, yes: list[ir.Type], no: list[ir.Type]
) -> None:
    assert constraint.description == description
    assert [t for t in yes if not constraint.check(t)] == []
    assert [t for t in no if constraint.check(t)] == []


def test_constraints_of_one_type_are_buildable() -> None:
    assert d.INDEX.buildable is INDEX
    assert d.I1.buildable is ir.I1
    assert d.instance_of(ir.IndexType).buildable is INDEX
    assert d.FLOAT.buildable is None
    assert d.ANY_INTEGER.buildable is None


@pytest.mark.parametrize(
    ("layout", "strided"),
    [
        (None, True),
        (StridedLayoutAttr(0, (4, 1)), True),
        (AffineMapAttr(AffineMap(2, 0, (AffineDimExpr(0) * 4 + AffineDimExpr(1),))), True),
        (AffineMapAttr(AffineMap(2, 0, (AffineDimExpr(1), AffineDimExpr(0)))), False),
        (AffineMapAttr(AffineMap(2, 0, (AffineDimExpr(0) % AffineConstantExpr(4),))), False),
    ],
)
def test_strided_memref(layout: ir.Attribute | None, strided: bool) -> None:
    memref = MemRefType((2, 2), F32, layout)
    assert has_strides(memref) is strided
    assert d.STRIDED_MEMREF.check(memref) is strided


@pytest.mark.parametrize(
    ("constraint", "description", "yes", "no"),
    [
        (d.UNIT_ATTR, "unit attribute", [UNIT], [i64_attr(1)]),
        (d.I64_ATTR, "64-bit signless integer attribute", [i64_attr(1)], [i32_attr(1), UNIT]),
        (d.INDEX_ATTR, "index attribute", [index_attr(1)], [i64_attr(1)]),
        (d.BOOL_ATTR, "bool attribute", [ir.TRUE], [i64_attr(1)]),
        (d.F32_ATTR, "32-bit float attribute", [ir.FloatAttr.of(1.0, F32)], [i32_attr(1)]),
        (d.STR_ATTR, "string attribute", [StringAttr("a")], [UNIT]),
        (d.SYMBOL_NAME, "string attribute", [StringAttr("a")], [SymbolRefAttr("a")]),
        (d.SYMBOL_REF, "symbol reference attribute", [SymbolRefAttr("a", ("b",))], [UNIT]),
        (
            d.FLAT_SYMBOL_REF,
            "flat symbol reference attribute",
            [SymbolRefAttr("a")],
            [SymbolRefAttr("a", ("b",))],
        ),
        (d.TYPE_ATTR, "any type attribute", [TypeAttr(F32)], [UNIT]),
        (d.type_attr_of(d.INDEX), "type attribute of index", [TypeAttr(INDEX)], [TypeAttr(F32)]),
        (d.TYPED_ATTR, "TypedAttr instance", [i64_attr(1)], [UNIT, TypeAttr(F32)]),
        (
            d.I64_ARRAY,
            "64-bit integer array attribute",
            [ArrayAttr((i64_attr(1),))],
            [UNIT, ArrayAttr((UNIT,))],
        ),
        (d.array_of(d.UNIT_ATTR), "Array of unit attributes", [ArrayAttr((UNIT,))], [UNIT]),
        (d.DENSE_I64_ARRAY, "i64 dense array attribute", [dense_i64([1])], [dense_i32([1])]),
        (
            d.confined(d.I64_ATTR, d.min_value(0), d.max_value(3)),
            "64-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
            [i64_attr(0), i64_attr(3)],
            [i64_attr(-1), i64_attr(4), i32_attr(0)],
        ),
        (
            d.confined(d.I64_ATTR, d.VALID_ALIGNMENT),
            "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
            [i64_attr(8)],
            [i64_attr(0), i64_attr(6)],
        ),
    ],
)
def test_attribute_constraint(
    constraint: d.Constraint[Any],
    description: str,
    yes: list[ir.Attribute],
    no: list[ir.Attribute],
) -> None:
    assert constraint.description == description
    assert [a for a in yes if not constraint.check(a)] == []
    assert [a for a in no if constraint.check(a)] == []


def test_confined_attribute_keeps_its_syntax() -> None:
    assert d.confined(d.I64_ATTR, d.POSITIVE).value_type is I64
    assert d.confined(d.DENSE_I64_ARRAY, d.STRICTLY_SORTED).syntax is d.DENSE_I64_ARRAY.syntax


def test_integer_elements() -> None:
    ones = ir.DenseElementsAttr(RankedTensorType((2,), I64), b"\1\0\0\0\0\0\0\0" * 2)
    assert d.int_elements(64, (2,)).check(ones)
    assert not d.int_elements(64, (3,)).check(ones)
    assert not d.int_elements(32).check(ones)
    assert d.INT_ELEMENTS.check(ones)
    assert d.ELEMENTS_ATTR.check(ones)
    assert d.int_elements(64, (2,)).description == (
        "64-bit signless int elements attribute of shape [2]"
    )
