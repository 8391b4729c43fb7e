"""Operations as strings, and equal operations."""

from __future__ import annotations

import subprocess
import sys

import pytest

import bufferize
from bufferize.ir import F32, Operation, UnregisteredOp, clone, is_equivalent
from bufferize_func.ops import CallOp, FuncOp

TEXT = """
func.func @f(%arg0: tensor<4xf32>, %arg1: f32, %arg2: index) -> tensor<4xf32> {
  cf.br ^bb2
^bb1:  // pred: ^bb2
  %0 = scf.for %i = %arg2 to %arg2 step %arg2 iter_args(%t = %1) -> (tensor<4xf32>) {
    %2 = tensor.insert %arg1 into %t[%i] : tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
^bb2:  // pred: ^bb0
  %1 = tensor.insert %arg1 into %arg0[%arg2] : tensor<4xf32>
  cf.br ^bb1
}
"""
CONTEXT = bufferize.Context()


def _module(text: str = TEXT, name: str = "a.mlir") -> Operation:
    return bufferize.parse(text, CONTEXT, name)


def _op(module: Operation, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


def test_module_as_text() -> None:
    module = _module()
    assert str(module) + "\n" == bufferize.print_module(module)
    assert is_equivalent(_module(str(module)), module)


def test_nested_operation_as_text() -> None:
    op = _op(_module(), "tensor.insert")
    assert str(op) == "%inserted_0 = tensor.insert %arg1 into %arg4[%arg3] : tensor<4xf32>"
    assert repr(op) == "<tensor.insert at a.mlir:6:10>"


def test_names_in_repr() -> None:
    module = _module()
    assert repr(_op(module, "func.func")) == "<func.func @f at a.mlir:2:1>"
    assert repr(UnregisteredOp.named("t.op")) == "<t.op>"


def test_incomplete_operations_have_a_text() -> None:
    detached = CallOp(callee="f", arguments=_op(_module(), "tensor.insert").results)
    assert str(detached) == "func.call @f(<<UNKNOWN SSA VALUE>>) : (tensor<4xf32>) -> ()"
    without_name = FuncOp.create()
    assert str(without_name) == '"func.func"() : () -> ()'


def test_text_without_an_earlier_import_of_the_printer() -> None:
    program = "from bufferize.ir import UnregisteredOp as O; print(O.named('t.op'))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == '"t.op"() : () -> ()\n'


def test_equivalent_modules() -> None:
    module = _module()
    assert is_equivalent(module, module)
    assert is_equivalent(module, clone(module), locations=True)
    assert is_equivalent(module, _module(name="b.mlir"))
    assert not is_equivalent(module, _module(name="b.mlir"), locations=True)
    assert is_equivalent(module, _module(TEXT.replace("%1", "%other")))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("into %t[%i]", "into %t[%arg2]"),
        ("into %t[%i]", "into %1[%i]"),
        ("%arg2 to %arg2", "%i0 to %arg2"),
        ("  cf.br ^bb1\n", "  cf.br ^bb2\n"),
        ("@f", "@g"),
        ("^bb2:", "^bb2:\n  %x = arith.constant 0 : index"),
        ("cf.br ^bb2\n^bb1:", "cf.br ^bb2\n^bb1:\n  cf.br ^bb2\n^bb3:"),
        ("%arg1: f32", "%arg1: f32 {func.x}"),
        ("cf.br ^bb2\n", "cf.br ^bb2 {x}\n"),
        ("[%arg2] : ", "[%arg2] {x} : "),
    ],
)
def test_operations_that_differ(old: str, new: str) -> None:
    text = TEXT.replace("%arg2: index)", "%arg2: index, %i0: index)")
    assert old in text
    assert not is_equivalent(_module(text), _module(text.replace(old, new, 1)))


def test_what_lies_outside_is_the_same() -> None:
    one, other = (UnregisteredOp.named("t.a", result_types=[F32]) for _ in range(2))
    users = [UnregisteredOp.named("t.b", op.results) for op in (one, one, other)]
    assert is_equivalent(users[0], users[1])
    assert not is_equivalent(users[0], users[2])
    assert not is_equivalent(users[0], one)
