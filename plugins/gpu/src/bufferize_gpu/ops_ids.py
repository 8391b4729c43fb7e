"""Positions of a thread in its launch (`gpu.thread_id`), and sizes (`gpu.block_dim`).

See https://mlir.llvm.org/docs/Dialects/GPU.
"""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import FunctionOpInterface, ValueBoundsOpInterface
from bufferize_gpu.attributes import DimensionAttr
from bufferize_gpu.dialect import GPU

_MAX_DIM = 2**32 - 1
_MAX_CLUSTER_DIM = 16
_MAX_SUBGROUP_SIZE = 128
_MAX_INDEX = 2**63 - 1
_BLOCK, _GRID, _CLUSTER = "known_block_size", "known_grid_size", "known_cluster_size"


class PositionOp(d.Operation, ValueBoundsOpInterface):
    """Base of the ops that return a position or a size."""

    upper_bound: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.INDEX_ATTR)
    result: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)

    is_size: ClassVar[bool] = False
    """Whether the result is a size instead of a position."""
    limit: ClassVar[int] = _MAX_DIM
    """The greatest possible size."""

    def known_size(self) -> int | None:
        """Return the size, if the enclosing function states it, else None."""
        return None

    def value_range(self, result: ir.OpResult) -> tuple[int | None, int | None]:
        """Return bounds from the op's attribute, or else the function's, or the dialect's limit."""
        known = self.known_size()
        most = self.limit if known is None else known
        if self.upper_bound is not None:
            most, known = self.upper_bound.value, None
        if not self.is_size:
            return 0, most - 1
        return (1 if known is None else known), most


class DimensionOp(PositionOp):
    """Base of the ops with a dimension: x, y or z."""

    dimension: d.Attr[DimensionAttr, str] = d.attr(DimensionAttr)
    assembly_format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"

    sizes: ClassVar[tuple[str, ...]] = ()
    """The function attributes whose product is the size."""

    def known_size(self) -> int | None:
        function = _function_around(self)
        if function is None or not self.sizes:
            return None
        number = 1
        for name in self.sizes:
            found = function.get_attr(name) or function.get_attr(f"gpu.{name}")
            if not isinstance(found, ir.DenseArrayAttr) or len(found.values) != 3:
                return None
            number *= int(found.values[self.dimension.value])
        return number

    def result_names(self) -> list[str]:
        return [f"{self.name.removeprefix('gpu.')}_{self.dimension.keyword}"]


def _function_around(op: ir.Operation) -> FunctionOpInterface | None:
    """Return the function whose threads execute `op`; None inside a `gpu.launch`."""
    around = op.parent_op
    while around is not None and not isinstance(around, FunctionOpInterface):
        if around.name == "gpu.launch":
            return None
        around = around.parent_op
    return around


@GPU.op("cluster_dim")
class ClusterDimOp(DimensionOp):
    """The number of clusters in the grid."""

    is_size = True


@GPU.op("cluster_dim_blocks")
class ClusterDimBlocksOp(DimensionOp):
    """The number of blocks in a cluster."""

    is_size = True
    limit = _MAX_CLUSTER_DIM
    sizes = (_CLUSTER,)


@GPU.op("cluster_id")
class ClusterIdOp(DimensionOp):
    """The index of the cluster in the grid."""


@GPU.op("cluster_block_id")
class ClusterBlockIdOp(DimensionOp):
    """The index of the block in the cluster."""

    limit = _MAX_CLUSTER_DIM
    sizes = (_CLUSTER,)


@GPU.op("block_dim")
class BlockDimOp(DimensionOp):
    """The number of threads in a block."""

    is_size = True
    sizes = (_BLOCK,)


@GPU.op("block_id")
class BlockIdOp(DimensionOp):
    """The index of the block in the grid."""

    sizes = (_GRID,)


@GPU.op("grid_dim")
class GridDimOp(DimensionOp):
    """The number of blocks in the grid."""

    is_size = True
    sizes = (_GRID,)


@GPU.op("thread_id")
class ThreadIdOp(DimensionOp):
    """The index of the thread in the block."""

    sizes = (_BLOCK,)


@GPU.op("global_id")
class GlobalIdOp(DimensionOp):
    """The index of the thread in the grid."""

    limit = _MAX_INDEX
    sizes = (_BLOCK, _GRID)


@GPU.op("lane_id")
class LaneIdOp(PositionOp):
    """The index of the thread in the subgroup."""

    limit = _MAX_SUBGROUP_SIZE
    assembly_format = "(`upper_bound` $upper_bound^)? attr-dict"


class SubgroupPositionOp(PositionOp):
    """Base of the ops about subgroups, which print the result type."""

    assembly_format = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"


@GPU.op("subgroup_id")
class SubgroupIdOp(SubgroupPositionOp):
    """The index of the subgroup in the block."""


@GPU.op("num_subgroups")
class NumSubgroupsOp(SubgroupPositionOp):
    """The number of subgroups in a block."""

    is_size = True


@GPU.op("subgroup_size")
class SubgroupSizeOp(SubgroupPositionOp):
    """The number of threads in a subgroup."""

    is_size = True
    limit = _MAX_SUBGROUP_SIZE
