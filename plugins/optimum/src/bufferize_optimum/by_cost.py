"""The order `dearest-first`: operands whose copies would cost most are decided first."""

from __future__ import annotations

from collections.abc import Iterable

from bufferize.analysis import AnalysisState, OneShotAnalysisState
from bufferize.interfaces import is_tensor_like
from bufferize.ir import Operation, OpOperand
from bufferize_optimum.costs import OperandCosts


def dearest_first(root: Operation, state: AnalysisState) -> Iterable[OpOperand]:
    """Return the operands below `root`, those that are dear to copy first, ties bottom-up.

    An operand that is decided early is more likely to be in place:

    ```mlir
    %0 = tensor.insert %v into %t[%i] : tensor<262144xf32>                  // copied: 1 MiB
    %1 = linalg.fill ins(%v : f32) outs(%t : tensor<262144xf32>)            // copied: nothing
           -> tensor<262144xf32>
    return %0, %1 : tensor<262144xf32>, tensor<262144xf32>
    ```

    Bottom-up decides the fill first, and then has to copy `%t` for the insertion.
    """
    if not isinstance(state, OneShotAnalysisState):
        return ()
    costs = OperandCosts(state)
    operands = [
        operand
        for op in reversed(list(root.walk_post()))
        for operand in op.op_operands
        if is_tensor_like(operand.value.type)
    ]

    def dearness(operand: OpOperand) -> tuple[tuple[int, int], tuple[int, int]]:
        copied, allocated, unknown = costs.of(operand)
        # Bytes that are not copied count less than any that are, however many they may be.
        return (unknown, copied) if copied else (0, 0), (unknown, allocated)

    return sorted(operands, key=dearness, reverse=True)
