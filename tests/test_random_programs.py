"""Random programs over all dialects print the right numbers, bufferized under any options.

Each is evaluated on tensors by `tests/random_programs/evaluation.py`, and run by mlir-runner after
bufferization and lowering. Others are run by the interpreter before and after.
BUFFERIZE_RANDOM_PROGRAMS=5000 and BUFFERIZE_INTERPRETED_PROGRAMS=10000 run more of them than the
sample; `python -m tests.random_programs` searches for hours.
"""

from __future__ import annotations

import os
import shutil

import pytest

from tests.random_programs.campaign import campaign
from tests.random_programs.evaluation import Undefined
from tests.random_programs.meaning import expected
from tests.random_programs.search import Batch, Bufferizer, Tally, search
from tests.run_programs import RUNNER

COUNT = int(os.environ.get("BUFFERIZE_RANDOM_PROGRAMS", "500"))


INTERPRETED = int(os.environ.get("BUFFERIZE_INTERPRETED_PROGRAMS", "100"))
SCHEDULED = int(os.environ.get("BUFFERIZE_SCHEDULED_PROGRAMS", "60"))


@pytest.mark.reference
@pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH")
def test_bufferized_programs_print_what_they_mean() -> None:
    tally = Tally()
    for done in campaign(Batch(range(COUNT)), os.cpu_count() or 1):
        tally.add(done.tally)
    for finding in tally.findings[:3]:
        print(f"seed {finding.seed}, {finding.variant.name}: {finding.problem}\n{finding.text}")
    assert not tally.findings
    counts = tally.counts
    assert counts["dropped"] <= counts["programs"] / 10
    assert counts["refused"] + counts["left"] <= counts["pairs"] / 4
    assert counts["runs"] >= counts["pairs"] / 4


@pytest.mark.reference
@pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH")
def test_copies_of_slices_with_a_stride_of_zero_are_freed() -> None:
    """The program of this seed returns such a slice of a buffer that it frees."""
    batch = Batch(range(4744, 4745), names=("pipeline", "earliest", "steps"), how="freed")
    tally = search(batch, Bufferizer())
    assert not tally.findings
    assert tally.counts["runs"] > 0


def test_a_global_without_a_value_makes_a_program_undefined() -> None:
    """Programs become so when they are made smaller."""
    program = "ml_program.global private @g : tensor<1xi32>\nfunc.func @main() { return }"
    with pytest.raises(Undefined):
        expected(Bufferizer().parse(program))


@pytest.mark.slow
def test_the_interpreter_sees_no_difference() -> None:
    tally = Tally()
    for done in campaign(Batch(range(INTERPRETED), how="interpreted"), os.cpu_count() or 1):
        tally.add(done.tally)
    for finding in tally.findings[:3]:
        print(f"seed {finding.seed}, {finding.variant.name}: {finding.problem}\n{finding.text}")
    assert not tally.findings
    counts = tally.counts
    assert counts["dropped"] == 0
    assert counts["run"] >= counts["pairs"] * 3 / 4
    assert counts["freed"] >= counts["run"] * 3 / 4
    assert counts["decided as another"] <= counts["pairs"] / 2


@pytest.mark.slow
def test_no_schedule_makes_a_difference() -> None:
    """Programs with regions that may run later, or by several threads."""
    tally = Tally()
    batch = Batch(range(SCHEDULED), variants=4, how="scheduled")
    for done in campaign(batch, os.cpu_count() or 1):
        tally.add(done.tally)
    for finding in tally.findings[:3]:
        print(f"seed {finding.seed}, {finding.variant.name}: {finding.problem}\n{finding.text}")
    assert not tally.findings
    counts = tally.counts
    assert counts["run"] >= counts["pairs"] * 3 / 4
    assert counts["freed"] >= counts["run"] / 3
