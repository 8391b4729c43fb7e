"""Deciding operands: what may be used in place without a conflict."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bufferize.analysis.accesses import Freed, Hold
from bufferize.analysis.annotations import annotate_conflict, annotate_locked_value
from bufferize.analysis.conflicts import ConflictRules
from bufferize.analysis.function_summaries import frees_buffer
from bufferize.analysis.one_shot import OneShotAnalysisState
from bufferize.analysis.program_order import ProgramOrder
from bufferize.analysis.uses import Conflict, UsesOfClasses
from bufferize.diagnostics import Diagnostic, PassError, error
from bufferize.interfaces import CallOpInterface, has_tensor_values, is_tensor_like
from bufferize.ir import Operation, OpOperand, Value
from bufferize.record import Decision, Reason


class OperandDecider:
    """Decides the operands below `root`, one by one, in any order.

    The reads and writes of every class of values are kept up to date. A class never holds a
    conflict, so that only the pairs across the classes that an operand would merge, and its own
    write, need to be looked at.
    """

    def __init__(self, root: Operation, state: OneShotAnalysisState) -> None:
        self.root = root
        self.state = state
        self.order = ProgramOrder(root)
        self.uses = UsesOfClasses(ConflictRules(state, self.order), state)
        self._has_parallel_regions = state.options.check_parallel_regions and any(
            state.is_parallel_region(region) for op in self.order.first for region in op.regions
        )
        self._owners = self._ops_around_tensors()
        self.has_writes = False
        """Whether there are in-place writes before anything is decided."""
        # Classes that hold no conflict before anything is decided.
        self._consistent: set[Value] = set()
        self._enter_uses()

    def _ops_around_tensors(self) -> set[Operation]:
        """The operations that have another one on tensors in their regions."""
        found: set[Operation] = set()
        for op in self.order.first:
            outer = op.parent_op
            while outer is not None and outer not in found and has_tensor_values(op):
                found.add(outer)
                outer = outer.parent_op
        return found

    def _enter_uses(self) -> None:
        for op in self.order.first:
            for result in op.results:
                if is_tensor_like(result.type):
                    self._enter(result)
            for region in op.regions:
                for block in region.blocks:
                    for argument in block.arguments:
                        if is_tensor_like(argument.type):
                            self._enter(argument)

    def _enter(self, value: Value) -> None:
        state, uses = self.state, self.uses
        root = state.aliasing.find(value)
        for use in value.uses:
            if self._reads(use):
                uses.add_read(root, use)
            if state.is_in_place(use) and state.bufferizes_to_memory_write(use):
                self._add_write(root, use)
                self.has_writes = True
        if not state.is_writable(value) and uses.of(root).locked is None:
            uses.of(root).locked = value

    def _add_write(self, root: Value, operand: OpOperand) -> None:
        """Note that `operand` is written in place."""
        uses = self.uses
        uses.add_write(root, uses.make_write(operand))
        for hold in self._holds(operand):
            uses.add_hold(root, hold)
        if self._is_private_write(operand):
            uses.of(root).private_write = operand

    def _holds(self, operand: OpOperand) -> Iterator[Hold]:
        """`operand`, written in place, as one that its owner works on under another name, or frees."""
        op = operand.owner
        if op in self._owners or isinstance(op, CallOpInterface):
            yield Hold(operand)
        if frees_buffer(operand, self.state):
            yield Freed(operand)

    def _reads(self, use: OpOperand) -> bool:
        """Whether `use` reads, or makes a view that is read."""
        state = self.state
        if state.bufferizes_to_memory_read(use):
            return True
        return not state.bufferizes_to_memory_write(use) and any(
            state.is_value_read(alias.value) for alias in state.get_aliasing_values(use)
        )

    def _is_private_write(self, operand: OpOperand) -> bool:
        """Whether `operand` is written in a parallel region that its contents are not from."""
        return self._has_parallel_regions and self._origin_elsewhere(operand) is not None

    def _origin_elsewhere(self, operand: OpOperand) -> Value | None:
        """What the contents of `operand` are from, if that is not in the same parallel region."""
        state = self.state
        here = state.parallel_region(operand.owner.parent_region)
        origins = state.find_values_in_reverse_use_def_chain(
            operand, state.value_bufferizes_to_memory_write
        )
        return next(
            (v for v in origins if state.parallel_region(v.parent_region) is not here), None
        )

    def _classes(self, operand: OpOperand) -> list[Value]:
        """The classes that become one if `operand` is used in place."""
        find = self.state.aliasing.find
        roots = [find(operand.value)]
        for alias in self.state.get_aliasing_values(operand):
            root = find(alias.value)
            if root not in roots:
                roots.append(root)
        return roots

    # Checks before anything is decided

    def forced_conflict(self, operand: OpOperand) -> bool:
        """Whether what must be in place conflicts already, with the contents of `operand`.

        Not among what `operand` may alias unless it must be in place: else it can be copied.
        """
        if self.state.is_in_place(operand):
            roots = self._classes(operand)
        else:
            roots = [self.state.aliasing.find(operand.value)]
        found = [self.uses.of(root) for root in roots]
        if not any(len(uses.writes) for uses in found):
            return False
        if any(uses.count for uses in found) and any(uses.private_write for uses in found):
            return True
        conflict = self._conflict_within(roots) or self._conflict_across(roots)
        if conflict is not None:
            self._annotate(conflict)
        return conflict is not None

    def _conflict_within(self, roots: list[Value]) -> Conflict | None:
        for root in roots:
            if root not in self._consistent:
                conflict = self.uses.conflict_within(root)
                if conflict is not None:
                    return conflict
                self._consistent.add(root)
        return None

    def forced_write_to_locked(self, operand: OpOperand) -> bool:
        """Whether what must be in place writes to what must not be written to."""
        return (
            self.state.is_in_place(operand)
            and self._is_locked(operand, self._classes(operand), False) is not None
        )

    # Decisions

    def decide(self, operand: OpOperand) -> None:
        """Decide whether `operand` is used in place, and note why."""
        state = self.state
        if state.is_in_place(operand):
            return
        roots = self._classes(operand)
        decision = self._decision(operand, roots)
        state.log.append(decision)
        if not decision.in_place:
            state.bufferize_out_of_place(operand)
            return
        uses = self.uses
        if state.bufferizes_to_memory_write(operand):
            self._add_write(state.aliasing.find(operand.value), operand)
        state.bufferize_in_place(operand)
        uses.merge(roots, state.aliasing.find(operand.value))

    def decide_wishes(self) -> None:
        """Decide first what is to be in place. Raises PassError where it must be copied."""
        for operand, in_place in self.state.wishes.items():
            op = operand.owner
            if not in_place or not self.root.is_ancestor_of(op):
                continue
            self.decide(operand)
            if not self.state.is_in_place(operand):
                raise PassError(_refusal(self.state.log[-1]))

    def _decision(self, operand: OpOperand, roots: list[Value]) -> Decision:
        if self.state.wishes.get(operand) is False:
            return Decision(operand, False, Reason.ASKED_FOR)
        writes = self.state.bufferizes_to_memory_write(operand)
        locked = self._is_locked(operand, roots, writes)
        if locked is not None:
            in_place = (write for root in roots for _, _, write in self.uses.of(root).writes)
            writer = operand if writes else next(in_place).operand
            return Decision(operand, False, Reason.NOT_WRITABLE, write=writer, root=locked)
        private = self._private_write(operand, roots)
        if private is not None:
            origin = self._origin_elsewhere(private)
            return Decision(operand, False, Reason.PARALLEL, origin, private)
        conflict = self._own_conflict(operand, roots) or self._conflict_across(roots)
        if conflict is None:
            return Decision(operand, True, Reason.NO_CONFLICT)
        self._annotate(conflict)
        read, write, reason, definition = conflict
        if reason is Reason.CONFLICT:
            definition = self.uses.rules.explaining_definition(read, write)
        return Decision(operand, False, reason, definition, write.operand, read.operand)

    def _is_locked(self, operand: OpOperand, roots: list[Value], writes: bool) -> Value | None:
        """A value that must not be written to and would be, with `operand` in place."""
        found = [self.uses.of(root) for root in roots]
        if not writes and not any(len(uses.writes) for uses in found):
            return None
        locked = next((uses.locked for uses in found if uses.locked is not None), None)
        if locked is None:
            return None
        if self.state.options.print_conflicts:
            values = [operand.value]
            values += [alias.value for alias in self.state.get_aliasing_values(operand)]
            for value in values:
                for member in self.state.aliasing.members(value):
                    if not self.state.is_writable(member):
                        annotate_locked_value(member, self.state)
        return locked

    def _private_write(self, operand: OpOperand, roots: list[Value]) -> OpOperand | None:
        """A write that makes private what parallel iterations would share."""
        if not self._has_parallel_regions:
            return None
        found = [self.uses.of(root) for root in roots]
        writes_here = self.state.bufferizes_to_memory_write(operand)
        is_held = writes_here and any(self._holds(operand))
        if not is_held and not any(uses.count for uses in found):
            return None
        if writes_here and self._is_private_write(operand):
            return operand
        return next(filter(None, (uses.private_write for uses in found)), None)

    def _own_conflict(self, operand: OpOperand, roots: list[Value]) -> Conflict | None:
        if not self.state.bufferizes_to_memory_write(operand):
            return None
        write = self.uses.make_write(operand)
        conflicts = (self.uses.conflict_with_write(root, write) for root in roots)
        found = next(filter(None, conflicts), None)
        if found is not None:
            return found
        held = (
            self.uses.conflict_with_hold(root, hold)
            for hold in self._holds(operand)
            for root in roots
        )
        return next(filter(None, held), None)

    def _conflict_across(self, roots: list[Value]) -> Conflict | None:
        conflicts = (self.uses.conflict_between(a, b) for a, b in combinations(roots, 2))
        return next(filter(None, conflicts), None)

    def _annotate(self, conflict: Conflict) -> None:
        read, write, _, definition = conflict
        if self.state.options.print_conflicts and definition is not None:
            annotate_conflict(read.operand, write.operand, definition, self.state)


def _refusal(decision: Decision) -> Diagnostic:
    """Why an operand cannot be in place that is to be."""
    operand, op = decision.operand, decision.operand.owner
    message = f"operand #{operand.index} of '{op.name}' cannot be in place: {decision.reason.value}"
    problem = error(message, op)
    for text, use in ("this would write", decision.write), ("this reads", decision.read):
        if use is not None:
            problem.note(f"{text}: operand #{use.index} of '{use.owner.name}'", use.owner)
    return problem
