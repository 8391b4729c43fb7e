"""Trials: which uses conflict if given operands are used in place, all at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice

from bufferize.analysis import (
    AnalysisHeuristic,
    AnalysisOptions,
    AnalysisOrder,
    OneShotAnalysisState,
)
from bufferize.analysis.accesses import Freed, UseInProgress
from bufferize.analysis.alias_sets import AliasSets
from bufferize.analysis.analyze import find_equivalences
from bufferize.analysis.conflicts import Conflict
from bufferize.analysis.decide import OperandDecider, operands_in_order
from bufferize.analysis.function_summaries import enter_calls
from bufferize.interfaces import is_tensor_like
from bufferize.ir import Operation, OpOperand, Value
from bufferize_optimum.yields import LoopYields

_MOST_PAIRS = 50_000
"""The number of pairs of a read and a write that are tested in one trial."""


class Violation:
    """Why some operands cannot all be in place: a value that must be kept, and a write.

    If the two values are joined by operands in place, then not all of those and of `needed` are.
    """

    __slots__ = ("conflict", "needed", "value", "write")

    def __init__(
        self,
        value: Value,
        write: OpOperand,
        needed: tuple[OpOperand, ...],
        conflict: Conflict | None = None,
    ) -> None:
        self.value = value
        """A value that is read, in use or not writable."""
        self.write = write
        """The operand that would write to its buffer."""
        self.needed = needed
        """The operands that must be in place for this to happen, besides those on the path."""
        self.conflict = conflict
        """The conflict of a read with the write, if that is the reason."""


class Trial(OperandDecider):
    """Decisions about the operands below a root that are tried, apart from the real ones.

    With `about`, questions can be asked only about these operands.
    """

    def __init__(
        self,
        root: Operation,
        real: OneShotAnalysisState,
        about: Sequence[OpOperand] | None = None,
    ) -> None:
        self._root = root
        state = OneShotAnalysisState(quiet(real.options), real.context, root, real.overrides)
        state.functions, state.deferring_functions = real.functions, real.deferring_functions
        if state.functions is not None:
            enter_calls((op for op in root.walk() if state.model(op) is not None), state)
        state.remember_with(real)
        self._about = about
        self._writes: list[OpOperand] = []
        super().__init__(root, state)
        self.decide_overrides()
        self._operands = {
            operand
            for op in self.order.first
            for operand in op.op_operands
            if is_tensor_like(operand.value.type) and not state.is_in_place(operand)
        }
        self._others = set(self._operands)
        """The operands that are copied while it is asked whether some others conflict."""

    def decide_all(self, order: AnalysisOrder | None = None) -> list[OpOperand]:
        """Decide all operands as the analysis does, first by `order`; return those that are copied."""
        state, usual = self.state, AnalysisHeuristic.BOTTOM_UP
        state.options = replace(state.options, analysis_order=order, analysis_heuristic=usual)
        for operand in operands_in_order(self._root, state):
            self.decide(operand)
        return [each.operand for each in state.decisions if not each.in_place]

    def must_copy(self, operand: OpOperand) -> bool:
        """Return whether `operand` conflicts even if all others are copied.

        To be asked before anything is decided.
        """
        with self._copying_others({operand}):
            return not self._decision(operand, self._alias_sets(operand)).in_place

    def violations(self, in_place: Iterable[OpOperand]) -> Iterator[Violation]:
        """Use operands in place, whether or not that conflicts, and yield what does.

        It ends after a limited number of tests, so not all violations may be found.
        """
        find, accesses = self.state.aliasing.find, self.accesses
        in_place = list(in_place)
        self.rules.copied = self._operands.difference(in_place)
        readers = [v for v in self.tensors() if accesses.of(find(v)).count]
        uses = []
        for operand in in_place:
            self._join(operand)
            if any(not isinstance(use, Freed) for use in self._uses_in_progress(operand)):
                uses.append(operand)
        roots = dict.fromkeys(find(value) for value in self.tensors())
        for root in roots:
            yield from self._writes_to_non_writable(root)
            if accesses.of(root).private_write is not None:
                yield from self._private_writes(root, readers, uses)
            for conflict in self._conflicts(root):
                yield self._from_conflict(conflict)

    def operands_in_conflict(
        self, violation: Violation, path: set[OpOperand], in_place: Set[OpOperand]
    ) -> set[OpOperand]:
        """Return operands, of which one is copied whatever is decided: `path`, and maybe others.

        A copy elsewhere may keep the write apart from what is read, so that `path` can be in place:

        ```mlir
        %a = tensor.insert %f into %t[%i] : tensor<8xf32>  // if this is a copy, the other may write
        %b = tensor.insert %f into %t[%j] : tensor<8xf32>  // to %t, although %r is %a or %b
        %r = arith.select %c, %a, %b : tensor<8xf32>
        ```
        """
        # Most violations are ones with any copies elsewhere, even on the path.
        if self._holds(violation, set(violation.needed)) or self._holds(violation, path):
            return path
        found = path | (self._before(violation) & in_place)
        if not self._holds(violation, found):
            return path | in_place
        for operand in sorted(found - path, key=self._place):
            if self._holds(violation, found - {operand}):
                found.remove(operand)
        return found

    def _holds(self, violation: Violation, in_place: Set[OpOperand]) -> bool:
        """Return whether a violation is one even if all operands but `in_place` are copied."""
        with self._copying_others(in_place):
            conflict = violation.conflict
            if conflict is not None:
                return self.rules.conflict(conflict.read, conflict.write) is not None
            if self.state.is_writable(violation.value):
                return self._is_private_write(violation.write)
            exposed = self._exposed_by(violation.write)
            return None in exposed or violation.value in exposed

    @contextmanager
    def _copying_others(self, in_place: Set[OpOperand]) -> Iterator[None]:
        """Context manager: all operands but `in_place` are copied."""
        before, kept = self.rules.copied, self._operands & in_place
        self._others -= kept
        self.rules.copied = self._others
        try:
            yield
        finally:
            self._others |= kept
            self.rules.copied = before

    def _before(self, violation: Violation) -> set[OpOperand]:
        """Return the operands from which the values of a violation are computed, as aliases."""
        conflict = violation.conflict
        definitions = () if conflict is None else conflict.read.definitions
        values = dict.fromkeys([violation.value, violation.write.value, *definitions])
        work, found = list(values), set[OpOperand]()
        while work:
            for alias in self.state.get_aliasing_op_operands(work.pop()):
                found.add(alias.operand)
                if alias.operand.value not in values:
                    values[alias.operand.value] = None
                    work.append(alias.operand.value)
        return found

    def _place(self, operand: OpOperand) -> tuple[int, int]:
        return self.order.position(operand.owner), operand.index

    def _join(self, operand: OpOperand) -> None:
        """Use `operand` in place, as if there were no conflict."""
        roots = self._alias_sets(operand)
        if self.state.bufferizes_to_memory_write(operand):
            self._add_write(roots[0], operand)
        self.state.bufferize_in_place(operand)
        self.accesses.merge(roots, self.state.aliasing.find(operand.value))

    def _add_write(self, root: Value, operand: OpOperand) -> None:
        self._writes.append(operand)
        super()._add_write(root, operand)

    def _enter_uses(self) -> None:
        self._writes = []
        if self._about is None:
            super()._enter_uses()
            return
        aliasing = self.state.aliasing
        for root in dict.fromkeys(r for o in self._about for r in self._alias_sets(o)):
            for value in aliasing.members(root):
                self._enter(value)
        self._enter_later_uses_of_loops()

    def tensors(self) -> Iterator[Value]:
        for op in self.order.first:
            yield from (result for result in op.results if is_tensor_like(result.type))
            for region in op.regions:
                for block in region.blocks:
                    yield from (a for a in block.arguments if is_tensor_like(a.type))

    def _writes_to(self, root: Value) -> Iterator[OpOperand]:
        find = self.state.aliasing.find
        return (write for write in self._writes if find(write.value) is root)

    def _writes_to_non_writable(self, root: Value) -> Iterator[Violation]:
        found = self.accesses.of(root)
        if not found.non_writable or not found.exposing:
            return
        for write in self._writes_to(root):
            exposed = self._exposed_by(write)
            for value in found.non_writable:
                if None in exposed or value in exposed:
                    yield Violation(value, write, (write,))

    def _private_writes(
        self, root: Value, readers: list[Value], uses: list[OpOperand]
    ) -> Iterator[Violation]:
        """Yield the writes of parallel iterations to a buffer that they share and that is used."""
        find = self.state.aliasing.find
        for write in filter(self._is_private_write, self._writes_to(root)):
            if self.order.deferred_around(write.owner):
                yield Violation(write.value, write, (write,))
            for value in readers:
                if find(value) is root:
                    yield Violation(value, write, (write,))
            for use in uses:
                if find(use.value) is root:
                    yield Violation(use.value, write, (write, use))

    def _conflicts(self, root: Value) -> Iterator[Conflict]:
        for read, write in islice(self.accesses.pairs_within(root), _MOST_PAIRS):
            if not self.rules.is_harmless(read, write):
                conflict = self.rules.conflict(read, write)
                if conflict is not None:
                    yield conflict

    def _from_conflict(self, conflict: Conflict) -> Violation:
        read, write, find = conflict.read, conflict.write.operand, self.state.aliasing.find
        value = read.operand.value
        if find(value) is not find(write.value):  # a loop carries it on under another name
            value = read.definitions[0]
        needed = (write, read.operand) if isinstance(read, UseInProgress) else (write,)
        return Violation(value, write, needed, conflict)


class LoopTrial(Trial):
    """Decisions that are tried together with those that loops make: what they pass on uncopied.

    With `among`, all that loops yield is copied, except these operands, which are tried.
    """

    def __init__(
        self, root: Operation, real: OneShotAnalysisState, among: Set[OpOperand] | None = None
    ) -> None:
        super().__init__(root, real)
        self._among = among

    def copied_yields(
        self, yields: LoopYields, others: AliasSets | None = None
    ) -> dict[OpOperand, Value | None]:
        """Return what loops copy, as `LoopYields.copied`, once all operands are decided.

        With `others`, only what they also copy if these values are the same buffers.
        """
        if not yields.operands:
            return {}
        state = self.state
        for loop in yields.loops:
            self.decide_forwarded(loop)
            self.decide_unwritten(loop)
        if self._among is not None:
            for operand in yields.operands:
                if operand not in self._among:
                    state.forwarded[operand] = False
        self.find_equivalences()
        found = yields.copied(state)
        if others is not None and found:
            state.equivalent = others
            also = yields.copied(state)
            found = {operand: root for operand, root in found.items() if operand in also}
        return found

    def use_in_place(self, operands: Iterable[OpOperand]) -> None:
        """Use operands in place, and copy all others, whether or not that conflicts."""
        operands = list(operands)
        self.rules.copied = self._operands.difference(operands)
        for value in self.tensors():
            self.accesses.of(self.state.aliasing.find(value))  # there may be none
        for operand in operands:
            self._join(operand)

    def find_equivalences(self) -> AliasSets:
        """Return the values that are known to be the same buffers, under the decisions."""
        state = self.state
        state.remember_with(None)  # the answers of models may depend on equivalences
        ops = self._root.walk_post()
        find_equivalences([(op, m) for op in ops if (m := state.model(op)) is not None], state)
        return state.equivalent

    def _join_without_conflict(
        self, operand: OpOperand, values: Sequence[Value], roots: list[Value]
    ) -> bool:
        is_tried = self._among is None or operand in self._among
        return is_tried and super()._join_without_conflict(operand, values, roots)


def quiet(options: AnalysisOptions) -> AnalysisOptions:
    """Return `options` without attributes that are written, and in the usual order."""
    return replace(
        options,
        analysis_order=None,
        analysis_budget=0,
        test_analysis_only=False,
        print_conflicts=False,
        dump_alias_sets=False,
    )
