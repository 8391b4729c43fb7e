"""The buffer types of values in loops and after branches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.driver import BufferizationState
from bufferize.ir import Type, Value

T = "tensor<64xf32>"
HEADER = f"func.func @f(%t: {T}, %c: i1, %n: index, %v: f32) -> {T} {{\n"


def bufferized(text: str) -> str:
    context = Context()
    module = bufferize.parse(text, context)
    options = OneShotOptions(bufferize_function_boundaries=True)
    bufferize.one_shot_bufferize(module, options, context)
    return bufferize.print_module(module)


def in_loop(body: str, last: str) -> str:
    return (
        f"{HEADER}  %r = scf.for %i = %n to %n step %n iter_args(%r0 = %t) -> ({T}) {{\n"
        f"{body}    scf.yield {last} : {T}\n  }}\n  return %r : {T}\n}}\n"
    )


def ifs(count: int) -> str:
    body = "".join(
        f"    %r{k + 1} = scf.if %c -> ({T}) {{\n"
        f"      %x = tensor.insert %v into %r{k}[%n] : {T}\n      scf.yield %x : {T}\n"
        f"    }} else {{\n      scf.yield %r{k} : {T}\n    }}\n"
        for k in range(count)
    )
    return in_loop(body, f"%r{count}")


def casts(count: int) -> str:
    types = [T, "tensor<?xf32>"]
    body = "".join(
        f"    %r{k + 1} = tensor.cast %r{k} : {types[k % 2]} to {types[(k + 1) % 2]}\n"
        for k in range(count)
    )
    return in_loop(body, f"%r{count}")


def nest(depth: int) -> str:
    text, previous = HEADER, "%t"
    for k in range(depth):
        text += (
            f"%r{k} = scf.for %i{k} = %n to %n step %n iter_args(%a{k} = {previous}) -> ({T}) {{\n"
        )
        previous = f"%a{k}"
    text += f"%z = tensor.insert %v into {previous}[%n] : {T}\nscf.yield %z : {T} }}\n"
    for k in range(depth - 1, 0, -1):
        text += f"scf.yield %r{k} : {T} }}\n"
    return text + f"return %r0 : {T} }}\n"


def loops(count: int) -> str:
    body = "".join(
        f"    %r{k + 1} = scf.for %i{k} = %n to %n step %n iter_args(%a{k} = %r{k}) -> ({T}) {{\n"
        f"      %x = tensor.insert %v into %a{k}[%n] : {T}\n      scf.yield %x : {T}\n    }}\n"
        for k in range(count)
    )
    return in_loop(body, f"%r{count}")


@pytest.mark.parametrize(
    ("text", "op", "count"),
    [
        (ifs(400), "scf.if", 400),
        (casts(600), "memref.cast", 600),
        (nest(120), "scf.for", 120),
        (loops(60), "scf.for", 61),
    ],
    ids=["branches", "casts", "nest", "loops"],
)
def test_long_chains_are_no_trouble(text: str, op: str, count: int) -> None:
    assert bufferized(text).count(op) == count


def switch(cases: int) -> str:
    text = f"{HEADER}%r = scf.index_switch %n -> {T}\n"
    for k in range(cases):
        text += f"case {k} {{\n%x = tensor.insert %v into %t[%n] : {T}\nscf.yield %x : {T}\n}}\n"
    return text + f"default {{\nscf.yield %t : {T}\n}}\nreturn %r : {T}\n}}\n"


def switches(depth: int) -> str:
    text = HEADER
    for k in range(depth):
        text += f"%r{k} = scf.index_switch %n -> {T}\ncase 0 {{\n"
    for k in reversed(range(depth)):
        last = "%t" if k == depth - 1 else f"%r{k + 1}"
        text += f"scf.yield {last} : {T}\n}} default {{\nscf.yield %t : {T}\n}}\n"
    return text + f"return %r0 : {T}\n}}\n"


@pytest.mark.parametrize("program", [switch, switches], ids=["cases", "nest"])
def test_regions_do_not_ask_all_others_again(
    program: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Value] = []
    query = BufferizationState._answer

    def counted(types: BufferizationState, value: Value, *args: Any) -> Type:
        asked.append(value)
        return query(types, value, *args)

    monkeypatch.setattr(BufferizationState, "_answer", counted)
    bufferized(program(20))
    once = len(asked)
    bufferized(program(40))
    assert once < len(asked) - once < 2.5 * once


def test_a_loop_that_changes_the_layout() -> None:
    text = f"""\
func.func @f(%t: tensor<8xf32>, %n: index, %v: f32, %c: i1) -> {T} {{
  %e = tensor.empty() : {T}
  %r = scf.for %i = %n to %n step %n iter_args(%a = %e) -> ({T}) {{
    %x = scf.for %j = %n to %n step %n iter_args(%b = %a) -> ({T}) {{
      %y = tensor.insert %v into %b[%j] : {T}
      scf.yield %y : {T}
    }}
    scf.yield %x : {T}
  }}
  return %r : {T}
}}
"""
    # An allocation has the identity layout, and the loops keep it.
    assert "iter_args(%arg5 = %alloc) -> (memref<64xf32>)" in bufferized(text)
