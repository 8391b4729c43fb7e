"""Native calls of functions, and errors if they cannot be run."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from bufferize import Context, parse
from bufferize_interpreter.native import NativeError, NativeStop, run_native, tools
from bufferize_interpreter.processes import ProcessLimits

Array = np.ndarray[Any, Any]


def call(text: str, *arguments: object, timeout: float = 60) -> list[Array]:
    return run_native(parse(text, Context()), "f", arguments, limits=ProcessLimits(timeout))


@pytest.fixture
def _other_tools() -> Iterator[None]:
    tools._tool.cache_clear()
    yield
    tools._tool.cache_clear()


@pytest.mark.reference
def test_arguments_are_read_and_changed() -> None:
    text = """
    func.func @f(%x: memref<?xf32>, %s: f32) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %x, %c0 : memref<?xf32>
      %last = arith.subi %n, %c1 : index
      %v = memref.load %x[%last] : memref<?xf32>
      memref.store %s, %x[%c0] : memref<?xf32>
      return %v : f32
    }"""
    x = np.arange(5, dtype=np.float32)
    (result,) = call(text, x, 0.5)
    assert result == 4
    assert x.tolist() == [0.5, 1, 2, 3, 4]


@pytest.mark.reference
@pytest.mark.parametrize(
    ("element", "values"),
    [
        ("i1", np.array([True, False])),
        ("i8", np.array([-128, 127], np.int8)),
        ("i16", np.array([-300, 300], np.int16)),
        ("i32", np.array([-1, 2**31 - 1], np.int32)),
        ("i64", np.array([-(2**63), 2**63 - 1], np.int64)),
        ("index", np.array([0, 2**62], np.int64)),
        ("f16", np.array([1.5, np.inf], np.float16)),
        ("bf16", np.array([1.5, -2], ml_dtypes.bfloat16)),
        ("f32", np.array([np.pi, np.nan], np.float32)),
        ("f64", np.array([np.pi, -0.0])),
        ("f8E5M2", np.array([1.5, 2], ml_dtypes.float8_e5m2)),
        ("complex<f32>", np.array([1 + 2j, 3], np.complex64)),
        ("complex<f64>", np.array([1 + 2j, 3])),
    ],
)
def test_elements_go_there_and_back(element: str, values: Array) -> None:
    text = f"""
    func.func @f(%x: memref<2x{element}>) -> (memref<?x{element}>, {element}) {{
      %c1 = arith.constant 1 : index
      %r = memref.cast %x : memref<2x{element}> to memref<?x{element}>
      %v = memref.load %x[%c1] : memref<2x{element}>
      return %r, %v : memref<?x{element}>, {element}
    }}"""
    whole, last = call(text, values.copy())
    assert (whole.dtype, whole.tobytes()) == (values.dtype, values.tobytes())
    assert (last.shape, last.tobytes()) == ((), values[1].tobytes())


@pytest.mark.reference
@pytest.mark.parametrize(
    "layout",
    [
        "strided<[?, ?], offset: ?>",
        "strided<[1, ?], offset: ?>",
        "strided<[?, 1]>",
        "strided<[1, 3], offset: 4>",
        "affine_map<(i, j) -> (j * 3 + i)>",
    ],
)
def test_layouts(layout: str) -> None:
    type = f"memref<3x?xi32, {layout}>"
    text = f"""
    func.func @f(%x: {type}) -> ({type}, i32) {{
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %v = memref.load %x[%c2, %c1] : {type}
      memref.store %v, %x[%c1, %c1] : {type}
      return %x, %v : {type}, i32
    }}"""
    x = np.arange(6, dtype=np.int32).reshape(3, 2)
    result, element = call(text, x)
    assert element == 5
    assert x.tolist() == result.tolist() == [[0, 1], [2, 5], [4, 5]]


@pytest.mark.reference
def test_empty_and_unranked() -> None:
    text = """
    func.func @f(%x: memref<?x0xf32>, %y: memref<*xi8>) -> (memref<?x0xf32>, index) {
      %r = memref.rank %y : memref<*xi8>
      return %x, %r : memref<?x0xf32>, index
    }"""
    same, rank = call(text, np.zeros((3, 0), np.float32), np.zeros((1, 2, 3), np.int8))
    assert same.shape == (3, 0)
    assert rank == 3


@pytest.mark.reference
def test_buffers_of_any_rank_are_changed_and_returned() -> None:
    text = """
    func.func @f(%x: memref<*xi32>, %v: i32) -> (memref<*xi32>, memref<*xi32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = memref.cast %x : memref<*xi32> to memref<?x?xi32>
      memref.store %v, %r[%c0, %c1] : memref<?x?xi32>
      %column = memref.subview %r[0, 1] [2, 1] [1, 1]
        : memref<?x?xi32> to memref<2xi32, strided<[?], offset: 1>>
      %y = memref.cast %column : memref<2xi32, strided<[?], offset: 1>> to memref<*xi32>
      return %y, %x : memref<*xi32>, memref<*xi32>
    }"""
    x = np.arange(4, dtype=np.int32).reshape(2, 2)
    column, same = call(text, x, 9)
    assert column.tolist() == [9, 3]
    assert x.tolist() == same.tolist() == [[0, 9], [2, 3]]


@pytest.mark.reference
def test_a_result_of_too_large_a_rank() -> None:
    text = "func.func @f(%x: memref<*xi8>) -> memref<*xi8> {\n  return %x : memref<*xi8>\n}"
    with pytest.raises(NativeError, match="@f: a result of the rank 9 is more than 8"):
        call(text, np.zeros((1,) * 9, np.int8))


@pytest.mark.reference
def test_reads_of_new_memory_show() -> None:
    text = """
    func.func @f() -> i32 {
      %a = memref.alloc() : memref<1xi32>
      %c0 = arith.constant 0 : index
      %v = memref.load %a[%c0] : memref<1xi32>
      return %v : i32
    }"""
    assert call(text)[0] != 0


@pytest.mark.reference
def test_negative_strides_on_the_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
    func.func @f() -> (i32, i32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %new = memref.alloca() : memref<4x2xi32>
      %numbers = memref.get_global @numbers : memref<4x2xi32>
      memref.copy %numbers, %new : memref<4x2xi32> to memref<4x2xi32>
      %cast = memref.cast %new : memref<4x2xi32> to memref<?x?xi32>
      %back = memref.subview %cast[3, 1] [4, 2] [-1, -1]
          : memref<?x?xi32> to memref<4x2xi32, strided<[?, -1], offset: ?>>
      %a = memref.load %back[%c1, %c1] : memref<4x2xi32, strided<[?, -1], offset: ?>>
      %sum = arith.addi %a, %a : i32
      memref.store %sum, %back[%c1, %c0] : memref<4x2xi32, strided<[?, -1], offset: ?>>
      %b = memref.load %new[%c2, %c1] : memref<4x2xi32>
      return %a, %b : i32, i32
    }
    memref.global "private" constant @numbers : memref<4x2xi32> =
        dense<[[11, 12], [13, 14], [15, 16], [17, 18]]>
    """
    assert [int(found) for found in call(text)] == [15, 30]
    # mlir-opt's own output is wrong here: see `docs/contribute/upstream-bugs.md`.
    monkeypatch.setattr(tools, "_UNSIGNED", re.compile("(?!)"))
    assert [int(found) for found in call(text)] != [15, 30]


@pytest.mark.reference
def test_what_cannot_be_lowered() -> None:
    text = """
    func.func @f(%x: tensor<2xf32>, %y: f32) -> f32 {
      return %y : f32
    }"""
    with pytest.raises(
        NativeError, match=r"there are no arrays of tensor<2xf32>(?s:.*)bufferize it first"
    ):
        call(text, np.zeros(2, np.float32), 1.0)
    text = """
    func.func private @there()
    func.func @f() {
      call @there() : () -> ()
      return
    }"""
    with pytest.raises(NativeError, match=r"mlir-runner cannot run the program(?s:.*)there"):
        call(text)


@pytest.mark.reference
def test_a_program_without_end() -> None:
    text = """
    func.func @f() {
      cf.br ^loop
    ^loop:
      cf.br ^loop
    }"""
    with pytest.raises(NativeError, match="did not come to an end within 1 seconds"):
        call(text, timeout=1)


@pytest.mark.reference
def test_what_a_program_prints() -> None:
    text = """
    func.func @f(%again: i1) {
      %c7 = arith.constant 7 : i32
      %a = memref.alloc() : memref<1xi32>
      vector.print %c7 : i32
      memref.dealloc %a : memref<1xi32>
      scf.if %again {
        memref.dealloc %a : memref<1xi32>
      }
      return
    }"""
    module = parse(text, Context())
    output = io.StringIO()
    assert run_native(module, "f", [False], output=output) == []
    assert output.getvalue() == "7\n"
    with pytest.raises(NativeStop, match="the program ended with SIGABRT") as stopped:
        run_native(module, "f", [True], output=output)
    assert stopped.value.printed == "7\n"
    assert output.getvalue() == "7\n7\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((), "it takes 2 arguments, and 0 are given"),
        ((np.zeros(3), 1.0), r"argument 0 is of float64, not float32 \(memref<2xf32>\)"),
        ((np.zeros(3, np.float32), 1.0), r"argument 0 has the shape \(3,\), which is no memref"),
        ((np.zeros((2, 2), np.float32), 1.0), r"argument 0 has the shape \(2, 2\)"),
        ((np.zeros(2, np.float32), [1.0, 2.0]), r"argument 1 has the shape \(2,\), which is no f"),
    ],
)
def test_arguments_that_do_not_fit(arguments: tuple[object, ...], problem: str) -> None:
    text = "func.func @f(%x: memref<2xf32>, %y: f32) {\n  return\n}"
    with pytest.raises(NativeError, match=rf"^<input>:1:1: error: @f cannot be called: {problem}"):
        call(text, *arguments)


def test_a_function_that_is_not_there() -> None:
    with pytest.raises(NativeError, match="there is no function @f with a body"):
        call("func.func private @f()")
    with pytest.raises(NativeError, match="there is no function @f with a body"):
        call("func.func private @g()")


@pytest.mark.usefixtures("_other_tools")
def test_tools_that_are_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    text = "func.func @f() {\n  return\n}"
    with pytest.raises(NativeError, match="mlir-opt 22 is needed (?s:.*)not on PATH(?s:.*)apt-get"):
        call(text)
    other = tmp_path / "mlir-opt"
    other.write_text("#!/bin/sh\necho LLVM version 19.1.7\n")
    other.chmod(0o755)
    with pytest.raises(NativeError, match="mlir-opt is of version 19"):
        call(text)
