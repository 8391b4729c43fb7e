"""What the ops of the tensor dialect compute, against statements element by element."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bufferize
from bufferize import OneShotOptions
from bufferize.ir.copying import clone
from bufferize_interpreter import Machine, Trap, TrapKind

CONTEXT = bufferize.Context()


def machine(text: str) -> Machine:
    return Machine(bufferize.parse(text, CONTEXT), CONTEXT)


def bufferized(runner: Machine) -> Machine:
    """The same program on buffers."""
    module = clone(runner.module)
    options = OneShotOptions(bufferize_function_boundaries=True)
    bufferize.one_shot_bufferize(module, options, CONTEXT)
    return Machine(module, CONTEXT)


def apply(op: str, arguments: dict[str, tuple[str, Any]], result: str) -> Any:
    """The result of an op `%0 = …` of arguments with these types and values."""
    types = ", ".join(f"%{name}: {type}" for name, (type, _) in arguments.items())
    text = f"func.func @f({types}) -> {result} {{\n  %0 = {op}\n  return %0 : {result}\n}}"
    return machine(text).run("f", [value for _, value in arguments.values()]).results[0]


def numbers(*shape: int) -> Any:
    return np.arange(int(np.prod(shape))).reshape(shape)


SLICES = machine("""
func.func @extract(%s: tensor<?x?xi64>, %a: index, %b: index, %m: index, %n: index, %p: index, %q: index) -> tensor<?x?xi64> {
  %0 = tensor.extract_slice %s[%a, %b] [%m, %n] [%p, %q] : tensor<?x?xi64> to tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}
func.func @insert(%s: tensor<?x?xi64>, %a: index, %b: index, %m: index, %n: index, %p: index, %q: index, %x: tensor<?x?xi64>) -> tensor<?x?xi64> {
  %0 = tensor.insert_slice %x into %s[%a, %b] [%m, %n] [%p, %q] : tensor<?x?xi64> into tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}
func.func @row(%s: tensor<?x?xi64>, %a: index, %n: index) -> tensor<?xi64> {
  %0 = tensor.extract_slice %s[%a, 1] [1, %n] [1, 2] : tensor<?x?xi64> to tensor<?xi64>
  return %0 : tensor<?xi64>
}
func.func @set_row(%s: tensor<?x?xi64>, %a: index, %n: index, %x: tensor<?xi64>) -> tensor<?x?xi64> {
  %0 = tensor.insert_slice %x into %s[%a, 1] [1, %n] [1, 2] : tensor<?xi64> into tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}
""")


@settings(max_examples=150, deadline=None)
@given(*[st.integers(0, 4)] * 4, *[st.sampled_from([1, 2, 3, -1, -2])] * 2)
def test_slices(a: int, b: int, m: int, n: int, p: int, q: int) -> None:
    source, new = numbers(5, 6), -1 - numbers(m, n)
    rows, columns = [a + i * p for i in range(m)], [b + j * q for j in range(n)]
    places = {(i, j): (rows[i], columns[j]) for i, j in np.ndindex(m, n)}
    if all(0 <= x < 5 for x in rows) and all(0 <= y < 6 for y in columns):
        expected, inserted = np.zeros((m, n), np.int64), source.copy()
        for lane, place in places.items():
            expected[lane] = source[place]
            inserted[place] = new[lane]
        (result,) = SLICES.run("extract", [source, a, b, m, n, p, q]).results
        np.testing.assert_array_equal(result, expected)
        (result,) = SLICES.run("insert", [source, a, b, m, n, p, q, new]).results
        np.testing.assert_array_equal(result, inserted)
    else:
        for name, more in (("extract", []), ("insert", [new])):
            with pytest.raises(Trap) as problem:
                SLICES.run(name, [source, a, b, m, n, p, q, *more])
            assert problem.value.kind is TrapKind.OUT_OF_BOUNDS


@pytest.mark.parametrize("runner", [SLICES, bufferized(SLICES)], ids=["tensors", "buffers"])
@pytest.mark.parametrize(
    ("sizes", "shape", "fits"),
    [
        ([1, 0], (1, 0), True),
        ([1, 0], (0, 0), False),  # as many elements as the slice has, but another shape
        ([2, 3], (3, 2), False),
        ([0, 7], (0, 7), False),  # beyond the last column, if it had elements
        ([0, 6], (0, 6), True),
    ],
)
def test_what_is_inserted_has_the_shape_of_the_slice(
    runner: Machine, sizes: list[int], shape: tuple[int, int], fits: bool
) -> None:
    source, new = numbers(5, 6), np.full(shape, 7)
    arguments = [source, 0, 0, *sizes, 1, 1, new]
    if fits:
        (result,) = runner.run("insert", arguments).results
        np.testing.assert_array_equal(result, numbers(5, 6))
    else:
        with pytest.raises(Trap):
            runner.run("insert", arguments)


def test_slices_of_lower_rank() -> None:
    source = numbers(4, 6)
    (row,) = SLICES.run("row", [source, 2, 3]).results
    np.testing.assert_array_equal(row, source[2, 1::2])
    (result,) = SLICES.run("set_row", [source, 2, 2, np.array([-1, -2])]).results
    source[2, 1:5:2] = [-1, -2]
    np.testing.assert_array_equal(result, source)
    with pytest.raises(Trap, match="size -1"):
        SLICES.run("row", [source, 0, -1])


CASES: list[tuple[str, dict[str, tuple[str, Any]], str, Any]] = [
    ("tensor.splat %v : tensor<2x3xi64>", {"v": ("i64", 7)}, "tensor<2x3xi64>", np.full((2, 3), 7)),
    (
        "tensor.splat %v[%n] : tensor<2x?xi64>",
        {"v": ("i64", 7), "n": ("index", 0)},
        "tensor<2x?xi64>",
        np.zeros((2, 0)),
    ),
    (
        "tensor.from_elements %a, %b : tensor<2x1xi64>",
        {"a": ("i64", 1), "b": ("i64", 2)},
        "tensor<2x1xi64>",
        np.array([[1], [2]]),
    ),
    (
        "tensor.insert %v into %s[%i] : tensor<3xi64>",
        {"v": ("i64", 9), "s": ("tensor<3xi64>", numbers(3)), "i": ("index", 1)},
        "tensor<3xi64>",
        np.array([0, 9, 2]),
    ),
    (
        "tensor.dim %s, %i : tensor<?x?xi64>",
        {"s": ("tensor<?x?xi64>", numbers(3, 4)), "i": ("index", 1)},
        "index",
        4,
    ),
    ("tensor.rank %s : tensor<*xi64>", {"s": ("tensor<*xi64>", numbers(3, 4))}, "index", 2),
    (
        "tensor.cast %s : tensor<?x4xi64> to tensor<3x?xi64>",
        {"s": ("tensor<?x4xi64>", numbers(3, 4))},
        "tensor<3x?xi64>",
        numbers(3, 4),
    ),
    (
        "tensor.bitcast %s : tensor<2xf32> to tensor<2xi32>",
        {"s": ("tensor<2xf32>", np.array([1.0, -0.0], np.float32))},
        "tensor<2xi32>",
        np.array([0x3F800000, -(2**31)]),
    ),
    (
        "tensor.collapse_shape %s [[0, 1], [2]] : tensor<?x3x4xi64> into tensor<?x4xi64>",
        {"s": ("tensor<?x3x4xi64>", numbers(2, 3, 4))},
        "tensor<?x4xi64>",
        numbers(6, 4),
    ),
    (
        "tensor.collapse_shape %s [] : tensor<1x1xi64> into tensor<i64>",
        {"s": ("tensor<1x1xi64>", numbers(1, 1))},
        "tensor<i64>",
        np.array(0),
    ),
    (
        "tensor.expand_shape %s [[0, 1], [2]] output_shape [%n, 3, 4] : tensor<?x4xi64> into "
        "tensor<?x3x4xi64>",
        {"s": ("tensor<?x4xi64>", numbers(6, 4)), "n": ("index", 2)},
        "tensor<?x3x4xi64>",
        numbers(2, 3, 4),
    ),
    (
        "tensor.reshape %s(%n) : (tensor<?xi64>, tensor<2xindex>) -> tensor<?x?xi64>",
        {"s": ("tensor<?xi64>", numbers(6)), "n": ("tensor<2xindex>", np.array([3, 2]))},
        "tensor<?x?xi64>",
        numbers(3, 2),
    ),
    (
        "tensor.concat dim(1) %a, %b : (tensor<2x1xi64>, tensor<2x?xi64>) -> tensor<2x?xi64>",
        {"a": ("tensor<2x1xi64>", numbers(2, 1)), "b": ("tensor<2x?xi64>", numbers(2, 2))},
        "tensor<2x?xi64>",
        np.array([[0, 0, 1], [1, 2, 3]]),
    ),
    (
        "tensor.gather %s[%i] gather_dims([0, 2]) : (tensor<2x3x4xi64>, tensor<5x2xindex>) -> "
        "tensor<5x3xi64>",
        {
            "s": ("tensor<2x3x4xi64>", numbers(2, 3, 4)),
            "i": ("tensor<5x2xindex>", np.array([[0, 0], [1, 3], [1, 0], [0, 2], [1, 3]])),
        },
        "tensor<5x3xi64>",
        np.array([numbers(2, 3, 4)[i, :, j] for i, j in [(0, 0), (1, 3), (1, 0), (0, 2), (1, 3)]]),
    ),
    (
        "tensor.gather %s[%i] gather_dims([0]) : (tensor<3xi64>, tensor<1xindex>) -> tensor<1xi64>",
        {
            "s": ("tensor<3xi64>", numbers(3)),
            "i": ("tensor<1xindex>", np.array([2])),
        },
        "tensor<1xi64>",
        np.array([2]),
    ),
    (
        "tensor.gather %s[%i] gather_dims([1]) : (tensor<2x3xi64>, tensor<2x1xi32>) -> "
        "tensor<2x2x1xi64>",
        {
            "s": ("tensor<2x3xi64>", numbers(2, 3)),
            "i": ("tensor<2x1xi32>", np.array([[2], [0]], np.int32)),
        },
        "tensor<2x2x1xi64>",
        np.array([[[2], [5]], [[0], [3]]]),
    ),
    (
        "tensor.scatter %x into %s[%i] scatter_dims([1]) unique : (tensor<2x3xi64>, "
        "tensor<3x4xi64>, tensor<2x1xindex>) -> tensor<3x4xi64>",
        {
            "x": ("tensor<2x3xi64>", -numbers(2, 3)),
            "s": ("tensor<3x4xi64>", numbers(3, 4)),
            "i": ("tensor<2x1xindex>", np.array([[3], [1]])),
        },
        "tensor<3x4xi64>",
        np.array([[0, -3, 2, 0], [4, -4, 6, -1], [8, -5, 10, -2]]),
    ),
]


@pytest.mark.parametrize(("op", "arguments", "type", "expected"), CASES)
def test_ops(op: str, arguments: dict[str, tuple[str, Any]], type: str, expected: Any) -> None:
    np.testing.assert_array_equal(apply(op, arguments, type), expected)


WRONG: list[tuple[str, dict[str, tuple[str, Any]], str, TrapKind, str]] = [
    (
        "tensor.extract %s[%i] : tensor<3xi64>",
        {"s": ("tensor<3xi64>", numbers(3)), "i": ("index", 3)},
        "i64",
        TrapKind.OUT_OF_BOUNDS,
        "index 3 is out of bounds",
    ),
    (
        "tensor.insert %i into %s[%i] : tensor<3xindex>",
        {"s": ("tensor<3xindex>", numbers(3)), "i": ("index", -1)},
        "tensor<3xindex>",
        TrapKind.OUT_OF_BOUNDS,
        "index -1 is out of bounds",
    ),
    (
        "tensor.dim %s, %i : tensor<?xi64>",
        {"s": ("tensor<?xi64>", numbers(3)), "i": ("index", 1)},
        "index",
        TrapKind.OUT_OF_BOUNDS,
        "dimension 1",
    ),
    (
        "tensor.cast %s : tensor<?xi64> to tensor<4xi64>",
        {"s": ("tensor<?xi64>", numbers(3))},
        "tensor<4xi64>",
        TrapKind.INVALID_CAST,
        "casts a tensor of the shape",
    ),
    (
        "tensor.expand_shape %s [[0, 1]] output_shape [%n, 2] : tensor<?xi64> into tensor<?x2xi64>",
        {"s": ("tensor<?xi64>", numbers(6)), "n": ("index", 2)},
        "tensor<?x2xi64>",
        TrapKind.INVALID_CAST,
        "is not the product",
    ),
    (
        "tensor.reshape %s(%n) : (tensor<?xi64>, tensor<1xindex>) -> tensor<?xi64>",
        {"s": ("tensor<?xi64>", numbers(6)), "n": ("tensor<1xindex>", np.array([5]))},
        "tensor<?xi64>",
        TrapKind.INVALID_CAST,
        "the shape",
    ),
    (
        "tensor.empty(%n) : tensor<?xi64>",
        {"n": ("index", -1)},
        "tensor<?xi64>",
        TrapKind.OUT_OF_BOUNDS,
        "makes a tensor of the shape",
    ),
    (
        "tensor.gather %s[%i] gather_dims([0]) : (tensor<3xi64>, tensor<1x1xindex>) -> tensor<1xi64>",
        {"s": ("tensor<3xi64>", numbers(3)), "i": ("tensor<1x1xindex>", np.array([[3]]))},
        "tensor<1xi64>",
        TrapKind.OUT_OF_BOUNDS,
        "index 3 for dimension 0",
    ),
    (
        "tensor.gather %s[%i] gather_dims([0]) : (tensor<2xi64>, tensor<1x1xi1>) -> tensor<1xi64>",
        {"s": ("tensor<2xi64>", numbers(2)), "i": ("tensor<1x1xi1>", np.array([[True]]))},
        "tensor<1xi64>",
        TrapKind.OUT_OF_BOUNDS,
        "index -1 for dimension 0",
    ),
    (
        "tensor.gather %s[%i] gather_dims([0]) unique : (tensor<3xi64>, tensor<2x1xindex>) "
        "-> tensor<2xi64>",
        {"s": ("tensor<3xi64>", numbers(3)), "i": ("tensor<2x1xindex>", np.array([[1], [1]]))},
        "tensor<2xi64>",
        TrapKind.OTHER,
        r"the indices \[1\] twice",
    ),
    (
        "tensor.scatter %x into %s[%i] scatter_dims([0]) unique : "
        "(tensor<3xi64>, tensor<3xi64>, tensor<3x1xi8>) -> tensor<3xi64>",
        {
            "x": ("tensor<3xi64>", numbers(3)),
            "s": ("tensor<3xi64>", numbers(3)),
            "i": ("tensor<3x1xi8>", np.array([[2], [0], [2]], np.int8)),
        },
        "tensor<3xi64>",
        TrapKind.OTHER,
        r"the indices \[2\] twice",
    ),
]


@pytest.mark.parametrize(("op", "arguments", "type", "kind", "message"), WRONG)
def test_what_is_not_allowed(
    op: str, arguments: dict[str, tuple[str, Any]], type: str, kind: TrapKind, message: str
) -> None:
    with pytest.raises(Trap, match=message) as problem:
        apply(op, arguments, type)
    assert problem.value.kind is kind


REGIONS = machine("""
func.func @generate(%n: index) -> tensor<?x3xindex> {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %ten = arith.constant 10 : index
    %k = arith.muli %i, %ten : index
    %l = arith.addi %k, %j : index
    tensor.yield %l : index
  } : tensor<?x3xindex>
  return %0 : tensor<?x3xindex>
}
func.func @branches(%n: index) -> tensor<?xindex> {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %c = arith.cmpi slt, %i, %n : index
    %r = scf.if %c -> index {
      %two = arith.constant 2 : index
      %d = arith.muli %i, %two : index
      scf.yield %d : index
    } else {
      scf.yield %i : index
    }
    tensor.yield %r : index
  } : tensor<?xindex>
  return %0 : tensor<?xindex>
}
func.func @pad(%s: tensor<?x?xindex>, %n: index, %v: index) -> tensor<?x?xindex> {
  %0 = tensor.pad %s low[1, %n] high[%n, 2] {
  ^bb0(%i: index, %j: index):
    %k = arith.addi %i, %v : index
    tensor.yield %k : index
  } : tensor<?x?xindex> to tensor<?x?xindex>
  return %0 : tensor<?x?xindex>
}
""")


def test_regions() -> None:
    (result,) = REGIONS.run("generate", [4]).results
    np.testing.assert_array_equal(result, 10 * np.arange(4)[:, None] + np.arange(3))
    (result,) = REGIONS.run("generate", [0]).results
    assert result.shape == (0, 3)
    (result,) = REGIONS.run("branches", [3]).results
    np.testing.assert_array_equal(result, [0, 2, 4])


@pytest.mark.parametrize("n", [0, 1, 3])
@pytest.mark.parametrize("shape", [(2, 3), (0, 2)])
def test_pad(n: int, shape: tuple[int, int]) -> None:
    source = -1 - numbers(*shape)
    expected = np.zeros((shape[0] + 1 + n, shape[1] + n + 2), np.int64)
    for i, j in np.ndindex(*expected.shape):
        inside = 0 <= i - 1 < shape[0] and 0 <= j - n < shape[1]
        expected[i, j] = source[i - 1, j - n] if inside else i + 7
    (result,) = REGIONS.run("pad", [source, n, 7]).results
    np.testing.assert_array_equal(result, expected)
    with pytest.raises(Trap, match="pads a tensor"):
        REGIONS.run("pad", [source, -1, 7])


UNDEFINED = machine("""
func.func @f(%i: index) -> i64 {
  %e = tensor.empty() : tensor<2x3xi64>
  %one = arith.constant dense<1> : tensor<2xi64>
  %0 = tensor.insert_slice %one into %e[0, 1] [2, 1] [1, 1] : tensor<2xi64> into tensor<2x3xi64>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xi64> into tensor<6xi64>
  %2 = tensor.extract_slice %1[1] [3] [1] : tensor<6xi64> to tensor<3xi64>
  %c = arith.addi %2, %2 : tensor<3xi64>
  %3 = tensor.extract %c[%i] : tensor<3xi64>
  return %3 : i64
}
func.func @decides(%n: index) -> index {
  %e = tensor.empty() : tensor<1xindex>
  %c0 = arith.constant 0 : index
  %x = tensor.extract %e[%c0] : tensor<1xindex>
  %t = tensor.empty(%x) : tensor<?xi64>
  return %n : index
}
""")


def test_undefined_elements() -> None:
    assert UNDEFINED.run("f", [0]).results == (2,)
    for i in (1, 2):
        with pytest.raises(Trap) as problem:
            UNDEFINED.run("f", [i])
        assert problem.value.kind is TrapKind.UNDEFINED
    with pytest.raises(Trap) as problem:
        UNDEFINED.run("decides", [1])
    assert problem.value.kind is TrapKind.UNDEFINED


def test_parallel_insertions() -> None:
    runner = machine("""
    func.func @f(%s: tensor<?xi64>, %n: index) -> tensor<?xi64> {
      %0 = scf.forall (%i) in (%n) shared_outs(%o = %s) -> tensor<?xi64> {
        %v = arith.index_cast %i : index to i64
        %t = tensor.from_elements %v, %v : tensor<2xi64>
        %at = affine.apply affine_map<(i) -> (2 * i)>(%i)
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %t into %o[%at] [2] [1] : tensor<2xi64> into tensor<?xi64>
        }
      }
      return %0 : tensor<?xi64>
    }""")
    for seed in range(3):
        (result,) = runner.run("f", [np.full(7, -1), 3], seed=seed).results
        np.testing.assert_array_equal(result, [0, 0, 1, 1, 2, 2, -1])


OF_PAIRS = machine(
    """
func.func @shapes(%t: tensor<2x?x!v>) -> (index, index, tensor<?x!v>, tensor<2x2x!v>, tensor<2x4x!v>) {
  %c1 = arith.constant 1 : index
  %u = tensor.cast %t : tensor<2x?x!v> to tensor<*x!v>
  %rank = tensor.rank %u : tensor<*x!v>
  %dim = tensor.dim %t, %c1 : tensor<2x?x!v>
  %c = tensor.collapse_shape %t [[0, 1]] : tensor<2x?x!v> into tensor<?x!v>
  %d = tensor.cast %c : tensor<?x!v> to tensor<4x!v>
  %e = tensor.expand_shape %d [[0, 1]] output_shape [2, 2] : tensor<4x!v> into tensor<2x2x!v>
  %j = tensor.concat dim(1) %e, %e : (tensor<2x2x!v>, tensor<2x2x!v>) -> tensor<2x4x!v>
  return %rank, %dim, %c, %e, %j : index, index, tensor<?x!v>, tensor<2x2x!v>, tensor<2x4x!v>
}
func.func @made(%v: !v, %n: index) -> (tensor<?x!v>, tensor<2x!v>, tensor<3x!v>, tensor<1x!v>) {
  %c0 = arith.constant 0 : index
  %s = tensor.splat %v[%n] : tensor<?x!v>
  %g = tensor.generate {
  ^bb0(%i: index):
    %w = arith.addi %v, %v : !v
    tensor.yield %w : !v
  } : tensor<2x!v>
  %p = tensor.pad %g low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : !v
  } : tensor<2x!v> to tensor<3x!v>
  %e = tensor.empty() : tensor<1x!v>
  %f = tensor.insert %v into %e[%c0] : tensor<1x!v>
  return %s, %g, %p, %f : tensor<?x!v>, tensor<2x!v>, tensor<3x!v>, tensor<1x!v>
}
""".replace("!v", "vector<2xi32>")
)


def test_tensors_of_vectors() -> None:
    """The dimensions of vectors are none of the tensor's."""
    given = np.arange(8, dtype=np.int32).reshape(2, 2, 2)
    for runner in (OF_PAIRS, bufferized(OF_PAIRS)):
        rank, dim, *arrays = runner.run("shapes", [given]).results
        assert (rank, dim) == (2, 2)
        flat, same, joined = arrays
        assert flat.tolist() == given.reshape(4, 2).tolist()
        assert same.tolist() == given.tolist()
        assert joined.tolist() == np.concatenate([given, given], 1).tolist()
        pair = np.array([1, 2], np.int32)
        made = [array.tolist() for array in runner.run("made", [pair, 2]).results]
        assert made == [[[1, 2]] * 2, [[2, 4]] * 2, [[1, 2], [2, 4], [2, 4]], [[1, 2]]]


def test_gather_of_vectors() -> None:
    given = np.arange(12).reshape(3, 2, 2)
    rows = np.array([[2], [0]])
    types = {"s": ("tensor<3x2xvector<2xi64>>", given), "i": ("tensor<2x1xindex>", rows)}
    found = apply(
        "tensor.gather %s[%i] gather_dims([0]) unique : "
        "(tensor<3x2xvector<2xi64>>, tensor<2x1xindex>) -> tensor<2x2xvector<2xi64>>",
        types,
        "tensor<2x2xvector<2xi64>>",
    )
    assert found.tolist() == given[[2, 0]].tolist()
    back = apply(
        "tensor.scatter %s into %d[%i] scatter_dims([0]) unique : "
        "(tensor<2x1x2xvector<2xi64>>, tensor<3x2xvector<2xi64>>, tensor<2x1xindex>) "
        "-> tensor<3x2xvector<2xi64>>",
        {
            "s": ("tensor<2x1x2xvector<2xi64>>", -given[:2].reshape(2, 1, 2, 2)),
            "d": types["s"],
            "i": types["i"],
        },
        "tensor<3x2xvector<2xi64>>",
    )
    assert back.tolist() == [(-given[1]).tolist(), given[1].tolist(), (-given[0]).tolist()]
