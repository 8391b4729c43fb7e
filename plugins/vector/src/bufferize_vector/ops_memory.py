"""Loads, stores, gathers and scatters of vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.strided import strides_and_offset
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize_vector.dialect import (
    ALIGNMENT,
    MASK,
    VECTOR,
    MaskableOpInterface,
    dims,
    mask_type,
    vector_type,
)

_FIXED_MASK = d.vector_of(d.I1, fixed=True)
_INDEX_VECTOR = d.vector_of(d.one_of(d.ANY_INTEGER, d.INDEX, description="integer or index"))


def _shaped(value: ir.Value) -> ir.ShapedType:
    return cast(ir.ShapedType, value.type)


def _effect(op: d.Operation, kind: EffectKind, position: int) -> list[MemoryEffect]:
    operand = op.op_operands[position]
    if not isinstance(operand.value.type, ir.BaseMemRefType):
        return []
    return [MemoryEffect(kind, operand.value, operand)]


def _verify_base(
    op: d.Operation, base: ir.Value, indices: Sequence[ir.Value], vector: ir.Value, word: str
) -> None:
    """Check that the base has the vector's element type, and an index for each dimension."""
    type = _shaped(base)
    if vector_type(vector).element_type is not type.element_type:
        raise op.error(f"base and {word} element type should match")
    if len(indices) != type.rank:
        raise op.error(f"requires {type.rank} indices")


def _verify_shapes(op: d.Operation, one: ir.Value, other: ir.Value, words: tuple[str, str]) -> None:
    if dims(vector_type(one)) != dims(vector_type(other)):
        raise op.error(f"expected {words[0]} to match {words[1]}")


def _verify_pass_thru(op: d.Operation, pass_thru: ir.Value, result: ir.Value) -> None:
    if pass_thru.type is not result.type:
        raise op.error("expected pass_thru of same type as result type")


def _is_last_dim_contiguous(type: ir.MemRefType) -> bool:
    layout = strides_and_offset(type)
    return layout is not None and (not layout[0] or layout[0][-1] == 1)


def _verify_access(
    op: d.Operation,
    base: ir.Value,
    indices: Sequence[ir.Value],
    vector: ir.Value,
    words: tuple[str, str],
) -> None:
    memref, type = cast(ir.MemRefType, base.type), vector_type(vector)
    if (type.is_scalable or type.num_elements() != 1) and not _is_last_dim_contiguous(memref):
        raise op.error("most minor memref dim must have unit stride")
    if isinstance(memref.element_type, ir.VectorType):
        if memref.element_type is not type:
            raise op.error(f"base memref and {words[0]} vector types should match")
    elif memref.element_type is not type.element_type:
        raise op.error(f"base and {words[1]} should match")
    if len(indices) != memref.rank:
        raise op.error(f"requires {memref.rank} indices")
    if memref.rank < len(type.shape) and not isinstance(memref.element_type, ir.VectorType):
        raise op.error(f"destination memref has lower rank than the {words[0]} vector")


@VECTOR.op("load")
class LoadOp(d.Operation, MemoryEffectsOpInterface):
    """A read of a slice of memory."""

    base: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    nontemporal: d.Attr[ir.IntegerAttr, int] = d.default_attr(d.BOOL_ATTR, ir.FALSE, optional=True)
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    result: d.Result = d.result(d.ANY_VECTOR_OF_ANY_RANK)
    assembly_format = "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)"

    def effects(self) -> list[MemoryEffect]:
        return _effect(self, EffectKind.READ, 0)

    def verify_op(self) -> None:
        words = ("result", "result element types")
        _verify_access(self, self.base, self.indices, self.result, words)


@VECTOR.op("store")
class StoreOp(d.Operation, MemoryEffectsOpInterface):
    """A write to a slice of memory."""

    value_to_store: d.Operand = d.operand(d.ANY_VECTOR_OF_ANY_RANK, name="valueToStore")
    base: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    nontemporal: d.Attr[ir.IntegerAttr, int] = d.default_attr(d.BOOL_ATTR, ir.FALSE, optional=True)
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    assembly_format = (
        "$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)"
    )

    def effects(self) -> list[MemoryEffect]:
        return _effect(self, EffectKind.WRITE, 1)

    def verify_op(self) -> None:
        words = ("valueToStore", "valueToStore element type")
        _verify_access(self, self.base, self.indices, self.value_to_store, words)


class _MaskedReadOp(d.Operation, MemoryEffectsOpInterface):
    """Base of the ops that read the elements that a mask selects."""

    base: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    mask: d.Operand = d.operand(MASK)
    pass_thru: d.Operand = d.operand(d.ANY_VECTOR)
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    result: d.Result = d.result(d.ANY_VECTOR)
    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` "
        "type($mask) `,` type($pass_thru) `into` type($result)"
    )
    extents_word: ClassVar[str] = "shape"

    def effects(self) -> list[MemoryEffect]:
        return _effect(self, EffectKind.READ, 0)

    def verify_op(self) -> None:
        words = (f"result {self.extents_word}", f"mask {self.extents_word}")
        _verify_base(self, self.base, self.indices, self.result, "result")
        _verify_shapes(self, self.result, self.mask, words)
        _verify_pass_thru(self, self.pass_thru, self.result)


class _MaskedWriteOp(d.Operation, MemoryEffectsOpInterface):
    """Base of the ops that write the elements that a mask selects."""

    base: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    mask: d.Operand = d.operand(MASK)
    value_to_store: d.Operand = d.operand(d.ANY_VECTOR, name="valueToStore")
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` "
        "type($mask) `,` type($valueToStore)"
    )
    extents_word: ClassVar[str] = "shape"

    def effects(self) -> list[MemoryEffect]:
        return _effect(self, EffectKind.WRITE, 0)

    def verify_op(self) -> None:
        words = (f"valueToStore {self.extents_word}", f"mask {self.extents_word}")
        _verify_base(self, self.base, self.indices, self.value_to_store, "valueToStore")
        _verify_shapes(self, self.value_to_store, self.mask, words)


@VECTOR.op("maskedload")
class MaskedLoadOp(_MaskedReadOp):
    """A read of the elements that a mask selects."""


@VECTOR.op("maskedstore")
class MaskedStoreOp(_MaskedWriteOp):
    """A write of the elements that a mask selects."""


@VECTOR.op("expandload")
class ExpandLoadOp(_MaskedReadOp):
    """A read of consecutive elements into the positions that a mask selects."""

    mask: d.Operand = d.operand(_FIXED_MASK)
    extents_word = "dim"


@VECTOR.op("compressstore")
class CompressStoreOp(_MaskedWriteOp):
    """A write of the elements that a mask selects, to consecutive places."""

    mask: d.Operand = d.operand(_FIXED_MASK)
    extents_word = "dim"


@VECTOR.op("gather")
class GatherOp(d.Operation, MemoryEffectsOpInterface, MaskableOpInterface):
    """A read of elements at the positions in a vector."""

    base: d.Operand = d.operand(d.TENSOR_OR_MEMREF)
    offsets: d.VariadicOperand = d.variadic_operand(d.INDEX)
    indices: d.Operand = d.operand(_INDEX_VECTOR)
    mask: d.Operand = d.operand(MASK)
    pass_thru: d.Operand = d.operand(d.ANY_VECTOR)
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    result: d.Result = d.result(d.ANY_VECTOR)
    assembly_format = (
        "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` "
        "type($base) `,` type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)"
    )

    def effects(self) -> list[MemoryEffect]:
        return _effect(self, EffectKind.READ, 0)

    def expected_mask_type(self) -> ir.VectorType:
        return mask_type(vector_type(self.indices))

    def verify_op(self) -> None:
        _verify_base(self, self.base, self.offsets, self.result, "result")
        _verify_shapes(self, self.result, self.indices, ("result dim", "indices dim"))
        _verify_shapes(self, self.result, self.mask, ("result dim", "mask dim"))
        _verify_pass_thru(self, self.pass_thru, self.result)


@VECTOR.op("scatter")
class ScatterOp(d.Operation, MemoryEffectsOpInterface):
    """A write of elements at the positions in a vector."""

    base: d.Operand = d.operand(d.TENSOR_OR_MEMREF)
    offsets: d.VariadicOperand = d.variadic_operand(d.INDEX)
    indices: d.Operand = d.operand(_INDEX_VECTOR)
    mask: d.Operand = d.operand(MASK)
    value_to_store: d.Operand = d.operand(d.ANY_VECTOR, name="valueToStore")
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    updated: d.OptionalResult = d.optional_result(d.RANKED_TENSOR, name="result")
    assembly_format = (
        "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` "
        "type($base) `,` type($indices) `,` type($mask) `,` type($valueToStore) "
        "(`->` type($result)^)?"
    )

    def effects(self) -> list[MemoryEffect]:
        return _effect(self, EffectKind.WRITE, 0)

    def verify_op(self) -> None:
        _verify_base(self, self.base, self.offsets, self.value_to_store, "valueToStore")
        words = ("valueToStore dim", "indices dim")
        _verify_shapes(self, self.value_to_store, self.indices, words)
        words = ("valueToStore dim", "mask dim")
        _verify_shapes(self, self.value_to_store, self.mask, words)
