"""The models of scf.forall and of its terminator."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    constant_int,
    get_buffer,
    get_buffer_type,
    replace_op_with_bufferized_values,
    take_regions,
    to_tensor,
)
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BufferizableOpInterface,
    BufferRelation,
    mix,
)
from bufferize.ir import (
    BlockArgument,
    DenseArrayAttr,
    InsertionPoint,
    Operation,
    OpOperand,
    OpResult,
    Rewriter,
    Type,
    Value,
    dense_i32,
)
from bufferize_scf.loops import only_aliasing_operand


def _segments(op: Operation) -> tuple[int, ...]:
    """How many dynamic lower bounds, upper bounds, steps, and shared outputs there are."""
    sizes = op.properties["operandSegmentSizes"]
    assert isinstance(sizes, DenseArrayAttr)
    return sizes.values


def _outputs(op: Operation) -> list[OpOperand]:
    return op.op_operands[sum(_segments(op)[:3]) :]


def _rank(op: Operation) -> int:
    static = op.properties["staticLowerBound"]
    assert isinstance(static, DenseArrayAttr)
    return len(static.values)


def _constants(op: Operation, name: str, group: int) -> list[int | None]:
    """The bounds or steps in attribute `name` and operand group `group`, None where unknown."""
    static = op.properties[name]
    assert isinstance(static, DenseArrayAttr)
    segments = _segments(op)
    start = sum(segments[:group])
    values = op.operands[start : start + segments[group]]
    return [constant_int(value) for value in mix(static.values, values)]


class ForallModel(BufferizableOpInterface):
    """scf.forall works on the buffers of its shared outputs and has no results."""

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        result = op.results[operand.index - sum(_segments(op)[:3])]
        return [AliasingValue(result, BufferRelation.EQUIVALENT)]

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        if not isinstance(value, OpResult):
            return []
        return only_aliasing_operand(_outputs(op)[value.index], state)

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return True

    def is_repetitive_region(self, op: Operation, index: int) -> bool:
        bounds = zip(
            _constants(op, "staticLowerBound", 0),
            _constants(op, "staticUpperBound", 1),
            _constants(op, "staticStep", 2),
            strict=True,
        )
        return any(
            lower is None or upper is None or step is None or lower + step < upper
            for lower, upper, step in bounds
        )

    def is_parallel_region(self, op: Operation, index: int) -> bool:
        return self.is_repetitive_region(op, index)

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        assert isinstance(value, BlockArgument | OpResult)
        index = value.index if isinstance(value, OpResult) else value.index - _rank(op)
        return get_buffer_type(_outputs(op)[index].value, options, state, invocation_stack)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        outputs, rank = _outputs(op), _rank(op)
        buffers = [get_buffer(rewriter, output.value, options, state) for output in outputs]
        body = op.regions[0].blocks[0]
        with rewriter.at(InsertionPoint.at_start(body)):
            for argument, buffer in zip(body.arguments[rank:], buffers, strict=True):
                tensor = to_tensor(rewriter, buffer, argument.type, op.location)
                rewriter.replace_all_uses_with(argument, tensor)
        while len(body.arguments) > rank:
            body.erase_argument(len(body.arguments) - 1)
        new = type(op).create(
            op.operands[: len(op.op_operands) - len(outputs)],
            (),
            properties={
                **op.properties,
                "operandSegmentSizes": dense_i32([*_segments(op)[:3], 0]),
            },
            attributes=op.attributes,
            regions=take_regions(op),
            location=op.location,
        )
        rewriter.insert(new)
        replace_op_with_bufferized_values(rewriter, op, buffers)


class InParallelModel(BufferizableOpInterface):
    """scf.forall.in_parallel has no tensors itself; what it holds is bufferized one by one."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        return
