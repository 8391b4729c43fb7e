"""Advice on copies does what it says, on a sample here and on all modules of the corpus."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import pytest

from bufferize_explain.fixes import Fix, Program, Subject, advise
from tests import applied_advice
from tests.applied_advice import Outcome, programs_in

ROOT = Path(__file__).parent.parent
CORPUS = os.environ.get("BUFFERIZE_CORPUS")


def outcome_of(*paths: Path) -> Outcome:
    outcome = Outcome()
    for name, text in programs_in(paths):
        outcome.add(name, text)
    return outcome


@pytest.mark.slow
def test_a_sample() -> None:
    outcome = outcome_of(ROOT / "examples", ROOT / "tests/filecheck", ROOT / "core/tests/analysis")
    assert outcome.problems == []
    assert outcome.applied > 20
    assert outcome.entries["tried in vain"] > 20


@pytest.mark.slow
@pytest.mark.skipif(CORPUS is None, reason="BUFFERIZE_CORPUS does not name the corpus")
def test_the_corpus() -> None:
    assert CORPUS is not None
    outcome = outcome_of(Path(CORPUS) / "real")
    assert outcome.problems == []
    assert outcome.applied > 20


class Promise(Fix):
    """A change of the program in a trial that does nothing when it is applied."""

    kind = "promise"
    text = "hope"
    applied = 0

    @classmethod
    def propose(cls, subject: Subject) -> Iterable[Fix]:
        yield cls(subject, subject.copies)

    def apply(self, program: Program) -> None:
        if self.applied == 0:
            read = next(op for op in program.module.walk() if op.name == "tensor.extract")
            write = next(op for op in program.module.walk() if op.name == "tensor.insert")
            read.move_before(write)
        self.applied += 1


def test_a_help_that_does_not_do_what_it_says_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applied_advice, "advise", partial(advise, fixes=[Promise]))
    outcome = outcome_of(ROOT / "examples/explain/conflict.mlir")
    (problem,) = outcome.problems
    assert "0 copies should be left, not 1: hope: removes this copy: 4096 bytes" in problem
