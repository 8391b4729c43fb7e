"""`python -m tests.random_programs`: searches for programs that are bufferized to wrong code."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from bufferize_testing.generation.programs import FEATURES, random_program
from tests.random_programs.campaign import campaign
from tests.random_programs.reducer import reduced
from tests.random_programs.search import HOW, Batch, Bufferizer, Finding, Tally
from tests.random_programs.variants import ORDERS, VARIANTS


def main() -> int:
    """Run the search; the exit status is 0 if nothing was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.random_programs", description=__doc__)
    parser.add_argument("--number", type=int, default=1000, help="how many programs (1000)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first one (0)")
    parser.add_argument("--how", default="native", choices=HOW, help="what runs them (native)")
    parser.add_argument("--variants", type=int, default=6, help="under how many variants each (6)")
    parser.add_argument("--hours", type=float, help="stop after this time")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument(
        "--feature", nargs="+", default=[], choices=FEATURES, help="what all programs have"
    )
    parser.add_argument("--variant", nargs="+", default=[], help="draw from these (all)")
    parser.add_argument(
        "--output", type=Path, default=Path("search-failures"), help="where to write findings"
    )
    parser.add_argument("--most", type=int, default=20, help="findings after which it ends (20)")
    parser.add_argument("--show", action="store_true", help="print the programs, judge none")
    arguments = parser.parse_args()
    known = ORDERS if arguments.how == "freed" else VARIANTS
    if unknown := [name for name in arguments.variant if name not in known]:
        parser.error(f"no variant '{unknown[0]}'; with --how {arguments.how}: {', '.join(known)}")
    seeds = range(arguments.seed, arguments.seed + arguments.number)
    if arguments.show:
        for seed in seeds:
            print(f"// seed {seed}\n{random_program(seed, arguments.feature).text}")
        return 0
    return _run(seeds, arguments)


def _run(seeds: range, arguments: argparse.Namespace) -> int:
    start, processor = time.monotonic(), 0.0
    tally = Tally()
    bufferizer = Bufferizer()
    written: set[int] = set()
    next_seed, reported = seeds.start, start
    batch = Batch(seeds, arguments.feature, arguments.variants, arguments.variant, arguments.how)
    seconds = None if arguments.hours is None else 3600 * arguments.hours
    print(f"seeds {seeds.start} to {seeds.stop - 1}, {arguments.how}", flush=True)
    for done in campaign(batch, arguments.jobs, seconds):
        tally.add(done.tally)
        processor += done.seconds
        next_seed = done.batch.seeds.stop
        for finding in done.tally.findings:
            if finding.seed not in written and len(written) < arguments.most:
                written.add(finding.seed)
                _write(finding, arguments.output, bufferizer)
        if time.monotonic() - reported > 60:
            reported = time.monotonic()
            print(f"{next_seed}: {_figures(tally)}", flush=True)
        if len(written) >= arguments.most:
            break
    elapsed = time.monotonic() - start
    print(_figures(tally))
    print(
        f"{processor / 3600:.2f} processor hours, {elapsed / 3600:.2f} hours, "
        f"{tally.counts['pairs'] / max(processor, 1e-9):.1f} pairs a processor second; "
        f"go on with --seed {next_seed}"
    )
    return int(bool(tally.findings))


def _figures(tally: Tally) -> str:
    wrong = len({finding.seed for finding in tally.findings})
    figures = [f"{count} {what}" for what, count in tally.counts.items()]
    return ", ".join([*figures, f"{wrong} programs with findings"])


def _write(finding: Finding, folder: Path, bufferizer: Bufferizer) -> None:
    """Shrink a finding and write it to a file."""
    print(f"seed {finding.seed}, {finding.variant.name}: {finding.problem[:200]}", flush=True)
    text, problem = reduced(finding, bufferizer)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{finding.seed}-{finding.variant.name}.mlir"
    head = [
        f"// SEED: {finding.seed}",
        f"// VARIANT: {finding.variant.name}",
        f"// PIPELINE: {finding.variant.pipeline}",
        f"// {problem}".replace("\n", "\n// "),
    ]
    path.write_text("\n".join([*head, text]), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
