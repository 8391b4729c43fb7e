"""The bufferization models of the ml_program dialect."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from bufferize.analysis import AnalysisState, Decision, Reason
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects import memref
from bufferize.driver import (
    BufferizationState,
    OneShotOptions,
    allocate_tensor_for_shaped_value,
    create,
    get_buffer,
    identity_memref_type,
    replace_op_with_new_bufferized_op,
    replace_symbol,
)
from bufferize.interfaces import BufferizableOpInterface, ReadOnlyOperands
from bufferize.ir import (
    UNIT,
    Attribute,
    BaseMemRefType,
    InsertionPoint,
    Operation,
    Rewriter,
    SymbolRefAttr,
    TensorType,
    Type,
    TypeAttr,
    Value,
)
from bufferize_ml_program.ops_global import GlobalLoadOp, GlobalOp, GlobalStoreOp
from bufferize_ml_program.snapshots import GlobalStores, overwriting_op


def _buffer_type(type: Type) -> Type:
    assert isinstance(type, TensorType)
    return identity_memref_type(type)


def _global_name(op: Operation) -> SymbolRefAttr:
    ref = op.properties["global"]
    assert isinstance(ref, SymbolRefAttr)
    return SymbolRefAttr(ref.leaf)


class GlobalModel(BufferizableOpInterface):
    """ml_program.global becomes memref.global."""

    def has_tensor_semantics(self, op: Operation) -> bool:
        type = op.properties["type"]
        assert isinstance(type, TypeAttr)
        # Only a tensor can be bufferized; the other two are here to be refused, as MLIR does.
        return isinstance(type.type, TensorType | BaseMemRefType) or op.get_attr("value") is None

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        value, type = op.get_attr("value"), op.properties["type"]
        if value is None:
            raise DiagnosticError(error("global op must have a value", op.location.position()))
        assert isinstance(type, TypeAttr)
        if not isinstance(type.type, TensorType):
            message = f"global op must be of tensor type, but is of type '{type.type}'"
            raise DiagnosticError(error(message, op.location.position()))
        properties: dict[str, Attribute] = {
            "sym_name": op.properties["sym_name"],
            "type": TypeAttr(_buffer_type(type.type)),
            "initial_value": value,
        }
        visibility = op.get_attr("sym_visibility")
        if visibility is not None:
            properties["sym_visibility"] = visibility
        if "is_mutable" not in op.properties:
            properties["constant"] = UNIT
        new = create(rewriter, memref.GlobalOp, properties=properties, location=op.location)
        replace_symbol(op, new, state)
        rewriter.erase_op(op)


class GlobalLoadModel(BufferizableOpInterface):
    """ml_program.global_load becomes memref.get_global.

    What is read after a store to the global is read from a copy that is made before.
    """

    def __init__(self) -> None:
        self._stores: WeakKeyDictionary[AnalysisState, GlobalStores] = WeakKeyDictionary()

    def is_writable(self, op: Operation, value: Value, state: AnalysisState) -> bool:
        return False

    def resolve_conflicts(
        self,
        op: Operation,
        rewriter: Rewriter,
        state: AnalysisState,
        bufferization: BufferizationState,
    ) -> None:
        assert isinstance(op, GlobalLoadOp)
        source = bufferization.symbols.lookup(op, op.global_)
        if isinstance(source, GlobalOp) and source.is_mutable is None:
            return
        stores = self._stores.setdefault(state, GlobalStores())
        found = [(use, overwriting_op(op, use, state, stores)) for use in op.result.uses]
        late = [(use, store) for use, store in found if store is not None]
        if not late:
            return
        use, store = late[0]
        cause = None
        if isinstance(store, GlobalStoreOp):
            write = store.op_operands[0]
            cause = Decision(use, False, Reason.CONFLICT, op.result, write, use)
        rewriter.set_insertion_point(InsertionPoint.after(op))
        copy = allocate_tensor_for_shaped_value(
            rewriter,
            op.location,
            op.result,
            bufferization.options,
            bufferization,
            cause=cause,
        )
        for use, _ in late:
            rewriter.set_operand(use, copy)

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        replace_op_with_new_bufferized_op(
            rewriter,
            op,
            memref.GetGlobalOp,
            (),
            (_buffer_type(op.results[0].type),),
            properties={"name": _global_name(op)},
        )


class GlobalStoreModel(ReadOnlyOperands):
    """ml_program.global_store becomes a copy to the global's buffer."""

    def bufferize(
        self, op: Operation, rewriter: Rewriter, options: OneShotOptions, state: BufferizationState
    ) -> None:
        value = op.operand(0)
        target = create(
            rewriter,
            memref.GetGlobalOp,
            (),
            (_buffer_type(value.type),),
            properties={"name": _global_name(op)},
            location=op.location,
        ).result
        source = get_buffer(rewriter, value, options, state)
        options.create_memcpy(rewriter, op.location, source, target)
        rewriter.erase_op(op)


MODELS: dict[str, BufferizableOpInterface] = {
    "ml_program.global": GlobalModel(),
    "ml_program.global_load": GlobalLoadModel(),
    "ml_program.global_store": GlobalStoreModel(),
}
