"""`--ownership-based-buffer-deallocation`: what a block owns it frees at its end, or hands on.

The owner of a buffer is a block, which may be known or be found out when the program runs: each buffer
that is passed to a block, a region or (with an option) a caller comes with an i1 value. A block
never owns what a region around it has defined, and a function none of its arguments.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from bufferize.define import Context
from bufferize.diagnostics import PassError, error
from bufferize.dialects.bufferization import DeallocOp
from bufferize.dialects.memref import ExtractStridedMetadataOp, ReinterpretCastOp
from bufferize.explain import NO_BUFFER_LOG, BufferAction, BufferLog
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
from bufferize.ir import (
    I1,
    Block,
    Builder,
    FunctionType,
    InsertionPoint,
    MemRefType,
    Operation,
    OpOperand,
    OpResult,
    StridedLayoutAttr,
    StringAttr,
    UnrankedMemRefType,
    Value,
    require_valid,
)
from bufferize_buffers.deallocation.booleans import Booleans, Condition, class_of, simplified
from bufferize_buffers.deallocation.control_flow import (
    blocks_in_order,
    insert_operands_behind,
    is_passed,
    nested_regions,
    with_more_results,
)
from bufferize_buffers.deallocation.copies import copied, copied_unless
from bufferize_buffers.deallocation.facts import (
    BORROWED,
    OWNED,
    Ownership,
    joined,
    named,
    why_copied,
    why_freed,
)
from bufferize_buffers.deallocation.flags import known_flags
from bufferize_buffers.deallocation.functions import DeallocationOptions, Program
from bufferize_buffers.deallocation.liveness import Liveness, is_buffer
from bufferize_buffers.deallocation.origins import is_allocated
from bufferize_buffers.deallocation.preconditions import MANUAL, outcome, require_supported, said

# Of memory that is freed with the frame of a function or a scope nobody is the owner.
_HEAP = "<Default>"


def place_deallocations(
    root: Operation,
    context: Context,
    options: DeallocationOptions | None = None,
    *,
    verify: bool = True,
    log: BufferLog = NO_BUFFER_LOG,
) -> None:
    """Free in `root` what its functions allocate, by `bufferization.dealloc`.

    A function returns buffers that the caller owns, and copies what it does not own to do so.
    Raises PassError for what cannot be freed right: loops of blocks, frees that are there already,
    and operations of which it is not known what they do. Raises DiagnosticError if a dialect is missing.
    """
    if verify:
        require_valid(root)
    program = Program(root, options or DeallocationOptions())
    for op in list(root.walk()):
        if isinstance(op, FunctionOpInterface) and not op.is_external:
            _Deallocation(op, program, context, log).run()


class _Deallocation:
    """Places the frees of one function."""

    def __init__(
        self, function: FunctionOpInterface, program: Program, context: Context, log: BufferLog
    ) -> None:
        self.function = function
        self.log = log
        self.program = program
        self.context = context
        self.builder = Builder()
        self.booleans = Booleans(context)
        # By the end of the block that defines the buffer; None: one of several.
        self._owned: dict[Value, Ownership | None] = {}
        # The results of operations that have been replaced to have more of them.
        self._renamed: dict[Value, Value] = {}
        self._block: Block = function.entry_block
        self._here: dict[Value, Ownership | None] = {}
        self._to_free: dict[Value, None] = {}
        self._bases: list[tuple[Value, Condition]] | None = None
        self._op: Operation = function

    def run(self) -> None:
        regions = []
        for region in nested_regions(self.function):
            blocks, is_acyclic = blocks_in_order(region)
            if not is_acyclic:
                message = "Only structured control-flow loops are supported."
                raise PassError(error(message, self.function))
            regions.append((blocks, Liveness(region)))
        for blocks, liveness in regions:
            for block in blocks:
                self._enter(block, liveness)
                for op in block.ops:
                    self._visit(op, liveness)
        self._update_signature()

    # Blocks

    def _enter(self, block: Block, liveness: Liveness) -> None:
        self._block, self._bases = block, None
        self._here, self._to_free = {}, {}
        for value in self._live_in(block, liveness):
            if value.parent_region is block.parent:
                self._here[value] = self._owned.get(value) or BORROWED  # None: this never runs
                self._to_free[value] = None
        for argument in [a for a in block.arguments if is_buffer(a)]:
            owned = BORROWED
            if is_passed(argument):
                owned = Ownership(block.add_argument(I1, argument.location))
                self._to_free[argument] = None
            self._set(argument, owned)

    def _live_in(self, block: Block, liveness: Liveness) -> list[Value]:
        return [self._renamed.get(value, value) for value in liveness.live_in(block)]

    def _set(self, buffer: Value, owned: Ownership | None) -> None:
        self._here[buffer] = owned
        if buffer.parent_block is self._block:
            self._owned[buffer] = owned

    def _get(self, buffer: Value) -> Ownership | None:
        """Whether the block at hand owns a buffer; it does not own what is from a region around."""
        return self._here.get(buffer, BORROWED)

    def _visit(self, op: Operation, liveness: Liveness) -> None:
        self._op, self._liveness = op, liveness
        self.builder.set_insertion_point(InsertionPoint.before(op))
        if isinstance(op, BufferDeallocationOpInterface):
            op = outcome(op, self)
        else:
            op = self.deallocate(op)
        others = [r for r in op.results if is_buffer(r) and r not in self._here]
        owned = self._of_operands(op) if others else None
        for result in others:
            self._set(result, owned)

    def _of_operands(self, op: Operation) -> Ownership | None:
        """What holds of a result that may be any buffer among the operands."""
        found = [self._operand_ownership(v) for v in op.operands if is_buffer(v)]
        if not found:
            return BORROWED
        return functools.reduce(joined, found)

    def _operand_ownership(self, value: Value) -> Ownership | None:
        return self._owned.get(value, BORROWED) if self._is_own(value) else BORROWED

    def _is_own(self, value: Value) -> bool:
        return value.parent_region is self._block.parent

    # Operations, as the pass sees them

    def deallocate(self, op: Operation) -> Operation:
        """Does for `op` what its interfaces say; the operation that it has become."""
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
        is_manual = MANUAL in op.attributes
        effects = op.effects()
        freed = {effect.value for effect in effects if effect.kind is EffectKind.FREE}
        for operand in op.op_operands:
            if operand.value in freed and is_buffer(operand.value):
                self._assert_not_owned(operand.value, op)
        for effect in effects:
            made = effect.value
            if (
                effect.kind is EffectKind.ALLOCATE
                and isinstance(made, OpResult)
                and made.owner is op
                and is_buffer(made)
            ):
                if is_manual or effect.resource != _HEAP:
                    self._set(made, BORROWED)
                else:
                    self._own(made, OWNED)

    def _assert_not_owned(self, buffer: Value, op: Operation) -> None:
        """What the program frees itself is not freed again."""
        owned = self._get(buffer)
        if owned is not None and owned.condition is not False:
            location = op.location
            opposite = self.booleans.opposite(self.builder, owned.condition, location)
            value = self.booleans.value(opposite, self._block, location)
            message = StringAttr("expected that the block does not have ownership")
            assertion = class_of(self.context, "cf.assert", location)
            new = assertion.create((value,), (), {"msg": message}, location=location)
            self.builder.insert(new)

    def _own(self, buffer: Value, owned: Ownership) -> None:
        self._set(buffer, owned)
        self._to_free[buffer] = None

    def _enter_regions(self, op: RegionBranchOpInterface) -> Operation:
        successor = op.successor_regions(None)[0]
        operands = op.entry_successor_operands(successor.region)
        self._pass_along(operands, [BORROWED] * _count(operands))
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
            if owned is not None and isinstance(owned.condition, Value):
                if owned.condition in found:
                    self._own(result, Ownership(found[owned.condition]))
        return new

    def _own_results(self, op: Operation) -> Operation:
        """Adds to `op` for each result that is a buffer one that says whether it is owned."""
        count = sum(map(is_buffer, op.results))
        old = op.results
        new = with_more_results(op, [I1] * count)
        self._renamed.update(zip(old, new.results, strict=False))
        flags = iter(new.results[len(new.results) - count :])
        for result in new.results[: len(new.results) - count]:
            if is_buffer(result):
                self._own(result, Ownership(next(flags)))
        return new

    def _call(self, op: CallOpInterface) -> Operation:
        if self.program.has_dynamic_ownership(self.program.callee(op)):
            return self._own_results(op)
        for result in op.results:
            if is_buffer(result):
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
    ) -> dict[Value, Ownership]:
        """Frees what is not needed at a successor; what is owned of the rest."""
        block, operands = op.successors[index], op.successor_operands(index)
        if op.produced_operand_count(index):
            raise PassError(error("produced operands are not supported", op))
        passed = [operand.value for operand in operands if is_buffer(operand.value)]
        retained = dict.fromkeys([*passed, *self._live_in(block, self._liveness)])
        owned = self._free(list(retained), condition)
        self._pass_along(operands, [owned[value] for value in passed])
        if condition is True:
            for buffer, ownership in owned.items():
                self._set(buffer, ownership)
        return owned

    def _end_region(self, op: Operation) -> None:
        operands = (
            op.mutable_successor_operands(None)
            if isinstance(op, RegionBranchTerminatorOpInterface)
            else []
        )
        is_return = op.parent_op is self.function
        must_own = is_return and not self.program.has_dynamic_ownership(self.function)
        if must_own:
            for operand in op.op_operands:
                if is_buffer(operand.value):
                    operand.set(self._surely_owned(operand.value))
                    self._note(BufferAction.HANDED_ON, operand.value, "the caller frees it")
        passed = [operand.value for operand in operands if is_buffer(operand.value)]
        owned = self._free(list(dict.fromkeys(passed)), True)
        if not must_own:
            self._pass_along(operands, [owned[value] for value in passed])

    def _pass_along(self, operands: Sequence[OpOperand], owned: Sequence[Ownership]) -> None:
        if owned:
            location = operands[0].owner.location
            insert_operands_behind(
                operands,
                [self.booleans.value(o.condition, self._block, location) for o in owned],
            )

    def _free(self, retained: Sequence[Value], condition: Condition) -> dict[Value, Ownership]:
        """Frees what the block owns but these; what it owned of them. Nothing is owned otherwise."""
        location = self._op.location
        buffers: list[Value] = []
        conditions: list[Value] = []
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
        handed_on = set(retained)
        for base, owned in self._bases_to_free() if self.log.is_wanted else ():
            if named(base) not in handed_on:
                self._note(BufferAction.FREED, named(base), why_freed(owned, condition))
        return {
            buffer: Ownership(result) for buffer, result in zip(retained, op.results, strict=True)
        }

    def _bases_to_free(self) -> list[tuple[Value, Condition]]:
        """What the block may own, as it was allocated, and whether it does."""
        if self._bases is None:
            self._bases = []
            for buffer in self._to_free:
                owned = self._get(buffer)
                if owned is None:
                    raise PassError(error("MemRef value does not have valid ownership", self._op))
                if owned.condition is not False:
                    self._bases.append((self._base(buffer), owned.condition))
        return self._bases

    def _base(self, buffer: Value) -> Value:
        if is_allocated(buffer):
            return buffer
        location, type = self._op.location, buffer.type
        if isinstance(type, UnrankedMemRefType):
            flat = MemRefType((), type.element_type, StridedLayoutAttr(0, ()), type.memory_space)
            buffer = self.builder.insert(
                ReinterpretCastOp(
                    source=buffer,
                    static_offsets=(0,),
                    static_sizes=(),
                    static_strides=(),
                    result=flat,
                    location=location,
                )
            ).result
        return self.builder.insert(
            ExtractStridedMetadataOp(source=buffer, location=location)
        ).base_buffer

    # Buffers that must be owned

    def _surely_owned(self, buffer: Value) -> Value:
        """`buffer`, or a copy of it where the block does not own it."""
        buffer, owned = self._with_ownership(buffer)
        if owned is True:
            return buffer
        self._note(BufferAction.COPIED, buffer, why_copied(owned))
        copy = (
            self._copy(buffer)
            if owned is False
            else copied_unless(owned, buffer, self.builder, self.context, self._op.location)
        )
        self._own(copy, OWNED)
        return copy

    def _with_ownership(self, buffer: Value) -> tuple[Value, Condition]:
        """`buffer`, or a copy of it where it is not known whether it is owned; and whether it is."""
        asked = self._asked_ownership(buffer)
        if asked is not None:
            return buffer, asked
        owned = self._get(buffer)
        if owned is not None:
            return buffer, owned.condition
        self._note(
            BufferAction.COPIED, buffer, "it may be one of several, of which not all are owned"
        )
        copy = self._copy(buffer)
        self._own(copy, OWNED)
        return copy, True

    def _asked_ownership(self, buffer: Value) -> Condition | None:
        if not isinstance(buffer, OpResult) or buffer.owner.parent is not self._block:
            return None
        op = buffer.owner
        if isinstance(op, BufferDeallocationOpInterface):
            owned = op.result_ownership(buffer, self)
            return None if owned is None else simplified(owned)
        if isinstance(op, SelectLikeOpInterface):
            a, b = map(self._get, op.selected_values)
            if a is not None and b is not None and op.select_condition.type is I1:
                return self.booleans.select(
                    self.builder, op.select_condition, a.condition, b.condition, op.location
                )
        return None

    def _copy(self, buffer: Value) -> Value:
        return copied(buffer, self.builder, self._op.location)

    # The function

    def _update_signature(self) -> None:
        """What the function returns may have become more."""
        if not self.program.has_dynamic_ownership(self.function):
            return
        signature = self.function.signature
        for block in self.function.function_body.blocks:
            op = block.last_op
            if isinstance(op, RegionBranchTerminatorOpInterface):
                types = [operand.value.type for operand in op.mutable_successor_operands(None)]
                self.function.set_signature(FunctionType(signature.inputs, tuple(types)))
                return

    def _note(self, action: BufferAction, buffer: Value, why: str) -> None:
        self.log.note(action, buffer, why, where=self._op)

    # What operations are offered: `OwnershipState`

    def ownership(self, buffer: Value) -> Value | None:
        owned = self._get(buffer)
        if owned is None:
            return None
        return self.booleans.value(owned.condition, self._block, self._op.location)

    def set_ownership(self, buffer: Value, owned: Value | bool) -> None:
        condition = said(owned, self._op)
        self._own(buffer, Ownership(condition, isinstance(condition, bool)))

    def free(self, retained: Sequence[Value], condition: Value | None = None) -> list[Value]:
        distinct = list(dict.fromkeys(retained))
        owned = self._free(distinct, True if condition is None else condition)
        location = self._op.location
        return [
            self.booleans.value(owned[value].condition, self._block, location) for value in retained
        ]


def _count(operands: Sequence[OpOperand]) -> int:
    return sum(is_buffer(operand.value) for operand in operands)
