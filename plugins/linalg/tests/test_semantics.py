"""What structured operations compute, against loops written from their definitions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bufferize
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import ShapedType
from bufferize.ir.copying import clone
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine, Trap, TrapKind
from bufferize_interpreter.native import run_native
from bufferize_linalg import table
from bufferize_linalg.semantics import Nest
from bufferize_linalg.table import SPECS, NamedOpSpec

CONTEXT = bufferize.Context()
DTYPES: dict[str, Any] = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "i64": np.int64,
    "i32": np.int32,
    "i8": np.int8,
}


def machine(text: str) -> Machine:
    return Machine(bufferize.parse(text, CONTEXT), CONTEXT)


def run(text: str, *arguments: Any, **options: Any) -> tuple[Any, ...]:
    """The results of the function @f."""
    return machine(text).run("f", arguments, **options).results


def tensor(shape: Sequence[int], element: str = "f32") -> str:
    return f"tensor<{'x'.join([*map(str, shape), element])}>"


def program(op: str, inputs: Sequence[str], output: str) -> str:
    """A function @f that applies a named op to its arguments, the last of which is the init."""
    types = ", ".join(inputs)
    names = ", ".join(f"%a{i}" for i in range(len(inputs)))
    arguments = ", ".join(f"%a{i}: {type}" for i, type in enumerate(inputs))
    return f"""
    func.func @f({arguments}, %init: {output}) -> {output} {{
      %0 = {op} ins({names} : {types}) outs(%init : {output}) -> {output}
      return %0 : {output}
    }}
    """


def random_array(rng: np.random.Generator, shape: Sequence[int], element: str) -> Any:
    """Small whole numbers, of which sums and products are exact in every type."""
    return rng.integers(-2, 3, shape).astype(DTYPES[element])


BODIES: dict[str, Callable[..., Any]] = {
    "multiply_add": lambda a, b, out: out + a * b,
    "quantized_multiply_add": lambda a, b, za, zb, out: out + (a - za) * (b - zb),
    "pool_add": lambda a, _, out: out + a,
    "pool_max_signed": lambda a, _, out: max(a, out),
    "pool_max_unsigned": lambda a, _, out: max(a, out, key=lambda x: x % 2**32),
    "pool_min_signed": lambda a, _, out: min(a, out),
    "pool_min_unsigned": lambda a, _, out: min(a, out, key=lambda x: x % 2**32),
}


def by_definition(
    spec: NamedOpSpec, arrays: list[Any], extents: Sequence[int], maps: Sequence[Any]
) -> Any:
    """The op as a loop nest, one element after the other."""
    body, out = BODIES[spec.body], arrays[-1].copy()
    for index in np.ndindex(*extents):
        values = [
            int((out if i == len(maps) - 1 else array)[map.evaluate(index)])
            for i, (array, map) in enumerate(zip(arrays, maps, strict=True))
        ]
        out[maps[-1].evaluate(index)] = body(*values)
    return out


CONTRACTIONS = [name for name, spec in SPECS.items() if spec.operands and spec.body in BODIES]


@pytest.mark.parametrize("name", CONTRACTIONS)
def test_named_ops_are_their_loop_nests(name: str) -> None:
    spec = SPECS[name]
    rng = np.random.default_rng(0)
    integers = "unsigned" in spec.body or spec.body.startswith("quantized")
    element = "i32" if integers else "f32"
    windows = spec.num_windows
    strides, dilations = tuple([2, 1, 1][:windows]), tuple([1, 2, 1][:windows])
    maps = table.indexing_maps(spec.loops, spec.operands, strides, dilations)
    extents = [1 + (3 * i + len(name)) % 3 for i in range(len(spec.loops))]
    arrays = []
    for map in maps:
        top = map.evaluate([extent - 1 for extent in extents])
        arrays.append(random_array(rng, [last + 1 for last in top], element))
    types = [
        element if not map.num_results else tensor(array.shape, element)
        for map, array in zip(maps, arrays, strict=True)
    ]
    arguments = [a[()] if t == element else a for a, t in zip(arrays, types, strict=True)]
    if windows:
        shape = f"tensor<{windows}xi64>"
        attributes = (
            f" {{strides = dense<{list(strides)}> : {shape}, "
            f"dilations = dense<{list(dilations)}> : {shape}}}"
        )
    else:
        attributes = ""
    if not maps[-1].num_results:
        types[-1], arguments[-1] = tensor([], element), np.asarray(arrays[-1])
    text = program(f"linalg.{name}{attributes}", types[:-1], types[-1])
    (result,) = run(text, *arguments)
    np.testing.assert_array_equal(result, by_definition(spec, arrays, extents, maps))


@pytest.mark.parametrize("element", DTYPES)
def test_matmul_of_each_type(element: str) -> None:
    rng = np.random.default_rng(1)
    shapes = (4, 5), (5, 3), (4, 3)
    arrays = [random_array(rng, shape, element) for shape in shapes]
    types = [tensor(shape, element) for shape in shapes]
    (result,) = run(program("linalg.matmul", types[:2], types[2]), *arrays)
    wide = [array.astype(np.float64) for array in arrays]
    assert result.dtype == DTYPES[element]
    np.testing.assert_array_equal(result.astype(np.float64), wide[2] + wide[0] @ wide[1])


def test_sums_of_floats_are_in_order() -> None:
    """As the loop nest has it, not in another order that rounds otherwise."""
    rng = np.random.default_rng(2)
    a, b = (rng.standard_normal((9, 9)).astype(np.float32) for _ in range(2))
    expected = np.zeros((9, 9), np.float32)
    for i, j, k in np.ndindex(9, 9, 9):
        expected[i, j] = np.float32(expected[i, j] + np.float32(a[i, k] * b[k, j]))
    types = [tensor((9, 9))] * 3
    (result,) = run(
        program("linalg.matmul", types[:2], types[2]), a, b, np.zeros((9, 9), np.float32)
    )
    np.testing.assert_array_equal(result, expected)


def test_products_are_of_the_type_of_the_output() -> None:
    types = [tensor((2, 2), "i8"), tensor((2, 2), "i8"), tensor((2, 2), "i32")]
    a = np.full((2, 2), 100, np.int8)
    (result,) = run(program("linalg.matmul", types[:2], types[2]), a, a, np.ones((2, 2), np.int32))
    np.testing.assert_array_equal(result, np.full((2, 2), 20001))


def test_sums_of_integers_wrap_around() -> None:
    types = [tensor((1, 3), "i8"), tensor((3, 1), "i8"), tensor((1, 1), "i8")]
    a = np.full((1, 3), 100, np.int8)
    (result,) = run(program("linalg.matmul", types[:2], types[2]), a, a.T, np.ones((1, 1), np.int8))
    assert result[0, 0] == (30001 + 128) % 256 - 128


@pytest.mark.parametrize("shape", [(0, 4, 3), (4, 0, 3), (4, 4, 0)])
def test_extents_of_zero(shape: tuple[int, int, int]) -> None:
    m, k, n = shape
    init = np.arange(m * n, dtype=np.float32).reshape(m, n)
    types = ["tensor<?x?xf32>"] * 3
    a, b = np.ones((m, k), np.float32), np.ones((k, n), np.float32)
    (result,) = run(program("linalg.matmul", types[:2], types[2]), a, b, init)
    np.testing.assert_array_equal(result, init + a @ b)


UNARY = ["exp", "log", "abs", "ceil", "floor", "negf", "reciprocal", "round", "sqrt", "rsqrt"]
UNARY += ["square", "tanh", "erf"]
BINARY = ["add", "sub", "mul", "div", "max", "min", "powf"]


def one_and_all(text: str, arguments: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks that a program gives the same on whole arrays and element by element."""
    runner = machine(text)
    (whole,) = runner.run("f", arguments).results
    with monkeypatch.context() as patch:
        patch.setattr(Nest, "_can_run_at_once", lambda *_: False)
        (single,) = runner.run("f", arguments).results
    many, one = (np.asarray(result, np.float64) for result in (whole, single))
    np.testing.assert_array_equal(many, one)
    zeros = many == 0
    np.testing.assert_array_equal(np.signbit(many)[zeros], np.signbit(one)[zeros])


@pytest.mark.parametrize("element", ["f64", "f32", "f16", "bf16"])
@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_elements_alone_and_in_arrays_are_the_same(
    name: str, element: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(5)
    count = 1 if name in UNARY else 2
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 65504.0]
    inputs = [
        np.concatenate([rng.permutation(special), 3 * rng.standard_normal(24)]).astype(
            DTYPES[element]
        )
        for _ in range(count)
    ]
    types = [tensor((32,), element)] * count
    text = program(f"linalg.{name}", types, types[0])
    one_and_all(text, [*inputs, np.zeros(32, DTYPES[element])], monkeypatch)


@pytest.mark.parametrize("element", ["f64", "f32", "f16", "bf16", "i8", "i32"])
@pytest.mark.parametrize(
    "name", ["matmul", "pooling_ncw_max", "pooling_nwc_min", "pooling_ncw_sum"]
)
def test_sums_alone_and_in_arrays_are_the_same(
    name: str, element: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(6)
    all_shapes: dict[str, list[tuple[int, ...]]] = {
        "matmul": [(7, 9), (9, 6), (7, 6)],
        "pooling_ncw_max": [(2, 3, 9), (4,), (2, 3, 6)],
        "pooling_nwc_min": [(2, 9, 3), (4,), (2, 6, 3)],
        "pooling_ncw_sum": [(2, 3, 9), (4,), (2, 3, 6)],
    }
    shapes = all_shapes[name]
    arrays = [(20 * rng.standard_normal(shape)).astype(DTYPES[element]) for shape in shapes]
    types = [tensor(shape, element) for shape in shapes]
    one_and_all(program(f"linalg.{name}", types[:-1], types[-1]), arrays, monkeypatch)


GENERIC = """
#in = affine_map<{map}>
#out = affine_map<(i, j, k) -> (j, i)>
#size = affine_map<(i, j, k) -> (i, j, k)>
func.func @f(%a: tensor<?x?xi64>, %size: tensor<?x?x?xi1>, %init: tensor<?x?xi64>) -> tensor<?x?xi64> {{
  %0 = linalg.generic {{indexing_maps = [#in, #size, #out], iterator_types = {kinds}}}
      ins(%a, %size : tensor<?x?xi64>, tensor<?x?x?xi1>) outs(%init : tensor<?x?xi64>) {{
  ^bb0(%x: i64, %s: i1, %out: i64):
    %three = arith.constant 3 : i64
    %y = arith.muli %out, %three : i64
    %z = arith.addi %y, %x : i64
    linalg.yield %z : i64
  }} -> tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}}
"""

EXPRESSIONS: dict[str, Callable[[int, int, int], int]] = {
    "2 * i": lambda i, j, k: 2 * i,
    "3 * j": lambda i, j, k: 3 * j,
    "2": lambda i, j, k: 2,
    "i + k": lambda i, j, k: i + k,
    "2 * i + 3 * k + 1": lambda i, j, k: 2 * i + 3 * k + 1,
    "8 - j": lambda i, j, k: 8 - j,
    "j floordiv 2": lambda i, j, k: j // 2,
    "(i + k) mod 3": lambda i, j, k: (i + k) % 3,
    "k ceildiv 2": lambda i, j, k: -(-k // 2),
}


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(*[st.sampled_from(sorted(EXPRESSIONS))] * 2),
    st.tuples(*[st.integers(0, 4)] * 3),
    st.sampled_from(["parallel", "reduction"]),
)
def test_any_access(expressions: tuple[str, str], extents: tuple[int, int, int], kind: str) -> None:
    """Of an input that the order of iterations decides about."""
    kinds = f'["parallel", "parallel", "{kind}"]'
    text = GENERIC.format(map=f"(i, j, k) -> ({', '.join(expressions)})", kinds=kinds)
    source = np.arange(20 * 20).reshape(20, 20) % 7
    init = np.arange(extents[1] * extents[0]).reshape(extents[1], extents[0])
    expected = init.copy()
    for i, j, k in np.ndindex(*extents):
        place = tuple(EXPRESSIONS[e](i, j, k) for e in expressions)
        expected[j, i] = expected[j, i] * 3 + source[place]
    (result,) = run(text, source, np.zeros(extents, bool), init)
    np.testing.assert_array_equal(result, expected)


MAPPED_OUTPUT = """
func.func @f(%x: tensor<6x4xi64>, %init: tensor<{shape}xi64>) -> tensor<{shape}xi64> {{
  %0 = linalg.generic {{
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ({map})>],
      iterator_types = ["parallel", "parallel"]}}
      ins(%x : tensor<6x4xi64>) outs(%init : tensor<{shape}xi64>) {{
  ^bb0(%in: i64, %out: i64):
    %two = arith.constant 2 : i64
    %y = arith.muli %out, %two : i64
    %z = arith.addi %y, %in : i64
    linalg.yield %z : i64
  }} -> tensor<{shape}xi64>
  return %0 : tensor<{shape}xi64>
}}
"""


@pytest.mark.parametrize(
    ("map", "shape", "place"),
    [
        ("j", (4,), lambda i, j: (j,)),
        ("i + j", (9,), lambda i, j: (i + j,)),
        ("i mod 3, j", (3, 4), lambda i, j: (i % 3, j)),
        ("0, i", (1, 6), lambda i, j: (0, i)),
        ("", (), lambda i, j: ()),
    ],
)
def test_outputs_that_iterations_share(
    map: str, shape: tuple[int, ...], place: Callable[[int, int], tuple[int, ...]]
) -> None:
    x = np.arange(24).reshape(6, 4)
    expected = np.ones(shape, np.int64)
    for i, j in np.ndindex(6, 4):
        expected[place(i, j)] = expected[place(i, j)] * 2 + x[i, j]
    text = MAPPED_OUTPUT.format(map=map, shape="x".join(str(n) for n in shape))
    text = text.replace("tensor<xi64>", "tensor<i64>")
    (result,) = run(text, x, np.ones(shape, np.int64))
    np.testing.assert_array_equal(result, expected)


PART = """
func.func @f(%x: tensor<3xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (2 * i + 1)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @g(%x: tensor<3xf32>, %i: index) -> f32 {
  %0 = func.call @f(%x) : (tensor<3xf32>) -> tensor<8xf32>
  %1 = tensor.extract %0[%i] : tensor<8xf32>
  return %1 : f32
}
func.func @between(%x: tensor<3xf32>, %init: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 1)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%init : tensor<3x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
func.func @selected(%x: tensor<3xf32>, %c: tensor<3xi1>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.select ins(%c, %x, %e : tensor<3xi1>, tensor<3xf32>, tensor<3xf32>)
      outs(%e : tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @read_empty(%x: tensor<3xf32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.add ins(%x, %e : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @unread_empty(%x: tensor<3xf32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.add ins(%x, %x : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""


def test_what_was_not_written_is_undefined_element_by_element() -> None:
    runner = machine(PART)
    x = np.array([1, 2, 3], np.float32)
    assert [runner.run("g", [x, i]).results[0] for i in (1, 3, 5)] == [1, 2, 3]
    for i in (0, 2, 7):
        with pytest.raises(Trap) as problem:
            runner.run("g", [x, i])
        assert problem.value.kind is TrapKind.UNDEFINED
    with pytest.raises(Trap, match="undefined"):
        runner.run("read_empty", [x])
    (result,) = runner.run("between", [x, np.full((3, 2), 7, np.float32)]).results
    np.testing.assert_array_equal(result, [[7, 1], [7, 2], [7, 3]])
    condition = np.array([True, False, True])
    (result,) = runner.run("selected", [x, condition], undefined=True).results
    np.testing.assert_array_equal(np.ma.getmaskarray(result), ~condition)
    np.testing.assert_array_equal(runner.run("unread_empty", [x]).results[0], x + x)


BUFFERS = """
func.func @f(%m: memref<10xi64>) {
  %a = memref.subview %m[0] [8] [1] : memref<10xi64> to memref<8xi64, strided<[1]>>
  %b = memref.subview %m[1] [8] [1] : memref<10xi64> to memref<8xi64, strided<[1], offset: 1>>
  linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a : memref<8xi64, strided<[1]>>) outs(%b : memref<8xi64, strided<[1], offset: 1>>) {
  ^bb0(%in: i64, %out: i64):
    %0 = arith.addi %in, %out : i64
    linalg.yield %0 : i64
  }
  return
}
func.func @same(%m: memref<4x4xi64>) {
  linalg.add ins(%m, %m : memref<4x4xi64>, memref<4x4xi64>) outs(%m : memref<4x4xi64>)
  return
}
func.func @transposed(%m: memref<3x3xi64>) {
  linalg.transpose ins(%m : memref<3x3xi64>) outs(%m : memref<3x3xi64>) permutation = [1, 0]
  return
}
"""


def test_buffers_that_overlap_are_as_the_loop_leaves_them() -> None:
    runner = machine(BUFFERS)
    m = np.arange(10)
    expected = m.copy()
    for i in range(8):
        expected[1 + i] += expected[i]
    runner.run("f", [m])
    np.testing.assert_array_equal(m, expected)
    n = np.arange(16).reshape(4, 4)
    runner.run("same", [n])
    np.testing.assert_array_equal(n, 2 * np.arange(16).reshape(4, 4))
    t = np.arange(9).reshape(3, 3)
    expected = t.copy()
    for i, j in np.ndindex(3, 3):
        expected[i, j] = expected[j, i]
    runner.run("transposed", [t])
    np.testing.assert_array_equal(t, expected)


INDEX = """
func.func @f(%init: tensor<3x4xindex>) -> tensor<3x4xindex> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%init : tensor<3x4xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ten = arith.constant 10 : index
    %k = arith.muli %i, %ten : index
    %l = arith.addi %k, %j : index
    linalg.yield %l : index
  } -> tensor<3x4xindex>
  return %0 : tensor<3x4xindex>
}
func.func @choice(%x: tensor<5xi64>, %init: tensor<5xi64>) -> tensor<5xi64> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%x : tensor<5xi64>) outs(%init : tensor<5xi64>) {
  ^bb0(%in: i64, %out: i64):
    %i = linalg.index 0 : index
    %two = arith.constant 2 : index
    %c = arith.cmpi slt, %i, %two : index
    %r = scf.if %c -> i64 {
      %v = tensor.extract %x[%two] : tensor<5xi64>
      scf.yield %v : i64
    } else {
      scf.yield %in : i64
    }
    linalg.yield %r : i64
  } -> tensor<5xi64>
  return %0 : tensor<5xi64>
}
func.func @gathered(%x: tensor<5xi64>, %at: tensor<3xindex>, %init: tensor<3xi64>) -> tensor<3xi64> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%at : tensor<3xindex>) outs(%init : tensor<3xi64>) {
  ^bb0(%in: index, %out: i64):
    %v = tensor.extract %x[%in] : tensor<5xi64>
    linalg.yield %v : i64
  } -> tensor<3xi64>
  return %0 : tensor<3xi64>
}
"""


def test_bodies_that_know_their_indices() -> None:
    runner = machine(INDEX)
    (result,) = runner.run("f", [np.zeros((3, 4), np.int64)]).results
    np.testing.assert_array_equal(result, 10 * np.arange(3)[:, None] + np.arange(4))
    x = np.array([5, 6, 7, 8, 9])
    (result,) = runner.run("choice", [x, x]).results
    np.testing.assert_array_equal(result, [7, 7, 7, 8, 9])
    (result,) = runner.run("gathered", [x, np.array([4, 0, 2]), np.zeros(3, np.int64)]).results
    np.testing.assert_array_equal(result, [9, 5, 7])
    with pytest.raises(Trap) as problem:
        runner.run("gathered", [x, np.array([4, 0, 5]), np.zeros(3, np.int64)])
    assert problem.value.kind is TrapKind.OUT_OF_BOUNDS


TILED = """
func.func @f(%x: tensor<?xi64>, %m: memref<?xi64>, %n: index, %s: index) -> tensor<?xi64> {
  %c0 = arith.constant 0 : index
  %0 = linalg.tiled_loop (%i) = (%c0) to (%n) step (%s) ins (%a = %m: memref<?xi64>) outs (%b = %x: tensor<?xi64>) {
    %e = memref.load %a[%i] : memref<?xi64>
    %o = tensor.extract %b[%c0] : tensor<?xi64>
    %p = arith.addi %e, %o : i64
    %t = tensor.insert %p into %b[%c0] : tensor<?xi64>
    linalg.yield %t : tensor<?xi64>
  }
  return %0 : tensor<?xi64>
}
"""


def test_tiled_loops() -> None:
    runner = machine(TILED)
    x, m = np.array([100, 1]), np.arange(7)
    (result,) = runner.run("f", [x, m, 7, 3]).results
    np.testing.assert_array_equal(result, [100 + 0 + 3 + 6, 1])
    with pytest.raises(Trap, match="must be positive"):
        runner.run("f", [x, m, 7, 0])


def test_shapes_that_do_not_fit() -> None:
    types = ["tensor<?x?xf32>"] * 3
    text = program("linalg.matmul", types[:2], types[2])
    a, b = np.ones((2, 3), np.float32), np.ones((4, 2), np.float32)
    with pytest.raises(Trap, match="dimension 0 of operand 1 has the extent 4") as problem:
        run(text, a, b, np.ones((2, 2), np.float32))
    assert problem.value.kind is TrapKind.OUT_OF_BOUNDS


def test_softmax() -> None:
    rng = np.random.default_rng(3)
    x = rng.standard_normal((3, 4, 5)).astype(np.float32)
    type = tensor(x.shape)
    for dim in range(3):
        text = program(f"linalg.softmax dimension({dim})", [type], type)
        (result,) = run(text, x, np.zeros_like(x))
        powers = np.exp(x.astype(np.float64))
        np.testing.assert_allclose(result, powers / powers.sum(dim, keepdims=True), rtol=1e-6)


BUFFERIZED = "one-shot-bufferize{bufferize-function-boundaries}"
RELAYOUT = """
func.func @f(%x: tensor<{m}x{n}xi64>, %init: tensor<{packed}xi64>, %p: i64) -> tensor<{packed}xi64> {{
  %0 = linalg.pack %x padding_value(%p : i64) outer_dims_perm = {perm} inner_dims_pos = {pos}
      inner_tiles = [{tiles}] into %init : tensor<{m}x{n}xi64> -> tensor<{packed}xi64>
  return %0 : tensor<{packed}xi64>
}}
func.func @back(%x: tensor<{packed}xi64>, %init: tensor<{m}x{n}xi64>) -> tensor<{m}x{n}xi64> {{
  %0 = linalg.unpack %x outer_dims_perm = {perm} inner_dims_pos = {pos}
      inner_tiles = [{tiles}] into %init : tensor<{packed}xi64> -> tensor<{m}x{n}xi64>
  return %0 : tensor<{m}x{n}xi64>
}}
"""


@pytest.mark.parametrize("perm", [[0, 1], [1, 0]])
@pytest.mark.parametrize("pos", [[0, 1], [1, 0], [0], [1]])
def test_pack_and_unpack(perm: list[int], pos: list[int]) -> None:
    shape, tiles = (5, 7), [2, 3][: len(pos)]
    tile_of = dict(zip(pos, tiles, strict=True))
    outer = [-(-n // tile_of.get(d, 1)) for d, n in enumerate(shape)]
    packed = [outer[d] for d in perm] + tiles
    x = np.arange(35).reshape(shape)
    expected = np.zeros(packed, np.int64)
    for index in np.ndindex(*packed):
        place = [index[perm.index(d)] * tile_of.get(d, 1) for d in range(2)]
        for number, d in enumerate(pos):
            place[d] += index[2 + number]
        inside = all(p < n for p, n in zip(place, shape, strict=True))
        expected[index] = x[tuple(place)] if inside else -1
    runner = machine(
        RELAYOUT.format(
            m=5,
            n=7,
            packed="x".join(map(str, packed)),
            perm=perm,
            pos=pos,
            tiles=", ".join(map(str, tiles)),
        )
    )
    (result,) = runner.run("f", [x, np.zeros(packed, np.int64), -1]).results
    np.testing.assert_array_equal(result, expected)
    (back,) = runner.run("back", [result, np.zeros(shape, np.int64)]).results
    np.testing.assert_array_equal(back, x)
    for steps in (BUFFERIZED, "convert-linalg-to-loops"):
        pipeline_from_text(f"builtin.module({steps})", CONTEXT).run(runner.module, CONTEXT)
        on_buffers = Machine(runner.module, CONTEXT)
        packed_here, unpacked_here = np.zeros(packed, np.int64), np.zeros(shape, np.int64)
        on_buffers.run("f", [x, packed_here, -1])
        np.testing.assert_array_equal(packed_here, expected)
        on_buffers.run("back", [packed_here, unpacked_here])
        np.testing.assert_array_equal(unpacked_here, x)


DYNAMIC_TILES = """
func.func @f(%x: memref<?x?xi64>, %packed: memref<?x?x?x2xi64>, %back: memref<?x?xi64>, %p: i64,
    %tile: index) {
  linalg.pack %x padding_value(%p : i64) inner_dims_pos = [1, 0] inner_tiles = [%tile, 2]
      into %packed : memref<?x?xi64> -> memref<?x?x?x2xi64>
  linalg.unpack %packed inner_dims_pos = [1, 0] inner_tiles = [%tile, 2] into %back
      : memref<?x?x?x2xi64> -> memref<?x?xi64>
  return
}
"""


@pytest.mark.parametrize("as_loops", [False, True])
def test_pack_with_tiles_of_dynamic_size(as_loops: bool) -> None:
    module = bufferize.parse(DYNAMIC_TILES, CONTEXT)
    if as_loops:
        pipeline_from_text("builtin.module(convert-linalg-to-loops)", CONTEXT).run(module, CONTEXT)
        assert not any(op.name.startswith("linalg.") for op in module.walk())
    x = np.arange(35).reshape(5, 7)
    packed, back = np.zeros((3, 3, 3, 2), np.int64), np.zeros_like(x)
    Machine(module, CONTEXT).run("f", [x, packed, back, -1, 3])
    padded = np.full((6, 9), -1)
    padded[:5, :7] = x
    np.testing.assert_array_equal(packed, padded.reshape(3, 2, 3, 3).transpose(0, 2, 3, 1))
    np.testing.assert_array_equal(back, x)


@pytest.mark.reference
def test_pack_runs_natively() -> None:
    module = bufferize.parse(DYNAMIC_TILES, CONTEXT)
    x = np.arange(35).reshape(5, 7)
    packed, back = np.zeros((3, 3, 3, 2), np.int64), np.zeros_like(x)
    run_native(module, "f", [x, packed, back, -1, 3], context=CONTEXT)
    assert (packed == -1).sum() == 54 - 35
    np.testing.assert_array_equal(back, x)


def test_pack_into_its_own_source() -> None:
    text = """
func.func @f(%m: memref<8xi64>) {
  %d = memref.expand_shape %m [[0, 1]] output_shape [2, 4] : memref<8xi64> into memref<2x4xi64>
  linalg.pack %m inner_dims_pos = [0] inner_tiles = [4] into %d : memref<8xi64> -> memref<2x4xi64>
  return
}
"""
    with pytest.raises(Trap, match="has a source and a destination that overlap"):
        run(text, np.arange(8))


def winograd(fmr: str, m: int, r: int, rows: bool, columns: bool) -> str:
    """A convolution by Winograd's algorithm, of an image of 2 x 2 tiles."""
    tile = m + r - 1
    kh, kw = (r if rows else 1), (r if columns else 1)
    th, tw = (tile if rows else 1), (tile if columns else 1)
    h, w = (2 * m + r - 1 if rows else 2), (2 * m + r - 1 if columns else 2)
    oh, ow = (2 * m if rows else 2), (2 * m if columns else 2)
    g, v = f"tensor<{th}x{tw}x3x5xf64>", f"tensor<{th}x{tw}x2x2x1x3xf64>"
    u = f"tensor<{th}x{tw}x2x2x1x5xf64>"
    image, filters, out = (
        f"tensor<1x{h}x{w}x3xf64>",
        f"tensor<5x{kh}x{kw}x3xf64>",
        f"tensor<1x{oh}x{ow}x5xf64>",
    )
    return f"""
    func.func @f(%x: {image}, %k: {filters}, %o: {out}, %g: {g}, %v: {v}, %u: {u}) -> {out} {{
      %0 = linalg.winograd_filter_transform fmr({fmr}) ins(%k : {filters}) outs(%g : {g}) -> {g}
      %1 = linalg.winograd_input_transform fmr({fmr}) ins(%x : {image}) outs(%v : {v}) -> {v}
      %2 = linalg.generic {{
          indexing_maps = [affine_map<(a, b, c, d, n, f, q) -> (a, b, c, d, n, q)>,
                           affine_map<(a, b, c, d, n, f, q) -> (a, b, q, f)>,
                           affine_map<(a, b, c, d, n, f, q) -> (a, b, c, d, n, f)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel",
                            "parallel", "reduction"]}}
          ins(%1, %0 : {v}, {g}) outs(%u : {u}) {{
      ^bb0(%p: f64, %q: f64, %s: f64):
        %m = arith.mulf %p, %q : f64
        %a = arith.addf %s, %m : f64
        linalg.yield %a : f64
      }} -> {u}
      %3 = linalg.winograd_output_transform fmr({fmr}) ins(%2 : {u}) outs(%o : {out}) -> {out}
      return %3 : {out}
    }}
    """


@pytest.mark.parametrize(("fmr", "m", "r"), [("F_2_3", 2, 3), ("F_4_3", 4, 3), ("F_2_5", 2, 5)])
@pytest.mark.parametrize("sides", [(True, True), (True, False), (False, True)])
def test_winograd_transforms_are_a_convolution(
    fmr: str, m: int, r: int, sides: tuple[bool, bool]
) -> None:
    runner = machine(winograd(fmr, m, r, *sides))
    rng = np.random.default_rng(4)
    function = runner.compiler.symbols.of(runner.module).lookup("f")
    assert isinstance(function, FunctionOpInterface)
    shapes = [type.extents for type in function.signature.inputs if isinstance(type, ShapedType)]
    x, k, o = (rng.standard_normal(shape or ()) for shape in shapes[:3])
    rest = [np.zeros(shape or ()) for shape in shapes[3:]]
    (result,) = runner.run("f", [x, k, o, *rest]).results
    expected = o.copy()
    for n, h, w, f in np.ndindex(*expected.shape):
        for a, b, c in np.ndindex(*k.shape[1:]):
            expected[n, h, w, f] += x[n, h + a, w + b, c] * k[f, a, b, c]
    np.testing.assert_allclose(result, expected, rtol=1e-5)


EXCHANGE = """
func.func @f(%x: memref<3xf32>, %y: memref<3xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x : memref<3xf32>) outs(%x, %y : memref<3xf32>, memref<3xf32>) {
  ^bb0(%in: f32, %old: f32, %other: f32):
    linalg.yield %other, %in : f32, f32
  }
  return
}
"""


def test_outputs_are_written_after_all_is_read() -> None:
    x, y = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
    run(EXCHANGE, x, y)
    np.testing.assert_array_equal((x, y), ([4, 5, 6], [1, 2, 3]))


EXCHANGE_OF_OUTPUTS = """
func.func @tensors(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      outs(%x, %y : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%first: f32, %second: f32):
    linalg.yield %second, %first : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
func.func @buffers(%x: memref<8xf32>, %y: memref<8xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      outs(%x, %y : memref<8xf32>, memref<8xf32>) {
  ^bb0(%first: f32, %second: f32):
    linalg.yield %second, %first : f32, f32
  }
  return
}
"""


def test_one_output_becomes_what_another_one_was() -> None:
    x, y = np.arange(16, dtype=np.float32).reshape(2, 8)
    expected = [y.copy(), x.copy()]
    np.testing.assert_array_equal(
        machine(EXCHANGE_OF_OUTPUTS).run("tensors", [x, y]).results, expected
    )
    machine(EXCHANGE_OF_OUTPUTS).run("buffers", [x, y])
    np.testing.assert_array_equal((x, y), expected)


def test_tensors_of_vectors() -> None:
    """Vectors are elements, and a vector alone is a scalar operand."""
    text = """
    func.func @f(%v: vector<2xi32>, %t: tensor<3xvector<2xi32>>) -> tensor<3xvector<2xi32>> {
      %e = tensor.empty() : tensor<3xvector<2xi32>>
      %0 = linalg.fill ins(%v : vector<2xi32>) outs(%e : tensor<3xvector<2xi32>>) -> tensor<3xvector<2xi32>>
      %1 = linalg.map { arith.addi } ins(%0, %t : tensor<3xvector<2xi32>>, tensor<3xvector<2xi32>>) outs(%e : tensor<3xvector<2xi32>>)
      return %1 : tensor<3xvector<2xi32>>
    }"""
    pair = np.array([1, 2], np.int32)
    elements = np.arange(6, dtype=np.int32).reshape(3, 2)
    module = bufferize.parse(text, CONTEXT)
    on_tensors = Machine(module, CONTEXT).run("f", [pair, elements]).results[0]
    after = clone(module)
    bufferize.one_shot_bufferize(
        after, bufferize.OneShotOptions(bufferize_function_boundaries=True), CONTEXT
    )
    on_buffers = Machine(after, CONTEXT).run("f", [pair, elements]).results[0]
    assert on_tensors.tolist() == on_buffers.tolist() == (elements + pair).tolist()
