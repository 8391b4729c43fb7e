"""The search for wrong code finds planted bugs, and shrinks the programs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from bufferize.analysis.conflicts import ConflictRules
from bufferize_testing.generation.programs import FEATURES, random_program
from tests.random_programs import native
from tests.random_programs.campaign import campaign
from tests.random_programs.meaning import expected
from tests.random_programs.native import execute
from tests.random_programs.reducer import problems, reduced
from tests.random_programs.search import Batch, Bufferizer, Finding, search
from tests.random_programs.variants import VARIANTS, variants_for
from tests.run_programs import RUNNER

runs = [
    pytest.mark.reference,
    pytest.mark.skipif(shutil.which(RUNNER) is None, reason=f"{RUNNER} is not on PATH"),
]


def test_programs_depend_on_the_seed_alone() -> None:
    assert [random_program(seed).text for seed in range(50)] == [
        random_program(seed).text for seed in range(50)
    ]
    assert len({random_program(seed).text for seed in range(50)}) == 50
    wanted = random_program(3, ["threads"]).text
    assert wanted == random_program(3, ["threads"]).text != random_program(3).text
    assert variants_for(wanted, 3, 6) == variants_for(wanted, 3, 6)


def test_programs_have_the_features_that_are_asked_for() -> None:
    words = {"scalable": "xi32>, tensor", "parallel": "parallel", "globals": "global_load"}
    for feature, word in words.items():
        texts = [random_program(seed, [feature]).text for seed in range(20)]
        assert sum(word in text for text in texts) > 5
    assert len(FEATURES) > 15


def test_programs_have_a_meaning() -> None:
    bufferizer = Bufferizer()
    for seed in range(60):
        expected(bufferizer.parse(random_program(seed).text))


def test_parallel_loops_run_in_turns() -> None:
    text = """
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    vector.print %i : index
    %j = arith.addi %i, %c2 : index
    vector.print %j : index
    scf.reduce
  }
  return
}
"""
    bufferizer = Bufferizer()
    buffers = bufferizer.bufferized(bufferizer.parse(text), VARIANTS["in-turns"])
    assert "scf.parallel" not in buffers
    assert buffers.index("vector.print %c1") < buffers.index("arith.addi %c0")


class TestNative:
    pytestmark = runs

    PROGRAM = """module {{
  func.func private @f() {{
    %k = arith.constant {number} : i32
    vector.print %k : i32
    {line}
    return
  }}
  func.func @main() {{
    call @f() : () -> ()
    return
  }}
}}
"""

    def program(self, number: int, line: str = "") -> str:
        return self.PROGRAM.format(number=number, line=line)

    def test_many_programs_are_run_together(self) -> None:
        with patch.object(native, "_run", wraps=native._run) as run:
            outcomes = execute([self.program(number) for number in range(5)])
        assert [outcome.printed for outcome in outcomes] == [[str(n)] for n in range(5)]
        assert not any(outcome.failure for outcome in outcomes)
        assert run.call_count == 1

    def test_one_that_cannot_be_lowered_is_found(self) -> None:
        line = "'test.unknown'() : () -> ()".replace("'", '"')
        texts = [self.program(number, line if number == 3 else "") for number in range(6)]
        outcomes = execute(texts)
        failed = [n for n, outcome in enumerate(outcomes) if outcome.failure]
        assert failed == [3]
        assert [outcomes[n].printed for n in (0, 2, 4, 5)] == [["0"], ["2"], ["4"], ["5"]]

    def test_one_that_crashes_ends_no_other(self) -> None:
        line = (
            "%p = arith.constant 8 : index\n%m = memref.alloca() : memref<1xi32>\n"
            "%far = arith.constant 1000000000000 : index\nmemref.store %k, %m[%far] : memref<1xi32>"
        )
        outcomes = execute(
            [self.program(number, line if number == 1 else "") for number in (0, 1, 2)]
        )
        assert [outcome.printed for outcome in outcomes] == [["0"], ["1"], ["2"]]
        assert [bool(outcome.failure) for outcome in outcomes] == [False, True, False]

    def test_scalable_vectors_have_a_size(self) -> None:
        line = "%v = arith.constant dense<3> : vector<[2]xi32>\nvector.print %v : vector<[2]xi32>"
        assert execute([self.program(1, line)])[0].printed == ["1", "3", "3", "3", "3"]


class TestPlantedBug:
    """A bug: conflicts are not detected, so that everything is overwritten."""

    @pytest.fixture(autouse=True)
    def planted(self) -> Iterator[None]:
        with patch.object(ConflictRules, "conflicting_definition", lambda *_: None):
            yield

    @pytest.fixture(
        params=[
            pytest.param("native", marks=runs),
            pytest.param("freed", marks=runs),
            "interpreted",
        ]
    )
    def finding(self, request: pytest.FixtureRequest) -> Finding:
        how = request.param
        names = ["pipeline"] if how == "freed" else ["default"]
        batch = Batch(range(20), ["elements"], 1, names, how)
        tally = search(batch, Bufferizer())
        assert tally.findings
        return tally.findings[0]

    @pytest.mark.slow
    def test_is_found_and_made_small(self, finding: Finding) -> None:
        bufferizer = Bufferizer()
        text, problem = reduced(finding, bufferizer)
        assert "prints" in problem
        module = bufferizer.parse(text)
        assert list(problems([module], finding, bufferizer)) == [problem]
        program = text[: text.index("func.func @main")]
        assert len([line for line in program.splitlines() if "arith.constant" not in line]) <= 15

    @pytest.mark.slow
    def test_a_campaign_goes_on_where_it_ended(self, finding: Finding) -> None:
        names, how = [finding.variant.name], finding.how
        batch = Batch(range(100, 180), ["elements"], 1, names, how)
        whole = [done.tally for done in campaign(batch, 2)]
        assert [tally.counts["programs"] for tally in whole] == [40, 40]
        again = search(Batch(range(140, 180), ["elements"], 1, names, how), Bufferizer())
        assert [f.seed for f in again.findings] == [f.seed for f in whole[1].findings]


@pytest.mark.reference
def test_nothing_is_made_of_a_program_that_is_right() -> None:
    text = random_program(0, ["elements"]).text
    finding = Finding(0, text, VARIANTS["copy-before-write"], "prints something else")
    assert reduced(finding, Bufferizer()) == (text, "not found again")
