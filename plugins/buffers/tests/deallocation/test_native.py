"""Programs that are deallocated, lowered and run: nothing is left, freed twice, or used after it."""

from __future__ import annotations

import shutil

import pytest

from bufferize_interpreter.native import NativeStop
from bufferize_testing import reference_outputs
from tests.run_programs import RUNNER

from .native import outcome
from .programs import program
from .test_reference import run_ours

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH"),
]
ORDERS = (
    "buffer-deallocation-pipeline",
    "buffer-deallocation-pipeline,optimize-allocation-liveness",
    "ownership-based-buffer-deallocation,convert-bufferization-to-memref",
    "ownership-based-buffer-deallocation,buffer-deallocation-simplification,"
    "bufferization-lower-deallocations",
    "buffer-deallocation-pipeline{earliest-deallocation=true}",
    "buffer-deallocation-pipeline{earliest-deallocation=true},optimize-allocation-liveness",
    "reference-counting-deallocation,convert-bufferization-to-memref",
)
COUNTED = "reference-counting-deallocation{private-function-dynamic-ownership=true}"
DYNAMIC = "buffer-deallocation-pipeline{private-function-dynamic-ownership=true}"
LEAK = """
module {
  func.func @first(%x: memref<4xf32>) -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    memref.copy %x, %b : memref<4xf32> to memref<4xf32>
    return %a : memref<4xf32>
  }
  func.func @second(%x: memref<4xf32>) -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
    FREES
    return %a : memref<4xf32>
  }
}
"""


def test_the_allocator_sees_what_is_left() -> None:
    assert outcome(LEAK.replace("FREES", "")) == ["1.5"] * 12 + ["1"]


def test_the_allocator_sees_what_is_freed_twice() -> None:
    with pytest.raises(NativeStop):
        outcome(LEAK.replace("FREES", "memref.dealloc %a : memref<4xf32>"))


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_left_or_freed_twice(seed: int) -> None:
    (text,) = reference_outputs([program(seed)], "--canonicalize")
    assert text is not None
    results = {order: outcome(run_ours(text, order), seed) for order in ORDERS}
    first = results[ORDERS[0]]
    assert first[-1] == "0"  # allocations that are left
    assert {order: found for order, found in results.items() if found != first} == {}
    lowered = f"{COUNTED},convert-bufferization-to-memref"
    for order in (DYNAMIC, DYNAMIC.replace("{", "{earliest-deallocation=true "), lowered):
        assert outcome(run_ours(text, order), seed)[-1] == "0"
