"""The builtin types. https://mlir.llvm.org/docs/Dialects/Builtin/#types"""

from __future__ import annotations

__all__ = [
    "BF16", "DYNAMIC", "F16", "F32", "F64", "I1", "I8", "I16", "I32", "I64", "INDEX", "NONE",
    "BaseMemRefType", "ComplexType", "FloatType", "FunctionType", "IndexType", "IntegerType",
    "MemRefType", "NoneType", "OpaqueType", "RankedTensorType", "ShapedType", "Signedness",
    "TensorType", "TupleType", "UnrankedMemRefType", "UnrankedTensorType", "VectorType",
    "VerifiableTensorEncoding", "bit_width", "element_type_or_self", "memory_bytes",
]  # fmt: skip

import enum
from math import prod
from typing import ClassVar, Final

from bufferize.ir.affine import AffineMap
from bufferize.ir.floats import FLOAT_FORMATS, FloatFormat
from bufferize.ir.interning import Attribute, Type, parameters

DYNAMIC: Final = -(2**63)
"""The marker of an extent, stride or offset that is only known at run time."""


class Signedness(enum.Enum):
    """The signedness of an integer type; the value is the prefix in MLIR."""

    SIGNLESS = "i"
    SIGNED = "si"
    UNSIGNED = "ui"


@parameters
class IndexType(Type):
    """`index`: an integer as wide as an address (64 bits wherever a width is needed)."""


@parameters
class IntegerType(Type):
    """An integer of `width` bits."""

    width: int
    signedness: Signedness = Signedness.SIGNLESS

    def verify(self) -> str | None:
        if not 0 <= self.width < 2**24:
            return "integer bitwidth is limited to 16777215 bits"
        return None


@parameters
class FloatType(Type):
    """A floating-point type, by its MLIR keyword (`f32`, `bf16`, `f8E4M3FN`, …)."""

    name: str

    def __post_init__(self) -> None:
        if self.name not in FLOAT_FORMATS:
            raise ValueError(f"no float type is called {self.name!r}")

    @property
    def width(self) -> int:
        """The number of bits of the format."""
        return self.format.width

    @property
    def format(self) -> FloatFormat:
        """The interpretation of the bits."""
        return FLOAT_FORMATS[self.name]


@parameters
class ComplexType(Type):
    """`complex<element_type>`."""

    element_type: Type


@parameters
class NoneType(Type):
    """`none`."""


@parameters
class FunctionType(Type):
    """`(inputs) -> results`."""

    inputs: tuple[Type, ...]
    results: tuple[Type, ...]


@parameters
class TupleType(Type):
    """`tuple<types>`."""

    types: tuple[Type, ...]


class ShapedType(Type):
    """A type with elements and, if ranked, a shape of extents."""

    element_type: Type
    parameter_hints = {"shape": "an extent that is not known is DYNAMIC"}

    @property
    def extents(self) -> tuple[int, ...] | None:
        """The shape, None for an unranked type."""
        return getattr(self, "shape", None)

    @property
    def has_rank(self) -> bool:
        """Whether the number of dimensions is known."""
        return self.extents is not None

    @property
    def rank(self) -> int:
        """The number of dimensions. Raises ValueError for an unranked type."""
        if self.extents is None:
            raise ValueError(f"{self} has no rank")
        return len(self.extents)

    def has_static_shape(self) -> bool:
        """Return whether all extents are known."""
        extents = self.extents
        return extents is not None and DYNAMIC not in extents

    def num_elements(self) -> int:
        """Return the product of the extents. Raises ValueError unless the shape is static."""
        extents = self.extents
        if extents is None or DYNAMIC in extents:
            raise ValueError(f"{self} has no static shape")
        return prod(extents)

    def num_dynamic_dims(self) -> int:
        """Return the number of extents that are only known at run time."""
        return (self.extents or ()).count(DYNAMIC)


@parameters
class VectorType(ShapedType):
    """`vector<4x[8]xf32>`; `scalable_dims` marks the dimensions in brackets."""

    shape: tuple[int, ...]
    element_type: Type
    scalable_dims: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        if not self.scalable_dims:
            object.__setattr__(self, "scalable_dims", (False,) * len(self.shape))

    @property
    def is_scalable(self) -> bool:
        """Whether any dimension is scalable."""
        return any(self.scalable_dims)

    def verify(self) -> str | None:
        if any(extent <= 0 for extent in self.shape):
            sizes = ", ".join(map(str, self.shape))
            return f"vector types must have positive constant sizes but got {sizes}"
        if len(self.scalable_dims) != len(self.shape):
            return f"number of dims must match, got {len(self.scalable_dims)} and {len(self.shape)}"
        return None


class VerifiableTensorEncoding(Attribute):
    """Base of tensor encodings that only fit some tensor types."""

    stores_all_elements: ClassVar[bool] = True
    """Whether each element has a separate place in memory, as without an encoding."""

    def verify_encoding(self, shape: tuple[int, ...], element_type: Type) -> str | None:
        """Return a message if a tensor of this shape and element type cannot have it, else None."""
        return None


class TensorType(ShapedType):
    """Base of ranked and unranked tensors."""


@parameters
class RankedTensorType(TensorType):
    """`tensor<4x?xf32, encoding>`."""

    shape: tuple[int, ...]
    element_type: Type
    encoding: Attribute | None = None

    def verify(self) -> str | None:
        if isinstance(self.encoding, VerifiableTensorEncoding):
            return self.encoding.verify_encoding(self.shape, self.element_type)
        return None


@parameters
class UnrankedTensorType(TensorType):
    """`tensor<*xf32>`."""

    element_type: Type


class BaseMemRefType(ShapedType):
    """Base of ranked and unranked memrefs. The memory space 0 : i64 is the default one, None."""

    memory_space: Attribute | None

    def __post_init__(self) -> None:
        space = self.memory_space
        if getattr(space, "value", None) == 0 and getattr(space, "type", None) == I64:
            object.__setattr__(self, "memory_space", None)


@parameters
class MemRefType(BaseMemRefType):
    """`memref<4x?xf32, layout, memory_space>`.

    `layout` is an AffineMapAttr, a StridedLayoutAttr or another layout attribute; the identity
    layout is None.
    """

    shape: tuple[int, ...]
    element_type: Type
    layout: Attribute | None = None
    memory_space: Attribute | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        affine = getattr(self.layout, "map", None)
        if (
            isinstance(affine, AffineMap)
            and affine.is_identity()
            and affine.num_dims == len(self.shape)
        ):
            object.__setattr__(self, "layout", None)

    @property
    def has_identity_layout(self) -> bool:
        """Whether the layout is the identity, even if written as `strided<[1]>` or a map."""
        layout = self.layout
        if layout is None:
            return True
        return getattr(layout, "strides", None) == (1,) and getattr(layout, "offset", None) == 0

    def verify(self) -> str | None:
        affine = getattr(self.layout, "map", None)
        if isinstance(affine, AffineMap) and affine.num_dims != len(self.shape):
            return (
                "memref layout mismatch between rank and affine map: "
                f"{len(self.shape)} != {affine.num_dims}"
            )
        strides = getattr(self.layout, "strides", None)
        if strides is not None and len(strides) != len(self.shape):
            return f"expected the number of strides to match the rank {len(self.shape)}"
        return None


@parameters
class UnrankedMemRefType(BaseMemRefType):
    """`memref<*xf32, memory_space>`."""

    element_type: Type
    memory_space: Attribute | None = None


@parameters
class OpaqueType(Type):
    """A type of a dialect, or with a mnemonic, that is not loaded: `!dialect.data`.

    `data` is the text after the dot; `quoted` marks the form `!dialect<"data">`.
    """

    dialect: str
    data: str
    quoted: bool = False


INDEX: Final = IndexType()
NONE: Final = NoneType()
I1: Final = IntegerType(1)
I8: Final = IntegerType(8)
I16: Final = IntegerType(16)
I32: Final = IntegerType(32)
I64: Final = IntegerType(64)
F16: Final = FloatType("f16")
BF16: Final = FloatType("bf16")
F32: Final = FloatType("f32")
F64: Final = FloatType("f64")


def bit_width(type: Type) -> int | None:
    """Return the bits of an integer, float, index (64) or complex type, None for any other."""
    if isinstance(type, IntegerType | FloatType):
        return type.width
    if isinstance(type, IndexType):
        return 64
    if isinstance(type, ComplexType):
        width = bit_width(type.element_type)
        return None if width is None else 2 * width
    return None


def element_bytes(element_type: Type) -> int:
    """Return the bytes of a stored element (of i1: of a splat). Raises TypeError if undefined."""
    if isinstance(element_type, ComplexType):
        return 2 * element_bytes(element_type.element_type)
    width = bit_width(element_type)
    if width is None:
        raise TypeError(f"{element_type} has no dense representation")
    return max((width + 7) // 8, 1)


def memory_bytes(element_type: Type) -> int | None:
    """Return the bytes from one element of a buffer to the next, None if unknown: 4 for an i17.

    LLVM aligns elements to powers of two, up to 16 bytes.
    """
    if isinstance(element_type, ComplexType):
        part = memory_bytes(element_type.element_type)
        return None if part is None else 2 * part
    if bit_width(element_type) is None:
        return None
    stored = element_bytes(element_type)
    alignment = min(1 << (stored - 1).bit_length(), 16)
    return -(-stored // alignment) * alignment


def element_type_or_self(type: Type) -> Type:
    """Return the element type of a shaped type; any other type is returned unchanged."""
    return type.element_type if isinstance(type, ShapedType) else type
