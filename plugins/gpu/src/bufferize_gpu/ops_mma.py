"""Products of matrices that a subgroup computes together."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.memref.dialect import memref_type, read, write
from bufferize.dialects.strided import strides_and_offset
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize_gpu.attributes import MMAElementwiseOpAttr
from bufferize_gpu.dialect import GPU, MMA_MATRIX, SI8, UI8, MMAMatrixType, mma_matrix_of
from bufferize_gpu.ops_group import INTEGER_OR_FLOAT

_SI8 = d.exactly(SI8, "8-bit signed integer")
_UI8 = d.exactly(UI8, "8-bit unsigned integer")
_IN_MEMORY: d.Constraint[ir.Type] = d.one_of(d.I8, d.I32, d.F16, d.F32, d.F64)
_MEMREF = d.memref_of(
    d.one_of(d.I8, d.I32, d.F16, d.F32, d.F64, d.vector_of(_IN_MEMORY, ranks=[1]))
)
_FACTOR = mma_matrix_of(d.one_of(_SI8, _UI8, d.F16, d.F32, d.F64))
_SUM = mma_matrix_of(d.one_of(d.I32, d.F16, d.F32, d.F64))
_STORED = mma_matrix_of(d.one_of(_SI8, _UI8, d.I32, d.F16, d.F32, d.F64))


def _matrix_type(value: ir.Value) -> MMAMatrixType:
    assert isinstance(value.type, MMAMatrixType)
    return value.type


def _is_contiguous(memref: ir.Value) -> bool:
    """Return whether elements of the last dimension are adjacent."""
    found = strides_and_offset(memref_type(memref))
    return found is not None and (not found[0] or found[0][-1] == 1)


@GPU.op("subgroup_mma_load_matrix")
class SubgroupMmaLoadMatrixOp(d.Operation, MemoryEffectsOpInterface):
    """A load of a matrix from memory."""

    src_memref: d.Operand = d.operand(_MEMREF, name="srcMemref")
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    lead_dimension: d.Attr[ir.IntegerAttr, int] = d.attr(d.INDEX_ATTR, name="leadDimension")
    transpose: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    res: d.Result = d.result(MMA_MATRIX)
    assembly_format = "$srcMemref`[`$indices`]` attr-dict `:` type($srcMemref) `->` type($res)"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.READ), read(self, 0)]

    def verify_op(self) -> None:
        if not _is_contiguous(self.src_memref):
            raise self.error("expected source memref most minor dim must have unit stride")


@GPU.op("subgroup_mma_store_matrix")
class SubgroupMmaStoreMatrixOp(d.Operation, MemoryEffectsOpInterface):
    """A store of a matrix into memory."""

    src: d.Operand = d.operand(_STORED)
    dst_memref: d.Operand = d.operand(_MEMREF, name="dstMemref")
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    lead_dimension: d.Attr[ir.IntegerAttr, int] = d.attr(d.INDEX_ATTR, name="leadDimension")
    transpose: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
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
class SubgroupMmaComputeOp(d.Operation):
    """`A * B + C`."""

    op_a: d.Operand = d.operand(_FACTOR, name="opA")
    op_b: d.Operand = d.operand(_FACTOR, name="opB")
    op_c: d.Operand = d.operand(_SUM, name="opC")
    a_transpose: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    b_transpose: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    res: d.Result = d.result(MMA_MATRIX)
    traits = (d.Pure(), d.AllTypesMatch("opC", "res"))
    assembly_format = "$opA`,` $opB`,` $opC attr-dict `:` type($opA)`,` type($opB) `->` type($res)"

    def verify_op(self) -> None:
        a, b, c = map(_matrix_type, (self.op_a, self.op_b, self.op_c))
        if (a.operand, b.operand, c.operand) != ("AOp", "BOp", "COp"):
            raise self.error("operands must be in the order AOp, BOp, COp")
        if a.shape[1] != b.shape[0] or (a.shape[0], b.shape[1]) != c.shape:
            raise self.error("operand shapes do not satisfy matmul constraints")


def _element_type(type: ir.Type) -> ir.Type:
    assert isinstance(type, MMAMatrixType)
    return type.element_type


_ELEMENT_MATCHES = "value type matches element type of mma_matrix"


@GPU.op("subgroup_mma_constant_matrix")
class SubgroupMmaConstantMatrixOp(d.Operation):
    """A matrix whose elements are all one value."""

    value: d.Operand = d.operand(d.one_of(_SI8, _UI8, d.I32, d.F16, d.F32))
    res: d.Result = d.result(MMA_MATRIX)
    traits = (d.Pure(), d.TypesMatchWith("res", "value", _element_type, _ELEMENT_MATCHES))
    assembly_format = "$value attr-dict `:` type($res)"


@GPU.op("subgroup_mma_extract_thread_local")
class SubgroupMmaExtractThreadLocalOp(d.Operation):
    """An element of this thread's part of a matrix."""

    matrix: d.Operand = d.operand(MMA_MATRIX)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    res: d.Result = d.result(INTEGER_OR_FLOAT)
    traits = (d.Pure(), d.TypesMatchWith("matrix", "res", _element_type, _ELEMENT_MATCHES))
    assembly_format = "$matrix`[`$indices`]` attr-dict `:` type($matrix) `->` type($res)"


@GPU.op("subgroup_mma_insert_thread_local")
class SubgroupMmaInsertThreadLocalOp(d.Operation):
    """The matrix with an element of this thread's part replaced."""

    value: d.Operand = d.operand(INTEGER_OR_FLOAT)
    matrix: d.Operand = d.operand(MMA_MATRIX)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    res: d.Result = d.result(MMA_MATRIX)
    traits = (d.Pure(), d.TypesMatchWith("matrix", "value", _element_type, _ELEMENT_MATCHES))
    assembly_format = (
        "$value`,` $matrix`[`$indices`]` attr-dict "
        "`:` type($value)`,` type($matrix) `->` type($res)"
    )


@GPU.op("subgroup_mma_elementwise")
class SubgroupMmaElementwiseOp(d.Operation):
    """An elementwise operation on matrices."""

    args: d.VariadicOperand = d.variadic_operand(MMA_MATRIX)
    op_type: d.Attr[MMAElementwiseOpAttr, str] = d.attr(MMAElementwiseOpAttr, name="opType")
    res: d.Result = d.result(MMA_MATRIX)
    traits = (d.Pure(),)
    assembly_format = "$opType $args attr-dict `:` functional-type($args, $res)"
