"""The extents of an operation's results in terms of its operands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bufferize.interfaces import ReifyRankedShapedTypeOpInterface
from bufferize.ir import Builder, Operation, Value

if TYPE_CHECKING:
    from bufferize.driver.state import BufferizationState


class ReifiesResultShapes:
    """Mix-in for a model that can state the extents of its operation's results."""

    def reify_result_shapes(
        self, op: Operation, builder: Builder, state: BufferizationState
    ) -> list[list[int | Value]] | None:
        """For each result its extents, building what is needed at `builder`.

        A static extent is an int. None: this operation cannot tell.
        """
        raise NotImplementedError(f"{type(self).__name__}: reify_result_shapes is not implemented")


def reify_result_shapes(
    builder: Builder, op: Operation, state: BufferizationState
) -> list[list[int | Value]] | None:
    """The extents of the results of `op`: as its model or the operation itself states them."""
    model = state.context.model(op.name)
    if isinstance(model, ReifiesResultShapes):
        return model.reify_result_shapes(op, builder, state)
    if isinstance(op, ReifyRankedShapedTypeOpInterface):
        return op.reify_result_shapes(builder)
    return None
