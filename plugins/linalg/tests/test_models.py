"""What the analysis is told of structured operations, and what they become."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bufferize import Context, OneShotOptions
from bufferize.analysis import AnalysisState
from bufferize.ir import Operation
from bufferize.plugins.registries import model_problems
from bufferize_linalg.models import MODELS
from bufferize_linalg.ops import LINALG
from bufferize_linalg.structured import LinalgOpInterface
from bufferize_testing import bufferized

Parse = Callable[[str], Operation]

WITHOUT_MODEL = {
    "index",
    "winograd_filter_transform",
    "winograd_input_transform",
    "winograd_output_transform",
}


def structured_op(module: Operation) -> Operation:
    """The first operation of the dialect in a module."""
    return next(op for op in module.walk() if op.name.startswith("linalg."))


def test_every_structured_operation_has_a_model() -> None:
    names = {name.removeprefix("linalg.") for name in MODELS}
    assert names == set(LINALG.op_mnemonics) - WITHOUT_MODEL
    for name, model in MODELS.items():
        op_class = LINALG.op_class(name.removeprefix("linalg."))
        assert op_class is not None
        assert not model_problems(model, name, op_class)


GENERIC = """
func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {{
  %0 = linalg.generic {{indexing_maps = [affine_map<(i, j) -> ({0})>, affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "{1}"]}}
      ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%c : tensor<4x8xf32>) {{
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x : f32
  }} -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}}
"""


def model_state(context: Context) -> AnalysisState:
    return AnalysisState(OneShotOptions(), context)


def test_operands_are_read_if_the_body_uses_them(parse_valid: Parse, context: Context) -> None:
    op = structured_op(parse_valid(GENERIC.format("i, j", "parallel")))
    model, state = MODELS[op.name], model_state(context)
    reads = [model.bufferizes_to_memory_read(op, operand, state) for operand in op.op_operands]
    writes = [model.bufferizes_to_memory_write(op, operand, state) for operand in op.op_operands]
    assert reads == [True, False, False]
    assert writes == [False, False, True]


@pytest.mark.parametrize(
    ("indices", "iterator", "operands", "expected"),
    [
        ("i, j", "parallel", [0, 2], True),
        ("i, j", "reduction", [0, 2], False),
        ("i, 0", "parallel", [0, 2], False),
        ("i, 0", "parallel", [1, 2], True),
    ],
)
def test_element_wise_access(
    indices: str,
    iterator: str,
    operands: list[int],
    expected: bool,
    parse_valid: Parse,
    context: Context,
) -> None:
    op = structured_op(parse_valid(GENERIC.format(indices, iterator)))
    chosen = [op.op_operands[i] for i in operands]
    state = model_state(context)
    assert MODELS[op.name].bufferizes_to_element_wise_access(op, state, chosen) is expected


@pytest.mark.parametrize(
    ("read", "written", "iterators", "expected"),
    [
        ("j, i", "j, i", "parallel", True),
        ("j, i", "i, j", "parallel", False),
        ("i, j", "j, i", "parallel", False),
        ("j, i", "j, i", "reduction", False),
        ("i, i", "i, i", "parallel", False),
    ],
)
def test_access_at_permuted_indices_is_element_wise_if_all_are_permuted_alike(
    read: str, written: str, iterators: str, expected: bool, parse_valid: Parse, context: Context
) -> None:
    text = f"""
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {{
  %0 = linalg.generic {{
      indexing_maps = [affine_map<(i, j) -> ({read})>, affine_map<(i, j) -> ({written})>],
      iterator_types = ["parallel", "{iterators}"]}}
      ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) {{
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }} -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}}
"""
    if read == "i, i":  # `j` needs an extent
        text = text.replace("(i, j)", "(i)").replace('"parallel", ', "")
    op = structured_op(parse_valid(text))
    state = model_state(context)
    found = MODELS[op.name].bufferizes_to_element_wise_access(op, state, op.op_operands)
    assert found is expected


def test_map_does_not_read_its_init(parse_valid: Parse, context: Context) -> None:
    text = """
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = linalg.map ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) (%x: f32, %y: f32) {
    linalg.yield %x : f32
  }
  return
}
"""
    op = structured_op(parse_valid(text))
    assert isinstance(op, LinalgOpInterface)
    state = model_state(context)
    model = MODELS[op.name]
    assert model.bufferizes_to_memory_read(op, op.op_operands[0], state)
    assert not model.bufferizes_to_memory_read(op, op.op_operands[1], state)


def test_bufferized_in_place(context: Context) -> None:
    text = """
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>,
             %c: tensor<4x6xf32> {bufferization.writable = true}) -> tensor<4x6xf32> {
  %0 = linalg.matmul {foo = 1 : i32} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>)
      outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
"""
    result = bufferized(text, context)
    assert "linalg.matmul {foo = 1 : i32} ins(%arg0, %arg1 : memref<4x5xf32, " in result
    assert "alloc" not in result
    assert "tensor" not in result


def test_unread_init_is_not_copied(context: Context) -> None:
    text = """
func.func @f(%v: f32, %c: tensor<4xf32> {bufferization.writable = false}) -> tensor<4xf32> {
  %0 = linalg.fill ins(%v : f32) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
    result = bufferized(text, context)
    assert "memref.alloc" in result
    assert "memref.copy" not in result


def test_softmax(context: Context) -> None:
    text = """
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.softmax dimension(0) ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>)
      -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
    result = bufferized(text, context)
    assert "memref.copy" not in result
    assert "memref.alloc" not in result
    assert "outs(%arg0 : " in result


def test_body_moves_along(context: Context) -> None:
    result = bufferized(GENERIC.format("i, j", "parallel"), context)
    assert "^bb0(%in: f32, %in_0: f32, %out: f32):" in result
    assert "linalg.yield %in : f32" in result


def test_body_runs_for_each_element(context: Context) -> None:
    # mlir-opt 22 lets the first run of the body write to what the second one reads.
    text = """
func.func @f(%t: tensor<4xf32>, %out: tensor<2xf32>, %v: f32, %at: index) -> tensor<2xf32> {
  %0 = linalg.map outs(%out : tensor<2xf32>) (%o: f32) {
    %1 = tensor.extract %t[%at] : tensor<4xf32>
    %2 = tensor.insert %v into %t[%at] : tensor<4xf32>
    linalg.yield %1 : f32
  }
  return %0 : tensor<2xf32>
}
"""
    assert "memref.copy %arg0" in bufferized(text, context)


UNREAD = """
func.func @f(%v: f32, %a: tensor<?x4xf32>, %b: tensor<4x?xf32>, %c: tensor<?x?xf32>) -> (
    tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<?x4xf32>, tensor<4x?xf32>) outs(%c : tensor<?x?xf32>)
      -> tensor<?x?xf32>
  %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}
"""


def test_extents_of_a_new_buffer_come_from_inputs(context: Context) -> None:
    result = bufferized(UNREAD, context)
    assert re.search(r"memref.dim %arg1, %c0\w* : memref<\?x4xf32", result)
    assert re.search(r"memref.dim %arg2, %c1\w* : memref<4x\?xf32", result)
    assert "memref.copy" not in result


def test_extents_of_a_new_buffer_may_be_computed(context: Context) -> None:
    text = """
func.func @f(%v: f32, %a: tensor<?x4xf32>, %c: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i + j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x4xf32>) outs(%c : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<?xf32>
  %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
"""
    result = bufferized(text, context)
    assert "affine_map<()[s0] -> (s0 + 4)>" in result
    assert "affine.apply" in result
