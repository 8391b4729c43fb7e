"""Mutants of the conflict test and of models are caught as recorded, and have no lasting effect."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

import bufferize
from tests.mutation_score.campaign import all_mutants, context
from tests.mutation_score.conditions import CodeMutant
from tests.mutation_score.declarations import Reach
from tests.mutation_score.judgement import Judge, Judgement, Verdict
from tests.mutation_score.pool import PoolProgram, pool_texts, program_of, runs_of
from tests.mutation_score.results import caught, store, survivors

_PROGRAMS = 24
"""The number of programs that have caught mutants which are tried again."""
_MUTANTS = 6
"""The number of mutants of each of them."""


def test_each_mutant_is_listed_once(update_golden: bool) -> None:
    """With `--update-golden`, those that are new are listed as not judged yet."""
    names = Counter(mutant.name for mutant in all_mutants())
    assert set(names.values()) == {1}
    if update_golden:
        store([], set(names), is_partial=True)
    listed = Counter([*caught(), *survivors()])
    assert listed.keys() == names.keys(), "run `pytest --update-golden`"
    assert set(listed.values()) == {1}
    assert all(reason.strip() for reason in survivors().values())


@pytest.mark.parametrize("is_partial", [False, True])
def test_a_part_of_the_programs_takes_nothing_back(tmp_path: Path, is_partial: bool) -> None:
    files = tmp_path / "caught.json", tmp_path / "survivors.json"

    def stored(partial: bool, **verdicts: Verdict) -> None:
        found = [Judgement(name, "rules", verdict, "a run") for name, verdict in verdicts.items()]
        store(found, {"a", "b", "c", "new"}, partial, *files)

    stored(False, a=Verdict.CHECK, b=Verdict.COPIES, c=Verdict.UNREACHED)
    stored(
        is_partial,
        a=Verdict.UNREACHED,
        b=Verdict.UNCHANGED,
        c=Verdict.SURVIVOR,
        new=Verdict.UNREACHED,
    )
    listed, reasons = caught(files[0]), survivors(files[1])
    assert (listed == {"a": (Verdict.CHECK, "a run")}) is is_partial
    assert ("copies" in reasons["b"]) is is_partial
    assert reasons["c"].startswith("open: the program becomes another one")
    assert reasons["new"] == "no program of the pool comes by it"
    stored(True, a=Verdict.REFUSED, b=Verdict.REFUSED)
    assert caught(files[0])["b"] == (Verdict.REFUSED, "a run")
    assert "b" not in survivors(files[1])
    assert (caught(files[0])["a"][0] is Verdict.CHECK) is is_partial


def test_programs_are_compared_however_late_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "func.func @f(%x: tensor<1xi32>) -> tensor<1xi32> { return %x : tensor<1xi32> }"
    program = program_of("late", text, context())
    assert program is not None
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 1e6)
    other = bufferize.parse(
        """
        func.func @f(%x: tensor<1xi32>) -> tensor<1xi32> {
          %r = arith.addi %x, %x : tensor<1xi32>
          return %r : tensor<1xi32>
        }""",
        context(),
    )
    assert program.problem_of(other, "other")


@pytest.mark.slow
def test_mutants_leave_nothing_behind() -> None:
    known = context()
    for mutant in all_mutants()[::40]:
        code = mutant.function.__code__ if isinstance(mutant, CodeMutant) else None
        with suppress(KeyError), mutant.applied(known):
            if isinstance(mutant, CodeMutant):
                assert mutant.function.__code__ is not code
            else:
                assert known.models.keys() == mutant.models.keys()
            raise KeyError
        if isinstance(mutant, CodeMutant):
            assert mutant.function.__code__ is code
        assert not known.models


@pytest.mark.slow
def test_mutants_are_caught_as_recorded() -> None:
    """A fixed part: programs of the repository, each with mutants that it has caught."""
    mutants = {mutant.name: mutant for mutant in all_mutants()}
    by_program: dict[str, list[str]] = defaultdict(list)
    for name, (verdict, run) in caught().items():
        if verdict is Verdict.CHECK and not run.startswith("generated"):
            by_program[run.rpartition(" (")[0]].append(name)
    texts = dict(pool_texts(0))
    reach = Reach(context())
    programs: list[PoolProgram] = []
    for path in islice(sorted(by_program), 0, None, max(1, len(by_program) // _PROGRAMS)):
        program = program_of(path, texts[path], context())
        assert program is not None, path
        programs.append(program)
        judge = Judge(list(runs_of(program, context(), reach)), context(), 60)
        names = by_program[path]
        for name in names[:: max(1, len(names) // _MUTANTS)]:
            found = judge.judged(mutants[name])
            assert found.verdict is Verdict.CHECK, f"{name} is not caught by {path}"
    assert len(programs) >= min(_PROGRAMS, len(by_program))
