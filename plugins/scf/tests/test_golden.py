"""The scf dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

import bufferize
from bufferize import ir
from bufferize_scf.ops import SCF
from bufferize_testing import DialectTests, function_ops


class TestScf(DialectTests):
    dialect = SCF


def test_parallel_compares_only_steps_with_induction_variables() -> None:
    """As mlir-opt: bounds that are too many pass in generic form."""
    ops = function_ops(
        '"scf.parallel"(%i, %i, %i, %i, %i) <{operandSegmentSizes = array<i32: 2, 2, 1, 0>}> ({\n'
        "^bb0(%iv: index):\n"
        '  "scf.reduce"() : () -> ()\n'
        "}) : (index, index, index, index, index) -> ()",
        "%i: index",
    )
    assert len(ops[0].operands) == 5


def test_an_else_that_is_dropped_is_in_no_region() -> None:
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    module = bufferize.parse(
        """
        func.func @f(%condition: i1, %x: i32) {
          %unused = scf.if %condition -> (i32) {
            "test.op"() : () -> ()
            scf.yield %x : i32
          } else {
            scf.yield %x : i32
          }
          return
        }
        """,
        context,
    )
    before = bufferize.print_module(module)
    with ir.undone(module):  # which only works if blocks say where they are
        bufferize.pipeline_from_text("builtin.module(canonicalize)", context).run(module, context)
        assert "else" not in bufferize.print_module(module)
    assert bufferize.print_module(module) == before
