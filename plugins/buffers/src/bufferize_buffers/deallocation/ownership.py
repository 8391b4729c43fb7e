"""`--ownership-based-buffer-deallocation`: a block frees the buffers that it owns at its end, or
passes them on.

Whether a block owns a buffer is known, or found out when the program runs: each buffer that is
passed to a block, a region or (with an option) a caller comes with an i1 value that says so. A
block never owns a buffer defined outside of its region, and a function none of its arguments:

    ^bb1(%a: memref<4xf32>, %owned: i1):       // %owned is added
      %b = memref.alloc() : memref<4xf32>      // owned
      bufferization.dealloc (%a, %b : ...) if (%owned, %true)
      return
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import PassError, error
from bufferize.dialects.bufferization import CloneOp, DeallocOp
from bufferize.interfaces import (
    BranchOpInterface,
    BufferDeallocationOpInterface,
    CallOpInterface,
    ConditionalBranchOpInterface,
    EffectKind,
    FunctionOpInterface,
    MemoryEffectsOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    SelectLikeOpInterface,
)
from bufferize.record import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize_buffers.analysis.block_graph import blocks_in_order
from bufferize_buffers.analysis.effects import (
    allocated_by,
    heap_allocations,
    is_buffer,
)
from bufferize_buffers.analysis.later import LaterUses
from bufferize_buffers.analysis.liveness import Liveness
from bufferize_buffers.analysis.origins import ReturnedArguments
from bufferize_buffers.analysis.stored import StoredBuffers
from bufferize_buffers.deallocation.allocators import clone_by_allocators, require_known_allocators
from bufferize_buffers.deallocation.booleans import Condition, class_of
from bufferize_buffers.deallocation.control_flow import (
    insert_operands_behind,
    is_passed,
    known_flags,
    nested_regions,
)
from bufferize_buffers.deallocation.function_buffers import FunctionBuffers, named, why_copied
from bufferize_buffers.deallocation.owned_arguments import owned_arguments
from bufferize_buffers.deallocation.preconditions import (
    MANUAL,
    checked_condition,
    deallocated_by_interface,
    guarded,
    require_supported,
)


@dataclass(frozen=True)
class DeallocationOptions:
    """The options of ownership-based deallocation."""

    private_function_dynamic_ownership: bool = False
    """Whether private functions return an i1 value with each buffer, which says whether the caller
    owns it, so that they need not copy what they do not own."""
    omit_known_ownership: bool = False
    """Whether blocks get no i1 value with a buffer that they own whichever branch passes it, nor
    compute one for what they own anyway; and whether private functions return an argument as it is,
    without a copy or an i1 value, if that is what they always return."""


def place_deallocations(
    root: ir.Operation,
    context: d.DialectContext,
    options: DeallocationOptions | None = None,
    *,
    verify: bool = True,
    log: BufferLog = NO_BUFFER_LOG,
) -> None:
    """Insert `bufferization.dealloc` in `root` to free the buffers that its functions allocate.

    The caller owns the buffers that a function returns, so a function copies those that it does not
    own. Buffers that are stored in other buffers, or that a region uses which may run later, are not
    freed.

    Raises PassError for deallocations that are there already, operations with unknown effects, and
    buffers that may come from different allocators. Raises DiagnosticError if a dialect is missing.
    """
    if verify:
        ir.require_valid(root)
    options = options or DeallocationOptions()
    functions = FunctionOwnership(root, options)
    stored, later = StoredBuffers(root), LaterUses(root)
    clones: list[CloneOp] = []
    for op in list(root.walk()):
        if isinstance(op, FunctionOpInterface) and not op.is_external:
            deallocation = _Deallocation(op, functions, options, stored, later, context, log)
            deallocation.run()
            clones += deallocation.clones
    clone_by_allocators(clones)
    require_known_allocators(root)


class FunctionOwnership:
    """The functions that return an i1 value with each buffer: whether the caller owns it.

    And those that return an argument, which is the caller's as it was before.
    """

    def __init__(self, root: ir.Operation, options: DeallocationOptions) -> None:
        self._tables = ir.SymbolTables()
        changeable = self._changeable(root)
        self._dynamic = changeable if options.private_function_dynamic_ownership else set()
        are_known = changeable if options.omit_known_ownership else set()
        self.returned = ReturnedArguments(root, are_known.__contains__)

    def has_dynamic_ownership(self, function: ir.Operation | None) -> bool:
        """Return whether `function` tells its callers which results they own."""
        return function in self._dynamic

    def callee(self, call: CallOpInterface) -> ir.Operation | None:
        """Return the function that is called, if it is known."""
        name = call.callable_for_callee
        return self._tables.lookup(call, name) if isinstance(name, ir.SymbolRefAttr) else None

    def _changeable(self, root: ir.Operation) -> set[ir.Operation]:
        """Return the private functions that only calls in `root` refer to, so that these can be told."""
        found: set[ir.Operation] = set()
        others: set[ir.Operation] = set()
        for op in root.walk():
            if isinstance(op, FunctionOpInterface) and not (op.is_public or op.is_external):
                if op is not root:
                    found.add(op)
            callee = op.callable_for_callee if isinstance(op, CallOpInterface) else None
            for reference in ir.symbol_references(op):
                if reference is not callee:
                    named = self._tables.lookup(op, reference)
                    if named is not None:
                        others.add(named)
        return found - others


@dataclass(frozen=True, eq=False)
class Ownership:
    """The ownership of a buffer by a block: a known truth value, or an i1 value.

    `is_constant` distinguishes facts that follow from the operations of the input from those
    deduced from i1 values. Only the former are merged by `joined`.
    """

    condition: Condition
    is_constant: bool = False


OWNED = Ownership(True, True)
BORROWED = Ownership(False, True)


def joined(a: Ownership | None, b: Ownership | None) -> Ownership | None:
    """Return the ownership of a buffer that is one of two; None if it depends on which."""
    if a is b or a is None or b is None:
        return a if a is b else None
    if a.condition is b.condition and (isinstance(a.condition, ir.Value) or a.is_constant):
        return a
    return None


def why_freed(owned: Condition, condition: Condition) -> str:
    """Return why a block frees a buffer that it owns if `owned`, on a branch under `condition`."""
    why = "the block owns it and ends here, without passing it on"
    if owned is not True:
        why = "if a condition is true that the program computes: " + why
    return why if condition is True else f"{why}, unless control goes to another block"


class _Deallocation(FunctionBuffers):
    """The insertion of the deallocations of one function.

    It walks over the blocks in execution order. `_here` has the buffers that the current block
    owns, `_to_free` those that it must free or pass on. It is also the `OwnershipState` that
    operations with `BufferDeallocationOpInterface` get.
    """

    def __init__(
        self,
        function: FunctionOpInterface,
        functions: FunctionOwnership,
        options: DeallocationOptions,
        stored: StoredBuffers,
        later: LaterUses,
        context: d.DialectContext,
        log: BufferLog,
    ) -> None:
        super().__init__(function, stored, later, context, log)
        self.functions = functions
        self.options = options
        # At the end of the block that defines the buffer; None if it may be one of several buffers.
        self._owned: dict[ir.Value, Ownership | None] = {}
        # The block arguments that are owned although no i1 value says so.
        self._known: set[ir.Value] = set()
        self._block: ir.Block = function.entry_block
        self._here: dict[ir.Value, Ownership | None] = {}
        self._to_free: dict[ir.Value, None] = {}
        self._bases: list[tuple[ir.Value, Condition]] | None = None

    def run(self) -> None:
        nested = nested_regions(self.function)
        if self.options.omit_known_ownership:
            self._known = owned_arguments(nested, self._is_made)
        regions = []
        for region in nested:
            blocks, _ = blocks_in_order(region)
            regions.append((blocks, Liveness(region)))
        for blocks, liveness in regions:
            for block in blocks:
                self._enter(block, liveness)
                for op in block.ops:
                    self._visit(op, liveness)
        if self.functions.has_dynamic_ownership(self.function):
            self.update_results()

    # Blocks

    def _enter(self, block: ir.Block, liveness: Liveness) -> None:
        self._block, self._bases = block, None
        self._here, self._to_free = {}, {}
        for value in self._live_in(block, liveness):
            if value.parent_region is block.parent:
                self._here[value] = (
                    self._owned.get(value) or BORROWED
                )  # None: the block is unreachable
                self._to_free[value] = None
        for argument in [a for a in block.arguments if is_buffer(a)]:
            owned = BORROWED
            if argument in self._known:
                owned = OWNED
                self._to_free[argument] = None
            elif is_passed(argument):
                owned = Ownership(block.add_argument(ir.I1, argument.location))
                self._to_free[argument] = None
            self._set(argument, owned)

    def _live_in(self, block: ir.Block, liveness: Liveness) -> list[ir.Value]:
        return [self.renamed.get(value, value) for value in liveness.live_in(block)]

    def _set(self, buffer: ir.Value, owned: Ownership | None) -> None:
        self._here[buffer] = owned
        if buffer.parent_block is self._block:
            self._owned[buffer] = owned

    def _get(self, buffer: ir.Value) -> Ownership | None:
        """Return the ownership of `buffer` in the current block; outer buffers are not owned."""
        return self._here.get(buffer, BORROWED)

    def _visit(self, op: ir.Operation, liveness: Liveness) -> None:
        self.op, self._liveness = op, liveness
        self.builder.set_insertion_point(ir.InsertionPoint.before(op))
        if isinstance(op, BufferDeallocationOpInterface):
            op = deallocated_by_interface(op, self)
        else:
            op = self.deallocate(op)
        for result in op.results:
            if is_buffer(result) and result not in self._here:
                self._set(result, self._of_operands(op, result))

    def _of_operands(self, op: ir.Operation, result: ir.Value) -> Ownership | None:
        """Return the ownership of a result that may be any of the operands.

        It is not the buffer from which it may have been loaded.
        """
        found = [
            self._operand_ownership(value)
            for value in op.operands
            if isinstance(value.type, ir.BaseMemRefType)
            and value.type.element_type is not result.type
        ]
        if not found:
            return BORROWED
        return functools.reduce(joined, found)

    def _operand_ownership(self, value: ir.Value) -> Ownership | None:
        return self._owned.get(value, BORROWED) if self._is_own(value) else BORROWED

    def _is_own(self, value: ir.Value) -> bool:
        return value.parent_region is self._block.parent

    # Operations

    def deallocate(self, op: ir.Operation) -> ir.Operation:
        """Process `op` by its interfaces; return it, or the operation that replaces it."""
        require_supported(op)
        if isinstance(op, MemoryEffectsOpInterface):
            self._apply_effects(op)
        if isinstance(op, RegionBranchOpInterface):
            return self._enter_regions(op)
        if isinstance(op, CallOpInterface):
            return self._call(op)
        if isinstance(op, ConditionalBranchOpInterface):
            self._branch_on_condition(op)
        elif isinstance(op, BranchOpInterface):
            self._branch(op)
        elif op is self._block.last_op and not op.successors:
            self._end_region(op)
        return op

    def _apply_effects(self, op: MemoryEffectsOpInterface) -> None:
        buffers = [value for value in (*op.operands, *op.results) if is_buffer(value)]
        if not buffers:
            return
        effects = op.effects()
        freed = {effect.value for effect in effects if effect.kind is EffectKind.FREE}
        for operand in op.op_operands:
            if operand.value in freed and is_buffer(operand.value):
                self._assert_not_owned(operand.value, op)
        for made in allocated_by(op):
            if is_buffer(made):
                self._set(made, BORROWED)
        for made in heap_allocations(op) if MANUAL not in op.attributes else ():
            self._own(made, OWNED)

    def _assert_not_owned(self, buffer: ir.Value, op: ir.Operation) -> None:
        """Insert an assertion that the block does not own `buffer`, which the program frees."""
        owned = self._get(buffer)
        if owned is not None and owned.condition is not False:
            location = op.location
            opposite = self.booleans.opposite(self.builder, owned.condition, location)
            value = self.booleans.value(opposite, self._block, location)
            message = ir.StringAttr("expected that the block does not have ownership")
            assertion = class_of(self.context, "cf.assert", location)
            new = assertion.create((value,), (), {"msg": message}, location=location)
            self.builder.insert(new)

    def _own(self, buffer: ir.Value, owned: Ownership) -> None:
        before = self.before.get(buffer, buffer)
        if owned is OWNED:
            self.made.add(before)
        if why := self.why_kept(before, self._block):
            self.note(BufferAction.KEPT, buffer, why)
            self._set(buffer, BORROWED)
            return
        self._set(buffer, owned)
        self._to_free[buffer] = None

    def _is_made(self, result: ir.OpResult) -> bool:
        """Return whether the block of `result` is going to own it, on whatever way it ends."""
        op, block = result.owner, result.parent_block
        assert block is not None
        if isinstance(op, RegionBranchOpInterface):
            return False
        is_new = MANUAL not in op.attributes and result in heap_allocations(op)
        if isinstance(op, CallOpInterface):
            is_new = self.functions.returned.operand(
                result
            ) is None and not self.functions.has_dynamic_ownership(self.functions.callee(op))
        return is_new and not self.why_kept(result, block)

    def _enter_regions(self, op: RegionBranchOpInterface) -> ir.Operation:
        successor = op.successor_regions(None)[0]
        operands = op.entry_successor_operands(successor.region)
        self._pass_flags(operands, [BORROWED] * _count(operands))
        new = self._own_results(op)
        assert isinstance(new, RegionBranchOpInterface)
        found = known_flags(new)
        for flag, is_owned in found.items():
            block = flag.parent_block
            assert block is not None
            if flag.has_uses():
                flag.replace_all_uses_with(self.booleans.value(is_owned, block, op.location))
        for result in new.results:
            owned = self._here.get(result)
            if owned is not None and isinstance(owned.condition, ir.Value):
                if owned.condition in found:
                    self._own(result, Ownership(found[owned.condition]))
        return new

    def _own_results(
        self, op: ir.Operation, given: Mapping[int, ir.Value] | None = None
    ) -> ir.Operation:
        """Add an i1 result to `op` for each buffer that it returns: whether this block owns it.

        Not for results that are `given` to it as operands, which it owns like these.
        """
        given = given or {}
        count = sum(is_buffer(r) for r in op.results if r.index not in given)
        new = self.add_results(op, [ir.I1] * count)
        flags = iter(new.results[len(new.results) - count :])
        for result in new.results[: len(new.results) - count]:
            if result.index in given:
                self._set(result, self._operand_ownership(given[result.index]))
            elif is_buffer(result):
                self._own(result, Ownership(next(flags)))
        return new

    def _call(self, op: CallOpInterface) -> ir.Operation:
        operands = ((r.index, self.functions.returned.operand(r)) for r in op.results)
        given = {index: operand.value for index, operand in operands if operand is not None}
        if self.functions.has_dynamic_ownership(self.functions.callee(op)):
            return self._own_results(op, given)
        for result in op.results:
            if result.index in given:
                self._set(result, self._operand_ownership(given[result.index]))
            elif is_buffer(result):
                self._own(result, OWNED)
        return op

    # Ends of blocks

    def _branch(self, op: BranchOpInterface) -> None:
        if len(op.successors) != 1:
            what = "with multiple successors" if op.successors else "without a successor"
            message = f"BranchOpInterface operations {what} are not supported yet"
            raise PassError(error(message, op))
        self._pass_to_block(op, 0, True)

    def _branch_on_condition(self, op: ConditionalBranchOpInterface) -> None:
        condition, location = op.branch_condition, op.location
        there = self._pass_to_block(op, 0, condition)
        opposite: Condition = False
        if self._bases_to_free():
            opposite = self.booleans.opposite(self.builder, condition, location)
        elsewhere = self._pass_to_block(op, 1, opposite)
        for buffer in {**elsewhere, **there}:
            if not self._is_own(buffer):
                continue
            first, second = there.get(buffer), elsewhere.get(buffer)
            if first is None or second is None:
                owned = first or second
                assert owned is not None
            else:
                builder = self.builder
                owned = Ownership(
                    self.booleans.select(
                        builder, condition, first.condition, second.condition, location
                    )
                )
            self._set(buffer, owned)

    def _pass_to_block(
        self, op: BranchOpInterface, index: int, condition: Condition
    ) -> dict[ir.Value, Ownership]:
        """Free buffers that are not live at a successor; return the ownership of the live ones."""
        block, operands = op.successors[index], op.successor_operands(index)
        if op.produced_operand_count(index):
            raise PassError(error("produced operands are not supported", op))
        passed = [operand.value for operand in operands if is_buffer(operand.value)]
        retained = dict.fromkeys([*passed, *self._live_in(block, self._liveness)])
        owned = self._free(list(retained), condition)
        if self.options.omit_known_ownership:
            owned |= {value: OWNED for value in retained if self._is_surely_freed(value)}
        unknown = [
            owned[operand.value]
            for operand, argument in zip(operands, block.arguments, strict=False)
            if is_buffer(argument) and argument not in self._known
        ]
        self._pass_flags(operands, unknown)
        if condition is True:
            for buffer, ownership in owned.items():
                self._set(buffer, ownership)
        return owned

    def _end_region(self, op: ir.Operation) -> None:
        operands = (
            op.mutable_successor_operands(None)
            if isinstance(op, RegionBranchTerminatorOpInterface)
            else []
        )
        is_return = op.parent_op is self.function
        must_own = is_return and not self.functions.has_dynamic_ownership(self.function)
        returned = self.functions.returned.returned_by(self.function) if is_return else ()
        arguments = {o for o, index in zip(operands, returned, strict=False) if index is not None}
        if must_own:
            for operand in op.op_operands:
                if is_buffer(operand.value) and operand not in arguments:
                    operand.set(self._surely_owned(operand.value))
                    self.note(BufferAction.FORWARDED, operand.value, "the caller frees it")
        passed = [operand.value for operand in operands if is_buffer(operand.value)]
        owned = self._free(list(dict.fromkeys(passed)), True)
        if not must_own:
            told = [o.value for o in operands if is_buffer(o.value) and o not in arguments]
            self._pass_flags(operands, [owned[value] for value in told])

    def _pass_flags(self, operands: Sequence[ir.OpOperand], owned: Sequence[Ownership]) -> None:
        if owned:
            location = operands[0].owner.location
            insert_operands_behind(
                operands,
                [self.booleans.value(o.condition, self._block, location) for o in owned],
            )

    def _free(
        self, retained: Sequence[ir.Value], condition: Condition
    ) -> dict[ir.Value, Ownership]:
        """Free all buffers that the block owns except `retained`; return the ownership of these.

        It is done under `condition`; if that is false, nothing in `retained` is owned.
        """
        location = self.op.location
        buffers: list[ir.Value] = []
        conditions: list[ir.Value] = []
        for base, owned in self._bases_to_free():
            both = self.booleans.both(self.builder, owned, condition, location)
            if both is not False:
                buffers.append(base)
                conditions.append(self.booleans.value(both, self._block, location))
        if not buffers:
            return {buffer: Ownership(False) for buffer in retained}
        op = self.builder.insert(
            DeallocOp(memrefs=buffers, conditions=conditions, retained=retained, location=location)
        )
        passed = set(retained)
        for base, owned in self._bases_to_free() if self.log.is_wanted else ():
            if named(base) not in passed:
                self.note(BufferAction.FREED, named(base), why_freed(owned, condition))
        return {
            buffer: Ownership(result) for buffer, result in zip(retained, op.results, strict=True)
        }

    def _bases_to_free(self) -> list[tuple[ir.Value, Condition]]:
        """Return the base buffers that the block may own, each with the condition under which it does."""
        if self._bases is None:
            self._bases = []
            for buffer in self._to_free:
                owned = self._get(buffer)
                if owned is None:
                    raise PassError(error("MemRef value does not have valid ownership", self.op))
                if owned.condition is not False:
                    self._bases.append((self.base(buffer), owned.condition))
        return self._bases

    def _is_surely_freed(self, buffer: ir.Value) -> bool:
        """Return whether the block frees `buffer` whatever happens, or passes it on."""
        owned = self._get(buffer) if buffer in self._to_free else None
        return owned is not None and owned.condition is True

    # Buffers that must be owned

    def _surely_owned(self, buffer: ir.Value) -> ir.Value:
        """Return `buffer`, or a copy of it if the block does not own it."""
        buffer, owned = self._with_ownership(buffer)
        if owned is True or self.is_kept(buffer):
            return buffer
        self.note(BufferAction.COPIED, buffer, why_copied(owned))
        copy = self.copy(buffer) if owned is False else self.copy_unless(owned, buffer)
        self._own(copy, OWNED)
        return copy

    def _with_ownership(self, buffer: ir.Value) -> tuple[ir.Value, Condition]:
        """Return `buffer`, or a copy of it if its ownership is unknown, and the condition under
        which it is owned.
        """
        asked = self._asked_ownership(buffer)
        if asked is not None:
            return buffer, asked
        owned = self._get(buffer)
        if owned is not None:
            return buffer, owned.condition
        self.note(
            BufferAction.COPIED, buffer, "it may be one of several, of which not all are owned"
        )
        copy = self.copy(buffer)
        self._own(copy, OWNED)
        return copy, True

    def _asked_ownership(self, buffer: ir.Value) -> Condition | None:
        if not isinstance(buffer, ir.OpResult) or buffer.owner.parent is not self._block:
            return None
        op = buffer.owner
        if isinstance(op, BufferDeallocationOpInterface):
            with guarded("result_ownership", op):
                owned = op.result_ownership(buffer, self)
            return None if owned is None else checked_condition(owned, op)
        if isinstance(op, SelectLikeOpInterface):
            a, b = map(self._get, op.selected_values)
            if a is not None and b is not None and op.select_condition.type is ir.I1:
                return self.booleans.select(
                    self.builder, op.select_condition, a.condition, b.condition, op.location
                )
        return None

    # `OwnershipState`, for operations with `BufferDeallocationOpInterface`

    def ownership(self, buffer: ir.Value) -> ir.Value | None:
        owned = self._get(buffer)
        if owned is None:
            return None
        return self.booleans.value(owned.condition, self._block, self.op.location)

    def set_ownership(self, buffer: ir.Value, owned: ir.Value | bool) -> None:
        condition = checked_condition(owned, self.op)
        self._own(buffer, Ownership(condition, isinstance(condition, bool)))

    def free(
        self, retained: Sequence[ir.Value], condition: ir.Value | None = None
    ) -> list[ir.Value]:
        distinct = list(dict.fromkeys(retained))
        owned = self._free(distinct, True if condition is None else condition)
        location = self.op.location
        return [
            self.booleans.value(owned[value].condition, self._block, location) for value in retained
        ]


def _count(operands: Sequence[ir.OpOperand]) -> int:
    return sum(is_buffer(operand.value) for operand in operands)
