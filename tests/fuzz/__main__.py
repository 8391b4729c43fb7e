"""`python -m tests.fuzz`: runs mutants, and writes those that fail to files."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.corpus import SEEDS, pieces
from tests.fuzz.mutants import LATE, Maker, Mutant, Outcome, loaded, new_context, saved, shrunk
from tests.fuzz.workers import Judged, Limits, judge_all, judge_guarded

_EACH = 3
"""The number of failures of one kind that are written."""


def main() -> int:
    """Run the fuzzer; the exit status is 0 if no mutant failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--number", type=int, default=1000, help="how many mutants (1000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one (0)")
    parser.add_argument("--seed", type=int, default=0, help="other mutants for another seed (0)")
    parser.add_argument("--corpus", type=Path, action="append", default=[], help="more programs")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument(
        "--output", type=Path, default=Path("fuzz-failures"), help="where to write failures"
    )
    parser.add_argument("--shrink", type=float, default=20, help="seconds to make one small (20)")
    parser.add_argument("--show", action="store_true", help="print the mutants, judge none")
    parser.add_argument("--replay", type=Path, nargs="+", help="judge these files instead")
    arguments = parser.parse_args()
    if arguments.replay:
        return _replay(arguments.replay)
    maker = Maker(pieces([*SEEDS, *arguments.corpus]), arguments.seed)
    numbers = range(arguments.first, arguments.first + arguments.number)
    if arguments.show:
        for number in numbers:
            mutant = maker.mutant(number, new_context())
            print(f"// PIPELINE: {mutant.pipeline}\n{mutant.text}")
        return 0
    return _Run(maker, arguments).judge(numbers)


def _replay(paths: list[Path]) -> int:
    failures = 0
    for path in paths:
        outcome = judge_guarded(
            loaded(path.read_text(encoding="utf-8", errors="surrogateescape")),
            Limits(),
            new_context(),
        )
        print(f"{path}: {outcome.kind}\n{outcome.details}")
        failures += outcome.is_failure
    return int(failures > 0)


class _Run:
    def __init__(self, maker: Maker, arguments: argparse.Namespace) -> None:
        self.maker = maker
        self.arguments = arguments
        self.context = new_context()
        self.kinds = Counter[str]()
        self.problems = Counter[str]()
        self.slowest = self.biggest = Judged(-1, Outcome("none"), 0, 0)

    def judge(self, numbers: range) -> int:
        """Run all mutants; print what was found, and how long it took."""
        start = time.perf_counter()
        print(f"{len(self.maker.pieces)} programs, seed {self.maker.seed}, {len(numbers)} mutants")
        for judged in judge_all(self.maker, numbers, self.arguments.jobs, Limits()):
            outcome = judged.outcome
            word = LATE if outcome.is_late else "failed" if outcome.is_failure else outcome.kind
            self.kinds[word] += 1
            self.slowest = max(self.slowest, judged, key=lambda found: found.seconds)
            self.biggest = max(self.biggest, judged, key=lambda found: found.bytes)
            if outcome.is_failure or outcome.is_late:
                self._save(judged)
            count = self.kinds.total()
            if count % 5000 == 0:
                print(f"{count}: {dict(self.kinds)}", flush=True)
        seconds = time.perf_counter() - start
        found = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items()))
        print(f"{found}; {1000 * seconds / len(numbers):.1f} ms a mutant")
        print(f"slowest: {self.slowest.number}, {self.slowest.seconds:.2f} s")
        print(f"most memory: {self.biggest.number}, {self.biggest.bytes >> 20} MiB")
        for kind, count in self.problems.most_common():
            print(f"{count} x {kind}")
        return int(self.kinds["failed"] > 0)

    def _save(self, judged: Judged) -> None:
        kind = judged.outcome.kind
        self.problems[kind] += 1
        if self.problems[kind] > _EACH:
            return
        print(f"{judged.number}: {kind}", flush=True)
        mutant = self.maker.mutant(judged.number, self.context)
        if judged.outcome.is_failure:
            mutant = shrunk(mutant, kind, self._again, self.arguments.shrink)
        self.arguments.output.mkdir(parents=True, exist_ok=True)
        path = self.arguments.output / f"{self.maker.seed}-{judged.number}.mlir"
        text = saved(mutant, judged.outcome, judged.number)
        path.write_text(text, encoding="utf-8", errors="surrogateescape")

    def _again(self, mutant: Mutant) -> Outcome:
        return judge_guarded(mutant, Limits(), self.context)


if __name__ == "__main__":
    sys.exit(main())
