"""The fix that moves reads before the writes in conflict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bufferize.analysis import AnalysisState
from bufferize.interfaces import is_speculatable
from bufferize.ir import IsTerminator, Operation, OpOperand, Value
from bufferize.record import Reason, TensorCopy, place_of
from bufferize_explain.fixes.base import Fix, Subject, grouped, listed
from bufferize_explain.fixes.program import Program
from bufferize_transforms import Endings, may_be_left_out

# Limits on the number of operations looked at.
_MOST_READERS = 32
_MOST_OPS = 256
_MOST_LATER = 8


class ReadFirst(Fix):
    """Moves the readers of a tensor, with the operations they depend on, before its writer.

    A copy may have several such conflicts, and only one is known until that is gone:

    ```mlir
    %u = arith.select %c, %s, %t : tensor<8xf32>
    %w = tensor.insert %v into %u[%i] : tensor<8xf32>
    %x = tensor.extract %s[%i] : tensor<8xf32>
    %y = tensor.extract %t[%i] : tensor<8xf32>
    ```
    """

    kind = "read-first"

    def __init__(
        self,
        subject: Subject,
        copies: Iterable[TensorCopy],
        later: Sequence[TensorCopy] = (),
    ) -> None:
        super().__init__(subject, copies)
        self._later = list(later)
        """The copies that are left, or made instead, after the first moves, for other conflicts."""

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        found = [c for c in subject.of(Reason.CONFLICT) if _move(c, subject) is not None]
        for group in grouped(found, lambda copy: copy.decision and copy.decision.write):
            yield cls(subject, group)

    def only(self, copies: Iterable[TensorCopy]) -> Fix:
        return type(self)(self.subject, copies, self._later)

    def further(self, left: Sequence[TensorCopy]) -> Fix | None:
        known = set(map(_conflict, (*self.subject.copies, *self.copies, *self._later)))
        later = [c for c in left if c.reason is Reason.CONFLICT and _conflict(c) not in known]
        if not later or len(self._later) > _MOST_LATER:
            return None
        return type(self)(self.subject, self.copies, [*self._later, *later])

    @property
    def text(self) -> str:
        copies = (*self.copies, *self._later)
        moves = [move for copy in copies if (move := _move(copy, self.subject)) is not None]
        targets = {target: None for target, _, _ in moves}
        readers = listed(place_of(op) for _, readers, _ in moves for op in readers)
        if len(targets) == 1:
            return f"move {readers} before {place_of(next(iter(targets)))}"
        return f"move each read before the write that would overwrite what it reads: {readers}"

    def apply(self, program: Program) -> None:
        for copy in (*self.copies, *self._later):
            move = _move(copy, self.subject)
            if move is not None:  # an earlier move may have moved it
                target, _, ops = move
                for op in ops:
                    op.move_before(target)


def _conflict(copy: TensorCopy) -> tuple[OpOperand | None, ...]:
    """Return the operand that is copied, and the read and the write in conflict."""
    decision = copy.decision
    return () if decision is None else (decision.operand, decision.read, decision.write)


_Move = tuple[Operation, list[Operation], list[Operation]]
"""The operation to move before; the readers; the readers with their dependencies, in order."""


def _move(copy: TensorCopy, subject: Subject) -> _Move | None:
    """Return the move of all reads before the write; None if it is not possible."""
    decision = copy.decision
    if decision is None or decision.read is None or decision.write is None:
        return None
    block, reader = decision.read.owner.parent, decision.read.owner
    target = None if block is None else block.find_ancestor_op(decision.write.owner)
    if target is None or target is reader or not target.is_before_in_block(reader):
        return None
    readers = _readers_after(decision.definition or decision.read.value, target, subject.state)
    if reader not in readers:
        readers = [reader]
    ops = _with_operands(readers, target, subject.endings)
    return None if ops is None else (target, readers, ops)


def _readers_after(tensor: Value, target: Operation, state: AnalysisState) -> list[Operation]:
    """Return the users of `tensor` and its views after `target` in its block; none if too many."""
    readers: set[Operation] = set()
    work, seen = [tensor], 0
    while work:
        for use in work.pop().uses:
            seen += 1
            if seen > _MOST_READERS:
                return []
            op = use.owner
            if state.bufferizes_to_aliasing_only(use):
                work += [alias.value for alias in state.get_aliasing_values(use)]
            elif op is not target and op.parent is target.parent and target.is_before_in_block(op):
                readers.add(op)
    return sorted(readers, key=lambda op: sum(other.is_before_in_block(op) for other in readers))


def _with_operands(
    readers: list[Operation], target: Operation, endings: Endings
) -> list[Operation] | None:
    """Return the readers with their dependencies after `target`; None if one is not movable."""
    found: set[Operation] = set()
    work, seen = list(readers), 0
    while work:
        op = work.pop()
        if op in found:
            continue
        if op is target or op.has_trait(IsTerminator):
            return None
        if not may_be_left_out(op):
            return None
        # A read out of bounds may come after an assertion that fails, but not before it.
        if not is_speculatable(op) and endings.are_between(target, op):
            return None
        found.add(op)
        for inner in op.walk():
            seen += 1
            if seen > _MOST_OPS:
                return None
            for value in inner.operands:
                source = value.defining_op
                if source is None or source.parent is not target.parent:
                    continue
                if not source.is_before_in_block(target):
                    work.append(source)
    return sorted(found, key=lambda op: sum(other.is_before_in_block(op) for other in found))
