from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bufferize import Context, define, ir, parse
from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import RegionBranchTerminatorOpInterface, constant_int
from bufferize.ir.dense import elements
from bufferize_shape.dialect import SHAPE, SIZE, VALUE_SHAPE
from bufferize_shape.ops_assuming import AssumingOp
from bufferize_shape.ops_reduce import ReduceOp
from bufferize_shape.ops_shape import (
    ConstShapeOp,
    DimOp,
    GetExtentOp,
    NumElementsOp,
    RankOp,
    ShapeOfOp,
)
from bufferize_shape.ops_size import AddOp, ConstSizeOp, DivOp, MaxOp, MeetOp, MinOp, MulOp
from bufferize_testing import first_error

EXTENTS = ir.RankedTensorType((ir.DYNAMIC,), ir.INDEX)
TWO = ir.RankedTensorType((2,), ir.INDEX)
MATRIX = ir.RankedTensorType((ir.DYNAMIC, 4), ir.F32)


@pytest.fixture(scope="module")
def context() -> Context:
    return Context()


def _fields(op_class: type[define.Operation], operands: Sequence[ir.Type]) -> dict[str, Any]:
    """Values of these types for the operand fields of an op."""
    names = [field.name for field in op_class.definition.operands.fields]
    return dict(zip(names, ir.Block(operands).arguments, strict=True))


@pytest.mark.parametrize(
    ("op_class", "operands", "expected"),
    [
        (AddOp, (ir.INDEX, ir.INDEX), ir.INDEX),
        (AddOp, (ir.INDEX, SIZE), SIZE),
        (MulOp, (SIZE, ir.INDEX), SIZE),
        (DivOp, (SIZE, SIZE), SIZE),
        (MaxOp, (SHAPE, SHAPE), SHAPE),
        (MaxOp, (SHAPE, SIZE), SIZE),
        (MinOp, (SIZE, SIZE), SIZE),
        (RankOp, (SHAPE,), SIZE),
        (RankOp, (EXTENTS,), ir.INDEX),
        (NumElementsOp, (SHAPE,), SIZE),
        (GetExtentOp, (EXTENTS, ir.INDEX), ir.INDEX),
        (GetExtentOp, (EXTENTS, SIZE), SIZE),
        (DimOp, (MATRIX, ir.INDEX), ir.INDEX),
        (DimOp, (MATRIX, SIZE), SIZE),
        (ShapeOfOp, (VALUE_SHAPE,), SHAPE),
        (ShapeOfOp, (MATRIX,), TWO),
        (ShapeOfOp, (ir.MemRefType((4, 4), ir.F32),), TWO),
        (ShapeOfOp, (ir.UnrankedTensorType(ir.F32),), EXTENTS),
        (MeetOp, (ir.INDEX, ir.INDEX), ir.INDEX),
        (MeetOp, (ir.INDEX, SIZE), SIZE),
        (MeetOp, (SHAPE, TWO), SHAPE),
        (MeetOp, (TWO, TWO), TWO),
        (MeetOp, (TWO, EXTENTS), EXTENTS),
        (MeetOp, (EXTENTS, TWO), EXTENTS),
    ],
)
def test_result_types_are_inferred(
    op_class: type[define.Operation], operands: Sequence[ir.Type], expected: ir.Type
) -> None:
    op = op_class.build(**_fields(op_class, operands))
    assert op.result_types == (expected,)
    assert op.verify_invariants() == []


@pytest.mark.parametrize(
    ("op_class", "operands", "message"),
    [
        (ShapeOfOp, (ir.INDEX,), "'index' has no shape"),
        (MeetOp, (ir.INDEX, TWO), "requires all sizes or shapes"),
        (MeetOp, (ir.F32, ir.F32), "requires all sizes or shapes"),
        (MeetOp, (ir.RankedTensorType((3,), ir.INDEX), TWO), "unequal shape cardinality"),
    ],
)
def test_result_types_that_there_are_not(
    op_class: type[define.Operation], operands: Sequence[ir.Type], message: str
) -> None:
    with pytest.raises(DiagnosticError, match=message):
        op_class.build(**_fields(op_class, operands))


def test_constants(context: Context) -> None:
    module = parse(
        """
        func.func @f() {
          %size = shape.const_size -3
          %shape = shape.const_shape [2 : i8, true, 9223372036854775808] : !shape.shape
          %square = "shape.const_shape"() {shape = dense<4> : vector<2x2xindex>} : () -> !shape.shape
          return
        }
        """,
        context,
    )
    assert ir.verify(module) == []
    (size,) = (op for op in module.walk() if isinstance(op, ConstSizeOp))
    assert constant_int(size.result) == -3
    assert size.result_names() == ["c-3"]
    shape, square = (op for op in module.walk() if isinstance(op, ConstShapeOp))
    assert elements(shape.shape) == [2, -1, -(2**63)]
    assert elements(square.shape) == [4] * 4
    built = ConstShapeOp.build(shape=square.shape)
    assert built.result_types == (ir.RankedTensorType((4,), ir.INDEX),)


def test_a_constant_shape_has_extents() -> None:
    wrong = ir.DenseElementsAttr(ir.RankedTensorType((1,), ir.F32), bytes(4), True)
    with pytest.raises(DiagnosticError, match="missing shape attribute"):
        ConstShapeOp.build(shape=wrong)


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ('shape.const_shape "four" : !shape.shape', 19, "expected an array of extents"),
        ("shape.const_shape [1, 2.0] : !shape.shape", 19, "expected extents that are integers"),
        ("shape.reduce() : !shape.shape { }", 13, "expected the shape to reduce"),
    ],
)
def test_syntax_errors(line: str, column: int, message: str, context: Context) -> None:
    # mlir-opt says nothing of the first two, and crashes at the last.
    with pytest.raises(DiagnosticError) as caught:
        parse(f"func.func @f() {{\n{line}\nreturn\n}}", context)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == message
    assert diagnostic.position is not None
    assert (diagnostic.position.line, diagnostic.position.column) == (2, column)


def test_control_flow_of_assuming(context: Context) -> None:
    module = parse(
        """
        func.func @f(%w: !shape.witness, %i: index) {
          %0 = shape.assuming %w -> (index) { shape.assuming_yield %i : index }
          return
        }
        """,
        context,
    )
    (assuming,) = (op for op in module.walk() if isinstance(op, AssumingOp))
    (enter,) = assuming.successor_regions(None)
    assert enter.region is assuming.do_region
    terminator = assuming.do_region.blocks[0].terminator
    assert isinstance(terminator, RegionBranchTerminatorOpInterface)
    (leave,) = terminator.terminator_successor_regions()
    assert leave.is_parent
    assert leave.inputs == assuming.results
    assert not assuming.has_loop()


def test_the_fields_of_reduce(context: Context) -> None:
    module = parse(
        """
        func.func @f(%s: !shape.shape, %n: !shape.size) {
          %0 = shape.reduce(%s, %n) : !shape.shape -> !shape.size {
          ^bb0(%i: index, %extent: !shape.size, %product: !shape.size):
            shape.yield %product : !shape.size
          }
          return
        }
        """,
        context,
    )
    (reduce,) = (op for op in module.walk() if isinstance(op, ReduceOp))
    assert reduce.shape.type is SHAPE
    assert [value.type for value in reduce.init_values] == [SIZE]
    assert reduce.outputs == reduce.results


@pytest.mark.parametrize(("extents", "count"), [("3", 3), ("?", None)])
def test_reduce_is_a_loop(extents: str, count: int | None, context: Context) -> None:
    text = f"""
        func.func @f(%s: tensor<{extents}xindex>, %i: index) -> index {{
          %0 = shape.reduce(%s, %i) : tensor<{extents}xindex> -> index {{
          ^bb0(%number: index, %extent: index, %sum: index):
            shape.yield %sum : index
          }}
          return %0 : index
        }}
        """
    (loop,) = (op for op in parse(text, context).walk() if isinstance(op, ReduceOp))
    number, _, so_far = loop.region.entry.arguments
    assert loop.static_trip_count == count
    assert loop.loop_induction_variables == [number]
    assert loop.tied_region_iter_arg(loop.init_operands[0]) is so_far
    assert loop.tied_init(loop.results[0]) is loop.op_operands[1]
    assert loop.tied_yielded_operand(so_far) is loop.region.entry.terminator.op_operands[0]
    assert loop.is_repetitive_region(0)
    assert not loop.is_parallel
    for successor in loop.successor_regions(None):
        assert [v.type for v in successor.inputs] == [
            operand.value.type for operand in loop.entry_successor_operands(successor.region)
        ]


def test_initial_values_of_other_types_than_the_results(context: Context) -> None:
    """The reference prints what reads as something else."""
    text = """
        func.func @f(%s: tensor<?xindex>, %i: index, %x: f32) {
          %0 = "shape.reduce"(%s, %i) ({
          ^bb0(%number: index, %extent: index, %sum: index):
            shape.yield %x : f32
          }) : (tensor<?xindex>, index) -> f32
          return
        }
        """
    error = first_error(text, context)
    assert error is not None
    assert error.message == (
        "'shape.reduce' op expected results of the types of the initial values"
    )


LIBRARIES = """
  shape.function_library @a { func private @f() } mapping {x.op = @f, y.op = @f}
  shape.function_library @b { func private @f() } mapping {y.op = @f}
  func.func private @f()
"""


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("@a", None),
        ("[@a]", None),
        ("[]", None),
        ("@nested::@c", None),
        ("@c", "shape function library @c not found"),
        ("@f", "@f required to be shape function library"),
        ("[@a, @f]", "@f does not refer to FunctionLibraryOp"),
        ("[@c]", "@c does not refer to FunctionLibraryOp"),
        ("[@a, 3]", "only SymbolRefAttr allowed in shape.lib attribute array"),
        ("3", "only SymbolRefAttr or array of SymbolRefAttrs allowed as shape.lib attribute"),
        ("[@a, @b]", 'only one op to shape mapping allowed, found multiple for `"y.op"`'),
    ],
)
def test_libraries_of_a_module(value: str, message: str | None, context: Context) -> None:
    nested = "module @nested { shape.function_library @c { func private @f() } mapping {} }"
    text = f"module attributes {{shape.lib = {value}}} {{{LIBRARIES}{nested}}}"
    problems = ir.verify(parse(text, context), context.op_attribute_problem)
    assert [problem.message for problem in problems] == ([] if message is None else [message])


def test_libraries_are_for_symbol_tables(context: Context) -> None:
    module = parse("func.func private @f() attributes {shape.lib = @a, shape.tag}", context)
    (problem,) = ir.verify(module, context.op_attribute_problem)
    assert problem.message == "shape.lib attribute may only be on op implementing SymbolTable"


def test_libraries_that_are_in_error_themselves(context: Context) -> None:
    module = parse(
        """
        module attributes {shape.lib = [@a]} {
          "shape.function_library"() ({ shape.yield }) {sym_name = "a"} : () -> ()
        }
        """,
        context,
    )
    (problem,) = ir.verify(module, context.op_attribute_problem)
    assert problem.message == "'shape.function_library' op requires attribute 'mapping'"
