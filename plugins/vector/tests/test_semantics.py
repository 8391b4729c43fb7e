"""What the ops on vectors compute, against statements element by element."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bufferize
from bufferize_interpreter import Machine, Trap, TrapKind

CONTEXT = bufferize.Context()


def machine(text: str) -> Machine:
    return Machine(bufferize.parse(text, CONTEXT), CONTEXT)


def function(arguments: str, body: str, result: str, value: str = "%0") -> Machine:
    """A function @f of one result."""
    return machine(
        f"func.func @f({arguments}) -> {result} {{\n{body}\n  return {value} : {result}\n}}"
    )


def f(runner: Machine, *arguments: Any) -> Any:
    """The result of @f."""
    return runner.run("f", arguments).results[0]


def apply(arguments: dict[str, Any], op: str, result: str) -> Any:
    """The result of an op of these types and values."""
    runner = function(
        ", ".join(f"%{name}: {type}" for name, (type, _) in arguments.items()),
        f"  %0 = {op}",
        result,
    )
    return f(runner, *[value for _, value in arguments.values()])


ELEMENTS: dict[str, Any] = {"f32": np.float32, "i32": np.int32, "i64": np.int64, "index": np.int64}


def values(*shape: int, element: str = "f32") -> Any:
    return (1 + np.arange(int(np.prod(shape))).reshape(shape)).astype(ELEMENTS[element])


MAPS: dict[str, tuple[Any, Any]] = {
    "(a, b) -> (a, b)": (0, 1),
    "(a, b) -> (b, a)": (1, 0),
    "(a, b) -> (0, b)": (None, 1),
    "(a, b) -> (a, 0)": (0, None),
    "(a, b) -> (0, a)": (None, 0),
    "(a, b) -> (0, 0)": (None, None),
}


def lanes(
    shape: Sequence[int], indices: Sequence[int], dims: Sequence[Any], lane: Sequence[int]
) -> tuple[int, ...] | None:
    """The element that a lane stands for, None if it is out of bounds."""
    place = list(indices)
    for dim, number in zip(dims, lane, strict=True):
        if dim is not None:
            place[dim] += number
    return tuple(place) if all(p < n for p, n in zip(place, shape, strict=True)) else None


def is_set(mask: Any, dims: Sequence[Any], lane: Sequence[int]) -> bool:
    """Whether a transfer's mask, whose dimensions are the source's, is set for a lane."""
    used = sorted((dim, number) for dim, number in zip(dims, lane, strict=True) if dim is not None)
    return bool(mask[tuple(number for _, number in used)] if used else mask[0])


READ = """
func.func @tensor(%s: tensor<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<3x2xf32> {{
  %0 = vector.transfer_read %s[%i, %j], %p {{permutation_map = affine_map<{map}>{bounds}}}
      : tensor<?x?xf32>, vector<3x2xf32>
  return %0 : vector<3x2xf32>
}}
func.func @memref(%s: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<3x2xf32> {{
  %0 = vector.transfer_read %s[%i, %j], %p {{permutation_map = affine_map<{map}>{bounds}}}
      : memref<?x?xf32>, vector<3x2xf32>
  return %0 : vector<3x2xf32>
}}
func.func @masked(%s: tensor<?x?xf32>, %i: index, %j: index, %p: f32, %m: {mask}) -> vector<3x2xf32> {{
  %0 = vector.transfer_read %s[%i, %j], %p, %m {{permutation_map = affine_map<{map}>{bounds}}}
      : tensor<?x?xf32>, vector<3x2xf32>
  return %0 : vector<3x2xf32>
}}
"""


def mask_shape(dims: Sequence[Any]) -> tuple[int, ...]:
    extents = {dim: n for dim, n in zip(dims, (3, 2), strict=True) if dim is not None}
    return tuple(extents[dim] for dim in sorted(extents)) or (1,)


READERS = {
    name: machine(
        READ.format(
            map=name,
            bounds=f", in_bounds = [{', '.join(str(d is None).lower() for d in dims)}]",
            mask=f"vector<{'x'.join(map(str, mask_shape(dims)))}xi1>",
        )
    )
    for name, dims in MAPS.items()
}


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_transfer_read(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(MAPS)))
    dims = MAPS[name]
    shape = data.draw(st.tuples(st.integers(1, 4), st.integers(1, 4)))
    indices = [
        data.draw(st.integers(0, n + 1 if dim in dims else n - 1)) for dim, n in enumerate(shape)
    ]
    mask = np.array(
        data.draw(st.lists(st.booleans(), min_size=6, max_size=6))[: np.prod(mask_shape(dims))]
    ).reshape(mask_shape(dims))
    source = values(*shape)
    for kind in ("tensor", "memref", "masked"):
        expected = np.full((3, 2), -1, np.float32)
        for lane in np.ndindex(3, 2):
            place = lanes(shape, indices, dims, lane)
            if place is not None and (kind != "masked" or is_set(mask, dims, lane)):
                expected[lane] = source[place]
        more = [mask] if kind == "masked" else []
        (result,) = READERS[name].run(kind, [source, *indices, -1.0, *more]).results
        np.testing.assert_array_equal(result, expected)


WRITE = """
func.func @tensor(%v: vector<3x2xf32>, %s: tensor<?x?xf32>, %i: index, %j: index, %m: {mask}) -> tensor<?x?xf32> {{
  %0 = vector.transfer_write %v, %s[%i, %j], %m {{permutation_map = affine_map<{map}>}}
      : vector<3x2xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}}
func.func @memref(%v: vector<3x2xf32>, %s: memref<?x?xf32>, %i: index, %j: index, %m: {mask}) {{
  vector.transfer_write %v, %s[%i, %j], %m {{permutation_map = affine_map<{map}>}}
      : vector<3x2xf32>, memref<?x?xf32>
  return
}}
"""
WRITERS = {
    name: machine(WRITE.format(map=name, mask=f"vector<{'x'.join(map(str, mask_shape(dims)))}xi1>"))
    for name, dims in MAPS.items()
    if None not in dims
}


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_transfer_write(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(WRITERS)))
    dims = MAPS[name]
    shape = data.draw(st.tuples(st.integers(1, 4), st.integers(1, 4)))
    indices = [data.draw(st.integers(0, n + 1)) for n in shape]
    bits = data.draw(st.lists(st.booleans(), min_size=6, max_size=6))
    mask = np.array(bits).reshape(mask_shape(dims))
    vector, source = values(3, 2), -values(*shape)
    expected = source.copy()
    for lane in np.ndindex(3, 2):
        place = lanes(shape, indices, dims, lane)
        if place is not None and is_set(mask, dims, lane):
            expected[place] = vector[lane]
    (result,) = WRITERS[name].run("tensor", [vector, source, *indices, mask]).results
    np.testing.assert_array_equal(result, expected)
    WRITERS[name].run("memref", [vector, source, *indices, mask])
    np.testing.assert_array_equal(source, expected)


def test_what_is_said_to_be_in_bounds_must_be() -> None:
    runner = machine(
        READ.format(
            map="(a, b) -> (a, b)", bounds=", in_bounds = [true, false]", mask="vector<3x2xi1>"
        )
    )
    source = values(4, 4)
    runner.run("tensor", [source, 1, 3, 0.0])
    with pytest.raises(Trap, match="dimension 0 of the vector is in bounds") as problem:
        runner.run("tensor", [source, 2, 0, 0.0])
    assert problem.value.kind is TrapKind.OUT_OF_BOUNDS
    mask = np.array([[1, 1], [1, 1], [0, 0]], bool)
    runner.run("masked", [source, 2, 0, 0.0, mask])
    with pytest.raises(Trap, match="index -1"):
        runner.run("tensor", [source, 0, -1, 0.0])


KINDS: dict[str, Any] = {
    "add": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "minsi": min,
    "maxsi": max,
    "minui": lambda a, b: min(a, b, key=lambda x: x % 2**32),
    "maxui": lambda a, b: max(a, b, key=lambda x: x % 2**32),
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "minimumf": min,
    "maximumf": max,
    "minnumf": min,
    "maxnumf": max,
}


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_reductions(kind: str) -> None:
    element = "f32" if kind.endswith("f") else "i32"
    source = np.array([[3, -2, 7], [5, -8, 1]]).astype(ELEMENTS[element])
    acc = np.array([2, -3]).astype(ELEMENTS[element])
    combine = KINDS[kind]
    expected = []
    for row, start in zip(source.tolist(), acc.tolist(), strict=True):
        for number in row:
            start = int(combine(int(start), int(number)))
        expected.append((start + 2**31) % 2**32 - 2**31)
    result = apply(
        {"a": (f"vector<2x3x{element}>", source), "b": (f"vector<2x{element}>", acc)},
        f"vector.multi_reduction <{kind}>, %a, %b [1] : vector<2x3x{element}> to vector<2x{element}>",
        f"vector<2x{element}>",
    )
    np.testing.assert_array_equal(result, np.array(expected))
    alone = apply(
        {"a": (f"vector<3x{element}>", source[0]), "b": (element, acc[0])},
        f"vector.reduction <{kind}>, %a, %b : vector<3x{element}> into {element}",
        element,
    )
    assert alone == expected[0]


def test_reductions_of_one_bit() -> None:
    """A set bit is -1 as a signed number."""
    for kind, expected in {"minsi": 1, "maxsi": 0, "minui": 0, "maxui": 1, "add": 0}.items():
        result = apply(
            {"a": ("vector<3xi1>", np.array([True, False, True]))},
            f"vector.reduction <{kind}>, %a : vector<3xi1> into i1",
            "i1",
        )
        assert result == expected, kind


@pytest.mark.parametrize("element", ["f32", "i32"])
def test_contraction(element: str) -> None:
    a, b, c = (values(*shape, element=element) for shape in ((2, 3, 4), (4, 2, 5), (5, 2)))
    expected = c.copy()
    for batch, m, n, k in np.ndindex(2, 3, 5, 4):
        expected[n, batch] += a[batch, m, k] * b[k, batch, n]
    result = apply(
        {
            "a": (f"vector<2x3x4x{element}>", a),
            "b": (f"vector<4x2x5x{element}>", b),
            "c": (f"vector<5x2x{element}>", c),
        },
        "vector.contract {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, "
        "affine_map<(b, m, n, k) -> (k, b, n)>, affine_map<(b, m, n, k) -> (n, b)>], "
        'iterator_types = ["parallel", "reduction", "parallel", "reduction"]} '
        f"%a, %b, %c : vector<2x3x4x{element}>, vector<4x2x5x{element}> into vector<5x2x{element}>",
        f"vector<5x2x{element}>",
    )
    np.testing.assert_array_equal(result, expected)


def test_outer_products() -> None:
    a, b, c = values(2), values(3), values(2, 3)
    types = {"a": ("vector<2xf32>", a), "b": ("vector<3xf32>", b), "c": ("vector<2x3xf32>", c)}
    op = "vector.outerproduct %a, %b, %c : vector<2xf32>, vector<3xf32>"
    np.testing.assert_array_equal(apply(types, op, "vector<2x3xf32>"), c + np.outer(a, b))
    op = "vector.outerproduct %a, %b, %c {kind = #vector.kind<maxnumf>} : vector<2xf32>, f32"
    types = {"a": ("vector<2xf32>", a), "b": ("f32", 2.0), "c": ("vector<2xf32>", a * 2.5)}
    np.testing.assert_array_equal(apply(types, op, "vector<2xf32>"), np.maximum(a * 2.5, 2 * a))


@pytest.mark.parametrize("inclusive", [True, False])
def test_scan(inclusive: bool) -> None:
    source, initial = values(2, 4, element="i32"), np.array([10, 20], np.int32)
    text = str(inclusive).lower()
    runner = machine(f"""
    func.func @f(%s: vector<2x4xi32>, %i: vector<2xi32>) -> (vector<2x4xi32>, vector<2xi32>) {{
      %0:2 = vector.scan <add>, %s, %i {{inclusive = {text}, reduction_dim = 1 : i64}}
          : vector<2x4xi32>, vector<2xi32>
      return %0#0, %0#1 : vector<2x4xi32>, vector<2xi32>
    }}""")
    whole, last = runner.run("f", [source, initial]).results
    sums = np.cumsum(source, axis=1)
    expected = sums if inclusive else initial[:, None] + sums - source
    np.testing.assert_array_equal(whole, expected)
    np.testing.assert_array_equal(last, expected[:, -1])


def test_masked_operations() -> None:
    mask = np.array([True, False, True])
    vectors = {"m": ("vector<3xi1>", mask), "v": ("vector<3xi32>", values(3, element="i32"))}
    body = "vector.mask %m { vector.reduction <add>, %v : vector<3xi32> into i32 } : vector<3xi1> -> i32"
    assert apply(vectors, body, "i32") == 4
    read = function(
        "%s: tensor<5xf32>, %i: index, %p: f32, %m: vector<3xi1>, %o: vector<3xf32>",
        "  %0 = vector.mask %m, %o { vector.transfer_read %s[%i], %p : tensor<5xf32>, "
        "vector<3xf32> } : vector<3xi1> -> vector<3xf32>",
        "vector<3xf32>",
    )
    np.testing.assert_array_equal(
        f(read, values(5), 3, 0.0, mask, np.array([7, 8, 9], np.float32)), [4, 8, 0]
    )
    c = values(2, 2)
    result = apply(
        {
            "m": ("vector<2x2x1xi1>", np.array([[[1], [0]], [[0], [1]]], bool)),
            "a": ("vector<2x1xf32>", values(2, 1)),
            "b": ("vector<1x2xf32>", values(1, 2)),
            "c": ("vector<2x2xf32>", c),
        },
        "vector.mask %m { vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, "
        "affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = "
        '["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x1xf32>, vector<1x2xf32> into '
        "vector<2x2xf32> } : vector<2x2x1xi1> -> vector<2x2xf32>",
        "vector<2x2xf32>",
    )
    np.testing.assert_array_equal(result, [[2, 2], [3, 8]])


MOVES: list[tuple[str, dict[str, Any], str, Any]] = [
    (
        "vector.broadcast %a : vector<1x3xf32> to vector<2x2x3xf32>",
        {"a": ("vector<1x3xf32>", values(1, 3))},
        "vector<2x2x3xf32>",
        np.broadcast_to(values(3), (2, 2, 3)),
    ),
    (
        "vector.extract %a[1, 0] : vector<3xf32> from vector<2x2x3xf32>",
        {"a": ("vector<2x2x3xf32>", values(2, 2, 3))},
        "vector<3xf32>",
        values(2, 2, 3)[1, 0],
    ),
    (
        "vector.extract %a[%i] : f32 from vector<3xf32>",
        {"a": ("vector<3xf32>", values(3)), "i": ("index", 2)},
        "f32",
        3,
    ),
    (
        "vector.insert %v, %a[%i, 1] : vector<2xf32> into vector<2x2x2xf32>",
        {
            "v": ("vector<2xf32>", -values(2)),
            "a": ("vector<2x2x2xf32>", values(2, 2, 2)),
            "i": ("index", 0),
        },
        "vector<2x2x2xf32>",
        np.array([[[1, 2], [-1, -2]], [[5, 6], [7, 8]]]),
    ),
    (
        "vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} : "
        "vector<4x2xf32> to vector<2x2xf32>",
        {"a": ("vector<4x2xf32>", values(4, 2))},
        "vector<2x2xf32>",
        values(4, 2)[1:3],
    ),
    (
        "vector.insert_strided_slice %v, %a {offsets = [1, 0, 1], strides = [1, 1]} : "
        "vector<2x2xf32> into vector<2x2x3xf32>",
        {"v": ("vector<2x2xf32>", -values(2, 2)), "a": ("vector<2x2x3xf32>", values(2, 2, 3))},
        "vector<2x2x3xf32>",
        np.array([[[1, 2, 3], [4, 5, 6]], [[7, -1, -2], [10, -3, -4]]]),
    ),
    (
        "vector.shuffle %a, %b [4, 0, 2, 2] : vector<3xf32>, vector<2xf32>",
        {"a": ("vector<3xf32>", values(3)), "b": ("vector<2xf32>", -values(2))},
        "vector<4xf32>",
        np.array([-2, 1, 3, 3]),
    ),
    (
        "vector.shape_cast %a : vector<2x3xf32> to vector<3x2x1xf32>",
        {"a": ("vector<2x3xf32>", values(2, 3))},
        "vector<3x2x1xf32>",
        values(3, 2, 1),
    ),
    (
        "vector.transpose %a, [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>",
        {"a": ("vector<2x3x4xf32>", values(2, 3, 4))},
        "vector<4x2x3xf32>",
        values(2, 3, 4).transpose(2, 0, 1),
    ),
    (
        "vector.interleave %a, %b : vector<2xf32> -> vector<4xf32>",
        {"a": ("vector<2xf32>", values(2)), "b": ("vector<2xf32>", -values(2))},
        "vector<4xf32>",
        np.array([1, -1, 2, -2]),
    ),
    (
        "vector.from_elements %a, %b : vector<2xf32>",
        {"a": ("f32", 3.0), "b": ("f32", 4.0)},
        "vector<2xf32>",
        np.array([3, 4]),
    ),
    (
        "vector.bitcast %a : vector<1x4xi8> to vector<1x2xi16>",
        {"a": ("vector<1x4xi8>", np.array([[1, 2, -1, 0]], np.int8))},
        "vector<1x2xi16>",
        np.array([[0x201, 0xFF]]),
    ),
    (
        "vector.bitcast %a : vector<4xi4> to vector<2xi8>",
        {"a": ("vector<4xi4>", np.array([1, 2, -1, 0], np.int8))},
        "vector<2xi8>",
        np.array([0x21, 0x0F]),
    ),
    (
        "vector.bitcast %a : vector<1xi8> to vector<2xi4>",
        {"a": ("vector<1xi8>", np.array([0x2F], np.int8))},
        "vector<2xi4>",
        np.array([-1, 2]),
    ),
    (
        "vector.create_mask %a, %b : vector<3x4xi1>",
        {"a": ("index", 5), "b": ("index", -2)},
        "vector<3x4xi1>",
        np.zeros((3, 4), bool),
    ),
    (
        "vector.create_mask %a, %b : vector<3x4xi1>",
        {"a": ("index", 2), "b": ("index", 3)},
        "vector<3x4xi1>",
        np.outer([1, 1, 0], [1, 1, 1, 0]),
    ),
    ("vector.constant_mask [2] : vector<3xi1>", {}, "vector<3xi1>", np.array([1, 1, 0])),
    ("vector.step : vector<4xindex>", {}, "vector<4xindex>", np.arange(4)),
    ("vector.vscale", {}, "index", 1),
]


@pytest.mark.parametrize(("op", "arguments", "type", "expected"), MOVES)
def test_moves(op: str, arguments: dict[str, Any], type: str, expected: Any) -> None:
    np.testing.assert_array_equal(apply(arguments, op, type), expected)


def test_several_results() -> None:
    runner = machine("""
    func.func @f(%a: vector<4xf32>) -> (vector<2xf32>, vector<2xf32>, f32, f32) {
      %0, %1 = vector.deinterleave %a : vector<4xf32> -> vector<2xf32>
      %2:2 = vector.to_elements %1 : vector<2xf32>
      return %0, %1, %2#0, %2#1 : vector<2xf32>, vector<2xf32>, f32, f32
    }""")
    even, odd, *numbers = runner.run("f", [values(4)]).results
    np.testing.assert_array_equal([even, odd], [[1, 3], [2, 4]])
    assert numbers == [2, 4]


MEMORY = """
func.func @gather(%m: memref<3x4xf32>, %i: vector<3xi32>, %k: vector<3xi1>, %p: vector<3xf32>) -> vector<3xf32> {
  %c1 = arith.constant 1 : index
  %0 = vector.gather %m[%c1, %c1] [%i], %k, %p
      : memref<3x4xf32>, vector<3xi32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  return %0 : vector<3xf32>
}
func.func @scatter(%m: memref<8xf32>, %i: vector<3xi32>, %k: vector<3xi1>, %v: vector<3xf32>) {
  %c1 = arith.constant 1 : index
  vector.scatter %m[%c1] [%i], %k, %v
      : memref<8xf32>, vector<3xi32>, vector<3xi1>, vector<3xf32>
  return
}
func.func @compress(%m: memref<8xf32>, %i: index, %k: vector<3xi1>, %v: vector<3xf32>) -> vector<3xf32> {
  vector.compressstore %m[%i], %k, %v : memref<8xf32>, vector<3xi1>, vector<3xf32>
  %0 = vector.expandload %m[%i], %k, %v : memref<8xf32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  return %0 : vector<3xf32>
}
func.func @masked(%m: memref<8xf32>, %i: index, %k: vector<3xi1>, %v: vector<3xf32>) -> vector<3xf32> {
  %0 = vector.maskedload %m[%i], %k, %v : memref<8xf32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  vector.maskedstore %m[%i], %k, %v : memref<8xf32>, vector<3xi1>, vector<3xf32>
  return %0 : vector<3xf32>
}
func.func @load(%m: memref<4x4xf32>, %i: index) -> vector<2x2xf32> {
  %0 = vector.load %m[%i, %i] : memref<4x4xf32>, vector<2x2xf32>
  vector.store %0, %m[%i, %i] : memref<4x4xf32>, vector<2x2xf32>
  return %0 : vector<2x2xf32>
}
func.func @vectors(%m: memref<2x3xvector<4xf32>>, %i: index, %p: vector<4xf32>) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p : memref<2x3xvector<4xf32>>, vector<2x4xf32>
  vector.transfer_write %0, %m[%i, %i] : vector<2x4xf32>, memref<2x3xvector<4xf32>>
  return %0 : vector<2x4xf32>
}
"""


def test_memory() -> None:
    runner = machine(MEMORY)
    mask, vector = np.array([True, False, True]), np.array([-1, -2, -3], np.float32)
    at = np.array([1, 99, 3], np.int32)
    (result,) = runner.run("gather", [values(3, 4), at, mask, vector]).results
    np.testing.assert_array_equal(result, [7, -2, 9])
    with pytest.raises(Trap, match="out of bounds, at the index 7"):
        runner.run("gather", [values(3, 4), np.array([7, 0, 0], np.int32), mask, vector])
    m = values(8)
    runner.run("scatter", [m, at, mask, vector])
    np.testing.assert_array_equal(m, [1, 2, -1, 4, -3, 6, 7, 8])
    m = values(8)
    (result,) = runner.run("compress", [m, 6, mask, vector]).results
    np.testing.assert_array_equal(m, [1, 2, 3, 4, 5, 6, -1, -3])
    np.testing.assert_array_equal(result, [-1, -2, -3])
    with pytest.raises(Trap, match="out of bounds"):
        runner.run("compress", [m, 7, mask, vector])
    m = values(8)
    (result,) = runner.run("masked", [m, 2, mask, vector]).results
    np.testing.assert_array_equal(result, [3, -2, 5])
    np.testing.assert_array_equal(m, [1, 2, -1, 4, -3, 6, 7, 8])
    end = np.array([True, False, False])
    (result,) = runner.run("masked", [m, 7, end, vector]).results
    np.testing.assert_array_equal(result, [8, -2, -3])
    with pytest.raises(Trap, match="out of bounds|of a buffer of"):
        runner.run("masked", [m, 6, mask, vector])
    m = values(4, 4)
    (result,) = runner.run("load", [m, 2]).results
    np.testing.assert_array_equal(result, values(4, 4)[2:, 2:])
    with pytest.raises(Trap, match="of a buffer of"):
        runner.run("load", [m, 3])
    v = values(2, 3, 4)
    (result,) = runner.run("vectors", [v, 1, np.zeros(4, np.float32)]).results
    np.testing.assert_array_equal(result, v[1, 1:])
    np.testing.assert_array_equal(v, values(2, 3, 4))


def test_buffers_of_vectors_share_memory() -> None:
    runner = machine("""
    func.func @f(%m: memref<2x3xf32>, %v: vector<2x3xf32>) -> (vector<2x3xf32>, f32) {
      %0 = vector.type_cast %m : memref<2x3xf32> to memref<vector<2x3xf32>>
      %1 = memref.load %0[] : memref<vector<2x3xf32>>
      memref.store %v, %0[] : memref<vector<2x3xf32>>
      %c1 = arith.constant 1 : index
      %2 = memref.load %m[%c1, %c1] : memref<2x3xf32>
      return %1, %2 : vector<2x3xf32>, f32
    }
    func.func @undefined() -> f32 {
      %m = memref.alloca() : memref<2x3xf32>
      %0 = vector.type_cast %m : memref<2x3xf32> to memref<vector<2x3xf32>>
      %1 = memref.load %0[] : memref<vector<2x3xf32>>
      %2 = vector.extract %1[1, 1] : f32 from vector<2x3xf32>
      return %2 : f32
    }
    func.func @freed() -> vector<2x3xf32> {
      %m = memref.alloc() : memref<2x3xf32>
      %0 = vector.type_cast %m : memref<2x3xf32> to memref<vector<2x3xf32>>
      memref.dealloc %m : memref<2x3xf32>
      %1 = memref.load %0[] : memref<vector<2x3xf32>>
      return %1 : vector<2x3xf32>
    }""")
    m = values(2, 3)
    before, number = runner.run("f", [m, -values(2, 3)]).results
    np.testing.assert_array_equal(before, values(2, 3))
    np.testing.assert_array_equal(m, -values(2, 3))
    assert number == -5
    for name, kind in (("undefined", TrapKind.UNDEFINED), ("freed", TrapKind.USE_AFTER_FREE)):
        with pytest.raises(Trap) as problem:
            runner.run(name)
        assert problem.value.kind is kind


def test_vectors_of_rank_0() -> None:
    runner = machine("""
    func.func @f(%t: tensor<f32>, %m: memref<f32>) -> (vector<f32>, tensor<f32>, vector<1xf32>) {
      %p = arith.constant 9.0 : f32
      %0 = vector.transfer_read %t[], %p : tensor<f32>, vector<f32>
      %1 = arith.addf %0, %0 : vector<f32>
      vector.transfer_write %1, %m[] : vector<f32>, memref<f32>
      %2 = vector.transfer_write %1, %t[] : vector<f32>, tensor<f32>
      %3 = vector.transfer_read %m[], %p {in_bounds = [true]} : memref<f32>, vector<1xf32>
      return %0, %2, %3 : vector<f32>, tensor<f32>, vector<1xf32>
    }""")
    x = np.array(1.5, np.float32)
    results = runner.run("f", [x, x.copy()]).results
    assert [result.tolist() for result in results] == [1.5, 3.0, [3.0]]


def test_undefined_lanes() -> None:
    runner = machine("""
    func.func @f(%i: index) -> f32 {
      %m = memref.alloca() : memref<4xf32>
      %c0 = arith.constant 0 : index
      %one = arith.constant 1.0 : f32
      memref.store %one, %m[%c0] : memref<4xf32>
      %v = vector.load %m[%c0] : memref<4xf32>, vector<4xf32>
      %w = vector.shuffle %v, %v [0, -1, 1, 0] : vector<4xf32>, vector<4xf32>
      %x = vector.extract %w[%i] : f32 from vector<4xf32>
      return %x : f32
    }
    func.func @sum(%v: vector<2xf32>) -> f32 {
      %w = vector.shuffle %v, %v [0, -1] : vector<2xf32>, vector<2xf32>
      %x = vector.reduction <add>, %w : vector<2xf32> into f32
      return %x : f32
    }
    func.func @part(%v: vector<2xf32>, %m: vector<2xi1>) -> f32 {
      %w = vector.shuffle %v, %v [0, -1] : vector<2xf32>, vector<2xf32>
      %x = vector.mask %m { vector.reduction <add>, %w : vector<2xf32> into f32 } : vector<2xi1> -> f32
      return %x : f32
    }""")
    assert [f(runner, i) for i in (0, 3)] == [1, 1]
    for i in (1, 2):
        with pytest.raises(Trap) as problem:
            f(runner, i)
        assert problem.value.kind is TrapKind.UNDEFINED
    with pytest.raises(Trap):
        runner.run("sum", [values(2)])
    assert runner.run("part", [values(2), np.array([True, False])]).results == (1,)


def test_fused_multiply_add_rounds_once() -> None:
    a = np.float32(1 + 2**-12)
    arguments = {
        name: ("vector<1xf32>", np.array([x], np.float32))
        for name, x in (("a", a), ("b", a), ("c", -1))
    }
    (result,) = apply(arguments, "vector.fma %a, %b, %c : vector<1xf32>", "vector<1xf32>")
    assert result == np.float32(float(a) * float(a) - 1) != a * a - 1


PRINTS = """
func.func @main() {
  %f = arith.constant dense<[[1.0, -2.5, 1.0e10], [0.1, 0.0, 123456.789]]> : vector<2x3xf32>
  %i = arith.constant dense<[-1, 2]> : vector<2xi8>
  %b = arith.constant dense<[true, false]> : vector<2xi1>
  %d = arith.constant 1.0e-7 : f64
  %x = arith.constant -1 : index
  %z = arith.constant dense<3> : vector<i32>
  vector.print %f : vector<2x3xf32>
  vector.print %i : vector<2xi8>
  vector.print %b : vector<2xi1>
  vector.print %d : f64
  vector.print %x : index
  vector.print %z : vector<i32>
  vector.print str "text"
  vector.print punctuation <comma>
  vector.print %d : f64 punctuation <no_punctuation>
  vector.print punctuation <newline>
  return
}"""


def test_print() -> None:
    output = io.StringIO()
    Machine(bufferize.parse(PRINTS, CONTEXT), CONTEXT, output=output).run("main")
    assert output.getvalue() == (
        "( ( 1, -2.5, 1e+10 ), ( 0.1, 0, 123457 ) )\n( -1, 2 )\n( 1, 0 )\n1e-07\n"
        "18446744073709551615\n( 3 )\ntext, 1e-07\n"
    )
