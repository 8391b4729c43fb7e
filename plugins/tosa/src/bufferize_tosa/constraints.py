"""Constraints on the operands, results and attributes of the tosa dialect, with its wording."""

from __future__ import annotations

from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize.define.fields import FieldOf
from bufferize.interfaces import QuantizedTypeInterface
from bufferize_tosa.dialect import MXInt8Type, ShapeType

# Element types.

INTEGER: d.Constraint[ir.Type] = d.one_of(d.UNSIGNED_INTEGER, d.SIGNLESS_INTEGER)
I32_OR_I64: d.Constraint[ir.Type] = d.one_of(d.I32, d.I64)
_WIDTHS = (4, 8, 16, 32)


def _is_quantized(type: Any) -> bool:
    storage = type.storage_type if isinstance(type, QuantizedTypeInterface) else None
    return storage is not None and storage.width in _WIDTHS


_QUANTIZED: d.Constraint[ir.Type] = d.pred(_is_quantized, "quantized integer")
NUMBER: d.Constraint[ir.Type] = d.one_of(
    INTEGER, _QUANTIZED, d.FLOAT, d.instance_of(MXInt8Type), description="number"
)


def _floats(*names: str) -> d.Constraint[ir.FloatType]:
    return d.instance_of(ir.FloatType, also=lambda t: t.name in names)


BLOCK_NUMBER: d.Constraint[ir.Type] = d.one_of(
    _floats("f8E4M3FN", "f8E5M2", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN"),
    d.instance_of(MXInt8Type),
    description="micro-scaling format number",
)
BLOCK_SCALE: d.Constraint[ir.Type] = d.one_of(
    _floats("f8E8M0FNU"), description="micro-scaling format scale number"
)

# Tensors.


def _is_ranked(type: Any, element: d.Constraint[ir.Type]) -> bool:
    return (
        isinstance(type, ir.RankedTensorType)
        and 0 not in type.shape
        and element.check(type.element_type)
    )


def _is_unranked(type: Any, element: d.Constraint[ir.Type]) -> bool:
    return isinstance(type, ir.UnrankedTensorType) and element.check(type.element_type)


def conformant_tensor_of(element: d.Constraint[ir.Type]) -> d.Constraint[ir.TensorType]:
    """Return the constraint of a nonempty tensor with elements under a constraint."""
    return d.pred(
        lambda t: _is_ranked(t, element) or _is_unranked(t, element),
        f"tosa-conformant tensor of {element.description} values",
    )


TENSOR = conformant_tensor_of(NUMBER)
I1_TENSOR = conformant_tensor_of(d.I1)
FLOAT_TENSOR = conformant_tensor_of(d.FLOAT)
I32_OR_I64_TENSOR = conformant_tensor_of(I32_OR_I64)


def _of_rank(rank: int) -> d.Constraint[ir.TensorType]:
    return d.pred(
        lambda t: (_is_ranked(t, NUMBER) and t.rank == rank) or _is_unranked(t, NUMBER),
        f"{rank}-d tosa-conformant tensor",
    )


TENSOR_1D, TENSOR_3D, TENSOR_4D, TENSOR_5D = map(_of_rank, (1, 3, 4, 5))


def _at_least_1d(element: d.Constraint[ir.Type]) -> d.Constraint[ir.TensorType]:
    return d.pred(
        lambda t: (_is_ranked(t, element) and t.rank > 0) or _is_unranked(t, element),
        "tosa-conformant tensor of at least rank 1",
    )


TENSOR_AT_LEAST_1D = _at_least_1d(NUMBER)
BLOCK_NUMBERS_AT_LEAST_1D = _at_least_1d(BLOCK_NUMBER)
BLOCK_SCALES_AT_LEAST_1D = _at_least_1d(BLOCK_SCALE)


def _scalar(
    element: d.Constraint[ir.Type], ranked: d.Constraint[ir.Type]
) -> d.Constraint[ir.TensorType]:
    """Return the constraint of a tensor of one element, as far as its shape is known."""
    return d.pred(
        lambda t: (_is_ranked(t, ranked) and t.shape == (1,)) or _is_unranked(t, element),
        f"tosa-conformant unranked tensor of {element.description} values or "
        f"tosa-conformant scalar tensor of {ranked.description} values",
    )


_INTEGER_OR_FLOAT: d.Constraint[ir.Type] = d.one_of(INTEGER, d.FLOAT)
SCALAR = _scalar(_INTEGER_OR_FLOAT, NUMBER)
SCALAR_INTEGER_OR_FLOAT = _scalar(_INTEGER_OR_FLOAT, _INTEGER_OR_FLOAT)
SCALAR_I8 = _scalar(d.I8, d.I8)
SCALAR_I32 = _scalar(d.I32, d.I32)


def _exactly_of_rank(
    rank: int, element: d.Constraint[ir.Type], unranked: d.Constraint[ir.Type]
) -> d.Constraint[ir.TensorType]:
    return d.pred(
        lambda t: (_is_ranked(t, element) and t.rank == rank) or _is_unranked(t, unranked),
        f"tosa-conformant unranked tensor of {unranked.description} values or "
        f"{rank}D tensor of {element.description} values",
    )


INDICES_2D = _exactly_of_rank(2, I32_OR_I64, NUMBER)
BLOCK_NUMBERS_3D = _exactly_of_rank(3, BLOCK_NUMBER, BLOCK_NUMBER)
BLOCK_SCALES_3D = _exactly_of_rank(3, BLOCK_SCALE, BLOCK_SCALE)
I8_TENSOR_1D = d.tensor_of(d.I8, ranks=[1])
I16_OR_I32_TENSOR_1D = d.tensor_of(d.one_of(d.I16, d.I32), ranks=[1])


def _like(element: d.Constraint[ir.Type], description: str) -> d.Constraint[ir.Type]:
    def check(type: Any) -> bool:
        if isinstance(type, ir.VectorType):
            return type.rank > 0 and element.check(type.element_type)
        return element.check(type) or _is_ranked(type, element) or _is_unranked(type, element)

    return d.pred(check, description)


INTEGER_LIKE = _like(INTEGER, "signless-integer-like")
I8_LIKE = _like(d.I8, "signless-integer-8-bit-like")

# Shapes.

SHAPE = d.instance_of(ShapeType, "Shape with static rank and Index element type")


def shape_of_rank(rank: int) -> d.Constraint[ShapeType]:
    """Return the constraint of a shape of this rank."""
    return d.instance_of(
        ShapeType, f"Tosa shape type of rank {rank}", also=lambda t: t.rank == rank
    )


# Attributes.


def i64s(count: int) -> d.Constraint[ir.DenseArrayAttr]:
    """Return the constraint of an array of `count` integers of 64 bits."""
    return d.confined(
        d.DENSE_I64_ARRAY,
        d.pred(lambda a: len(a.values) == count, f"with exactly {count} elements"),
    )


INDEX_ELEMENTS = d.instance_of(
    ir.DenseElementsAttr,
    "index elements attribute",
    also=lambda a: isinstance(a.type.element_type, ir.IndexType),
)
ACCUMULATOR_TYPE = d.type_attr_of(d.one_of(d.I32, d.integer(48), d.F16, d.F32))


def local_bound() -> FieldOf[ir.IntegerAttr, Any]:
    """Return the field `local_bound`: whether errors are bounded by values near an element."""
    return d.default_attr(d.BOOL_ATTR, ir.FALSE, optional=True)
