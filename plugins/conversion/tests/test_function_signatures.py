"""Functions, returns and calls: results that become arguments, and tuples that fall apart.

The programs are those of the description of the preparation phase, in today's syntax; `tuples.make`
and `tuples.get` are what it calls `test.make_tuple` and `test.get_tuple_element`.
"""

from __future__ import annotations

import pytest

import bufferize
from bufferize.define import Context
from bufferize.dialects.memref import AllocOp
from bufferize.ir import Operation, dense_i32
from bufferize_conversion import (
    BufferizeTypeConverter,
    ConversionPattern,
    ConversionPatternRewriter,
    ConversionTarget,
    OpAdaptor,
    ResultConversionKind,
    RewritePatternSet,
    apply_partial_conversion,
    bufferize_op_legality,
    populate_with_bufferize_op_conversion_patterns,
)
from plugins.conversion.tests import tuples

APPEND = ResultConversionKind.APPEND_TO_ARGUMENT_LIST
KEEP = ResultConversionKind.KEEP_AS_FUNCTION_RESULT


def convert(
    module: Operation, context: Context, converter: BufferizeTypeConverter, *more: object
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
