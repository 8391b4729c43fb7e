"""Rewriting: inserts copies, turns ops on tensors into ops on buffers, and frees buffers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bufferize import ir
from bufferize.analysis import AnalysisState, called_function
from bufferize.define import ElementwiseMappable
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.bufferization import ToBufferOp, ToTensorOp
from bufferize.driver.bufferizable import Model
from bufferize.driver.bufferization_state import BufferizationState
from bufferize.driver.guard import GuardedModel
from bufferize.driver.rewriter import BufferizationRewriter, fold_to_buffer_of_to_tensor
from bufferize.interfaces import (
    CallOpInterface,
    EffectKind,
    MemoryEffectsOpInterface,
    has_effect,
    has_tensor_values,
    is_memory_effect_free,
    position_among,
    possible_buffer_aliases,
    uses_of_buffers,
)
from bufferize.ir import Builder, InsertionPoint, IsTerminator, Operation
from bufferize.record import BufferAction

_MOST_STEPS: Final = 500
"""The maximum number of steps in which bufferizing one operation may create new ones."""
_MOST_DESCENDANTS: Final = 20_000
"""The maximum number of operations created from one operation, not counting the first step."""
_TAKES: Final = "takes '{}' out of the program: call `rewriter.erase_op` to erase it"


@dataclass
class _Family:
    """The number of operations on tensors created from one operation in several steps."""

    size: int = 0


class _Worklist(ir.Listener):
    """The operations still to bufferize, updated as the rewriter creates and erases operations."""

    def __init__(self, root: Operation, state: BufferizationState) -> None:
        self.state = state
        self.ops: list[Operation] = []
        # For operations created during bufferization: the number of steps, and their family.
        self.origins: dict[Operation, tuple[int, _Family]] = {}
        # The origin of the operations that are created next.
        self.origin: tuple[int, _Family] = (1, _Family())
        self.erased: set[Operation] = set()
        self.to_buffer_ops: dict[Operation, None] = {}
        for op in root.walk_post():
            if isinstance(op, ToBufferOp):
                self.to_buffer_ops[op] = None
            if state.options.is_op_allowed(op) and state.queries.has_tensor_semantics(op):
                self.ops.append(op)

    def operation_inserted(self, op: Operation) -> None:
        if isinstance(op, ToTensorOp):
            return
        if isinstance(op, ToBufferOp):
            self.to_buffer_ops[op] = None
            return
        if isinstance(op, MemoryEffectsOpInterface) and any(
            effect.kind is EffectKind.ALLOCATE for effect in op.effects()
        ):
            self.state.statistics.num_buffer_alloc += 1
        if self.state.options.is_op_allowed(op) and self.state.queries.has_tensor_semantics(op):
            self.ops.append(op)
            self.origins[op] = self.origin

    def begin(self, op: Operation) -> bool:
        """Record that `op` is bufferized next; return False if bufferization may never end."""
        steps, family = self.origins.get(op) or (0, _Family())
        self.origin = (steps + 1, family)
        if steps > 1:
            family.size += 1
        return steps <= _MOST_STEPS and family.size <= _MOST_DESCENDANTS

    def operation_erased(self, op: Operation) -> None:
        for erased in op.walk() if op.regions else (op,):
            self.erased.add(erased)
            self.to_buffer_ops.pop(erased, None)


def insert_tensor_copies(
    op: Operation, rewriter: BufferizationRewriter, state: AnalysisState
) -> None:
    """Insert copies for the operands in and below `op` that were decided to be out of place.

    Afterwards every tensor operand can be used in place. With function boundaries, nested symbol
    tables are skipped. Raises DiagnosticError if a copy cannot be made.
    """
    is_table = op.has_trait(ir.SymbolTableTrait) and state.options.bufferize_function_boundaries
    for nested in list(op.walk_post()):
        if is_table and nested is not op and ir.nearest_symbol_table(nested.parent_op) is not op:
            continue
        model = rewriter.context.model(nested.name)
        if model is not None and state.model(nested) is not None:
            rewriter.stand_before(nested)
            try:
                model.resolve_conflicts(nested, rewriter, state)
            except DiagnosticError as failure:
                failure.about(nested)
                raise


def bufferize_op(op: Operation, state: BufferizationState, *, copies: bool = True) -> None:
    """Bufferize `op` and everything in it, in post-order.

    Copies must have been inserted, unless the option `copy_before_write` is set: then they are
    inserted here if `copies`. Raises DiagnosticError if an operation cannot be bufferized; the IR is
    then half rewritten.
    """
    rewriter = BufferizationRewriter(state)
    if copies and state.options.copy_before_write:
        insert_tensor_copies(op, rewriter, state.queries)
    with state.keeping_buffer_types():
        worklist = _Worklist(op, state)
        rewriter.listeners.append(worklist)
        block, previous = op.parent, op
        for next_op in worklist.ops:  # grows during the loop
            if next_op not in worklist.erased:
                if op.parent is not block or not op.is_ancestor_of(next_op):
                    raise _error(previous, _TAKES.format(next_op.name), state)
                _bufferize_one(next_op, worklist, rewriter, state)
                if next_op.parent is None and next_op.has_uses():
                    raise _error(next_op, _TAKES.format(next_op.name), state)
                previous = next_op
    if op in worklist.erased:
        return
    for to_buffer in list(worklist.to_buffer_ops):
        rewriter.stand_before(to_buffer)
        fold_to_buffer_of_to_tensor(rewriter, to_buffer)
    for nested in list(op.walk_post()):
        if isinstance(nested, ToTensorOp) and not nested.has_uses():
            rewriter.erase_op(nested)
    if not state.options.allow_unknown_ops:
        _check_all_bufferized(worklist, state)


def _bufferize_one(
    op: Operation, worklist: _Worklist, rewriter: BufferizationRewriter, state: BufferizationState
) -> None:
    model = state.model(op)
    if model is None or not model.has_tensor_semantics(op):
        return
    _check_regions(op, model, state)
    if not worklist.begin(op):
        raise _error(op, "makes new operations on tensors without end", state)
    if op.next_op is None:
        # All values that the block yields are bufferized by now, so their types are more precise.
        state.forget_buffer_types(op.parent_op)
    rewriter.stand_before(op)
    rewriter.promised.clear()
    try:
        if op.regions:  # the model may move them out of `op`, on which its answers depend
            for result in op.results:
                rewriter.buffer_type(result)
        model.bufferize(op, rewriter)
    except DiagnosticError as failure:
        failure.diagnostics.append(error("failed to bufferize op", op))
        failure.about(op)
        raise


def _error(op: Operation, what: str, state: BufferizationState) -> DiagnosticError:
    model = state.model(op)
    assert isinstance(model, GuardedModel)
    return model.error(op, f"bufferize() {what}")


def _check_regions(op: Operation, model: Model, state: BufferizationState) -> None:
    for end in (b.last_op for r in op.regions for b in r.blocks if not b.successors()):
        if end is not None and has_tensor_values(end) and not state.options.is_op_allowed(end):
            problem = error(f"'{op.name}' cannot be bufferized without its '{end.name}'", op)
            raise DiagnosticError(problem.note("let the filter take both operations, or none"))
    is_supported = model.supports_unstructured_control_flow
    if not is_supported and any(len(region.blocks) > 1 for region in op.regions):
        message = (
            f"'{op.name}' op or its bufferization model does not support unstructured control "
            "flow, but at least one region has multiple blocks"
        )
        raise DiagnosticError(error(message, op))


def _check_all_bufferized(worklist: _Worklist, state: BufferizationState) -> None:
    """Raise DiagnosticError at the first operation that is still on tensors."""
    for op in worklist.ops:
        is_cast = isinstance(op, ToTensorOp | ToBufferOp)
        if op in worklist.erased or is_cast or not state.queries.has_tensor_semantics(op):
            continue
        if not op.has_uses() and is_memory_effect_free(op):
            continue
        problem = error("op was not bufferized", op)
        model = state.model(op)
        if isinstance(model, GuardedModel):
            problem.note(
                f"{model.described(op)}, ran and left it on tensors: its bufferize() has to replace "
                "it, as by `rewriter.replace`, or to erase it"
            )
        else:
            problem.note(
                f"'{op.name}' has no bufferization model: {_advice(op, state)}, register a model, or "
                "set allow-unknown-ops"
            )
            dialect = op.name.partition(".")[0]
            way = state.context.way_to_get("dialect", dialect)
            if way is not None and state.context.is_missing(dialect):
                problem.note(f"no installed plugin has the dialect '{dialect}': {way}")
        raise DiagnosticError(problem)


def _advice(op: Operation, state: BufferizationState) -> str:
    """Return advice on how to remove `op`, which has no model, before bufferization."""
    dialect = state.context.dialect(op.dialect_name)
    lowering = None if dialect is None else dialect.lowering
    is_ranked = not any(isinstance(type, ir.UnrankedTensorType) for type in op.operand_types)
    if is_ranked and op.has_trait(ElementwiseMappable):
        lowering = "--convert-elementwise-to-linalg"
    elif dialect is not None and op.name in dialect.alternatives:
        return dialect.alternatives[op.name]
    return "lower it before" if lowering is None else f"lower it before with '{lowering}'"


def _may_be_freed(buffer: ir.Value, state: BufferizationState) -> bool:
    """Return whether an operation, or a function that gets `buffer`, may free or store it."""
    names = [buffer]
    seen = set(names)
    for name in names:  # grows
        for use in name.uses:
            op, aliases = use.owner, possible_buffer_aliases(use)
            if aliases is None or has_effect(op, EffectKind.FREE):
                return True
            callee = called_function(state.queries, op)
            if callee is not None and not callee.is_external and isinstance(op, CallOpInterface):
                at = position_among(use, op.arg_operands)
                if at is not None:
                    aliases.append(callee.function_body.blocks[0].arguments[at])
            names += [alias for alias in aliases if alias not in seen]
            seen.update(aliases)
    return False


def insert_deallocations(state: BufferizationState) -> None:
    """Free each buffer that was made at the end of its block, unless it may be used afterwards.

    Buffers that are returned, yielded or passed to another block stay allocated, and so do buffers
    that are freed already.
    """
    log = state.context.buffer_log
    for buffer in state.new_buffers:
        block = buffer.parent_block
        if block is None or block.last_op is None or not block.last_op.has_trait(IsTerminator):
            continue
        if uses_of_buffers([buffer], block) is not None and not _may_be_freed(buffer, state):
            builder = Builder(InsertionPoint.before(block.last_op), buffer.location)
            state.options.create_dealloc(builder, buffer.location, buffer)
            state.statistics.num_buffer_dealloc += 1
            why = "it does not leave the block that allocates it"
            log.note(BufferAction.FREED, buffer, why, where=block.last_op)
        else:
            log.note(
                BufferAction.KEPT, buffer, "it may leave its block, so it has to be freed elsewhere"
            )
