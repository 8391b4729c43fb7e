"""From buffers to tensors and from tensors to buffers."""

from __future__ import annotations

from collections.abc import Callable

from bufferize import define as d
from bufferize.dialects.bufferization.base import BUFFER_LIKE, BUFFERIZATION, TENSOR_LIKE
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize.ir import (
    UNIT,
    BaseMemRefType,
    MemRefType,
    Operation,
    RankedTensorType,
    TensorType,
    Type,
    UnitAttr,
    UnrankedMemRefType,
    UnrankedTensorType,
    Value,
)


def tensor_type_of(type: Type) -> Type | None:
    """The tensor type with the shape and the elements of a memref; None for any other type."""
    if isinstance(type, MemRefType):
        return RankedTensorType(type.shape, type.element_type)
    return UnrankedTensorType(type.element_type) if isinstance(type, UnrankedMemRefType) else None


def parse_flags(parser: d.AsmParser, state: d.OperationState, flags: dict[str, str]) -> None:
    """Unit attributes by keyword, in any order; `flags` maps keywords to attributes."""
    while (word := parser.parse_optional_any_keyword(flags)) is not None:
        state.properties[flags[word]] = UNIT


def _parse_types(
    parser: d.AsmParser,
    source: d.Constraint[Type],
    target: d.Constraint[Type],
    without_to: Callable[[Type], tuple[Type, Type] | None],
) -> tuple[Type, Type]:
    """`: source to target`, or one type as of old, of which `without_to` makes both."""
    parser.parse_punctuation(":")
    offset = parser.offset
    first = parser.parse_type()
    if parser.parse_optional_keyword("to"):
        if not source.check(first):
            raise parser.error("invalid kind of type specified", offset)
        offset = parser.offset
        second = parser.parse_type()
        if not target.check(second):
            raise parser.error("invalid kind of type specified", offset)
        return first, second
    both = without_to(first)
    if both is None:
        raise parser.error("expected 'to'")
    return both


def _verify_match(op: Operation, tensor: Type, buffer: Type) -> None:
    """Checks that a tensor type and a memref type have the same shape and elements."""
    if not isinstance(tensor, TensorType) or not isinstance(buffer, BaseMemRefType):
        return
    if tensor.extents != buffer.extents:
        raise op.error("shapes do not match")
    if tensor.element_type is not buffer.element_type:
        raise op.error("element types do not match")


@BUFFERIZATION.op("to_tensor")
class ToTensorOp(d.Operation, MemoryEffectsOpInterface):
    """The contents of a buffer as a tensor.

    `restrict`: no other to_tensor gives this buffer or an alias of it. `writable`: the buffer may
    be written to.
    """

    __slots__ = ()

    buffer: d.Operand = d.operand(BUFFER_LIKE)
    restrict: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    writable: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    result: d.Result = d.result(TENSOR_LIKE)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """`%buffer restrict? writable? {…} : buffer-type to tensor-type`.

        Older programs leave out `to` and the tensor type.
        """
        buffer = parser.parse_operand()
        flags = {"restrict": "restrict", "writable": "writable", "writeable": "writable"}
        parse_flags(parser, state, flags)
        state.attributes.update(parser.parse_optional_attr_dict())

        def without_to(type: Type) -> tuple[Type, Type] | None:
            tensor = tensor_type_of(type)
            return None if tensor is None else (type, tensor)

        buffer_type, result_type = _parse_types(parser, BUFFER_LIKE, TENSOR_LIKE, without_to)
        state.operands.append(parser.resolve_operand(buffer, buffer_type))
        state.result_types.append(result_type)

    def print(self, printer: d.AsmPrinter) -> None:
        """As `parse` reads it."""
        printer.write(" ")
        printer.print_operand(self.buffer)
        _print_flags(printer, self, ("restrict", "writable"))
        printer.print_attr_dict(self, ("restrict", "writable"))
        printer.write(" : ")
        printer.print_type(self.buffer.type)
        printer.write(" to ")
        printer.print_type(self.result.type)

    def infer_result_types(self) -> list[Type] | None:
        """The tensor of the buffer's shape; None for a buffer of another dialect."""
        tensor = tensor_type_of(self.buffer.type)
        return None if tensor is None else [tensor]

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.READ, self.buffer, self.op_operands[0])]

    def verify_op(self) -> None:
        _verify_match(self, self.result.type, self.buffer.type)

    def fold(self) -> list[Value] | None:
        source = self.buffer.defining_op
        # Nothing may have written to the buffer in between.
        if isinstance(source, ToBufferOp) and source.next_op is self:
            if source.tensor.type is self.result.type:
                return [source.tensor]
        return None


@BUFFERIZATION.op("to_buffer")
class ToBufferOp(d.Operation):
    """The buffer of a tensor. `read_only`: it is not written to."""

    __slots__ = ()

    tensor: d.Operand = d.operand(TENSOR_LIKE)
    read_only: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    buffer: d.Result = d.result(BUFFER_LIKE)
    traits = (d.Pure(),)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """`%tensor read_only? {…} : tensor-type to buffer-type`.

        Older programs leave out the tensor type and `to`.
        """
        tensor = parser.parse_operand()
        parse_flags(parser, state, {"read_only": "read_only"})
        state.attributes.update(parser.parse_optional_attr_dict())

        def without_to(type: Type) -> tuple[Type, Type] | None:
            source = tensor_type_of(type)
            return None if source is None else (source, type)

        tensor_type, buffer_type = _parse_types(parser, TENSOR_LIKE, BUFFER_LIKE, without_to)
        state.operands.append(parser.resolve_operand(tensor, tensor_type))
        state.result_types.append(buffer_type)

    def print(self, printer: d.AsmPrinter) -> None:
        """As `parse` reads it."""
        printer.write(" ")
        printer.print_operand(self.tensor)
        _print_flags(printer, self, ("read_only",))
        printer.print_attr_dict(self, ("read_only",))
        printer.write(" : ")
        printer.print_type(self.tensor.type)
        printer.write(" to ")
        printer.print_type(self.buffer.type)

    def verify_op(self) -> None:
        _verify_match(self, self.tensor.type, self.buffer.type)

    def fold(self) -> list[Value] | None:
        source = self.tensor.defining_op
        if isinstance(source, ToTensorOp) and source.buffer.type is self.buffer.type:
            return [source.buffer]
        return None


def _print_flags(printer: d.AsmPrinter, op: Operation, names: tuple[str, ...]) -> None:
    for name in names:
        if name in op.properties:
            printer.write(f" {name}")
