"""Modules of folders, run before and after they are bufferized, as `bufferize check` does.

    python -m tests.checked_modules FOLDER… [--options N] [--work N] [--only TEXT]

prints what is not the same, and how many functions were the same, differ, or were not run, and why.
"""

from __future__ import annotations

import argparse
import resource
from collections import Counter
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Final

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import DYNAMIC, Operation, ShapedType
from bufferize.passes import pipeline_from_text
from bufferize_interpreter.validation import PipelineVariant, Validation, Validator

OPTIONS: Final = (
    "bufferize-function-boundaries",
    "bufferize-function-boundaries allow-return-allocs-from-loops "
    "function-boundary-type-conversion=identity-layout-map "
    "unknown-type-conversion=identity-layout-map",
    "bufferize-function-boundaries copy-before-write",
    "allow-unknown-ops",
)
MOST_WORK: Final = 1 << 25
"""Iterations of a function that is run, if nobody says."""
_MEMORY: Final = 6 << 30
"""Bytes that the process may use."""


def check(
    text: str, context: bufferize.Context, options: str, work: float = MOST_WORK
) -> tuple[Validation, list[str]]:
    """What becomes of the functions of a module; and those that are too large to be run."""
    module = bufferize.parse(text, context)
    pipeline = pipeline_from_text(f"builtin.module(one-shot-bufferize{{{options}}})", context)
    validator = Validator(module, context, inputs=2)
    work_of = {
        op.symbol_name: _work(op)
        for op in module.regions[0].entry.ops
        if isinstance(op, FunctionOpInterface)
    }
    too_large = [name for name in validator.names() if work_of[name] > work]
    wanted = [name for name in validator.names() if name not in too_large]
    return validator.run([PipelineVariant(options, pipeline)], wanted), too_large


def _work(function: Operation) -> int:
    """Iterations of the loop nests of a function, as far as their extents are static."""
    total = 0
    for op in function.walk():
        shapes = [v.type.extents or () for v in op.operands if isinstance(v.type, ShapedType)]
        if len(shapes) > 1:
            largest = max(prod(n for n in shape if n != DYNAMIC) for shape in shapes)
            inner = max((n for n in shapes[0] if n != DYNAMIC), default=1)
            total += largest * (inner if "mat" in op.name or "conv" in op.name else 1)
    return total


def _verdicts(
    text: str, context: bufferize.Context, options: str, work: float
) -> Iterator[tuple[str, str]]:
    """For each function what became of it, and more about that."""
    try:
        found, too_large = check(text, context, options, work)
    except DiagnosticError as problem:
        yield "not read", str(problem).splitlines()[0]
        return
    yield from (("too large", f"@{name}") for name in too_large)
    yield from (
        ("not run", f"@{name}: {str(why).splitlines()[0]}")
        for name, why in {**found.not_run, **found.not_compared}.items()
    )
    if found.refused:
        yield "refused", str(*found.refused.values()).splitlines()[0]
        return
    for finding in found.findings:
        detail = finding.problem if finding.trap is None else str(finding.trap).splitlines()[0]
        yield "WRONG", f"@{finding.function}: {detail}"
    yield from [("same", "")] * (found.functions - len(found.findings))


def main() -> None:
    """Checks the modules of folders."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--options", type=int, default=1, help="how many of the option strings")
    parser.add_argument("--only", default="", help="modules with this in their names")
    parser.add_argument("--work", type=float, default=MOST_WORK, help="iterations at most")
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    counts: Counter[str] = Counter()
    paths = [path for folder in arguments.folders for path in sorted(folder.rglob("*.mlir"))]
    for path in (path for path in paths if arguments.only in str(path)):
        for options in OPTIONS[: arguments.options]:
            for verdict, detail in _verdicts(path.read_text(), context, options, arguments.work):
                counts[verdict] += 1
                if verdict != "same":
                    print(f"{path} ({options.split()[-1]}): {verdict}: {detail}", flush=True)
    print(dict(counts))


if __name__ == "__main__":
    main()
