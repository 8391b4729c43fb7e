"""Buffers: layouts, views, copies, allocation; and their traps, with positions."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize import Context, parse
from bufferize.ir import MemRefType
from bufferize_interpreter import Machine, Poison, Trap, TrapKind, run
from bufferize_interpreter.memory import layout_for, span_of
from plugins.interpreter.tests.programs import CONTEXT, call, machine


def filled(count: int = 24, shape: tuple[int, ...] = (4, 6)) -> Any:
    return np.arange(count, dtype=np.float32).reshape(shape)


# Views of a 4x6 buffer: the op, the type of %v, and the same view in NumPy.
VIEWS: list[tuple[str, str, Any]] = [
    (
        "%v = memref.subview %m[1, 2] [2, 3] [1, 1] : memref<4x6xf32> to {}",
        "memref<2x3xf32, strided<[6, 1], offset: 8>>",
        lambda a: a[1:3, 2:5],
    ),
    (
        "%v = memref.subview %m[%c1, %c1] [%c2, %c2] [2, %c2] : memref<4x6xf32> to {}",
        "memref<?x?xf32, strided<[12, ?], offset: ?>>",
        lambda a: a[1:5:2, 1:5:2],
    ),
    (
        "%v = memref.subview %m[3, 0] [1, 6] [1, 1] : memref<4x6xf32> to {}",
        "memref<6xf32, strided<[1], offset: 18>>",
        lambda a: a[3],
    ),
    (
        "%v = memref.subview %m[4, 0] [0, 6] [1, 1] : memref<4x6xf32> to {}",
        "memref<0x6xf32, strided<[6, 1], offset: 24>>",
        lambda a: a[4:],
    ),
    (
        "%v = memref.transpose %m (i, j) -> (j, i) : memref<4x6xf32> to {}",
        "memref<6x4xf32, strided<[1, 6]>>",
        lambda a: a.T,
    ),
    (
        "%v = memref.reinterpret_cast %m to offset: [3], sizes: [2, 2], strides: [7, %c2]"
        " : memref<4x6xf32> to {}",
        "memref<2x2xf32, strided<[7, ?], offset: 3>>",
        lambda a: np.array([[3, 5], [10, 12]]),
    ),
    (
        "%v = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 2, 3]"
        " : memref<4x6xf32> into {}",
        "memref<4x2x3xf32>",
        lambda a: a.reshape(4, 2, 3),
    ),
    (
        "%v = memref.collapse_shape %m [[0, 1]] : memref<4x6xf32> into {}",
        "memref<24xf32>",
        lambda a: a.reshape(24),
    ),
    (
        "%s = memref.subview %m[0, 0] [4, 1] [1, 1] : memref<4x6xf32>"
        " to memref<4x1xf32, strided<[6, 1]>>\n"
        "%v = memref.collapse_shape %s [[0, 1]] : memref<4x1xf32, strided<[6, 1]>> into {}",
        "memref<4xf32, strided<[6]>>",
        lambda a: a[:, 0],
    ),
    (
        "%s = memref.alloca() : memref<3xindex>\n"
        "memref.store %c2, %s[%c0] : memref<3xindex>\n"
        "memref.store %c2, %s[%c1] : memref<3xindex>\n"
        "memref.store %c6, %s[%c2] : memref<3xindex>\n"
        "%v = memref.reshape %m(%s) : (memref<4x6xf32>, memref<3xindex>) -> {}",
        "memref<2x2x6xf32>",
        lambda a: a.reshape(2, 2, 6),
    ),
    (
        "%u = memref.cast %m : memref<4x6xf32> to memref<*xf32>\n"
        "%v = memref.cast %u : memref<*xf32> to {}",
        "memref<?x6xf32, strided<[?, 1], offset: ?>>",
        lambda a: a,
    ),
    ("%v = memref.memory_space_cast %m : memref<4x6xf32> to {}", "memref<4x6xf32, 1>", lambda a: a),
    ("%v = memref.assume_alignment %m, 8 : {}", "memref<4x6xf32>", lambda a: a),
    ("%v = memref.distinct_objects %m : {}", "memref<4x6xf32>", lambda a: a),
    (
        "%b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<4x6xf32>"
        " -> memref<f32>, index, index, index, index, index\n"
        "%v = memref.reinterpret_cast %b to offset: [%o], sizes: [%s#1], strides: [%t#1]"
        " : memref<f32> to {}",
        "memref<?xf32, strided<[?], offset: ?>>",
        lambda a: a[0],
    ),
]

CONSTANTS = "".join(f"%c{i} = arith.constant {i} : index\n" for i in (0, 1, 2, 6))


@pytest.mark.parametrize(("ops", "type", "expected"), VIEWS)
def test_views(ops: str, type: str, expected: Any) -> None:
    """Both reading from a view and writing to it."""
    program = f"""
    func.func @f(%m: memref<4x6xf32>) -> {type} {{
      {CONSTANTS}{ops.format(type)}
      return %v : {type}
    }}"""
    found = call(program, filled())
    assert found.tolist() == expected(filled()).tolist()
    dense = f"memref<{'x'.join(map(str, found.shape))}xf32>"
    program = f"""
    func.func @f(%m: memref<4x6xf32>, %n: {dense}) {{
      {CONSTANTS}{ops.format(type)}
      memref.copy %n, %v : {dense} to {type}
      return
    }}"""
    buffer, new = filled(), 100 + found
    call(program, buffer, new)
    changed = filled()
    numbers = dict(zip(found.reshape(-1), new.reshape(-1), strict=True))
    expectation = np.vectorize(lambda x: numbers.get(x, x))(changed)
    assert buffer.tolist() == expectation.tolist()


def test_a_view_of_bytes() -> None:
    program = """
    func.func @f(%n: index) -> (f32, i8) {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %c7 = arith.constant 7 : index
      %one = arith.constant 1.0 : f32
      %m = memref.alloc() : memref<16xi8>
      %v = memref.view %m[%c4][%n] : memref<16xi8> to memref<?xf32>
      memref.store %one, %v[%c0] : memref<?xf32>
      %r = memref.load %v[%c0] : memref<?xf32>
      %b = memref.load %m[%c7] : memref<16xi8>
      memref.dealloc %m : memref<16xi8>
      return %r, %b : f32, i8
    }"""
    assert call(program, 3, leaks=True) == (1.0, 0x3F)
    with pytest.raises(
        Trap, match="program.mlir:8:12: error: 'memref.view' a view of the bytes 4 to 19 of 16"
    ):
        call(program, 4)
    freed = program.replace("%b = memref.load %m[%c7] : memref<16xi8>", "").replace(
        "%r = memref.load %v[%c0] : memref<?xf32>",
        "memref.dealloc %m : memref<16xi8>\n%b = arith.constant 0 : i8\n%r = memref.load %v[%c0] : memref<?xf32>",
    )
    with pytest.raises(Trap, match="uses a buffer that has been freed"):
        call(freed, 3)


def test_elements_of_every_kind() -> None:
    types = [
        "i1",
        "i3",
        "i8",
        "i65",
        "index",
        "f16",
        "bf16",
        "f8E5M2",
        "complex<f32>",
        "vector<2xi8>",
    ]
    for type in types:
        program = f"""
        func.func @f(%x: {type}) -> {type} {{
          %c0 = arith.constant 0 : index
          %m = memref.alloca() : memref<2x2x2x{type}>
          memref.store %x, %m[%c0, %c0, %c0] : memref<2x2x2x{type}>
          %n = memref.alloca() : memref<1xmemref<2x2x2x{type}>>
          memref.store %m, %n[%c0] : memref<1xmemref<2x2x2x{type}>>
          %l = memref.load %n[%c0] : memref<1xmemref<2x2x2x{type}>>
          %r = memref.load %l[%c0, %c0, %c0] : memref<2x2x2x{type}>
          return %r : {type}
        }}"""
        given = [1, -2] if "vector" in type else 1
        found = call(program, given)
        assert np.asarray(found).tolist() == given, type


def test_atomic_changes() -> None:
    results = {"addi": 8, "assign": 3, "muli": 15, "maxs": 5, "maxu": 5, "mins": 3, "minu": 3}
    results |= {"andi": 1, "ori": 7, "xori": 6}
    for kind, expected in results.items():
        program = f"""
        func.func @f(%m: memref<2xi8>, %i: index, %x: i8) -> i8 {{
          %r = memref.atomic_rmw {kind} %x, %m[%i] : (i8, memref<2xi8>) -> i8
          return %r : i8
        }}"""
        buffer = np.array([0, 5], np.int8)
        assert call(program, buffer, 1, 3) == 5
        assert buffer[1] == expected
    program = """
    func.func @f(%m: memref<1xf32>, %i: index) -> f32 {
      %r = memref.generic_atomic_rmw %m[%i] : memref<1xf32> {
      ^bb0(%old: f32):
        %new = arith.addf %old, %old : f32
        memref.atomic_yield %new : f32
      }
      return %r : f32
    }"""
    numbers = np.array([1.5], np.float32)
    assert call(program, numbers, 0) == 1.5
    assert numbers[0] == 3


def test_globals_begin_anew_in_each_run() -> None:
    program = """
    memref.global "private" @g : memref<2xi8> = dense<[1, 2]>
    func.func @f(%i: index) -> i8 {
      %c1 = arith.constant 1 : i8
      %m = memref.get_global @g : memref<2xi8>
      %x = memref.load %m[%i] : memref<2xi8>
      %y = arith.addi %x, %c1 : i8
      memref.store %y, %m[%i] : memref<2xi8>
      %n = memref.get_global @g : memref<2xi8>
      %r = memref.load %n[%i] : memref<2xi8>
      return %r : i8
    }"""
    assert [call(program, 1), call(program, 1)] == [3, 3]


def test_realloc_and_dma() -> None:
    program = """
    func.func @f(%n: index) -> memref<?xi8> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %x = arith.constant 7 : i8
      %a = memref.alloc() : memref<2xi8>
      memref.store %x, %a[%c0] : memref<2xi8>
      memref.store %x, %a[%c1] : memref<2xi8>
      %b = memref.realloc %a(%n) : memref<2xi8> to memref<?xi8>
      %t = memref.alloca() : memref<1xi32>
      memref.dma_start %b[%c0], %b[%c2], %c2, %t[%c0] : memref<?xi8>, memref<?xi8>, memref<1xi32>
      memref.dma_wait %t[%c0], %c2 : memref<1xi32>
      return %b : memref<?xi8>
    }"""
    (found,), statistics = machine(program).run("f", [4], leaks=True)
    assert found.tolist() == [7, 7, 7, 7]
    assert (statistics.allocations, statistics.bytes_allocated) == (3, 2 + 4 + 4)
    assert (statistics.peak_bytes, statistics.copies, statistics.bytes_copied) == (8, 2, 4)


DMA = """
    func.func @f(%x: memref<4xi32>, %y: i32) -> i32 {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 4 : index
      %tag = memref.alloc() : memref<2xi32>
      %a = memref.alloc() : memref<4xi32>
      {dialect}.dma_start %x[%c0], %a[%c0], %tag[%c1], %n : memref<4xi32>, memref<4xi32>, memref<2xi32>
      {early}
      {dialect}.dma_wait %tag[%c1], %n : memref<2xi32>
      {late}
      %v = memref.load %a[%c0] : memref<4xi32>
      return %v : i32
    }}"""
SEEDS = range(20)


def dma(dialect: str, early: str = "", late: str = "") -> str:
    text = DMA.format(dialect=dialect, early=early, late=late)
    return (
        text
        if dialect == "affine"
        else text.replace("%tag[%c1], %n : memref<4", "%n, %tag[%c1] : memref<4")
    )


@pytest.mark.parametrize("dialect", ["memref", "affine"])
def test_dma_copies_at_any_time_until_it_is_awaited(dialect: str) -> None:
    def found(early: str, late: str = "") -> set[int]:
        runner = machine(dma(dialect, early, late))
        return {runner.run("f", [np.full(4, 3, "i4"), 9], seed=s).results[0] for s in SEEDS}

    overwritten = "memref.store %y, %x[%c0] : memref<4xi32>"
    assert found("") == {3}
    assert found("", overwritten) == {3}
    assert found(overwritten) == {3, 9}
    # A wait for another element of the tag does not wait for the copy.
    assert found(f"{dialect}.dma_wait %tag[%c0], %n : memref<2xi32>\n{overwritten}") == {3, 9}


@pytest.mark.parametrize("dialect", ["memref", "affine"])
def test_dma_must_not_use_what_is_freed_before_it_is_awaited(dialect: str) -> None:
    freed = (
        "%b = memref.alloc() : memref<4xi32>\nmemref.copy %x, %b : memref<4xi32> to memref<4xi32>\n"
    )
    start = f"{dialect}.dma_start %b[%c0], %a[%c0], %tag[%c0], %n"
    if dialect == "memref":
        start = "memref.dma_start %b[%c0], %a[%c0], %n, %tag[%c0]"
    start += " : memref<4xi32>, memref<4xi32>, memref<2xi32>\n"
    wait = f"{dialect}.dma_wait %tag[%c0], %n : memref<2xi32>\n"
    end = "memref.dealloc %b : memref<4xi32>\n"

    def run_all(*lines: str) -> None:
        for seed in SEEDS:
            text = dma(dialect, freed + "".join(lines))
            machine(text).run("f", [np.full(4, 3, "i4"), 9], seed=seed)

    run_all(start, wait, end)
    message = f"'{dialect}.dma_start' uses a buffer that has been freed"
    for wrong in ([start, end, wait], [start, end]):
        with pytest.raises(Trap, match=message):
            run_all(*wrong)


def test_the_tag_of_a_dma_is_an_element_that_is_there() -> None:
    early = "memref.dma_wait %tag[%n], %n : memref<2xi32>"
    with pytest.raises(Trap, match="'memref.dma_wait' index #0 4 is out of bounds"):
        machine(dma("memref", early)).run("f", [np.zeros(4, "i4"), 9])


def test_what_is_on_the_stack_is_freed_at_the_end_of_its_scope() -> None:
    program = """
    func.func @f(%n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %m = memref.alloca() : memref<4xf32>
        memref.alloca_scope {
          %k = memref.alloca() : memref<2xf32>
        }
      }
      return
    }"""
    _, statistics = machine(program).run("f", [10], leaks=True)
    assert (statistics.allocations, statistics.peak_bytes, statistics.live_bytes) == (20, 24, 0)


def test_ownership_of_buffers() -> None:
    program = """
    func.func @f(%own: i1) -> (i1, memref<2xf32>) {
      %x = arith.constant 1.0 : f32
      %c0 = arith.constant 0 : index
      %true = arith.constant true
      %a = memref.alloc() : memref<2xf32>
      %b = memref.alloc() : memref<2xf32>
      memref.store %x, %a[%c0] : memref<2xf32>
      %s = memref.subview %a[1] [1] [1] : memref<2xf32> to memref<1xf32, strided<[1], offset: 1>>
      %base, %o, %z, %t = memref.extract_strided_metadata %s : memref<1xf32, strided<[1], offset: 1>> -> memref<f32>, index, index, index
      %r = bufferization.dealloc (%base, %a, %b : memref<f32>, memref<2xf32>, memref<2xf32>) if (%own, %own, %true) retain (%a : memref<2xf32>)
      return %r, %a : i1, memref<2xf32>
    }"""
    for own in (0, 1):
        results, statistics = machine(program).run("f", [own], undefined=True, leaks=True)
        assert results[0] == own
        assert statistics.live_bytes == 8


def test_tensors_and_buffers() -> None:
    program = """
    func.func @f(%m: memref<3xf32>, %t: tensor<3xf32>) -> (tensor<3xf32>, memref<3xf32>, tensor<3xf32>) {
      %a = bufferization.to_tensor %m restrict writable : memref<3xf32> to tensor<3xf32>
      bufferization.materialize_in_destination %t in writable %m : (tensor<3xf32>, memref<3xf32>) -> ()
      %b = bufferization.to_buffer %a : tensor<3xf32> to memref<3xf32>
      %c = bufferization.clone %b : memref<3xf32> to memref<3xf32>
      %d = bufferization.alloc_tensor() copy(%t) : tensor<3xf32>
      %e = bufferization.alloc_tensor() : tensor<3xf32>
      %g = bufferization.materialize_in_destination %d in %e : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      bufferization.dealloc_tensor %d : tensor<3xf32>
      return %a, %c, %g : tensor<3xf32>, memref<3xf32>, tensor<3xf32>
    }"""
    buffer = np.array([1, 2, 3], np.float32)
    a, c, g = call(program, buffer, np.array([4, 5, 6], np.float32))
    assert [a.tolist(), c.tolist(), g.tolist()] == [[1, 2, 3], [1, 2, 3], [4, 5, 6]]
    assert buffer.tolist() == [4, 5, 6]


@pytest.mark.parametrize(
    "layout", ["strided<[0]>", "strided<[2], offset: 3>", "strided<[?], offset: ?>"]
)
def test_a_clone_has_the_layout_of_its_type(layout: str) -> None:
    program = f"""
    func.func @f(%x: f32) -> (f32, f32) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %m = memref.alloc() : memref<2xf32>
      linalg.fill ins(%x : f32) outs(%m : memref<2xf32>)
      %c = bufferization.clone %m : memref<2xf32> to memref<2xf32, {layout}>
      memref.store %x, %m[%c0] : memref<2xf32>
      memref.dealloc %m : memref<2xf32>
      %0 = memref.load %c[%c0] : memref<2xf32, {layout}>
      %1 = memref.load %c[%c1] : memref<2xf32, {layout}>
      %true = arith.constant true
      %base, %o, %z, %t = memref.extract_strided_metadata %c : memref<2xf32, {layout}> -> memref<f32>, index, index, index
      bufferization.dealloc (%base : memref<f32>) if (%true)
      return %0, %1 : f32, f32
    }}"""
    assert machine(program).run("f", [7.0], leaks=True).results == (7, 7)


def test_what_is_returned_must_not_be_freed() -> None:
    program = """
    func.func @f() -> memref<2xf32> {
      %m = memref.alloc() : memref<2xf32>
      memref.dealloc %m : memref<2xf32>
      return %m : memref<2xf32>
    }"""
    with pytest.raises(Trap, match="'func.func' returns what it must not: it uses a buffer that"):
        machine(program).run("f", undefined=True)


TRAPS: list[tuple[TrapKind, str, str]] = [
    (
        TrapKind.OUT_OF_BOUNDS,
        "%x = memref.load %m[%c6] : memref<4xf32>",
        "6:6: error: 'memref.load' index #0 6 is out of bounds: it must be from 0 to 3",
    ),
    (
        TrapKind.OUT_OF_BOUNDS,
        "%x = arith.constant -1 : index\n  memref.store %f, %m[%x] : memref<4xf32>",
        "7:3: error: 'memref.store' index #0 -1 is out of bounds: it must be from 0 to 3",
    ),
    (
        TrapKind.OUT_OF_BOUNDS,
        "%s = memref.subview %m[%c2] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1], offset: ?>>",
        "6:6: error: 'memref.subview' dimension #0: of the elements 2 to 4, one 4 is out of bounds: "
        "it must be from 0 to 3",
    ),
    (
        TrapKind.OUT_OF_BOUNDS,
        "%s = memref.reinterpret_cast %m to offset: [2], sizes: [3], strides: [1] : memref<4xf32> to memref<3xf32, strided<[1], offset: 2>>",
        "6:6: error: 'memref.reinterpret_cast' a view of the elements 2 to 4 of memory that holds 4",
    ),
    (
        TrapKind.USE_AFTER_FREE,
        "memref.dealloc %m : memref<4xf32>\n  %x = memref.load %m[%c2] : memref<4xf32>",
        "7:8: error: 'memref.load' uses a buffer that has been freed\n"
        "program.mlir:6:1: note: it was freed here\n"
        "program.mlir:5:6: note: it was allocated here",
    ),
    (
        TrapKind.USE_AFTER_FREE,
        "%x = memref.alloca_scope -> (memref<1xf32>) {\n"
        "  %s = memref.alloca() : memref<1xf32>\n"
        "  memref.alloca_scope.return %s : memref<1xf32>\n"
        "}\n"
        "memref.store %f, %x[%c0] : memref<1xf32>",
        "10:1: error: 'memref.store' uses a buffer that has been freed\n"
        "program.mlir:7:8: note: it was allocated here",
    ),
    (
        TrapKind.BAD_FREE,
        "memref.dealloc %m : memref<4xf32>\nmemref.dealloc %m : memref<4xf32>",
        "7:1: error: 'memref.dealloc' frees a buffer that has been freed before\n"
        "program.mlir:6:1: note: it was freed here\n"
        "program.mlir:5:6: note: it was allocated here",
    ),
    (
        TrapKind.BAD_FREE,
        "%s = memref.subview %m[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>\n"
        "memref.dealloc %s : memref<2xf32, strided<[1], offset: 1>>",
        "7:1: error: 'memref.dealloc' frees a part of a buffer: its first element is not that of the "
        "allocation",
    ),
    (
        TrapKind.BAD_FREE,
        "%s = memref.alloca() : memref<2xf32>\nmemref.dealloc %s : memref<2xf32>",
        "7:1: error: 'memref.dealloc' frees a buffer that is on the stack",
    ),
    (
        TrapKind.BAD_FREE,
        "memref.dealloc %a : memref<?xf32>",
        "6:1: error: 'memref.dealloc' frees a buffer that belongs to the caller of the program",
    ),
    (
        TrapKind.BAD_FREE,
        "%s = memref.get_global @g : memref<2xf32>\nmemref.dealloc %s : memref<2xf32>",
        "7:1: error: 'memref.dealloc' frees a buffer that lives as long as the program",
    ),
    (
        TrapKind.LEAK,
        "",
        "5:6: error: 'memref.alloc' allocates a buffer that is never freed",
    ),
    (
        TrapKind.READ_ONLY,
        "%s = memref.get_global @g : memref<2xf32>\nmemref.store %f, %s[%c0] : memref<2xf32>",
        "7:1: error: 'memref.store' writes to a buffer that may only be read\n"
        "program.mlir:1:1: note: this is the buffer",
    ),
    (
        TrapKind.READ_ONLY,
        "%s = memref.get_global @g : memref<2xf32>\n"
        "%t = memref.subview %m[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>\n"
        "memref.copy %t, %s : memref<2xf32, strided<[1]>> to memref<2xf32>",
        "8:1: error: 'memref.copy' writes to a buffer that may only be read\n"
        "program.mlir:1:1: note: this is the buffer",
    ),
    (
        TrapKind.OVERLAP,
        "%c1 = arith.constant 1 : index\n"
        "memref.store %f, %m[%c1] : memref<4xf32>\n"
        "%s = memref.subview %m[0] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1]>>\n"
        "%t = memref.subview %m[1] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1], offset: 1>>\n"
        "memref.copy %s, %t : memref<3xf32, strided<[1]>> to memref<3xf32, strided<[1], offset: 1>>",
        "10:1: error: 'memref.copy' copies between buffers that overlap",
    ),
    (
        TrapKind.INVALID_CAST,
        "memref.copy %a, %m : memref<?xf32> to memref<4xf32>",
        "6:1: error: 'memref.copy' copies a buffer of extents [2] to one of [4]",
    ),
    (
        TrapKind.INVALID_CAST,
        "%s = memref.cast %a : memref<?xf32> to memref<3xf32>",
        "6:6: error: 'memref.cast' a buffer of extents [2] is no 'memref<3xf32>'",
    ),
    (
        TrapKind.INVALID_CAST,
        "%s = memref.subview %m[0] [2] [2] : memref<4xf32> to memref<2xf32, strided<[2]>>\n"
        "%t = memref.cast %s : memref<2xf32, strided<[2]>> to memref<2xf32, strided<[?]>>\n"
        "%u = memref.cast %t : memref<2xf32, strided<[?]>> to memref<2xf32>",
        "8:6: error: 'memref.cast' a buffer of strides [2] is no 'memref<2xf32>'",
    ),
    (
        TrapKind.INVALID_CAST,
        "%s = memref.expand_shape %a [[0, 1]] output_shape [%c2, 2] : memref<?xf32> into memref<?x2xf32>",
        "6:6: error: 'memref.expand_shape' extent 2 of dimension #0 cannot become [2, 2]",
    ),
    (
        TrapKind.UNDEFINED,
        "%x = memref.load %m[%c0] : memref<4xf32>\n"
        "%y = arith.addf %x, %f : f32\n"
        "%z = arith.cmpf ogt, %y, %f : f32\n"
        "scf.if %z {\n}",
        "9:1: error: 'scf.if' this depends on a value that is undefined\n"
        "program.mlir:6:6: note: the value comes from here",
    ),
    (
        TrapKind.UNDEFINED,
        "%s = memref.alloca() : memref<index>\n"
        "%x = memref.load %s[] : memref<index>\n"
        "memref.store %f, %m[%x] : memref<4xf32>",
        "8:1: error: 'memref.store' this depends on a value that is undefined\n"
        "program.mlir:7:6: note: the value comes from here",
    ),
    (
        TrapKind.OTHER,
        "scf.for %i = %c0 to %c2 step %c0 {\n}",
        "6:1: error: 'scf.for' has a step of 0, which must be positive",
    ),
    (
        TrapKind.OUT_OF_BOUNDS,
        "%n = arith.constant -1 : index\n%s = memref.alloc(%n) : memref<?xf32>",
        "7:6: error: 'memref.alloc' allocates a buffer of [-1]",
    ),
    (
        TrapKind.OUT_OF_BOUNDS,
        "%n = arith.constant -1 : index\n"
        "%s = memref.subview %m[0] [%n] [1] : memref<4xf32> to memref<?xf32, strided<[1]>>",
        "7:6: error: 'memref.subview' size #0 is -1",
    ),
    (
        TrapKind.OUT_OF_BOUNDS,
        "%n = arith.constant -1 : index\n"
        "%s = memref.reinterpret_cast %m to offset: [3], sizes: [%n], strides: [1] : memref<4xf32> to memref<?xf32, strided<[1], offset: 3>>",
        "7:6: error: 'memref.reinterpret_cast' size #0 is -1",
    ),
    (
        TrapKind.OUT_OF_BOUNDS,
        "%n = arith.constant -1 : index\n"
        "%b = memref.alloc() : memref<8xi8>\n"
        "%s = memref.view %b[%c0][%n] : memref<8xi8> to memref<?xf32>",
        "8:6: error: 'memref.view' size #0 is -1",
    ),
    (
        TrapKind.OUT_OF_BOUNDS,
        "%n = arith.constant -1 : index\n"
        "%s = memref.expand_shape %a [[0, 1]] output_shape [%n, %n] : memref<?xf32> into memref<?x?xf32>",
        "7:6: error: 'memref.expand_shape' size #0 is -1",
    ),
    (
        TrapKind.EXTERNAL_CALL,
        "%s = memref.get_global @h : memref<2xf32>",
        "6:6: error: 'memref.get_global' uses the global 'h', which is defined elsewhere\n"
        "program.mlir:2:1: note: it is declared here",
    ),
]


@pytest.mark.parametrize(("kind", "ops", "message"), TRAPS)
def test_traps(kind: TrapKind, ops: str, message: str) -> None:
    header = (
        'memref.global "private" constant @g : memref<2xf32> = dense<0.0>\n'
        'memref.global "private" @h : memref<2xf32>\n'
        "func.func @f(%f: f32, %a: memref<?xf32>) { "
        + " ".join(f"%c{i} = arith.constant {i} : index" for i in (0, 2, 6))
        + "\n\n%m = memref.alloc() : memref<4xf32>\n"
    )
    program = header + ops + "\nreturn }"
    with pytest.raises(Trap) as failure:
        call(program, 1.0, np.zeros(2, np.float32), leaks=True)
    assert str(failure.value) == f"program.mlir:{message}"
    assert failure.value.kind is kind


def test_a_buffer_that_the_caller_cannot_write_to_may_only_be_read() -> None:
    program = """
    func.func @f(%m: memref<2xf32>, %i: index, %x: f32) {
      memref.store %x, %m[%i] : memref<2xf32>
      return
    }"""
    array = np.zeros(2, np.float32)
    array.flags.writeable = False
    with pytest.raises(Trap, match="may only be read"):
        call(program, array, 0, 1.0)
    assert array.tolist() == [0, 0]


def test_arrays_that_cannot_be_shared_are_copied_and_copied_back() -> None:
    program = """
    func.func @f(%m: memref<2x2xf32>, %n: memref<2xf32, strided<[2], offset: 3>>, %i: index, %x: f32) {
      memref.store %x, %m[%i, %i] : memref<2x2xf32>
      memref.store %x, %n[%i] : memref<2xf32, strided<[2], offset: 3>>
      return
    }"""
    base, other = np.zeros((3, 3), np.float32), np.zeros(2, np.float32)
    call(program, base[:2, :2].T, other, 1, 5.0)
    assert base.tolist() == [[0, 0, 0], [0, 5, 0], [0, 0, 0]]
    assert other.tolist() == [0, 5]


def test_undefined_elements_stay_so_and_may_be_returned_if_asked_for() -> None:
    program = """
    func.func @f(%m: memref<3xi8>, %i: index) -> (memref<3xi8>, tensor<3xi8>, i8) {
      %a = memref.alloc() : memref<3xi8>
      %c = memref.alloc() : memref<3xi8>
      %x = memref.load %m[%i] : memref<3xi8>
      memref.store %x, %a[%i] : memref<3xi8>
      memref.copy %a, %c : memref<3xi8> to memref<3xi8>
      %t = bufferization.to_tensor %c : memref<3xi8> to tensor<3xi8>
      %c0 = arith.constant 0 : index
      %y = memref.load %c[%c0] : memref<3xi8>
      memref.store %y, %m[%i] : memref<3xi8>
      %z = arith.addi %y, %x : i8
      return %c, %t, %z : memref<3xi8>, tensor<3xi8>, i8
    }"""
    buffer, tensor, number = call(program, np.ones(3, np.int8), 1, undefined=True)
    assert buffer.mask.tolist() == tensor.mask.tolist() == [True, False, True]
    assert buffer[1] == tensor[1] == 1
    assert repr(number) == "poison"
    with pytest.raises(Trap, match="'func.func' returns undefined result #0"):
        call(program, np.ones(3, np.int8), 1)


def test_where_what_is_undefined_comes_from() -> None:
    shifted = """
    func.func @f(%x: i8) -> i8 {
      %c8 = arith.constant 8 : i8
      %0 = arith.shli %x, %c8 : i8
      return %0 : i8
    }"""
    new = """
    func.func @f() -> memref<2xi8> {
      %0 = memref.alloc() : memref<2xi8>
      return %0 : memref<2xi8>
    }"""
    stored = """
    func.func @f(%m: memref<1xi8>) {
      %c0 = arith.constant 0 : index
      %0 = ub.poison : i8
      memref.store %0, %m[%c0] : memref<1xi8>
      return
    }"""
    for text, arguments, message, note in (
        (shifted, [1], "returns undefined result #0", ":4:12: note: the value comes from here"),
        (new, [], "returns undefined result #0", ":3:12: note: it was allocated here"),
        (stored, [np.zeros(1, np.int8)], "leaves argument #0 undefined", ""),
    ):
        module = bufferize.parse(text, CONTEXT)
        with pytest.raises(Trap) as trap:
            Machine(module, CONTEXT).run("f", arguments)
        assert trap.value.kind is TrapKind.UNDEFINED
        assert message in str(trap.value)
        assert note in str(trap.value)
        Machine(module, CONTEXT).run("f", arguments, undefined=True)


def test_buffers_held_by_what_is_returned_do_not_leak() -> None:
    program = """
    func.func @f(%i: index) -> memref<1xmemref<2xf32>> {
      %m = memref.alloc() : memref<2xf32>
      %n = memref.alloc() : memref<1xmemref<2xf32>>
      memref.store %m, %n[%i] : memref<1xmemref<2xf32>>
      return %n : memref<1xmemref<2xf32>>
    }"""
    assert call(program, 0, leaks=True).shape == (1,)
    lost = program.replace("memref.store %m", "memref.store %k").replace(
        "%n = ", "%k = memref.alloc() : memref<2xf32>\n%n = "
    )
    with pytest.raises(
        Trap, match="program.mlir:3:12: error: 'memref.alloc' allocates a buffer that"
    ):
        call(lost, 0, leaks=True)


def test_too_much_memory() -> None:
    program = """
    func.func @f(%n: index) {
      %m = memref.alloc(%n) : memref<?xf32>
      return
    }"""
    with pytest.raises(Trap, match="'memref.alloc' takes 4503599627370496 bytes") as failure:
        call(program, 2**50)
    assert failure.value.kind is TrapKind.LIMIT
    assert [note.message for note in failure.value.diagnostics[0].notes] == [
        "--max-bytes=N, in Python Machine(…, max_bytes=N), allows more"
    ]


@pytest.mark.parametrize(
    ("made", "last"),
    [
        ("tensor.empty(%n) : tensor<?xf32>", "tensor<?xf32>"),
        ("bufferization.alloc_tensor(%n) : tensor<?xf32>", "tensor<?xf32>"),
        ("tensor.splat %x[%n] : tensor<?xf32>", "tensor<?xf32>"),
        ("tensor.empty() : tensor<1000000000000xf32>", "tensor<1000000000000xf32>"),
        ("tensor.splat %x : tensor<1000000x1000000xf32>", "tensor<1000000x1000000xf32>"),
        (
            "tensor.generate %n {\n^bb0(%i: index):\ntensor.yield %x : f32\n} : tensor<?xf32>",
            "tensor<?xf32>",
        ),
        (
            "tensor.pad %t low[%n] high[0] {\n^bb0(%i: index):\ntensor.yield %x : f32\n} "
            ": tensor<2xf32> to tensor<?xf32>",
            "tensor<?xf32>",
        ),
    ],
)
def test_tensors_that_are_too_large(made: str, last: str) -> None:
    program = f"""
    func.func @f(%n: index, %x: f32, %t: tensor<2xf32>) -> {last} {{
      %r = {made}
      return %r : {last}
    }}"""
    with pytest.raises(Trap, match=r"program.mlir:3:12: .* takes 40000000000\d\d bytes") as failure:
        call(program, 10**12, 1.0, np.zeros(2, np.float32))
    assert failure.value.kind is TrapKind.LIMIT


def test_how_much_memory_there_may_be() -> None:
    program = """
    func.func @f(%n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %t = tensor.empty() : tensor<2xf32>
      scf.for %i = %c0 to %n step %c1 {
        %m = memref.alloc() : memref<2xf32>
      }
      return
    }"""
    large = Machine(bufferize.parse(program, CONTEXT), CONTEXT, max_bytes=24)
    assert large.run("f", [3]).statistics.live_bytes == 24
    with pytest.raises(Trap, match="takes 8 bytes, besides 24 in use, where 24 are the limit"):
        large.run("f", [4])
    small = Machine(bufferize.parse(program, CONTEXT), CONTEXT, max_bytes=7)
    with pytest.raises(Trap, match="'tensor.empty' takes 8 bytes, where 7 are the limit"):
        small.run("f", [0])


def test_a_constant_of_one_element_takes_no_room() -> None:
    program = """
    func.func @f(%n: index) -> f32 {
      %t = arith.constant dense<2.0> : tensor<1000000000000xf32>
      %x = tensor.extract %t[%n] : tensor<1000000000000xf32>
      return %x : f32
    }"""
    assert call(program, 10**11) == (2,)


def test_constants_of_every_kind() -> None:
    program = """
    memref.global "private" constant @g : memref<2x2xi16> = dense_resource<blob>
    func.func @f() -> (memref<2x2xi16>, tensor<3x2xf32>) {
      %m = memref.get_global @g : memref<2x2xi16>
      %t = arith.constant sparse<[[0, 1], [2, 0]], [1.5, 2.5]> : tensor<3x2xf32>
      return %m, %t : memref<2x2xi16>, tensor<3x2xf32>
    }
    {-# dialect_resources: { builtin: { blob: "0x020000000100020003000400" } } #-}"""
    buffer, tensor = call(program)
    assert buffer.tolist() == [[1, 2], [3, 4]]
    assert tensor.tolist() == [[0, 1.5], [0, 0], [2.5, 0]]
    for wrong, message in (
        (program.replace('0400"', '"'), "whose data does not fit: "),
        (program.replace("blob:", "other:"), "whose data is not there"),
    ):
        with pytest.raises(Trap, match=message):
            call(wrong)


def test_copies_that_give_the_same_in_any_order() -> None:
    """Copies of a buffer onto itself, and of undefined elements."""
    program = """
    func.func @f(%i: index, %x: f32) -> memref<4xf32> {
      %c0 = arith.constant 0 : index
      %m = memref.alloc() : memref<4xf32>
      %s = memref.subview %m[0] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1]>>
      %t = memref.subview %m[1] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1], offset: 1>>
      memref.copy %s, %t : memref<3xf32, strided<[1]>> to memref<3xf32, strided<[1], offset: 1>>
      memref.store %x, %m[%c0] : memref<4xf32>
      memref.copy %m, %m : memref<4xf32> to memref<4xf32>
      %a = memref.subview %m[0] [1] [-1] : memref<4xf32> to memref<1xf32, strided<[-1]>>
      %b = memref.subview %m[0] [1] [1] : memref<4xf32> to memref<1xf32, strided<[1]>>
      memref.copy %a, %b : memref<1xf32, strided<[-1]>> to memref<1xf32, strided<[1]>>
      return %m : memref<4xf32>
    }"""
    assert call(program, 0, 2.5, undefined=True).tolist() == [2.5, None, None, None]


SHIFTED = """
func.func @f(%value: f32) -> (f32, f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<4xf32>
  STORES
  %s = memref.subview %m[0] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1]>>
  %t = memref.subview %m[1] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1], offset: 1>>
  memref.copy %s, %t : memref<3xf32, strided<[1]>> to memref<3xf32, strided<[1], offset: 1>>
  %0 = memref.load %m[%c0] : memref<4xf32>
  %1 = memref.load %m[%c1] : memref<4xf32>
  %2 = memref.load %m[%c2] : memref<4xf32>
  %3 = memref.load %m[%c3] : memref<4xf32>
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
"""


@pytest.mark.parametrize(
    ("stored", "is_trap"), [((0,), False), ((0, 3), False), ((1,), True), ((0, 1, 2, 3), True)]
)
def test_what_depends_on_the_order_of_a_copy_is_undefined(
    stored: tuple[int, ...], is_trap: bool
) -> None:
    stores = "\n".join(f"memref.store %value, %m[%c{i}] : memref<4xf32>" for i in stored)
    text = SHIFTED.replace("STORES", stores)
    module = bufferize.parse(text, CONTEXT)
    tolerant = Machine(module, CONTEXT, poisons_overlaps=True)
    strict = Machine(module, CONTEXT)
    wanted = [0 in stored, 0 in stored, False, False]
    for each in (tolerant,) if is_trap else (tolerant, strict):
        results = each.run("f", [2.0], undefined=True).results
        assert [not isinstance(result, Poison) for result in results] == wanted
    if is_trap:
        with pytest.raises(Trap) as trap:
            strict.run("f", [2.0], undefined=True)
        assert trap.value.kind is TrapKind.OVERLAP


LAYOUTS = (
    "strided<[?, ?], offset: ?>",
    "strided<[?, 1], offset: ?>",
    "strided<[1, ?]>",
    "strided<[?, 5]>",
    "strided<[7, 2], offset: 3>",
    "affine_map<(i, j) -> (j * 3 + i)>",
)


def type_with(layout: str) -> MemRefType:
    text = f"func.func private @f(memref<?x?xi32, {layout}>)"
    function = parse(text, Context(["func"])).regions[0].entry.first_op
    (found,) = function.signature.inputs  # type: ignore[union-attr]
    assert isinstance(found, MemRefType)
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", [(3, 2), (2, 2), (1, 4), (0, 2), (3, 1)])
def test_every_element_has_its_own_place(layout: str, shape: tuple[int, int]) -> None:
    strides, offset = layout_for(type_with(layout), shape)
    places = [
        offset + sum(i * stride for i, stride in zip(index, strides, strict=True))
        for index in product(*map(range, shape))
    ]
    assert len(set(places)) == len(places)
    expected = (min(places), max(places) + 1) if places else (0, 0)
    assert span_of(offset, shape, strides) == expected


def test_what_is_open_is_row_major() -> None:
    assert layout_for(type_with("strided<[?, ?], offset: ?>"), (3, 2)) == ([2, 1], 0)
    assert layout_for(type_with("strided<[?, 1], offset: ?>"), (3, 2)) == ([2, 1], 0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_arguments_are_read_and_changed(layout: str) -> None:
    type = f"memref<3x?xi32, {layout}>"
    text = f"""
    func.func @f(%x: {type}) -> i32 {{
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %v = memref.load %x[%c2, %c1] : {type}
      memref.store %v, %x[%c1, %c1] : {type}
      return %v : i32
    }}"""
    context = Context(["arith", "func", "interpreter"])
    x = np.arange(6, dtype=np.int32).reshape(3, 2)
    assert run(parse(text, context), "f", [x], context=context).results == (5,)
    assert x.tolist() == [[0, 1], [2, 5], [4, 5]]


def test_a_tensor_is_freed_only_once() -> None:
    program = """
    func.func @f(%n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %k = arith.constant dense<1> : tensor<2xi32>
      %a = bufferization.alloc_tensor() copy(%k) : tensor<2xi32>
      %b = bufferization.alloc_tensor() copy(%k) : tensor<2xi32>
      bufferization.dealloc_tensor %b : tensor<2xi32>
      scf.for %i = %c0 to %n step %c1 {
        bufferization.dealloc_tensor %a : tensor<2xi32>
      }
      return
    }"""
    call(program, 1)
    with pytest.raises(Trap, match="frees a tensor that has been freed before") as trap:
        call(program, 2)
    assert trap.value.kind is TrapKind.BAD_FREE
