"""Deciding: which operand comes next, and whether it can be used in place.

The way of one operand, from here back through four files:

1. Using it in place joins the alias set of its value with those of the values that alias it
   (`alias_sets.py`).
2. The joined set has the reads and writes of its parts, and the operand's own write (`accesses.py`).
   Pairs that the order of the program rules out are skipped (`candidates.py`).
3. The rules tell whether a read and a write conflict (`conflicts.py`, `subset_rules.py`).
4. Here the decision is made, and recorded with its reason. Without a conflict the sets are joined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain, combinations

from bufferize.analysis.accesses import (
    MOST_VALUES,
    Freed,
    Read,
    UseInProgress,
    Write,
    loops_between,
)
from bufferize.analysis.annotations import annotate_conflict, annotate_non_writable_value
from bufferize.analysis.candidates import AccessIndex, Pair
from bufferize.analysis.conflicts import Conflict, ConflictRules, separate_buffers
from bufferize.analysis.deferred_reads import span_of_buffers
from bufferize.analysis.function_summaries import frees_buffer, is_used_later
from bufferize.analysis.one_shot_state import OneShotAnalysisState
from bufferize.analysis.options import AnalysisHeuristic, AnalysisOrder
from bufferize.analysis.program_order import ProgramOrder, Span
from bufferize.analysis.queries import AnalysisState
from bufferize.diagnostics import Diagnostic, OptionError, PassError, error
from bufferize.interfaces import (
    BufferRelation,
    CallOpInterface,
    LoopLikeOpInterface,
    RegionBranchTerminatorOpInterface,
    has_tensor_values,
    is_tensor_like,
)
from bufferize.ir import BlockArgument, IsolatedFromAbove, Operation, OpOperand, OpResult, Value
from bufferize.record import IN_PLACE, Decision, Reason

_STATE_WORDS = 624
_WORD_MASK = 0xFFFFFFFF


class OperandDecider:
    """The decisions about operands below `root`, made one by one, in any order.

    An alias set never contains a conflict. So an operand that would join several sets needs a test
    of its own write, and of the pairs of a read and a write from different sets; pairs from one set
    were tested when that set was joined.
    """

    def __init__(self, root: Operation, state: OneShotAnalysisState) -> None:
        self.root = root
        self.state = state
        self.order = ProgramOrder(root)
        self.rules = ConflictRules(state, self.order)
        self.accesses = AccessIndex(state, self.order, self.rules.buffer_of)
        self.is_exhausted = False
        """Whether a candidate was not tested because the budget ran out."""
        budget = state.options.analysis_budget
        self._last_candidate = state.counters.candidates + budget if budget else None
        self._has_parallel_regions = state.options.check_parallel_regions and any(
            state.is_parallel_region(region) for op in self.order.first for region in op.regions
        )
        self._annotates = state.options.print_conflicts
        self._owners = self._ops_around_tensors()
        self.has_writes = False
        """Whether there are in-place writes before anything is decided."""
        # Alias sets that contain no conflict before anything is decided.
        self._consistent: set[Value] = set()
        # Pairs of alias sets that must not be joined, each with a conflict.
        self._refused: dict[tuple[Value, Value], Conflict] = {}
        # Operations whose operands are used after them, and for how long.
        self._lasting: dict[Operation, Span] = {}
        state.used_later = set()
        self._enter_uses()

    # The uses of each alias set

    def _ops_around_tensors(self) -> set[Operation]:
        """Return the operations that have operations on tensors in their regions."""
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
        self._enter_later_uses_of_loops()

    def _enter(self, value: Value) -> None:
        state, accesses = self.state, self.accesses
        root = state.aliasing.find(value)
        for use in value.uses:
            is_later = is_used_later(use, state)
            later = self.order.all if is_later else span_of_buffers(use, self.order, state)
            if later is not None:
                self._lasting[use.owner] = later
                accesses.add_read(root, use, ((use.owner, later),), value)
            if self._reads(use):
                accesses.add_read(root, use, self.order.deferred_around(use.owner))
            if state.is_in_place(use) and state.bufferizes_to_memory_write(use):
                self._add_write(root, use)
                self.has_writes = True
        if not state.is_writable(value):
            accesses.of(root).non_writable[value] = None

    def _enter_later_uses_of_loops(self) -> None:
        """Record uses in regions that still run in the next iteration of a loop, or after the loop.

        The buffers that they use may have been carried on: the arguments and results of the loop
        are other names for them.
        """
        order = self.order
        for op, span in (*order.deferred.items(), *self._lasting.items()):
            uses = [
                use
                for inner in (op.walk() if op in order.deferred else [op])
                for use in inner.op_operands
                if is_tensor_like(use.value.type) and not op.is_ancestor_of(use.value.parent_op)
            ]
            loop = op.parent_op
            while loop is not None and not loop.has_trait(IsolatedFromAbove):
                use = next((u for u in uses if loop.is_ancestor_of(u.value.parent_op)), None)
                if use is not None and span[0] <= order.position(loop):
                    arguments = (a for r in loop.regions for b in r.blocks for a in b.arguments)
                    carried = [argument for argument in arguments if is_tensor_like(argument.type)]
                    for value in (*carried, *loop.results) if carried else ():
                        if is_tensor_like(value.type):
                            root = self.state.aliasing.find(value)
                            self.accesses.add_read(root, use, ((op, span),), value)
                loop = loop.parent_op

    def _add_write(self, root: Value, operand: OpOperand) -> None:
        """Record the in-place write by `operand` to the alias set `root`."""
        accesses = self.accesses
        accesses.add_write(root, self._write_by(operand))
        for use in self._uses_in_progress(operand):
            accesses.add_use_in_progress(root, use)
        if self._is_private_write(operand):
            accesses.of(root).private_write = operand
        for value in self._exposed_by(operand):
            accesses.of(root).exposing.setdefault(value, operand)

    def _exposed_by(self, operand: OpOperand) -> list[Value | None]:
        """Return the non-writable values whose buffer `operand` may write to; None for any."""
        state, rules = self.state, self.rules
        origins = rules.origins(operand.value)
        if origins is None:
            return [None]
        if rules.copied and not all(map(state.is_writable, origins)):
            now = rules.buffers(operand.value, rules.copied.__contains__)
            origins = origins if now is None else origins & now
        values = chain(origins, (a.value for a in state.get_aliasing_values(operand)))
        return [value for value in values if not state.is_writable(value)]

    def _write_by(self, operand: OpOperand) -> Write:
        aliases = self.state.get_aliasing_values(operand)
        return Write(operand, aliases[0].value if len(aliases) == 1 else None)

    def _uses_in_progress(self, operand: OpOperand) -> Iterator[UseInProgress]:
        """Yield the use in progress, and the freeing use, that `operand` becomes in place."""
        op = operand.owner
        if op in self._owners or isinstance(op, CallOpInterface):
            yield UseInProgress(operand)
        if frees_buffer(operand, self.state):
            yield Freed(operand)

    def _reads(self, use: OpOperand) -> bool:
        """Return whether `use` reads, or makes a view that is read."""
        state = self.state
        if state.bufferizes_to_memory_read(use):
            return True
        return not state.bufferizes_to_memory_write(use) and any(
            state.is_value_read(alias.value) for alias in state.get_aliasing_values(use)
        )

    def _is_private_write(self, operand: OpOperand) -> bool:
        """Return whether `operand` is written in a parallel region, and its contents are from outside."""
        return self._has_parallel_regions and self._origin_elsewhere(operand) is not None

    def _origin_elsewhere(self, operand: OpOperand) -> Value | None:
        """Return a definition of `operand` that is not in the same parallel region."""
        state = self.state
        here = state.parallel_region(operand.owner.parent_region)
        origins = state.find_values_in_reverse_use_def_chain(
            operand, state.value_bufferizes_to_memory_write
        )
        return next(
            (v for v in origins if state.parallel_region(v.parent_region) is not here), None
        )

    def _alias_sets(self, operand: OpOperand) -> list[Value]:
        """Return the alias sets that become one if `operand` is used in place."""
        find = self.state.aliasing.find
        roots = [find(operand.value)]
        for alias in self.state.get_aliasing_values(operand):
            root = find(alias.value)
            if root not in roots:
                roots.append(root)
        return roots

    # Checks before anything is decided

    def forced_conflict(self, operand: OpOperand) -> bool:
        """Return whether operands that must be in place conflict with the contents of `operand`.

        If `operand` itself must be in place, its aliases count as well; otherwise it can be copied.
        """
        if self.state.is_in_place(operand):
            roots = self._alias_sets(operand)
        else:
            roots = [self.state.aliasing.find(operand.value)]
        found = [self.accesses.of(root) for root in roots]
        if not any(len(accesses.writes) for accesses in found):
            return False
        if any(a.count for a in found) and any(a.private_write for a in found):
            return True
        conflict = self._conflict_within(roots) or self._conflict_across(roots)
        if conflict is not None:
            self._annotate(conflict)
        return conflict is not None

    def _conflict_within(self, roots: list[Value]) -> Conflict | None:
        for root in roots:
            if root not in self._consistent:
                conflict = self._first_conflict(self.accesses.pairs_within(root))
                if conflict is not None:
                    return conflict
                self._consistent.add(root)
        return None

    def forced_write_to_non_writable(self, operand: OpOperand) -> bool:
        """Return whether operands that must be in place write to a non-writable buffer."""
        return (
            self.state.is_in_place(operand)
            and self._write_to_non_writable(operand, self._alias_sets(operand), False) is not None
        )

    # Decisions

    def decide_overrides(self) -> None:
        """Decide the operands that the user wants in place. Raises PassError if one must be copied."""
        for operand, in_place in self.state.overrides.items():
            op = operand.owner
            if not in_place or not self.root.is_ancestor_of(op):
                continue
            self.decide(operand)
            if not self.state.is_in_place(operand):
                raise PassError(_refusal(self.state.decisions[-1]))

    def decide(self, operand: OpOperand) -> None:
        """Decide whether `operand` is used in place, and record why."""
        state = self.state
        if self._is_decided(operand):
            return
        roots = self._alias_sets(operand)
        self._annotates = False
        decision = self._decision(operand, roots)
        if decision.in_place:
            decision = self._sparing_copy(operand, roots) or decision
        elif self._may_be_kept(decision, roots):
            decision = self._decision_beside_copies(operand, roots) or decision
        if not decision.in_place:
            self._copy(decision)
            return
        state.decisions.append(decision)
        if state.bufferizes_to_memory_write(operand):
            self._add_write(state.aliasing.find(operand.value), operand)
        state.bufferize_in_place(operand)
        self.accesses.merge(roots, state.aliasing.find(operand.value))

    def _is_decided(self, operand: OpOperand) -> bool:
        return operand in self.rules.copied or self.state.is_in_place(operand)

    def _copy(self, decision: Decision) -> None:
        """Record the decision to copy an operand."""
        operand = decision.operand
        self._annotates = self.state.options.print_conflicts
        if self._annotates:
            self._decision(operand, self._alias_sets(operand))
        self.rules.copied.add(operand)
        self.state.decisions.append(decision)
        self.state.bufferize_out_of_place(operand)

    def _may_be_kept(self, refusal: Decision, roots: list[Value]) -> bool:
        """Return whether an operand might be in place if all undecided ones were copied."""
        state, operand = self.state, refusal.operand
        read, write, definition = refusal.read, refusal.write, refusal.definition
        if sum(map(state.aliasing.size, roots)) > MOST_VALUES:
            return False
        if read is None or write is None or definition is None:
            return refusal.reason is Reason.NOT_WRITABLE and write is operand
        return self.rules.are_kept_apart(
            definition,
            read.value,
            write.value,
            lambda other: other is not operand and not state.is_in_place(other),
        )

    def _decision_beside_copies(self, operand: OpOperand, roots: list[Value]) -> Decision | None:
        """Return the decision to use `operand` in place, if copies that are needed anyway allow it.

        These are decided first. So it is with two updates of `%t`, one of which must be a copy:

        ```mlir
        %a = tensor.insert %f into %t[%i] : tensor<8xf32>  // copied, as the other one reads %t
        %b = tensor.insert %f into %t[%j] : tensor<8xf32>  // in place, although %r is %a or %b
        %r = arith.select %c, %a, %b : tensor<8xf32>
        ```
        """
        state, copied = self.state, self.rules.copied
        values = chain.from_iterable(map(state.aliasing.members, roots))
        sources = {a.operand for value in values for a in state.get_aliasing_op_operands(value)}
        others = [
            other
            for other in sources - {operand}
            if not (self._is_decided(other) or state.overrides.get(other))
            and state.model(other.owner) is not None
        ]
        others.sort(key=lambda o: (self.order.position(o.owner), o.index), reverse=True)
        copies = []
        for other in others:
            decision = self._decision(other, self._alias_sets(other))
            if not decision.in_place and decision.reason is not Reason.BUDGET:
                copies.append(decision)
                copied.add(other)
        if not copies:
            return None
        kept = self._decision(operand, roots)
        copied.difference_update(decision.operand for decision in copies)
        if not kept.in_place:
            return None
        for decision in copies:
            self._copy(decision)
        return kept

    def _sparing_copy(self, operand: OpOperand, roots: list[Value]) -> Decision | None:
        """Return the decision to copy `operand`, if one copy of it spares several other copies.

        So it is with a write to the result of a `select` both of whose operands must be kept. Either
        all operands from which the value may come would be copied, or several that pass it on.
        """
        state, value = self.state, operand.value
        if state.model(operand.owner) is None:  # it is not bufferized, and copies nothing
            return None
        is_settled = state.overrides.get(operand) or not state.spares_copies
        if is_settled or not state.bufferizes_to_memory_write(operand):
            return None
        others = [use for use in value.uses if use is not operand]
        sources = [alias.operand for alias in state.get_aliasing_op_operands(value)]
        if max(len(sources), len(others)) < 2 or any(map(state.bufferizes_to_memory_write, others)):
            return None
        loops = loops_between(state, operand.owner, (value,))
        again = not self.rules.can_use_order(
            Read(operand, (value,), loops), self._write_by(operand)
        )
        if again or IN_PLACE in operand.owner.attributes:
            return None
        spared = [self._refused_with(operand, roots, source) for source in sources]
        if None in spared or len(spared) < 2:
            spared = [self._refused_with(operand, roots, other) for other in others]
        found = [decision for decision in spared if decision is not None]
        return found[0] if len(found) > 1 else None

    def _refused_with(
        self, operand: OpOperand, roots: list[Value], other: OpOperand
    ) -> Decision | None:
        """Return why `operand` is copied once `other` is in place; None if `other` cannot be anyway."""
        state, aliases = self.state, self.state.get_aliasing_values(other)
        relations = {alias.relation for alias in aliases}
        is_open = other not in self.rules.copied and not state.bufferizes_to_memory_write(other)
        if not is_open or relations != {BufferRelation.EQUIVALENT}:
            return None
        joined = self._alias_sets(other)
        is_free = self._decision(other, joined).in_place
        decision = self._decision(operand, list(dict.fromkeys([*roots, *joined])))
        return decision if is_free and not decision.in_place else None

    def decide_forwarded(self, loop: LoopLikeOpInterface) -> None:
        """Decide which tensors the terminators in `loop` may pass on without a copy.

        They become aliases of the arguments and results that they are passed on as, which is tested
        as for operands in place. A buffer that is allocated in the iteration is separate from those.
        Values that `loop` may write to are left to its model.
        """
        state, find = self.state, self.state.aliasing.find
        edges: dict[OpOperand, Sequence[Value]] = {}
        copies: set[Value] = set()
        for init, operand, values in loop.forwarded_operands:
            if is_tensor_like(operand.value.type) and self._is_argument_alias(init):
                state.forwarded[operand] = False
                arguments = [value for value in values if isinstance(value, BlockArgument)]
                if any(map(state.is_forwarded_written, arguments)):
                    copies.update(arguments)
                else:
                    edges[operand] = values
        if not edges:
            return
        blocks = [block for region in loop.regions for block in region.blocks]
        known = copies.union(*edges.values())
        others = {find(a) for block in blocks for a in block.arguments if a not in known}
        for block in blocks:
            for operand in block.last_op.op_operands if block.last_op is not None else ():
                if operand not in state.forwarded and self._is_of_iteration(operand, loop, copies):
                    others.add(find(operand.value))
        count = Counter(find(operand.value) for operand in edges)
        for operand, values in edges.items():
            roots = list(dict.fromkeys(map(find, (operand.value, *values))))
            if not others.isdisjoint(roots):
                continue
            is_new = count[roots[0]] == 1 and not self.accesses.of(roots[0]).non_writable
            state.forwarded[operand] = (
                is_new and self._is_of_iteration(operand, loop, copies)
            ) or self._join_without_conflict(operand, values, roots)

    def decide_unwritten(self, loop: LoopLikeOpInterface) -> None:
        """Decide what terminators may pass on as arguments of which `loop` only writes to copies.

        No other value that the loop carries may share memory with such an argument, or with what is
        passed on.
        """
        state, find = self.state, self.state.aliasing.find
        blocks = [block for region in loop.regions for block in region.blocks]
        passed = {value for block in blocks if block.last_op for value in block.last_op.operands}
        arguments = {argument for block in blocks for argument in block.arguments}
        is_parallel = state.parallel_region(loop.parent_region) is not None
        for _, operand, values in () if is_parallel else loop.forwarded_operands:
            if operand in state.forwarded or not is_tensor_like(operand.value.type):
                continue
            own, roots = set(values), list(dict.fromkeys(map(find, (operand.value, *values))))
            if (
                own <= arguments
                and not any(map(state.is_value_written, own))
                and (passed | arguments - own).isdisjoint(chain(*map(state.alias_set, own)))
                and arguments.isdisjoint(state.alias_set(operand.value))
                and self._join_without_conflict(operand, values, roots)
            ):
                state.forwarded[operand] = True

    def _is_argument_alias(self, init: OpOperand) -> bool:
        """Return whether the loop only reads what it carries: an argument is an alias of `init`."""
        return any(
            isinstance(alias.value, BlockArgument) and alias.value.parent_op is init.owner
            for alias in self.state.get_aliasing_values(init)
        )

    def _is_of_iteration(self, operand: OpOperand, loop: Operation, copies: Set[Value]) -> bool:
        """Return whether all values that may share memory with `operand` are computed in its iteration.

        Of the arguments of `loop`, those that are `copies` are.
        """
        body = operand.owner.parent_region
        assert body is not None
        return all(
            body.is_ancestor_of(value.parent_region)
            and (value in copies or not isinstance(value, BlockArgument) or value.parent_op != loop)
            for value in self.state.aliasing.members(operand.value)
        )

    def _join_without_conflict(
        self, operand: OpOperand, values: Sequence[Value], roots: list[Value]
    ) -> bool:
        """Make `values` aliases of `operand`, if that is no conflict; return whether it is none."""
        found = [self.accesses.of(root) for root in roots]
        if (
            (any(a.private_write for a in found) and any(a.count for a in found))
            or self._write_to_non_writable(operand, roots, False)
            or self._conflict_across(roots)
        ):
            return False
        for value in values:
            self.state.aliasing.union(value, operand.value)
        self.accesses.merge(roots, self.state.aliasing.find(operand.value))
        return True

    def _decision(self, operand: OpOperand, roots: list[Value]) -> Decision:
        if self.state.overrides.get(operand) is False:
            return Decision(operand, False, Reason.ASKED_FOR)
        writes = self.state.bufferizes_to_memory_write(operand)
        non_writable = self._write_to_non_writable(operand, roots, writes)
        if non_writable is not None:
            root, writer = non_writable
            return Decision(operand, False, Reason.NOT_WRITABLE, write=writer, root=root)
        private = self._private_write(operand, roots)
        if private is not None:
            origin = self._origin_elsewhere(private)
            is_deferred = bool(self.order.deferred_around(private.owner))
            reason = Reason.DEFERRED if is_deferred else Reason.PARALLEL
            return Decision(operand, False, reason, origin, private)
        conflict = self._own_conflict(operand, roots) or self._conflict_across(roots)
        if conflict is None:
            return Decision(operand, True, Reason.NO_CONFLICT)
        self._annotate(conflict)
        read, write, reason, definition = conflict
        if reason is Reason.CONFLICT:
            definition = self.rules.explaining_definition(read, write)
        return Decision(operand, False, reason, definition, write.operand, read.operand)

    def _write_to_non_writable(
        self, operand: OpOperand, roots: list[Value], writes: bool
    ) -> tuple[Value, OpOperand] | None:
        """Return a non-writable value, and what would write to its buffer with `operand` in place."""
        found = [self.accesses.of(root) for root in roots]
        if not any(accesses.non_writable for accesses in found):
            return None
        exposing = [accesses.exposing for accesses in found if accesses.exposing]
        if writes:
            exposing.insert(0, dict.fromkeys(self._exposed_by(operand), operand))
        for accesses in found:
            for value in accesses.non_writable:
                for each in exposing:
                    write = each.get(value) or each.get(None)
                    if write is not None:
                        if self._annotates:
                            self._annotate_non_writable(operand)
                        return value, write
        return None

    def _private_write(self, operand: OpOperand, roots: list[Value]) -> OpOperand | None:
        """Return a write that needs a private buffer, because parallel iterations would share one."""
        if not self._has_parallel_regions:
            return None
        found = [self.accesses.of(root) for root in roots]
        writes_here = self.state.bufferizes_to_memory_write(operand)
        is_in_use = writes_here and (
            any(self._uses_in_progress(operand)) or self.order.deferred_around(operand.owner)
        )
        if not is_in_use and not any(accesses.count for accesses in found):
            return None
        if writes_here and self._is_private_write(operand):
            return operand
        return next(filter(None, (accesses.private_write for accesses in found)), None)

    # Conflicts

    def _own_conflict(self, operand: OpOperand, roots: list[Value]) -> Conflict | None:
        """Return a conflict of the write by `operand` with a use of the alias sets `roots`."""
        if not self.state.bufferizes_to_memory_write(operand):
            return None
        write, accesses = self._write_by(operand), self.accesses
        found = self._first_conflict(
            chain.from_iterable(accesses.pairs_with_write(root, write) for root in roots)
        )
        if found is not None:
            return found
        return self._first_conflict(
            chain.from_iterable(
                accesses.pairs_with_use(root, use)
                for use in self._uses_in_progress(operand)
                for root in roots
            )
        )

    def _conflict_across(self, roots: list[Value]) -> Conflict | None:
        """Return a conflict of two uses from different alias sets."""
        conflicts = (self._conflict_between(a, b) for a, b in combinations(roots, 2))
        return next(filter(None, conflicts), None)

    def _conflict_between(self, a: Value, b: Value) -> Conflict | None:
        known = self._refused.get((a, b)) or self._refused.get((b, a))
        if known is not None and (
            known.definition is None
            or not separate_buffers(self.rules, known.definition, known.read, known.write)
        ):
            return known
        found = self._first_conflict(self.accesses.pairs_between(a, b))
        if found is not None:
            self._refused[a, b] = found
        return found

    def _first_conflict(self, candidates: Iterable[Pair]) -> Conflict | None:
        """Return the first candidate that is a conflict, or that the budget leaves untested."""
        counters, rules = self.state.counters, self.rules
        for read, write in candidates:
            if rules.is_harmless(read, write):
                continue
            if counters.candidates == self._last_candidate:
                self.is_exhausted = True
                return Conflict(read, write, Reason.BUDGET)
            counters.candidates += 1
            conflict = rules.conflict(read, write)
            if conflict is not None:
                return conflict
        return None

    # Annotations

    def _annotate(self, conflict: Conflict) -> None:
        read, write, _, definition = conflict
        if self._annotates and definition is not None:
            annotate_conflict(read.operand, write.operand, definition, self.state)

    def _annotate_non_writable(self, operand: OpOperand) -> None:
        values = [operand.value]
        values += [alias.value for alias in self.state.get_aliasing_values(operand)]
        for value in values:
            for member in self.state.aliasing.members(value):
                if not self.state.is_writable(member):
                    annotate_non_writable_value(member, self.state)


def _refusal(decision: Decision) -> Diagnostic:
    """Return the error that an operand cannot be in place as the user wants."""
    operand, op = decision.operand, decision.operand.owner
    message = f"operand #{operand.index} of '{op.name}' cannot be in place: {decision.reason.value}"
    problem = error(message, op)
    for text, use in ("this would write", decision.write), ("this reads", decision.read):
        if use is not None:
            problem.note(f"{text}: operand #{use.index} of '{use.owner.name}'", use.owner)
    return problem


# Orders


def operands_in_order(root: Operation, state: AnalysisState) -> Iterator[OpOperand]:
    """Yield the tensor operands below `root`, each once: first those from `analysis_order`.

    Raises OptionError if it gives an operation that is not below `root`, or an operand twice.
    """
    given: dict[OpOperand, None] = {}
    for operand in _given_operands(state.options.analysis_order, root, state):
        if operand in given:
            op = operand.owner
            message = f"the analysis order gives operand #{operand.index} of '{op.name}' twice"
            raise OptionError(error(message, op))
        given[operand] = None
        yield operand
    for op in analysis_order(root, state):
        for operand in op.op_operands:
            if is_tensor_like(operand.value.type) and operand not in given:
                yield operand


def repeatable(order: AnalysisOrder) -> AnalysisOrder:
    """Return `order` with its answers remembered, so that repeated analyses use the same order."""
    given: dict[Operation, list[OpOperand]] = {}

    def repeat(root: Operation, state: AnalysisState) -> Iterator[OpOperand]:
        if root in given:
            yield from given[root]
            return
        operands = given[root] = []
        for operand in _given_operands(order, root, state):
            operands.append(operand)
            yield operand

    return repeat


def _given_operands(
    order: AnalysisOrder | None, root: Operation, state: AnalysisState
) -> Iterator[OpOperand]:
    items: object = () if order is None else order(root, state)
    for item in items if isinstance(items, Iterable) else (items,):
        op = item.owner if isinstance(item, OpOperand) else item
        if not isinstance(op, Operation):
            kind = type(item).__name__
            raise OptionError(f"an analysis order gives operations and operands, not '{kind}'")
        if not root.is_ancestor_of(op):
            message = f"the analysis order gives '{op.name}', which is not a part of '{root.name}'"
            raise OptionError(error(message, op))
        for operand in [item] if isinstance(item, OpOperand) else op.op_operands:
            if is_tensor_like(operand.value.type):
                yield operand


def analysis_order(root: Operation, state: AnalysisState) -> list[Operation]:
    """Return the operations below `root`, in the order of the option `analysis-heuristic`."""
    heuristic = state.options.analysis_heuristic
    if heuristic is AnalysisHeuristic.BOTTOM_UP_FROM_TERMINATORS:
        return _from_terminators(root, state)
    ops = list(root.walk_post())
    if heuristic is AnalysisHeuristic.BOTTOM_UP:
        ops.reverse()
    elif heuristic is AnalysisHeuristic.FUZZER:
        # As in MLIR: the result of a shuffle depends on which operations are shuffled.
        ops = [op for op in ops if state.has_tensor_semantics(op)]
        _shuffle(ops, state.options.analysis_fuzzer_seed)
    return ops


def _from_terminators(root: Operation, state: AnalysisState) -> list[Operation]:
    """Return the definitions of yielded tensors, last one first, then the rest bottom-up."""
    ops: dict[Operation, None] = {}
    for terminator in root.walk_post():
        if not isinstance(terminator, RegionBranchTerminatorOpInterface) or terminator in ops:
            continue
        ops[terminator] = None
        region = terminator.parent_region
        work = [v for v in terminator.operands if _is_tensor_result(v)]
        while work:
            value = work.pop()
            op = value.defining_op
            if op is None or op in ops:
                continue
            ops[op] = None
            if region is None or region.find_ancestor_op(op) is None:
                continue
            aliases = state.get_aliasing_op_operands(value)
            work.extend(a.operand.value for a in aliases if _is_tensor_result(a.operand.value))
    bottom_up = reversed(list(root.walk()))
    return [*ops, *(op for op in bottom_up if op not in ops)]


def _is_tensor_result(value: object) -> bool:
    return isinstance(value, OpResult) and is_tensor_like(value.type)


def _shuffle(ops: list[Operation], seed: int) -> None:
    """Shuffle as `llvm::shuffle` does with `std::mt19937(seed)`, so that seeds are portable."""
    import random  # not loaded for other orders

    words = [seed & _WORD_MASK]
    for i in range(1, _STATE_WORDS):
        previous = words[-1]
        words.append((1812433253 * (previous ^ (previous >> 30)) + i) & _WORD_MASK)
    generator = random.Random()
    generator.setstate((3, (*words, _STATE_WORDS), None))
    for i in range(len(ops) - 1):
        j = i + generator.getrandbits(32) % (len(ops) - i)
        ops[i], ops[j] = ops[j], ops[i]
