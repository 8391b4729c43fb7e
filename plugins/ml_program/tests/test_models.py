from __future__ import annotations

import pytest

from bufferize.diagnostics import DiagnosticError
from bufferize_testing import bufferized

CASES: dict[str, tuple[str, dict[str, bool], str]] = {
    "globals": (
        """\
ml_program.global private mutable @state(dense<0> : tensor<4xi32>) : tensor<4xi32>
ml_program.global private @table(dense<[1, 2]> : tensor<2xi32>) : tensor<2xi32>
func.func @f(%t: tensor<4xi32>, %i: index) -> (i32, i32) {
  ml_program.global_store @state = %t : tensor<4xi32>
  %0 = ml_program.global_load @state : tensor<4xi32>
  %1 = ml_program.global_load @table : tensor<2xi32>
  %2 = tensor.extract %0[%i] : tensor<4xi32>
  %3 = tensor.extract %1[%i] : tensor<2xi32>
  return %2, %3 : i32, i32
}
""",
        {},
        """\
module {
  memref.global "private" @state : memref<4xi32> = dense<0>
  memref.global "private" constant @table : memref<2xi32> = dense<[1, 2]>
  func.func @f(%arg0: memref<4xi32, strided<[?], offset: ?>>, %arg1: index) -> (i32, i32) {
    %0 = memref.get_global @state : memref<4xi32>
    memref.copy %arg0, %0 : memref<4xi32, strided<[?], offset: ?>> to memref<4xi32>
    %1 = memref.get_global @state : memref<4xi32>
    %2 = memref.get_global @table : memref<2xi32>
    %3 = memref.load %1[%arg1] : memref<4xi32>
    %4 = memref.load %2[%arg1] : memref<2xi32>
    return %3, %4 : i32, i32
  }
}
""",
    ),
    "a_loaded_global_is_not_written": (
        """\
ml_program.global private mutable @state(dense<0> : tensor<4xi32>) : tensor<4xi32>
func.func @f(%v: i32, %i: index) {
  %0 = ml_program.global_load @state : tensor<4xi32>
  %1 = tensor.insert %v into %0[%i] : tensor<4xi32>
  ml_program.global_store @state = %1 : tensor<4xi32>
  return
}
""",
        {},
        """\
module {
  memref.global "private" @state : memref<4xi32> = dense<0>
  func.func @f(%arg0: i32, %arg1: index) {
    %0 = memref.get_global @state : memref<4xi32>
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xi32>
    memref.copy %0, %alloc : memref<4xi32> to memref<4xi32>
    memref.store %arg0, %alloc[%arg1] : memref<4xi32>
    %1 = memref.get_global @state : memref<4xi32>
    memref.copy %alloc, %1 : memref<4xi32> to memref<4xi32>
    return
  }
}
""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_bufferized(name: str) -> None:
    text, options, expected = CASES[name]
    result = bufferized(text, **options).strip()
    assert [line.rstrip() for line in result.splitlines()] == expected.strip().splitlines()


@pytest.mark.parametrize("type", ["tensor<4xi32>", "memref<4xi32>", "i64"])
def test_a_global_must_have_a_value(type: str) -> None:
    text = f"ml_program.global private mutable @state : {type}\n"
    with pytest.raises(DiagnosticError) as caught:
        bufferized(text)
    diagnostic, failed = caught.value.diagnostics
    assert failed.message == "failed to bufferize op"
    assert diagnostic.message == "global op must have a value"


DYNAMIC = """
ml_program.global private mutable @state(dense<0> : tensor<1xi64>) : tensor<?xi64>
func.func @f() -> tensor<?xi64> {
  %0 = ml_program.global_load @state : tensor<?xi64>
  return %0 : tensor<?xi64>
}
"""
CAST = """
ml_program.global private mutable @state(dense<0> : tensor<1xi64>) : tensor<1xi64>
func.func @f() -> tensor<?xi64> {
  %0 = ml_program.global_load @state : tensor<1xi64>
  %1 = tensor.cast %0 : tensor<1xi64> to tensor<?xi64>
  return %1 : tensor<?xi64>
}
"""


def test_a_global_of_dynamic_shape_is_refused() -> None:
    with pytest.raises(DiagnosticError) as caught:
        bufferized(DYNAMIC, bufferize_function_boundaries=True)
    diagnostic, _ = caught.value.diagnostics
    assert diagnostic.message == "global op must be of static shape, but is of type 'tensor<?xi64>'"
    (note,) = diagnostic.notes
    assert note.message == (
        "give it the type of its value, and use `tensor.cast` where it is loaded and stored"
    )
    assert "memref.get_global" in bufferized(CAST, bufferize_function_boundaries=True)


def test_a_global_of_a_buffer_is_refused() -> None:
    text = "ml_program.global private mutable @state(dense<0> : memref<i64>) : memref<i64>\n"
    with pytest.raises(DiagnosticError) as caught:
        bufferized(text)
    diagnostic, failed = caught.value.diagnostics
    assert failed.message == "failed to bufferize op"
    assert diagnostic.message == "global op must be of tensor type, but is of type 'memref<i64>'"


def test_stores_of_callees_are_seen_where_every_write_is_copied() -> None:
    """A callee is bufferized before its caller, so its store is another operation by then."""
    program = """
ml_program.global private mutable @state(dense<1> : tensor<4xi32>) : tensor<4xi32>
func.func private @reset(%value: tensor<4xi32>) {
  ml_program.global_store @state = %value : tensor<4xi32>
  return
}
func.func @f(%t: tensor<4xi32>) -> tensor<4xi32> {
  %before = ml_program.global_load @state : tensor<4xi32>
  func.call @reset(%t) : (tensor<4xi32>) -> ()
  return %before : tensor<4xi32>
}
"""
    for options in ({"copy_before_write": True}, {"no_analysis_func_filter": ("f", "reset")}):
        text = bufferized(program, **options)
        assert -1 < text.find("memref.copy %0, %alloc :") < text.find("call @reset"), text


@pytest.mark.parametrize(
    ("taken", "at", "message"),
    [
        ("global", 2, "'ml_program.global' cannot be bufferized without 'ml_program.global_load'"),
        ("global_load", 4, "'ml_program.global_load' cannot be bufferized without 'ml_program.global'"),
        ("global_store", 5, "'ml_program.global_store' cannot be bufferized without 'ml_program.global'"),
    ],
)  # fmt: skip
def test_a_filter_takes_all_operations_on_a_global_or_none(
    taken: str, at: int, message: str
) -> None:
    program = """
ml_program.global private mutable @state(dense<1> : tensor<4xi32>) : tensor<4xi32>
func.func @f(%t: tensor<4xi32>) -> tensor<4xi32> {
  %before = ml_program.global_load @state : tensor<4xi32>
  ml_program.global_store @state = %t : tensor<4xi32>
  return %before : tensor<4xi32>
}
"""
    with pytest.raises(DiagnosticError) as caught:
        bufferized(program, op_filter=lambda op: op.name == f"ml_program.{taken}")
    problem = caught.value.diagnostics[0]
    assert problem.message == message
    assert problem.position is not None
    assert problem.position.line == at
    kept = bufferized(program, op_filter=lambda op: op.name == "func.return")
    assert "ml_program.global_load" in kept
