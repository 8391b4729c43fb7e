"""What functions are taken not to do with the buffers that they are given, natively.

They neither keep nor free them. A program that holds to it is right in every order of passes; one that
does not is what docs/use/buffers.md says that it is, and what mlir-opt makes of it.
"""

from __future__ import annotations

import shutil

import pytest

from bufferize_testing import reference_output
from tests.random_programs.native import execute
from tests.run_programs import RUNNER

from .test_reference import run_ours

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH"),
]
PIPELINE = "buffer-deallocation-pipeline"
EARLIEST = f"{PIPELINE}{{earliest-deallocation=true}}"
HOISTED = f"buffer-hoisting,buffer-loop-hoisting,{PIPELINE}"
DYNAMIC = f"{PIPELINE}{{private-function-dynamic-ownership=true earliest-deallocation=true}}"
PROMOTED = f"promote-buffers-to-stack,{PIPELINE}"
FREED = str(-0x55555556)
"""What is found in memory that has been freed."""
BOX = "memref<1xmemref<4xi32>>"
M = "memref<4xi32>"
# Each of two iterations hands a buffer to a function, and something is read behind the loop.
PROGRAM = f"""module {{
  func.func private @take(%m: {M}, %box: {BOX}, %out: {M}) {{
    %i = arith.constant 0 : index
    BODY
    return
  }}
  func.func @main() {{
    %i = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %box = memref.alloca() : {BOX}
    %out = memref.alloc() : {M}
    memref.store %out, %box[%i] : {BOX}
    scf.for %k = %i to %two step %one {{
      %m = memref.alloc() OWNER : {M}
      %v = arith.index_cast %k : index to i32
      memref.store %v, %m[%i] : {M}
      func.call @take(%m, %box, %out) : ({M}, {BOX}, {M}) -> ()
    }}
    %last = memref.load %box[%i] : {BOX}
    %0 = memref.load %LAST[%i] : {M}
    vector.print %0 : i32
    return
  }}
}}
"""
MANUAL = "{bufferization.manual_deallocation}"
USES = f"memref.copy %m, %out : {M} to {M}"
KEEPS = f"memref.store %m, %box[%i] : {BOX}"
FREES = f"memref.dealloc %m {MANUAL} : {M}"


def program(body: str, owner: str, last: str) -> str:
    return PROGRAM.replace("BODY", body).replace("OWNER", owner).replace("LAST", last)


def outcome(text: str) -> list[str]:
    """What a program prints; "1000000" and more at the end is a write to what was freed."""
    (found,) = execute([text], checked=True)
    return [*found.printed, "stopped"] if found.failure else found.printed


@pytest.mark.parametrize("order", [PIPELINE, EARLIEST, HOISTED, PROMOTED])
def test_a_function_that_only_uses_what_it_is_given(order: str) -> None:
    assert outcome(run_ours(program(USES, "", "out"), order)) == ["1", "0"]


@pytest.mark.parametrize("order", [PIPELINE, EARLIEST])
def test_a_function_that_frees_what_the_program_says_that_it_frees(order: str) -> None:
    text = program(f"{USES}\n{FREES}", MANUAL, "out")
    assert outcome(run_ours(text, order)) == ["1", "0"]
    assert outcome(reference_output(text, f"--{PIPELINE}")) == ["1", "0"]


@pytest.mark.parametrize("order", [PIPELINE, EARLIEST])
def test_a_buffer_that_a_function_keeps_is_not_freed(order: str) -> None:
    text = program(KEEPS, "", "last")
    assert outcome(run_ours(text, order)) == ["1", "2"]
    assert outcome(reference_output(text, f"--{PIPELINE}")) == [FREED, "0"]


@pytest.mark.parametrize("order", [PIPELINE, EARLIEST])
def test_what_a_function_frees_by_itself_is_freed_twice(order: str) -> None:
    text = program(f"{USES}\n{FREES}", "", "out")
    assert outcome(run_ours(text, order)) == ["stopped"]
    assert outcome(reference_output(text, f"--{PIPELINE}")) == ["stopped"]


@pytest.mark.parametrize("order", [PIPELINE, EARLIEST])
def test_a_buffer_that_is_kept_and_freed_by_the_program_itself_is_right(order: str) -> None:
    free = f"memref.dealloc %last {MANUAL} : {M}"
    before = f"%old = memref.load %box[%i] : {BOX}\n{free.replace('%last', '%old')}"
    text = program(f"{before}\n{KEEPS}", MANUAL, "last")
    text = text.replace("%out = memref.alloc()", f"%out = memref.alloc() {MANUAL}")
    text = text.replace("vector.print %0 : i32", f"vector.print %0 : i32\n{free}")
    assert outcome(run_ours(text, order)) == ["1", "0"]


TWICE = f"""module {{
  func.func private @two_names() -> ({M}, {M}) {{
    %i = arith.constant 0 : index
    %v = arith.constant 1 : i32
    %a = memref.alloc() : {M}
    memref.store %v, %a[%i] : {M}
    return %a, %a : {M}, {M}
  }}
  func.func @main() {{
    %i = arith.constant 0 : index
    %r:2 = func.call @two_names() : () -> ({M}, {M})
    %x = memref.load %r#0[%i] : {M}
    vector.print %x : i32
    return
  }}
}}
"""


@pytest.mark.parametrize(
    "order", [PIPELINE, EARLIEST, f"{EARLIEST},optimize-allocation-liveness", DYNAMIC]
)
def test_what_a_function_gives_twice_is_freed_once(order: str) -> None:
    assert outcome(run_ours(TWICE, order)) == ["1", "0"]
