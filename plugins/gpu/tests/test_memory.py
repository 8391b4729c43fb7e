"""Device memory, as the interpreter runs it."""

from __future__ import annotations

import numpy as np
import pytest

import bufferize
from bufferize_interpreter import Machine, Trap


def run(body: str, *arguments: object) -> None:
    text = f"func.func @f(%out: memref<2xf32>, %v: f32) {{\n{body}\nreturn\n}}"
    context = bufferize.Context()
    Machine(bufferize.parse(text, context), context).run("f", arguments, leaks=True)


def test_asynchronous_operations_complete_at_once() -> None:
    out = np.zeros(2, np.float32)
    body = """
      %t0 = gpu.wait async
      %a, %t1 = gpu.alloc async [%t0] () : memref<2xf32>
      %t2 = gpu.memset async [%t1] %a, %v : memref<2xf32>, f32
      %t3 = gpu.memcpy async [%t2, %t0] %out, %a : memref<2xf32>, memref<2xf32>
      %t4 = gpu.dealloc async [%t3] %a : memref<2xf32>
      gpu.wait [%t4]"""
    run(body, out, 3.0)
    assert out.tolist() == [3.0, 3.0]


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
