"""Allocation, deallocation and copies of tensors that represent buffers, and of buffers."""

from __future__ import annotations

from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.bufferization.conversion import ToTensorOp, tensor_type_of
from bufferize.dialects.bufferization.dialect import BUFFERIZATION
from bufferize.dialects.memref.dialect import skip_casts
from bufferize.dialects.strided import compatible_extents, verify_dynamic_sizes
from bufferize.interfaces import (
    CopyOpInterface,
    DestinationStyleOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    TensorLikeType,
    WholeInsertionOpInterface,
    is_tensor_like,
)

_COPIED: d.Constraint[Any] = d.one_of(
    d.ANY_TENSOR, TensorLikeType, description=d.ANY_TENSOR.description
)


@BUFFERIZATION.custom_directive("TensorLikeType")
class TensorLikeTypeDirective:
    """The type of a tensor-like value."""

    @staticmethod
    def parse(parser: d.AsmParser) -> ir.Type:
        offset = parser.offset
        type = parser.parse_type()
        if not is_tensor_like(type):
            raise parser.error("invalid kind of type specified", offset)
        return type

    @staticmethod
    def print(printer: d.AsmPrinter, op: ir.Operation, type: ir.Type) -> None:
        printer.print_type(type)


@BUFFERIZATION.op("alloc_tensor")
class AllocTensorOp(d.Operation):
    """A tensor that becomes a new buffer: of undefined contents, or with those of `copy`.

    In MLIR it only copies builtin tensors; here it also copies tensors of custom types.
    """

    dynamic_sizes: d.VariadicOperand = d.variadic_operand(d.INDEX)
    copy: d.OptionalOperand = d.optional_operand(_COPIED)
    size_hint: d.OptionalOperand = d.optional_operand(d.INDEX)
    memory_space: d.OptionalAttr[ir.Attribute, ir.Attribute] = d.optional_attr(d.ANY_ATTR)
    result: d.Result = d.result(_COPIED)
    traits = (
        d.WillReturn(),
        # For the text; verify_op has the better message.
        d.TypesMatchWith("result", "copy", lambda type: type, compare=lambda _result, _copy: True),
    )
    assembly_format = """
        `(` $dynamic_sizes `)` (`copy` `(` $copy^ `)`)? (`size_hint` `` `=` `` $size_hint^)?
        attr-dict `:` custom<TensorLikeType>(type($result))
    """

    def verify_op(self) -> None:
        type = self.result.type
        if self.copy is None:
            if not isinstance(type, ir.ShapedType):
                raise self.error(f"a value of type '{type}' can only be allocated as a copy")
            verify_dynamic_sizes(self, type, self.dynamic_sizes)
            return
        if self.dynamic_sizes:
            raise self.error("dynamic sizes not needed when copying a tensor")
        if self.copy.type is not type:
            raise self.error("expected that `copy` and return type match")


@BUFFERIZATION.op("dealloc_tensor")
class DeallocTensorOp(d.Operation):
    """The deallocation of the buffer that the tensor becomes."""

    tensor: d.Operand = d.operand(d.ANY_TENSOR)
    traits = (d.WillReturn(),)
    assembly_format = "$tensor attr-dict `:` type($tensor)"


@BUFFERIZATION.op("materialize_in_destination")
class MaterializeInDestinationOp(
    d.Operation, DestinationStyleOpInterface, WholeInsertionOpInterface, MemoryEffectsOpInterface
):
    """A copy of the contents of a tensor into a tensor's future buffer, or into a buffer.

    The result is the updated tensor; there is none for a buffer. `restrict` and `writable` mean the
    same for a buffer as in `bufferization.to_tensor`.
    """

    source: d.Operand = d.operand(d.ANY_TENSOR)
    dest: d.Operand = d.operand(d.ANY_SHAPED)
    restrict: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    writable: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    result_tensor: d.OptionalResult = d.optional_result(d.ANY_TENSOR, name="result")
    traits = (d.AllElementTypesMatch("source", "dest"),)
    assembly_format = """
        $source `in` (custom<RestrictWritable>($restrict, $writable)^)? $dest attr-dict
        `:` functional-type(operands, results)
    """

    @property
    def dps_inits(self) -> list[ir.OpOperand]:
        """The destination."""
        return [self.op_operands[1]]

    def build_subset_extraction(self, builder: ir.Builder) -> ir.Value | None:
        """Return the destination as a tensor; for a buffer, with the same `restrict`."""
        tensor_type = tensor_type_of(self.dest.type)
        if tensor_type is None:
            return super().build_subset_extraction(builder)
        if self.restrict is None:
            return None
        tensor = ToTensorOp(
            buffer=self.dest, restrict=ir.UNIT, writable=self.writable, result=tensor_type
        )
        del self.properties["restrict"]
        return builder.insert(tensor).result

    def effects(self) -> list[MemoryEffect]:
        if isinstance(self.dest.type, ir.BaseMemRefType):
            return [MemoryEffect(EffectKind.WRITE, self.dest, self.op_operands[1])]
        return []

    def verify_op(self) -> None:
        dest, results = self.dest.type, self.result_types
        into_buffer = isinstance(dest, ir.BaseMemRefType)
        if not into_buffer and not isinstance(dest, ir.TensorType):
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

    def _verify_shapes(self, source: ir.Type, dest: ir.Type) -> None:
        assert isinstance(source, ir.ShapedType)
        assert isinstance(dest, ir.ShapedType)
        if source.extents is None or dest.extents is None:
            if source.has_rank != dest.has_rank:
                raise self.error("source/destination shapes are incompatible")
            return
        if len(source.extents) != len(dest.extents):
            raise self.error("rank mismatch between source and destination shape")
        if not all(map(compatible_extents, source.extents, dest.extents)):
            raise self.error("source/destination shapes are incompatible")


@BUFFERIZATION.op("clone")
class CloneOp(d.Operation, MemoryEffectsOpInterface, CopyOpInterface):
    """A buffer with the same contents: a new one, or the same one if no program can tell."""

    input: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    output: d.Result = d.result(d.ANY_MEMREF_OR_UNRANKED)
    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"

    def effects(self) -> list[MemoryEffect]:
        return [
            MemoryEffect(EffectKind.READ, self.input, self.op_operands[0]),
            MemoryEffect(EffectKind.WRITE, self.output),
            MemoryEffect(EffectKind.ALLOCATE, self.output),
        ]

    @property
    def copy_source(self) -> ir.Value:
        return self.input

    @property
    def copy_target(self) -> ir.Value:
        return self.output

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Clone the source of a cast instead of the cast."""
        return skip_casts(self, rewriter)


def _condition_types(state: d.OperationState) -> list[ir.Type]:
    sizes = state.properties["operandSegmentSizes"]
    assert isinstance(sizes, ir.DenseArrayAttr)
    return [ir.I1] * sizes.values[2]


@BUFFERIZATION.op("dealloc")
class DeallocOp(d.Operation, MemoryEffectsOpInterface):
    """The deallocation of buffers whose condition holds and that no retained buffer aliases.

    The results tell for each retained buffer whether its memory must still be freed.
    """

    memrefs: d.VariadicOperand = d.variadic_operand(d.ANY_MEMREF_OR_UNRANKED)
    conditions: d.VariadicOperand = d.variadic_operand(d.I1)
    retained: d.VariadicOperand = d.variadic_operand(d.ANY_MEMREF_OR_UNRANKED)
    updated_conditions: d.VariadicResult = d.variadic_result(d.I1, name="updatedConditions")
    # verify_op has the better message.
    traits = (d.InferResultTypes(_condition_types, lambda *_: True),)
    assembly_format = """
        (` ` `(` $memrefs^ `:` type($memrefs) `)` `if` ` ` `(` $conditions `)`)?
        (`retain` ` ` `(` $retained^ `:` type($retained) `)`)? attr-dict
    """

    def effects(self) -> list[MemoryEffect]:
        freed = self.op_operands[: len(self.memrefs)]
        return [MemoryEffect(EffectKind.FREE, operand.value, operand) for operand in freed]

    def verify_op(self) -> None:
        if len(self.memrefs) != len(self.conditions):
            raise self.error("must have the same number of conditions as memrefs to deallocate")
        if len(self.updated_conditions) != len(self.retained):
            raise self.error(
                "must have the same number of updated conditions (results) as retained operands"
            )
