"""Conversions from buffers to tensors and from tensors to buffers."""

from __future__ import annotations

from collections.abc import Callable

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.bufferization.dialect import BUFFER_LIKE, BUFFERIZATION, TENSOR_LIKE
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface


def tensor_type_of(type: ir.Type) -> ir.Type | None:
    """Return the tensor type of a memref's shape and elements, None for other types."""
    if isinstance(type, ir.MemRefType):
        return ir.RankedTensorType(type.shape, type.element_type)
    if isinstance(type, ir.UnrankedMemRefType):
        return ir.UnrankedTensorType(type.element_type)
    return None


@BUFFERIZATION.custom_directive("RestrictWritable")
class RestrictWritableDirective:
    """`restrict` and `writable` as flags in any order; `writeable` is an old spelling."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[ir.UnitAttr | None, ir.UnitAttr | None] | None:
        """Parse both flags; None for one that is absent."""
        words = set[str]()
        while (word := parser.parse_optional_any_keyword(_FLAGS)) is not None:
            words.add(word.replace("writeable", "writable"))
        flags = (ir.UNIT if "restrict" in words else None, ir.UNIT if "writable" in words else None)
        return flags if words else None

    @staticmethod
    def print(printer: d.AsmPrinter, op: ir.Operation, *flags: ir.UnitAttr | None) -> None:
        words = ("restrict", "writable")
        printer.write(" ".join(word for word, flag in zip(words, flags, strict=True) if flag))


_FLAGS = ("restrict", "writable", "writeable")


class _TypesDirective:
    """`source to target`, or only one of the types in the older syntax, which implies the other."""

    def __init__(
        self,
        source: d.Constraint[ir.Type],
        target: d.Constraint[ir.Type],
        without_to: Callable[[ir.Type], tuple[ir.Type | None, ir.Type | None]],
    ) -> None:
        self.source, self.target, self.without_to = source, target, without_to

    def parse(self, parser: d.AsmParser) -> tuple[ir.Type, ir.Type]:
        """Return the types of the source and of the target."""
        offset = parser.offset
        first = parser.parse_type()
        if not parser.parse_optional_keyword("to"):
            source, target = self.without_to(first)
            if source is None or target is None:
                raise parser.error("expected 'to'")
            return source, target
        if not self.source.check(first):
            raise parser.error("invalid kind of type specified", offset)
        offset = parser.offset
        second = parser.parse_type()
        if not self.target.check(second):
            raise parser.error("invalid kind of type specified", offset)
        return first, second

    @staticmethod
    def print(printer: d.AsmPrinter, op: ir.Operation, source: ir.Type, target: ir.Type) -> None:
        printer.print_type(source)
        printer.write(" to ")
        printer.print_type(target)


BUFFERIZATION.custom_directive("BufferToTensorTypes")(
    _TypesDirective(BUFFER_LIKE, TENSOR_LIKE, lambda type: (type, tensor_type_of(type)))
)
BUFFERIZATION.custom_directive("TensorToBufferTypes")(
    _TypesDirective(TENSOR_LIKE, BUFFER_LIKE, lambda type: (tensor_type_of(type), type))
)


def _verify_match(op: ir.Operation, tensor: ir.Type, buffer: ir.Type) -> None:
    """Check that a tensor type and a memref type have the same shape and elements."""
    if not isinstance(tensor, ir.TensorType) or not isinstance(buffer, ir.BaseMemRefType):
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

    buffer: d.Operand = d.operand(BUFFER_LIKE)
    restrict: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    writable: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    result: d.Result = d.result(TENSOR_LIKE)

    assembly_format = """
        $buffer (custom<RestrictWritable>($restrict, $writable)^)? attr-dict
        `:` custom<BufferToTensorTypes>(type($buffer), type($result))
    """

    def infer_result_types(self) -> list[ir.Type] | None:
        """Return the tensor type with the buffer's shape; None for a buffer of another dialect."""
        tensor = tensor_type_of(self.buffer.type)
        return None if tensor is None else [tensor]

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.READ, self.buffer, self.op_operands[0])]

    def verify_op(self) -> None:
        _verify_match(self, self.result.type, self.buffer.type)

    def fold(self) -> list[ir.Value] | None:
        source = self.buffer.defining_op
        # Nothing may have written to the buffer in between.
        if isinstance(source, ToBufferOp) and source.next_op is self:
            if source.tensor.type is self.result.type:
                return [source.tensor]
        return None


@BUFFERIZATION.op("to_buffer")
class ToBufferOp(d.Operation):
    """The buffer of a tensor. `read_only`: it is not written to."""

    tensor: d.Operand = d.operand(TENSOR_LIKE)
    read_only: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    buffer: d.Result = d.result(BUFFER_LIKE)
    traits = (d.Pure(),)
    assembly_format = """
        $tensor (`read_only` $read_only^)? attr-dict
        `:` custom<TensorToBufferTypes>(type($tensor), type($buffer))
    """

    def verify_op(self) -> None:
        _verify_match(self, self.tensor.type, self.buffer.type)

    def fold(self) -> list[ir.Value] | None:
        source = self.tensor.defining_op
        if isinstance(source, ToTensorOp) and source.buffer.type is self.buffer.type:
            return [source.buffer]
        return None
