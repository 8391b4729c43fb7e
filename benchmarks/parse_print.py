"""Text to IR and back, beside xDSL on the same generic text in the same run.

    python -m pip install xdsl
    python benchmarks/parse_print.py [FILE.mlir …]

Without a file a program of 5,000 operations is made up. Each row is one file: microseconds per
operation to parse and to print the generic form, the best of `--rounds` runs, and the ratio.
Neither side verifies; xDSL reads every op as an unregistered one, which is its fastest way.
"""

from __future__ import annotations

import argparse
import gc
import io
import sys
import time
from collections.abc import Callable
from pathlib import Path

import bufferize
from bufferize.syntax import PrintOptions, parse_module, print_module


def made_up(layers: int = 1000) -> str:
    """Return a program with about five operations per layer."""
    lines, last = [], "%t"
    for i in range(layers):
        lines += [
            f"  %c{i} = arith.constant {i % 64} : index",
            f"  %e{i} = tensor.extract {last}[%c{i}] : tensor<64xf32>",
            f"  %a{i} = arith.addf %e{i}, %v : f32",
            f"  %m{i} = arith.mulf %a{i}, %e{i} fastmath<fast> : f32",
            f"  %r{i} = tensor.insert %m{i} into {last}[%c{i}] : tensor<64xf32>",
        ]
        last = f"%r{i}"
    body = "\n".join(lines)
    return (
        "func.func @f(%t: tensor<64xf32>, %v: f32) -> tensor<64xf32> {\n"
        f"{body}\n  return {last} : tensor<64xf32>\n}}\n"
    )


def best(rounds: int, work: Callable[[], object]) -> float:
    """Return the least processor seconds of several runs, since others may use the machine, too."""
    seconds = []
    for _ in range(rounds):
        gc.collect()
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def ours(text: str, rounds: int) -> tuple[float, float]:
    """Return the seconds to parse and to print."""
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    generic = PrintOptions(generic=True)
    module = parse_module(text, context)
    return (
        best(rounds, lambda: parse_module(text, context)),
        best(rounds, lambda: print_module(module, generic)),
    )


def theirs(text: str, rounds: int) -> tuple[float, float]:
    """Return the same for xDSL."""
    from xdsl.context import Context
    from xdsl.dialects.builtin import Builtin
    from xdsl.parser import Parser
    from xdsl.printer import Printer

    context = Context(allow_unregistered=True)
    context.load_dialect(Builtin)
    module = Parser(context, text).parse_module()

    def show() -> None:
        Printer(io.StringIO(), print_generic_format=True).print_op(module)

    return best(rounds, lambda: Parser(context, text).parse_module()), best(rounds, show)


def main() -> int:
    """Print one row per file; the exit status is 1 if a ratio is below --at-least."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--at-least", type=float, default=0.0)
    arguments = parser.parse_args()
    texts = {str(path): path.read_text() for path in arguments.files} or {"made up": made_up()}
    least = float("inf")
    for name, text in texts.items():
        module = parse_module(text, bufferize.Context())
        generic = print_module(module, PrintOptions(generic=True))
        ops = sum(1 for _ in module.walk())
        mine, other = ours(generic, arguments.rounds), theirs(generic, arguments.rounds)
        ratio = sum(other) / sum(mine)
        least = min(least, ratio)
        print(
            f"{name}: {ops} ops; bufferize parse {mine[0] / ops * 1e6:.1f} "
            f"print {mine[1] / ops * 1e6:.1f} us/op; xDSL parse {other[0] / ops * 1e6:.1f} "
            f"print {other[1] / ops * 1e6:.1f} us/op; {ratio:.1f} times as fast"
        )
    return 0 if least >= arguments.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
