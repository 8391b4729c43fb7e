"""Block arguments that are owned on every edge, and those that only seem to be."""

from __future__ import annotations

import re

import pytest

from bufferize import Context, parse, print_module
from bufferize.ir import require_valid
from bufferize_buffers.deallocation import DeallocationOptions, place_deallocations

B, WIDE = "memref<4xf32>", "memref<?xf32>"
TABLE = f"memref<1x{B}>"
NEW = f"%a = memref.alloc() : {B}\nmemref.store %v, %a[%i] : {B}"
FUNCTIONS = f"""
func.func private @made(%v: f32, %i: index) -> {B} {{
  {NEW}
  return %a : {B}
}}
func.func private @given(%x: {B}) -> {B} {{
  return %x : {B}
}}"""


def last_block(body: str, *, dynamic: bool = False) -> str:
    """The arguments of the last block of a function, once its buffers are freed."""
    head = f"func.func @f(%c: i1, %v: f32, %i: index, %x: {B}, %table: {TABLE})"
    context = Context()
    module = parse(f"{FUNCTIONS}\n{head} {{\n{body}\nreturn\n}}", context)
    options = DeallocationOptions(
        private_function_dynamic_ownership=dynamic, omit_known_ownership=True
    )
    place_deallocations(module, context, options)
    require_valid(module)
    *_, last = re.finditer(r"^  \^bb\d+\((.*)\):", print_module(module), re.MULTILINE)
    return last[1]


def is_told(body: str, *, dynamic: bool = False) -> bool:
    """Whether the last block of a function gets an i1 value."""
    return ": i1" in last_block(body, dynamic=dynamic)


OWNED = {
    "new": f"{NEW}\ncf.br ^end(%a : {B})\n^end(%r: {B}):",
    "new, under another name": f"""{NEW}
        %w = memref.cast %a : {B} to {WIDE}
        cf.br ^end(%w : {WIDE})
      ^end(%r: {WIDE}):""",
    "from a call": f"""%a = func.call @made(%v, %i) : (f32, index) -> {B}
        cf.br ^end(%a : {B})
      ^end(%r: {B}):""",
    "from a block before": f"""{NEW}
        cf.cond_br %c, ^left, ^end(%a : {B})
      ^left:
        cf.br ^end(%a : {B})
      ^end(%r: {B}):""",
    "through a block": f"""{NEW}
        cf.br ^between(%a : {B})
      ^between(%b: {B}):
        cf.br ^end(%b : {B})
      ^end(%r: {B}):""",
    "through a loop": f"""{NEW}
        cf.br ^again(%a : {B})
      ^again(%b: {B}):
        cf.cond_br %c, ^again(%b : {B}), ^end(%b : {B})
      ^end(%r: {B}):""",
    "used behind, too": f"""{NEW}
        cf.br ^end(%a : {B})
      ^end(%r: {B}):
        memref.store %v, %a[%i] : {B}""",
}
NOT_OWNED = {
    "an argument of the function": f"cf.br ^end(%x : {B})\n^end(%r: {B}):",
    "on the stack": f"%a = memref.alloca() : {B}\ncf.br ^end(%a : {B})\n^end(%r: {B}):",
    "on one way": f"{NEW}\ncf.cond_br %c, ^end(%a : {B}), ^end(%x : {B})\n^end(%r: {B}):",
    "freed by the program": f"""
        %a = memref.alloc() {{bufferization.manual_deallocation}} : {B}
        cf.br ^end(%a : {B})
      ^end(%r: {B}):
        memref.dealloc %r {{bufferization.manual_deallocation}} : {B}""",
    "loaded": f"""%a = memref.load %table[%i] : {TABLE}
        cf.br ^end(%a : {B})
      ^end(%r: {B}):""",
    "stored": f"""{NEW}
        memref.store %a, %table[%i] : {TABLE}
        cf.br ^end(%a : {B})
      ^end(%r: {B}):""",
    "stored later": f"""{NEW}
        cf.br ^end(%a : {B})
      ^end(%r: {B}):
        memref.store %r, %table[%i] : {TABLE}""",
    "from a region": f"""
        %a = scf.if %c -> {B} {{
          scf.yield %x : {B}
        }} else {{
          scf.yield %x : {B}
        }}
        cf.br ^end(%a : {B})
      ^end(%r: {B}):""",
    "chosen": f"""{NEW}
        %b = arith.select %c, %a, %x : {B}
        cf.br ^end(%b : {B})
      ^end(%r: {B}):""",
    "another in later rounds": f"""{NEW}
        cf.br ^again(%a, %a : {B}, {B})
      ^again(%b: {B}, %d: {B}):
        cf.cond_br %c, ^again(%x, %b : {B}, {B}), ^end(%d : {B})
      ^end(%r: {B}):""",
}


@pytest.mark.parametrize("body", OWNED.values(), ids=list(OWNED))
def test_what_is_owned_on_every_edge_comes_without_i1(body: str) -> None:
    assert not is_told(body)


@pytest.mark.parametrize("body", NOT_OWNED.values(), ids=list(NOT_OWNED))
def test_what_may_not_be_owned_comes_with_i1(body: str) -> None:
    assert is_told(body)


def test_only_the_arguments_in_doubt_come_with_i1() -> None:
    arguments = last_block(
        f"""{NEW}
          cf.cond_br %c, ^end(%x, %v, %a : {B}, f32, {B}), ^end(%x, %v, %a : {B}, f32, {B})
        ^end(%r: {B}, %w: f32, %s: {B}):"""
    )
    assert [argument.partition(": ")[2] for argument in arguments.split(", ")] == [
        B,
        "f32",
        B,
        "i1",
    ]


def test_what_a_private_function_returns_may_be_its_argument() -> None:
    body = f"""%a = func.call @given(%x) : ({B}) -> {B}
        cf.br ^end(%a : {B})
      ^end(%r: {B}):"""
    assert is_told(body)  # the argument itself, which no block owns
    assert is_told(body, dynamic=True)


def test_a_region_does_not_own_what_is_around_it() -> None:
    text = f"""func.func @f(%c: i1, %v: f32, %i: index) {{
      {NEW}
      scf.execute_region {{
        cf.br ^end(%a : {B})
      ^end(%r: {B}):
        memref.store %v, %r[%i] : {B}
        scf.yield
      }}
      return
    }}"""
    context = Context()
    module = parse(text, context)
    place_deallocations(module, context, DeallocationOptions(omit_known_ownership=True))
    require_valid(module)
    assert "^bb1(%0: memref<4xf32>, %1: i1):" in print_module(module)
