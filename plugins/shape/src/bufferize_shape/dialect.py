"""The shape dialect: shapes and extents as values, with the types and result types that its ops
share.
"""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import VerifyError, error

SHAPE_DIALECT = d.Dialect("shape")
SHAPE_DIALECT.lowering = "mlir-opt --convert-shape-to-std"


@SHAPE_DIALECT.type("shape")
@ir.parameters
class ShapeType(ir.Type):
    """`!shape.shape`: the extents of a value, some of them possibly unknown, or an error."""


@SHAPE_DIALECT.type("size")
@ir.parameters
class SizeType(ir.Type):
    """`!shape.size`: one extent, which may be unknown, or an error."""


@SHAPE_DIALECT.type("value_shape")
@ir.parameters
class ValueShapeType(ir.Type):
    """`!shape.value_shape`: a value together with its shape."""


@SHAPE_DIALECT.type("witness")
@ir.parameters
class WitnessType(ir.Type):
    """`!shape.witness`: the evidence that a constraint holds."""


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


_WITH_ERRORS = frozenset([SHAPE, SIZE, VALUE_SHAPE])


class PropagatesErrors(ir.Trait):
    """Trait: the result has the given type if any operand can hold an error."""

    __slots__ = ("type",)

    def __init__(self, type: ir.Type) -> None:
        self.type = type

    def verify(self, op: ir.Operation) -> None:
        """Raise VerifyError if the result cannot hold an error that an operand may hold."""
        if op.results[0].type is not self.type and not _WITH_ERRORS.isdisjoint(op.operand_types):
            raise op.error(
                "if at least one of the operands can hold error values then the result must be "
                f"of type `{self.type.mnemonic}` to propagate them"
            )


def _operand_types(state: d.OperationState) -> list[ir.Type]:
    return [value.type for value in state.operands]


def _any_types(inferred: Sequence[ir.Type], actual: Sequence[ir.Type]) -> bool:
    return True  # the constraint on the result says all


def _size_or_index(state: d.OperationState) -> list[ir.Type]:
    return [ir.INDEX if _WITH_ERRORS.isdisjoint(_operand_types(state)) else SIZE]


SIZE_IF_ERRORS = d.InferResultTypes(_size_or_index, _any_types)
"""The rule that the result is a size if an operand can hold an error, else a size or an index."""


def _common_type(state: d.OperationState) -> list[ir.Type]:
    first, second = _operand_types(state)
    return [first if first is second else SIZE]


COMMON_TYPE = d.InferResultTypes(_common_type)
"""The rule that the result has the type of both operands, or is a size if they differ."""


def _met_type(state: d.OperationState) -> list[ir.Type]:
    first, second = _operand_types(state)
    types = {first, second}
    if types == {ir.INDEX}:
        return [ir.INDEX]
    if types <= {ir.INDEX, SIZE}:
        return [SIZE]
    tensors = [type for type in (second, first) if isinstance(type, ir.RankedTensorType)]
    if SHAPE in types and types <= {SHAPE, *tensors}:
        return [SHAPE]
    position = state.location.position()
    if len(tensors) < 2:
        raise VerifyError(error("requires all sizes or shapes", position))
    for type in tensors:
        if not type.has_static_shape():
            return [type]
    if tensors[0].shape != tensors[1].shape:
        raise VerifyError(error("unequal shape cardinality", position))
    return [second]


def _may_be_met(inferred: Sequence[ir.Type], actual: Sequence[ir.Type]) -> bool:
    types = {*inferred, *actual}
    if SIZE in types:
        return types <= {ir.INDEX, SIZE}
    if SHAPE in types:
        return all(type is SHAPE or isinstance(type, ir.TensorType) for type in types)
    return d.are_shapes_compatible([*types])


MET_TYPE = d.InferResultTypes(_met_type, _may_be_met)
"""The rule that the result has the more special of both types, or one that can hold errors."""


def _extents_type(state: d.OperationState) -> list[ir.Type]:
    (type,) = _operand_types(state)
    if type is VALUE_SHAPE:
        return [SHAPE]
    if not isinstance(type, ir.ShapedType):
        raise VerifyError(error(f"'{type}' has no shape", state.location.position()))
    extents = type.extents
    return [ir.RankedTensorType((ir.DYNAMIC if extents is None else len(extents),), ir.INDEX)]


def _may_be_extents(inferred: Sequence[ir.Type], actual: Sequence[ir.Type]) -> bool:
    types = [*inferred, *actual]
    return SHAPE in types or d.are_shapes_compatible(types)


EXTENTS_TYPE = d.InferResultTypes(_extents_type, _may_be_extents)
"""The rule that the result is a tensor of as many extents as the operand has, or a shape."""
