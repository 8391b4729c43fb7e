"""Making sparse tensors, taking them apart, and their buffers."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_sparse_tensor.attributes import SparseTensorEncodingAttr
from bufferize_sparse_tensor.dialect import SPARSE_TENSOR, CrdTransDirectionAttr
from bufferize_sparse_tensor.types import ANY_SPARSE_TENSOR, LEVEL, sparse, storage_problem

_NUMBER = d.SIGNLESS_INTEGER_OR_INDEX
_FIELDS = d.ranked_tensor_of(_NUMBER)
_LENGTH = d.one_of(_NUMBER, d.tensor_of(_NUMBER, ranks=(0,)), description="scalar like")


@SPARSE_TENSOR.op("new")
class NewOp(d.Operation):
    """A sparse tensor that is read from a source, such as a file."""

    source: d.Operand = d.operand(d.ANY_TYPE)
    result: d.Result = d.result(ANY_SPARSE_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"


@SPARSE_TENSOR.op("out")
class OutOp(d.Operation):
    """The output of a sparse tensor to a destination, such as a file."""

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    dest: d.Operand = d.operand(d.ANY_TYPE)
    assembly_format = "$tensor `,` $dest attr-dict `:` type($tensor) `,` type($dest)"


@SPARSE_TENSOR.op("print")
class PrintOp(d.Operation):
    """The printing of the buffers of a sparse tensor."""

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    assembly_format = "$tensor attr-dict `:` type($tensor)"


@SPARSE_TENSOR.op("has_runtime_library")
class HasRuntimeLibraryOp(d.Operation):
    """A test of whether sparse tensors are implemented by calls to a runtime library."""

    result: d.Result = d.result(d.I1)
    assembly_format = "attr-dict"


@SPARSE_TENSOR.op("assemble")
class AssembleOp(d.Operation):
    """A sparse tensor of given positions, coordinates and values."""

    levels: d.VariadicOperand = d.variadic_operand(_FIELDS)
    values: d.Operand = d.operand(d.RANKED_TENSOR)
    result: d.Result = d.result(ANY_SPARSE_TENSOR)
    traits = (d.Pure(),)
    assembly_format = """
        ` ` `(` $levels `)` `,` $values attr-dict `:`
        `(` type($levels) `)` `,` type($values) `to` type($result)
    """

    def verify_op(self) -> None:
        types = [level.type for level in self.levels]
        problem = storage_problem(_ranked(self.result), True, self.values.type, types)
        if problem is not None:
            raise self.plain_error(problem)


@SPARSE_TENSOR.op("disassemble")
class DisassembleOp(d.Operation):
    """The positions, coordinates and values of a sparse tensor, written to output tensors."""

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    out_levels: d.VariadicOperand = d.variadic_operand(_FIELDS)
    out_values: d.Operand = d.operand(d.RANKED_TENSOR)
    ret_levels: d.VariadicResult = d.variadic_result(_FIELDS)
    ret_values: d.Result = d.result(d.RANKED_TENSOR)
    lvl_lens: d.VariadicResult = d.variadic_result(_LENGTH)
    val_len: d.Result = d.result(_LENGTH)
    traits = (d.Pure(), d.SameVariadicResultSize())
    assembly_format = """
        $tensor attr-dict `:` type($tensor)
        `out_lvls` `(` $out_levels `:` type($out_levels) `)`
        `out_vals` `(` $out_values `:` type($out_values) `)` `->`
        `(` type($ret_levels) `)` `,` type($ret_values) `,`
        `(` type($lvl_lens) `)` `,` type($val_len)
    """

    def verify_op(self) -> None:
        if self.out_values.type is not self.ret_values.type:
            raise self.plain_error("output values and return value type mismatch")
        for given, returned in zip(self.out_levels, self.ret_levels, strict=False):
            if given.type is not returned.type:
                raise self.plain_error("output levels and return levels type mismatch")
        types = [level.type for level in self.ret_levels]
        problem = storage_problem(_ranked(self.tensor), False, self.ret_values.type, types)
        if problem is not None:
            raise self.plain_error(problem)


@SPARSE_TENSOR.op("load")
class LoadOp(d.Operation):
    """A tensor after all pending insertions into it are complete."""

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    has_inserts = d.optional_attr(d.UNIT_ATTR, name="hasInserts")
    result: d.Result = d.result(d.ANY_TENSOR)
    traits = (d.SameOperandsAndResultType(),)
    assembly_format = "$tensor (`hasInserts` $hasInserts^)? attr-dict `:` type($tensor)"


@SPARSE_TENSOR.op("positions")
class ToPositionsOp(d.Operation):
    """The positions of a level, as a buffer."""

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    level: d.Attr[ir.IntegerAttr, int] = d.attr(LEVEL)
    result: d.Result = d.result(d.NON_0_RANKED_MEMREF)
    traits = (d.Pure(),)
    assembly_format = "$tensor attr-dict `:` type($tensor) `to` type($result)"

    def verify_op(self) -> None:
        encoding = sparse(self.tensor.type)
        if self.level.value >= encoding.lvl_rank:
            raise self.plain_error("requested level is out of bounds")
        if not _has_width(self.result, encoding.pos_width):
            raise self.plain_error("unexpected type for positions")


@SPARSE_TENSOR.op("coordinates")
class ToCoordinatesOp(d.Operation):
    """The coordinates of a level, as a buffer."""

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    level: d.Attr[ir.IntegerAttr, int] = d.attr(LEVEL)
    result: d.Result = d.result(d.NON_0_RANKED_MEMREF)
    traits = (d.Pure(),)
    assembly_format = "$tensor attr-dict `:` type($tensor) `to` type($result)"

    def verify_op(self) -> None:
        encoding = sparse(self.tensor.type)
        if self.level.value >= encoding.lvl_rank:
            raise self.plain_error("requested level is out of bounds")
        if not _has_width(self.result, encoding.crd_width):
            raise self.plain_error("unexpected type for coordinates")


@SPARSE_TENSOR.op("coordinates_buffer")
class ToCoordinatesBufferOp(d.Operation):
    """The interleaved coordinates of several levels, as one buffer."""

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    result: d.Result = d.result(d.NON_0_RANKED_MEMREF)
    traits = (d.Pure(),)
    assembly_format = "$tensor attr-dict `:` type($tensor) `to` type($result)"

    def verify_op(self) -> None:
        encoding = sparse(self.tensor.type)
        if encoding.coo_start >= encoding.lvl_rank:
            raise self.plain_error("expected sparse tensor with a COO region")


@SPARSE_TENSOR.op("values")
class ToValuesOp(d.Operation):
    """The values that a tensor stores, as a buffer."""

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    result: d.Result = d.result(d.NON_0_RANKED_MEMREF)
    traits = (d.Pure(),)
    assembly_format = "$tensor attr-dict `:` type($tensor) `to` type($result)"

    def verify_op(self) -> None:
        if _ranked(self.tensor).element_type is not _memref(self.result).element_type:
            raise self.plain_error("unexpected mismatch in element types")


@SPARSE_TENSOR.op("number_of_entries")
class NumberOfEntriesOp(d.Operation):
    """The number of elements that a tensor stores."""

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    result: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)
    assembly_format = "$tensor attr-dict `:` type($tensor)"


@SPARSE_TENSOR.op("crd_translate")
class CrdTranslateOp(d.Operation):
    """The translation of coordinates from dimensions to levels, or the reverse."""

    in_crds: d.VariadicOperand = d.variadic_operand(d.INDEX)
    direction: d.Attr[CrdTransDirectionAttr, str] = d.attr(
        d.instance_of(CrdTransDirectionAttr, "sparse tensor coordinate translation direction")
    )
    encoder: d.Attr[SparseTensorEncodingAttr, SparseTensorEncodingAttr] = d.attr(
        SparseTensorEncodingAttr
    )
    out_crds: d.VariadicResult = d.variadic_result(d.INDEX)
    traits = (d.Pure(),)
    assembly_format = (
        "` ` $direction `[` $in_crds `]` `as` qualified($encoder) attr-dict `:` type($out_crds)"
    )

    def verify_op(self) -> None:
        counts = self.encoder.lvl_rank, self.encoder.dim_rank
        if "dim_to_lvl" in self.direction:
            counts = counts[::-1]
        if counts != (len(self.in_crds), len(self.out_crds)):
            raise self.plain_error("Coordinate rank mismatch with encoding")


def _ranked(value: ir.Value) -> ir.RankedTensorType:
    assert isinstance(value.type, ir.RankedTensorType)
    return value.type


def _memref(value: ir.Value) -> ir.MemRefType:
    assert isinstance(value.type, ir.MemRefType)
    return value.type


def _has_width(buffer: ir.Value, width: int) -> bool:
    """Return whether elements have this width in bits; a width of 0 is that of indices."""
    element = _memref(buffer).element_type
    if width == 0:
        return element is ir.INDEX
    return isinstance(element, ir.IntegerType) and element.width == width
