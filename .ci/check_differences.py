"""Whether a comparison with the reference differs only where `differences.toml` says so.

    python check_differences.py LEVEL REPORT

REPORT is what conform.py wrote with --json. Exit status 1 if a case differs that is not listed, if a
listed one does not any more, or if a program that is named as a proof is gone. Programs in the table
`newer` have an operation that the reference has no model for: all their cases differ.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import tomllib

HERE = Path(__file__).parent


def main(level: str, report: str) -> int:
    """Print what is wrong; the exit status."""
    tables = tomllib.loads((HERE / "differences.toml").read_text())
    listed = tables.get(level, {})
    expected = {case for cases in listed.values() for case in cases}
    newer = tables["newer"] if level != "roundtrip" else {}
    programs = {program for named in newer.values() for program in named}
    results = {r["case"]: r["verdict"] for r in json.loads(Path(report).read_text())}
    problems = [
        f"not listed: {case}"
        for case, verdict in results.items()
        if verdict != "same"
        and (case not in expected or verdict != "differs")
        and (case.partition(" ")[0] not in programs or verdict not in ("differs", "accepts"))
    ]
    problems += [
        f"listed, but the same: {case}"
        for case, verdict in results.items()
        if verdict == "same" and (case in expected or case.partition(" ")[0] in programs)
    ]
    problems += [
        f"no such program: {proof}"
        for proof in (*listed, *newer)
        if not (HERE.parent / proof).exists()
    ]
    for problem in problems:
        print(f"{level}: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
