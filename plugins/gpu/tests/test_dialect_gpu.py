"""The gpu dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

import bufferize
from bufferize.ir import F32, I32
from bufferize.testing import DialectTests, check_round_trip, parse_valid
from bufferize_gpu.ops import GPU
from bufferize_gpu.ops_launch import LaunchOp
from bufferize_gpu.ops_module import GPUFuncOp


class TestGpu(DialectTests):
    dialect = GPU


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
