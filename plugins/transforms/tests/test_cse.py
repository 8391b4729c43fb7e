from __future__ import annotations

import pytest

from bufferize_transforms.passes import CSEPass
from core.tests.passes.rewriting import apply, body


def function(lines: str) -> str:
    return f"""
      func.func @f(%a: i32, %b: i32, %c: i1, %m: memref<4xi32>, %i: index) {{
        {lines}
        return
      }}
    """


def count(name: str, lines: str) -> int:
    """How many ops of a name are left of the lines of a function."""
    return apply(function(lines), CSEPass()).count(name)


def test_equal_pure_ops_become_one() -> None:
    lines = """
      %0 = arith.addi %a, %b : i32
      %1 = arith.addi %a, %b : i32
      "x.y"(%0, %1) : (i32, i32) -> ()
    """
    assert body(function(lines), CSEPass()) == [
        "%0 = arith.addi %arg0, %arg1 : i32",
        '"x.y"(%0, %0) : (i32, i32) -> ()',
        "return",
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("arith.addi %a, %b : i32", "arith.addi %a, %a : i32"),
        ("arith.addi %a, %b : i32", "arith.subi %a, %b : i32"),
        ("arith.addi %a, %b : i32", "arith.addi %a, %b overflow<nsw> : i32"),
        ("arith.extui %c : i1 to i32", "arith.extui %c : i1 to i64"),
        ("arith.addi %a, %b : i32", "arith.addi %a, %b {x.note} : i32"),
    ],
)
def test_what_differs_stays(first: str, second: str) -> None:
    type = second.rsplit(" ", 1)[-1]
    lines = f"""
      %0 = {first}
      %1 = {second}
      "x.y"(%0, %1) : (i32, {type}) -> ()
    """
    assert len(body(function(lines), CSEPass())) == 4


@pytest.mark.parametrize(
    ("op", "type"),
    [
        ("memref.alloc() : memref<4xi32>", "memref<4xi32>"),
        ("bufferization.alloc_tensor() : tensor<4xi32>", "tensor<4xi32>"),
        ('"x.unknown"() : () -> i32', "i32"),
        ("call @g() : () -> i32", "i32"),
    ],
)
def test_what_has_effects_is_never_merged(op: str, type: str) -> None:
    lines = f"""
      %0 = {op}
      %1 = {op}
      "x.y"(%0, %1) : ({type}, {type}) -> ()
    """
    text = "func.func private @g() -> i32\n" + function(lines)
    name = op.split("(")[0].split(" ")[0].strip('"')
    assert apply(text, CSEPass()).count(name) == 2


def test_stores_in_between_are_seen() -> None:
    lines = """
      %0 = memref.load %m[%i] : memref<4xi32>
      memref.store %a, %m[%i] : memref<4xi32>
      %1 = memref.load %m[%i] : memref<4xi32>
      "x.y"(%0, %1) : (i32, i32) -> ()
    """
    assert count("memref.load", lines) == 2


def test_dead_ops_go() -> None:
    assert count("arith.addi", "%0 = arith.addi %a, %b : i32") == 0


def test_what_is_outside_serves_inside_but_not_the_reverse() -> None:
    lines = """
      %0 = arith.addi %a, %b : i32
      scf.if %c {
        %1 = arith.addi %a, %b : i32
        %2 = arith.muli %a, %b : i32
        "x.y"(%1, %2) : (i32, i32) -> ()
      } else {
        %3 = arith.muli %a, %b : i32
        "x.y"(%3) : (i32) -> ()
      }
      %4 = arith.muli %a, %b : i32
      "x.y"(%0, %4) : (i32, i32) -> ()
    """
    assert count("arith.addi", lines) == 1
    assert count("arith.muli", lines) == 3


def test_nothing_gets_into_a_region_that_is_isolated() -> None:
    text = """
      func.func @f(%a: i32) {
        %0 = arith.constant 1 : i32
        builtin.module {
          func.func @g() -> i32 {
            %1 = arith.constant 1 : i32
            return %1 : i32
          }
        }
        "x.y"(%0) : (i32) -> ()
        return
      }
    """
    assert apply(text, CSEPass()).count("arith.constant") == 2


def test_blocks_share_only_what_dominates() -> None:
    lines = """
      %0 = arith.addi %a, %b : i32
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      %1 = arith.addi %a, %b : i32
      %2 = arith.muli %a, %b : i32
      "x.y"(%1, %2) : (i32, i32) -> ()
      cf.br ^bb2
    ^bb2:
      %3 = arith.muli %a, %b : i32
      "x.y"(%0, %3) : (i32, i32) -> ()
    """
    assert count("arith.addi", lines) == 1
    assert count("arith.muli", lines) == 2


def test_deep_nesting() -> None:
    depth = 400
    lines = "scf.if %c {\n" * depth + '"x.y"() : () -> ()\n' + "}\n" * depth
    assert count("scf.if", lines) == depth


def test_what_a_copy_writes_is_there_once_it_is_awaited() -> None:
    lines = """
      %tag = memref.alloc() : memref<1xi32>
      %before = memref.load %m[%i] : memref<4xi32>
      memref.dma_wait %tag[%i], %i : memref<1xi32>
      %after = memref.load %m[%i] : memref<4xi32>
      "x.y"(%before, %after) : (i32, i32) -> ()
    """
    assert count("memref.dma_wait", lines) == 1
    assert count("memref.load", lines) == 2
