"""What tensor ops fold to, and what they tell of shapes and subsets."""

from __future__ import annotations

import pytest

from bufferize import ir
from bufferize.interfaces import are_equal_integers
from bufferize_tensor.ops_element import DimOp
from bufferize_tensor.ops_slice import ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp
from bufferize_testing import fold_last, function_ops


@pytest.mark.parametrize(
    ("op", "type"),
    [
        ("tensor.cast %t : tensor<?xf32> to tensor<?xf32>", "tensor<?xf32>"),
        ("tensor.bitcast %t : tensor<4xf32> to tensor<4xf32>", "tensor<4xf32>"),
        ("tensor.collapse_shape %t [[0]] : tensor<4xf32> into tensor<4xf32>", "tensor<4xf32>"),
        (
            "tensor.expand_shape %t [[0]] output_shape [4] : tensor<4xf32> into tensor<4xf32>",
            "tensor<4xf32>",
        ),
        ("tensor.extract_slice %t[0] [4] [1] : tensor<4xf32> to tensor<4xf32>", "tensor<4xf32>"),
        ("tensor.concat dim(0) %t : (tensor<4xf32>) -> tensor<4xf32>", "tensor<4xf32>"),
        (
            "tensor.insert_slice %t into %t[0] [4] [1] : tensor<4xf32> into tensor<4xf32>",
            "tensor<4xf32>",
        ),
    ],
)
def test_ops_that_change_nothing(op: str, type: str) -> None:
    ops, folded = fold_last(f"%0 = {op}", f"%t: {type}")
    assert folded is ops[0].operand(0)


@pytest.mark.parametrize(
    "op",
    [
        "tensor.extract_slice %t[1] [4] [1] : tensor<8xf32> to tensor<4xf32>",
        "tensor.extract_slice %t[0] [8] [0] : tensor<8xf32> to tensor<8xf32>",
        "tensor.cast %t : tensor<8xf32> to tensor<?xf32>",
    ],
)
def test_ops_that_change_something(op: str) -> None:
    _, folded = fold_last(f"%0 = {op}", "%t: tensor<8xf32>")
    assert folded is None


def test_cast_there_and_back() -> None:
    ops, folded = fold_last(
        "%0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>\n"
        "%1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>",
        "%t: tensor<4xf32>",
    )
    assert folded is ops[0].operand(0)


def test_cast_through_a_type_that_knows_more_is_kept() -> None:
    _, folded = fold_last(
        "%0 = tensor.cast %t : tensor<?xf32> to tensor<4xf32>\n"
        "%1 = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>",
        "%t: tensor<?xf32>",
    )
    assert folded is None


@pytest.mark.parametrize("index", [0, 1])
def test_dim_of_a_known_extent(index: int) -> None:
    ops, folded = fold_last(
        f"%c = arith.constant {index} : index\n"
        "%e = tensor.empty(%n) : tensor<?x7xf32>\n"
        "%0 = tensor.dim %e, %c : tensor<?x7xf32>",
        "%n: index",
    )
    if index == 0:
        assert folded is ops[1].operand(0)
    else:
        assert isinstance(folded, ir.IntegerAttr)
        assert folded.value == 7


def test_dim_of_an_unknown_extent() -> None:
    _, folded = fold_last("%0 = tensor.dim %t, %n : tensor<?xf32>", "%t: tensor<?xf32>, %n: index")
    assert folded is None


def test_dim_of_a_slice_is_its_size() -> None:
    ops = function_ops(
        "%c = arith.constant 0 : index\n"
        "%s = tensor.extract_slice %t[0, 0] [1, %n] [1, 1] : tensor<?x?xf32> to tensor<?xf32>\n"
        "%0 = tensor.dim %s, %c : tensor<?xf32>",
        "%t: tensor<?x?xf32>, %n: index",
    )
    dim = ops[2]
    assert isinstance(dim, DimOp)
    assert are_equal_integers(dim.result, ops[1].operand(1))


def test_rank_of_a_ranked_tensor() -> None:
    _, folded = fold_last("%0 = tensor.rank %t : tensor<?x4xf32>", "%t: tensor<?x4xf32>")
    assert isinstance(folded, ir.IntegerAttr)
    assert folded.value == 2


def test_extract_of_from_elements() -> None:
    ops, folded = fold_last(
        "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
        "%t = tensor.from_elements %a, %b, %a, %a : tensor<2x2xf32>\n"
        "%0 = tensor.extract %t[%c0, %c1] : tensor<2x2xf32>",
        "%a: f32, %b: f32",
    )
    assert folded is ops[2].operand(1)


def test_extract_of_what_was_inserted() -> None:
    ops, folded = fold_last(
        "%i = tensor.insert_slice %s into %t[%n] [4] [1] : tensor<4xf32> into tensor<?xf32>\n"
        "%0 = tensor.extract_slice %i[%n] [4] [1] : tensor<?xf32> to tensor<4xf32>",
        "%s: tensor<4xf32>, %t: tensor<?xf32>, %n: index",
    )
    assert folded is ops[0].operand(0)


def test_insert_of_what_was_extracted() -> None:
    ops, folded = fold_last(
        "%s = tensor.extract_slice %t[%n] [4] [1] : tensor<?xf32> to tensor<4xf32>\n"
        "%0 = tensor.insert_slice %s into %t[%n] [4] [1] : tensor<4xf32> into tensor<?xf32>",
        "%t: tensor<?xf32>, %n: index",
    )
    assert folded is ops[0].operand(0)


def test_matching_subsets() -> None:
    ops = function_ops(
        "%s = tensor.extract_slice %t[%n] [4] [1] : tensor<?xf32> to tensor<4xf32>\n"
        "%u = tensor.extract_slice %t[0] [4] [1] : tensor<?xf32> to tensor<4xf32>\n"
        "%0 = tensor.insert_slice %s into %t[%n] [4] [1] : tensor<4xf32> into tensor<?xf32>",
        "%t: tensor<?xf32>, %n: index",
    )
    same, other, insertion = ops[:3]
    assert isinstance(same, ExtractSliceOp)
    assert isinstance(other, ExtractSliceOp)
    assert isinstance(insertion, InsertSliceOp)

    def identical(a: ir.Value, b: ir.Value) -> bool:
        return a is b

    assert insertion.is_equivalent_subset(same.result, identical)
    assert not insertion.is_equivalent_subset(other.result, identical)
    assert insertion.tied_result(insertion.destination_operand) is insertion.result


def test_parallel_insertion_updates_a_result_of_the_loop() -> None:
    ops = function_ops(
        "%r:2 = scf.forall (%i) in (%n) shared_outs(%o = %t, %p = %t)"
        " -> (tensor<?xf32>, tensor<?xf32>) {\n"
        "scf.forall.in_parallel {\n"
        "tensor.parallel_insert_slice %t into %p[%i] [%n] [1] : tensor<?xf32> into tensor<?xf32>\n"
        "}\n}",
        "%t: tensor<?xf32>, %n: index",
    )
    (insertion,) = (op for op in ops[0].walk() if isinstance(op, ParallelInsertSliceOp))
    assert insertion.iterating_parent is ops[0]
    assert insertion.tied_op_result is ops[0].results[1]
    assert insertion.updated_destinations == [insertion.destination_operand]


def test_linalg_init_tensor_is_read_as_empty() -> None:
    ops = function_ops("%0 = linalg.init_tensor [%n, 4] : tensor<?x4xf32>", "%n: index")
    assert ops[0].name == "tensor.empty"
    assert ops[0].operands == (ops[0].operand(0),)
