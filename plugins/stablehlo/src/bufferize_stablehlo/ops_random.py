"""Random numbers."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import NoMemoryEffect, Operation
from bufferize_stablehlo.base import STABLEHLO
from bufferize_stablehlo.constraints import (
    INT_OR_FLOAT_TENSOR,
    PRED_INT_OR_FLOAT_SCALAR,
    PRED_INT_OR_FLOAT_TENSOR,
    STATIC_DIMENSION_TENSOR,
    STATIC_INT_OR_FLOAT_TENSOR,
)
from bufferize_stablehlo.enums import (
    RNG_ALGORITHM,
    RNG_DISTRIBUTION,
    RngAlgorithmAttr,
    RngDistributionAttr,
)


@STABLEHLO.op("rng")
class RngOp(Operation):
    """Random numbers."""

    __slots__ = ()

    a: d.Operand = d.operand(PRED_INT_OR_FLOAT_SCALAR)
    b: d.Operand = d.operand(PRED_INT_OR_FLOAT_SCALAR)
    shape: d.Operand = d.operand(STATIC_DIMENSION_TENSOR)
    rng_distribution: d.Attr[RngDistributionAttr, str] = d.attr(RNG_DISTRIBUTION)
    result: d.Result = d.result(PRED_INT_OR_FLOAT_TENSOR)
    assembly_format = (
        "$a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("rng_bit_generator")
class RngBitGeneratorOp(Operation):
    """Random bits, and the state for the next ones."""

    __slots__ = ()

    rng_algorithm: d.Attr[RngAlgorithmAttr, str] = d.attr(RNG_ALGORITHM)
    initial_state: d.Operand = d.operand(INT_OR_FLOAT_TENSOR)
    output_state: d.Result = d.result(INT_OR_FLOAT_TENSOR)
    output: d.Result = d.result(STATIC_INT_OR_FLOAT_TENSOR)
    traits = (NoMemoryEffect(),)
    assembly_format = (
        "$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` "
        "functional-type(operands, results)"
    )
