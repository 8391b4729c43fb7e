from __future__ import annotations

from collections.abc import Sequence

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.memref import AllocaOp, CopyOp
from bufferize.driver import Report
from bufferize.ir import Builder, Location, MemRefType, Operation, StringAttr, Value, dense_i32
from bufferize.syntax import PrintOptions

INSERT = """\
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {
  %0 = tensor.insert %v into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""

CONFLICT = """\
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> (tensor<4xf32>, f32) {
  %0 = tensor.insert %v into %t[%i] : tensor<4xf32>
  %1 = tensor.extract %t[%i] : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, f32
}
"""

UNKNOWN = """\
func.func @f(%t: tensor<4xf32>, %i: index) -> f32 {
  %0 = "my.op"(%t) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  return %1 : f32
}
"""

MATMUL = """\
func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%b : tensor<4x4xf32>)
      -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
"""


def parsed(text: str) -> tuple[Operation, Context]:
    context = Context()
    context.allow_unregistered_dialects = True
    return bufferize.parse(text, context), context


def run(text: str, options: OneShotOptions) -> tuple[str, Report]:
    module, context = parsed(text)
    report = bufferize.one_shot_bufferize(module, options, context)
    return bufferize.print_module(module), report


def boundaries(**options: bool) -> OneShotOptions:
    return OneShotOptions(bufferize_function_boundaries=True, **options)  # type: ignore[arg-type]


def test_statistics() -> None:
    _, report = run(CONFLICT, boundaries())
    assert report.statistics.num_buffer_alloc == 1
    assert report.statistics.num_tensor_out_of_place == 1
    assert len(report.copies) == 1


def test_without_function_boundaries() -> None:
    result, _ = run(INSERT, OneShotOptions())
    # The argument's buffer belongs to a caller that is not known: it is copied.
    assert "func.func @f(%arg0: tensor<4xf32>" in result
    assert "bufferization.to_buffer %arg0" in result
    assert "memref.copy" in result
    assert "bufferization.to_tensor %alloc" in result


def test_copy_before_write() -> None:
    result, _ = run(INSERT, boundaries(copy_before_write=True))
    assert "memref.copy %arg0, %alloc" in result


def test_analysis_only_rewrites_nothing() -> None:
    result, _ = run(INSERT, boundaries(test_analysis_only=True))
    assert "tensor.insert" in result
    assert "__inplace_operands_attr__" in result


def test_unknown_ops_are_refused() -> None:
    module, context = parsed(UNKNOWN)
    with pytest.raises(DiagnosticError) as caught:
        bufferize.one_shot_bufferize(module, boundaries(), context)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == "op was not bufferized"
    (note,) = diagnostic.notes
    assert "has no bufferization model" in note.message
    assert diagnostic.position is not None
    assert (diagnostic.position.line, diagnostic.position.column) == (2, 8)


def test_the_distribution_of_a_dialect_that_is_not_installed_is_named() -> None:
    text = bufferize.print_module(parsed(MATMUL)[0], PrintOptions(generic=True))
    context = Context(["func", "tools"])
    context.allow_unregistered_dialects = True
    with pytest.raises(DiagnosticError) as caught:
        bufferize.one_shot_bufferize(bufferize.parse(text, context), boundaries(), context)
    assert [note.message for note in caught.value.diagnostics[0].notes] == [
        "'linalg.matmul' has no bufferization model: lower it before, register a model, or set "
        "allow-unknown-ops",
        "no installed plugin has the dialect 'linalg': install bufferize-linalg",
    ]


def test_unknown_ops_may_stay() -> None:
    result, _ = run(UNKNOWN, boundaries(allow_unknown_ops=True))
    lines = [line.strip() for line in result.splitlines()]
    layout = "memref<4xf32, strided<[?], offset: ?>>"
    assert lines[2:6] == [
        f"%0 = bufferization.to_tensor %arg0 : {layout} to tensor<4xf32>",
        '%1 = "my.op"(%0) : (tensor<4xf32>) -> tensor<4xf32>',
        f"%2 = bufferization.to_buffer %1 : tensor<4xf32> to {layout}",
        f"%3 = memref.load %2[%arg1] : {layout}",
    ]


def test_a_failure_leaves_the_module_as_it_was() -> None:
    module, context = parsed(UNKNOWN + INSERT.replace("@f", "@g"))
    before = bufferize.print_module(module)
    with pytest.raises(DiagnosticError):
        bufferize.one_shot_bufferize(module, boundaries(), context)
    assert bufferize.print_module(module) == before


def test_dialect_filter() -> None:
    options = OneShotOptions(
        bufferize_function_boundaries=True, allow_unknown_ops=True, dialect_filter=("func",)
    )
    result, _ = run(INSERT, options)
    assert "func.func @f(%arg0: memref<4xf32" in result
    assert "tensor.insert" in result


def test_functions_without_analysis_copy_before_each_write() -> None:
    options = OneShotOptions(
        bufferize_function_boundaries=True, no_analysis_func_filter=("careful",)
    )
    text = INSERT + INSERT.replace("@f", "@careful")
    result, _ = run(text, options)
    first, second = result.split("func.func @careful")
    assert "memref.copy" not in first
    assert "memref.copy" in second


def test_nested_modules_are_left_alone_with_function_boundaries() -> None:
    result, _ = run(f"module {{\nmodule @nested {{\n{INSERT}}}\n}}\n", boundaries())
    assert "tensor.insert" in result


def test_nested_modules_get_their_copies() -> None:
    # mlir-opt 22 bufferizes the nested function, but writes to its argument without a copy.
    result, _ = run(f"module {{\nmodule @nested {{\n{INSERT}}}\n}}\n", OneShotOptions())
    assert "memref.copy" in result


def test_unranked_tensors_cannot_be_copied() -> None:
    text = """\
func.func @f(%c: i1, %t: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %0 = "my.op"(%t) : (tensor<*xf32>) -> tensor<*xf32>
  return %0, %t : tensor<*xf32>, tensor<*xf32>
}
"""
    module, context = parsed(text)
    options = boundaries(copy_before_write=True, allow_unknown_ops=True)
    bufferize.one_shot_bufferize(module, options, context)
    assert '"my.op"' in bufferize.print_module(module)


def test_own_allocation_and_copy() -> None:
    def alloca(
        builder: Builder,
        location: Location,
        type: MemRefType,
        sizes: Sequence[Value],
        alignment: int,
    ) -> Value:
        segments = dense_i32([len(sizes), 0])
        properties = {"operandSegmentSizes": segments}
        op = AllocaOp.create(sizes, (type,), properties=properties, location=location)
        return builder.insert(op).result

    def marked_copy(builder: Builder, location: Location, source: Value, target: Value) -> None:
        attributes = {"mark": StringAttr("mine")}
        op = CopyOp.create((source, target), location=location, attributes=attributes)
        builder.insert(op)

    options = OneShotOptions(
        bufferize_function_boundaries=True, allocation_fn=alloca, memcpy_fn=marked_copy
    )
    result, _ = run(CONFLICT, options)
    assert "memref.alloca()" in result
    assert 'memref.copy %arg0, %alloca {mark = "mine"}' in result


def test_own_memory_space() -> None:
    options = OneShotOptions(
        bufferize_function_boundaries=True,
        default_memory_space_fn=lambda type: StringAttr("fast"),
    )
    result, _ = run(CONFLICT, options)
    assert 'memref<4xf32, strided<[?], offset: ?>, "fast">' in result
    assert 'memref.alloc() {alignment = 64 : i64} : memref<4xf32, "fast">' in result


def test_memory_space_from_the_encoding() -> None:
    text = INSERT.replace("tensor<4xf32>", "tensor<4xf32, 2 : i64>")
    result, _ = run(text, boundaries(use_encoding_for_memory_space=True))
    assert "%arg0: memref<4xf32, strided<[?], offset: ?>, 2>" in result


def test_alignment() -> None:
    options = OneShotOptions(bufferize_function_boundaries=True, buffer_alignment=0)
    result, _ = run(CONFLICT, options)
    assert "memref.alloc() : memref<4xf32>" in result


def test_arguments_in_the_wrong_places_are_named() -> None:
    module, context = parsed(INSERT)
    options = OneShotOptions()
    for arguments, expected in (
        ((module, context, options), "the options must be of type OneShotOptions, not <"),
        ((INSERT, options, context), "the module must be of type Operation, not 'func"),
        ((module, options, None), "the context must be of type ModelContext, not None"),
    ):
        for function in (
            bufferize.one_shot_bufferize,
            bufferize.analyze,
            bufferize.make_copies_explicit,
        ):
            with pytest.raises(TypeError, match=expected):
                function(*arguments)
