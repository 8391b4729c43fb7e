"""A process that bufferizes many modules keeps nothing of finished ones."""

from __future__ import annotations

import gc
import tracemalloc
import weakref

import bufferize
from bufferize.ir import DenseElementsAttr

SIZE = 1 << 18
"""The number of elements of a constant that takes a megabyte."""

PROGRAM = """
func.func @f{number}(%v: f32, %i: index, %t: tensor<{number}x7xf32>) -> tensor<{size}xf32> {{
  %c = arith.constant dense<"0x{data}"> : tensor<{size}xf32>
  %r = tensor.insert %v into %c[%i] : tensor<{size}xf32>
  return %r : tensor<{size}xf32>
}}
"""


def finish(number: int, context: bufferize.Context) -> weakref.ref[DenseElementsAttr]:
    """Bufferize and print a program with a large constant, and drop it."""
    data = f"{number:08x}" * (SIZE - 1) + "00000000"
    module = bufferize.parse(PROGRAM.format(number=number, size=SIZE, data=data), context)
    (constant,) = (op for op in module.walk() if op.name == "arith.constant")
    value = constant.get_attr("value")
    assert isinstance(value, DenseElementsAttr)
    assert len(value.data) == 4 * SIZE
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True)
    bufferize.one_shot_bufferize(module, options, context)
    assert f"@f{number}" in bufferize.print_module(module)
    return weakref.ref(value)


def test_finished_modules_are_freed() -> None:
    context = bufferize.Context()
    finish(100, context)  # what is loaded or made once
    gc.collect()
    tracemalloc.start()
    try:
        constants = [finish(number, context) for number in range(1, 11)]
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [constant() for constant in constants] == [None] * 10
    assert kept < 4 * SIZE // 10
