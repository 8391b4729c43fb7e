"""What the operands and results of the tosa dialect must be, in the words of its definition."""

from __future__ import annotations

from typing import Any

from bufferize import ir
from bufferize.define.attr_constraints import BOOL_ATTR, DENSE_I64_ARRAY, type_attr_of
from bufferize.define.constraint import Constraint, confined, instance_of, one_of, pred
from bufferize.define.fields import FieldOf, default_attr
from bufferize.define.type_constraints import (
    F16,
    F32,
    FLOAT,
    I1,
    I8,
    I16,
    I32,
    I64,
    SIGNLESS_INTEGER,
    UNSIGNED_INTEGER,
    integer,
    tensor_of,
)
from bufferize.interfaces import QuantizedTypeInterface
from bufferize.ir import (
    DenseArrayAttr,
    DenseElementsAttr,
    FloatType,
    IndexType,
    IntegerAttr,
    RankedTensorType,
    TensorType,
    Type,
    UnrankedTensorType,
    VectorType,
)
from bufferize_tosa.tosa_types import MXInt8Type, ShapeType

# Element types.

INTEGER: Constraint[Type] = one_of(UNSIGNED_INTEGER, SIGNLESS_INTEGER)
I32_OR_I64: Constraint[Type] = one_of(I32, I64)
_WIDTHS = (4, 8, 16, 32)


def _is_quantized(type: Any) -> bool:
    storage = type.storage_type if isinstance(type, QuantizedTypeInterface) else None
    return storage is not None and storage.width in _WIDTHS


_QUANTIZED: Constraint[Type] = pred(_is_quantized, "quantized integer")
NUMBER: Constraint[Type] = one_of(
    INTEGER, _QUANTIZED, FLOAT, instance_of(MXInt8Type), description="number"
)


def _floats(*names: str) -> Constraint[FloatType]:
    return instance_of(FloatType, also=lambda t: t.name in names)


BLOCK_NUMBER: Constraint[Type] = one_of(
    _floats("f8E4M3FN", "f8E5M2", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN"),
    instance_of(MXInt8Type),
    description="micro-scaling format number",
)
BLOCK_SCALE: Constraint[Type] = one_of(
    _floats("f8E8M0FNU"), description="micro-scaling format scale number"
)

# Tensors.


def _is_ranked(type: Any, element: Constraint[Type]) -> bool:
    return (
        isinstance(type, RankedTensorType)
        and 0 not in type.shape
        and element.check(type.element_type)
    )


def _is_unranked(type: Any, element: Constraint[Type]) -> bool:
    return isinstance(type, UnrankedTensorType) and element.check(type.element_type)


def conformant_tensor_of(element: Constraint[Type]) -> Constraint[TensorType]:
    """A tensor of such elements, ranked or not, that is not empty."""
    return pred(
        lambda t: _is_ranked(t, element) or _is_unranked(t, element),
        f"tosa-conformant tensor of {element.description} values",
    )


TENSOR = conformant_tensor_of(NUMBER)
I1_TENSOR = conformant_tensor_of(I1)
FLOAT_TENSOR = conformant_tensor_of(FLOAT)
I32_OR_I64_TENSOR = conformant_tensor_of(I32_OR_I64)


def _of_rank(rank: int) -> Constraint[TensorType]:
    return pred(
        lambda t: (_is_ranked(t, NUMBER) and t.rank == rank) or _is_unranked(t, NUMBER),
        f"{rank}-d tosa-conformant tensor",
    )


TENSOR_1D, TENSOR_3D, TENSOR_4D, TENSOR_5D = map(_of_rank, (1, 3, 4, 5))


def _at_least_1d(element: Constraint[Type]) -> Constraint[TensorType]:
    return pred(
        lambda t: (_is_ranked(t, element) and t.rank > 0) or _is_unranked(t, element),
        "tosa-conformant tensor of at least rank 1",
    )


TENSOR_AT_LEAST_1D = _at_least_1d(NUMBER)
BLOCK_NUMBERS_AT_LEAST_1D = _at_least_1d(BLOCK_NUMBER)
BLOCK_SCALES_AT_LEAST_1D = _at_least_1d(BLOCK_SCALE)


def _scalar(element: Constraint[Type], ranked: Constraint[Type]) -> Constraint[TensorType]:
    """A tensor of one element, as far as is known."""
    return pred(
        lambda t: (_is_ranked(t, ranked) and t.shape == (1,)) or _is_unranked(t, element),
        f"tosa-conformant unranked tensor of {element.description} values or "
        f"tosa-conformant scalar tensor of {ranked.description} values",
    )


_INTEGER_OR_FLOAT: Constraint[Type] = one_of(INTEGER, FLOAT)
SCALAR = _scalar(_INTEGER_OR_FLOAT, NUMBER)
SCALAR_INTEGER_OR_FLOAT = _scalar(_INTEGER_OR_FLOAT, _INTEGER_OR_FLOAT)
SCALAR_I8 = _scalar(I8, I8)
SCALAR_I32 = _scalar(I32, I32)


def _exactly_of_rank(
    rank: int, element: Constraint[Type], unranked: Constraint[Type]
) -> Constraint[TensorType]:
    return pred(
        lambda t: (_is_ranked(t, element) and t.rank == rank) or _is_unranked(t, unranked),
        f"tosa-conformant unranked tensor of {unranked.description} values or "
        f"{rank}D tensor of {element.description} values",
    )


INDICES_2D = _exactly_of_rank(2, I32_OR_I64, NUMBER)
BLOCK_NUMBERS_3D = _exactly_of_rank(3, BLOCK_NUMBER, BLOCK_NUMBER)
BLOCK_SCALES_3D = _exactly_of_rank(3, BLOCK_SCALE, BLOCK_SCALE)
I8_TENSOR_1D = tensor_of(I8, ranks=[1])
I16_OR_I32_TENSOR_1D = tensor_of(one_of(I16, I32), ranks=[1])


def _like(element: Constraint[Type], description: str) -> Constraint[Type]:
    def check(type: Any) -> bool:
        if isinstance(type, VectorType):
            return type.rank > 0 and element.check(type.element_type)
        return element.check(type) or _is_ranked(type, element) or _is_unranked(type, element)

    return pred(check, description)


INTEGER_LIKE = _like(INTEGER, "signless-integer-like")
I8_LIKE = _like(I8, "signless-integer-8-bit-like")

# Shapes.

SHAPE = instance_of(ShapeType, "Shape with static rank and Index element type")


def shape_of_rank(rank: int) -> Constraint[ShapeType]:
    """A shape with so many extents."""
    return instance_of(ShapeType, f"Tosa shape type of rank {rank}", also=lambda t: t.rank == rank)


# Attributes.


def i64s(count: int) -> Constraint[DenseArrayAttr]:
    """So many integers of 64 bits."""
    return confined(
        DENSE_I64_ARRAY,
        pred(lambda a: len(a.values) == count, f"with exactly {count} elements"),
    )


INDEX_ELEMENTS = instance_of(
    DenseElementsAttr,
    "index elements attribute",
    also=lambda a: isinstance(a.type.element_type, IndexType),
)
ACCUMULATOR_TYPE = type_attr_of(one_of(I32, integer(48), F16, F32))


def local_bound() -> FieldOf[IntegerAttr, Any]:
    """Whether errors are bounded by the values near an element; false if it is not there."""
    return default_attr(BOOL_ATTR, ir.FALSE, optional=True)
