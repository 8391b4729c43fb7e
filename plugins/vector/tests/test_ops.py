"""What vector ops fold to, and what they tell of masks, memory and subsets."""

from __future__ import annotations

import operator

import pytest

import bufferize
from bufferize import ir
from bufferize.interfaces import (
    EffectKind,
    EquivalenceFn,
    HyperrectangularSlice,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    is_memory_effect_free,
    memory_effects,
)
from bufferize.syntax import parse_type
from bufferize_testing import function_ops
from bufferize_vector.dialect import CombiningKindAttr, MaskableOpInterface
from bufferize_vector.ops_mask import MaskOp
from bufferize_vector.ops_transfer import TransferReadOp, TransferWriteOp

_CONTEXT = bufferize.Context()


@pytest.mark.parametrize(
    "op",
    [
        "vector.broadcast %v : vector<4x8xf32> to vector<4x8xf32>",
        "vector.shape_cast %v : vector<4x8xf32> to vector<4x8xf32>",
        "vector.bitcast %v : vector<4x8xf32> to vector<4x8xf32>",
        "vector.transpose %v, [0, 1] : vector<4x8xf32> to vector<4x8xf32>",
        "vector.extract %v[] : vector<4x8xf32> from vector<4x8xf32>",
        "vector.insert %v, %v [] : vector<4x8xf32> into vector<4x8xf32>",
        "vector.extract_strided_slice %v {offsets = [0], sizes = [4], strides = [1]}"
        " : vector<4x8xf32> to vector<4x8xf32>",
        "vector.insert_strided_slice %v, %v {offsets = [0, 0], strides = [1, 1]}"
        " : vector<4x8xf32> into vector<4x8xf32>",
    ],
)
def test_ops_that_change_nothing(op: str) -> None:
    ops = function_ops(f"%0 = {op}", "%v: vector<4x8xf32>")
    assert ops[0].fold() == [ops[0].operand(0)]


def test_shape_casts_there_and_back() -> None:
    ops = function_ops(
        "%0 = vector.shape_cast %v : vector<4x8xf32> to vector<32xf32>\n"
        "%1 = vector.shape_cast %0 : vector<32xf32> to vector<4x8xf32>",
        "%v: vector<4x8xf32>",
    )
    assert ops[0].fold() is None
    assert ops[1].fold() == [ops[0].operand(0)]


def test_elements_taken_apart() -> None:
    ops = function_ops(
        "%v = vector.from_elements %a, %b : vector<2xf32>\n"
        "%0:2 = vector.to_elements %v : vector<2xf32>",
        "%a: f32, %b: f32",
    )
    assert ops[1].fold() == list(ops[0].operands)


@pytest.mark.parametrize(
    ("op", "mask"),
    [
        (
            "vector.transfer_read %t[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d1, d0)>}"
            " : tensor<?x?xf32>, vector<4x[8]xf32>",
            "vector<[8]x4xi1>",
        ),
        (
            "vector.transfer_read %t[%i, %i], %f"
            " {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>}"
            " : tensor<?x?xf32>, vector<4x8xf32>",
            "vector<8xi1>",
        ),
        ("vector.transfer_read %t[%i, %i], %f : tensor<?x?xf32>, vector<f32>", "vector<1xi1>"),
    ],
)
def test_mask_types_of_transfers(op: str, mask: str) -> None:
    ops = function_ops(f"%0 = {op}", "%t: tensor<?x?xf32>, %i: index, %f: f32")
    read = ops[0]
    assert isinstance(read, MaskableOpInterface)
    assert str(read.expected_mask_type()) == mask


def test_masked_op() -> None:
    ops = function_ops(
        "vector.mask %k { } : vector<8xi1>\n"
        "%0 = vector.mask %k { vector.reduction <add>, %v : vector<8xf32> into f32 }"
        " : vector<8xi1> -> f32",
        "%k: vector<8xi1>, %v: vector<8xf32>",
    )
    empty, full = ops[:2]
    assert isinstance(empty, MaskOp)
    assert empty.masked_op is None
    assert isinstance(full, MaskOp)
    assert full.masked_op is not None
    assert full.masked_op.name == "vector.reduction"
    assert is_memory_effect_free(full)


def test_transfers_on_tensors() -> None:
    ops = function_ops(
        "%0 = vector.transfer_read %t[%i, %i], %f : tensor<?x?xf32>, vector<8xf32>\n"
        "%1 = vector.transfer_write %0, %t[%i, %i] : vector<8xf32>, tensor<?x?xf32>",
        "%t: tensor<?x?xf32>, %i: index, %f: f32",
    )
    read, write = ops[:2]
    assert isinstance(read, TransferReadOp)
    assert isinstance(write, TransferWriteOp)
    assert is_memory_effect_free(read)
    assert is_memory_effect_free(write)
    index = read.indices[0]
    expected = HyperrectangularSlice((index, index), (1, 8), (1, 1))
    assert read.accessed_slice() == write.accessed_slice() == expected
    assert read.source_operand.value is read.base
    assert read.dps_inits == []
    assert isinstance(write, SubsetInsertionOpInterface)
    assert write.tied_result(write.destination_operand) is write.updated
    assert write.is_equivalent_subset(read.vector, lambda a, b: a is b)
    assert not write.is_equivalent_subset(read.vector, lambda a, b: False)


def test_masked_write_is_not_of_all_of_its_part() -> None:
    ops = function_ops(
        "%0 = vector.transfer_read %t[%i], %f : tensor<?xf32>, vector<8xf32>\n"
        "%1 = vector.transfer_write %0, %t[%i], %m : vector<8xf32>, tensor<?xf32>",
        "%t: tensor<?xf32>, %i: index, %f: f32, %m: vector<8xi1>",
    )
    read, write = ops[:2]
    assert isinstance(read, TransferReadOp)
    assert isinstance(write, TransferWriteOp)
    assert not write.is_equivalent_subset(read.vector, lambda a, b: a is b)


_SCALABLE = """\
%n = vector.transfer_read %t[%i], %f : tensor<?xf32>, vector<[4]xf32>
%w = vector.transfer_write %n, %t[%i] : vector<[4]xf32>, tensor<?xf32>
%x = vector.transfer_write %n, %t[%j] : vector<[4]xf32>, tensor<?xf32>
%o = vector.transfer_read %t[%i], %f : tensor<?xf32>, vector<4xf32>
%p = tensor.extract_slice %t[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
"""


def test_scalable_vectors_are_parts_of_unknown_extent() -> None:
    ops = function_ops(_SCALABLE, "%t: tensor<?xf32>, %i: index, %j: index, %f: f32")
    read, write, elsewhere, fixed, part = ops[:5]
    assert isinstance(read, TransferReadOp)
    assert isinstance(write, TransferWriteOp)
    assert isinstance(elsewhere, TransferWriteOp)
    assert isinstance(fixed, TransferReadOp)
    assert isinstance(part, SubsetExtractionOpInterface)
    same: EquivalenceFn = operator.is_
    assert write.is_equivalent_subset(read.vector, same)
    assert not elsewhere.is_equivalent_subset(read.vector, same)
    for other in (fixed.vector, part.results[0]):
        assert not write.is_equivalent_subset(other, same)
    assert fixed.operates_on_equivalent_subset(part, same)


def test_a_scalable_vector_is_not_apart_from_what_follows() -> None:
    ops = function_ops(
        "%c0 = arith.constant 0 : index\n%c4 = arith.constant 4 : index\n"
        "%0 = vector.transfer_read %t[%c0], %f : tensor<?xf32>, vector<4xf32>\n"
        "%1 = vector.transfer_read %t[%c0], %f : tensor<?xf32>, vector<[4]xf32>\n"
        "%2 = vector.transfer_read %t[%c4], %f : tensor<?xf32>, vector<4xf32>\n",
        "%t: tensor<?xf32>, %f: f32",
    )
    fixed, scalable, later = ops[2:5]
    assert isinstance(fixed, TransferReadOp)
    assert isinstance(scalable, TransferReadOp)
    assert isinstance(later, TransferReadOp)
    assert later.operates_on_disjoint_subset(fixed, operator.is_)
    assert not later.operates_on_disjoint_subset(scalable, operator.is_)


@pytest.mark.parametrize(
    ("tensor", "vector", "map", "sizes"),
    [
        ("?xvector<2xf32>", "2xf32", "()", (1,)),
        ("?xvector<2xf32>", "3x2xf32", "(d0)", (3,)),
        ("?xvector<2xf32>", "4xf32", "()", None),  # two elements of the tensor, or none
        ("?xf32", "[4]xf32", "(d0)", None),
        ("?xvector<[2]xf32>", "4x[2]xf32", "(d0)", (4,)),
        ("?xi64", "4xi32", "(d0)", None),  # two for each element
        ("?xf32", "4xf32", "(0)", None),
    ],
)
def test_parts_that_are_slices(
    tensor: str, vector: str, map: str, sizes: tuple[int, ...] | None
) -> None:
    element = tensor.split("x", 1)[1]
    ops = function_ops(
        f"%0 = vector.transfer_read %t[%i], %f {{permutation_map = affine_map<(d0) -> {map}>}}"
        f" : tensor<{tensor}>, vector<{vector}>",
        f"%t: tensor<{tensor}>, %i: index, %f: {element}",
    )
    read = ops[0]
    assert isinstance(read, TransferReadOp)
    part = read.accessed_slice()
    assert (part.sizes if part is not None else None) == sizes


def test_transfers_on_memrefs() -> None:
    ops = function_ops(
        "%0 = vector.transfer_read %m[%i], %f : memref<?xf32>, vector<8xf32>\n"
        "vector.transfer_write %0, %m[%i] : vector<8xf32>, memref<?xf32>",
        "%m: memref<?xf32>, %i: index, %f: f32",
    )
    for op, kind in zip(ops, (EffectKind.READ, EffectKind.WRITE), strict=False):
        effects = memory_effects(op)
        assert effects is not None
        assert [(e.kind, e.value) for e in effects] == [(kind, ops[0].operand(0))]


def test_kinds_and_element_types() -> None:
    types = {name: parse_type(name, _CONTEXT) for name in ("f32", "i32", "index")}
    for name, good in {
        "add": ("f32", "i32", "index"),
        "minnumf": ("f32",),
        "or": ("i32", "index"),
    }.items():
        kind = CombiningKindAttr.of(name)
        assert tuple(t for t, type in types.items() if kind.supports(type)) == good


def test_contraction_configured_by_an_alias() -> None:
    text = """
    #trait = {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>,
                               affine_map<(k) -> ()>], iterator_types = ["reduction"]}
    func.func @f(%a: vector<4xf32>, %f: f32) -> f32 {
      %0 = vector.contract #trait %a, %a, %f : vector<4xf32>, vector<4xf32> into f32
      return %0 : f32
    }
    """
    module = bufferize.parse(text, _CONTEXT)
    assert ir.verify(module) == []
    assert "kind = #vector.kind<add>} %arg0, %arg0, %arg1" in bufferize.print_module(module)
