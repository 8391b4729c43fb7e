"""The models of tensor.gather and tensor.scatter, and of tensor.bitcast."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bufferize
from bufferize import OneShotOptions
from bufferize.diagnostics import DiagnosticError
from bufferize.ir.copying import clone
from bufferize_interpreter import Machine, Trap
from bufferize_testing import bufferized
from bufferize_tools.tool import main

from .model_cases import Case, check

CONTEXT = bufferize.Context()
OPTIONS = OneShotOptions(bufferize_function_boundaries=True)

CASES: dict[str, Case] = {
    "gather": (
        """\
func.func @f(%t: tensor<8x?xf32>, %i: tensor<3x1xi32>) -> tensor<3x?xf32> {
  %0 = tensor.gather %t[%i] gather_dims([0]) : (tensor<8x?xf32>, tensor<3x1xi32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<8x?xf32, strided<[?, ?], offset: ?>>, %arg1: memref<3x1xi32, strided<[?, ?], offset: ?>>) -> memref<3x?xf32> {
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c1 : memref<8x?xf32, strided<[?, ?], offset: ?>>
    %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<3x?xf32>
    %c1_0 = arith.constant 1 : index
    %dim_1 = memref.dim %arg0, %c1_0 : memref<8x?xf32, strided<[?, ?], offset: ?>>
    %c0 = arith.constant 0 : index
    %c0_2 = arith.constant 0 : index
    %c1_3 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.parallel (%arg2) = (%c0_2) to (%c3) step (%c1_3) {
      %0 = memref.load %arg1[%arg2, %c0] : memref<3x1xi32, strided<[?, ?], offset: ?>>
      %1 = arith.index_cast %0 : i32 to index
      %subview = memref.subview %arg0[%1, 0] [1, %dim_1] [1, 1] : memref<8x?xf32, strided<[?, ?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
      %subview_4 = memref.subview %alloc[%arg2, 0] [1, %dim_1] [1, 1] : memref<3x?xf32> to memref<?xf32, strided<[1], offset: ?>>
      memref.copy %subview, %subview_4 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
      scf.reduce
    }
    %cast = memref.cast %alloc : memref<3x?xf32> to memref<3x?xf32, strided<[?, ?], offset: ?>>
    return %alloc : memref<3x?xf32>
  }
}
""",
    ),
    "gather_of_an_element": (
        """\
func.func @f(%t: tensor<8xf32>, %i: tensor<1xindex>) -> tensor<1xf32> {
  %0 = tensor.gather %t[%i] gather_dims([0]) : (tensor<8xf32>, tensor<1xindex>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<8xf32, strided<[?], offset: ?>>, %arg1: memref<1xindex, strided<[?], offset: ?>>) -> memref<1xf32> {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<1xf32>
    %c0 = arith.constant 0 : index
    %0 = memref.load %arg1[%c0] : memref<1xindex, strided<[?], offset: ?>>
    %c0_0 = arith.constant 0 : index
    %1 = memref.load %arg0[%0] : memref<8xf32, strided<[?], offset: ?>>
    memref.store %1, %alloc[%c0_0] : memref<1xf32>
    %cast = memref.cast %alloc : memref<1xf32> to memref<1xf32, strided<[?], offset: ?>>
    return %alloc : memref<1xf32>
  }
}
""",
    ),
    "scatter": (
        """\
func.func @f(%s: tensor<3x1x4xf32>, %t: tensor<8x4xf32>, %i: tensor<3x1xindex>) -> tensor<8x4xf32> {
  %0 = tensor.scatter %s into %t[%i] scatter_dims([0]) unique : (tensor<3x1x4xf32>, tensor<8x4xf32>, tensor<3x1xindex>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<3x1x4xf32, strided<[?, ?, ?], offset: ?>>, %arg1: memref<8x4xf32, strided<[?, ?], offset: ?>>, %arg2: memref<3x1xindex, strided<[?, ?], offset: ?>>) -> memref<8x4xf32, strided<[?, ?], offset: ?>> {
    %c0 = arith.constant 0 : index
    %c0_0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.parallel (%arg3) = (%c0_0) to (%c3) step (%c1) {
      %0 = memref.load %arg2[%arg3, %c0] : memref<3x1xindex, strided<[?, ?], offset: ?>>
      %subview = memref.subview %arg1[%0, 0] [1, 4] [1, 1] : memref<8x4xf32, strided<[?, ?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
      %subview_1 = memref.subview %arg0[%arg3, 0, 0] [1, 1, 4] [1, 1, 1] : memref<3x1x4xf32, strided<[?, ?, ?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
      memref.copy %subview_1, %subview : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
      scf.reduce
    }
    return %arg1 : memref<8x4xf32, strided<[?, ?], offset: ?>>
  }
}
""",
    ),
    "bitcast": (
        """\
func.func @f(%t: tensor<?xui32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %0 = tensor.bitcast %t : tensor<?xui32> to tensor<?xf32>
  %1 = tensor.bitcast %t : tensor<?xui32> to tensor<?xi32>
  return %0, %1 : tensor<?xf32>, tensor<?xi32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xui32, strided<[?], offset: ?>>) -> (memref<?xf32>, memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?xui32, strided<[?], offset: ?>>
    %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
    linalg.map ins(%arg0 : memref<?xui32, strided<[?], offset: ?>>) outs(%alloc : memref<?xf32>)
      (%in: ui32, %init: f32) {
        %0 = builtin.unrealized_conversion_cast %in : ui32 to i32
        %1 = arith.bitcast %0 : i32 to f32
        linalg.yield %1 : f32
      }
    %c0_0 = arith.constant 0 : index
    %dim_1 = memref.dim %arg0, %c0_0 : memref<?xui32, strided<[?], offset: ?>>
    %alloc_2 = memref.alloc(%dim_1) {alignment = 64 : i64} : memref<?xi32>
    linalg.map { builtin.unrealized_conversion_cast } ins(%arg0 : memref<?xui32, strided<[?], offset: ?>>) outs(%alloc_2 : memref<?xi32>)
    %cast = memref.cast %alloc : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
    %cast_3 = memref.cast %alloc_2 : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
    return %alloc, %alloc_2 : memref<?xf32>, memref<?xi32>
  }
}
""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_bufferized(name: str) -> None:
    check(CASES[name])


class Program(NamedTuple):
    """A gather and a scatter of the same slices, with what they take."""

    text: str
    whole: np.ndarray[tuple[int, ...], np.dtype[np.int64]]
    slices: np.ndarray[tuple[int, ...], np.dtype[np.int64]]
    indices: np.ndarray[tuple[int, ...], np.dtype[np.integer]]


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Draw slices of any dimensions of a tensor, at indices without one that occurs twice."""
    shape = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    dims = sorted(draw(st.sets(st.integers(0, len(shape) - 1), min_size=1)))
    batch = draw(st.lists(st.integers(0, 2), max_size=2))
    places = list(np.ndindex(*[shape[dim] for dim in dims]))
    count = int(np.prod(batch))
    if count > len(places):
        batch, count = [], 1
    chosen = draw(st.permutations(places))[:count]
    is_reduced, element = draw(st.booleans()), draw(st.sampled_from(["index", "i8", "i64"]))
    kept = [
        n if d not in dims else 1 for d, n in enumerate(shape) if d not in dims or not is_reduced
    ]
    is_static = draw(st.booleans())

    def type(extents: list[int], fixed: tuple[int, ...], of: str) -> str:
        words = [str(n) if is_static or d in fixed else "?" for d, n in enumerate(extents)]
        return f"tensor<{'x'.join([*words, of])}>"

    ones = () if is_reduced else tuple(len(batch) + dim for dim in dims)
    whole, slices = type(shape, (), "i64"), type([*batch, *kept], ones, "i64")
    indices = type([*batch, len(dims)], (len(batch),), element)
    text = f"""
    func.func @gather(%t: {whole}, %i: {indices}) -> {slices} {{
      %0 = tensor.gather %t[%i] gather_dims({dims}) : ({whole}, {indices}) -> {slices}
      return %0 : {slices}
    }}
    func.func @scatter(%t: {whole}, %s: {slices}, %i: {indices}) -> {whole} {{
      %0 = tensor.scatter %s into %t[%i] scatter_dims({dims}) unique : ({slices}, {whole}, {indices}) -> {whole}
      return %0 : {whole}
    }}
    func.func @both(%t: {whole}, %i: {indices}) -> ({whole}, {whole}) {{
      %0 = tensor.gather %t[%i] gather_dims({dims}) : ({whole}, {indices}) -> {slices}
      %1 = linalg.map {{ arith.addi }} ins(%0, %0 : {slices}, {slices}) outs(%0 : {slices})
      %2 = tensor.scatter %1 into %t[%i] scatter_dims({dims}) unique : ({slices}, {whole}, {indices}) -> {whole}
      return %2, %t : {whole}, {whole}
    }}"""
    return Program(
        text,
        np.arange(np.prod(shape)).reshape(shape),
        np.asarray(
            -1 - np.arange(np.prod([*batch, *kept], dtype=np.int64)).reshape([*batch, *kept])
        ),
        np.array(chosen, np.int8 if element == "i8" else np.int64).reshape([*batch, len(dims)]),
    )


@settings(max_examples=60)
@given(programs())
def test_buffers_have_the_same_values(program: Program) -> None:
    module = bufferize.parse(program.text, CONTEXT)
    tensors = Machine(clone(module), CONTEXT)
    bufferize.one_shot_bufferize(module, OPTIONS, CONTEXT)
    _, whole, slices, indices = program
    for name, given_ in (
        ("gather", [whole, indices]),
        ("scatter", [whole, slices, indices]),
        ("both", [whole, indices]),
    ):
        expected = tensors.run(name, [array.copy() for array in given_]).results
        found = Machine(module, CONTEXT).run(name, [array.copy() for array in given_]).results
        for a, b in zip(expected, found, strict=True):
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("index", [-1, 8])
@pytest.mark.parametrize("name", ["gather", "scatter"])
@pytest.mark.parametrize("dims", [1, 2])
def test_an_index_out_of_bounds_is_found(name: str, index: int, dims: int) -> None:
    positions, shape = ("0", "tensor<1x4xi64>") if dims == 1 else ("0, 1", "tensor<1xi64>")
    indices = f"tensor<1x{dims}xindex>"
    op = (
        f"tensor.gather %t[%i] gather_dims([{positions}]) : (tensor<8x4xi64>, {indices}) -> {shape}"
        if name == "gather"
        else f"tensor.scatter %s into %t[%i] scatter_dims([{positions}]) unique : "
        f"({shape}, tensor<8x4xi64>, {indices}) -> tensor<8x4xi64>"
    )
    result = shape if name == "gather" else "tensor<8x4xi64>"
    module = bufferize.parse(
        f"""func.func @f(%t: tensor<8x4xi64>, %s: {shape}, %i: {indices}) -> {result} {{
              %0 = {op}
              return %0 : {result}
            }}""",
        CONTEXT,
    )
    bufferize.one_shot_bufferize(module, OPTIONS, CONTEXT)
    whole, place = np.zeros((8, 4), np.int64), np.array([[index, 0][:dims]])
    slices = np.zeros((1, 4) if dims == 1 else (1,), np.int64)
    with pytest.raises(Trap, match="out of bounds|whose extent is 8"):
        Machine(module, CONTEXT).run("f", [whole, slices, place])


def refusal(text: str) -> str:
    with pytest.raises(DiagnosticError) as caught:
        bufferized(text)
    first = caught.value.diagnostics[0]
    return "\n".join(map(str, (first, *first.notes)))


def test_a_destination_that_is_still_needed_is_copied_and_a_source_is_not() -> None:
    text = CASES["scatter"][0].replace(
        "-> tensor<8x4xf32> {", "-> (tensor<8x4xf32>, tensor<8x4xf32>) {"
    )
    text = text.replace(
        "return %0 : tensor<8x4xf32>", "return %0, %t : tensor<8x4xf32>, tensor<8x4xf32>"
    )
    assert bufferized(text).count("memref.copy") == 2
    assert bufferized(CASES["scatter"][0]).count("memref.copy") == 1


def test_a_tensor_scattered_into_itself_is_copied_first() -> None:
    text = """\
func.func @f(%t: tensor<4xf32>, %i: tensor<4x1xindex>) -> tensor<4xf32> {
  %0 = tensor.scatter %t into %t[%i] scatter_dims([0]) unique : (tensor<4xf32>, tensor<4xf32>, tensor<4x1xindex>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
    result = bufferized(text)
    assert result.index("memref.copy %arg0") < result.index("scf.parallel")
    module = bufferize.parse(text, CONTEXT)
    bufferize.one_shot_bufferize(module, OPTIONS, CONTEXT)
    given_ = [np.arange(4.0, dtype=np.float32), np.array([[1], [2], [3], [0]])]
    (found,) = Machine(module, CONTEXT).run("f", given_).results
    np.testing.assert_array_equal(found, [3, 0, 1, 2])


def test_a_scatter_to_a_result_of_another_type_is_refused() -> None:
    problem = refusal("""\
func.func @f(%s: tensor<3x4xf32>, %t: tensor<8x4xf32>, %i: tensor<3x1xindex>) -> tensor<?x4xf32> {
  %0 = tensor.scatter %s into %t[%i] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<8x4xf32>, tensor<3x1xindex>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
""")
    assert "2:8: error: 'tensor.scatter' op cannot be bufferized: its result is of type" in problem
    assert "cast the destination first, with `tensor.cast`" in problem


@pytest.mark.parametrize(
    ("given_", "wanted"),
    [
        ("f32", "i32"),
        ("i32", "f32"),
        ("ui32", "f32"),
        ("i8", "ui8"),
        ("si16", "bf16"),
        ("ui8", "si8"),
    ],
)
@pytest.mark.parametrize("shapes", ["4 4", "? 4", "4 ?", "? ?"])
def test_bits_stay_as_they_are(given_: str, wanted: str, shapes: str) -> None:
    first, second = (f"tensor<{extent}x{{}}>" for extent in shapes.split())
    source, dest = first.format(given_), second.format(wanted)
    module = bufferize.parse(
        f"""
        func.func @f(%t: {source}) -> {dest} {{
          %0 = tensor.bitcast %t : {source} to {dest}
          return %0 : {dest}
        }}""",
        CONTEXT,
    )
    tensors = Machine(clone(module), CONTEXT)
    bufferize.one_shot_bufferize(module, OPTIONS, CONTEXT)
    dtypes = {
        "f32": np.float32,
        "ui32": np.uint32,
        "i8": np.int8,
        "si16": np.int16,
        "ui8": np.uint8,
    }
    numbers = np.array([0, 1, 2, 127]).astype(dtypes.get(given_, np.int32))
    (expected,) = tensors.run("f", [-numbers]).results
    (found,) = Machine(module, CONTEXT).run("f", [-numbers]).results
    assert expected.tobytes() == found.tobytes()
    assert expected.dtype == found.dtype


def test_a_bitcast_of_a_tensor_of_unknown_rank() -> None:
    text = """\
func.func @f(%t: tensor<*xf32>) -> tensor<4xi32> {
  %0 = tensor.bitcast %t : tensor<*xf32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}
"""
    assert "memref.cast %arg0 : memref<*xf32> to memref<4xf32" in bufferized(text)
    problem = refusal(text.replace("tensor<4xi32>", "tensor<*xi32>"))
    assert "2:8: error: 'tensor.bitcast' op with an unranked result cannot be bufferized" in problem
    assert "give it a ranked result, and cast that with `tensor.cast`" in problem


@pytest.mark.reference
def test_the_samples_compute_the_same_natively() -> None:
    models = str(Path(__file__).parent / "golden" / "models.mlir")
    pipeline = "one-shot-bufferize{bufferize-function-boundaries},buffer-deallocation-pipeline"
    command = ["check", "--native", "--inputs=1", models]
    assert not main([*command, f"--pass-pipeline=builtin.module({pipeline})"])


def test_a_bitcast_from_an_unknown_rank_takes_the_extents_of_its_source() -> None:
    text = """\
func.func @f(%t: tensor<*xi16>) -> tensor<?xbf16> {
  %0 = tensor.bitcast %t : tensor<*xi16> to tensor<?xbf16>
  return %0 : tensor<?xbf16>
}
"""
    after = bufferized(text)
    assert "%cast = memref.cast %arg0 : memref<*xi16> to memref<?xi16" in after
    assert "%dim = memref.dim %cast, %c0" in after
    assert "memref.alloc(%dim)" in after


@pytest.mark.parametrize(
    "op",
    [
        "tensor.gather %t[%i] gather_dims([0]) : (tensor<3x0xf32>, tensor<2x1xindex>) -> tensor<2x0xf32>",
        "tensor.scatter %s into %t[%i] scatter_dims([0]) unique : "
        "(tensor<2x0xf32>, tensor<3x0xf32>, tensor<2x1xindex>) -> tensor<3x0xf32>",
    ],
    ids=["gather", "scatter"],
)
def test_slices_without_elements_are_not_copied(op: str) -> None:
    type = op.rpartition("-> ")[2]
    text = f"""
    func.func @f(%t: tensor<3x0xf32>, %s: tensor<2x0xf32>, %i: tensor<2x1xindex>) -> {type} {{
      %0 = {op}
      return %0 : {type}
    }}"""
    assert not {"memref.copy", "memref.subview"} & set(bufferized(text).split())
