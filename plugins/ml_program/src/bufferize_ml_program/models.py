"""The bufferization models of the ml_program dialect."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from bufferize import ir
from bufferize.analysis import AnalysisState, Decision, Reason
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects import memref
from bufferize.driver import (
    BufferizableOpInterface,
    BufferizationRewriter,
    Model,
    identity_memref_type,
    replace_symbol,
)
from bufferize.models import ReadOnlyOperands
from bufferize_ml_program.ops import GlobalLoadOp, GlobalOp, GlobalStoreOp
from bufferize_ml_program.snapshots import GlobalStores, overwriting_op


def _buffer_type(type: ir.Type) -> ir.Type:
    assert isinstance(type, ir.TensorType)
    return identity_memref_type(type)


def _global_name(op: GlobalLoadOp | GlobalStoreOp) -> dict[str, ir.Attribute]:
    return {"name": ir.SymbolRefAttr(op.global_.leaf)}


class GlobalModel(BufferizableOpInterface[GlobalOp]):
    """ml_program.global becomes memref.global."""

    def has_tensor_semantics(self, op: GlobalOp) -> bool:
        # Only a tensor can be bufferized; the other two are here to be refused, as MLIR does.
        return isinstance(op.type.type, ir.TensorType | ir.BaseMemRefType) or op.value is None

    def bufferize(self, op: GlobalOp, rewriter: BufferizationRewriter) -> None:
        if op.value is None:
            raise DiagnosticError(error("global op must have a value", op))
        type = op.type.type
        if not isinstance(type, ir.TensorType):
            message = f"global op must be of tensor type, but is of type '{type}'"
            raise DiagnosticError(error(message, op))
        properties: dict[str, ir.Attribute] = {
            "sym_name": op.sym_name,
            "type": ir.TypeAttr(_buffer_type(type)),
            "initial_value": op.value,
        }
        if op.sym_visibility is not None:
            properties["sym_visibility"] = op.sym_visibility
        if op.is_mutable is None:
            properties["constant"] = ir.UNIT
        new = rewriter.create(memref.GlobalOp, properties=properties)
        replace_symbol(op, new, rewriter.state)
        rewriter.erase_op(op)


class GlobalLoadModel(BufferizableOpInterface[GlobalLoadOp]):
    """ml_program.global_load becomes memref.get_global.

    What is read after a store to the global is read from a copy that is made before.
    """

    def __init__(self) -> None:
        self._stores: WeakKeyDictionary[AnalysisState, GlobalStores] = WeakKeyDictionary()

    def is_writable(self, op: GlobalLoadOp, value: ir.Value, state: AnalysisState) -> bool:
        return False

    def resolve_conflicts(
        self, op: GlobalLoadOp, rewriter: BufferizationRewriter, state: AnalysisState
    ) -> None:
        source = rewriter.state.symbols.lookup(op, op.global_)
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
        rewriter.set_insertion_point(ir.InsertionPoint.after(op))
        copy = rewriter.allocate_tensor(op.result, cause=cause)
        for use, _ in late:
            rewriter.set_operand(use, copy)

    def bufferize(self, op: GlobalLoadOp, rewriter: BufferizationRewriter) -> None:
        type = _buffer_type(op.result.type)
        rewriter.replace_with_new(op, memref.GetGlobalOp, (), (type,), properties=_global_name(op))


class GlobalStoreModel(ReadOnlyOperands[GlobalStoreOp]):
    """ml_program.global_store becomes a copy to the global's buffer."""

    def bufferize(self, op: GlobalStoreOp, rewriter: BufferizationRewriter) -> None:
        type = _buffer_type(op.value.type)
        target = rewriter.create(memref.GetGlobalOp, (), (type,), properties=_global_name(op))
        rewriter.copy(rewriter.buffer(op.value), target.result)
        rewriter.erase_op(op)


MODELS: dict[str, Model] = {
    "ml_program.global": GlobalModel(),
    "ml_program.global_load": GlobalLoadModel(),
    "ml_program.global_store": GlobalStoreModel(),
}
