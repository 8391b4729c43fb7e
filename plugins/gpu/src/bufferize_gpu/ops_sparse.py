"""Calls of a library of sparse algebra: matrices as it knows them, and products of these."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_gpu.attributes import (
    Prune2To4SpMatFlagAttr,
    SpGEMMWorkEstimationOrComputeKindAttr,
    TransposeModeAttr,
)
from bufferize_gpu.dialect import DENSE_TENSOR, GPU, SPARSE_MATRIX, SPGEMM_OPERATION, TOKEN
from bufferize_gpu.ops_memory import ASYNC, AsyncOp

_AS_IT_IS = TransposeModeAttr.of("NON_TRANSPOSE")
_PRUNE_AND_CHECK = Prune2To4SpMatFlagAttr.of("PRUNE_AND_CHECK")

# Matrices and tensors.


@GPU.op("create_dn_tensor")
class CreateDnTensorOp(AsyncOp):
    """A dense tensor of so many extents, whose elements are in a buffer."""

    memref: d.Operand = d.operand(d.ANY_MEMREF)
    dims: d.VariadicOperand = d.variadic_operand(d.INDEX)
    dn_tensor: d.Result = d.result(DENSE_TENSOR, name="dnTensor")
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = f"{ASYNC} $memref `,` $dims attr-dict `:` type($dims) `into` type($memref)"


@GPU.op("destroy_dn_tensor")
class DestroyDnTensorOp(AsyncOp):
    """Ends the use of a dense tensor."""

    dn_tensor: d.Operand = d.operand(DENSE_TENSOR, name="dnTensor")
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = f"{ASYNC} $dnTensor attr-dict"


class CreateMatrixOp(AsyncOp):
    """Base of the sparse matrices of so many rows, columns and elements that are not zero."""

    rows: d.Operand = d.operand(d.INDEX)
    cols: d.Operand = d.operand(d.INDEX)
    nnz: d.Operand = d.operand(d.INDEX)


@GPU.op("create_coo")
class CreateCooOp(CreateMatrixOp):
    """One with a row and a column for each element."""

    row_idxs: d.Operand = d.operand(d.ANY_MEMREF, name="rowIdxs")
    col_idxs: d.Operand = d.operand(d.ANY_MEMREF, name="colIdxs")
    values: d.Operand = d.operand(d.ANY_MEMREF)
    spmat: d.Result = d.result(SPARSE_MATRIX)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} $rows `,` $cols `,` $nnz `,` $rowIdxs `,` $colIdxs `,` $values attr-dict "
        "`:` type($rowIdxs) `,` type($colIdxs) `,` type($values)"
    )


@GPU.op("create_coo_aos")
class CreateCooAoSOp(CreateMatrixOp):
    """One with rows and columns side by side in one buffer."""

    idxs: d.Operand = d.operand(d.ANY_MEMREF)
    values: d.Operand = d.operand(d.ANY_MEMREF)
    spmat: d.Result = d.result(SPARSE_MATRIX)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} $rows `,` $cols `,` $nnz `,` $idxs `,` $values attr-dict "
        "`:` type($idxs) `,` type($values)"
    )


@GPU.op("create_csr")
class CreateCsrOp(CreateMatrixOp):
    """One with the place where each row starts, and a column for each element."""

    row_pos: d.Operand = d.operand(d.ANY_MEMREF, name="rowPos")
    col_idxs: d.Operand = d.operand(d.ANY_MEMREF, name="colIdxs")
    values: d.Operand = d.operand(d.ANY_MEMREF)
    spmat: d.Result = d.result(SPARSE_MATRIX)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} $rows `,` $cols `,` $nnz `,` $rowPos `,` $colIdxs `,` $values attr-dict "
        "`:` type($rowPos) `,` type($colIdxs) `,` type($values)"
    )


@GPU.op("create_csc")
class CreateCscOp(CreateMatrixOp):
    """One with the place where each column starts, and a row for each element."""

    col_pos: d.Operand = d.operand(d.ANY_MEMREF, name="colPos")
    row_idxs: d.Operand = d.operand(d.ANY_MEMREF, name="rowIdxs")
    values: d.Operand = d.operand(d.ANY_MEMREF)
    spmat: d.Result = d.result(SPARSE_MATRIX)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} $rows `,` $cols `,` $nnz `,` $colPos `,` $rowIdxs `,` $values attr-dict "
        "`:` type($colPos) `,` type($rowIdxs) `,` type($values)"
    )


@GPU.op("create_bsr")
class CreateBsrOp(AsyncOp):
    """One of blocks: how many, of which size, where each row of them starts, and their columns."""

    brows: d.Operand = d.operand(d.INDEX)
    bcols: d.Operand = d.operand(d.INDEX)
    bnnz: d.Operand = d.operand(d.INDEX)
    r_block_size: d.Operand = d.operand(d.INDEX, name="rBlockSize")
    c_block_size: d.Operand = d.operand(d.INDEX, name="cBlockSize")
    b_row_pos: d.Operand = d.operand(d.ANY_MEMREF, name="bRowPos")
    b_col_idxs: d.Operand = d.operand(d.ANY_MEMREF, name="bColIdxs")
    values: d.Operand = d.operand(d.ANY_MEMREF)
    spmat: d.Result = d.result(SPARSE_MATRIX)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} $brows `,` $bcols `,` $bnnz `,` $rBlockSize `,` $cBlockSize `,` "
        "$bRowPos `,` $bColIdxs `,` $values attr-dict "
        "`:` type($bRowPos) `,` type($bColIdxs) `,` type($values)"
    )


@GPU.op("create_2to4_spmat")
class Create2To4SpMatOp(AsyncOp):
    """One of which two of four elements are zero, made of a dense matrix."""

    rows: d.Operand = d.operand(d.INDEX)
    cols: d.Operand = d.operand(d.INDEX)
    prune_flag: d.Attr[Prune2To4SpMatFlagAttr, str] = d.default_attr(
        Prune2To4SpMatFlagAttr, _PRUNE_AND_CHECK, name="pruneFlag"
    )
    memref: d.Operand = d.operand(d.ANY_MEMREF)
    sp_mat: d.Result = d.result(SPARSE_MATRIX, name="spMat")
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} `{{` $pruneFlag `}}` $rows `,` $cols `,` $memref attr-dict `:` type($memref)"
    )


@GPU.op("destroy_sp_mat")
class DestroySpMatOp(AsyncOp):
    """Ends the use of a sparse matrix."""

    spmat: d.Operand = d.operand(SPARSE_MATRIX)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = f"{ASYNC} $spmat attr-dict"


@GPU.op("spmat_get_size")
class SpMatGetSizeOp(AsyncOp):
    """How many rows, columns and elements that are not zero a sparse matrix has."""

    spmat: d.Operand = d.operand(SPARSE_MATRIX)
    rows: d.Result = d.result(d.INDEX)
    cols: d.Result = d.result(d.INDEX)
    nnz: d.Result = d.result(d.INDEX)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = f"{ASYNC} $spmat attr-dict"


@GPU.op("set_csr_pointers")
class SetCsrPointersOp(AsyncOp):
    """Says where a sparse matrix has its positions, columns and elements."""

    spmat: d.Operand = d.operand(SPARSE_MATRIX)
    positions: d.Operand = d.operand(d.ANY_MEMREF)
    coordinates: d.Operand = d.operand(d.ANY_MEMREF)
    values: d.Operand = d.operand(d.ANY_MEMREF)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} $spmat `,` $positions `,` $coordinates `,` $values attr-dict "
        "`:` type($positions) `,` type($coordinates) `,` type($values)"
    )


# Products. Each first tells the size of the buffer that it needs.


class MatrixVectorOp(AsyncOp):
    """Base of those of a sparse matrix and a vector."""

    mode_a: d.Attr[TransposeModeAttr, str] = d.default_attr(
        TransposeModeAttr, _AS_IT_IS, name="modeA"
    )
    spmat_a: d.Operand = d.operand(SPARSE_MATRIX, name="spmatA")
    dn_x: d.Operand = d.operand(DENSE_TENSOR, name="dnX")
    dn_y: d.Operand = d.operand(DENSE_TENSOR, name="dnY")
    compute_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR, name="computeType")


@GPU.op("spmv_buffer_size")
class SpMVBufferSizeOp(MatrixVectorOp):
    """How large a buffer gpu.spmv needs."""

    buffer_sz: d.Result = d.result(d.INDEX, name="bufferSz")
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} $spmatA (`{{` $modeA^ `}}`)? `,` $dnX `,` $dnY attr-dict `into` $computeType"
    )


@GPU.op("spmv")
class SpMVOp(MatrixVectorOp):
    """The product of a sparse matrix and a vector."""

    buffer: d.Operand = d.operand(d.ANY_MEMREF)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} $spmatA (`{{` $modeA^ `}}`)? `,` $dnX `,` $dnY `,` $buffer attr-dict "
        "`:` type($buffer) `into` $computeType"
    )


class TwoModesOp(AsyncOp):
    """Base of those of two matrices, each of which may be transposed."""

    mode_a: d.Attr[TransposeModeAttr, str] = d.default_attr(
        TransposeModeAttr, _AS_IT_IS, name="modeA"
    )
    mode_b: d.Attr[TransposeModeAttr, str] = d.default_attr(
        TransposeModeAttr, _AS_IT_IS, name="modeB"
    )
    compute_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR, name="computeType")


class SparseDenseOp(TwoModesOp):
    """Base of those of a sparse matrix and a dense one, into a dense one."""

    spmat_a: d.Operand = d.operand(SPARSE_MATRIX, name="spmatA")
    dnmat_b: d.Operand = d.operand(DENSE_TENSOR, name="dnmatB")
    dnmat_c: d.Operand = d.operand(DENSE_TENSOR, name="dnmatC")


@GPU.op("spmm_buffer_size")
class SpMMBufferSizeOp(SparseDenseOp):
    """How large the buffers must be that gpu.spmm needs."""

    buffer_szs: d.VariadicResult = d.variadic_result(d.INDEX, name="bufferSzs")
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} $spmatA (`{{` $modeA^ `}}`)? `,` $dnmatB (`{{` $modeB^ `}}`)? `,` $dnmatC "
        "attr-dict `:` type($bufferSzs) `into` $computeType"
    )


@GPU.op("spmm")
class SpMMOp(SparseDenseOp):
    """The product of a sparse matrix and a dense one."""

    buffers: d.VariadicOperand = d.variadic_operand(d.ANY_MEMREF)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} $spmatA (`{{` $modeA^ `}}`)? `,` $dnmatB (`{{` $modeB^ `}}`)? `,` $dnmatC `,` "
        "$buffers attr-dict `:` type($buffers) `into` $computeType"
    )


class DenseDenseOp(TwoModesOp):
    """Base of those of two dense matrices, of which a sparse one has some elements."""

    dnmat_a: d.Operand = d.operand(DENSE_TENSOR, name="dnmatA")
    dnmat_b: d.Operand = d.operand(DENSE_TENSOR, name="dnmatB")
    spmat_c: d.Operand = d.operand(SPARSE_MATRIX, name="spmatC")


@GPU.op("sddmm_buffer_size")
class SDDMMBufferSizeOp(DenseDenseOp):
    """How large a buffer gpu.sddmm needs."""

    buffer_sz: d.Result = d.result(d.INDEX, name="bufferSz")
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} $dnmatA (`{{` $modeA^ `}}`)? `,` $dnmatB (`{{` $modeB^ `}}`)? `,` $spmatC "
        "attr-dict `into` $computeType"
    )


@GPU.op("sddmm")
class SDDMMOp(DenseDenseOp):
    """The product of two dense matrices where a sparse matrix has elements."""

    buffer: d.Operand = d.operand(d.ANY_MEMREF)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} $dnmatA (`{{` $modeA^ `}}`)? `,` $dnmatB (`{{` $modeB^ `}}`)? `,` $spmatC `,` "
        "$buffer attr-dict `:` type($buffer) `into` $computeType"
    )


# Products of two sparse matrices, in steps.


@GPU.op("spgemm_create_descr")
class SpGEMMCreateDescrOp(AsyncOp):
    """Begins a product of sparse matrices."""

    desc: d.Result = d.result(SPGEMM_OPERATION)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = f"{ASYNC} attr-dict"


@GPU.op("spgemm_destroy_descr")
class SpGEMMDestroyDescrOp(AsyncOp):
    """Ends a product of sparse matrices."""

    desc: d.Operand = d.operand(SPGEMM_OPERATION)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = f"{ASYNC} $desc attr-dict"


class SpGEMMOp(TwoModesOp):
    """Base of the steps of a product."""

    desc: d.Operand = d.operand(SPGEMM_OPERATION)
    spmat_a: d.Operand = d.operand(SPARSE_MATRIX, name="spmatA")
    spmat_b: d.Operand = d.operand(SPARSE_MATRIX, name="spmatB")
    spmat_c: d.Operand = d.operand(SPARSE_MATRIX, name="spmatC")


@GPU.op("spgemm_work_estimation_or_compute")
class SpGEMMWorkEstimationOrComputeOp(SpGEMMOp):
    """How large a buffer is needed, or the product itself if there is one of that size."""

    buffer_sz: d.Operand = d.operand(d.INDEX, name="bufferSz")
    buffer: d.Operand = d.operand(d.ANY_MEMREF)
    kind: d.Attr[SpGEMMWorkEstimationOrComputeKindAttr, str] = d.attr(
        SpGEMMWorkEstimationOrComputeKindAttr
    )
    buffer_sz_new: d.Result = d.result(d.INDEX, name="bufferSzNew")
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} `{{` $kind `}}` $spmatA (`{{` $modeA^ `}}`)? `,` $spmatB (`{{` $modeB^ `}}`)? "
        "`,` $spmatC `,` $desc `,` $bufferSz `,` $buffer attr-dict "
        "`:` $computeType `into` type($buffer)"
    )


@GPU.op("spgemm_copy")
class SpGEMMCopyOp(SpGEMMOp):
    """Puts the product into the matrix that it is computed for."""

    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} $spmatA (`{{` $modeA^ `}}`)? `,` $spmatB (`{{` $modeB^ `}}`)? `,` $spmatC `,` "
        "$desc attr-dict `:` $computeType"
    )
