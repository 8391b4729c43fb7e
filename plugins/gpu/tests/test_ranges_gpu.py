"""What is known of the positions of threads."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.interfaces import value_range
from bufferize.ir import Operation


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
