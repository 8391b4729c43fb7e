"""Buffers in one arena: what one has written must be there when it reads, or the program traps."""

from __future__ import annotations

import pytest

import bufferize
from bufferize_interpreter import Machine, Trap, TrapKind

CONTEXT = bufferize.Context()
START = """
  %arena = memref.alloc() : memref<32xi8>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.5 : f32
"""
A = "%a = memref.view %arena[%c0][] {bufferize.planned} : memref<32xi8> to memref<4xf32>"
B = "%b = memref.view %arena[%c8][] {bufferize.planned} : memref<32xi8> to memref<2xf32>"
D = "%d = memref.view %arena[%c8][] {bufferize.planned} : memref<32xi8> to memref<8xi8>"
STORE_A, LOAD_A = (
    "memref.store %f, %a[%c0] : memref<4xf32>",
    "%x = memref.load %a[%c0] : memref<4xf32>",
)
STORE_B, LOAD_B = (
    "memref.store %f, %b[%c0] : memref<2xf32>",
    "%y = memref.load %b[%c0] : memref<2xf32>",
)


def value(*lines: str, returned: str = "%x") -> float:
    text = "\n  ".join(lines)
    module = bufferize.parse(
        f"func.func @main() -> f32 {{{START}  {text}\n  return {returned} : f32\n}}", CONTEXT
    )
    assert bufferize.verify(module) == []
    return float(Machine(module, CONTEXT).run("main").results[0])


def trap(*lines: str, returned: str = "%x") -> Trap:
    with pytest.raises(Trap) as found:
        value(*lines, returned=returned)
    return found.value


def test_one_after_the_other() -> None:
    assert value(A, B, STORE_A, LOAD_A, STORE_B, LOAD_B) == 1.5
    assert value(A, B, STORE_A, LOAD_A, STORE_B, LOAD_B, returned="%y") == 1.5


def test_a_byte_that_another_buffer_wrote() -> None:
    found = trap(A, B, STORE_A, STORE_B, LOAD_A)
    assert found.kind is TrapKind.OVERWRITTEN
    problem = found.diagnostics[0]
    assert problem.message == "'memref.load' uses bytes that another buffer has taken"
    assert problem.position is not None
    assert problem.position.line == 10
    assert [(note.message, note.position and note.position.line) for note in problem.notes][:2] == [
        ("this buffer is in the same bytes", 7),
        ("the buffer that is used gets its place here", 6),
    ]


def test_contents_of_another_buffer_are_undefined() -> None:
    """A buffer is undefined until it is written, even if another one left numbers in its bytes."""
    assert trap(A, B, STORE_A, LOAD_B, returned="%y").kind is TrapKind.UNDEFINED
    rest = "%z = memref.load %a[%c2] : memref<4xf32>"
    two = "%c2 = arith.constant 2 : index"
    assert trap(two, A, B, STORE_B, LOAD_B, STORE_A, rest, returned="%z").kind is (
        TrapKind.UNDEFINED
    )


def test_other_names_of_a_buffer() -> None:
    part = "%s = memref.subview %a[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>"
    store = "memref.store %f, %s[%c0] : memref<2xf32, strided<[1], offset: 2>>"
    load = "%x = memref.load %s[%c0] : memref<2xf32, strided<[1], offset: 2>>"
    assert value(A, B, part, store, load) == 1.5
    assert trap(A, B, part, store, STORE_B, load).kind is TrapKind.OVERWRITTEN


def test_whole_buffers() -> None:
    fill = "linalg.fill ins(%f : f32) outs(%a : memref<4xf32>)"
    out = "%o = memref.alloc() : memref<4xf32>"
    copy = "memref.copy %a, %o : memref<4xf32> to memref<4xf32>"
    load = "%x = memref.load %o[%c0] : memref<4xf32>"
    assert value(A, B, out, fill, copy, STORE_B, load) == 1.5
    assert trap(A, B, out, fill, STORE_B, copy, load).kind is TrapKind.OVERWRITTEN


def test_a_view_of_a_planned_buffer_is_a_name_of_it() -> None:
    view = "%v = memref.view %d[%c0][] : memref<8xi8> to memref<2xf32>"
    store = "memref.store %f, %v[%c0] : memref<2xf32>"
    load = "%x = memref.load %v[%c0] : memref<2xf32>"
    assert value(A, D, STORE_A, view, store, load) == 1.5
    assert trap(A, D, view, store, STORE_A, load).kind is TrapKind.OVERWRITTEN


def test_an_arena_in_an_arena() -> None:
    """A function that is called has its arena in that of its caller."""
    inner = "%v = memref.view %d[%c0][] {bufferize.planned} : memref<8xi8> to memref<2xf32>"
    store = "memref.store %f, %v[%c0] : memref<2xf32>"
    load = "%x = memref.load %v[%c0] : memref<2xf32>"
    assert value(A, D, STORE_A, inner, store, load) == 1.5
    assert trap(A, D, inner, store, STORE_A, load).kind is TrapKind.OVERWRITTEN


def test_views_without_the_attribute_share_bytes() -> None:
    plain = [line.replace(" {bufferize.planned}", "") for line in (A, B)]
    two = "%c2 = arith.constant 2 : index"
    load = "%x = memref.load %a[%c2] : memref<4xf32>"
    assert value(two, *plain, STORE_B, load) == 1.5


def test_a_freed_arena() -> None:
    free = "memref.dealloc %arena : memref<32xi8>"
    assert trap(A, STORE_A, free, LOAD_A).kind is TrapKind.USE_AFTER_FREE
    assert trap(A, free, LOAD_A).kind is TrapKind.USE_AFTER_FREE
