"""Sparse tensors from other tensors, and buffers to fill them."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import constant_int
from bufferize_sparse_tensor.attributes import SparseTensorEncodingAttr
from bufferize_sparse_tensor.dialect import SPARSE_TENSOR, SortKindAttr
from bufferize_sparse_tensor.types import (
    ANY_MEMREF_1D,
    ANY_SPARSE_TENSOR,
    encoding_of,
    memref_1d,
    sparse,
    strided_memref_1d,
)

_SORT_KIND = d.instance_of(SortKindAttr, "sparse tensor sort algorithm")
_DIMENSION = d.pred(d.INDEX_ATTR.check, "dimension attribute", d.INDEX_ATTR)


@SPARSE_TENSOR.op("convert")
class ConvertOp(d.Operation):
    """The same tensor with another encoding, or with none."""

    source: d.Operand = d.operand(d.RANKED_TENSOR)
    dest: d.Result = d.result(d.RANKED_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def verify_op(self) -> None:
        source, dest = self.source.type, self.dest.type
        assert isinstance(source, ir.RankedTensorType)
        assert isinstance(dest, ir.RankedTensorType)
        if source.rank != dest.rank:
            raise self.plain_error("unexpected conversion mismatch in rank")
        encoding = encoding_of(dest)
        if encoding is not None and encoding.is_slice:
            raise self.plain_error("cannot convert to a sparse tensor slice")
        for dim, (old, new) in enumerate(zip(source.shape, dest.shape, strict=True)):
            if new not in (old, ir.DYNAMIC):
                raise self.plain_error(f"unexpected conversion mismatch in dimension {dim}")


@SPARSE_TENSOR.op("reinterpret_map")
class ReinterpretMapOp(d.Operation):
    """The same storage, read as a tensor with other dimensions."""

    source: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    dest: d.Result = d.result(ANY_SPARSE_TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def verify_op(self) -> None:
        types = self.source.type, self.dest.type
        old, new = map(sparse, types)
        if old.lvl_rank != new.lvl_rank:
            raise self.plain_error("Level rank mismatch between source/dest tensors")
        if old.lvl_types != new.lvl_types:
            raise self.plain_error("Level type mismatch between source/dest tensors")
        if (old.pos_width, old.crd_width) != (new.pos_width, new.crd_width):
            raise self.plain_error("Crd/Pos width mismatch between source/dest tensors")
        a, b = types
        assert isinstance(a, ir.RankedTensorType)
        assert isinstance(b, ir.RankedTensorType)
        if a.element_type is not b.element_type:
            raise self.plain_error("Element type mismatch between source/dest tensors")
        if old.level_shape(a.shape) != new.level_shape(b.shape):
            raise self.plain_error("Level size mismatch between source/dest tensors")


@SPARSE_TENSOR.op("concatenate")
class ConcatenateOp(d.Operation):
    """The concatenation of tensors along a dimension."""

    inputs: d.VariadicOperand = d.variadic_operand(d.RANKED_TENSOR)
    dimension: d.Attr[ir.IntegerAttr, int] = d.attr(_DIMENSION)
    result: d.Result = d.result(d.RANKED_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "$inputs attr-dict `:` type($inputs) `to` type($result)"

    def verify_op(self) -> None:
        result, along = self.result.type, self.dimension.value
        assert isinstance(result, ir.RankedTensorType)
        if len(self.inputs) <= 1:
            raise self.plain_error("Need at least two tensors to concatenate.")
        if along >= result.rank:
            raise self.plain_error(
                f"Concat-dimension is out of bounds for dimension-rank ({along} >= {result.rank})"
            )
        shapes = []
        for number, value in enumerate(self.inputs):
            type = value.type
            assert isinstance(type, ir.RankedTensorType)
            if ir.DYNAMIC in type.shape:
                raise self.plain_error(f"Input tensor ${number} has dynamic shape")
            if type.rank != result.rank:
                raise self.plain_error(
                    f"Input tensor ${number} has a different rank (rank={type.rank}) from the "
                    f"output tensor (rank={result.rank})."
                )
            shapes.append(type.shape)
        self._verify_extents(shapes, result.shape, along)

    def _verify_extents(
        self, shapes: list[tuple[int, ...]], result: tuple[int, ...], along: int
    ) -> None:
        for dim, extent in enumerate(result):
            given = [shape[dim] for shape in shapes]
            if dim == along:
                if extent not in (ir.DYNAMIC, sum(given)):
                    raise self.plain_error(
                        "The concatenation dimension of the output tensor should be the sum of all "
                        "the concatenation dimensions of the input tensors."
                    )
            elif len({*given, *([] if extent == ir.DYNAMIC else [extent])}) > 1:
                raise self.plain_error(
                    "All dimensions (expect for the concatenating one) should be equal."
                )


@SPARSE_TENSOR.op("reorder_coo")
class ReorderCOOOp(d.Operation):
    """A tensor in COO format with its coordinates sorted."""

    input_coo: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    algorithm: d.Attr[SortKindAttr, str] = d.attr(_SORT_KIND)
    result_coo: d.Result = d.result(ANY_SPARSE_TENSOR)
    traits = (d.Pure(),)
    assembly_format = (
        "` ` $algorithm $input_coo attr-dict `:` type($input_coo) `to` type($result_coo)"
    )

    def verify_op(self) -> None:
        a, b = self.input_coo.type, self.result_coo.type
        assert isinstance(a, ir.RankedTensorType)
        assert isinstance(b, ir.RankedTensorType)
        old, new = sparse(a), sparse(b)
        if old.coo_start != 0 or new.coo_start != 0:
            raise self.plain_error("Expected COO sparse tensors only")
        if old.map is not new.map:
            raise self.plain_error("Unmatched dim2lvl map between input and result COO")
        if _format(old, a) != _format(new, b):
            raise self.plain_error("Unmatched storage format between input and result COO")


def _format(encoding: SparseTensorEncodingAttr, type: ir.RankedTensorType) -> tuple[object, ...]:
    return encoding.pos_width, encoding.crd_width, type.element_type


@SPARSE_TENSOR.op("expand")
class ExpandOp(d.Operation):
    """Buffers with the contents of one level of a tensor, which may be filled in any order."""

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    values: d.Result = d.result(strided_memref_1d(d.ANY_TYPE, "any type"))
    filled: d.Result = d.result(memref_1d(d.I1, "1-bit signless integer"))
    added: d.Result = d.result(memref_1d(d.INDEX, "index"))
    count: d.Result = d.result(d.INDEX)
    assembly_format = (
        "$tensor attr-dict `:` type($tensor) `to` type($values) `,` type($filled) `,` type($added)"
    )


@SPARSE_TENSOR.op("compress")
class CompressOp(d.Operation):
    """A tensor with the contents of the buffers of `sparse_tensor.expand` inserted."""

    values: d.Operand = d.operand(strided_memref_1d(d.ANY_TYPE, "any type"))
    filled: d.Operand = d.operand(memref_1d(d.I1, "1-bit signless integer"))
    added: d.Operand = d.operand(memref_1d(d.INDEX, "index"))
    count: d.Operand = d.operand(d.INDEX)
    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    lvl_coords: d.VariadicOperand = d.variadic_operand(d.INDEX, name="lvlCoords")
    result: d.Result = d.result(ANY_SPARSE_TENSOR)
    traits = (d.AllTypesMatch("tensor", "result"),)
    assembly_format = """
        $values `,` $filled `,` $added `,` $count `into` $tensor `[` $lvlCoords `]` attr-dict `:`
        type($values) `,` type($filled) `,` type($added) `,` type($tensor)
    """

    def verify_op(self) -> None:
        if sparse(self.tensor.type).lvl_rank != 1 + len(self.lvl_coords):
            raise self.plain_error("incorrect number of coordinates")


@SPARSE_TENSOR.op("push_back")
class PushBackOp(d.Operation):
    """A buffer with a value appended, a given number of times."""

    cur_size: d.Operand = d.operand(d.INDEX, name="curSize")
    in_buffer: d.Operand = d.operand(ANY_MEMREF_1D, name="inBuffer")
    value: d.Operand = d.operand(d.ANY_TYPE)
    n: d.OptionalOperand = d.optional_operand(d.INDEX)
    inbounds = d.optional_attr(d.UNIT_ATTR)
    out_buffer: d.Result = d.result(ANY_MEMREF_1D, name="outBuffer")
    new_size: d.Result = d.result(d.INDEX, name="newSize")
    traits = (
        d.TypesMatchWith(
            "in_buffer",
            "value",
            lambda type: type.element_type if isinstance(type, ir.MemRefType) else type,
            "value type matches element type of inBuffer",
        ),
        d.AllTypesMatch("in_buffer", "out_buffer"),
    )
    assembly_format = """
        (`inbounds` $inbounds^)? $curSize `,` $inBuffer `,` $value (`,` $n^)? attr-dict `:`
        type($curSize) `,` type($inBuffer) `,` type($value) (`,` type($n)^)?
    """

    def verify_op(self) -> None:
        times = None if self.n is None else constant_int(self.n)
        if times is not None and times < 1:
            raise self.plain_error("n must be not less than 1")


@SPARSE_TENSOR.op("sort")
class SortOp(d.Operation):
    """The sorting of interleaved coordinates, and of other buffers in the same order."""

    n: d.Operand = d.operand(d.INDEX)
    xy: d.Operand = d.operand(memref_1d(d.one_of(d.ANY_INTEGER, d.INDEX), "integer or index"))
    ys: d.VariadicOperand = d.variadic_operand(ANY_MEMREF_1D)
    perm_map: d.Attr[ir.AffineMapAttr, ir.AffineMapAttr] = d.attr(d.AFFINE_MAP_ATTR)
    ny: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.INDEX_ATTR)
    algorithm: d.Attr[SortKindAttr, str] = d.attr(_SORT_KIND)
    assembly_format = "` ` $algorithm $n `,` $xy (`jointly` $ys^)? attr-dict `:` type($xy) (`jointly` type($ys)^)?"

    def verify_op(self) -> None:
        map = self.perm_map.map
        rank = map.num_results
        if rank < 1:
            raise self.plain_error(f"Expected rank(perm_map) > 1, got {rank}")
        if not map.is_permutation():
            raise self.plain_error(f"Expected a permutation map, got {map}")
        number = constant_int(self.n)
        if number is None:
            return
        others = 0 if self.ny is None else self.ny.value
        self._verify_size(self.xy.type, "xy", "n * (rank(perm_map) + ny)", number * (rank + others))
        for buffer in self.ys:
            self._verify_size(buffer.type, "y", "n", number)

    def _verify_size(self, type: ir.Type, name: str, words: str, least: int) -> None:
        assert isinstance(type, ir.MemRefType)
        (extent,) = type.shape
        if extent != ir.DYNAMIC and extent < least:
            raise self.plain_error(f"Expected dimension({name}) >= {words} got {extent} < {least}")
