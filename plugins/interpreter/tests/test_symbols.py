"""Programs on symbolic elements: their expressions, their decisions, and their limits."""

from __future__ import annotations

import io
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize import define as d
from bufferize.diagnostics import PluginError
from bufferize.interfaces import DestinationStyleOpInterface, FunctionOpInterface
from bufferize.ir import Operation, OpOperand, SymbolTable
from bufferize.plugins import adding
from bufferize_interpreter import (
    Expression,
    Machine,
    MemRef,
    NotSymbolic,
    Symbols,
    Trap,
    TrapKind,
    is_same,
    symbols_of,
)
from bufferize_interpreter.symbols.expressions import TooManyExpressions, difference_of, shown
from plugins.interpreter.tests.programs import CONTEXT


def function_of(module: Operation, name: str) -> FunctionOpInterface:
    found = SymbolTable(module).lookup(name)
    assert isinstance(found, FunctionOpInterface)
    return found


def called(
    text: str,
    *arguments: Any,
    symbols: Symbols | None = None,
    context: bufferize.Context = CONTEXT,
    output: io.StringIO | None = None,
) -> list[Any]:
    """Return the results of `@f`, and the contents of its buffers, with a symbol for each element."""
    kept = symbols if symbols is not None else Symbols()
    module = bufferize.parse(text, context)
    types = function_of(module, "f").signature.inputs
    given = [
        symbols_of(kept, f"%{number}", value, type)
        for number, (value, type) in enumerate(zip(arguments, types, strict=True))
    ]
    machine = Machine(module, context, symbols=kept, check=True, output=output)
    run = machine.run("f", given, undefined=True)
    buffers = [v for v, t in zip(given, types, strict=True) if "memref" in str(t)]
    return [*run.results, *buffers]


def number_of(element: Any) -> Any:
    return element.symbols.value(element) if isinstance(element, Expression) else element


def test_each_expression_is_kept_once() -> None:
    symbols = Symbols()
    a: Any = symbols.symbol("a", 2.0)
    b: Any = symbols.symbol("b", 3.0)
    assert a + b is a + b
    assert a + b is not b + a
    assert 2.0 * a is 2 * a
    assert 0.0 * a is not -0.0 * a
    assert float("nan") * a is float("nan") * a
    assert is_same(symbols.constant(1), True)
    assert is_same(np.float32(0.5), 0.5)
    assert not is_same(0.0, -0.0)
    assert str((a + b) * 5) == "*(+(a, b), 5)"
    assert symbols.value((a + b) * a - 1) == 9.0
    assert not symbols.decisions


def test_arrays_of_numpy_make_expressions() -> None:
    symbols = Symbols()
    array = np.empty(2, np.object_)
    array[:] = [symbols.symbol("a", 4.0), symbols.symbol("b", 9.0)]
    assert str(list(np.sqrt(array) + 1.5)) == "[+(sqrt(a), 1.5), +(sqrt(b), 1.5)]"
    assert str(np.float32(2) * array[0]) == "*(2.0, a)"
    assert str(np.exp(array[0])) == "exp(a)"
    assert str(array.sum()) == "+(a, b)"
    assert not symbols.decisions
    assert np.maximum(array[0], array)[1] is array[1]
    assert {shown(e) for e in symbols.decisions.values()} == {">=(a, a)", ">=(a, b)"}
    with pytest.raises(NotSymbolic, match="needs the number that a is"):
        array.astype(np.float64)


def test_the_place_where_expressions_differ() -> None:
    symbols = Symbols()
    parts: list[Any] = [symbols.symbol(name, 1.0) for name in "abc"]
    a, b, c = parts
    one, other = ((a + b) * c) - 1, ((a + c) * c) - 1
    assert [str(one) for one in difference_of(one, other)] == ["b", "c"]
    assert [str(one) for one in difference_of(a + b, a - b)] == ["+(a, b)", "-(a, b)"]


CHAIN = """
func.func @f(%x: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.load %x[%c0] : memref<?xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (f32) {
    %t = arith.addf %s, %first : f32
    scf.yield %t : f32
  }
  return %sum : f32
}
"""


def test_expressions_may_be_as_deep_as_a_program_runs_long() -> None:
    symbols = Symbols()
    (sum, _) = called(CHAIN, np.ones(1, np.float32), 100_000, symbols=symbols)
    assert symbols.value(sum) == 100_001
    assert str(sum).count("(") == 3
    again = bufferize.parse(CHAIN, CONTEXT)
    (first,) = [e for e in symbols.every if str(e) == "%0[0]"]
    array = np.empty(1, np.object_)
    array[0] = first
    machine = Machine(again, CONTEXT, symbols=symbols)
    count = symbols.count
    assert machine.run("f", [array, 100_000]).results[0] is sum
    assert symbols.count == count


def test_there_may_be_too_many() -> None:
    with pytest.raises(TooManyExpressions) as caught:
        called(CHAIN, np.ones(1, np.float32), 100, symbols=Symbols(50))
    assert "<input>:7:10: error: 'arith.addf' computes more than 50 different elements" in str(
        caught.value
    )


def test_what_an_element_decides_is_noted() -> None:
    symbols = Symbols()
    (result,) = called(
        """
        func.func @f(%x: tensor<3xi32>) -> i32 {
          %c0 = arith.constant 0 : index
          %0 = tensor.extract %x[%c0] : tensor<3xi32>
          %i = arith.index_cast %0 : i32 to index
          %1 = tensor.extract %x[%i] : tensor<3xi32>
          %2 = arith.cmpi slt, %0, %1 : i32
          %3 = scf.if %2 -> i32 {
            %s = arith.addi %0, %1 : i32
            scf.yield %s : i32
          } else {
            scf.yield %0 : i32
          }
          %4 = arith.select %2, %3, %1 : i32
          return %4 : i32
        }
        """,
        np.array([2, 7, 9], np.int32),
        symbols=symbols,
    )
    assert str(result) == (
        "arith.select(arith.cmpi(%0[0], %0[2]), arith.addi(%0[0], %0[2]), %0[2])"
    )
    decided = [str(expression) for expression in symbols.decisions.values()]
    assert decided == ["%0[0]", "arith.cmpi(%0[0], %0[2])"]


def test_indices_and_what_is_computed_of_constants_are_numbers() -> None:
    symbols = Symbols()
    (result, index) = called(
        """
        func.func @f(%x: tensor<4xf32>, %i: index) -> (f32, index) {
          %c = arith.constant dense<[1, 2]> : tensor<2xi32>
          %one = arith.constant 1 : i32
          %sums = arith.addi %c, %c : tensor<2xi32>
          %c0 = arith.constant 0 : index
          %e = tensor.extract %sums[%c0] : tensor<2xi32>
          %s = arith.addi %e, %one : i32
          %at = arith.index_cast %s : i32 to index
          %v = tensor.extract %x[%at] : tensor<4xf32>
          return %v, %i : f32, index
        }
        """,
        np.ones(4, np.float32),
        5,
        symbols=symbols,
    )
    assert (str(result), index) == ("%0[3]", 5)
    assert not symbols.decisions


def test_numbers_in_buffers() -> None:
    (value, _) = called(
        """
        memref.global constant @numbers : memref<2xf32> = dense<[0.1, 2.5]>
        func.func @f(%x: memref<2xf32>) -> f32 {
          %c0 = arith.constant 0 : index
          %m = memref.get_global @numbers : memref<2xf32>
          %0 = memref.load %m[%c0] : memref<2xf32>
          %1 = arith.addf %0, %0 : f32
          memref.store %1, %x[%c0] : memref<2xf32>
          %2 = memref.load %x[%c0] : memref<2xf32>
          %3 = arith.mulf %2, %0 : f32
          return %3 : f32
        }
        """,
        np.ones(2, np.float32),
    )
    number = np.float32(0.1)
    assert value == (number + number) * number


def test_what_is_undefined_stays_undefined() -> None:
    (values,) = called(
        """
        func.func @f(%x: f32) -> tensor<2xf32> {
          %c0 = arith.constant 0 : index
          %e = tensor.empty() : tensor<2xf32>
          %0 = tensor.insert %x into %e[%c0] : tensor<2xf32>
          %1 = arith.addf %0, %0 : tensor<2xf32>
          return %1 : tensor<2xf32>
        }
        """,
        np.float32(1),
    )
    assert values.mask.tolist() == [False, True]
    assert str(values[0]) == "arith.addf(%0, %0)"
    with pytest.raises(Trap) as caught:
        called(
            """
            func.func @f() -> index {
              %p = ub.poison : i32
              %c0 = arith.constant 0 : i32
              %s = arith.addi %p, %c0 : i32
              %c = arith.cmpi eq, %s, %c0 : i32
              cf.cond_br %c, ^a, ^a
            ^a:
              %i = arith.constant 0 : index
              return %i : index
            }
            """
        )
    assert caught.value.kind is TrapKind.UNDEFINED


def test_what_is_printed() -> None:
    output = io.StringIO()
    called(
        """
        func.func @f(%x: vector<2xf32>, %n: i64) {
          vector.print %x : vector<2xf32>
          vector.print %n : i64
          return
        }
        """,
        np.ones(2, np.float32),
        3,
        output=output,
    )
    assert output.getvalue() == "( %0[0] #1, %0[1] #2 )\n%1 #3\n"


# Programs, each with an argument and the expected first element of its result.
OPS: dict[str, tuple[str, Any, str]] = {
    "softmax": (
        """
        %e = tensor.empty() : tensor<2x2xf32>
        %r = linalg.softmax dimension(1) ins(%x : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>)
            -> tensor<2x2xf32>
        """,
        np.ones((2, 2), np.float32),
        "result0[0](linalg.softmax(%0[0, 0], %0[0, 1], %0[1, 0], %0[1, 1]))",
    ),
    "sincos": (
        "%r, %c = math.sincos %x : tensor<2xf32>",
        np.ones(2, np.float32),
        "result0[0](math.sincos(%0[0], %0[1]))",
    ),
    "bitcast": (
        "%b = arith.bitcast %x : tensor<2xf32> to tensor<2xi32>\n"
        "%r = tensor.bitcast %b : tensor<2xi32> to tensor<2xf32>",
        np.ones(2, np.float32),
        "arith.bitcast(arith.bitcast(%0[0]))",
    ),
    "reduction": (
        """
        %c0 = arith.constant 0 : index
        %z = arith.constant 0.0 : f32
        %v = vector.transfer_read %x[%c0], %z : tensor<2xf32>, vector<2xf32>
        %s = vector.reduction <maximumf>, %v : vector<2xf32> into f32
        %r = tensor.splat %s : tensor<2xf32>
        """,
        np.ones(2, np.float32),
        "vector.maximumf(vector.maximumf(-inf, %0[0]), %0[1])",
    ),
    "one element of a vector": (
        """
        %c0 = arith.constant 0 : index
        %z = arith.constant 0.0 : f32
        %v = vector.transfer_read %x[%c0], %z : tensor<2xf32>, vector<2xf32>
        %e = vector.extract %v[1] : f32 from vector<2xf32>
        %w = vector.insert %e, %v[%c0] : f32 into vector<2xf32>
        %s = vector.reduction <add>, %w : vector<2xf32> into f32
        %r = tensor.splat %s : tensor<2xf32>
        """,
        np.ones(2, np.float32),
        "vector.add(vector.add(-0.0, %0[1]), %0[1])",
    ),
    "complex": (
        """
        %c0 = arith.constant 0 : index
        %e = tensor.extract %x[%c0] : tensor<2xf32>
        %c = complex.create %e, %e : complex<f32>
        %s = complex.mul %c, %c : complex<f32>
        %i = complex.im %s : complex<f32>
        %r = tensor.splat %i : tensor<2xf32>
        """,
        np.ones(2, np.float32),
        "complex.im(complex.mul(complex.create(%0[0], %0[0]), complex.create(%0[0], %0[0])))",
    ),
    "f8": (
        "%t = arith.truncf %x : tensor<2xf32> to tensor<2xf8E5M2>\n"
        "%r = arith.extf %t : tensor<2xf8E5M2> to tensor<2xf32>",
        np.ones(2, np.float32),
        "arith.extf(arith.truncf(%0[0]))",
    ),
    "affine.parallel": (
        """
        %s = affine.parallel (%i) = (0) to (1) reduce ("addf") -> (f32) {
          %e = tensor.extract %x[%i] : tensor<2xf32>
          affine.yield %e : f32
        }
        %r = tensor.splat %s : tensor<2xf32>
        """,
        np.ones(2, np.float32),
        "affine.addf(0.0, %0[0])",
    ),
}


@pytest.mark.parametrize("name", OPS)
def test_operations_of_dialects(name: str) -> None:
    body, argument, expected = OPS[name]
    type = f"tensor<{'x'.join(map(str, argument.shape))}xf32>"
    text = f"func.func @f(%x: {type}) -> {type} {{\n{body}\nreturn %r : {type}\n}}"
    symbols = Symbols()
    (values,) = called(text, argument, symbols=symbols, context=bufferize.Context())
    assert str(values.reshape(-1)[0]) == expected
    assert not symbols.decisions
    context = bufferize.Context()
    numbers, _ = Machine(bufferize.parse(text, context), context).run("f", [argument])
    for symbolic, number in zip(values.reshape(-1), numbers[0].reshape(-1), strict=True):
        assert number_of(symbolic) == number


TOY = d.Dialect("toy")


@TOY.op("spread")
class SpreadOp(d.Operation, DestinationStyleOpInterface):
    """An op whose semantics use a NumPy function that works on numbers only."""

    source: d.Operand = d.operand(d.ANY_SHAPED)
    init: d.Operand = d.operand(d.ANY_SHAPED)
    filled: d.OptionalResult = d.optional_result(d.ANY_TENSOR)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[1]]


def toys(compute: Callable[[Any, Any], Any]) -> bufferize.Context:
    """Return a context with the op above and these semantics."""

    def semantics(op: Operation, compiler: Any) -> Callable[..., Any]:
        def run(source: Any, init: Any) -> Any:
            if not isinstance(init, MemRef):
                return compute(source, init)
            init.write(compute(source.read(), init.read()))
            return None

        return run

    plugin = SimpleNamespace(
        register_dialects=adding({"toy": TOY}),
        register_semantics=adding({"toy": {"toy.spread": semantics}}),
    )
    return bufferize.Context(["func", "tensor", "interpreter", plugin])


SPREAD = """
func.func @f(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = toy.spread %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
TWO = np.ones(2, np.float32)


def test_plain_numpy_of_a_third_party() -> None:
    (values,) = called(SPREAD, TWO, TWO, context=toys(lambda source, init: source + 2 * init))
    assert str(values[1]) == "+(%0[1], *(2, %1[1]))"


def test_what_numpy_computes_of_numbers_only_is_a_function_of_all_elements() -> None:
    def sorted_by_fft(source: Any, init: Any) -> Any:
        return np.abs(np.fft.fft(source)).astype(np.float32)

    (values,) = called(SPREAD, TWO, TWO, context=toys(sorted_by_fft))
    assert str(list(values)) == (
        "[result0[0](toy.spread(%0[0], %0[1])), result0[1](toy.spread(%0[0], %0[1]))]"
    )
    assert [number_of(value) for value in values] == [2, 0]

    def read_too(source: Any, init: Any) -> Any:
        return (np.fft.fft(source).real + init).astype(np.float32)

    (values,) = called(SPREAD, TWO, TWO, context=toys(read_too))
    assert str(values[0]) == "result0[0](toy.spread(%0[0], %0[1], %1[0], %1[1]))"


def test_the_same_on_tensors_and_on_buffers() -> None:
    context = toys(lambda source, init: np.fft.fft(source).real.astype(np.float32))
    symbols = Symbols()
    array = symbols_of(symbols, "%0", TWO, d_type(SPREAD, context))
    before = Machine(bufferize.parse(SPREAD, context), context, symbols=symbols)
    (tensor,), _ = before.run("f", [array, array])
    text = """
    func.func @f(%x: memref<2xf32>, %y: memref<2xf32>) {
      toy.spread %x, %y : (memref<2xf32>, memref<2xf32>) -> ()
      return
    }
    """
    buffer = np.zeros(2, np.object_)
    after = Machine(bufferize.parse(text, context), context, symbols=symbols)
    after.run("f", [array.copy(), buffer])
    assert all(is_same(one, other) for one, other in zip(tensor, buffer, strict=True))
    buffer[:] = 0
    after.run("f", [array[::-1].copy(), buffer])
    assert not any(is_same(one, other) for one, other in zip(tensor, buffer, strict=True))


def d_type(text: str, context: bufferize.Context) -> Any:
    """Return the type of the first argument."""
    return function_of(bufferize.parse(text, context), "f").signature.inputs[0]


def test_semantics_that_fail_with_numbers_too_are_wrong() -> None:
    def fails(source: Any, init: Any) -> Any:
        raise TypeError("never")

    with pytest.raises(PluginError, match="the semantics of 'toy.spread' failed: TypeError: never"):
        called(SPREAD, TWO, TWO, context=toys(fails))


def test_memory_of_bytes_has_no_expressions() -> None:
    with pytest.raises(NotSymbolic, match="memory of bytes") as caught:
        called(
            """
            func.func @f(%x: memref<8xi8>) {
              %c0 = arith.constant 0 : index
              %v = memref.view %x[%c0][] : memref<8xi8> to memref<2xf32>
              return
            }
            """,
            np.zeros(8, np.int8),
        )
    assert "<input>:4:20" in str(caught.value)
