"""`python -m tests.mutation_score`: is every mutant of the rules and of the models caught?

Each condition of the conflict test is dropped, each flag flipped and each answer of each model changed,
one at a time. A mutant is caught where a program of the pool computes something else, or is refused. See
`Verdict` for the others.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from tests.mutation_score.campaign import campaign, table
from tests.mutation_score.judgement import Judgement, Verdict


def main() -> int:
    """Prints what is not caught, and a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation_score", description=__doc__)
    parser.add_argument("--only", default="", help="mutants with this in their names or groups")
    parser.add_argument("--generated", type=int, default=3, help="programs for each feature (3)")
    parser.add_argument("--seconds", type=float, default=6, help="for each mutant at most (6)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--output", type=Path, help="a JSON line for each mutant")
    arguments = parser.parse_args()
    found: list[Judgement] = []
    output: TextIO | None = arguments.output and arguments.output.open("w")
    for judgement in campaign(
        arguments.only, arguments.generated, arguments.seconds, arguments.jobs
    ):
        found.append(judgement)
        if judgement.verdict in (Verdict.SURVIVOR, Verdict.CRASHED):
            where = f" ({judgement.run})" if judgement.run else ""
            print(f"{judgement.verdict.value}: {judgement.mutant}{where}", flush=True)
        if output is not None:
            fields = asdict(judgement) | {"verdict": judgement.verdict.value}
            output.write(json.dumps(fields) + "\n")
            output.flush()
    print(table(found))
    counts = Counter(judgement.verdict for judgement in found)
    return int(counts[Verdict.SURVIVOR] > 0)


if __name__ == "__main__":
    sys.exit(main())
