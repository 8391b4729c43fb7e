"""The functions that embedders give: used for every buffer and copy, and checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.diagnostics import OptionError
from bufferize.dialects.memref import AllocaOp
from bufferize.driver import LayoutMapOption, identity_memref_type
from bufferize.ir import (
    F32,
    I64,
    UNIT,
    BaseMemRefType,
    Builder,
    IntegerAttr,
    Location,
    MemRefType,
    StridedLayoutAttr,
    TensorType,
    Value,
)
from bufferize.ir.verifier import verify
from bufferize_linalg.ops_named import named_op

PROGRAM = """
ml_program.global private mutable @state(dense<4.0> : tensor<8xf32>) : tensor<8xf32>
func.func @callee(%t: tensor<4xf32>) -> f32 {
  %zero = arith.constant 0 : index
  %v = tensor.extract %t[%zero] : tensor<4xf32>
  return %v : f32
}
func.func @f(%t: tensor<8xf32>, %u: tensor<?xf32>, %f: f32, %i: index, %v: vector<4xf32>, %m: memref<8xf32>) -> (tensor<8xf32>, tensor<?xf32>, f32) {
  // A conflict.
  %0 = tensor.insert %f into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  // A conflict in a loop, of dynamic extent.
  %2 = scf.for %k = %i to %i step %i iter_args(%a = %u) -> (tensor<?xf32>) {
    %x = vector.transfer_write %v, %a[%k] : vector<4xf32>, tensor<?xf32>
    scf.yield %x : tensor<?xf32>
  }
  %3 = tensor.extract %u[%i] : tensor<?xf32>
  // Another layout at a boundary.
  %4 = tensor.extract_slice %0[0] [4] [2] : tensor<8xf32> to tensor<4xf32>
  %5 = func.call @callee(%4) : (tensor<4xf32>) -> f32
  // What copies by itself.
  %6 = tensor.pad %4 low[2] high[2] {
  ^bb0(%j: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<8xf32>
  %7 = tensor.concat dim(0) %4, %4 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %8 = tensor.insert_slice %4 into %7[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %9 = tensor.from_elements %f, %5 : tensor<2xf32>
  %10 = tensor.extract %9[%i] : tensor<2xf32>
  %11 = tensor.generate %i {
  ^bb0(%j: index):
    tensor.yield %10 : f32
  } : tensor<?xf32>
  %12 = tensor.extract %11[%i] : tensor<?xf32>
  bufferization.materialize_in_destination %6 in writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  ml_program.global_store @state = %8 : tensor<8xf32>
  %13 = bufferization.alloc_tensor() copy(%0) : tensor<8xf32>
  %14 = tensor.insert %3 into %13[%i] : tensor<8xf32>
  %15 = tensor.insert %12 into %14[%i] : tensor<8xf32>
  bufferization.dealloc_tensor %9 : tensor<2xf32>
  return %15, %2, %1 : tensor<8xf32>, tensor<?xf32>, f32
}
"""


def bufferized(text: str, **options: Any) -> str:
    context = Context()
    module = bufferize.parse(text, context)
    bufferize.one_shot_bufferize(
        module, OneShotOptions(**{"bufferize_function_boundaries": True, **options}), context
    )
    assert not verify(module)
    return bufferize.print_module(module)


def on_the_stack(
    builder: Builder, location: Location, type: MemRefType, sizes: Sequence[Value], alignment: int
) -> Value:
    op = AllocaOp.build(
        dynamic_sizes=sizes, symbol_operands=[], result_types=[type], location=location
    )
    return builder.insert(op).result


def linalg_copy(builder: Builder, location: Location, source: Value, target: Value) -> None:
    builder.insert(named_op(Context(), "copy", [source], [target], location=location))


@pytest.mark.parametrize("copy_before_write", [False, True])
def test_they_are_used_for_every_buffer_and_copy(copy_before_write: bool) -> None:
    options: dict[str, Any] = {
        "copy_before_write": copy_before_write,
        "function_boundary_type_conversion": LayoutMapOption.IDENTITY_LAYOUT_MAP,
    }
    plain = bufferized(PROGRAM, **options)
    own = bufferized(
        PROGRAM,
        allocation_fn=on_the_stack,
        memcpy_fn=linalg_copy,
        deallocation_fn=lambda *_: None,
        **options,
    )
    assert plain.count("memref.copy") >= 8
    assert "memref.dealloc" in plain
    for name in ("memref.copy", "memref.alloc(", "memref.dealloc"):
        assert name not in own
    assert own.count("linalg.copy") == plain.count("memref.copy")
    assert own.count("memref.alloca(") == plain.count("memref.alloc(")


SPACE = IntegerAttr(7, I64)
CONFLICT = """
func.func @f(%t: tensor<8xf32>, %f: f32, %i: index) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %f into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
"""


def test_a_memory_space_of_ones_own() -> None:
    text = bufferized(CONFLICT, default_memory_space_fn=lambda type: SPACE)
    assert "%arg0: memref<8xf32, strided<[?], offset: ?>, 7>" in text
    assert "memref.alloc() {alignment = 64 : i64} : memref<8xf32, 7>" in text


def test_function_types_of_ones_own_are_kept() -> None:
    def contiguous(type: TensorType, space: object, function: object) -> BaseMemRefType:
        return identity_memref_type(type)

    text = bufferized(PROGRAM, function_type_conversion_fn=contiguous)
    assert "func.func @callee(%arg0: memref<4xf32>) -> f32" in text
    assert "memref<8xf32>) -> (memref<8xf32>, memref<?xf32>, f32)" in text


PARTIAL = """
func.func @f(%t: tensor<8xf32>, %i: index) -> f32 {
  %0 = tensor.extract %t[%i] : tensor<8xf32>
  return %0 : f32
}
"""


def test_unknown_types_of_ones_own() -> None:
    layout = StridedLayoutAttr(0, (2,))

    def strided(type: TensorType, space: object) -> BaseMemRefType:
        assert type.extents is not None
        return MemRefType(type.extents, type.element_type, layout)

    text = bufferized(
        PARTIAL, bufferize_function_boundaries=False, unknown_type_conversion_fn=strided
    )
    assert "tensor<8xf32> to memref<8xf32, strided<[2]>>" in text


def longer(type: TensorType, *_: object) -> BaseMemRefType:
    return MemRefType((9,), F32)


def another_buffer(
    builder: Builder, location: Location, type: MemRefType, sizes: Sequence[Value], alignment: int
) -> Value:
    return on_the_stack(builder, location, MemRefType((3,), F32), [], alignment)


def loose(
    builder: Builder, location: Location, type: MemRefType, sizes: Sequence[Value], alignment: int
) -> Value:
    op = AllocaOp.build(dynamic_sizes=sizes, symbol_operands=[], result_types=[type])
    return op.result


def of_two_strides(type: TensorType, *_: object) -> BaseMemRefType:
    assert type.extents is not None
    return MemRefType(type.extents, type.element_type, StridedLayoutAttr(0, (1, 1)))


def in_a_unit(type: TensorType, *_: object) -> BaseMemRefType:
    assert type.extents is not None
    return MemRefType(type.extents, type.element_type, None, UNIT)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"allocation_fn": another_buffer},
            "'allocation_fn' gives a value of type memref<3xf32> in place of a buffer of type "
            "memref<8xf32>",
        ),
        (
            {"allocation_fn": lambda *_: None},
            "'allocation_fn' gives None in place of a buffer of type memref<8xf32>",
        ),
        (
            {"function_type_conversion_fn": longer},
            "'function_type_conversion_fn' gives memref<9xf32> in place of the type of a buffer "
            "of a tensor<4xf32>",
        ),
        (
            {"function_type_conversion_fn": lambda *_: F32},
            "'function_type_conversion_fn' gives f32 in place of",
        ),
        (
            {"bufferize_function_boundaries": False, "unknown_type_conversion_fn": longer},
            "'unknown_type_conversion_fn' gives memref<9xf32> in place of",
        ),
        (
            {"default_memory_space_fn": lambda type: 3},
            "'default_memory_space_fn' gives 3 in place of the memory space of a tensor<4xf32>",
        ),
        (
            {"default_memory_space_fn": lambda type: UNIT},
            "'default_memory_space_fn' gives unit in place of the memory space of a tensor<4xf32>",
        ),
        (
            {"function_type_conversion_fn": in_a_unit},
            "'function_type_conversion_fn' gives memref<4xf32, unit> in place of",
        ),
        (
            {"function_type_conversion_fn": of_two_strides},
            "'function_type_conversion_fn' gives memref<4xf32, strided<[1, 1]>> in place of",
        ),
        (
            {"allocation_fn": loose},
            "'allocation_fn' gives a value of type memref<8xf32> that is not inserted in place of",
        ),
        (
            {"memcpy_fn": lambda *_: None},
            "'memcpy_fn' inserts nothing to copy a buffer of type memref<8xf32",
        ),
    ],
)
def test_what_is_unsuitable_is_an_error(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        bufferized(PROGRAM, **options)
    assert message in caught.value.diagnostics[0].message
