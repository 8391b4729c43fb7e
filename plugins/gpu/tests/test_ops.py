"""Launches, kernels and the ranges of thread positions."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.interfaces import value_range
from bufferize.ir import F32, I32, Operation
from bufferize_gpu.ops_launch import LaunchOp
from bufferize_gpu.ops_module import GPUFuncOp
from bufferize_testing import check_round_trip, parse_valid


def operation(text: str, attributes: str = "") -> Operation:
    """The first operation of a kernel with these attributes."""
    program = f"""
gpu.module @m {{
  gpu.func @k() kernel {attributes and f"attributes {{{attributes}}}"} {{
    {text}
    gpu.return
  }}
}}"""
    module = bufferize.parse(program, bufferize.Context())
    (kernel,) = [op for op in module.walk() if op.name == "gpu.func"]
    first = kernel.regions[0].blocks[0].first_op
    assert first is not None
    return first


@pytest.mark.parametrize(
    ("text", "attributes", "expected"),
    [
        ("%0 = gpu.thread_id x", "", (0, 2**32 - 2)),
        ("%0 = gpu.thread_id x upper_bound 64", "", (0, 63)),
        ("%0 = gpu.thread_id y", "known_block_size = array<i32: 4, 8, 16>", (0, 7)),
        ("%0 = gpu.block_dim z", "known_block_size = array<i32: 4, 8, 16>", (16, 16)),
        ("%0 = gpu.block_id x", "gpu.known_grid_size = array<i32: 4, 8, 16>", (0, 3)),
        ("%0 = gpu.grid_dim x", "", (1, 2**32 - 1)),
        ("%0 = gpu.cluster_block_id z", "known_cluster_size = array<i32: 1, 1, 2>", (0, 1)),
        ("%0 = gpu.global_id x", "", (0, 2**63 - 2)),
        (
            "%0 = gpu.global_id x",
            "known_block_size = array<i32: 4, 1, 1>, known_grid_size = array<i32: 8, 1, 1>",
            (0, 31),
        ),
        ("%0 = gpu.lane_id", "", (0, 127)),
        ("%0 = gpu.subgroup_size upper_bound 32 : index", "", (1, 32)),
    ],
)
def test_ranges(text: str, attributes: str, expected: tuple[int, int]) -> None:
    assert value_range(operation(text, attributes).result) == expected


def test_a_launch_has_sizes_of_its_own() -> None:
    text = """
gpu.module @m {
  gpu.func @k(%n: index) kernel attributes {known_block_size = array<i32: 4, 8, 16>} {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      %0 = gpu.thread_id x
      gpu.terminator
    }
    gpu.return
  }
}"""
    module = bufferize.parse(text, bufferize.Context())
    (thread,) = [op for op in module.walk() if op.name == "gpu.thread_id"]
    assert value_range(thread.result) == (0, 2**32 - 2)


LAUNCH = """\
module {
  func.func @f(%arg0: index, %arg1: !gpu.async.token) {
    gpu.launch [%arg1] clusters(%arg14, %arg15, %arg16) in (%arg17 = %arg0, %arg18 = %arg0, %arg19 = %arg0) \
blocks(%arg2, %arg3, %arg4) in (%arg8 = %arg0, %arg9 = %arg0, %arg10 = %arg0) \
threads(%arg5, %arg6, %arg7) in (%arg11 = %arg0, %arg12 = %arg0, %arg13 = %arg0) \
workgroup(%arg20 : memref<4xf32>) private(%arg21 : memref<2xf32>) {
      gpu.terminator
    }
    return
  }
}
"""


def test_a_launch_keeps_its_tokens() -> None:
    """mlir-opt prints it without them, and reads none where there is no `async`."""
    check_round_trip(LAUNCH, bufferize.Context())


def test_parts_of_a_launch() -> None:
    module = parse_valid(LAUNCH, bufferize.Context())
    (launch,) = [op for op in module.walk() if isinstance(op, LaunchOp)]
    (function,) = [op for op in module.walk() if op.name == "func.func"]
    n = function.regions[0].blocks[0].arguments[0]
    assert launch.grid_size == launch.block_size == launch.cluster_size == (n, n, n)
    assert [str(buffer.type) for buffer in launch.workgroup_buffers] == ["memref<4xf32>"]
    assert [str(buffer.type) for buffer in launch.private_buffers] == ["memref<2xf32>"]


def test_arguments_come_before_buffers() -> None:
    text = """
gpu.module @m {
  gpu.func @k(%a: i32) workgroup(%w: memref<4xf32>) private(%p: memref<2xf32>) kernel {
    gpu.return
  }
}"""
    module = parse_valid(text, bufferize.Context())
    (kernel,) = [op for op in module.walk() if isinstance(op, GPUFuncOp)]
    assert kernel.is_kernel
    (new,) = kernel.append_arguments([F32], [{}])
    assert [argument.type for argument in kernel.body_arguments] == [I32, F32]
    assert new is kernel.body_arguments[1]
    assert [str(buffer.type) for buffer in kernel.workgroup_buffers] == ["memref<4xf32>"]
    assert [str(buffer.type) for buffer in kernel.private_buffers] == ["memref<2xf32>"]
    assert (
        "gpu.func @k(%arg0: i32, %arg1: f32) workgroup(%arg2 : memref<4xf32>) "
        "private(%arg3 : memref<2xf32>) kernel" in bufferize.print_module(module)
    )
