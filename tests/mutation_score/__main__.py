"""`python -m tests.mutation_score`: whether every mutant of rules and models is caught.

Each condition of the conflict test is dropped, each flag flipped and each answer of each model
changed, one at a time. A mutant is caught if a program of the pool computes something else, or is
refused. See `Verdict` for other outcomes.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from tests.mutation_score.campaign import (
    GENERATED,
    Plan,
    all_mutants,
    campaign,
    chosen_mutants,
    context,
    table,
)
from tests.mutation_score.judgement import Judgement, Verdict
from tests.mutation_score.results import CAUGHT, store, survivors
from tests.mutation_score.search import search


def main() -> int:
    """Print a table, and what needs attention; the exit status is 0 if all survivors are listed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation_score", description=__doc__)
    parser.add_argument("--only", default="", help="mutants with this in their names or groups")
    parser.add_argument("--missing", action="store_true", help="only those that are open")
    parser.add_argument(
        "--programs", default="", metavar="REGEX", help="only those with this in their names"
    )
    parser.add_argument(
        "--generated", type=int, default=GENERATED, help=f"programs for each feature ({GENERATED})"
    )
    parser.add_argument("--seconds", type=float, default=6, help="for each mutant at most (6)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--output", type=Path, help="a JSON line for each mutant")
    parser.add_argument(
        "--store", action="store_true", help="bring caught.json and survivors.json up to date"
    )
    parser.add_argument(
        "--search",
        type=int,
        metavar="N",
        help="try N random programs on the mutants that are listed as open instead",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the first of these (0)")
    arguments = parser.parse_args()
    if arguments.search:
        return _search(arguments)
    found: list[Judgement] = []
    output: TextIO | None = arguments.output and arguments.output.open("w")
    plan = Plan(
        arguments.only,
        arguments.generated,
        arguments.seconds,
        arguments.missing,
        arguments.programs,
    )
    for judgement in campaign(plan, arguments.jobs):
        found.append(judgement)
        if judgement.verdict in (Verdict.SURVIVOR, Verdict.CRASHED):
            where = f" ({judgement.run})" if judgement.run else ""
            print(f"{judgement.verdict.value}: {judgement.mutant}{where}", flush=True)
        if output is not None:
            fields = asdict(judgement) | {"verdict": judgement.verdict.value}
            output.write(json.dumps(fields) + "\n")
            output.flush()
    print(table(found))
    if arguments.store:
        store(found, {mutant.name for mutant in all_mutants()}, plan.is_partial)
    known = survivors()
    return int(any(j.verdict not in CAUGHT and j.mutant not in known for j in found))


def _search(arguments: argparse.Namespace) -> int:
    wanted = chosen_mutants(arguments.only, missing=True)
    seeds = range(arguments.seed, arguments.seed + arguments.search)
    found = []
    for judgement, program in search(wanted, seeds, context()):
        print(f"{program}: {judgement.mutant}", flush=True)
        found.append(judgement)
    print(f"{len(found)} of {len(wanted)} mutants caught")
    if arguments.store:
        store(found, {mutant.name for mutant in all_mutants()}, is_partial=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
