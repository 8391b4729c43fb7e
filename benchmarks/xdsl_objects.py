"""Modules of xDSL there and back as objects, beside the same by text in the same run.

    python benchmarks/xdsl_objects.py [--at-most 100] [--at-least 7] [FILE.mlir …]

Without a file a program of 5,000 operations is made up. Each row is one file: microseconds per
operation, the best of `--rounds` runs, and the ratio. By text is: xDSL prints, bufferize reads;
bufferize prints, xDSL reads. Neither side verifies.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable
from pathlib import Path

from xdsl.context import Context as XdslContext
from xdsl.dialects import get_all_dialects
from xdsl.parser import Parser
from xdsl.printer import Printer

import bufferize
from bufferize.syntax import PrintOptions, parse_module, print_module
from bufferize_xdsl import from_bufferize, to_bufferize
from measuring import timed
from parse_print import made_up

GENERIC = PrintOptions(generic=True)


def measured(text: str, rounds: int) -> tuple[int, list[float], list[float]]:
    """Return the number of operations, and microseconds for each: by objects and by text."""
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    xdsl_context = XdslContext(allow_unregistered=True)
    for name, load in get_all_dialects().items():
        xdsl_context.register_dialect(name, load)
    ours = parse_module(text, context)
    generic = print_module(ours, GENERIC)
    theirs = Parser(xdsl_context, generic).parse_module()
    count = sum(1 for _ in ours.walk())

    def printed() -> str:
        stream = io.StringIO()
        Printer(stream, print_generic_format=True).print_op(theirs)
        return stream.getvalue()

    printed_text = printed()

    def best(work: Callable[[], object]) -> float:
        return min(timed(work) for _ in range(rounds)) / count * 1e6

    objects = [
        best(lambda: to_bufferize(theirs, context)),
        best(lambda: from_bufferize(ours, xdsl_context)),
    ]
    texts = [
        best(printed) + best(lambda: parse_module(printed_text, context)),
        best(lambda: print_module(ours, GENERIC))
        + best(lambda: Parser(xdsl_context, generic).parse_module()),
    ]
    return count, objects, texts


def main() -> int:
    """Print one row per file; the exit status is 1 if a row is slower than allowed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--at-most", type=float, default=float("inf"), help="microseconds")
    parser.add_argument("--at-least", type=float, default=0.0, help="times as fast as text")
    arguments = parser.parse_args()
    texts = {str(path): path.read_text() for path in arguments.files} or {"made up": made_up()}
    failed = False
    for name, text in texts.items():
        count, objects, by_text = measured(text, arguments.rounds)
        ratio = sum(by_text) / sum(objects)
        failed |= sum(objects) > arguments.at_most or ratio < arguments.at_least
        print(
            f"{name}: {count} ops; objects to bufferize {objects[0]:.1f} back {objects[1]:.1f} "
            f"us/op; text to bufferize {by_text[0]:.1f} back {by_text[1]:.1f} us/op; "
            f"{ratio:.1f} times as fast"
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
