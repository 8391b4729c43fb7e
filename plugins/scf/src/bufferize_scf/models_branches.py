"""Models of operations that run one of their regions once."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    UnstructuredControlFlowModel,
    bufferize_block_signature,
    common_buffer_type,
    get_buffer_type,
    replace_op_with_new_bufferized_op,
    take_regions,
)
from bufferize.interfaces import (
    AliasingOpOperand,
    BufferizableOpInterface,
    BufferRelation,
)
from bufferize.ir import (
    BlockArgument,
    Operation,
    OpResult,
    Rewriter,
    Type,
    Value,
)


class _BranchModel(BufferizableOpInterface):
    """A region is chosen and run; results are what it yields.

    There are no tensor operands: a result aliases what any of the regions yields, which may be any
    tensor in scope.
    """

    mismatch = "inconsistent memory space on then/else branches"
    """What is wrong where the regions yield buffers of different memory spaces."""

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        assert isinstance(value, OpResult)
        return [
            AliasingOpOperand(
                region.blocks[0].terminator.op_operands[value.index],
                BufferRelation.EQUIVALENT,
                False,
            )
            for region in op.regions
        ]

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        assert isinstance(value, OpResult)
        result: Type | None = None
        for region in op.regions:
            yielded = region.blocks[0].terminator.operand(value.index)
            type = get_buffer_type(yielded, options, state, invocation_stack)
            if result is not None:
                type = common_buffer_type(value.type, result, type, self.mismatch, op, state)
            result = type
        assert result is not None
        return result

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        types = [get_buffer_type(result, options, state) for result in op.results]
        replace_op_with_new_bufferized_op(
            rewriter,
            op,
            type(op),
            op.operands,
            types,
            properties=op.properties,
            regions=take_regions(op),
        )


class IfModel(_BranchModel):
    """scf.if yields buffers."""


class IndexSwitchModel(_BranchModel):
    """scf.index_switch yields buffers. The first region is the default."""

    mismatch = "inconsistent memory space on switch cases"


class ExecuteRegionModel(UnstructuredControlFlowModel):
    """scf.execute_region yields buffers; a single scf.yield is supported."""

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return True

    def verify_analysis(self, op: Operation, state: AnalysisState) -> None:
        _unique_yield(op)

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        if isinstance(value, BlockArgument):
            return super().get_aliasing_op_operands(op, value, state)
        assert isinstance(value, OpResult)
        yields = _yields(op)
        if len(yields) != 1:
            return []  # refused by verify_analysis
        return [AliasingOpOperand(yields[0].op_operands[value.index], BufferRelation.EQUIVALENT)]

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        new = replace_op_with_new_bufferized_op(
            rewriter,
            op,
            type(op),
            op.operands,
            _unique_yield(op).operand_types,
            properties=op.properties,
            regions=take_regions(op),
        )
        for block in new.regions[0].blocks:
            bufferize_block_signature(block, rewriter, options, state)


def _yields(op: Operation) -> list[Operation]:
    return [
        block.terminator
        for block in op.regions[0].blocks
        if block.last_op is not None and block.terminator.name == "scf.yield"
    ]


def _unique_yield(op: Operation) -> Operation:
    yields = _yields(op)
    if len(yields) != 1:
        raise DiagnosticError(
            error(
                "'scf.execute_region' op without a unique scf.yield is not supported",
                op.location.position(),
            )
        )
    return yields[0]
