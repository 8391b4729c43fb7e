"""A loaded global is copied where, and only where, a store may come before a read of it."""

from __future__ import annotations

import pytest

from bufferize_testing import bufferized

PROGRAM = """
ml_program.global private mutable @g(dense<0> : tensor<4xi32>) : tensor<4xi32>
ml_program.global private mutable @other(dense<0> : tensor<4xi32>) : tensor<4xi32>
ml_program.global private @constant(dense<0> : tensor<4xi32>) : tensor<4xi32>
func.func private @external()
func.func private @pure(%x: tensor<4xi32>) {{
  return
}}
func.func private @storing(%x: tensor<4xi32>) {{
  func.call @nested(%x) : (tensor<4xi32>) -> ()
  return
}}
func.func private @nested(%x: tensor<4xi32>) {{
  ml_program.global_store @g = %x : tensor<4xi32>
  return
}}
func.func @f(%t: tensor<4xi32>, %i: index, %c: i1) -> i32 {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %v = arith.constant 3 : i32
{}
  return %v : i32
}}
"""
LOAD = "%0 = ml_program.global_load @g : tensor<4xi32>"
STORE = "ml_program.global_store @g = %t : tensor<4xi32>"
BUFFER = "%b = bufferization.to_buffer %0 read_only : tensor<4xi32> to memref<4xi32>"
READ = "%r = tensor.extract %0[%i] : tensor<4xi32>"
SLICE = "%s = tensor.extract_slice %0[0] [2] [1] : tensor<4xi32> to tensor<2xi32>"
READ_SLICE = "%r = tensor.extract %s[%i] : tensor<2xi32>"


def loop(*body: str) -> str:
    return "\n".join(["scf.for %k = %zero to %i step %one {", *body, "}"])


def branch(*body: str) -> str:
    return "\n".join(["scf.if %c {", *body, "}"])


COPIED = {
    "stored before it is read": [LOAD, STORE, READ],
    "stored before a part of it is read": [LOAD, SLICE, STORE, READ_SLICE],
    "stored in a call": [LOAD, "func.call @storing(%t) : (tensor<4xi32>) -> ()", READ],
    "stored by who knows": [LOAD, "func.call @external() : () -> ()", READ],
    "stored in a branch": [LOAD, branch(STORE), READ],
    "stored in the iteration before": [LOAD, loop(READ, STORE)],
    "read in the call that stores": [LOAD, "func.call @storing(%0) : (tensor<4xi32>) -> ()"],
    "stored where it comes out of a branch": [
        "%b = scf.if %c -> tensor<4xi32> {",
        LOAD,
        "scf.yield %0 : tensor<4xi32>",
        "} else {",
        "scf.yield %t : tensor<4xi32>",
        "}",
        STORE,
        "%r = tensor.extract %b[%i] : tensor<4xi32>",
    ],
    "in a buffer made before": [LOAD, BUFFER, STORE, "memref.load %b[%i] : memref<4xi32>"],
    "in a view of that buffer": [
        LOAD,
        BUFFER,
        "%view = memref.cast %b : memref<4xi32> to memref<?xi32>",
        STORE,
        "memref.load %view[%i] : memref<?xi32>",
    ],
    "in that buffer, stored": [
        LOAD,
        BUFFER,
        "%holder = memref.alloca() : memref<1xmemref<4xi32>>",
        "memref.store %b, %holder[%zero] : memref<1xmemref<4xi32>>",
        STORE,
    ],
}

NOT_COPIED = {
    "not stored": [LOAD, READ],
    "read before": [LOAD, READ, STORE],
    "stored before": [STORE, LOAD, READ],
    "loaded in each iteration": [loop(LOAD, READ, STORE)],
    "another one stored": [
        LOAD,
        "ml_program.global_store @other = %t : tensor<4xi32>",
        READ,
    ],
    "a call that stores nothing": [LOAD, "func.call @pure(%t) : (tensor<4xi32>) -> ()", READ],
    "a constant": [
        "%0 = ml_program.global_load @constant : tensor<4xi32>",
        "func.call @external() : () -> ()",
        READ,
    ],
    "read in a buffer before": [LOAD, BUFFER, "memref.load %b[%i] : memref<4xi32>", STORE],
    "stored back": [LOAD, "ml_program.global_store @g = %0 : tensor<4xi32>"],
}


def copies(body: list[str]) -> int:
    """How many copies @f makes of a loaded global."""
    text = bufferized(PROGRAM.format("\n".join(body)))
    function = text[text.index("func.func @f(") :]
    return function.count("memref.alloc(")


@pytest.mark.parametrize("name", COPIED)
def test_copied(name: str) -> None:
    assert copies(COPIED[name]) == 1


@pytest.mark.parametrize("name", NOT_COPIED)
def test_not_copied(name: str) -> None:
    assert copies(NOT_COPIED[name]) == 0


GETTER = """
ml_program.global private mutable @g(dense<0> : tensor<4xi32>) : tensor<4xi32>
func.func private @get() -> tensor<4xi32> {{
  %0 = ml_program.global_load @g : tensor<4xi32>
  return %0 : tensor<4xi32>
}}
func.func @f(%t: tensor<4xi32>, %i: index) -> i32 {{
  %0 = func.call @get() : () -> tensor<4xi32>
  {}
  %r = tensor.extract %0[%i] : tensor<4xi32>
  return %r : i32
}}
"""


@pytest.mark.parametrize(("between", "copied"), [("", 0), (STORE, 1)])
def test_a_function_returns_a_copy_if_the_program_stores(between: str, copied: int) -> None:
    text = bufferized(GETTER.format(between))
    assert text[: text.index("func.func @f(")].count("memref.copy") == copied


def test_uses_that_come_before_the_store_need_no_copy() -> None:
    text = bufferized(PROGRAM.format("\n".join([LOAD, READ, STORE, READ.replace("%r", "%late")])))
    lines = [line.strip() for line in text[text.index("func.func @f(") :].splitlines()]
    loads = [line.split("memref.load ")[1].split("[")[0] for line in lines if "memref.load" in line]
    assert loads[0].startswith("%0")
    assert loads[1].startswith("%alloc")
