"""The models of the toy dialect. None of them rewrites anything."""

from __future__ import annotations

from typing import Any

from bufferize.analysis import AnalysisState
from bufferize.driver import BufferizableOpInterface, Model
from bufferize.interfaces import AliasingOpOperand, AliasingValue, BufferRelation, OpT
from bufferize.ir import BlockArgument, Operation, OpOperand, OpResult, Value
from bufferize.models import (
    AllocatesResult,
    Calls,
    DestinationStyle,
    LoopWithIterArgs,
    NoMemoryAccess,
    ReadOnlyOperands,
    UnstructuredControlFlow,
    ViewOf,
)

from .toy import FORCED, GraphOp, IfOp, ScopeOp


class FuncModel(UnstructuredControlFlow[Any]):
    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        if not isinstance(value, BlockArgument) or not value.owner.is_entry:
            return True
        return op.attributes.get(f"non_writable{value.index}") is None

    def has_tensor_semantics(self, op: Operation) -> bool:
        return True


class ForcedIfMarked(BufferizableOpInterface[OpT]):
    """Mix-in: operands must be used in place if the operation is marked."""

    def must_bufferize_in_place(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return FORCED in op.attributes


class CallModel(ForcedIfMarked[Any], Calls[Any]):
    pass


class NewModel(AllocatesResult[Any]):
    def result_bufferizes_to_memory_write(
        self, op: Operation, result: OpResult, state: AnalysisState
    ) -> bool:
        return False


class ConstModel(AllocatesResult[Any]):
    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return False


class FillModel(DestinationStyle[Any]):
    reads_inits = False


class ZipModel(DestinationStyle[Any]):
    is_elementwise = True

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 0


class ViewModel(ForcedIfMarked[Any], ViewOf[Any]):
    pass


class CastModel(ForcedIfMarked[Any], ViewOf[Any]):
    relation = BufferRelation.EQUIVALENT


class SplitModel(BufferizableOpInterface[Any]):
    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [AliasingValue(result, BufferRelation.UNKNOWN) for result in op.results]


class TrustModel(DestinationStyle[Any]):
    def is_not_conflicting(
        self, op: Operation, read: OpOperand, write: OpOperand, state: AnalysisState
    ) -> bool:
        return write.owner.name == "toy.fill" or read.owner.name == "toy.read"


class SharedPutModel(BufferizableOpInterface[Any]):
    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 0

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 1

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return []


class SelectModel(ForcedIfMarked[Any]):
    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [AliasingValue(op.results[0], BufferRelation.EQUIVALENT, False)]


class ForceModel(ReadOnlyOperands[Any]):
    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def must_bufferize_in_place(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True


class YieldModel(ReadOnlyOperands[Any]):
    def must_bufferize_in_place(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        parent = op.parent_op
        if not isinstance(parent, IfOp | ScopeOp | GraphOp):
            return []
        return [AliasingValue(parent.results[operand.index], BufferRelation.EQUIVALENT, False)]


class LoopModel(BufferizableOpInterface[Any]):
    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        yielded = op.regions[0].entry.terminator.operands[0]
        same = state.are_equivalent_buffer_values(op.regions[0].entry.arguments[-1], yielded)
        relation = BufferRelation.EQUIVALENT if same else BufferRelation.UNKNOWN
        return [AliasingValue(op.results[0], relation, same)]

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return True


class CarryModel(LoopWithIterArgs[Any]):
    def verify_analysis(self, op: Any, state: AnalysisState) -> None:
        """Accept what is yielded: it may be a new buffer."""


class WhileModel(BufferizableOpInterface[Any]):
    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        same = all(
            state.are_equivalent_buffer_values(
                region.entry.arguments[0], region.entry.terminator.operands[0]
            )
            for region in op.regions
        )
        relation = BufferRelation.EQUIVALENT if same else BufferRelation.UNKNOWN
        return [AliasingValue(op.results[0], relation, same)]

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        if not isinstance(value, BlockArgument):
            return super().get_aliasing_op_operands(op, value, state)
        # Each region gets what the other one yields.
        before, after = op.regions
        source = after if value.owner is before.entry else before
        yielded = source.entry.terminator.op_operands[0]
        return [AliasingOpOperand(yielded, BufferRelation.EQUIVALENT, False)]

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return True


class TurnsModel(BufferizableOpInterface[Any]):
    """Model of a loop that passes on no buffer to which the region that it enters may write.

    Only what the second region gets from the first one may be the buffer of that very argument.
    """

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        before, after = _arguments(op, operand.index)
        return state.is_forwarded_written(before) or (
            _goes_on(before, state) and state.is_forwarded_written(after)
        )

    def result_bufferizes_to_memory_write(
        self, op: Operation, result: OpResult, state: AnalysisState
    ) -> bool:
        return True

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        before, after = _arguments(op, operand.index)
        ends = [region.entry.terminator.operand(operand.index) for region in op.regions]
        same = all(map(state.are_equivalent_buffer_values, (before, after), ends))
        is_written = state.bufferizes_to_memory_write(operand)
        aliases = [] if is_written else [AliasingValue(before, BufferRelation.UNKNOWN, False)]
        if is_written or _goes_on(before, state):
            relation = BufferRelation.EQUIVALENT if same else BufferRelation.UNKNOWN
            aliases.append(AliasingValue(op.results[operand.index], relation, same))
        return aliases

    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        assert isinstance(value, BlockArgument | OpResult)
        init, (before, after) = op.op_operands[value.index], _arguments(op, value.index)
        aliases = [a for a in state.get_aliasing_values(init) if a.value is value]
        found = [AliasingOpOperand(init, a.relation, a.is_definite) for a in aliases]
        if state.bufferizes_to_memory_write(init):
            return found
        end = op.regions[value is before].entry.terminator.op_operands[value.index]
        if value is before or not state.is_forwarded_written(after):
            found.append(AliasingOpOperand(end, BufferRelation.EQUIVALENT, False))
        return found

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return True


def _arguments(op: Operation, index: int) -> tuple[BlockArgument, BlockArgument]:
    before, after = (region.entry.arguments[index] for region in op.regions)
    return before, after


def _goes_on(argument: BlockArgument, state: AnalysisState) -> bool:
    assert argument.parent_op is not None
    end = argument.owner.terminator.operand(argument.index)
    return any(value is end for value in state.forwarded_values(argument))


class ScopeModel(UnstructuredControlFlow[Any]):
    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        if isinstance(value, BlockArgument):
            return super().get_aliasing_op_operands(op, value, state)
        assert isinstance(value, OpResult)
        yields = [
            block.terminator
            for block in op.regions[0].blocks
            if block.terminator.name == "toy.yield"
        ]
        return [
            AliasingOpOperand(
                terminator.op_operands[value.index], BufferRelation.EQUIVALENT, len(yields) == 1
            )
            for terminator in yields
        ]

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return True


class GraphModel(ScopeModel):
    def result_bufferizes_to_memory_write(
        self, op: Operation, result: OpResult, state: AnalysisState
    ) -> bool:
        return False


class IfModel(BufferizableOpInterface[Any]):
    def get_aliasing_op_operands(
        self, op: Operation, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        assert isinstance(value, OpResult)
        return [
            AliasingOpOperand(
                region.entry.terminator.op_operands[value.index],
                BufferRelation.EQUIVALENT,
                False,
            )
            for region in op.regions
        ]


class ParallelModel(BufferizableOpInterface[Any]):
    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [AliasingValue(op.results[0], BufferRelation.EQUIVALENT)]

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return True

    def is_parallel_region(self, op: Operation, index: int) -> bool:
        return True


class BranchModel(BufferizableOpInterface[Any]):
    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [
            AliasingValue(block.arguments[operand.index], BufferRelation.EQUIVALENT, False)
            for block in dict.fromkeys(op.successors)
        ]


MODELS: dict[str, Model] = {
    "toy.func": FuncModel(),
    "toy.return": ReadOnlyOperands(),
    "toy.call": CallModel(),
    "toy.new": NewModel(),
    "toy.const": ConstModel(),
    "toy.read": ReadOnlyOperands(),
    "toy.update": DestinationStyle(),
    "toy.fill": FillModel(),
    "toy.zip": ZipModel(),
    "toy.cast": CastModel(),
    "toy.reshape": CastModel(),
    "toy.select": SelectModel(),
    "toy.pair": DestinationStyle(),
    "toy.split": SplitModel(),
    "toy.trust": TrustModel(),
    "toy.view": ViewModel(),
    "toy.put": DestinationStyle(),
    "toy.window": ViewOf(),
    "toy.put_window": DestinationStyle(),
    "toy.index": NoMemoryAccess(),
    "toy.plus": NoMemoryAccess(),
    "toy.replace": DestinationStyle(),
    "toy.shared_put": SharedPutModel(),
    "toy.force": ForceModel(),
    "toy.yield": YieldModel(),
    "toy.loop": LoopModel(),
    "toy.count": LoopModel(),
    "toy.carry": CarryModel(),
    "toy.if": IfModel(),
    "toy.while": WhileModel(),
    "toy.turns": TurnsModel(),
    "toy.scope": ScopeModel(),
    "toy.graph": GraphModel(),
    "toy.parallel": ParallelModel(),
    "toy.task": NoMemoryAccess(),
    "toy.wait": NoMemoryAccess(),
    "toy.group": NoMemoryAccess(),
    "toy.br": BranchModel(),
}


class ToyContext:
    """Where the analysis finds the models."""

    def model(self, op_name: str, /) -> Model | None:
        return MODELS.get(op_name)
