"""How the ops of `blas` are bufferized."""

from __future__ import annotations

from blas_dialect.dialect import AsumOp, AxpyOp
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    get_buffer,
    replace_op_with_bufferized_values,
    replace_op_with_new_bufferized_op,
)
from bufferize.interfaces import DestinationStyle, ElementwiseAccess, ReadOnlyOperands
from bufferize.ir import Operation, Rewriter


class AxpyModel(ElementwiseAccess, DestinationStyle):
    """Reads all, writes `y`; each element is read before it is written."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        assert isinstance(op, AxpyOp)
        x, y = (get_buffer(rewriter, value, options, state) for value in (op.x, op.y))
        rewriter.insert(AxpyOp.build(alpha=op.alpha, x=x, y=y, result_types=[]))
        replace_op_with_bufferized_values(rewriter, op, [y])


class AsumModel(ReadOnlyOperands):
    """Reads its operand."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        assert isinstance(op, AsumOp)
        x = get_buffer(rewriter, op.x, options, state)
        replace_op_with_new_bufferized_op(rewriter, op, AsumOp, [x], op.result_types)


MODELS = {"blas.axpy": AxpyModel(), "blas.asum": AsumModel()}
