"""`python -m tests.small_programs`: judges all small programs of a space."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import product

from bufferize.analysis import AnalysisHeuristic
from tests.small_programs import ledger
from tests.small_programs.search import HOW, Part, search
from tests.small_programs.spaces import SPACES


def main() -> int:
    """Judge programs, or write the ledger; the exit status is 0 if none is wrong or refused."""
    parser = argparse.ArgumentParser(prog="python -m tests.small_programs", description=__doc__)
    parser.add_argument("--space", nargs="+", default=list(SPACES), choices=SPACES, metavar="NAME")
    parser.add_argument("--operations", type=int, nargs="+", help="how many operations each (1, 2)")
    parser.add_argument("--how", default="decisions", choices=HOW, help="how they are judged")
    parser.add_argument("--start", type=int, default=0, help="the number of the first program (0)")
    parser.add_argument("--stop", type=int, help="the number before which it ends (the last one)")
    parser.add_argument("--every", type=int, default=1, help="judge only every so many (1)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--heuristic", default="bottom-up", help="the order of decisions")
    parser.add_argument("--compare", action="store_true", help="with the copies of mlir-opt-22")
    parser.add_argument("--show", type=int, default=3, help="how many programs of a kind (3)")
    parser.add_argument(
        "--count", action="store_true", help="only print how many programs there are"
    )
    parser.add_argument("--ledger", action="store_true", help="write the ledger of these spaces")
    arguments = parser.parse_args()
    if arguments.count:
        for name in arguments.space:
            print(name, *(SPACES[name].count(operations) for operations in range(1, 5)))
        return 0
    numbers = arguments.operations or [1, 2]
    if arguments.ledger:
        ledger.measure(arguments.space, numbers, arguments.jobs)
        return 0
    return max(_run(name, number, arguments) for name, number in product(arguments.space, numbers))


def _run(name: str, operations: int, arguments: argparse.Namespace) -> int:
    stop = SPACES[name].count(operations)
    if arguments.stop is not None:
        stop = min(stop, arguments.stop)
    numbers = range(arguments.start, stop, arguments.every)
    known = {heuristic.value: heuristic for heuristic in AnalysisHeuristic}
    heuristic = known.get(arguments.heuristic, arguments.heuristic)
    whole = Part(name, operations, numbers, arguments.how, arguments.compare, heuristic)
    counts: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    start = reported = time.monotonic()
    print(f"{name}, {operations} operations: {len(numbers)} programs", flush=True)
    for part, tally in search(whole, arguments.jobs):
        counts += tally.counts
        for finding in tally.findings:
            shown[finding.what] += 1
            if shown[finding.what] <= arguments.show:
                print(finding, flush=True)
        if time.monotonic() - reported > 60:
            reported = time.monotonic()
            print(f"go on with --start {part.numbers.stop}: {_figures(counts)}", flush=True)
    print(f"{name}: {_figures(counts)}, {time.monotonic() - start:.0f} s", flush=True)
    return int(bool(counts["wrong"] or counts["refused"]))


def _figures(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {what}" for what, count in counts.items())


if __name__ == "__main__":
    sys.exit(main())
