"""Compare reference counting with ownership-based deallocation on ten small programs.

    python benchmarks/reference_counting.py [--store]

Each program of `benchmarks/counted` is freed in both ways, and run by the interpreter, which stops at
leaks, double frees and uses of freed memory. It counts the operations in the module, also those of
helper functions, the operations executed, the allocations, also those of counters and of what helper
functions are passed, and the copies. `--store` writes the table of docs/use/reference-counting.md anew.
"""

from __future__ import annotations

import argparse
import io
from pathlib import Path
from typing import NamedTuple

import bufferize
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine

HERE = Path(__file__).parent
PROGRAMS = HERE / "counted"
PAGE = HERE.parent / "docs" / "use" / "reference-counting.md"
START, END = "<!-- table -->\n", "<!-- end of table -->\n"
_DYNAMIC = "private-function-dynamic-ownership=true"
OWNERSHIP = f"buffer-deallocation-pipeline{{{_DYNAMIC}}}"
COUNTING = (
    f"expand-realloc{{emit-deallocs=false}},canonicalize,reference-counting-deallocation{{{_DYNAMIC}}},"
    "canonicalize,buffer-deallocation-simplification,convert-bufferization-to-memref,cse,canonicalize"
)


class Figures(NamedTuple):
    """The size and the cost of a program whose buffers are freed."""

    size: int
    executed: int
    allocations: int
    copies: int


def measured(text: str, pipeline: str) -> tuple[Figures, str]:
    """Return the figures of a program freed by `pipeline`, and what it prints. Raises Trap."""
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    pipeline_from_text(f"builtin.module({pipeline})", context).run(module, context)
    output = io.StringIO()
    counts = Machine(module, context, output=output).run("main", leaks=True).statistics
    size = sum(1 for op in module.walk() if op is not module)
    return Figures(size, counts.executed, counts.allocations, counts.copies), output.getvalue()


def table() -> str:
    """Return the table: of each figure that of ownership, and that of counting."""
    lines = [
        "| program | operations | executed | allocations | copies |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for path in sorted(PROGRAMS.glob("*.mlir")):
        text = path.read_text()
        (owned, printed), (counted, same) = measured(text, OWNERSHIP), measured(text, COUNTING)
        if printed != same:
            raise AssertionError(f"{path.name} prints {same!r} and not {printed!r}")
        cells = (f"{a:,} / {b:,}" for a, b in zip(owned, counted, strict=True))
        what = text.partition("\n")[0].removeprefix("// ").removesuffix(".")
        lines.append(f"| `{path.stem}`: {what[0].lower()}{what[1:]} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def page(text: str) -> str:
    """Return the page with the table as it is now."""
    before, _, rest = text.partition(START)
    return f"{before}{START}{table()}{END}{rest.partition(END)[2]}"


def main() -> None:
    """Print the table, or store it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--store", action="store_true", help="write the table of the page anew")
    if parser.parse_args().store:
        PAGE.write_text(page(PAGE.read_text()))
    else:
        print(table(), end="")


if __name__ == "__main__":
    main()
