"""Deallocations of several buffers, some of which are the same, when they are lowered and run.

A buffer is freed if the condition of any of those that are the same holds. Where the first of them has
a condition that does not hold, mlir-opt does not free it.
"""

from __future__ import annotations

import shutil
from itertools import product

import pytest

from bufferize_testing import reference_output
from tests.random_programs.native import execute
from tests.run_programs import RUNNER

from .test_reference import run_ours

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH"),
]
PASS = "bufferization-lower-deallocations"
M = "memref<4xi32>"
PROGRAM = f"""
func.func private @free(%k: i1, %of_one: i1, %of_a: i1, %of_b: i1) {{
  %a = memref.alloc() : {M}
  %b = memref.alloc() : {M}
  %one = arith.select %k, %a, %b : {M}
  bufferization.dealloc (%one, %a, %b : {M}, {M}, {M}) if (%of_one, %of_a, %of_b)
  return
}}
func.func @main() {{
  %true = arith.constant true
  %false = arith.constant false
  func.call @free(CALL) : (i1, i1, i1, i1) -> ()
  return
}}
"""
OWNED = [
    (k, one, a, b)
    for k, one, a, b in product((True, False), repeat=4)
    if (one and k) or a
    if (one and not k) or b
]


def programs() -> list[str]:
    """The program with each choice of conditions with which both buffers are to be freed."""
    calls = [", ".join(f"%{str(flag).lower()}" for flag in flags) for flags in OWNED]
    return [PROGRAM.replace("CALL", call) for call in calls]


def test_each_buffer_is_freed_once() -> None:
    outcomes = execute([run_ours(text, PASS) for text in programs()], checked=True)
    assert [outcome.printed for outcome in outcomes] == [["0"]] * len(OWNED)


def test_the_reference_leaks_what_is_listed_before_and_not_owned() -> None:
    outcomes = execute([reference_output(text, f"--{PASS}") for text in programs()], checked=True)
    leaks = [
        flags for flags, outcome in zip(OWNED, outcomes, strict=True) if outcome.printed != ["0"]
    ]
    assert leaks == [flags for flags in OWNED if not flags[1]]
