"""The vector dialect's object, its attributes and the interface of maskable ops."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

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
        """Whether elements of this type can be combined so."""
        if self.keyword in ("add", "mul"):
            return isinstance(type, ir.IntegerType | ir.IndexType | ir.FloatType)
        if self.keyword.endswith("f"):
            return isinstance(type, ir.FloatType)
        return isinstance(type, ir.IntegerType | ir.IndexType)


@VECTOR.attribute("punctuation")
class PrintPunctuationAttr(d.EnumAttr):
    """`#vector.punctuation<...>`: what vector.print writes after the value."""

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
    """An op that `vector.mask` can predicate."""

    __slots__ = ()

    supports_passthru: ClassVar[bool] = False
    """Whether the mask may give values for the elements that are masked off."""

    @abstractmethod
    def expected_mask_type(self) -> ir.VectorType:
        """The type of the mask for this op."""
