"""Functions, returns and calls: results that become arguments, and tuples that fall apart.

The programs are those of the description of the preparation phase, in today's syntax; `tuples.make`
and `tuples.get` are what it calls `test.make_tuple` and `test.get_tuple_element`.
"""

from __future__ import annotations

import pytest

import bufferize
from bufferize.define import DialectContext
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.memref import AllocOp
from bufferize.ir import (
    F32,
    I1,
    Builder,
    FunctionType,
    Location,
    MemRefType,
    Operation,
    RankedTensorType,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    Value,
    dense_i32,
)
from bufferize_conversion import (
    BufferizeReturnOpConverter,
    BufferizeTypeConverter,
    ConversionPattern,
    ConversionPatternRewriter,
    ConversionTarget,
    OpAdaptor,
    ResultConversionKind,
    RewritePatternSet,
    apply_partial_conversion,
    bufferize_op_legality,
    populate_bufferize_materialization_legality,
    populate_eliminate_bufferize_materializations_patterns,
    populate_with_bufferize_op_conversion_patterns,
)
from core.tests.ir.test_undo import everything
from plugins.conversion.tests import tuples

APPEND = ResultConversionKind.APPEND_TO_ARGUMENT_LIST
KEEP = ResultConversionKind.KEEP_AS_FUNCTION_RESULT


def convert(
    module: Operation, context: DialectContext, converter: BufferizeTypeConverter, *more: object
) -> None:
    """Convert functions, returns, calls and branches, and what `more` patterns are for."""
    target = ConversionTarget()
    target.add_legal_dialect("memref", "linalg", "tuples")
    target.add_illegal_dialect("math")
    target.mark_unknown_op_dynamically_legal(bufferize_op_legality(converter))
    patterns = RewritePatternSet()
    populate_with_bufferize_op_conversion_patterns(converter, patterns)
    patterns.add(*more)  # type: ignore[arg-type]
    apply_partial_conversion(module, target, patterns, context)


def converted(text: str, kind: ResultConversionKind, *more: object) -> str:
    context = tuples.context()
    module = bufferize.parse(text, context)
    convert(module, context, tuples.converter(kind), *more)
    assert not bufferize.verify(module)
    return bufferize.print_module(module)


def shows(text: str, expected: str) -> None:
    """The body of a module, indented or not, is as expected."""
    found = [line.strip() for line in text.splitlines()]
    assert found[1:-1] == [line.strip() for line in expected.strip().splitlines()]


# The examples


class ExpOnBuffers(ConversionPattern[Operation]):
    """math.exp on tensors becomes tuples.exp on buffers."""

    def match_and_rewrite(
        self, op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        (source,) = adaptor.operands
        sizes = {"operandSegmentSizes": dense_i32((0, 0))}
        buffer = rewriter.create(AllocOp, (), (source.type,), properties=sizes).result
        rewriter.insert(tuples.ExpOp(source=source, target=buffer))
        rewriter.replace_op(op, [buffer])
        return True


def test_a_function_on_tensors_becomes_one_on_buffers() -> None:
    text = """
    func.func @func_on_tensors(%source: tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.exp %source : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    """
    pattern = ExpOnBuffers(tuples.converter(APPEND), root="math.exp")
    shows(
        converted(text, APPEND, pattern),
        """
        func.func @func_on_tensors(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
          %alloc = memref.alloc() : memref<4xf32>
          tuples.exp %arg0, %alloc : memref<4xf32>, memref<4xf32>
          memref.copy %alloc, %arg1 : memref<4xf32> to memref<4xf32>
          return
        }
        """,
    )


def test_types_are_unpacked() -> None:
    text = """
    func.func private @func_on_tensors(%arg0: tuple<i1, f32>) -> tuple<tensor<10xf32>, tensor<5xf32>>
    """
    shows(
        converted(text, APPEND),
        "func.func private @func_on_tensors(i1, f32, memref<10xf32>, memref<5xf32>)",
    )


@pytest.mark.parametrize(
    ("kind", "signature"),
    [
        (APPEND, "(i1, f32, memref<5xf32>) -> memref<10xf32>"),
        (KEEP, "(i1, f32) -> (memref<10xf32>, memref<5xf32>)"),
    ],
)
def test_what_is_no_tensor_stays_a_result(kind: ResultConversionKind, signature: str) -> None:
    text = """
    func.func private @on_tensors(tuple<i1, f32>) -> tuple<memref<10xf32>, tensor<5xf32>>
    """
    shows(converted(text, kind), f"func.func private @on_tensors{signature}")


def test_returns_copy_what_became_an_argument() -> None:
    text = """
    func.func @on_tensors(%arg0: tensor<5xf32>, %arg1: i1) -> (tensor<5xf32>, i1) {
      return %arg0, %arg1 : tensor<5xf32>, i1
    }
    """
    shows(
        converted(text, APPEND),
        """
        func.func @on_tensors(%arg0: memref<5xf32>, %arg1: i1, %arg2: memref<5xf32>) -> i1 {
          memref.copy %arg0, %arg2 : memref<5xf32> to memref<5xf32>
          return %arg1 : i1
        }
        """,
    )
    shows(
        converted(text, KEEP),
        """
        func.func @on_tensors(%arg0: memref<5xf32>, %arg1: i1) -> (memref<5xf32>, i1) {
          return %arg0, %arg1 : memref<5xf32>, i1
        }
        """,
    )


CALLS = """
func.func @callee(%arg0: tensor<5xf32>) -> tensor<5xf32> {
  return %arg0 : tensor<5xf32>
}
func.func @caller(%arg0: tensor<5xf32>) -> tensor<5xf32> {
  %x = call @callee(%arg0) : (tensor<5xf32>) -> tensor<5xf32>
  return %x : tensor<5xf32>
}
"""


def test_calls_allocate_what_became_an_argument() -> None:
    shows(
        converted(CALLS, APPEND),
        """
        func.func @callee(%arg0: memref<5xf32>, %arg1: memref<5xf32>) {
          memref.copy %arg0, %arg1 : memref<5xf32> to memref<5xf32>
          return
        }
        func.func @caller(%arg0: memref<5xf32>, %arg1: memref<5xf32>) {
          %alloc = memref.alloc() : memref<5xf32>
          call @callee(%arg0, %alloc) : (memref<5xf32>, memref<5xf32>) -> ()
          memref.copy %alloc, %arg1 : memref<5xf32> to memref<5xf32>
          return
        }
        """,
    )
    shows(
        converted(CALLS, KEEP),
        """
        func.func @callee(%arg0: memref<5xf32>) -> memref<5xf32> {
          return %arg0 : memref<5xf32>
        }
        func.func @caller(%arg0: memref<5xf32>) -> memref<5xf32> {
          %0 = call @callee(%arg0) : (memref<5xf32>) -> memref<5xf32>
          return %0 : memref<5xf32>
        }
        """,
    )


SUMMARY = """
func.func @callee(%arg0: tuple<tensor<5xf32>, i1>) -> tuple<tensor<5xf32>, i1> {
  return %arg0 : tuple<tensor<5xf32>, i1>
}
func.func @caller(%arg0: tuple<tensor<5xf32>, i1>) -> tuple<tensor<5xf32>, i1> {
  %x = call @callee(%arg0) : (tuple<tensor<5xf32>, i1>) -> tuple<tensor<5xf32>, i1>
  return %x : tuple<tensor<5xf32>, i1>
}
"""


def test_the_summarizing_example() -> None:
    shows(
        converted(SUMMARY, APPEND),
        """
        func.func @callee(%arg0: memref<5xf32>, %arg1: i1, %arg2: memref<5xf32>) -> i1 {
          %0 = tuples.make %arg0, %arg1 : (memref<5xf32>, i1) -> tuple<memref<5xf32>, i1>
          %1 = tuples.get %0[0] : (tuple<memref<5xf32>, i1>) -> memref<5xf32>
          %2 = tuples.get %0[1] : (tuple<memref<5xf32>, i1>) -> i1
          memref.copy %1, %arg2 : memref<5xf32> to memref<5xf32>
          return %2 : i1
        }
        func.func @caller(%arg0: memref<5xf32>, %arg1: i1, %arg2: memref<5xf32>) -> i1 {
          %0 = tuples.make %arg0, %arg1 : (memref<5xf32>, i1) -> tuple<memref<5xf32>, i1>
          %1 = tuples.get %0[0] : (tuple<memref<5xf32>, i1>) -> memref<5xf32>
          %2 = tuples.get %0[1] : (tuple<memref<5xf32>, i1>) -> i1
          %alloc = memref.alloc() : memref<5xf32>
          %3 = call @callee(%1, %2, %alloc) : (memref<5xf32>, i1, memref<5xf32>) -> i1
          %4 = tuples.make %alloc, %3 : (memref<5xf32>, i1) -> tuple<memref<5xf32>, i1>
          %5 = tuples.get %4[0] : (tuple<memref<5xf32>, i1>) -> memref<5xf32>
          %6 = tuples.get %4[1] : (tuple<memref<5xf32>, i1>) -> i1
          memref.copy %5, %arg2 : memref<5xf32> to memref<5xf32>
          return %6 : i1
        }
        """,
    )
    shows(
        converted(SUMMARY, KEEP),
        """
        func.func @callee(%arg0: memref<5xf32>, %arg1: i1) -> (memref<5xf32>, i1) {
          %0 = tuples.make %arg0, %arg1 : (memref<5xf32>, i1) -> tuple<memref<5xf32>, i1>
          %1 = tuples.get %0[0] : (tuple<memref<5xf32>, i1>) -> memref<5xf32>
          %2 = tuples.get %0[1] : (tuple<memref<5xf32>, i1>) -> i1
          return %1, %2 : memref<5xf32>, i1
        }
        func.func @caller(%arg0: memref<5xf32>, %arg1: i1) -> (memref<5xf32>, i1) {
          %0 = tuples.make %arg0, %arg1 : (memref<5xf32>, i1) -> tuple<memref<5xf32>, i1>
          %1 = tuples.get %0[0] : (tuple<memref<5xf32>, i1>) -> memref<5xf32>
          %2 = tuples.get %0[1] : (tuple<memref<5xf32>, i1>) -> i1
          %3:2 = call @callee(%1, %2) : (memref<5xf32>, i1) -> (memref<5xf32>, i1)
          %4 = tuples.make %3#0, %3#1 : (memref<5xf32>, i1) -> tuple<memref<5xf32>, i1>
          %5 = tuples.get %4[0] : (tuple<memref<5xf32>, i1>) -> memref<5xf32>
          %6 = tuples.get %4[1] : (tuple<memref<5xf32>, i1>) -> i1
          return %5, %6 : memref<5xf32>, i1
        }
        """,
    )


# Beyond the examples


def test_nested_tuples_fall_apart_entirely() -> None:
    text = """
    func.func @f(%t: tuple<tuple<tensor<?xf32>, i1>, f32>) -> tuple<tuple<tensor<?xf32>, i1>, f32> {
      return %t : tuple<tuple<tensor<?xf32>, i1>, f32>
    }
    func.func @g(%t: tuple<tuple<tensor<?xf32>, i1>, f32>) -> tuple<tuple<tensor<?xf32>, i1>, f32> {
      %r = call @f(%t) : (tuple<tuple<tensor<?xf32>, i1>, f32>) -> tuple<tuple<tensor<?xf32>, i1>, f32>
      return %r : tuple<tuple<tensor<?xf32>, i1>, f32>
    }
    """
    packed = "tuple<memref<?xf32>, i1, f32>"
    found = converted(text, KEEP)
    assert "@f(%arg0: memref<?xf32>, %arg1: i1, %arg2: f32) -> (memref<?xf32>, i1, f32)" in found
    assert f"tuples.make %arg0, %arg1, %arg2 : (memref<?xf32>, i1, f32) -> {packed}" in found
    assert (
        "%4:3 = call @f(%1, %2, %3) : (memref<?xf32>, i1, f32) -> (memref<?xf32>, i1, f32)" in found
    )
    assert f"tuples.make %4#0, %4#1, %4#2 : (memref<?xf32>, i1, f32) -> {packed}" in found


def test_a_tuple_that_is_made_here_is_taken_apart() -> None:
    text = """
    func.func @f(%x: tensor<5xf32>, %c: i1) -> tuple<tensor<5xf32>, i1> {
      %t = tuples.make %x, %c : (tensor<5xf32>, i1) -> tuple<tensor<5xf32>, i1>
      return %t : tuple<tensor<5xf32>, i1>
    }
    """
    shows(
        converted(text, APPEND),
        """
        func.func @f(%arg0: memref<5xf32>, %arg1: i1, %arg2: memref<5xf32>) -> i1 {
          %0 = bufferization.to_tensor %arg0 : memref<5xf32> to tensor<5xf32>
          %1 = tuples.make %0, %arg1 : (tensor<5xf32>, i1) -> tuple<tensor<5xf32>, i1>
          %2 = tuples.get %1[0] : (tuple<tensor<5xf32>, i1>) -> tensor<5xf32>
          %3 = bufferization.to_buffer %2 : tensor<5xf32> to memref<5xf32>
          %4 = tuples.get %1[1] : (tuple<tensor<5xf32>, i1>) -> i1
          memref.copy %3, %arg2 : memref<5xf32> to memref<5xf32>
          return %4 : i1
        }
        """,
    )


def test_what_is_not_used_is_not_put_together() -> None:
    text = """
    func.func @f(%t: tuple<tensor<5xf32>, i1>) {
      return
    }
    func.func @g(%t: tuple<tensor<5xf32>, i1>) {
      call @f(%t) : (tuple<tensor<5xf32>, i1>) -> ()
      return
    }
    """
    assert converted(text, APPEND).count("tuples.make") == 1


BLOCKS = """
func.func @f(%c: i1, %x: tensor<5xf32>, %y: tensor<5xf32>) -> tensor<5xf32> {
  cf.cond_br %c, ^one(%x : tensor<5xf32>), ^two
^one(%z: tensor<5xf32>):
  return %z : tensor<5xf32>
^two:
  %r = call @f(%c, %y, %x) : (i1, tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  cf.cond_br %c, ^one(%r : tensor<5xf32>), ^three
^three:
  return %y : tensor<5xf32>
}
"""


def test_each_return_copies_and_functions_may_call_themselves() -> None:
    shows(
        converted(BLOCKS, APPEND),
        """
        func.func @f(%arg0: i1, %arg1: memref<5xf32>, %arg2: memref<5xf32>, %arg3: memref<5xf32>) {
          cf.cond_br %arg0, ^bb1(%arg1 : memref<5xf32>), ^bb2
        ^bb1(%0: memref<5xf32>):  // 2 preds: ^bb0, ^bb2
          memref.copy %0, %arg3 : memref<5xf32> to memref<5xf32>
          return
        ^bb2:  // pred: ^bb0
          %alloc = memref.alloc() : memref<5xf32>
          call @f(%arg0, %arg2, %arg1, %alloc) : (i1, memref<5xf32>, memref<5xf32>, memref<5xf32>) -> ()
          cf.cond_br %arg0, ^bb1(%alloc : memref<5xf32>), ^bb3
        ^bb3:  // pred: ^bb2
          memref.copy %arg2, %arg3 : memref<5xf32> to memref<5xf32>
          return
        }
        """,
    )


def test_blocks_take_the_parts_of_tuples() -> None:
    text = """
    func.func @f(%c: i32, %t: tuple<tensor<5xf32>, i1>, %x: f32) -> tuple<tensor<5xf32>, i1> {
      cf.switch %c : i32, [
        default: ^one(%t, %x : tuple<tensor<5xf32>, i1>, f32),
        1: ^two,
        2: ^one(%t, %x : tuple<tensor<5xf32>, i1>, f32)
      ]
    ^one(%u: tuple<tensor<5xf32>, i1>, %y: f32):
      %b = arith.constant true
      cf.cond_br %b, ^one(%u, %y : tuple<tensor<5xf32>, i1>, f32), ^two
    ^two:
      return %t : tuple<tensor<5xf32>, i1>
    }
    """
    found = converted(text, KEEP)
    assert "^bb1(%3: memref<5xf32>, %4: i1, %5: f32):  // 3 preds" in found
    assert "default: ^bb1(%1, %2, %arg3 : memref<5xf32>, i1, f32)," in found
    assert "2: ^bb1(%1, %2, %arg3 : memref<5xf32>, i1, f32)" in found
    assert "cf.cond_br %true, ^bb1(%7, %8, %5 : memref<5xf32>, i1, f32), ^bb2" in found


def test_functions_are_values_of_their_new_types() -> None:
    text = """
    func.func private @g(tensor<5xf32>, f32) -> (tensor<5xf32>, f32)
    func.func @f(%x: tensor<5xf32>, %y: f32) -> (tensor<5xf32>, f32) {
      %g = constant @g : (tensor<5xf32>, f32) -> (tensor<5xf32>, f32)
      %0:2 = call_indirect %g(%x, %y) : (tensor<5xf32>, f32) -> (tensor<5xf32>, f32)
      return %0#0, %0#1 : tensor<5xf32>, f32
    }
    """
    shows(
        converted(text, APPEND),
        """
        func.func private @g(memref<5xf32>, f32, memref<5xf32>) -> f32
        func.func @f(%arg0: memref<5xf32>, %arg1: f32, %arg2: memref<5xf32>) -> f32 {
          %f = constant @g : (memref<5xf32>, f32, memref<5xf32>) -> f32
          %alloc = memref.alloc() : memref<5xf32>
          %0 = call_indirect %f(%arg0, %arg1, %alloc) : (memref<5xf32>, f32, memref<5xf32>) -> f32
          memref.copy %alloc, %arg2 : memref<5xf32> to memref<5xf32>
          return %0 : f32
        }
        """,
    )


def test_other_mentions_of_functions_stay() -> None:
    text = """
    func.func @f(%x: tensor<5xf32>) attributes {x.twin = @f} {
      "x.spawn"() {body = @f} : () -> ()
      return
    }
    """
    found = converted(text, APPEND)
    assert "attributes {x.twin = @f}" in found
    assert '"x.spawn"() {body = @f}' in found


def test_attributes_follow_their_arguments_and_results() -> None:
    text = """
    func.func private @g(tuple<i1, f32> {x.a}, tensor<5xf32> {x.b}) -> (tensor<5xf32> {x.c}, tuple<i1, f32> {x.d}, i1 {x.e})
    func.func @f(%t: tuple<i1, f32>, %x: tensor<5xf32>) {
      %0:3 = "func.call"(%t, %x) {callee = @g, arg_attrs = [{x.a}, {x.b}], res_attrs = [{x.c}, {x.d}, {x.e}]} : (tuple<i1, f32>, tensor<5xf32>) -> (tensor<5xf32>, tuple<i1, f32>, i1)
      return
    }
    """
    context = tuples.context()
    module = bufferize.parse(text, context)
    convert(module, context, tuples.converter(APPEND))
    function, call = [op for op in module.walk() if op.name in ("func.func", "func.call")][::2]
    assert str(function) == (
        "func.func private @g(i1 {x.a}, f32 {x.a}, memref<5xf32> {x.b}, memref<5xf32>) -> "
        "(i1 {x.d}, f32 {x.d}, i1 {x.e})"
    )
    assert str(call.properties["arg_attrs"]) == "[{x.a}, {x.a}, {x.b}, {}]"
    assert str(call.properties["res_attrs"]) == "[{x.d}, {x.d}, {x.e}]"


@pytest.mark.parametrize(
    ("type", "words"),
    [
        (
            "tensor<?xf32>",
            "a result of type memref<?xf32> becomes an argument, and the caller cannot",
        ),
        ("tensor<*xf32>", "a result of type memref<*xf32> becomes an argument, but is no memref"),
    ],
)
def test_callers_must_be_able_to_allocate(type: str, words: str) -> None:
    text = f"""
    func.func private @g() -> {type}
    func.func @f() {{
      %0 = call @g() : () -> {type}
      return
    }}
    """
    context = tuples.context()
    module = bufferize.parse(text, context)
    before = everything(module)
    converter = tuples.converter(APPEND)
    converter.set_result_conversion_kind(UnrankedTensorType, UnrankedMemRefType, APPEND)
    with pytest.raises(DiagnosticError) as failure:
        convert(module, context, converter)
    assert "4:12: error: failed to legalize operation 'func.call'" in str(failure.value)
    assert words in str(failure.value)
    assert everything(module) == before


def test_only_what_is_named_becomes_an_argument() -> None:
    """The last setting for a pair of types counts; without one results stay."""
    converter = BufferizeTypeConverter()
    tensor, memref = RankedTensorType((5,), F32), MemRefType((5,), F32)
    assert converter.result_conversion_kind(tensor, memref) is KEEP
    converter.set_result_conversion_kind(RankedTensorType, MemRefType, APPEND)
    assert converter.result_conversion_kind(tensor, memref) is APPEND
    assert converter.result_conversion_kind(memref, memref) is KEEP
    signature = FunctionType((tensor,), (tensor, memref))
    assert converter.convert_single_type(signature) is FunctionType((memref, memref), (memref,))
    converter.set_result_conversion_kind(RankedTensorType, MemRefType, KEEP)
    assert converter.convert_single_type(signature) is FunctionType((memref,), (memref, memref))


def test_a_copy_of_ones_own() -> None:
    def copy(builder: Builder, location: Location, source: Value, target: Value) -> None:
        builder.insert(tuples.ExpOp(source=source, target=target, location=location))

    text = "func.func @f(%x: tensor<5xf32>) -> tensor<5xf32> { return %x : tensor<5xf32> }"
    returning = BufferizeReturnOpConverter(
        tuples.converter(APPEND), root="func.return", target=tuples.StopOp, copy=copy, benefit=2
    )
    shows(
        converted(text, APPEND, returning),
        """
        func.func @f(%arg0: memref<5xf32>, %arg1: memref<5xf32>) {
          tuples.exp %arg0, %arg1 : memref<5xf32>, memref<5xf32>
          tuples.stop
        }
        """,
    )


def test_tuples_that_nobody_sees_whole_need_no_materialization() -> None:
    converter = BufferizeTypeConverter()
    converter.set_result_conversion_kind(RankedTensorType, MemRefType, APPEND)
    converter.add_decompose_type_conversion(TupleType, tuples.flattened)
    context = tuples.context()
    module = bufferize.parse(SUMMARY, context)
    convert(module, context, converter)
    shows(
        bufferize.print_module(module),
        """
        func.func @callee(%arg0: memref<5xf32>, %arg1: i1, %arg2: memref<5xf32>) -> i1 {
          memref.copy %arg0, %arg2 : memref<5xf32> to memref<5xf32>
          return %arg1 : i1
        }
        func.func @caller(%arg0: memref<5xf32>, %arg1: i1, %arg2: memref<5xf32>) -> i1 {
          %alloc = memref.alloc() : memref<5xf32>
          %0 = call @callee(%arg0, %arg1, %alloc) : (memref<5xf32>, i1, memref<5xf32>) -> i1
          memref.copy %alloc, %arg2 : memref<5xf32> to memref<5xf32>
          return %0 : i1
        }
        """,
    )
    module = bufferize.parse(
        SUMMARY.replace("return %x", '"x.sees"(%x) : (tuple<tensor<5xf32>, i1>) -> ()\nreturn %x'),
        context,
    )
    before = everything(module)
    with pytest.raises(DiagnosticError, match=r"from \('memref<5xf32>', 'i1'\) to \('tuple<tensor"):
        convert(module, context, converter)
    assert everything(module) == before


def test_decompositions_that_do_not_fit_are_named() -> None:
    converter = BufferizeTypeConverter()
    converter.add_decompose_type_conversion(TupleType, lambda type: [*type.types, type])
    with pytest.raises(DiagnosticError, match="<lambda>' takes tuple<i1> apart into itself"):
        converter.convert_type(TupleType((I1,)))
    converter = BufferizeTypeConverter()
    converter.add_decompose_type_conversion(TupleType, lambda type: ["i1"])  # type: ignore[list-item]
    with pytest.raises(DiagnosticError, match=r"<lambda>' gives \['i1'\], not types"):
        converter.convert_type(TupleType((I1,)))
    converter = tuples.converter(APPEND)
    converter.add_decompose_value_conversion(TupleType, lambda *_: [3])
    context = tuples.context()
    with pytest.raises(
        DiagnosticError, match=r"gives \[3\] in place of the parts of a value of type"
    ):
        convert(bufferize.parse(SUMMARY, context), context, converter)


def test_a_converted_program_is_not_changed_again() -> None:
    once = converted(SUMMARY + CALLS.replace("@call", "@plain_call"), APPEND)
    assert converted(once, APPEND) == once


def test_what_connects_buffers_goes_away() -> None:
    """A last conversion drops `to_tensor` and `to_buffer`."""
    text = """
    func.func @f(%x: memref<5xf32>, %y: memref<?xf32, strided<[?], offset: ?>>) -> (memref<5xf32>, memref<?xf32>) {
      %0 = bufferization.to_tensor %x : memref<5xf32> to tensor<5xf32>
      %1 = bufferization.to_buffer %0 : tensor<5xf32> to memref<5xf32>
      %2 = bufferization.to_tensor %y : memref<?xf32, strided<[?], offset: ?>> to tensor<?xf32>
      %3 = bufferization.to_buffer %2 : tensor<?xf32> to memref<?xf32>
      return %1, %3 : memref<5xf32>, memref<?xf32>
    }
    """
    context = tuples.context()
    module = bufferize.parse(text, context)
    converter = BufferizeTypeConverter()
    patterns = RewritePatternSet()
    populate_eliminate_bufferize_materializations_patterns(converter, patterns)
    target = ConversionTarget()
    target.add_illegal_dialect("bufferization")
    apply_partial_conversion(module, target, patterns, context)
    shows(
        bufferize.print_module(module),
        """
        func.func @f(%arg0: memref<5xf32>, %arg1: memref<?xf32, strided<[?], offset: ?>>) -> (memref<5xf32>, memref<?xf32>) {
          %c0 = arith.constant 0 : index
          %dim = memref.dim %arg1, %c0 : memref<?xf32, strided<[?], offset: ?>>
          %alloc = memref.alloc(%dim) : memref<?xf32>
          memref.copy %arg1, %alloc : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
          return %arg0, %alloc : memref<5xf32>, memref<?xf32>
        }
        """,
    )


def test_to_tensor_and_to_buffer_may_stay() -> None:
    target = ConversionTarget()
    populate_bufferize_materialization_legality(target)
    assert target.is_legal(bufferize.parse(MIXED, tuples.context()).regions[0].entry.first_op)  # type: ignore[arg-type]


MIXED = '%0 = bufferization.to_tensor %1 : memref<5xf32> to tensor<5xf32>\n%1 = "x.y"() : () -> memref<5xf32>'


def test_tuples_become_any_number_of_parts() -> None:
    """None, one, or several; also where the call's results are returned, or not used."""
    types = "tuple<>, i1, tuple<tuple<i2>>, tuple<i4, i5>, i6"
    text = f"""
    func.func private @callee({types}) -> ({types})
    func.func @caller(%a: tuple<>, %b: i1, %c: tuple<tuple<i2>>, %d: tuple<i4, i5>, %e: i6) -> ({types}) {{
      %0:5 = call @callee(%a, %b, %c, %d, %e) : ({types}) -> ({types})
      %1:5 = call @callee(%0#0, %b, %c, %d, %e) : ({types}) -> ({types})
      return %0#0, %0#1, %0#2, %0#3, %0#4 : {types}
    }}
    """
    parts = "(i1, i2, i4, i5, i6)"
    found = converted(text, APPEND)
    assert f"@callee{parts} -> {parts}" in found
    assert f"@caller(%arg0: i1, %arg1: i2, %arg2: i4, %arg3: i5, %arg4: i6) -> {parts}" in found
    assert f"%3:5 = call @callee(%arg0, %arg1, %1, %2, %arg4) : {parts} -> {parts}" in found
    assert "return %3#0, %3#1, %9, %10, %3#4 : i1, i2, i4, i5, i6" in found


def test_results_of_what_stays_are_taken_apart() -> None:
    text = """
    func.func @f() -> tuple<i1, tuple<i2, tensor<5xf32>>> {
      %0 = "x.source"() : () -> tuple<i1, tuple<i2, tensor<5xf32>>>
      return %0 : tuple<i1, tuple<i2, tensor<5xf32>>>
    }
    """
    shows(
        converted(text, KEEP),
        """
        func.func @f() -> (i1, i2, memref<5xf32>) {
          %0 = "x.source"() : () -> tuple<i1, tuple<i2, tensor<5xf32>>>
          %1 = tuples.get %0[0] : (tuple<i1, tuple<i2, tensor<5xf32>>>) -> i1
          %2 = tuples.get %0[1] : (tuple<i1, tuple<i2, tensor<5xf32>>>) -> tuple<i2, tensor<5xf32>>
          %3 = tuples.get %2[0] : (tuple<i2, tensor<5xf32>>) -> i2
          %4 = tuples.get %2[1] : (tuple<i2, tensor<5xf32>>) -> tensor<5xf32>
          %5 = bufferization.to_buffer %4 : tensor<5xf32> to memref<5xf32>
          return %1, %3, %5 : i1, i2, memref<5xf32>
        }
        """,
    )
