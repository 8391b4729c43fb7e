"""How the time to bufferize grows with one dimension of a program: its width or its length.

    python benchmarks/growth.py [FAMILY …] [--sizes 500,1000,2000] [--at-most 1.5]

Each row is one family of programs: processor seconds for each size, from text to verified buffers
in this process, and the growth exponent against the size before (1 is linear, 2 is quadratic).
"""

from __future__ import annotations

import argparse
import gc
import math
import sys
import time
from collections.abc import Callable

import bufferize
from bufferize.passes import pipeline_from_text

T = "tensor<16xf32>"
PIPELINE = "builtin.module(one-shot-bufferize{bufferize-function-boundaries})"


def listed(n: int, text: str) -> str:
    """`text` n times, its `#` a number."""
    return ", ".join(text.replace("#", str(i)) for i in range(n))


def function(name: str, n: int, body: list[str], returned: str) -> str:
    """A function from n tensors to n tensors; `returned` names result `#`."""
    arguments = f"{listed(n, f'%t#: {T}')}, %v: f32, %k: index, %b: i1"
    types = listed(n, T)
    lines = "\n".join(body)
    returns = f"return {listed(n, returned)} : {types}"
    return f"func.func @{name}({arguments}) -> ({types}) {{\n{lines}\n{returns}\n}}\n"


def inserts(n: int, into: str) -> list[str]:
    """An insertion into each of n tensors."""
    return [f"%b{i} = tensor.insert %v into %{into}{i}[%k] : {T}" for i in range(n)]


def wide_for(n: int) -> str:
    """A loop that carries n tensors."""
    carried, types = listed(n, "%a# = %t#"), listed(n, T)
    body = [f"%r:{n} = scf.for %i = %k to %k step %k iter_args({carried}) -> ({types}) {{"]
    body += [*inserts(n, "a"), f"scf.yield {listed(n, '%b#')} : {types}", "}"]
    return function("f", n, body, "%r~#").replace("~", "#")


def wide_while(n: int) -> str:
    """The same with scf.while."""
    carried, types = listed(n, "%a# = %t#"), listed(n, T)
    body = [f"%r:{n} = scf.while ({carried}) : ({types}) -> ({types}) {{"]
    body += [f"scf.condition(%b) {listed(n, '%a#')} : {types}", "} do {"]
    body += [f"^bb0({listed(n, f'%c#: {T}')}):", *inserts(n, "c")]
    body += [f"scf.yield {listed(n, '%b#')} : {types}", "}"]
    return function("f", n, body, "%r~#").replace("~", "#")


def wide_if(n: int) -> str:
    """A branch that yields n tensors."""
    types = listed(n, T)
    body = [f"%r:{n} = scf.if %b -> ({types}) {{", *inserts(n, "t")]
    body += [f"scf.yield {listed(n, '%b#')} : {types}", "} else {"]
    body += [f"scf.yield {listed(n, '%t#')} : {types}", "}"]
    return function("f", n, body, "%r~#").replace("~", "#")


def wide_call(n: int) -> str:
    """A call that passes and returns n tensors."""
    types = listed(n, T)
    call = (
        f"%r:{n} = call @g({listed(n, '%t#')}, %v, %k, %b) : ({types}, f32, index, i1) -> ({types})"
    )
    callee = function("g", n, inserts(n, "t"), "%b#")
    return callee + function("f", n, [call], "%r~#").replace("~", "#")


def many_functions(n: int) -> str:
    """Functions that call each other in a chain."""
    text = ""
    for i in range(n):
        body = [f"%x = tensor.insert %v into %t0[%k] : {T}"]
        if i:
            body += [f"%y = call @f{i - 1}(%x, %v, %k, %b) : ({T}, f32, index, i1) -> ({T})"]
        text += function(f"f{i}", 1, body, "%y" if i else "%x")
    return text


def views(n: int) -> str:
    """A chain of casts, then a write."""
    body, last = [], "%t0"
    for i in range(n):
        body += [f"%x{i} = tensor.cast {last} : {T} to tensor<?xf32>"]
        body += [f"%y{i} = tensor.cast %x{i} : tensor<?xf32> to {T}"]
        last = f"%y{i}"
    body += [f"%z = tensor.insert %v into {last}[%k] : {T}"]
    return function("f", 1, body, "%z")


def constants(n: int) -> str:
    """Reads of different constant tensors."""
    body = []
    for i in range(n):
        body += [f"%c{i} = arith.constant dense<{i}.0> : {T}"]
        body += [f"%e{i} = tensor.extract %c{i}[%k] : {T}"]
        body += [f"%x{i} = tensor.insert %e{i} into %{f'x{i - 1}' if i else 't0'}[%k] : {T}"]
    return function("f", 1, body, f"%x{n - 1}")


FAMILIES: dict[str, Callable[[int], str]] = {
    f.__name__: f
    for f in (wide_for, wide_while, wide_if, wide_call, many_functions, views, constants)
}


def seconds(text: str) -> float:
    """Processor seconds from text to buffers."""
    context = bufferize.Context()
    manager = pipeline_from_text(PIPELINE, context)
    gc.collect()
    gc.disable()
    start = time.process_time()
    manager.run(bufferize.parse(text, context), context)
    spent = time.process_time() - start
    gc.enable()
    return spent


def main() -> int:
    """Prints one row a family; the exit status is 1 when a last exponent is above --at-most."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("families", nargs="*", default=list(FAMILIES), metavar="FAMILY")
    parser.add_argument("--sizes", default="500,1000,2000")
    parser.add_argument("--at-most", type=float, default=math.inf)
    options = parser.parse_args()
    worst = 0.0
    seconds(function("f", 1, inserts(1, "t"), "%b#"))  # loads what all of them need
    for family in options.families:
        row, before, exponent = f"{family:16}", (0, 0.0), 0.0
        for size in map(int, options.sizes.split(",")):
            spent = seconds(FAMILIES[family](size))
            row += f"  {size}: {spent:.2f} s"
            if before[0]:
                exponent = math.log(spent / before[1]) / math.log(size / before[0])
                row += f" (growth {exponent:.2f})"
            before = (size, spent)
        worst = max(worst, exponent)
        print(row, flush=True)
    return 0 if worst <= options.at_most else 1


if __name__ == "__main__":
    sys.exit(main())
