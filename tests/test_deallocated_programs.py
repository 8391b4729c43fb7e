"""Random programs, bufferized and deallocated in any order of passes: nothing leaks or is freed twice.

`python -m tests.random_programs --how freed --number 2000` runs more of them.
"""

from __future__ import annotations

import shutil

import pytest

from tests.random_programs.native import execute
from tests.random_programs.search import Batch, Bufferizer, search
from tests.random_programs.variants import ORDERS
from tests.run_programs import RUNNER

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH"),
]
NUMBER = 40
WRONG = """module {
  func.func @main() {
    %i = arith.constant 0 : index
    %v = arith.constant 7 : i32
    %a = memref.alloc() : memref<4xi32>
    STATEMENTS
    return
  }
}"""
FREE = "memref.dealloc %a : memref<4xi32>"
WRITE = "memref.store %v, %a[%i] : memref<4xi32>"
READ = "%0 = memref.load %a[%i] : memref<4xi32>\nvector.print %0 : i32"


@pytest.mark.parametrize(
    ("statements", "printed"),
    [
        ([WRITE, READ, FREE], ["7", "0"]),
        ([WRITE, READ], ["7", "1"]),
        ([WRITE, FREE, READ], [str(-0x55555556), "0"]),
        ([FREE, WRITE], ["1000000"]),
        ([FREE, FREE], []),
    ],
    ids=["right", "leak", "read too late", "written too late", "freed twice"],
)
def test_the_allocator_sees(statements: list[str], printed: list[str]) -> None:
    text = WRONG.replace("STATEMENTS", "\n".join(statements))
    wrong, right = execute([text, WRONG.replace("STATEMENTS", FREE)], checked=True)
    assert wrong.printed == printed
    assert bool(wrong.failure) == (not printed)
    assert (right.printed, right.failure) == (["0"], "")


def test_nothing_is_left_freed_twice_or_used_too_late() -> None:
    tally = search(Batch(range(NUMBER), variants=4, how="freed"), Bufferizer())
    for finding in tally.findings[:3]:
        print(f"seed {finding.seed}, {finding.variant.name}: {finding.problem}\n{finding.text}")
    assert not tally.findings
    counts = tally.counts
    assert counts["runs"] >= counts["pairs"] / 4
    assert all(tally.variants[name] for name in ORDERS)
