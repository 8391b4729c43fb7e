"""Calls of a library of sparse algebra, as a table: handles of matrices, and products of these.

See https://mlir.llvm.org/docs/Dialects/GPU, from `gpu.create_2to4_spmat` on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from bufferize import define as d
from bufferize_gpu.attributes import (
    Prune2To4SpMatFlagAttr,
    SpGEMMWorkEstimationOrComputeKindAttr,
    TransposeModeAttr,
)
from bufferize_gpu.dialect import DENSE_TENSOR, GPU, SPARSE_MATRIX, SPGEMM_OPERATION, TOKEN
from bufferize_gpu.ops_memory import ASYNC, AsyncOp


class SparseOpSpec(NamedTuple):
    """One op: its operands, attributes and results are given as `name: kind, …`.

    The kinds are in the tables below; a star means any number of them. Every op takes the tokens of
    `AsyncOp`, and may have a token as its last result.
    """

    class_name: str
    doc: str
    format: str
    """The assembly format after the tokens."""
    operands: str = ""
    results: str = ""
    attributes: str = ""


_TYPES: Final[dict[str, d.Constraint[Any]]] = {
    "dense": DENSE_TENSOR,
    "index": d.INDEX,
    "memref": d.ANY_MEMREF,
    "product": SPGEMM_OPERATION,
    "sparse": SPARSE_MATRIX,
}
_TWO_MODES = "modeA: mode, modeB: mode, computeType: type"
_DENSE_DENSE = "$dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $spmatC"
_SPARSE_DENSE = "$spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $dnmatC"
_SPARSE_SPARSE = "$spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ `}`)? `,` $spmatC"
_SPARSE_VECTOR = "$spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY"

SPECS: Final[dict[str, SparseOpSpec]] = {
    # Matrices and tensors.
    "create_dn_tensor": SparseOpSpec(
        "CreateDnTensorOp",
        "A dense tensor with these extents, whose elements are in a buffer.",
        "$memref `,` $dims attr-dict `:` type($dims) `into` type($memref)",
        operands="memref: memref, dims: index*",
        results="dnTensor: dense",
    ),
    "destroy_dn_tensor": SparseOpSpec(
        "DestroyDnTensorOp",
        "Ends the use of a dense tensor.",
        "$dnTensor attr-dict",
        operands="dnTensor: dense",
    ),
    "create_coo": SparseOpSpec(
        "CreateCooOp",
        "A sparse matrix with a row number and a column number for each element.",
        "$rows `,` $cols `,` $nnz `,` $rowIdxs `,` $colIdxs `,` $values attr-dict "
        "`:` type($rowIdxs) `,` type($colIdxs) `,` type($values)",
        operands="rows: index, cols: index, nnz: index, "
        "rowIdxs: memref, colIdxs: memref, values: memref",
        results="spmat: sparse",
    ),
    "create_coo_aos": SparseOpSpec(
        "CreateCooAoSOp",
        "A sparse matrix with the row and column numbers of its elements in one buffer.",
        "$rows `,` $cols `,` $nnz `,` $idxs `,` $values attr-dict "
        "`:` type($idxs) `,` type($values)",
        operands="rows: index, cols: index, nnz: index, idxs: memref, values: memref",
        results="spmat: sparse",
    ),
    "create_csr": SparseOpSpec(
        "CreateCsrOp",
        "A sparse matrix with the position where each row starts, and a column for each element.",
        "$rows `,` $cols `,` $nnz `,` $rowPos `,` $colIdxs `,` $values attr-dict "
        "`:` type($rowPos) `,` type($colIdxs) `,` type($values)",
        operands="rows: index, cols: index, nnz: index, "
        "rowPos: memref, colIdxs: memref, values: memref",
        results="spmat: sparse",
    ),
    "create_csc": SparseOpSpec(
        "CreateCscOp",
        "A sparse matrix with the position where each column starts, and a row for each element.",
        "$rows `,` $cols `,` $nnz `,` $colPos `,` $rowIdxs `,` $values attr-dict "
        "`:` type($colPos) `,` type($rowIdxs) `,` type($values)",
        operands="rows: index, cols: index, nnz: index, "
        "colPos: memref, rowIdxs: memref, values: memref",
        results="spmat: sparse",
    ),
    "create_bsr": SparseOpSpec(
        "CreateBsrOp",
        "A sparse matrix of dense blocks, with the position where each row of blocks starts, and "
        "a column for each block.",
        "$brows `,` $bcols `,` $bnnz `,` $rBlockSize `,` $cBlockSize `,` "
        "$bRowPos `,` $bColIdxs `,` $values attr-dict "
        "`:` type($bRowPos) `,` type($bColIdxs) `,` type($values)",
        operands="brows: index, bcols: index, bnnz: index, rBlockSize: index, cBlockSize: index, "
        "bRowPos: memref, bColIdxs: memref, values: memref",
        results="spmat: sparse",
    ),
    "create_2to4_spmat": SparseOpSpec(
        "Create2To4SpMatOp",
        "A sparse matrix made of a dense one: two of every four elements are zero.",
        "`{` $pruneFlag `}` $rows `,` $cols `,` $memref attr-dict `:` type($memref)",
        operands="rows: index, cols: index, memref: memref",
        results="spMat: sparse",
        attributes="pruneFlag: prune",
    ),
    "destroy_sp_mat": SparseOpSpec(
        "DestroySpMatOp",
        "Ends the use of a sparse matrix.",
        "$spmat attr-dict",
        operands="spmat: sparse",
    ),
    "spmat_get_size": SparseOpSpec(
        "SpMatGetSizeOp",
        "How many rows, columns and nonzero elements a sparse matrix has.",
        "$spmat attr-dict",
        operands="spmat: sparse",
        results="rows: index, cols: index, nnz: index",
    ),
    "set_csr_pointers": SparseOpSpec(
        "SetCsrPointersOp",
        "Sets the buffers of positions, columns and elements of a sparse matrix.",
        "$spmat `,` $positions `,` $coordinates `,` $values attr-dict "
        "`:` type($positions) `,` type($coordinates) `,` type($values)",
        operands="spmat: sparse, positions: memref, coordinates: memref, values: memref",
    ),
    # Products. Each has an op for the size of the buffer that it needs.
    "spmv_buffer_size": SparseOpSpec(
        "SpMVBufferSizeOp",
        "How large a buffer gpu.spmv needs.",
        f"{_SPARSE_VECTOR} attr-dict `into` $computeType",
        operands="spmatA: sparse, dnX: dense, dnY: dense",
        results="bufferSz: index",
        attributes="modeA: mode, computeType: type",
    ),
    "spmv": SparseOpSpec(
        "SpMVOp",
        "The product of a sparse matrix and a vector.",
        f"{_SPARSE_VECTOR} `,` $buffer attr-dict `:` type($buffer) `into` $computeType",
        operands="spmatA: sparse, dnX: dense, dnY: dense, buffer: memref",
        attributes="modeA: mode, computeType: type",
    ),
    "spmm_buffer_size": SparseOpSpec(
        "SpMMBufferSizeOp",
        "How large the buffers must be that gpu.spmm needs.",
        f"{_SPARSE_DENSE} attr-dict `:` type($bufferSzs) `into` $computeType",
        operands="spmatA: sparse, dnmatB: dense, dnmatC: dense",
        results="bufferSzs: index*",
        attributes=_TWO_MODES,
    ),
    "spmm": SparseOpSpec(
        "SpMMOp",
        "The product of a sparse matrix and a dense one.",
        f"{_SPARSE_DENSE} `,` $buffers attr-dict `:` type($buffers) `into` $computeType",
        operands="spmatA: sparse, dnmatB: dense, dnmatC: dense, buffers: memref*",
        attributes=_TWO_MODES,
    ),
    "sddmm_buffer_size": SparseOpSpec(
        "SDDMMBufferSizeOp",
        "How large a buffer gpu.sddmm needs.",
        f"{_DENSE_DENSE} attr-dict `into` $computeType",
        operands="dnmatA: dense, dnmatB: dense, spmatC: sparse",
        results="bufferSz: index",
        attributes=_TWO_MODES,
    ),
    "sddmm": SparseOpSpec(
        "SDDMMOp",
        "The product of two dense matrices where a sparse matrix has elements.",
        f"{_DENSE_DENSE} `,` $buffer attr-dict `:` type($buffer) `into` $computeType",
        operands="dnmatA: dense, dnmatB: dense, spmatC: sparse, buffer: memref",
        attributes=_TWO_MODES,
    ),
    # Products of two sparse matrices, in steps.
    "spgemm_create_descr": SparseOpSpec(
        "SpGEMMCreateDescrOp",
        "Begins a product of sparse matrices.",
        "attr-dict",
        results="desc: product",
    ),
    "spgemm_destroy_descr": SparseOpSpec(
        "SpGEMMDestroyDescrOp",
        "Ends a product of sparse matrices.",
        "$desc attr-dict",
        operands="desc: product",
    ),
    "spgemm_work_estimation_or_compute": SparseOpSpec(
        "SpGEMMWorkEstimationOrComputeOp",
        "How large a buffer is needed, or the product itself if there is one of that size.",
        f"`{{` $kind `}}` {_SPARSE_SPARSE} `,` $desc `,` $bufferSz `,` $buffer attr-dict "
        "`:` $computeType `into` type($buffer)",
        operands="desc: product, spmatA: sparse, spmatB: sparse, spmatC: sparse, "
        "bufferSz: index, buffer: memref",
        results="bufferSzNew: index",
        attributes=f"{_TWO_MODES}, kind: step",
    ),
    "spgemm_copy": SparseOpSpec(
        "SpGEMMCopyOp",
        "Writes the product into the matrix that it is computed for.",
        f"{_SPARSE_SPARSE} `,` $desc attr-dict `:` $computeType",
        operands="desc: product, spmatA: sparse, spmatB: sparse, spmatC: sparse",
        attributes=_TWO_MODES,
    ),
}
"""The ops by mnemonic."""


def _named(text: str) -> Iterator[tuple[str, str, str]]:
    """Return, for each `name: kind` of a list, the field's Python name, its name, and its kind."""
    for entry in text.split(", ") if text else ():
        name, kind = entry.split(": ")
        yield "".join(f"_{c.lower()}" if c.isupper() else c for c in name), name, kind


def _attribute(name: str, kind: str) -> object:
    if kind == "mode":
        return d.default_attr(TransposeModeAttr, TransposeModeAttr.of("NON_TRANSPOSE"), name)
    if kind == "prune":
        flag = Prune2To4SpMatFlagAttr.of("PRUNE_AND_CHECK")
        return d.default_attr(Prune2To4SpMatFlagAttr, flag, name)
    return d.attr(SpGEMMWorkEstimationOrComputeKindAttr if kind == "step" else d.TYPE_ATTR, name)


def _make_op(mnemonic: str) -> type[AsyncOp]:
    """Declare the class of an op of the table."""
    spec = SPECS[mnemonic]
    members: dict[str, object] = {
        "__doc__": spec.doc,
        "__module__": __name__,
        "assembly_format": f"{ASYNC} {spec.format}",
    }
    for field, name, kind in _named(spec.attributes):
        members[field] = _attribute(name, kind)
    for text, one, several in (
        (spec.operands, d.operand, d.variadic_operand),
        (spec.results, d.result, d.variadic_result),
    ):
        for field, name, kind in _named(text):
            make = several if kind.endswith("*") else one
            members[field] = make(_TYPES[kind.rstrip("*")], name=name)
    members["async_token"] = d.optional_result(TOKEN, name="asyncToken")
    cls: type[AsyncOp] = type(spec.class_name, (AsyncOp,), members)
    return GPU.op(mnemonic)(cls)


_MNEMONICS: Final = {spec.class_name: mnemonic for mnemonic, spec in SPECS.items()}


def __getattr__(name: str) -> type[d.Operation]:
    """Return the class of an op by its name, for imports and pickles."""
    found = GPU.op_class(_MNEMONICS.get(name, ""))
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found


GPU.lazy_ops(SPECS, _make_op)
