"""Device memory, as the interpreter runs it."""

from __future__ import annotations

import numpy as np
import pytest

import bufferize
from bufferize_interpreter import Machine, Trap

SEEDS = range(20)


def run(body: str, *arguments: object, seed: int = 0) -> None:
    text = f"func.func @f(%out: memref<2xf32>, %v: f32) {{\n{body}\nreturn\n}}"
    context = bufferize.Context()
    Machine(bufferize.parse(text, context), context).run("f", arguments, seed=seed, leaks=True)


def test_what_is_awaited_is_complete() -> None:
    body = """
      %t0 = gpu.wait async
      %a, %t1 = gpu.alloc async [%t0] () : memref<2xf32>
      %t2 = gpu.memset async [%t1] %a, %v : memref<2xf32>, f32
      %t3 = gpu.memcpy async [%t2, %t0] %out, %a : memref<2xf32>, memref<2xf32>
      %t4 = gpu.dealloc async [%t3] %a : memref<2xf32>
      gpu.wait [%t4]"""
    for seed in SEEDS:
        out = np.zeros(2, np.float32)
        run(body, out, 3.0, seed=seed)
        assert out.tolist() == [3.0, 3.0]


def test_asynchronous_operations_complete_when_they_are_awaited() -> None:
    body = """
      %t0 = gpu.wait async
      %t1 = gpu.memset async [%t0] %out, %v : memref<2xf32>, f32
      %w = arith.constant 1.0 : f32
      gpu.memset %out, %w : memref<2xf32>, f32
      gpu.wait [%t1]"""
    found = set()
    for seed in SEEDS:
        out = np.zeros(2, np.float32)
        run(body, out, 3.0, seed=seed)
        found.add(out[0])
    assert found == {1.0, 3.0}


@pytest.mark.parametrize(
    "use",
    [
        "gpu.memcpy async [%t0] %a, %out : memref<2xf32>, memref<2xf32>",
        "gpu.memset async [%t0] %a, %v : memref<2xf32>, f32",
    ],
)
def test_nothing_is_freed_that_is_still_used(use: str) -> None:
    body = f"""
      %a, %t0 = gpu.alloc async () : memref<2xf32>
      %t1 = {use}
      gpu.dealloc %a : memref<2xf32>
      gpu.wait [%t1]"""

    message = f"'{use.split()[0]}' uses a buffer that has been freed"

    def run_all() -> None:
        for seed in SEEDS:
            run(body, np.zeros(2, np.float32), 3.0, seed=seed)

    with pytest.raises(Trap, match=message):
        run_all()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("%a = gpu.alloc () : memref<2xf32>", "allocates a buffer that is never freed"),
        ("gpu.dealloc %out : memref<2xf32>", "belongs to the caller of the program"),
        (
            "%a = gpu.alloc () : memref<2xf32>\ngpu.dealloc %a : memref<2xf32>\n"
            "gpu.memset %a, %v : memref<2xf32>, f32",
            "uses a buffer that has been freed",
        ),
        (
            "%n = arith.constant 3 : index\n%a = gpu.alloc (%n) : memref<?xf32>\n"
            "gpu.memcpy %out, %a : memref<2xf32>, memref<?xf32>",
            r"copies a buffer of extents \[3\] to one of \[2\]",
        ),
    ],
)
def test_traps(body: str, message: str) -> None:
    with pytest.raises(Trap, match=message):
        run(body, np.zeros(2, np.float32), 3.0)
