"""The interpreter on ops of all first-party dialects: each has semantics, and they are complete."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bufferize import Context, parse
from bufferize.define import ReturnLike
from bufferize.interfaces import FunctionOpInterface
from bufferize_interpreter import Machine, Trap, TrapKind

CONTEXT = Context()
NOT_RUN = {
    "async",
    "gpu",
    "llvm",
    "omp",
    "pdl",
    "pdl_interp",
    "quant",
    "sparse_tensor",
    "stablehlo",
    "tosa",
    "transform",
}
"""Dialects that are only parsed, verified and printed.

Their programs are lowered first, or never run.
"""
DIALECTS = sorted(
    name
    for name in {*CONTEXT.dialect_names()} - NOT_RUN
    if name in ("builtin", "memref", "bufferization")
    or CONTEXT.dialect_plugins(name)[0] in CONTEXT.dialect_names()
)
DECLARATIONS = {"builtin.module", "ml_program.global", "shape.function_library"}
"""Operations that are looked up and never executed."""


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_op_has_semantics(dialect: str) -> None:
    found = CONTEXT.dialect(dialect)
    assert found is not None
    ops = {f"{dialect}.{name}": cls for name, cls in found.ops.items()}
    missing = {
        name: cls
        for name, cls in ops.items()
        if CONTEXT.semantics(name) is None and name not in DECLARATIONS
    }
    # Terminators may only yield their operands, and functions are called.
    assert [
        name
        for name, cls in missing.items()
        if not cls.has_trait(ReturnLike) and not issubclass(cls, FunctionOpInterface)
    ] == []


def run(text: str, *arguments: Any) -> Any:
    module = parse(text, CONTEXT)
    results, _ = Machine(module, CONTEXT).run("f", arguments)
    return [result.tolist() if hasattr(result, "tolist") else result for result in results]


@pytest.mark.parametrize(
    ("text", "arguments", "kind", "message"),
    [
        (
            """
            func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
              %0 = arith.addf %x, %y : tensor<?xf32>
              return %0 : tensor<?xf32>
            }""",
            [[1], [2, 3]],
            TrapKind.OUT_OF_BOUNDS,
            "'arith.addf' works element by element on tensors of different shapes: [1], [2]",
        ),
        (
            """
            func.func @f(%c: tensor<?xi1>, %x: tensor<?xf32>) -> tensor<?xf32> {
              %0 = arith.select %c, %x, %x : tensor<?xi1>, tensor<?xf32>
              return %0 : tensor<?xf32>
            }""",
            [[True], [2, 3]],
            TrapKind.OUT_OF_BOUNDS,
            "'arith.select' works element by element on tensors of different shapes: [1], [2], [2]",
        ),
        (
            """
            func.func @f(%x: tensor<?xi8>, %y: tensor<?xi8>) -> tensor<?xi8> {
              %0, %1 = arith.mulsi_extended %x, %y : tensor<?xi8>
              return %0 : tensor<?xi8>
            }""",
            [[2, 3], [1]],
            TrapKind.OUT_OF_BOUNDS,
            "'arith.mulsi_extended' works element by element on tensors of different shapes",
        ),
        (
            """
            func.func @f(%x: tensor<?x?xf32>) -> tensor<4xf32> {
              %0 = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
              %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
              return %1 : tensor<4xf32>
            }""",
            [[[1, 2, 3]]],
            TrapKind.INVALID_CAST,
            "'tensor.cast' casts a tensor of the shape [3], which 'tensor<4xf32>' does not have",
        ),
        (
            """
            func.func @f(%x: memref<?x?xf32>) -> memref<2x?xf32> {
              %0 = bufferization.clone %x : memref<?x?xf32> to memref<2x?xf32>
              return %0 : memref<2x?xf32>
            }""",
            [[[1, 2, 3]]],
            TrapKind.INVALID_CAST,
            "'bufferization.clone' a buffer of extents [1, 3] is no 'memref<2x?xf32>'",
        ),
        (
            """
            func.func @f(%x: tensor<*xf32>) -> !shape.shape {
              %0 = tosa.dim %x {axis = 2 : i32} : (tensor<*xf32>) -> !tosa.shape<1>
              %1 = shape.const_shape [1] : !shape.shape
              return %1 : !shape.shape
            }""",
            [[1, 2, 3]],
            TrapKind.OUT_OF_BOUNDS,
            "'tosa.dim' dimension 2 is out of bounds: it must be from 0 to 0",
        ),
        (
            """
            shape.func @f(%x: index) -> index {
              cf.br ^end
            ^end:
              return
            }""",
            [1],
            TrapKind.OTHER,
            "'shape.func' returns 0 values, but it has 1 results",
        ),
        (
            """
            ml_program.subgraph @f(%x: tensor<2xi8>) -> tensor<2xi8> {
              %0 = arith.addi %1, %x : tensor<2xi8>
              %1 = arith.muli %0, %x : tensor<2xi8>
              ml_program.output %1 : tensor<2xi8>
            }""",
            [[1, 2]],
            TrapKind.OTHER,
            "uses what is made of its own results",
        ),
        (
            """
            func.func @f() -> memref<1xi8> {
              %0 = memref.alloc() : memref<1xi8>
              memref.dealloc %0 : memref<1xi8>
              return %0 : memref<1xi8>
            }""",
            [],
            TrapKind.USE_AFTER_FREE,
            "'func.func' returns what it must not: it uses a buffer that has been freed",
        ),
    ],
)
def test_traps(text: str, arguments: list[Any], kind: TrapKind, message: str) -> None:
    with pytest.raises(Trap) as trap:
        run(text, *arguments)
    assert trap.value.kind is kind
    assert message in str(trap.value)
    assert str(trap.value).startswith("<input>:")


def test_select_of_whole_tensors_of_different_shapes() -> None:
    text = """
    func.func @f(%c: i1, %x: tensor<?xi8>, %y: tensor<?xi8>) -> tensor<?xi8> {
      %0 = arith.select %c, %x, %y : tensor<?xi8>
      return %0 : tensor<?xi8>
    }"""
    assert run(text, False, [1], [2, 3]) == [[2, 3]]


@pytest.mark.parametrize("columns", [1, 3])
def test_insertions_of_nothing_need_room_in_the_other_dimensions(columns: int) -> None:
    """As views of buffers do."""
    text = f"""
    func.func @f(%x: tensor<?x?xi8>, %y: tensor<0x{columns}xi8>) -> tensor<?x?xi8> {{
      %0 = tensor.insert_slice %y into %x[0, 0] [0, {columns}] [1, 1]
        : tensor<0x{columns}xi8> into tensor<?x?xi8>
      return %0 : tensor<?x?xi8>
    }}"""
    given = [[1, 2]], np.zeros((0, columns), np.int8)
    if columns == 1:
        assert run(text, *given) == [[[1, 2]]]
        return
    with pytest.raises(
        Trap, match="accesses the elements 0 to 2 of dimension 1, whose extent is 2"
    ):
        run(text, *given)


def test_operations_of_graphs_come_in_any_order() -> None:
    text = """
    ml_program.global private mutable @g(dense<4> : tensor<2xi8>) : tensor<2xi8>
    ml_program.subgraph @f(%x: tensor<2xi8>) -> (tensor<2xi8>, tensor<2xi8>) {
      %sum = arith.addi %double, %old : tensor<2xi8>
      %0 = ml_program.global_store_graph @g = %x ordering(%read -> !ml_program.token) : tensor<2xi8>
      %double = arith.addi %x, %x : tensor<2xi8>
      %old, %read = ml_program.global_load_graph @g ordering(() -> !ml_program.token) : tensor<2xi8>
      %new, %1 = ml_program.global_load_graph @g ordering(%0 -> !ml_program.token) : tensor<2xi8>
      ml_program.output %sum, %new : tensor<2xi8>, tensor<2xi8>
    }"""
    assert run(text, [1, 2]) == [[6, 8], [1, 2]]
