"""The bufferization models of the ml_program dialect."""

from __future__ import annotations

from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from bufferize import ir
from bufferize.analysis import AnalysisState, called_function
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects import memref
from bufferize.driver import (
    BufferizableOpInterface,
    BufferizationRewriter,
    BufferizationState,
    Model,
    identity_memref_type,
)
from bufferize.interfaces import (
    CallOpInterface,
    DeferredExecutionInterface,
    FunctionOpInterface,
    is_buffer_like,
    is_tensor_like,
    possible_buffer_aliases,
)
from bufferize.models import ReadOnlyOperands
from bufferize.record import Decision, Reason
from bufferize_ml_program.ops import GlobalLoadOp, GlobalOp, GlobalStoreGraphOp, GlobalStoreOp


def _buffer_type(type: ir.Type) -> ir.Type:
    assert isinstance(type, ir.TensorType)
    return identity_memref_type(type)


def _global_name(op: GlobalLoadOp | GlobalStoreOp) -> dict[str, ir.Attribute]:
    return {"name": ir.SymbolRefAttr(op.global_.leaf)}


class GlobalModel(BufferizableOpInterface[GlobalOp]):
    """ml_program.global becomes memref.global."""

    def has_tensor_semantics(self, op: GlobalOp) -> bool:
        # Only a tensor can be bufferized; the other two are refused, as MLIR does.
        return isinstance(op.type.type, ir.TensorType | ir.BaseMemRefType) or op.value is None

    def bufferize(self, op: GlobalOp, rewriter: BufferizationRewriter) -> None:
        if op.value is None:
            problem = error("global op must have a value", op)
            raise DiagnosticError(problem.note("a memref.global is allocated when it is defined"))
        type = op.type.type
        if not isinstance(type, ir.TensorType):
            message = f"global op must be of tensor type, but is of type '{type}'"
            raise DiagnosticError(error(message, op))
        if not isinstance(type, ir.RankedTensorType) or not type.has_static_shape():
            message = f"global op must be of static shape, but is of type '{type}'"
            note = (
                "give it the type of its value, and use `tensor.cast` where it is loaded and stored"
            )
            raise DiagnosticError(error(message, op).note(note))
        _check_users(op, rewriter.state)
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
        _replace_symbol(op, new, rewriter.state)
        rewriter.erase_op(op)


def _check_users(global_: GlobalOp, state: BufferizationState) -> None:
    """Raise DiagnosticError if a filter keeps an operation on `global_` from being bufferized."""
    table = ir.nearest_symbol_table(global_.parent_op)
    if table is None or state.options.op_filter is None:
        return
    for op in table.walk():
        if isinstance(op, GlobalLoadOp | GlobalStoreOp) and not state.options.is_op_allowed(op):
            if state.symbols.lookup(op, op.global_) is global_:
                raise _not_without(global_, op)


def _check_global(op: GlobalLoadOp | GlobalStoreOp, state: BufferizationState) -> None:
    """Raise DiagnosticError if a filter keeps the global that `op` uses from being bufferized."""
    global_ = state.symbols.lookup(op, op.global_)
    if isinstance(global_, GlobalOp) and not state.options.is_op_allowed(global_):
        raise _not_without(op, global_)


def _not_without(op: ir.Operation, other: ir.Operation) -> DiagnosticError:
    problem = error(f"'{op.name}' cannot be bufferized without '{other.name}'", op)
    return DiagnosticError(
        problem.note("let the filter take all operations on the global, or none")
    )


def _replace_symbol(old: ir.Operation, new: ir.Operation, state: BufferizationState) -> None:
    """Replace `old` by `new` in the symbol table that contains it."""
    table_op = ir.nearest_symbol_table(old.parent_op)
    if table_op is not None:
        table = state.symbols.of(table_op)
        table.erase(old)
        if name := ir.symbol_name(new):
            table.symbols[name] = new


class GlobalLoadModel(BufferizableOpInterface[GlobalLoadOp]):
    """ml_program.global_load becomes memref.get_global.

    A use of the loaded value after a store to the global reads a copy made before the store.
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
        _check_global(op, rewriter.state)
        type = _buffer_type(op.result.type)
        rewriter.replace_with_new(op, memref.GetGlobalOp, (), (type,), properties=_global_name(op))


class GlobalStoreModel(ReadOnlyOperands[GlobalStoreOp]):
    """ml_program.global_store becomes a copy to the global's buffer."""

    def bufferize(self, op: GlobalStoreOp, rewriter: BufferizationRewriter) -> None:
        _check_global(op, rewriter.state)
        type = _buffer_type(op.value.type)
        target = rewriter.create(memref.GetGlobalOp, (), (type,), properties=_global_name(op))
        rewriter.copy(rewriter.buffer(op.value), target.result)
        rewriter.erase_op(op)


def overwriting_op(
    load: GlobalLoadOp, use: ir.OpOperand, state: AnalysisState, stores: GlobalStores
) -> ir.Operation | None:
    """Return an operation that may store to the global between `load` and a read by way of `use`.

    The read is by `use` itself or by a use of a value that shares its buffer. A value is the global's
    own buffer until it is copied. If the block of the load does not determine the order, any store in
    the function counts; for a returned value, or if one of the two may run later than it is written,
    any store in the program.
    """
    assert load.parent_region is not None
    name = load.global_.leaf
    later = stores.find_later(_scope(load, True), name, state)
    if later is not None:
        return later
    readers = _uses_of_buffer(use, state)
    if readers is None:
        return stores.find(_scope(load, True), name, state)
    last_reads: set[ir.Operation] = set()
    for reader in readers:
        op = load.parent_region.find_ancestor_op(reader.owner)
        is_yielded = reader.owner.has_trait(ir.IsTerminator) and (
            not state.get_aliasing_values(reader)
        )
        runs_later = _deferred_around(reader.owner) is not _deferred_around(load)
        if op is not None and op.parent is load.parent and not is_yielded and not runs_later:
            last_reads.add(op)
            continue
        is_returned = isinstance(reader.owner.parent_op, FunctionOpInterface) and is_yielded
        store = stores.find(_scope(load, is_returned or runs_later), name, state)
        if store is not None:
            return store
    op = load.next_op
    while last_reads and op is not None:
        last_reads.discard(op)
        if not last_reads and not op.regions and not isinstance(op, CallOpInterface):
            return None  # a store has read its operand before it writes
        store = stores.find(op, name, state)
        if store is not None:
            return store
        op = op.next_op
    return None


def _uses_of_buffer(use: ir.OpOperand, state: AnalysisState) -> list[ir.OpOperand] | None:
    """Return the uses of all values that share the buffer of `use`; None if any value may.

    An earlier bufferization may have made buffers of some of them, by `bufferization.to_buffer`.
    """
    uses, seen = [use], {use.value}
    for current in uses:  # the list grows while it is iterated
        aliases: list[ir.Value] | None
        if not is_tensor_like(current.value.type):
            aliases = possible_buffer_aliases(current)
        elif state.is_in_place(current):
            aliases = [alias.value for alias in state.get_aliasing_values(current)]
            aliases += [result for result in current.owner.results if is_buffer_like(result.type)]
        else:
            aliases = []
        if aliases is None:
            return None
        for alias in aliases:
            if alias not in seen:
                seen.add(alias)
                uses.extend(alias.uses)
    return uses


def _deferred_around(op: ir.Operation | None) -> ir.Operation | None:
    """Return the innermost operation that runs later, of `op` and those around it."""
    while op is not None:
        if isinstance(op, DeferredExecutionInterface) and op.completed_by() is not op:
            return op
        op = op.parent_op
    return None


def _scope(load: ir.Operation, whole_program: bool) -> ir.Operation:
    """Return the function around `load`, or the whole program."""
    scope = load
    while scope.parent_op is not None:
        scope = scope.parent_op
        if isinstance(scope, FunctionOpInterface) and not whole_program:
            break
    return scope


@dataclass
class _Stores:
    """The globals that an operation and its regions store to, without the functions they call."""

    ops: dict[str, ir.Operation] = field(default_factory=dict)
    """One store for each global, by the global's name."""
    callees: dict[ir.Operation, None] = field(default_factory=dict)
    """The called functions, in the order of the first calls."""
    unknown: ir.Operation | None = None
    """A call of a function without a body, or of an unknown function."""


class GlobalStores:
    """Finds stores to globals, with a cache: valid as long as stores and calls do not change."""

    def __init__(self) -> None:
        self._found: dict[ir.Operation, _Stores] = {}
        self._deferred: list[ir.Operation] | None = None
        """The operations of the program whose regions run later; None before they are found."""

    def find(self, root: ir.Operation, name: str, state: AnalysisState) -> ir.Operation | None:
        """Return an operation that may store to the global `name`, in `root` or what it calls."""
        seen, work = {root}, [root]
        while work:
            stores = self._stores_in(work.pop(), state)
            op = stores.ops.get(name) or stores.unknown
            if op is not None:
                return op
            work += [callee for callee in stores.callees if callee not in seen]
            seen.update(stores.callees)
        return None

    def find_later(
        self, program: ir.Operation, name: str, state: AnalysisState
    ) -> ir.Operation | None:
        """Return a store to the global `name` that may run later than it is written."""
        if self._deferred is None:
            ops = (op for op in program.walk() if isinstance(op, DeferredExecutionInterface))
            self._deferred = [op for op in ops if op.completed_by() is not op]
        found = (self.find(op, name, state) for op in self._deferred)
        return next((store for store in found if store is not None), None)

    def _stores_in(self, root: ir.Operation, state: AnalysisState) -> _Stores:
        found = self._found.get(root)
        if found is None:
            found = self._found[root] = _Stores()
            for op in root.walk():
                if isinstance(op, GlobalStoreOp | GlobalStoreGraphOp):
                    found.ops.setdefault(op.global_.leaf, op)
                elif isinstance(op, CallOpInterface):
                    callee = called_function(state, op)
                    if callee is not None and not callee.is_external:
                        found.callees[callee] = None
                    else:
                        found.unknown = op
        return found


MODELS: dict[str, Model] = {
    "ml_program.global": GlobalModel(),
    "ml_program.global_load": GlobalLoadModel(),
    "ml_program.global_store": GlobalStoreModel(),
}
