"""The bufferization models of the arith dialect."""

from __future__ import annotations

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.elementwise import with_element_type
from bufferize.dialects.memref import GetGlobalOp
from bufferize.driver import (
    BufferizableOpInterface,
    BufferizationRewriter,
    BufferizationState,
    Model,
)
from bufferize.interfaces import AliasingValue, BufferRelation
from bufferize.models import NoMemoryAccess, ViewOf
from bufferize_arith.globals import get_global_for
from bufferize_arith.ops import ConstantOp, IndexCastOp, SelectOp


class ConstantModel(BufferizableOpInterface[ConstantOp]):
    """Model of arith.constant, which becomes a memref.get_global; equal ones share a global."""

    def is_writable(self, op: ConstantOp, value: ir.Value, state: AnalysisState) -> bool:
        return False

    def bufferize(self, op: ConstantOp, rewriter: BufferizationRewriter) -> None:
        type, options = op.result.type, rewriter.options
        assert isinstance(type, ir.RankedTensorType)
        space = options.memory_space_for(type, op.location.position())
        constant = get_global_for(
            op, op.value, type, options.buffer_alignment, space, rewriter.state
        )
        name = {"name": ir.SymbolRefAttr(constant.sym_name.value)}
        rewriter.replace_with_new(op, GetGlobalOp, (), (constant.type.type,), properties=name)


class IndexCastModel(ViewOf[IndexCastOp]):
    """Model of arith.index_cast, which becomes arith.index_cast of buffers."""

    relation = BufferRelation.EQUIVALENT

    def get_buffer_type(
        self, op: IndexCastOp, value: ir.Value, state: BufferizationState
    ) -> ir.Type:
        assert isinstance(value.type, ir.TensorType)
        return with_element_type(state.buffer_type(op.operand(0)), value.type.element_type)


class SelectModel(NoMemoryAccess[SelectOp]):
    """Model of arith.select, which becomes arith.select of buffers."""

    def get_aliasing_values(
        self, op: SelectOp, operand: ir.OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [AliasingValue(op.result, BufferRelation.EQUIVALENT, False)]

    def get_buffer_type(self, op: SelectOp, value: ir.Value, state: BufferizationState) -> ir.Type:
        types = [state.buffer_type(v) for v in (op.true_value, op.false_value)]
        problem = "inconsistent memory space on true/false operands"
        return state.common_buffer_type(op, value.type, types, problem)

    def bufferize(self, op: SelectOp, rewriter: BufferizationRewriter) -> None:
        if op.condition.type != ir.I1:
            problem = error("'arith.select' op only i1 condition values are supported", op)
            way = "lower it before with '--convert-elementwise-to-linalg'"
            if not isinstance(op.condition.type, ir.RankedTensorType):
                way = f"cast its tensors to ranked ones, with `tensor.cast`, and {way}"
            raise DiagnosticError(problem.note(way))
        buffers = [rewriter.buffer(value) for value in (op.true_value, op.false_value)]
        type = buffers[0].type
        if buffers[1].type != type:
            type = rewriter.buffer_type(op.result)
            buffers = [rewriter.cast(buffer, type, op.result.type) for buffer in buffers]
        new = rewriter.recreate(op, [op.condition, *buffers], [type])
        rewriter.replace(op, new.results)


MODELS: dict[str, Model] = {
    "arith.constant": ConstantModel(),
    "arith.index_cast": IndexCastModel(),
    "arith.select": SelectModel(),
}
