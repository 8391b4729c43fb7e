"""Tensors that stand for buffers: allocation, deallocation and placement."""

from __future__ import annotations

from typing import Any

from bufferize import define as d
from bufferize.dialects.bufferization.base import BUFFERIZATION
from bufferize.dialects.bufferization.conversion import ToTensorOp, tensor_type_of
from bufferize.interfaces import (
    DestinationStyleOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    TensorLikeType,
    WholeInsertionOpInterface,
    is_tensor_like,
)
from bufferize.ir import (
    DYNAMIC,
    UNIT,
    Attribute,
    BaseMemRefType,
    Builder,
    Operation,
    OpOperand,
    ShapedType,
    TensorType,
    Type,
    UnitAttr,
    Value,
)

_COPIED: d.Constraint[Any] = d.one_of(
    d.ANY_TENSOR, TensorLikeType, description=d.ANY_TENSOR.description
)


@BUFFERIZATION.custom_directive("TensorLikeType")
class TensorLikeTypeDirective:
    """A type that is a tensor's, or like one."""

    @staticmethod
    def parse(parser: d.AsmParser) -> Type:
        """The type."""
        offset = parser.offset
        type = parser.parse_type()
        if not is_tensor_like(type):
            raise parser.error("invalid kind of type specified", offset)
        return type

    @staticmethod
    def print(printer: d.AsmPrinter, op: Operation, type: Type) -> None:
        """As `parse` reads it."""
        printer.print_type(type)


@BUFFERIZATION.op("alloc_tensor")
class AllocTensorOp(d.Operation):
    """A tensor that becomes a new buffer: of undefined contents, or with those of `copy`.

    The reference knows it of builtin tensors only; here it also copies those of custom types.
    """

    __slots__ = ()

    dynamic_sizes: d.VariadicOperand = d.variadic_operand(d.INDEX)
    copy: d.OptionalOperand = d.optional_operand(_COPIED)
    size_hint: d.OptionalOperand = d.optional_operand(d.INDEX)
    memory_space: d.OptionalAttr[Attribute, Attribute] = d.optional_attr(d.ANY_ATTR)
    result: d.Result = d.result(_COPIED)
    traits = (
        # For the text; verify_op has the better message.
        d.TypesMatchWith("result", "copy", lambda type: type, compare=lambda _result, _copy: True),
    )
    assembly_format = """
        `(` $dynamic_sizes `)` (`copy` `(` $copy^ `)`)? (`size_hint` `` `=` `` $size_hint^)?
        attr-dict `:` custom<TensorLikeType>(type($result))
    """

    def size_of(self, dimension: int) -> int | Value:
        """An extent of the result. Raises ValueError if only the copied tensor knows it."""
        type = self.result.type
        assert isinstance(type, ShapedType)
        extents = type.extents or ()
        if extents[dimension] != DYNAMIC:
            return extents[dimension]
        if self.copy is not None:
            raise ValueError("the extent is that of the copied tensor")
        return self.dynamic_sizes[extents[:dimension].count(DYNAMIC)]

    def verify_op(self) -> None:
        type = self.result.type
        if self.copy is None:
            if not isinstance(type, ShapedType):
                raise self.error(f"a value of type '{type}' can only be allocated as a copy")
            if len(self.dynamic_sizes) != type.num_dynamic_dims():
                raise self.error(
                    f"incorrect number of dynamic sizes, has {len(self.dynamic_sizes)}, "
                    f"expected {type.num_dynamic_dims()}"
                )
            return
        if self.dynamic_sizes:
            raise self.error("dynamic sizes not needed when copying a tensor")
        if self.copy.type is not type:
            raise self.error("expected that `copy` and return type match")


@BUFFERIZATION.op("dealloc_tensor")
class DeallocTensorOp(d.Operation):
    """Frees the buffer that the tensor becomes."""

    __slots__ = ()

    tensor: d.Operand = d.operand(d.ANY_TENSOR)
    assembly_format = "$tensor attr-dict `:` type($tensor)"


@BUFFERIZATION.op("materialize_in_destination")
class MaterializeInDestinationOp(
    d.Operation,
    DestinationStyleOpInterface,
    WholeInsertionOpInterface,
    MemoryEffectsOpInterface,
):
    """Puts the contents of a tensor into a tensor's future buffer, or into a buffer.

    The result is the updated tensor; there is none for a buffer. `restrict` and `writable` say of
    a buffer what they say of the buffer of `bufferization.to_tensor`.
    """

    __slots__ = ()

    source: d.Operand = d.operand(d.ANY_TENSOR)
    dest: d.Operand = d.operand(d.ANY_SHAPED)
    restrict: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    writable: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    result_tensor: d.OptionalResult = d.optional_result(d.ANY_TENSOR, name="result")
    traits = (d.AllElementTypesMatch("source", "dest"),)
    assembly_format = """
        $source `in` (custom<RestrictWritable>($restrict, $writable)^)? $dest attr-dict
        `:` functional-type(operands, results)
    """

    @property
    def dps_inits(self) -> list[OpOperand]:
        """The destination."""
        return [self.op_operands[1]]

    def build_subset_extraction(self, builder: Builder) -> Value | None:
        """The destination as a tensor. One of a buffer takes over what `restrict` promises."""
        tensor_type = tensor_type_of(self.dest.type)
        if tensor_type is None:
            return super().build_subset_extraction(builder)
        if self.restrict is None:
            return None
        tensor = ToTensorOp(
            buffer=self.dest, restrict=UNIT, writable=self.writable, result=tensor_type
        )
        del self.properties["restrict"]
        return builder.insert(tensor).result

    def effects(self) -> list[MemoryEffect]:
        if isinstance(self.dest.type, BaseMemRefType):
            return [MemoryEffect(EffectKind.WRITE, self.dest, self.op_operands[1])]
        return []

    def verify_op(self) -> None:
        dest, results = self.dest.type, self.result_types
        into_buffer = isinstance(dest, BaseMemRefType)
        if not into_buffer and not isinstance(dest, TensorType):
            raise self.error("'dest' must be a tensor or a memref")
        if into_buffer and results:
            raise self.error("memref 'dest' implies zero results")
        if not into_buffer:
            if len(results) != 1:
                raise self.error("tensor 'dest' implies exactly one tensor result")
            if results[0] is not dest:
                raise self.error("result and 'dest' types must match")
        if self.restrict is not None and not into_buffer:
            raise self.error("'restrict' is valid only for memref destinations")
        if (self.writable is not None) != into_buffer:
            raise self.error(
                "'writable' must be specified if and only if the destination is of memref type"
            )
        self._verify_shapes(self.source.type, dest)

    def _verify_shapes(self, source: Type, dest: Type) -> None:
        assert isinstance(source, ShapedType)
        assert isinstance(dest, ShapedType)
        if source.extents is None or dest.extents is None:
            if source.has_rank != dest.has_rank:
                raise self.error("source/destination shapes are incompatible")
            return
        if len(source.extents) != len(dest.extents):
            raise self.error("rank mismatch between source and destination shape")
        for a, b in zip(source.extents, dest.extents, strict=True):
            if DYNAMIC not in (a, b) and a != b:
                raise self.error("source/destination shapes are incompatible")
