"""Constraints on types, with the names and the wording of MLIR's ODS.

See mlir/IR/CommonTypeConstraints.td; "like" is the type itself or a vector or tensor of it.
"""

from __future__ import annotations

__all__ = [
    "ANY_COMPLEX", "ANY_FIXED_VECTOR", "ANY_INTEGER", "ANY_MEMREF", "ANY_MEMREF_OR_UNRANKED",
    "ANY_SHAPED", "ANY_TENSOR", "ANY_TUPLE", "ANY_TYPE", "ANY_VECTOR", "ANY_VECTOR_OF_ANY_RANK",
    "BF16", "BOOL_LIKE", "F16", "F32", "F64", "FIXED_WIDTH_INTEGER_LIKE", "FLOAT", "FLOAT_LIKE",
    "FUNCTION", "I1", "I8", "I16", "I32", "I64", "INDEX", "NONE_TYPE", "NON_0_RANKED_MEMREF",
    "NON_0_RANKED_OR_UNRANKED_MEMREF", "NON_0_RANKED_OR_UNRANKED_TENSOR", "RANKED_TENSOR",
    "SIGNED_INTEGER", "SIGNLESS_INTEGER", "SIGNLESS_INTEGER_LIKE",
    "SIGNLESS_INTEGER_OR_FLOAT_LIKE", "SIGNLESS_INTEGER_OR_INDEX", "STATIC_MEMREF",
    "STATIC_TENSOR", "STRIDED_MEMREF", "TENSOR_OR_MEMREF", "UNRANKED_MEMREF", "UNRANKED_TENSOR",
    "UNSIGNED_INTEGER", "any_integer", "complex_of", "exactly", "integer", "integer_of_widths",
    "like", "memref_of", "memref_or_unranked_of", "ranked_tensor_of", "shaped_of",
    "static_memref_of", "static_tensor_of", "strided_memref_of", "tensor_of",
    "unranked_memref_of", "vector_of",
]  # fmt: skip

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from bufferize import ir
from bufferize.define.constraint import Constraint, instance_of, one_of, pred

ShapedT = TypeVar("ShapedT", bound=ir.ShapedType)


def exactly(type: ir.Type, description: str | None = None) -> Constraint[ir.Type]:
    """Allow one type only. Assembly formats need not write it."""
    return Constraint(lambda t: t is type, description or str(type), buildable=type)


def _integer_of(signedness: ir.Signedness, description: str) -> Constraint[ir.IntegerType]:
    return instance_of(ir.IntegerType, description, also=lambda t: t.signedness is signedness)


SIGNLESS_INTEGER = _integer_of(ir.Signedness.SIGNLESS, "signless integer")
SIGNED_INTEGER = _integer_of(ir.Signedness.SIGNED, "signed integer")
UNSIGNED_INTEGER = _integer_of(ir.Signedness.UNSIGNED, "unsigned integer")


def integer(width: int) -> Constraint[ir.Type]:
    """Allow a signless integer of this width in bits."""
    return exactly(ir.IntegerType(width), f"{width}-bit signless integer")


def integer_of_widths(*widths: int) -> Constraint[ir.IntegerType]:
    """Allow a signless integer of one of the widths, in bits."""
    description = "/".join(map(str, widths)) + "-bit signless integer"
    return pred(lambda t: t.width in widths, description, SIGNLESS_INTEGER)


def any_integer(width: int) -> Constraint[ir.IntegerType]:
    """Allow an integer of this width in bits, of any signedness."""
    return instance_of(ir.IntegerType, f"{width}-bit integer", also=lambda t: t.width == width)


ANY_TYPE: Constraint[ir.Type] = Constraint(lambda t: True, "any type")
NONE_TYPE = exactly(ir.NONE, "none type")
INDEX = exactly(ir.INDEX, "index")
I1 = integer(1)
I8 = integer(8)
I16 = integer(16)
I32 = integer(32)
I64 = integer(64)
ANY_INTEGER = instance_of(ir.IntegerType, "integer")
SIGNLESS_INTEGER_OR_INDEX = one_of(SIGNLESS_INTEGER, INDEX)
FLOAT = instance_of(ir.FloatType, "floating-point")
BF16 = exactly(ir.BF16, "bfloat16 type")
F16 = exactly(ir.F16, "16-bit float")
F32 = exactly(ir.F32, "32-bit float")
F64 = exactly(ir.F64, "64-bit float")
ANY_COMPLEX = instance_of(ir.ComplexType, "complex-type")
FUNCTION = instance_of(ir.FunctionType, "function type")
ANY_TUPLE = instance_of(ir.TupleType, "tuple")


def complex_of(element: Constraint[ir.Type]) -> Constraint[ir.ComplexType]:
    """Allow a complex type whose element type satisfies the constraint."""
    check = element.check
    description = f"complex type with {element.description} elements"
    return instance_of(ir.ComplexType, description, also=lambda t: check(t.element_type))


def like(element: Constraint[Any], description: str | None = None) -> Constraint[ir.Type]:
    """Allow a type, and vectors and tensors of it ("type or value-semantics container")."""
    check = element.check

    def of_value_or_element(type: Any) -> bool:
        if isinstance(type, (ir.VectorType, ir.TensorType)):
            return check(type.element_type)
        return check(type)

    return Constraint(of_value_or_element, description or f"{element.description}-like")


BOOL_LIKE = like(I1, "bool-like")
SIGNLESS_INTEGER_LIKE = like(SIGNLESS_INTEGER_OR_INDEX, "signless-integer-like")
FIXED_WIDTH_INTEGER_LIKE = like(SIGNLESS_INTEGER, "signless-fixed-width-integer-like")
FLOAT_LIKE = like(FLOAT, "floating-point-like")
SIGNLESS_INTEGER_OR_FLOAT_LIKE = one_of(
    like(SIGNLESS_INTEGER), FLOAT_LIKE, description="signless-integer-like or floating-point-like"
)


def _container(
    cls: type[ShapedT],
    element: Constraint[Any],
    word: str,
    also: Callable[[Any], bool] | None = None,
) -> Constraint[ShapedT]:
    base = instance_of(cls, f"{word} of {element.description} values", also=also)
    if element is ANY_TYPE:
        return base
    check = element.check
    return pred(lambda t: check(t.element_type), base.description, base)


def _of_ranks(
    cls: type[ShapedT], element: Constraint[Any], word: str, ranks: Sequence[int]
) -> Constraint[ShapedT]:
    words = "/".join(f"{rank}D" for rank in ranks)
    return _container(cls, element, f"{words} {word}", lambda t: len(t.shape) in ranks)


def shaped_of(element: Constraint[Any] = ANY_TYPE) -> Constraint[ir.ShapedType]:
    """Allow a vector, tensor or memref whose elements satisfy the constraint."""
    return _container(ir.ShapedType, element, "shaped")


def tensor_of(
    element: Constraint[Any] = ANY_TYPE, ranks: Sequence[int] | None = None
) -> Constraint[ir.TensorType]:
    """Allow a tensor with such elements, ranked or not; with `ranks`, ranked and of one of them."""
    if ranks is None:
        return _container(ir.TensorType, element, "tensor")
    return _of_ranks(ir.RankedTensorType, element, "tensor", ranks)


def ranked_tensor_of(element: Constraint[Any] = ANY_TYPE) -> Constraint[ir.RankedTensorType]:
    """Allow a ranked tensor whose elements satisfy the constraint."""
    return _container(ir.RankedTensorType, element, "ranked tensor")


def static_tensor_of(element: Constraint[Any] = ANY_TYPE) -> Constraint[ir.RankedTensorType]:
    """Allow a tensor of static shape."""
    return _container(
        ir.RankedTensorType, element, "statically shaped tensor", lambda t: t.has_static_shape()
    )


def memref_of(
    element: Constraint[Any] = ANY_TYPE, ranks: Sequence[int] | None = None
) -> Constraint[ir.MemRefType]:
    """Allow a ranked memref (of one of the ranks) whose elements satisfy the constraint."""
    if ranks is None:
        return _container(ir.MemRefType, element, "memref")
    return _of_ranks(ir.MemRefType, element, "memref", ranks)


def static_memref_of(element: Constraint[Any] = ANY_TYPE) -> Constraint[ir.MemRefType]:
    """Allow a memref of static shape."""
    return _container(
        ir.MemRefType, element, "statically shaped memref", lambda t: t.has_static_shape()
    )


def memref_or_unranked_of(element: Constraint[Any] = ANY_TYPE) -> Constraint[ir.BaseMemRefType]:
    """Allow a memref, ranked or not, whose elements satisfy the constraint."""
    return _container(ir.BaseMemRefType, element, "ranked or unranked memref")


def unranked_memref_of(element: Constraint[Any] = ANY_TYPE) -> Constraint[ir.UnrankedMemRefType]:
    """Allow an unranked memref whose elements satisfy the constraint."""
    return _container(ir.UnrankedMemRefType, element, "unranked.memref")


def strided_memref_of(
    element: Constraint[Any] = ANY_TYPE, rank: int | None = None
) -> Constraint[ir.MemRefType]:
    """Allow a memref whose layout has strides and an offset."""
    base = _container(ir.MemRefType, element, "strided memref", has_strides)
    if rank is None:
        return base
    return pred(lambda t: len(t.shape) == rank, f"{base.description} of rank {rank}", base)


def vector_of(
    element: Constraint[Any] = ANY_TYPE,
    ranks: Sequence[int] | None = None,
    *,
    allow_0d: bool = False,
    fixed: bool = False,
) -> Constraint[ir.VectorType]:
    """Allow a vector whose elements satisfy the constraint.

    It has rank 1 or more unless `allow_0d`, and is not scalable if `fixed`.

    With `ranks`, of one of these ranks.
    """
    word = "fixed-length vector" if fixed else "vector"
    description = f"{word} of {element.description} values"
    if ranks is not None:
        description += f" of ranks {'/'.join(map(str, ranks))}"
    check = element.check

    def test(type: ir.VectorType) -> bool:
        if not check(type.element_type) or (fixed and type.is_scalable):
            return False
        rank = len(type.shape)
        return allow_0d or rank > 0 if ranks is None else rank in ranks

    return instance_of(ir.VectorType, description, also=test)


def has_strides(type: ir.MemRefType) -> bool:
    """Return whether a layout has strides: identity, `strided<>`, or an affine map with strides."""
    layout = type.layout
    if layout is None or isinstance(layout, ir.StridedLayoutAttr):
        return True
    return (
        isinstance(layout, ir.AffineMapAttr)
        and len(layout.map.results) == 1
        and _is_linear(layout.map.results[0])
    )


def _is_linear(expr: ir.AffineExpr) -> bool:
    if not isinstance(expr, ir.AffineBinaryExpr):
        return True
    if expr.kind is ir.AffineKind.ADD:
        return _is_linear(expr.lhs) and _is_linear(expr.rhs)
    if expr.kind is ir.AffineKind.MUL:
        factors = (ir.AffineConstantExpr, ir.AffineSymbolExpr)
        return (isinstance(expr.rhs, factors) and _is_linear(expr.lhs)) or (
            isinstance(expr.lhs, factors) and _is_linear(expr.rhs)
        )
    return False


def _not_rank_0(type: Any) -> bool:
    return not type.has_rank or type.rank > 0


ANY_SHAPED = shaped_of()
ANY_TENSOR = tensor_of()
RANKED_TENSOR = ranked_tensor_of()
UNRANKED_TENSOR = _container(ir.UnrankedTensorType, ANY_TYPE, "unranked tensor")
STATIC_TENSOR = static_tensor_of()
NON_0_RANKED_OR_UNRANKED_TENSOR = _container(
    ir.TensorType, ANY_TYPE, "non-0-ranked or unranked tensor", _not_rank_0
)
ANY_MEMREF = memref_of()
ANY_MEMREF_OR_UNRANKED = memref_or_unranked_of()
UNRANKED_MEMREF = unranked_memref_of()
STATIC_MEMREF = static_memref_of()
STRIDED_MEMREF = strided_memref_of()
NON_0_RANKED_MEMREF = _container(ir.MemRefType, ANY_TYPE, "non-0-ranked.memref", _not_rank_0)
NON_0_RANKED_OR_UNRANKED_MEMREF: Constraint[ir.BaseMemRefType] = one_of(
    NON_0_RANKED_MEMREF, UNRANKED_MEMREF
)
TENSOR_OR_MEMREF: Constraint[ir.Type] = one_of(ANY_MEMREF, RANKED_TENSOR)
ANY_VECTOR = vector_of()
ANY_VECTOR_OF_ANY_RANK = vector_of(allow_0d=True)
ANY_FIXED_VECTOR = vector_of(allow_0d=True, fixed=True)
