"""The shape dialect's object, its types, and the constraints that its ops share."""

from __future__ import annotations

from bufferize.define import Dialect
from bufferize.define.constraint import Constraint, instance_of, one_of
from bufferize.define.type_constraints import ANY_SHAPED, INDEX, tensor_of
from bufferize.ir import Type, parameters

SHAPE_DIALECT = Dialect("shape")
SHAPE_DIALECT.lowering = "mlir-opt --convert-shape-to-std"


@SHAPE_DIALECT.type("shape")
@parameters
class ShapeType(Type):
    """`!shape.shape`: the extents of some value, as far as they are known, or an error."""


@SHAPE_DIALECT.type("size")
@parameters
class SizeType(Type):
    """`!shape.size`: one extent, maybe unknown, or an error."""


@SHAPE_DIALECT.type("value_shape")
@parameters
class ValueShapeType(Type):
    """`!shape.value_shape`: a value together with its shape."""


@SHAPE_DIALECT.type("witness")
@parameters
class WitnessType(Type):
    """`!shape.witness`: that a constraint holds."""


SHAPE = ShapeType()
SIZE = SizeType()
VALUE_SHAPE = ValueShapeType()
WITNESS = WitnessType()

A_SHAPE: Constraint[Type] = instance_of(ShapeType)
A_SIZE: Constraint[Type] = instance_of(SizeType)
A_VALUE_SHAPE: Constraint[Type] = instance_of(ValueShapeType)
A_WITNESS: Constraint[Type] = instance_of(WitnessType)
EXTENT_TENSOR = tensor_of(INDEX, ranks=[1])
SHAPE_OR_EXTENT_TENSOR: Constraint[Type] = one_of(
    A_SHAPE, EXTENT_TENSOR, description="shape or extent tensor"
)
SHAPE_OR_SIZE: Constraint[Type] = one_of(A_SIZE, A_SHAPE, description="shape or size")
SIZE_OR_INDEX: Constraint[Type] = one_of(A_SIZE, INDEX, description="size or index")
ANY_SHAPE_OR_SIZE: Constraint[Type] = one_of(
    SIZE_OR_INDEX, SHAPE_OR_EXTENT_TENSOR, description="any shape or size"
)
SHAPED_OR_VALUE_SHAPE: Constraint[Type] = one_of(ANY_SHAPED, A_VALUE_SHAPE)
