"""Ready-made rewriting: what most models of `bufferize.interfaces.presets` leave to be said."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bufferize.driver.blocks import take_regions
from bufferize.driver.buffers import get_buffer, replace_op_with_bufferized_values
from bufferize.driver.building import create
from bufferize.interfaces import (
    BufferizableOpInterface,
    DestinationStyleOpInterface,
    is_tensor_like,
)
from bufferize.ir import Operation, OpResult, Rewriter, Value

if TYPE_CHECKING:
    from bufferize.driver.options import OneShotOptions
    from bufferize.driver.state import BufferizationState


class BecomesBufferOp(BufferizableOpInterface):
    """Mix-in: the operation becomes one of class `buffer_op`, by default its own, on buffers.

    That has the same operands, with buffers for tensors, the same properties and regions, and the
    results that are no tensors. A tensor result is the buffer of the init that it is tied to. List
    it before another preset: ``class InsertModel(BecomesBufferOp, DestinationStyle)``.
    """

    buffer_op: ClassVar[type[Operation] | None] = None
    keeps_attributes: ClassVar[bool] = False
    """Whether the new operation has the discardable attributes of the old one."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        new = create(
            rewriter,
            self.buffer_op or type(op),
            [get_buffer(rewriter, value, options, state) for value in op.operands],
            [type for type in op.result_types if not is_tensor_like(type)],
            properties=op.properties,
            attributes=op.attributes if self.keeps_attributes else None,
            regions=take_regions(op),
            location=op.location,
        )
        others = iter(new.results)

        def replacement(result: OpResult) -> Value:
            if not is_tensor_like(result.type):
                return next(others)
            if not isinstance(op, DestinationStyleOpInterface):
                raise NotImplementedError(
                    f"{type(self).__name__}: result #{result.index} of '{op.name}' is tied to no "
                    "init, so that the model must override bufferize"
                )
            return new.operand(op.tied_operand(result).index)

        replace_op_with_bufferized_values(rewriter, op, [replacement(r) for r in op.results])
