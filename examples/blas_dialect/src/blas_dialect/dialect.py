"""The ops of the dialect `blas`."""

from __future__ import annotations

from bufferize import define as d
from bufferize.interfaces import DestinationStyleOpInterface
from bufferize.ir import OpOperand

DIALECT = d.Dialect("blas")

VECTOR = d.one_of(d.tensor_of(d.F32, ranks=(1,)), d.memref_of(d.F32, ranks=(1,)))


@DIALECT.op("axpy")
class AxpyOp(d.Operation, DestinationStyleOpInterface):
    """`y + alpha * x`, elementwise, written to `y`."""

    alpha: d.Operand = d.operand(d.F32)
    x: d.Operand = d.operand(VECTOR)
    y: d.Operand = d.operand(VECTOR)
    out: d.OptionalResult = d.optional_result(VECTOR)
    traits = (d.AllShapesMatch("x", "y"),)
    assembly_format = (
        "$alpha `,` $x `into` $y attr-dict `:` type($x) `into` type($y) (`->` type($out)^)?"
    )

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[2]]


@DIALECT.op("asum")
class AsumOp(d.Operation):
    """The sum of the absolute values of `x`."""

    x: d.Operand = d.operand(VECTOR)
    sum: d.Result = d.result(d.FLOAT)
    assembly_format = "$x attr-dict `:` type($x) `->` type($sum)"
