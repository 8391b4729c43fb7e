"""How the time to bufferize grows with one dimension of a program: its width, length or depth.

    python benchmarks/growth.py [FAMILY …] [--sizes 500,1000,2000] [--at-most 1.5]

Each row is one family of programs: processor seconds for each size, from text to verified buffers
in this process, and the growth exponent over all sizes (1 is linear, 2 is quadratic). `--at-most` is
for the exponent of the last size against the one before.
Nests are a tenth as deep as the size says: text may nest 500 regions. `slices_back` grows with the
square of its depth, because each part is compared with each one around it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import bufferize
from bufferize.passes import pipeline_from_text
from measuring import growth, options, row, timed

T = "tensor<16xf32>"
PIPELINE = "builtin.module(one-shot-bufferize{bufferize-function-boundaries})"


def listed(n: int, text: str) -> str:
    """Return `text` n times, with `#` replaced by a number."""
    return ", ".join(text.replace("#", str(i)) for i in range(n))


def function(name: str, n: int, body: list[str], returned: str) -> str:
    """Return a function from n tensors to n tensors; `returned` names result `#`."""
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


def wide_forall(n: int) -> str:
    """A parallel loop that shares n tensors."""
    shared, types = listed(n, "%a# = %t#"), listed(n, T)
    body = [f"%r:{n} = scf.forall (%i) in (16) shared_outs({shared}) -> ({types}) {{"]
    body += [*inserts(n, "a"), "scf.forall.in_parallel {"]
    body += [
        f"tensor.parallel_insert_slice %b{i} into %a{i}[0] [16] [1] : {T} into {T}"
        for i in range(n)
    ]
    return function("f", n, [*body, "}", "}"], "%r~#").replace("~", "#")


def wide_branch(n: int) -> str:
    """A branch of a block that passes n tensors on."""
    types, arguments = listed(n, T), listed(n, f"%c#: {T}")
    passed = f"({listed(n, '%t#')} : {types})"
    body = [f"cf.cond_br %b, ^bb1{passed}, ^bb2{passed}", f"^bb1({arguments}):", *inserts(n, "c")]
    body += [f"cf.br ^bb2({listed(n, '%b#')} : {types})", f"^bb2({arguments.replace('c', 'r')}):"]
    return function("f", n, body, "%r#")


def callers(n: int) -> str:
    """A branch to a block that passes n tensors."""
    text = function("f", 1, inserts(1, "t"), "%b0")
    call = f"%x = call @f(%t0, %v, %k, %b) : ({T}, f32, index, i1) -> ({T})"
    return text + "".join(function(f"f{i}", 1, [call], "%x") for i in range(n))


def branches(n: int) -> str:
    """Blocks that write to a tensor that is passed on from each to the next."""
    body = [f"cf.br ^bb0(%t0 : {T})"]
    for i in range(n):
        body += [f"^bb{i}(%a{i}: {T}):", f"%x{i} = tensor.insert %v into %a{i}[%k] : {T}"]
        body += [f"cf.br ^bb{i + 1}(%x{i} : {T})"]
    return function("f", 1, [*body, f"^bb{n}(%r: {T}):"], "%r")


def diamonds(n: int) -> str:
    """The same, with two paths of control every other time."""
    body = [f"cf.br ^bb0(%t0 : {T})"]
    for i in range(n):
        body += [f"^bb{i}(%a{i}: {T}):"]
        body += [f"cf.cond_br %b, ^then{i}(%a{i} : {T}), ^else{i}(%a{i} : {T})"]
        for way in ("then", "else"):
            body += [f"^{way}{i}(%{way}_a{i}: {T}):"]
            body += [f"%{way}_x{i} = tensor.insert %v into %{way}_a{i}[%k] : {T}"]
            body += [f"cf.br ^bb{i + 1}(%{way}_x{i} : {T})"]
    return function("f", 1, [*body, f"^bb{n}(%r: {T}):"], "%r")


def block_loops(n: int) -> str:
    """Blocks that are repeated, one loop after another."""
    body = [f"cf.br ^bb0(%t0 : {T})"]
    for i in range(n):
        body += [f"^bb{i}(%a{i}: {T}):", f"%x{i} = tensor.insert %v into %a{i}[%k] : {T}"]
        body += [f"cf.cond_br %b, ^bb{i}(%x{i} : {T}), ^bb{i + 1}(%x{i} : {T})"]
    return function("f", 1, [*body, f"^bb{n}(%r: {T}):"], "%r")


def dominated_uses(n: int) -> str:
    """Blocks that write to the tensor of the block before, which dominates them."""
    body, last = ["cf.br ^bb0"], "%t0"
    for i in range(n):
        body += [f"^bb{i}:", f"%x{i} = tensor.insert %v into {last}[%k] : {T}"]
        body += [f"cf.br ^bb{i + 1}"]
        last = f"%x{i}"
    return function("f", 1, [*body, f"^bb{n}:"], last)


def nested(depth: int, opening: str, closing: list[str], carried: str) -> str:
    """Nested regions; `#` is the level, `@` the tensor from outside."""
    body, last = [], "%t0"
    for i in range(depth):
        body += [opening.replace("#", str(i)).replace("@", last)]
        last = carried.replace("#", str(i)).replace("@", last)
    body += [f"%z = tensor.insert %v into {last}[%k] : {T}"]
    last = "%z"
    for i in reversed(range(depth)):
        body += [f"scf.yield {last} : {T}", *(line.replace("#", str(i)) for line in closing)]
        last = f"%r{i}"
    return function("f", 1, body, last)


def nested_for(n: int) -> str:
    """Nested loops that carry a tensor."""
    loop = f"%r# = scf.for %i# = %k to %k step %k iter_args(%a# = @) -> ({T}) {{"
    return nested(n // 10, loop, ["}"], "%a#")


def nested_while(n: int) -> str:
    """Nested loops with scf.while."""
    loop = f"%r# = scf.while (%b# = @) : ({T}) -> ({T}) {{\nscf.condition(%b) %b# : {T}\n}} do {{"
    return nested(n // 10, f"{loop}\n^bb0(%a#: {T}):", ["}"], "%a#")


def nested_if(n: int) -> str:
    """Nested branches."""
    other = [f"%w# = tensor.insert %v into %t0[%k] : {T}", f"scf.yield %w# : {T}"]
    branch = f"%r# = scf.if %b -> ({T}) {{"
    return nested(n // 10, branch, ["} else {", *other, "}"], "@")


def loops_in_loop(n: int) -> str:
    """Loops one after another in the body of a loop."""
    body = [f"%r = scf.for %i = %k to %k step %k iter_args(%a0 = %t0) -> ({T}) {{"]
    for i in range(n):
        body += [f"%a{i + 1} = scf.for %j = %k to %k step %k iter_args(%c = %a{i}) -> ({T}) {{"]
        body += [f"%x = tensor.insert %v into %c[%j] : {T}", f"scf.yield %x : {T}", "}"]
    return function("f", 1, [*body, f"scf.yield %a{n} : {T}", "}"], "%r")


def slices(n: int) -> str:
    """A chain of slices of slices, then a write."""
    body, last, type = [], "%t0", T
    for i in range(n):
        body += [f"%x{i} = tensor.extract_slice {last}[%k] [%k] [1] : {type} to tensor<?xf32>"]
        last, type = f"%x{i}", "tensor<?xf32>"
    body += [f"%z = tensor.insert %v into {last}[%k] : tensor<?xf32>"]
    return function("f", 1, body, "%t0")


def selects(n: int) -> str:
    """A chain of selects between two tensors, then a write to one and a read of the other."""
    body, a, b = [], "%t0", "%t1"
    for i in range(n):
        body += [f"%x{i} = arith.select %b, {a}, {b} : {T}"]
        body += [f"%y{i} = arith.select %b, {b}, {a} : {T}"]
        a, b = f"%x{i}", f"%y{i}"
    body += [f"%z = tensor.insert %v into {a}[%k] : {T}", f"%e = tensor.extract {b}[%k] : {T}"]
    return function("f", 2, body, "%t#")


def slices_back(n: int) -> str:
    """A tenth as many slices of slices, a write, and insertions back into all of them."""
    body, levels, types = [], ["%t0"], [T, *["tensor<?xf32>"] * n]
    for i in range(n // 10):
        slice = f"tensor.extract_slice {levels[-1]}[%k] [%k] [1] : {types[i]} to tensor<?xf32>"
        body += [f"%x{i} = {slice}"]
        levels += [f"%x{i}"]
    body += [f"%y{n // 10} = tensor.insert %v into {levels.pop()}[%k] : tensor<?xf32>"]
    for i in reversed(range(n // 10)):
        into = f"{levels.pop()}[%k] [%k] [1] : tensor<?xf32> into {types[i]}"
        body += [f"%y{i} = tensor.insert_slice %y{i + 1} into {into}"]
    return function("f", 1, body, "%y0")


def slices_apart(n: int) -> str:
    """A tenth as many writes to a slice of the last tensor, each while another slice is read."""
    body, last, part = [], "%t0", "tensor<2xf32>"
    for i in range(n // 10):
        body += [
            f"%r{i} = tensor.extract_slice {last}[0] [2] [1] : {T} to {part}",
            f"%w{i} = tensor.extract_slice {last}[2] [2] [1] : {T} to {part}",
            f"%x{i} = tensor.insert %v into %w{i}[%k] : {part}",
            f"%e{i} = tensor.extract %r{i}[%k] : {part}",
            f"%y{i} = tensor.insert_slice %x{i} into {last}[2] [2] [1] : {part} into {T}",
            f"%z{i} = tensor.insert %e{i} into %y{i}[%k] : {T}",
        ]
        last = f"%z{i}"
    return function("f", 1, body, last)


def select_one(n: int) -> str:
    """Selects that make one alias set of n tensors, then a write and a read of each."""
    body, last = [], "%t0"
    for i in range(1, n):
        body += [f"%s{i} = arith.select %b, {last}, %t{i} : {T}"]
        last = f"%s{i}"
    body += [f"%e = tensor.extract {last}[%k] : {T}", *inserts(n, "t")]
    return function("f", n, body, "%b#")


def wide_switch(n: int) -> str:
    """A switch of n cases."""
    body = [f"%r = scf.index_switch %k -> {T}"]
    for i in range(n):
        body += [f"case {i} {{", f"%x = tensor.insert %v into %t0[%k] : {T}"]
        body += [f"scf.yield %x : {T}", "}"]
    return function("f", 1, [*body, "default {", f"scf.yield %t0 : {T}", "}"], "%r")


def nested_switch(n: int) -> str:
    """Nested switches, in the last case of the program."""
    other = [f"%w# = tensor.insert %v into %t0[%k] : {T}", f"scf.yield %w# : {T}"]
    switch = f"%r# = scf.index_switch %k -> {T}\ncase 0 {{"
    return nested(n // 10, switch, ["} default {", *other, "}"], "@")


def reads(n: int) -> str:
    """One tensor that is read many times, then written."""
    body = [f"%e{i} = tensor.extract %t0[%k] : {T}" for i in range(n)]
    body += [f"%z = tensor.insert %e{n - 1} into %t0[%k] : {T}"]
    return function("f", 1, body, "%z")


FAMILIES: dict[str, Callable[[int], str]] = {
    f.__name__: f
    for f in (
        wide_for,
        wide_while,
        wide_forall,
        wide_if,
        wide_call,
        wide_branch,
        many_functions,
        callers,
        branches,
        diamonds,
        block_loops,
        dominated_uses,
        nested_for,
        nested_while,
        nested_if,
        nested_switch,
        wide_switch,
        loops_in_loop,
        views,
        slices,
        slices_back,
        slices_apart,
        selects,
        select_one,
        reads,
        constants,
    )
}


def spent(text: str) -> float:
    """Return processor seconds from text to buffers."""
    context = bufferize.Context()
    manager = pipeline_from_text(PIPELINE, context)
    return timed(lambda: manager.run(bufferize.parse(text, context), context))


def main() -> int:
    """Print one row per family; the exit status is 1 if the last exponent is above --at-most."""
    given = options(str(__doc__), list(FAMILIES), "500,1000,2000")
    worst = 0.0
    spent(branches(1))  # loads what all of them need
    for family in given.families:
        times = [spent(FAMILIES[family](size)) for size in given.sizes]
        print(row(f"{family:16}", given.sizes, times), flush=True)
        worst = max(worst, growth(given.sizes[-2:], times[-2:]))
    return 0 if worst <= given.at_most else 1


if __name__ == "__main__":
    sys.exit(main())
