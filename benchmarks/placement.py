"""How the time of the passes on buffers grows with the number of allocations.

    python benchmarks/placement.py [FAMILY …] [--sizes 1000,4000,16000] [--at-most 1.25]

Each row is one pass on one family of programs: processor seconds for each number of allocations, of
the pass alone in this process, and the growth exponent over all sizes (1 is linear, 2 is quadratic).
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from measuring import growth, options, row, seconds

M = "memref<16xf32>"
PASSES = (
    "buffer-hoisting",
    "buffer-loop-hoisting",
    "promote-buffers-to-stack",
    "optimize-allocation-liveness",
)


def function(body: list[str]) -> str:
    """Return a function of a buffer, an index and a condition."""
    lines = "\n".join(body)
    return f"func.func @f(%x: {M}, %k: index, %c: i1) {{\n{lines}\nreturn\n}}\n"


def use(name: str) -> str:
    """Return a read of a buffer."""
    return f"memref.copy {name}, %x : {M} to {M}"


def straight(n: int) -> str:
    """Buffers one after the other, all freed at the end."""
    body = [f"%a{i} = memref.alloc() : {M}\n{use(f'%a{i}')}" for i in range(n)]
    return function([*body, *(f"memref.dealloc %a{i} : {M}" for i in range(n))])


def view_chain(n: int) -> str:
    """Buffers that are each used together with views of the one before."""
    body = []
    for i in range(n):
        last = f"%s{i - 1}" if i else "%x"
        body += [f"%a{i} = memref.alloc() : {M}", f"%s{i} = arith.select %c, %a{i}, {last} : {M}"]
    return function([*body, use(f"%s{n - 1}")])


def in_a_loop(n: int) -> str:
    """Buffers in the body of one loop."""
    body = [f"%a{i} = memref.alloc() : {M}\n{use(f'%a{i}')}" for i in range(n)]
    return function(["scf.for %i = %k to %k step %k {", *body, "}"])


def in_loops(n: int) -> str:
    """Buffers in nests of four loops and a branch, sixteen each."""
    body = []
    for nest in range(n // 16):
        body += [f"scf.for %i{depth} = %k to %k step %k {{" for depth in range(4)]
        body += [f"%a{i} = memref.alloc() : {M}\n{use(f'%a{i}')}" for i in range(8)]
        body += [f"%r{nest} = scf.if %c -> ({M}) {{"]
        body += [f"%b{i} = memref.alloc() : {M}\n{use(f'%b{i}')}" for i in range(8)]
        body += [f"scf.yield %b7 : {M}", "} else {", f"scf.yield %a0 : {M}", "}"]
        body += [use(f"%r{nest}"), *["}"] * 4]
    return function(body)


def carried(n: int) -> str:
    """Loops one after another, each of which carries a buffer to the next one."""
    body = []
    for i in range(n):
        last = f"%r{i - 1}" if i else "%x"
        body += [f"%r{i} = scf.for %i{i} = %k to %k step %k iter_args(%p{i} = {last}) -> ({M}) {{"]
        body += [f"%a = memref.alloc() : {M}", f"memref.copy %p{i}, %a : {M} to {M}"]
        body += [f"scf.yield %a : {M}", "}"]
    return function([*body, use(f"%r{n - 1}")])


def diamonds(n: int) -> str:
    """Diamonds of blocks that pass on what either side, or the block before, allocates."""
    body = []
    for i in range(n):
        last = f"%r{i - 1}" if i else "%x"
        body += [f"cf.cond_br %c, ^left{i}, ^join{i}({last} : {M})", f"^left{i}:"]
        body += [f"%a{i} = memref.alloc() : {M}", use(f"%a{i}"), f"cf.br ^join{i}(%a{i} : {M})"]
        body += [f"^join{i}(%r{i}: {M}):"]
    return function([*body, use(f"%r{n - 1}")])


def to_the_end(n: int) -> str:
    """A chain of blocks, each of which may branch to the last one with its buffer."""
    body = ["cf.br ^bb0\n^bb0:"]
    for i in range(n):
        body += [f"%a{i} = memref.alloc() : {M}", use(f"%a{i}")]
        body += [f"cf.cond_br %c, ^end(%a{i} : {M}), ^bb{i + 1}", f"^bb{i + 1}:"]
    return function([*body, f"cf.br ^end(%x : {M})", f"^end(%r: {M}):", use("%r")])


def loops_of_blocks(n: int) -> str:
    """Blocks that may branch back to themselves with what they allocate."""
    body = [f"cf.br ^bb0(%x : {M})"]
    for i in range(n):
        body += [f"^bb{i}(%p{i}: {M}):", f"%a{i} = memref.alloc() : {M}"]
        body += [f"memref.copy %p{i}, %a{i} : {M} to {M}"]
        body += [f"cf.cond_br %c, ^bb{i}(%a{i} : {M}), ^bb{i + 1}(%a{i} : {M})"]
    return function([*body, f"^bb{n}(%r: {M}):", use("%r")])


def handed_to_an_operation(n: int) -> str:
    """Buffers that are all passed to one operation, each of whose results may be any of them."""
    types, names = ", ".join([M] * n), ", ".join(f"%a{i}" for i in range(n))
    body = [f"%a{i} = memref.alloc() : {M}" for i in range(n)]
    body += [f"%r:{n} = func.call @g({names}) : ({types}) -> ({types})"]
    body += [use(f"%r#{i}") for i in range(n)]
    return f"func.func private @g({types}) -> ({types})\n{function(body)}"


FAMILIES: dict[str, Callable[[int], str]] = {
    f.__name__: f
    for f in (
        straight,
        view_chain,
        in_a_loop,
        in_loops,
        carried,
        diamonds,
        to_the_end,
        loops_of_blocks,
        handed_to_an_operation,
    )
}


def main() -> int:
    """Print one row per pass and family; the exit status is 1 if an exponent is above --at-most."""
    given = options(str(__doc__), list(FAMILIES), "1000,4000,16000")
    worst = 0.0
    for name in PASSES:
        seconds(straight(1), [name])  # loads what all of them need
        for family in given.families:
            times = [seconds(FAMILIES[family](size), [name])[0] for size in given.sizes]
            print(row(f"{name:30} {family:16}", given.sizes, times), flush=True)
            worst = max(worst, growth(given.sizes, times))
    return 0 if worst <= given.at_most else 1


if __name__ == "__main__":
    sys.exit(main())
