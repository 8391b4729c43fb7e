"""The ops to_tensor and to_buffer for buffers with a layout or a memory space.

xDSL's own ops only accept buffers with the identity layout and no memory space. These derive from
them, print the same text, and accept any buffer of the tensor's shape.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xdsl import ir as xdsl
from xdsl.dialects import bufferization
from xdsl.dialects.builtin import (
    AnyTensorTypeConstr,
    AnyUnrankedMemRefTypeConstr,
    AnyUnrankedTensorTypeConstr,
    MemRefType,
    UnitAttr,
    UnrankedMemRefType,
)
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, result_def
from xdsl.utils.exceptions import VerifyException

_BUFFER: Final = MemRefType.constr() | AnyUnrankedMemRefTypeConstr
_TENSOR: Final = AnyTensorTypeConstr | AnyUnrankedTensorTypeConstr


@irdl_op_definition
class ToTensorOp(bufferization.ToTensorOp):
    """A conversion of a buffer with any layout to a tensor."""

    name = "bufferization.to_tensor"
    memref = operand_def(_BUFFER)
    tensor = result_def(_TENSOR)
    writable = opt_prop_def(UnitAttr)
    restrict = opt_prop_def(UnitAttr)

    assembly_format = None  # type: ignore[assignment]  # it has one already

    def verify_(self) -> None:
        """Raise VerifyException if the types have different shapes."""
        _verify(self.memref.type, self.tensor.type)


@irdl_op_definition
class ToBufferOp(bufferization.ToBufferOp):
    """A conversion of a tensor to a buffer with any layout."""

    name = "bufferization.to_buffer"
    tensor = operand_def(_TENSOR)
    memref = result_def(_BUFFER)
    read_only = opt_prop_def(UnitAttr)

    assembly_format = None  # type: ignore[assignment]  # it has one already

    def verify_(self) -> None:
        """Raise VerifyException if the types have different shapes."""
        _verify(self.memref.type, self.tensor.type)


_FOR_ANY_BUFFER: Final[dict[type[xdsl.Operation], type[xdsl.Operation]]] = {
    bufferization.ToTensorOp: ToTensorOp,
    bufferization.ToBufferOp: ToBufferOp,
}


def class_for(cls: type[xdsl.Operation], types: Iterable[xdsl.Attribute]) -> type[xdsl.Operation]:
    """Return `cls` or, if xDSL's op rejects these types, the class that replaces it here."""
    for strict, lenient in _FOR_ANY_BUFFER.items():
        if issubclass(cls, strict):
            return strict if all(map(_is_plain, types)) else lenient
    return cls


def _is_plain(type: xdsl.Attribute) -> bool:
    if isinstance(type, MemRefType):
        return type == MemRefType(type.element_type, type.shape)
    if isinstance(type, UnrankedMemRefType):
        return type == UnrankedMemRefType.from_type(type.element_type)
    return True


def _verify(buffer: xdsl.Attribute, tensor: xdsl.Attribute) -> None:
    one, other = (
        (getattr(type, "shape", None), getattr(type, "element_type", None))
        for type in (buffer, tensor)
    )
    if one != other:
        raise VerifyException(f"a buffer of type {buffer} does not hold a {tensor}")
