"""`python -m tests.deallocated_programs`: searches for programs whose buffers are freed wrongly.

Random programs on tensors are bufferized, and their buffers placed and freed in each order of passes
that `docs/buffers.md` names; all are lowered by mlir-opt and run under an allocator that sees leaks,
double frees and uses of freed memory. They must print what they mean.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bufferize.diagnostics import DiagnosticError
from bufferize.testing.generation.programs import random_program
from tests.random_programs.evaluation import Undefined
from tests.random_programs.meaning import expected
from tests.random_programs.native import execute
from tests.random_programs.search import Bufferizer, Finding, Left, Refused, Tally, problem_of
from tests.random_programs.variants import Variant, one_shot

_PIPELINE = "buffer-deallocation-pipeline"
_DYNAMIC = "private-function-dynamic-ownership=true"
_EARLIEST = "earliest-deallocation=true"
_HOISTED = "buffer-hoisting,buffer-loop-hoisting"
ORDERS = {
    "pipeline": _PIPELINE,
    "dynamic": f"{_PIPELINE}{{{_DYNAMIC}}}",
    "earliest": f"{_PIPELINE}{{{_EARLIEST}}}",
    "dynamic-earliest": f"{_PIPELINE}{{{_DYNAMIC} {_EARLIEST}}}",
    "liveness": f"{_PIPELINE},optimize-allocation-liveness",
    "hoisted": f"{_HOISTED},{_PIPELINE}",
    "hoisted-earliest": f"{_HOISTED},{_PIPELINE}{{{_EARLIEST}}}",
    "promoted": f"{_HOISTED},promote-buffers-to-stack,{_PIPELINE},optimize-allocation-liveness",
    "promoted-earliest": f"promote-buffers-to-stack,{_PIPELINE}{{{_EARLIEST}}}",
    "steps": "ownership-based-buffer-deallocation,canonicalize,buffer-deallocation-simplification,"
    "bufferization-lower-deallocations,cse,canonicalize",
    "unsimplified": "ownership-based-buffer-deallocation,convert-bufferization-to-memref",
}
_OPTIONS = (
    "",
    "disjoint-subsets",
    "copy-before-write",
    "function-boundary-type-conversion=identity-layout-map",
)
_REFUSALS = (
    "Only structured control-flow loops are supported",
    "ops with unknown memory side effects are not supported",
    "memory free side-effect on MemRef value not supported",
)
_BATCH = 20
"""How many programs are run together, in some orders each."""


def variants_of(seed: int, number: int) -> list[Variant]:
    """The pipelines for the program of a seed, so many of them."""
    options = _OPTIONS[seed % len(_OPTIONS)]
    orders = random.Random(seed).sample(list(ORDERS), number)
    return [Variant(name, f"{one_shot(options)},{ORDERS[name]}") for name in orders]


def judge(seeds: Sequence[int], bufferizer: Bufferizer, orders: int) -> Tally:
    """Judges programs, in so many orders each."""
    tally = Tally()
    jobs: dict[str, list[tuple[int, str, list[str], Variant]]] = {}
    for seed in seeds:
        text = random_program(seed).text
        tally.counts["programs"] += 1
        module = bufferizer.parse(text)
        try:
            wanted = [*expected(module), "0"]
        except Undefined:
            tally.counts["dropped"] += 1
            continue
        for variant in variants_of(seed, orders):
            tally.counts["pairs"] += 1
            tally.counts[variant.name] += 1
            try:
                buffers = bufferizer.bufferized(module, variant)
            except (Refused, Left):
                tally.counts["not bufferized"] += 1
            except DiagnosticError as error:
                if any(refusal in str(error) for refusal in _REFUSALS):
                    tally.counts["refused"] += 1
                else:
                    tally.findings.append(Finding(seed, text, variant, str(error)))
            else:
                jobs.setdefault(buffers, []).append((seed, text, wanted, variant))
    tally.counts["runs"] += len(jobs)
    for outcome, pairs in zip(execute(list(jobs), checked=True), jobs.values(), strict=True):
        for seed, text, wanted, variant in pairs:
            if problem := problem_of(wanted, variant, outcome):
                tally.findings.append(Finding(seed, text, variant, problem))
    return tally


def main() -> int:
    """Runs the search; the exit status is 0 where nothing was found."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--number", type=int, default=200, help="how many programs (200)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first one (0)")
    parser.add_argument(
        "--orders", type=int, default=len(ORDERS), help="of how many orders each (all)"
    )
    parser.add_argument("--output", type=Path, default=Path("search-failures"))
    arguments = parser.parse_args()
    start, counts, found = time.monotonic(), Counter[str](), 0
    bufferizer = Bufferizer()
    end = arguments.seed + arguments.number
    for first in range(arguments.seed, end, _BATCH):
        tally = judge(range(first, min(first + _BATCH, end)), bufferizer, arguments.orders)
        counts.update(tally.counts)
        for finding in tally.findings:
            found += 1
            name = f"{finding.seed}-{finding.variant.name}"
            print(f"{name}: {finding.problem[:300]}", flush=True)
            arguments.output.mkdir(parents=True, exist_ok=True)
            head = f"// PIPELINE: {finding.variant.pipeline}\n"
            (arguments.output / f"{name}.mlir").write_text(head + finding.text, encoding="utf-8")
    figures = ", ".join(f"{count} {what}" for what, count in counts.items())
    print(f"{figures}, {found} findings; {time.monotonic() - start:.0f} s")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
