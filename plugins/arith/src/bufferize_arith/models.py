"""The bufferization models of the arith dialect."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.element_types import with_element_type
from bufferize.dialects.memref import GetGlobalOp
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    cast_buffer,
    common_buffer_type,
    get_buffer,
    get_buffer_type,
    get_global_for,
    replace_op_with_new_bufferized_op,
)
from bufferize.interfaces import (
    AliasingValue,
    BufferizableOpInterface,
    BufferRelation,
    NoMemoryAccess,
    ViewOf,
)
from bufferize.ir import (
    I1,
    Operation,
    OpOperand,
    RankedTensorType,
    Rewriter,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    Type,
    TypeAttr,
    Value,
)


class ConstantModel(BufferizableOpInterface):
    """arith.constant becomes memref.get_global of a constant that all equal ones share."""

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return False

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        type = op.results[0].type
        assert isinstance(type, RankedTensorType)
        space = options.memory_space_for(type, op.location.position())
        constant = get_global_for(
            op, op.properties["value"], type, options.buffer_alignment, space, state
        )
        name, memref_type = constant.properties["sym_name"], constant.properties["type"]
        assert isinstance(name, StringAttr)
        assert isinstance(memref_type, TypeAttr)
        replace_op_with_new_bufferized_op(
            rewriter,
            op,
            GetGlobalOp,
            (),
            (memref_type.type,),
            properties={"name": SymbolRefAttr(name.value)},
        )


class IndexCastModel(ViewOf):
    """arith.index_cast of tensors becomes one of buffers."""

    relation = BufferRelation.EQUIVALENT

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        buffer = get_buffer(rewriter, op.operand(0), options, state)
        result = op.results[0].type
        assert isinstance(result, TensorType)
        buffer_type = with_element_type(buffer.type, result.element_type)
        replace_op_with_new_bufferized_op(rewriter, op, type(op), (buffer,), (buffer_type,))


class SelectModel(NoMemoryAccess):
    """arith.select of tensors becomes one of buffers."""

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [AliasingValue(op.results[0], BufferRelation.EQUIVALENT, False)]

    def get_buffer_type(
        self,
        op: Operation,
        value: Value,
        options: OneShotOptions,
        state: BufferizationState,
        invocation_stack: list[Value],
    ) -> Type:
        a, b = (get_buffer_type(v, options, state, invocation_stack) for v in op.operands[1:])
        problem = "inconsistent memory space on true/false operands"
        return common_buffer_type(value.type, a, b, problem, op, state)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        condition, if_true, if_false = op.operands
        if condition.type != I1:
            raise DiagnosticError(
                error(
                    "'arith.select' op only i1 condition values are supported",
                    op.location.position(),
                ).note("lower an elementwise condition to a linalg.generic first")
            )
        a = get_buffer(rewriter, if_true, options, state)
        b = get_buffer(rewriter, if_false, options, state)
        if a.type != b.type:
            result = op.results[0]
            common = get_buffer_type(result, options, state)
            a = cast_buffer(rewriter, a, common, result.type, op.location, state)
            b = cast_buffer(rewriter, b, common, result.type, op.location, state)
        replace_op_with_new_bufferized_op(rewriter, op, type(op), (condition, a, b), (a.type,))


MODELS: dict[str, BufferizableOpInterface] = {
    "arith.constant": ConstantModel(),
    "arith.index_cast": IndexCastModel(),
    "arith.select": SelectModel(),
}
