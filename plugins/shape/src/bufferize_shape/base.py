"""The shape dialect's object, its types, and the constraints that its ops share."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir

SHAPE_DIALECT = d.Dialect("shape")
SHAPE_DIALECT.lowering = "mlir-opt --convert-shape-to-std"


@SHAPE_DIALECT.type("shape")
@ir.parameters
class ShapeType(ir.Type):
    """`!shape.shape`: the extents of some value, as far as they are known, or an error."""


@SHAPE_DIALECT.type("size")
@ir.parameters
class SizeType(ir.Type):
    """`!shape.size`: one extent, maybe unknown, or an error."""


@SHAPE_DIALECT.type("value_shape")
@ir.parameters
class ValueShapeType(ir.Type):
    """`!shape.value_shape`: a value together with its shape."""


@SHAPE_DIALECT.type("witness")
@ir.parameters
class WitnessType(ir.Type):
    """`!shape.witness`: that a constraint holds."""


SHAPE = ShapeType()
SIZE = SizeType()
VALUE_SHAPE = ValueShapeType()
WITNESS = WitnessType()

A_SHAPE: d.Constraint[ir.Type] = d.instance_of(ShapeType)
A_SIZE: d.Constraint[ir.Type] = d.instance_of(SizeType)
A_VALUE_SHAPE: d.Constraint[ir.Type] = d.instance_of(ValueShapeType)
A_WITNESS: d.Constraint[ir.Type] = d.instance_of(WitnessType)
EXTENT_TENSOR = d.tensor_of(d.INDEX, ranks=[1])
SHAPE_OR_EXTENT_TENSOR: d.Constraint[ir.Type] = d.one_of(
    A_SHAPE, EXTENT_TENSOR, description="shape or extent tensor"
)
SHAPE_OR_SIZE: d.Constraint[ir.Type] = d.one_of(A_SIZE, A_SHAPE, description="shape or size")
SIZE_OR_INDEX: d.Constraint[ir.Type] = d.one_of(A_SIZE, d.INDEX, description="size or index")
ANY_SHAPE_OR_SIZE: d.Constraint[ir.Type] = d.one_of(
    SIZE_OR_INDEX, SHAPE_OR_EXTENT_TENSOR, description="any shape or size"
)
SHAPED_OR_VALUE_SHAPE: d.Constraint[ir.Type] = d.one_of(d.ANY_SHAPED, A_VALUE_SHAPE)
