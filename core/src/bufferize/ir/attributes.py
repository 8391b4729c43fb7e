"""The builtin attributes. https://mlir.llvm.org/docs/Dialects/Builtin/#attributes"""

from __future__ import annotations

__all__ = [
    "FALSE", "TRUE", "UNIT", "AffineMapAttr", "ArrayAttr", "DenseArrayAttr",
    "DenseElementsAttr", "DenseResourceElementsAttr", "DenseStringElementsAttr",
    "DictionaryAttr", "DistinctAttr", "DistinctId", "FloatAttr", "IntegerAttr",
    "IntegerSetAttr", "OpaqueAttr", "SparseElementsAttr", "StridedLayoutAttr", "StringAttr",
    "SymbolRefAttr", "TypeAttr", "UnitAttr", "bool_attr", "dense_i32", "dense_i64", "i32_attr",
    "i64_attr", "index_attr", "is_memory_space",
]  # fmt: skip

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from bufferize.ir.affine import (
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymbolExpr,
    IntegerSet,
)
from bufferize.ir.floats import bits_to_float, float_to_bits
from bufferize.ir.interning import Attribute, Type, parameters
from bufferize.ir.types import (
    DYNAMIC,
    I1,
    I32,
    I64,
    INDEX,
    NONE,
    FloatType,
    IntegerType,
    ShapedType,
    Signedness,
    bit_width,
    element_bytes,
)


@parameters
class UnitAttr(Attribute):
    """An attribute without a value: only its presence matters."""


@parameters
class IntegerAttr(Attribute):
    """An integer or index constant; a bool is 0 or 1 of type i1.

    The value is kept as MLIR prints it: signed, except for unsigned types and i1.
    """

    value: int
    type: Type

    def __post_init__(self) -> None:
        value, type = int(self.value), self.type
        if isinstance(type, IntegerType) and type.width:
            value &= (1 << type.width) - 1
            unsigned = type.signedness is Signedness.UNSIGNED or type is I1
            if not unsigned and value >> (type.width - 1):
                value -= 1 << type.width
        object.__setattr__(self, "value", value)


@parameters
class FloatAttr(Attribute):
    """A float constant, as the bit pattern of its format: exact for every format and NaN."""

    bits: int
    type: FloatType
    parameter_hints = {"bits": "FloatAttr.of(value, type) takes a number"}

    @staticmethod
    def of(value: float, type: FloatType) -> FloatAttr:
        """Return the constant nearest to `value`."""
        return FloatAttr(float_to_bits(value, type), type)

    @property
    def value(self) -> float:
        """The value as a Python float (rounded for formats wider than f64)."""
        return bits_to_float(self.bits, self.type)


@parameters
class StringAttr(Attribute):
    """A string; bytes that are not UTF-8 are kept as surrogate escapes."""

    value: str
    type: Type = NONE


@parameters
class ArrayAttr(Attribute):
    """A list of attributes."""

    elements: tuple[Attribute, ...]

    def __len__(self) -> int:
        return len(self.elements)

    def __iter__(self) -> Iterator[Attribute]:
        return iter(self.elements)

    def __getitem__(self, index: int) -> Attribute:
        return self.elements[index]

    def __bool__(self) -> bool:
        return True


@parameters
class DenseArrayAttr(Attribute):
    """`array<i64: 1, 2>`. Values of float types are bit patterns; those of i1 are 0 and 1."""

    element_type: Type
    values: tuple[int, ...]


@parameters
class DictionaryAttr(Attribute):
    """Named attributes, sorted by name."""

    entries: tuple[tuple[str, Attribute], ...]
    parameter_hints = {"entries": "DictionaryAttr.of(mapping) takes a dict"}

    def __post_init__(self) -> None:
        object.__setattr__(self, "entries", tuple(sorted(self.entries, key=lambda e: e[0])))

    @staticmethod
    def of(entries: Mapping[str, Attribute]) -> DictionaryAttr:
        """Return the attribute for a mapping."""
        return DictionaryAttr(tuple(entries.items()))

    def get(self, name: str) -> Attribute | None:
        """Return the entry called `name`, if any."""
        return next((value for key, value in self.entries if key == name), None)


@parameters
class SymbolRefAttr(Attribute):
    """`@root::@nested::…`."""

    root: str
    nested: tuple[str, ...] = ()

    @property
    def leaf(self) -> str:
        """The innermost name."""
        return self.nested[-1] if self.nested else self.root


@parameters
class TypeAttr(Attribute):
    """A type as an attribute."""

    type: Type


@parameters
class AffineMapAttr(Attribute):
    """`affine_map<…>`."""

    map: AffineMap


@parameters
class IntegerSetAttr(Attribute):
    """`affine_set<…>`."""

    set: IntegerSet


@parameters
class StridedLayoutAttr(Attribute):
    """`strided<[strides], offset: offset>` in elements; DYNAMIC for unknown numbers."""

    offset: int
    strides: tuple[int, ...]
    parameter_hints = dict.fromkeys(("offset", "strides"), "what is not known is DYNAMIC")

    def affine_map(self) -> AffineMap:
        """Return the map from indices to a linear position, with symbols for dynamic values."""
        symbols = map(AffineSymbolExpr, range(len(self.strides) + 1))

        def term(value: int) -> AffineExpr:
            return next(symbols) if value == DYNAMIC else AffineConstantExpr(value)

        total = term(self.offset)
        for i, stride in enumerate(self.strides):
            total += AffineDimExpr(i) * term(stride)
        count = (self.offset, *self.strides).count(DYNAMIC)
        return AffineMap(len(self.strides), count, (total,))


@parameters
class DenseElementsAttr(Attribute):
    """`dense<…>` of integers, floats, indices or complex numbers.

    `data` is the raw little-endian buffer; a splat holds one element.
    """

    type: ShapedType
    data: bytes
    is_splat: bool = False

    def verify(self) -> str | None:
        type, element_type = self.type, self.type.element_type
        if not type.has_static_shape():
            return f"elements literal must have a statically shaped type, but got '{type}'"
        if bit_width(element_type) is None:
            return f"elements literal cannot have element type '{element_type}'"
        count = 1 if self.is_splat else type.num_elements()
        size = (count + 7) // 8 if element_type is I1 else count * element_bytes(element_type)
        if len(self.data) != size:
            return f"elements data of '{type}' takes {size} bytes, but {len(self.data)} are given"
        return None


@parameters
class DenseStringElementsAttr(Attribute):
    """`dense<…>` of strings (of any dialect's element type); one value for a splat."""

    type: ShapedType
    values: tuple[str, ...]
    is_splat: bool = False


@parameters
class DenseResourceElementsAttr(Attribute):
    """`dense_resource<key>`: the data is a blob among the module's dialect resources."""

    type: ShapedType
    key: str


@parameters
class SparseElementsAttr(Attribute):
    """`sparse<indices, values>`."""

    type: ShapedType
    indices: Attribute
    values: Attribute


class DistinctId:
    """The identity of a distinct attribute."""

    __slots__ = ()


@parameters
class DistinctAttr(Attribute):
    """`distinct[i]<referenced>`: equal only to itself, by `identity`."""

    identity: DistinctId
    referenced: Attribute


@parameters
class OpaqueAttr(Attribute):
    """An attribute of a dialect, or with a mnemonic, that is not loaded: `#dialect.data`.

    `data` is the text after the dot; `quoted` marks the form `#dialect<"data">`, whose `type`
    follows a colon.
    """

    dialect: str
    data: str
    quoted: bool = False
    type: Type = NONE


UNIT: Final = UnitAttr()
TRUE: Final = IntegerAttr(1, I1)
FALSE: Final = IntegerAttr(0, I1)


def bool_attr(value: bool) -> IntegerAttr:
    """Return `true` or `false`."""
    return TRUE if value else FALSE


def i32_attr(value: int) -> IntegerAttr:
    """Return `value : i32`."""
    return IntegerAttr(value, I32)


def i64_attr(value: int) -> IntegerAttr:
    """Return `value : i64`."""
    return IntegerAttr(value, I64)


def index_attr(value: int) -> IntegerAttr:
    """Return `value : index`."""
    return IntegerAttr(value, INDEX)


def dense_i32(values: Iterable[int]) -> DenseArrayAttr:
    """Return `array<i32: …>`."""
    return DenseArrayAttr(I32, tuple(values))


def dense_i64(values: Iterable[int]) -> DenseArrayAttr:
    """Return `array<i64: …>`."""
    return DenseArrayAttr(I64, tuple(values))


def is_memory_space(attribute: Attribute | None) -> bool:
    """Return whether an attribute can be a memory space, as few builtin ones can."""
    if attribute is None or attribute.dialect_name != "builtin":
        return True
    return isinstance(attribute, IntegerAttr | StringAttr | DictionaryAttr | OpaqueAttr)
