"""Functions that always return an argument: callers own the result as they own the argument.

Each program is run before and after: it prints the same, and frees each buffer once.
"""

from __future__ import annotations

import pytest

from bufferize import Context, parse, print_module
from bufferize.passes import pipeline_from_text

from .test_graphs import OMITTED, check

B, PART = "memref<4xi32>", "memref<2xi32, strided<[1], offset: 2>>"
DYNAMIC = "private-function-dynamic-ownership=true"
ORDERS = tuple(
    f"buffer-deallocation-pipeline{{{options}}}" for options in (OMITTED, f"{OMITTED} {DYNAMIC}")
)
MAIN = f"""
func.func @main() {{
  %true = arith.constant true
  %false = arith.constant false
  %x = func.call @new() : () -> {B}
  func.call @caller(%true, %x) : (i1, {B}) -> ()
  func.call @caller(%false, %x) : (i1, {B}) -> ()
  %i = arith.constant 0 : index
  %e = memref.load %x[%i] : {B}
  vector.print %e : i32
  return
}}
func.func private @new() -> {B} {{
  %a = memref.alloc() : {B}
  %i = arith.constant 0 : index
  %n = arith.constant 7 : i32
  memref.store %n, %a[%i] : {B}
  return %a : {B}
}}
func.func @caller(%c: i1, %x: {B}) {{
  %i = arith.constant 0 : index
  %n = arith.constant 3 : i32
  %a = func.call @new() : () -> {B}
  %r = func.call @f(%c, %a, %x) : (i1, {B}, {B}) -> {B}
  memref.store %n, %r[%i] : {B}
  cf.cond_br %c, ^left, ^right(%r : {B})
^left:
  %s = func.call @f(%c, %x, %r) : (i1, {B}, {B}) -> {B}
  memref.store %n, %s[%i] : {B}
  cf.br ^right(%s : {B})
^right(%t: {B}):
  %e = memref.load %t[%i] : {B}
  vector.print %e : i32
  return
}}
"""
HEAD = f"func.func private @f(%c: i1, %a: {B}, %b: {B}) -> {B} {{\n"
OTHER = f"func.func private @g(%a: {B}) -> {B} {{\nreturn %a : {B}\n}}\n"
RETURNED = {
    "itself": f"{HEAD}return %a : {B}\n}}",
    "under another name": f"""{HEAD}
      %w = memref.cast %a : {B} to memref<?xi32>
      %v = memref.cast %w : memref<?xi32> to {B}
      return %v : {B}
    }}""",
    "on two ways": f"""{HEAD}
      cf.cond_br %c, ^left(%a : {B}), ^right
    ^left(%x: {B}):
      return %x : {B}
    ^right:
      return %a : {B}
    }}""",
    "through a loop": f"""{HEAD}
      %i = arith.constant 0 : index
      %one = arith.constant 1 : index
      %r = scf.for %k = %i to %one step %one iter_args(%x = %a) -> {B} {{
        %new = memref.alloc() : {B}
        memref.copy %x, %new : {B} to {B}
        scf.yield %x : {B}
      }}
      return %r : {B}
    }}""",
    "through another function": f"""{OTHER}{HEAD}
      %r = func.call @g(%a) : ({B}) -> {B}
      return %r : {B}
    }}""",
}
COPIED = {
    "one of two": f"{HEAD}%r = arith.select %c, %a, %b : {B}\nreturn %r : {B}\n}}",
    "another one on each way": f"""{HEAD}
      cf.cond_br %c, ^left, ^right
    ^left:
      return %a : {B}
    ^right:
      return %b : {B}
    }}""",
    "by itself": f"""{HEAD}
      %false = arith.constant false
      %r = scf.if %c -> {B} {{
        %s = func.call @f(%false, %a, %b) : (i1, {B}, {B}) -> {B}
        scf.yield %s : {B}
      }} else {{
        scf.yield %a : {B}
      }}
      return %r : {B}
    }}""",
    "seen by all": f"{HEAD}return %a : {B}\n}}".replace(" private", ""),
    "through one that is seen by all": OTHER.replace(" private", "")
    + f"{HEAD}%r = func.call @g(%a) : ({B}) -> {B}\nreturn %r : {B}\n}}",
}


def freed(text: str, order: str) -> str:
    context = Context()
    module = parse(text, context)
    pipeline_from_text(f"builtin.module({order})", context).run(module, context)
    return print_module(module)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", RETURNED)
def test_what_is_always_returned_is_neither_copied_nor_compared(name: str, order: str) -> None:
    text = freed(RETURNED[name] + MAIN, order)
    (function,) = [part for part in text.split("func.func ") if part.startswith("private @f(")]
    assert f") -> {B} {{" in function.partition("\n")[0]
    assert "bufferization.clone" not in function
    assert "dealloc_helper" not in text
    assert "extract_aligned_pointer" not in text.partition("@caller")[0]
    check(RETURNED[name] + MAIN, order)


# What is written to a copy does not change the argument, so these programs do not write.
READ_ONLY = MAIN.replace("memref.store %n, %r[%i]", "memref.store %n, %x[%i]").replace(
    "memref.store %n, %s[%i]", "memref.store %n, %x[%i]"
)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", COPIED)
def test_in_doubt_nothing_is_taken_to_be_the_argument(name: str, order: str) -> None:
    before = freed(COPIED[name] + READ_ONLY, order.replace(OMITTED, ""))
    text = freed(COPIED[name] + READ_ONLY, order)
    assert text.count("bufferization.clone") == before.count("bufferization.clone")


def test_what_another_module_defines_is_new() -> None:
    text = freed(f"func.func private @f(i1, {B}, {B}) -> {B}\n{MAIN}", ORDERS[0])
    assert "dealloc_helper" in text


def test_a_part_is_freed_with_the_whole() -> None:
    text = f"""
    func.func private @part(%a: {B}) -> {PART} {{
      %v = memref.subview %a[2] [2] [1] : {B} to {PART}
      return %v : {PART}
    }}
    func.func @main() {{
      %i = arith.constant 0 : index
      %n = arith.constant 3 : i32
      %a = memref.alloc() : {B}
      %r = func.call @part(%a) : ({B}) -> {PART}
      memref.store %n, %r[%i] : {PART}
      cf.br ^end(%r : {PART})
    ^end(%s: {PART}):
      %e = memref.load %s[%i] : {PART}
      vector.print %e : i32
      return
    }}
    """
    for order in ORDERS:
        check(text, order)


def test_a_function_alone_does_not_know_its_callers() -> None:
    text = f"{OTHER}func.func @h(%x: {B}) {{\n%r = func.call @g(%x) : ({B}) -> {B}\nreturn\n}}"
    for options in (OMITTED, DYNAMIC):
        after = freed(text, f"func.func(ownership-based-buffer-deallocation{{{options}}})")
        assert "bufferization.clone %arg0" in after
        assert f"-> {B}" in after
