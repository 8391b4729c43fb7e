"""Products of matrices that a subgroup computes together."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    F16,
    F32,
    F64,
    I8,
    I32,
    INDEX,
    INDEX_ATTR,
    UNIT_ATTR,
    AllTypesMatch,
    Operation,
    Pure,
    TypesMatchWith,
    exactly,
    memref_of,
    one_of,
    vector_of,
)
from bufferize.dialects.memref.dialect import memref_type, read, write
from bufferize.dialects.strided import strides_and_offset
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize.ir import IntegerAttr, Type, UnitAttr, Value
from bufferize_gpu.base import GPU, MMA_MATRIX, SI8, UI8, MMAMatrixType, mma_matrix_of
from bufferize_gpu.enums import MMAElementwiseOpAttr
from bufferize_gpu.ops_group import INTEGER_OR_FLOAT

_SI8 = exactly(SI8, "8-bit signed integer")
_UI8 = exactly(UI8, "8-bit unsigned integer")
_IN_MEMORY: d.Constraint[Type] = one_of(I8, I32, F16, F32, F64)
_MEMREF = memref_of(one_of(I8, I32, F16, F32, F64, vector_of(_IN_MEMORY, ranks=[1])))
_FACTOR = mma_matrix_of(one_of(_SI8, _UI8, F16, F32, F64))
_SUM = mma_matrix_of(one_of(I32, F16, F32, F64))
_STORED = mma_matrix_of(one_of(_SI8, _UI8, I32, F16, F32, F64))


def _matrix_type(value: Value) -> MMAMatrixType:
    assert isinstance(value.type, MMAMatrixType)
    return value.type


def _is_contiguous(memref: Value) -> bool:
    """Whether elements of the last dimension lie next to each other."""
    found = strides_and_offset(memref_type(memref))
    return found is not None and (not found[0] or found[0][-1] == 1)


@GPU.op("subgroup_mma_load_matrix")
class SubgroupMmaLoadMatrixOp(Operation, MemoryEffectsOpInterface):
    """Loads a matrix from memory."""

    __slots__ = ()

    src_memref: d.Operand = d.operand(_MEMREF, name="srcMemref")
    indices: d.VariadicOperand = d.variadic_operand(INDEX)
    lead_dimension: d.Attr[IntegerAttr, int] = d.attr(INDEX_ATTR, name="leadDimension")
    transpose: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    res: d.Result = d.result(MMA_MATRIX)
    assembly_format = "$srcMemref`[`$indices`]` attr-dict `:` type($srcMemref) `->` type($res)"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.READ), read(self, 0)]

    def verify_op(self) -> None:
        if not _is_contiguous(self.src_memref):
            raise self.error("expected source memref most minor dim must have unit stride")


@GPU.op("subgroup_mma_store_matrix")
class SubgroupMmaStoreMatrixOp(Operation, MemoryEffectsOpInterface):
    """Stores a matrix into memory."""

    __slots__ = ()

    src: d.Operand = d.operand(_STORED)
    dst_memref: d.Operand = d.operand(_MEMREF, name="dstMemref")
    indices: d.VariadicOperand = d.variadic_operand(INDEX)
    lead_dimension: d.Attr[IntegerAttr, int] = d.attr(INDEX_ATTR, name="leadDimension")
    transpose: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    assembly_format = (
        "$src`,` $dstMemref`[`$indices`]` attr-dict `:` type($src)`,` type($dstMemref)"
    )

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE), write(self, 1)]

    def verify_op(self) -> None:
        if not _is_contiguous(self.dst_memref):
            raise self.error("expected destination memref most minor dim must have unit stride")
        if _matrix_type(self.src).operand != "COp":
            raise self.error("expected the operand matrix being stored to have 'COp' operand type")


@GPU.op("subgroup_mma_compute")
class SubgroupMmaComputeOp(Operation):
    """`A * B + C`."""

    __slots__ = ()

    op_a: d.Operand = d.operand(_FACTOR, name="opA")
    op_b: d.Operand = d.operand(_FACTOR, name="opB")
    op_c: d.Operand = d.operand(_SUM, name="opC")
    a_transpose: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    b_transpose: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    res: d.Result = d.result(MMA_MATRIX)
    traits = (Pure(), AllTypesMatch("opC", "res"))
    assembly_format = "$opA`,` $opB`,` $opC attr-dict `:` type($opA)`,` type($opB) `->` type($res)"

    def verify_op(self) -> None:
        a, b, c = map(_matrix_type, (self.op_a, self.op_b, self.op_c))
        if (a.operand, b.operand, c.operand) != ("AOp", "BOp", "COp"):
            raise self.error("operands must be in the order AOp, BOp, COp")
        if a.shape[1] != b.shape[0] or (a.shape[0], b.shape[1]) != c.shape:
            raise self.error("operand shapes do not satisfy matmul constraints")


def _element_type(type: Type) -> Type:
    assert isinstance(type, MMAMatrixType)
    return type.element_type


_ELEMENT_MATCHES = "value type matches element type of mma_matrix"


@GPU.op("subgroup_mma_constant_matrix")
class SubgroupMmaConstantMatrixOp(Operation):
    """A matrix whose elements are all one value."""

    __slots__ = ()

    value: d.Operand = d.operand(one_of(_SI8, _UI8, I32, F16, F32))
    res: d.Result = d.result(MMA_MATRIX)
    traits = (Pure(), TypesMatchWith("res", "value", _element_type, _ELEMENT_MATCHES))
    assembly_format = "$value attr-dict `:` type($res)"


@GPU.op("subgroup_mma_extract_thread_local")
class SubgroupMmaExtractThreadLocalOp(Operation):
    """An element that this thread has of a matrix."""

    __slots__ = ()

    matrix: d.Operand = d.operand(MMA_MATRIX)
    indices: d.VariadicOperand = d.variadic_operand(INDEX)
    res: d.Result = d.result(INTEGER_OR_FLOAT)
    traits = (Pure(), TypesMatchWith("matrix", "res", _element_type, _ELEMENT_MATCHES))
    assembly_format = "$matrix`[`$indices`]` attr-dict `:` type($matrix) `->` type($res)"


@GPU.op("subgroup_mma_insert_thread_local")
class SubgroupMmaInsertThreadLocalOp(Operation):
    """A matrix of which an element that this thread has is another one."""

    __slots__ = ()

    value: d.Operand = d.operand(INTEGER_OR_FLOAT)
    matrix: d.Operand = d.operand(MMA_MATRIX)
    indices: d.VariadicOperand = d.variadic_operand(INDEX)
    res: d.Result = d.result(MMA_MATRIX)
    traits = (Pure(), TypesMatchWith("matrix", "value", _element_type, _ELEMENT_MATCHES))
    assembly_format = (
        "$value`,` $matrix`[`$indices`]` attr-dict "
        "`:` type($value)`,` type($matrix) `->` type($res)"
    )


@GPU.op("subgroup_mma_elementwise")
class SubgroupMmaElementwiseOp(Operation):
    """A matrix whose elements are computed of those of others."""

    __slots__ = ()

    args: d.VariadicOperand = d.variadic_operand(MMA_MATRIX)
    op_type: d.Attr[MMAElementwiseOpAttr, str] = d.attr(MMAElementwiseOpAttr, name="opType")
    res: d.Result = d.result(MMA_MATRIX)
    traits = (Pure(),)
    assembly_format = "$opType $args attr-dict `:` functional-type($args, $res)"
