from __future__ import annotations

import random

import pytest

from bufferize.passes import pipeline_from_text
from bufferize.plugins import Context
from bufferize.syntax import parse_module, print_module
from bufferize_testing import reference_outputs

ELEMENTWISE = """
func.func @f(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>, %c: tensor<4x?xi1>, %k: i1,
    %z: tensor<f32>, %i: tensor<2xi32>, %u: tensor<*xf32>, %v: vector<4xf32>,
    %e: tensor<4xf32, "encoding">)
    -> (tensor<4x?xf32>, tensor<4x?xi1>, tensor<4x?xf32>, tensor<f32>, tensor<4x?xf64>,
        tensor<4x?xf32>, tensor<2xi32>, tensor<*xf32>, vector<4xf32>, tensor<4xf32, "encoding">,
        tensor<2xi32>, tensor<2xi32>, f32, tensor<4x?xf32>) {
  %0 = arith.addf %a, %b fastmath<fast> : tensor<4x?xf32>
  %1 = arith.cmpf olt, %a, %b : tensor<4x?xf32>
  %2 = arith.select %c, %a, %b : tensor<4x?xi1>, tensor<4x?xf32>
  %3 = math.exp %z : tensor<f32>
  %4 = arith.extf %a : tensor<4x?xf32> to tensor<4x?xf64>
  %5 = arith.select %k, %a, %b : tensor<4x?xf32>
  %6 = arith.addi %i, %i overflow<nsw> {mine = 1} : tensor<2xi32>
  %7 = arith.negf %u : tensor<*xf32>
  %8 = arith.addf %v, %v : vector<4xf32>
  %9 = arith.addf %e, %e : tensor<4xf32, "encoding">
  %10:2 = arith.mului_extended %i, %i : tensor<2xi32>
  %s = tensor.extract %z[] : tensor<f32>
  %11 = math.sqrt %s : f32
  %12 = math.fma %a, %b, %0 : tensor<4x?xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10#0, %10#1, %11, %12 : tensor<4x?xf32>,
    tensor<4x?xi1>, tensor<4x?xf32>, tensor<f32>, tensor<4x?xf64>, tensor<4x?xf32>, tensor<2xi32>,
    tensor<*xf32>, vector<4xf32>, tensor<4xf32, "encoding">, tensor<2xi32>, tensor<2xi32>, f32,
    tensor<4x?xf32>
}
"""
STRUCTURED = """
func.func @f(%a: memref<4x?xf32>, %b: memref<?x8xf32>, %c: memref<4x8xf32>, %f: f32,
    %v: memref<4xf32>, %s: memref<f32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  linalg.fill ins(%f : f32) outs(%c : memref<4x8xf32>)
  linalg.matmul ins(%a, %b : memref<4x?xf32>, memref<?x8xf32>) outs(%c : memref<4x8xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                                   affine_map<(d0, d1) -> (d0)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%c : memref<4x8xf32>) outs(%v : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 0 : index
    %k = arith.cmpi ult, %i, %j : index
    %z = scf.if %k -> f32 {
      "test.use"(%i) : (index) -> ()
      scf.yield %x : f32
    } else {
      scf.yield %y : f32
    }
    linalg.yield %z : f32
  }
  linalg.copy ins(%v : memref<4xf32>) outs(%v : memref<4xf32>)
  linalg.dot ins(%v, %v : memref<4xf32>, memref<4xf32>) outs(%s : memref<f32>)
  linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []}
      outs(%s : memref<f32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  linalg.transpose ins(%c : memref<4x8xf32>) outs(%c2 : memref<8x4xf32>) permutation = [1, 0]
  linalg.reduce ins(%c : memref<4x8xf32>) outs(%v : memref<4xf32>) dimensions = [1]
    (%in: f32, %out: f32) {
      %0 = arith.addf %in, %out : f32
      linalg.yield %0 : f32
    }
  linalg.broadcast ins(%v : memref<4xf32>) outs(%c : memref<4x8xf32>) dimensions = [1]
  %0 = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @conv(%i: memref<10x10xf32>, %k: memref<3x3xf32>, %o: memref<8x8xf32>) {
  linalg.conv_2d ins(%i, %k : memref<10x10xf32>, memref<3x3xf32>) outs(%o: memref<8x8xf32>)
  linalg.map ins(%o : memref<8x8xf32>) outs(%o : memref<8x8xf32>) (%a: f32, %b: f32) {
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 2, d0 floordiv 2)>,
                                   affine_map<(d0) -> (7 - d0, d0)>],
                  iterator_types = ["parallel"]}
      ins(%p : memref<8x8x8xf32>) outs(%o : memref<8x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
""".replace("%t: tensor", "%c2: memref<8x4xf32>, %t: tensor").replace(
    "%k: memref<3", "%p: memref<8x8x8xf32>, %k: memref<3"
)


def ours(text: str, pipeline: str) -> str:
    context = Context()
    context.allow_unregistered_dialects = True
    module = parse_module(text, context)
    pipeline_from_text(pipeline, context).run(module, context)
    return print_module(module)


def canonical(text: str) -> list[str]:
    (found,) = reference_outputs([text], "--canonicalize", "--cse")
    assert found is not None
    return sorted(found.splitlines())


def random_elementwise(seed: int) -> str:
    """A function that computes with tensors of one shape and scalars."""
    rng = random.Random(seed)
    shape = "x".join(rng.choice(["?", "1", "4"]) for _ in range(rng.randrange(4)))
    floats = f"tensor<{shape}{'x' * bool(shape)}f32>"
    bools = floats.replace("f32", "i1")
    lines, values = [], ["%a", "%b"]
    for number in range(rng.randrange(1, 12)):
        x, y, z = rng.choices(values, k=3)
        op = rng.randrange(4)
        if op == 0:
            lines.append(f"%v{number} = arith.addf {x}, {y} : {floats}")
        elif op == 1:
            lines.append(f"%v{number} = math.sin {x} : {floats}")
        elif op == 2:
            lines.append(f"%c{number} = arith.cmpf ogt, {x}, {y} : {floats}")
            lines.append(f"%v{number} = arith.select %c{number}, {y}, {z} : {bools}, {floats}")
        else:
            lines.append(f"%v{number} = arith.select %s, {x}, {z} : {floats}")
        values.append(f"%v{number}")
    body = "\n  ".join(lines)
    results = ", ".join([floats] * len(values))
    return (
        f"func.func @f(%a: {floats}, %b: {floats}, %s: i1) -> ({results}) {{\n  {body}\n"
        f"  return {', '.join(values)} : {results}\n}}\n"
    )


@pytest.mark.reference
@pytest.mark.parametrize(
    ("program", "name"),
    [
        (ELEMENTWISE, "convert-elementwise-to-linalg"),
        (STRUCTURED, "convert-linalg-to-loops"),
        *((random_elementwise(seed), "convert-elementwise-to-linalg") for seed in range(20)),
    ],
)
def test_the_reference_gives_the_same(program: str, name: str) -> None:
    pipeline = f"builtin.module({name})"
    (text,) = reference_outputs([program], "--canonicalize")  # mlir-opt folds while it converts
    assert text is not None
    (theirs,) = reference_outputs([text], f"--{name}")
    assert theirs is not None
    assert canonical(ours(text, pipeline)) == canonical(theirs)


def test_elementwise_operations_that_stay() -> None:
    out = ours(ELEMENTWISE, "builtin.module(convert-elementwise-to-linalg)")
    assert "arith.negf %arg6 : tensor<*xf32>" in out
    assert "arith.addf %arg7, %arg7 : vector<4xf32>" in out
    assert out.count("linalg.generic") == 10


def test_all_the_way_to_loops() -> None:
    text = """
      func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
        %0 = arith.addf %a, %b : tensor<8xf32>
        return %0 : tensor<8xf32>
      }
    """
    out = ours(
        text,
        "builtin.module(convert-elementwise-to-linalg,one-shot-bufferize{"
        "bufferize-function-boundaries},convert-linalg-to-loops)",
    )
    assert "scf.for" in out
    assert "linalg" not in out
    assert "tensor<" not in out
