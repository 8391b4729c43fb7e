"""The models of scf.forall and of its terminator."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    create,
    get_buffer,
    get_buffer_type,
    replace_op_with_bufferized_values,
    take_regions,
    to_tensor,
)
from bufferize.interfaces import DestinationStyle, NeedsNoRewriting
from bufferize.ir import (
    BlockArgument,
    InsertionPoint,
    Operation,
    OpResult,
    Rewriter,
    Type,
    Value,
    dense_i32,
)
from bufferize_scf.ops_forall import ForallOp


class ForallModel(DestinationStyle):
    """scf.forall works on the buffers of its shared outputs and has no results."""

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        # Either the output was copied, or it is used in place and so writable itself.
        return True

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        assert isinstance(op, ForallOp)
        assert isinstance(value, BlockArgument | OpResult)
        index = value.index if isinstance(value, OpResult) else value.index - op.rank
        output = op.output_operands[index].value
        return get_buffer_type(output, options, state, invocation_stack)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        assert isinstance(op, ForallOp)
        buffers = [get_buffer(rewriter, output, options, state) for output in op.outputs]
        body = op.region.blocks[0]
        with rewriter.at(InsertionPoint.at_start(body)):
            for argument, buffer in zip(op.region_out_args, buffers, strict=True):
                tensor = to_tensor(rewriter, buffer, argument.type, op.location)
                rewriter.replace_all_uses_with(argument, tensor)
        while len(body.arguments) > op.rank:
            body.erase_argument(len(body.arguments) - 1)
        bounds = (op.dynamic_lower_bound, op.dynamic_upper_bound, op.dynamic_step)
        create(
            rewriter,
            ForallOp,
            [value for group in bounds for value in group],
            properties={**op.properties, "operandSegmentSizes": dense_i32([*map(len, bounds), 0])},
            attributes=op.attributes,
            regions=take_regions(op),
            location=op.location,
        )
        replace_op_with_bufferized_values(rewriter, op, buffers)


class InParallelModel(NeedsNoRewriting):
    """scf.forall.in_parallel has no tensors itself; what it holds is bufferized one by one."""
