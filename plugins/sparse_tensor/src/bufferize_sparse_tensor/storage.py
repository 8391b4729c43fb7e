"""Which buffers a sparse tensor is stored in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bufferize import ir
from bufferize_sparse_tensor.encoding import SparseTensorEncodingAttr
from bufferize_sparse_tensor.types import sparse


def fields(encoding: SparseTensorEncodingAttr) -> Iterator[ir.Type]:
    """The element types of the buffers of positions and coordinates, level by level."""
    positions, coordinates = _integer(encoding.pos_width), _integer(encoding.crd_width)
    for level, type in enumerate(encoding.lvl_types):
        if type.is_compressed:
            yield positions
        if type.format == "structured" or type.is_compressed or type.is_singleton:
            yield coordinates
        if level == encoding.coo_start:
            return  # one buffer holds the coordinates of all levels that follow


def storage_problem(
    tensor: ir.RankedTensorType, must_be_static: bool, values: ir.Type, levels: Sequence[ir.Type]
) -> str | None:
    """Why `levels` and `values` cannot hold what `tensor` stores, None if they can."""
    if must_be_static and ir.DYNAMIC in tensor.shape:
        return "the sparse-tensor must have static shape"
    encoding = sparse(tensor)
    num_coo = encoding.lvl_rank - encoding.coo_start
    if num_coo and levels:
        last = levels[-1]
        assert isinstance(last, ir.RankedTensorType)
        if last.rank != 2 or last.shape[-1] != num_coo:
            return "input/output trailing COO level-ranks don't match"
    expected = list(fields(encoding))
    if len(expected) != len(levels):
        return "inconsistent number of fields between input/output"
    expected.append(tensor.element_type)
    for type, element in zip((*levels, values), expected, strict=True):
        assert isinstance(type, ir.RankedTensorType)
        if type.element_type is not element:
            return "input/output element-types don't match"
    return None


def _integer(width: int) -> ir.Type:
    return ir.IntegerType(width) if width else ir.INDEX
