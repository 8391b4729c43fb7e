"""Operations that declare themselves that their regions may run more than once, whatever the model."""

from __future__ import annotations

import pytest

from bufferize.interfaces import RegionBranchOpInterface
from bufferize_testing.programs import function_ops

ARGUMENTS = "%n: index, %m: memref<2xi32>, %t: tensor<2xi32>, %s: tensor<2xindex>, %k: i32"


@pytest.mark.parametrize(
    "text",
    [
        "memref.generic_atomic_rmw %m[%n] : memref<2xi32> {\n^bb0(%x: i32):\n"
        "memref.atomic_yield %x : i32\n}",
        "tensor.generate %n {\n^bb0(%i: index):\ntensor.yield %k : i32\n} : tensor<?xi32>",
        "tensor.pad %t low[1] high[%n] {\n^bb0(%i: index):\ntensor.yield %k : i32\n}"
        " : tensor<2xi32> to tensor<?xi32>",
        "linalg.fill ins(%k : i32) outs(%m : memref<2xi32>)",
        "linalg.map outs(%t : tensor<2xi32>) (%o: i32) {\nlinalg.yield %k : i32\n}",
        "linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],"
        ' iterator_types = ["parallel"]} outs(%m : memref<2xi32>) {\n^bb0(%x: i32):\n'
        "linalg.yield %x : i32\n}",
        "shape.reduce(%s, %n) : tensor<2xindex> -> index {\n"
        "^bb0(%i: index, %e: index, %x: index):\nshape.yield %x : index\n}",
        "affine.for %i = 0 to 2 {}",
        "affine.parallel (%i) = (0) to (2) {}",
        "scf.forall (%i) in (2) {}",
        "scf.parallel (%i) = (%n) to (%n) step (%n) {}",
        "scf.for %i = %n to %n step %n {}",
    ],
    ids=lambda text: text.split()[0].split("(")[0],
)
def test_repetitive(text: str) -> None:
    op, _ = function_ops(text, ARGUMENTS)
    assert isinstance(op, RegionBranchOpInterface)
    assert op.is_repetitive_region(0)


@pytest.mark.parametrize(
    "text",
    [
        "memref.alloca_scope {}",
        "scf.execute_region {\nscf.yield\n}",
        "affine.if affine_set<(d0) : (d0 >= 0)>(%n) {\n}",
    ],
    ids=lambda text: text.split()[0],
)
def test_once(text: str) -> None:
    op, _ = function_ops(text, ARGUMENTS)
    assert isinstance(op, RegionBranchOpInterface)
    assert not op.has_loop()
