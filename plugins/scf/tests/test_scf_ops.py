"""The scf dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize.testing import DialectTests, function_ops
from bufferize_scf.dialect import DIALECT


class TestScf(DialectTests):
    dialect = DIALECT


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
