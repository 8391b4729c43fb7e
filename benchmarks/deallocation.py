"""How the time to free buffers grows with the number of allocations.

    python benchmarks/deallocation.py [FAMILY …] [--sizes 1000,4000,16000] [--at-most 1.25]

Each row is one family of programs and one pass, after the passes before it, or the pipeline that frees
as early as the last use allows: processor seconds for each number of allocations, and the growth exponent over all sizes (1 is linear, 2 is quadratic).
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from measuring import growth, options, row, seconds

M = "memref<4xf32>"
PIPELINES = (
    (
        "ownership-based-buffer-deallocation",
        "buffer-deallocation-simplification",
        "bufferization-lower-deallocations",
    ),
    ("buffer-deallocation-pipeline{earliest-deallocation=true}",),
    ("buffer-deallocation", "copy-removal"),
)


def function(parameters: str, body: list[str]) -> str:
    """Return the text of a function."""
    lines = "\n".join(body)
    return f"func.func @f(%v: f32, %i: index, %c: i1{parameters}) {{\n{lines}\nreturn\n}}\n"


def new(name: str) -> str:
    """Return the lines of a new buffer that is written to."""
    return f"{name} = memref.alloc() : {M}\nmemref.store %v, {name}[%i] : {M}"


def straight(n: int) -> str:
    """Buffers one after the other."""
    return function("", [new(f"%a{k}") for k in range(n)])


def in_loops(n: int) -> str:
    """Buffers in loops of depth two."""
    body = []
    for k in range(n):
        body += [f"scf.for %j{k} = %i to %i step %i {{", f"scf.for %l{k} = %i to %i step %i {{"]
        body += [new(f"%a{k}"), "}", "}"]
    return function("", body)


def in_blocks(n: int) -> str:
    """Buffers in blocks that may branch to another one before the next."""
    body = ["cf.br ^b0"]
    for k in range(n):
        body += [f"^b{k}:", new(f"%a{k}"), f"cf.cond_br %c, ^t{k}, ^b{k + 1}"]
        body += [f"^t{k}:", f"memref.store %v, %a{k}[%i] : {M}", f"cf.br ^b{k + 1}"]
    return function("", [*body, f"^b{n}:"])


def carried(n: int) -> str:
    """Loops that carry what they allocate, in chains of ten."""
    body = []
    for k in range(n):
        start = f"%r{k - 1}" if k % 10 else "%p"
        body += [
            f"%r{k} = scf.for %j{k} = %i to %i step %i iter_args(%x{k} = {start}) -> ({M}) {{",
            f"%a{k} = memref.alloc() : {M}\nmemref.copy %x{k}, %a{k} : {M} to {M}",
            f"scf.yield %a{k} : {M}",
            "}",
            f"memref.store %v, %r{k}[%i] : {M}",
        ]
    return function(f", %p: {M}", body)


def in_pairs(n: int) -> str:
    """Pairs of buffers, one of which is selected and passed on while either may be freed."""
    body = []
    for k in range(n // 2):
        body += [f"scf.if %c {{\n{new(f'%a{k}')}\n{new(f'%b{k}')}"]
        body += [f"%r{k} = arith.select %c, %a{k}, %b{k} : {M}", "scf.execute_region {"]
        body += [f"cf.br ^n{k}(%r{k} : {M})\n^n{k}(%s{k}: {M}):"]
        body += [f"memref.store %v, %s{k}[%i] : {M}", "scf.yield", "}", "}"]
    return function("", body)


def copied(n: int) -> str:
    """Chains of ten buffers, each copied to the next one; the last one is freed at the end."""
    body = []
    for k in range(n):
        body.append(new(f"%a{k}") if k % 10 == 0 else f"%a{k} = memref.alloc() : {M}")
        body += [f"memref.copy %a{k - 1}, %a{k} : {M} to {M}"] if k % 10 else []
    lasts = [f"memref.store %v, %a{k}[%i] : {M}" for k in range(9, n, 10)]
    return function("", [*body, *lasts])


def in_branches(n: int) -> str:
    """Buffers that are needed in one of two branches."""
    body = []
    for k in range(n):
        body += [new(f"%a{k}"), f"scf.if %c {{\nmemref.store %v, %a{k}[%i] : {M}\n}}"]
    return function("", body)


def handed_to_a_call(n: int) -> str:
    """Buffers that are all passed to a call, which returns as many."""
    types, names = ", ".join([M] * n), ", ".join(f"%a{k}" for k in range(n))
    body = [new(f"%a{k}") for k in range(n)]
    body += [f"%r:{n} = func.call @g({names}) : ({types}) -> ({types})"]
    body += [f"memref.store %v, %r#{k}[%i] : {M}" for k in range(n)]
    return f"func.func private @g({types}) -> ({types})\n{function('', body)}"


FAMILIES: dict[str, Callable[[int], str]] = {
    f.__name__: f
    for f in (
        straight,
        in_loops,
        in_blocks,
        in_branches,
        carried,
        in_pairs,
        copied,
        handed_to_a_call,
    )
}


def main() -> int:
    """Print one row per family and pass; the exit status is 1 if an exponent is above --at-most."""
    given = options(str(__doc__), list(FAMILIES), "1000,4000,16000")
    worst = 0.0
    for passes in PIPELINES:
        seconds(straight(2), passes)  # loads what all of them need
        for family in given.families:
            spent = [seconds(FAMILIES[family](size), passes) for size in given.sizes]
            for name, times in zip(passes, zip(*spent, strict=True), strict=True):
                print(row(f"{family:16} {name:56}", given.sizes, times), flush=True)
                worst = max(worst, growth(given.sizes, times))
    return 0 if worst <= given.at_most else 1


if __name__ == "__main__":
    sys.exit(main())
