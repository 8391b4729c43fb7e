"""All ops of the gpu dialect, and the check of its attributes on ops of other dialects."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.builtin import ModuleOp
from bufferize_gpu import attributes as attributes
from bufferize_gpu import compilation as compilation
from bufferize_gpu import ops_group as ops_group
from bufferize_gpu import ops_ids as ops_ids
from bufferize_gpu import ops_launch as ops_launch
from bufferize_gpu import ops_memory as ops_memory
from bufferize_gpu import ops_mma as ops_mma
from bufferize_gpu import ops_module as ops_module
from bufferize_gpu import ops_sparse as ops_sparse
from bufferize_gpu import ops_warp as ops_warp
from bufferize_gpu.dialect import GPU as GPU
from bufferize_gpu.ops_launch import CONTAINER
from bufferize_gpu.ops_module import SIZES

_KNOWN_SIZES = ("gpu.known_block_size", "gpu.known_grid_size", "gpu.known_cluster_size")


def _op_attribute_problem(op: ir.Operation, name: str, value: ir.Attribute) -> str | None:
    """Return the problem with an attribute `gpu.name` of an op."""
    if name in _KNOWN_SIZES:
        if not d.DENSE_I32_ARRAY.check(value):
            return f"{name} must be a dense i32 array"
        if not SIZES.check(value):
            return f"{name} must contain exactly 3 elements"
    if name == CONTAINER and isinstance(value, ir.UnitAttr) and not isinstance(op, ModuleOp):
        return f"expected '{CONTAINER}' attribute to be attached to 'builtin.module'"
    return None


GPU.op_attribute_problem = _op_attribute_problem
