"""The vector dialect: its attributes, and constraints that its ops share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, cast

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import OpInterface

VECTOR = d.Dialect("vector")


@VECTOR.attribute("kind")
class CombiningKindAttr(d.EnumAttr):
    """`#vector.kind<...>`: how a reduction combines two values."""

    cases: ClassVar = {
        "add": 0,
        "mul": 1,
        "minui": 2,
        "minsi": 3,
        "minnumf": 4,
        "maxui": 5,
        "maxsi": 6,
        "maxnumf": 7,
        "and": 8,
        "or": 9,
        "xor": 10,
        "maximumf": 12,
        "minimumf": 11,
    }
    cpp_name: ClassVar = "::mlir::vector::CombiningKind"

    def supports(self, type: ir.Type) -> bool:
        """Return whether elements of this type can be combined in this way."""
        if self.keyword in ("add", "mul"):
            return isinstance(type, ir.IntegerType | ir.IndexType | ir.FloatType)
        if self.keyword.endswith("f"):
            return isinstance(type, ir.FloatType)
        return isinstance(type, ir.IntegerType | ir.IndexType)


@VECTOR.attribute("punctuation")
class PrintPunctuationAttr(d.EnumAttr):
    """`#vector.punctuation<...>`: the text that vector.print writes after the value."""

    cases: ClassVar = {"no_punctuation": 0, "newline": 1, "comma": 2, "open": 3, "close": 4}
    cpp_name: ClassVar = "::mlir::vector::PrintPunctuation"


@VECTOR.attribute("iterator_type")
class IteratorTypeAttr(d.EnumAttr):
    """`#vector.iterator_type<...>`: the kind of a contraction's loop."""

    cases: ClassVar = {"parallel": 0, "reduction": 1}
    cpp_name: ClassVar = "::mlir::vector::IteratorType"


KIND_ADD = CombiningKindAttr.of("add")
ALIGNMENT = d.confined(d.I64_ATTR, d.VALID_ALIGNMENT)
MASK = d.vector_of(d.I1)
MASK_OF_ANY_RANK = d.vector_of(d.I1, allow_0d=True)


class MaskableOpInterface(OpInterface):
    """An op that `vector.mask` can mask."""

    supports_passthru: ClassVar[bool] = False
    """Whether the mask may have values for masked-off elements."""

    @abstractmethod
    def expected_mask_type(self) -> ir.VectorType:
        """Return the type of the mask for this op."""


def vector_type(value: ir.Value) -> ir.VectorType:
    """Return the type of a value that is known to be a vector."""
    return cast(ir.VectorType, value.type)


def with_shape(
    type: ir.VectorType, shape: Sequence[int], scalable: Sequence[bool]
) -> ir.VectorType:
    """Return the type with another shape."""
    return ir.VectorType(tuple(shape), type.element_type, tuple(scalable))


def mask_type(type: ir.VectorType) -> ir.VectorType:
    """Return the type of a mask with one bit for each element."""
    return ir.VectorType(type.shape, ir.I1, type.scalable_dims)


def dims(type: ir.VectorType) -> list[tuple[int, bool]]:
    """Return extent and scalability of each dimension."""
    return list(zip(type.shape, type.scalable_dims, strict=True))


def dim_text(dim: tuple[int, bool]) -> str:
    """Return the text of an extent in a type."""
    return f"[{dim[0]}]" if dim[1] else str(dim[0])


def verify_same_element_type(
    op: ir.Operation, left: ir.Type, right: ir.Type, description: str
) -> None:
    """Check that both types have, or are, the same element type. Raises VerifyError."""
    if ir.element_type_or_self(left) is not ir.element_type_or_self(right):
        raise op.error(f"failed to verify that {description}")


def transfer_mask_type(type: ir.VectorType, map: ir.AffineMap) -> ir.VectorType:
    """Return the type of the mask for a transfer of this vector, as transferred."""
    positions: dict[int, int] = {}
    for index, expr in enumerate(map.results):
        if isinstance(expr, ir.AffineDimExpr):
            positions.setdefault(expr.position, index)
    kept = [positions[dim] for dim in sorted(positions)]
    shape = [type.shape[index] for index in kept]
    scalable = [type.scalable_dims[index] for index in kept]
    if not shape:  # masks have no vectors of rank 0
        return ir.VectorType((1,), ir.I1)
    return ir.VectorType(tuple(shape), ir.I1, tuple(scalable))


def minor_identity(source: ir.ShapedType, vector: ir.VectorType) -> ir.AffineMap | None:
    """Return the default permutation map of a transfer, None if there is none."""
    element = source.element_type
    rank = len(vector.shape) - (len(element.shape) if isinstance(element, ir.VectorType) else 0)
    if source.rank == 0 and vector.shape == (1,):
        return ir.AffineMap.constant(0)
    if not 0 <= rank <= source.rank:
        return None
    return ir.AffineMap.minor_identity(source.rank, rank)
