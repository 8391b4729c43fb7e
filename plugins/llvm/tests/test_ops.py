"""Ops of the llvm dialect next to tensors: bufferization leaves them as they are."""

from __future__ import annotations

import pickle

import pytest

from bufferize import Context, print_module
from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import memory_effects
from bufferize.ir import Type
from bufferize_llvm.types import ArrayType, PointerType, StructType
from bufferize_testing import bufferized, parse_valid
from bufferize_testing.reference import reference_output

PROGRAM = """\
llvm.mlir.global internal @g(0 : i32) : i32
llvm.func @print(i32)
llvm.func @body(%a: i32) -> i32 {
  %c = arith.constant dense<1.0> : tensor<4xf32>
  %i = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %0 = tensor.insert %f into %c[%i] : tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  llvm.return %a : i32
}
func.func @f(%t: tensor<4xf32> {llvm.noalias}, %i: index, %p: !llvm.ptr) -> tensor<4xf32> {
  %f = llvm.load %p : !llvm.ptr -> f32
  %0 = tensor.insert %f into %t[%i] : tensor<4xf32>
  %c = llvm.mlir.constant(1 : i32) : i32
  llvm.call @print(%c) : (i32) -> ()
  %1 = func.call @g2(%0) : (tensor<4xf32>) -> tensor<4xf32>
  llvm.store %f, %p : f32, !llvm.ptr
  return %1 : tensor<4xf32>
}
func.func private @g2(tensor<4xf32>) -> tensor<4xf32>
"""


@pytest.mark.parametrize("boundaries", [True, False])
def test_functions_of_llvm_keep_their_boundaries(boundaries: bool) -> None:
    text = bufferized(PROGRAM, Context(), bufferize_function_boundaries=boundaries)
    assert "llvm.func @print(i32)" in text
    assert "llvm.func @body(%arg0: i32) -> i32" in text
    assert "memref.store" in text


@pytest.mark.reference
@pytest.mark.parametrize("boundaries", ["true", "false"])
def test_as_the_reference(boundaries: str) -> None:
    text = bufferized(PROGRAM, Context(), bufferize_function_boundaries=boundaries == "true")
    flag = f"--one-shot-bufferize=bufferize-function-boundaries={boundaries}"
    assert text == reference_output(PROGRAM, flag)


def test_a_struct_within_itself_is_unrolled_when_taken_out() -> None:
    inner = StructType((StructType(None, "a"), PointerType()), "b")
    outer = StructType((inner, ArrayType(2, StructType(None, "a"))), "a")
    element, array = outer.elements
    assert str(element) == (
        '!llvm.struct<"b", (struct<"a", (struct<"b">, array<2 x struct<"a">>)>, ptr)>'
    )
    assert isinstance(array, ArrayType)
    assert array.element_type is outer
    assert isinstance(element, StructType)
    assert element.elements[0] is outer


@pytest.mark.parametrize("name", [None, "a"])
def test_structs_that_share_parts_are_unrolled_once(name: str | None) -> None:
    """Without sharing, the structs would be 2**60."""
    bottom = StructType(None, "a") if name else PointerType()
    type: Type = bottom
    for _ in range(60):
        type = StructType((type, ArrayType(2, type)))
    outer = StructType((type,), name)
    (element,) = outer.elements
    for _ in range(60):
        assert isinstance(element, StructType)
        element = element.elements[0]
    assert element is (outer if name else bottom)


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("%1 = llvm.load %p : !llvm.ptr -> i32", ["read"]),
        ("%1 = llvm.load volatile %p : !llvm.ptr -> i32", ["read", "read", "write"]),
        ("llvm.store %a, %p : i32, !llvm.ptr", ["write"]),
        ("%1 = llvm.alloca %a x i32 : (i32) -> !llvm.ptr", ["allocate"]),
        ("%1 = llvm.add %a, %a : i32", []),
        ('llvm.inline_asm "nop", "r" %a : (i32) -> ()', []),
        ('llvm.inline_asm has_side_effects "nop", "r" %a : (i32) -> ()', ["write", "read"]),
        (
            '"llvm.intr.memcpy"(%p, %p, %a) <{isVolatile = false}> '
            ": (!llvm.ptr, !llvm.ptr, i32) -> ()",
            ["write", "read"],
        ),
        ("llvm.call @f(%a, %p) : (i32, !llvm.ptr) -> ()", None),
        ("llvm.fence acquire", None),
    ],
)
def test_effects(text: str, effects: list[str] | None) -> None:
    module = parse_valid(
        f"llvm.func @f(%a: i32, %p: !llvm.ptr) {{\n  {text}\n  llvm.return\n}}\n", Context()
    )
    op = next(op for op in module.walk() if op.name not in ("builtin.module", "llvm.func"))
    found = memory_effects(op)
    assert (None if found is None else [effect.kind.value for effect in found]) == effects


def test_intrinsics_are_pickled() -> None:
    module = parse_valid(
        "llvm.func @f(%a: f32) {\n  %0 = llvm.intr.sqrt(%a) : (f32) -> f32\n  llvm.return\n}\n",
        Context(),
    )
    assert str(pickle.loads(pickle.dumps(module))) == str(module)


@pytest.mark.parametrize("aggregate", ["struct<({0}, {0})>", 'struct<"s{1}", ({0}, {0})>'])
def test_structs_with_shared_parts(aggregate: str) -> None:
    """Written out, the last type would have 2 to the power of 60 parts; only printing needs that."""
    types = ["!t0 = i32"]
    types += [f"!t{i} = !llvm.{aggregate.format(f'!t{i - 1}', i)}" for i in range(1, 61)]
    module = parse_valid("\n".join([*types, "llvm.func @f(!t60) -> !t60"]), Context())
    with pytest.raises(DiagnosticError, match="the text of the type has more than"):
        print_module(module)
