"""The vector dialect's object, its attributes and the interface of maskable ops."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from bufferize.define import I1, I64_ATTR, VALID_ALIGNMENT, Dialect, vector_of
from bufferize.define.constraint import confined
from bufferize.define.enums import EnumAttr
from bufferize.interfaces import OpInterface
from bufferize.ir import FloatType, IndexType, IntegerType, Type, VectorType

VECTOR = Dialect("vector")


@VECTOR.attribute("kind")
class CombiningKindAttr(EnumAttr):
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

    def supports(self, type: Type) -> bool:
        """Whether elements of this type can be combined so."""
        if self.keyword in ("add", "mul"):
            return isinstance(type, IntegerType | IndexType | FloatType)
        if self.keyword.endswith("f"):
            return isinstance(type, FloatType)
        return isinstance(type, IntegerType | IndexType)


@VECTOR.attribute("punctuation")
class PrintPunctuationAttr(EnumAttr):
    """`#vector.punctuation<...>`: what vector.print writes after the value."""

    cases: ClassVar = {"no_punctuation": 0, "newline": 1, "comma": 2, "open": 3, "close": 4}
    cpp_name: ClassVar = "::mlir::vector::PrintPunctuation"


@VECTOR.attribute("iterator_type")
class IteratorTypeAttr(EnumAttr):
    """`#vector.iterator_type<...>`: the kind of a contraction's loop."""

    cases: ClassVar = {"parallel": 0, "reduction": 1}
    cpp_name: ClassVar = "::mlir::vector::IteratorType"


KIND_ADD = CombiningKindAttr.of("add")
ALIGNMENT = confined(I64_ATTR, VALID_ALIGNMENT)
MASK = vector_of(I1)
MASK_OF_ANY_RANK = vector_of(I1, allow_0d=True)


class MaskableOpInterface(OpInterface):
    """An op that `vector.mask` can predicate."""

    __slots__ = ()

    supports_passthru: ClassVar[bool] = False
    """Whether the mask may give values for the elements that are masked off."""

    @abstractmethod
    def expected_mask_type(self) -> VectorType:
        """The type of the mask for this op."""
