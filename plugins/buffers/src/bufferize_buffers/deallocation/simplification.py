"""`--buffer-deallocation-simplification`: remove run-time checks that `bufferization.dealloc` does
not need.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.bufferization import DeallocOp
from bufferize.dialects.memref import ExtractStridedMetadataOp
from bufferize.interfaces import EffectKind, MemoryEffectsOpInterface
from bufferize.record import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize_buffers.analysis.origins import BufferList, Enclosing, Origins, ReturnedArguments
from bufferize_buffers.deallocation.booleans import Booleans, Condition, known, simplified
from bufferize_transforms import erase_dead, rewrite_greedily

_Entry = tuple[ir.Value, ir.Value]
"""A buffer and the condition under which it is freed."""


def simplify_deallocations(
    root: ir.Operation,
    context: d.DialectContext,
    *,
    verify: bool = True,
    log: BufferLog = NO_BUFFER_LOG,
    returned: ReturnedArguments | None = None,
) -> None:
    """Make each `bufferization.dealloc` in `root` free less, or compare fewer buffers.

    A result of a call may be a new buffer or any operand, unless `returned` knows which.

    - A buffer in the same allocation as a retained one is not freed.
    - A buffer that shares an allocation with no other is freed by a `dealloc` of its own.
    - A retained buffer that shares no allocation with a freed one is dropped.
    - An allocation that is only freed is removed.

    Raises DiagnosticError if a dialect is missing.
    """
    if verify:
        ir.require_valid(root)
    simplifier = _Simplifier(root, context, log, returned)
    rewrite_greedily(root, (erase_dead, simplifier.fold, _revisit_dealloc, simplifier.simplify))


class _Simplifier:
    def __init__(
        self,
        root: ir.Operation,
        context: d.DialectContext,
        log: BufferLog,
        returned: ReturnedArguments | None,
    ) -> None:
        self.log = log
        self.origins = Origins(root, returned)
        self.enclosing = Enclosing()
        self.booleans = Booleans(context)

    def fold(self, op: ir.Operation, rewriter: ir.Rewriter) -> bool:
        """Replace an operation on conditions that folds."""
        found = self.booleans.folded(rewriter, op)
        if found is None:
            return False
        block = op.parent
        assert block is not None
        rewriter.replace_op(op, (self.booleans.value(found, block, op.location),))
        return True

    def simplify(self, op: ir.Operation, rewriter: ir.Rewriter) -> bool:
        """Simplify one `bufferization.dealloc`."""
        if not isinstance(op, DeallocOp):
            return False
        entries, retained = self._entries(op, rewriter), list(dict.fromkeys(op.retained))
        unused = set(_only_freed(map(_first, entries), op))
        is_changed = (
            [*map(_first, entries)] != list(op.memrefs)
            or len(retained) < len(op.retained)
            or unused
            or any(known(condition) is False for condition in op.conditions)
        )
        if not is_changed and not self._can_be_simplified(op, entries, retained):
            return False
        found = _Pieces(self, rewriter, op, unused).free(entries, retained)
        block = op.parent
        assert block is not None
        bases = [v.owner for v in op.memrefs if isinstance(v, ir.OpResult)]
        values = [self.booleans.value(found[v], block, op.location) for v in op.retained]
        rewriter.replace_op(op, values)
        for base in dict.fromkeys(bases):
            if isinstance(base, ExtractStridedMetadataOp) and not base.has_uses():
                rewriter.erase_op(base)
        for buffer in unused:
            allocation = buffer.defining_op
            if allocation is not None and not allocation.has_uses():
                self.log.note(BufferAction.REMOVED, buffer, "it is allocated only to be freed")
                rewriter.erase_op(allocation)
        return True

    def _entries(self, op: DeallocOp, rewriter: ir.Rewriter) -> list[_Entry]:
        """Return the buffers that `op` frees, each once and as allocated, with their conditions."""
        found: dict[ir.Value, ir.Value] = {}
        for buffer, condition in zip(op.memrefs, op.conditions, strict=True):
            buffer = _as_allocated(buffer)
            before = found.get(buffer)
            if before is not None and before is not condition:
                block = op.parent
                assert block is not None
                either = self.booleans.either(
                    rewriter, simplified(before), simplified(condition), op.location
                )
                condition = self.booleans.value(either, block, op.location)
            found[buffer] = condition
        return list(found.items())

    def _can_be_simplified(
        self, op: DeallocOp, entries: Sequence[_Entry], retained: Sequence[ir.Value]
    ) -> bool:
        if not entries:
            return True
        if len(entries) == 1 and not retained:
            return False
        freed = self.list_of(map(_first, entries))
        if len(entries) > 1 and not all(
            freed.may_share_with_any(buffer, is_member=True) for buffer in freed.buffers
        ):
            return True
        kept = self.list_of(retained)
        if any(kept.surely_shared_with(buffer) for buffer in freed.buffers) or not all(
            freed.may_share_with_any(buffer, is_member=False) for buffer in retained
        ):
            return True
        covered = self.covered(entries, retained)
        return bool(covered) and (
            len(covered) == len(retained)
            or any(
                condition.has_uses()
                for buffer, condition in zip(op.retained, op.updated_conditions, strict=True)
                if buffer in covered
            )
        )

    def covered(self, entries: Iterable[_Entry], retained: Sequence[ir.Value]) -> set[ir.Value]:
        """Return the retained buffers in the allocation of one known to be owned."""
        bases, sources = set(), set()
        for buffer, condition in entries:
            if known(condition):
                origin = self.origins.of(buffer)
                bases.add(origin.base)
                if len(origin.sources) == 1:
                    sources.add(origin.sources)
        origins = ((buffer, self.origins.of(buffer)) for buffer in retained)
        return {b for b, origin in origins if origin.base in bases or origin.sources in sources}

    def list_of(self, buffers: Iterable[ir.Value]) -> BufferList:
        return BufferList(buffers, self.origins, self.enclosing)


class _Pieces:
    """A builder of the operations that replace one `bufferization.dealloc`."""

    def __init__(
        self, simplifier: _Simplifier, rewriter: ir.Rewriter, op: DeallocOp, unused: set[ir.Value]
    ) -> None:
        self._simplifier = simplifier
        self._unused = unused
        self._rewriter = rewriter
        self._location = op.location

    def free(
        self, entries: list[_Entry], retained: Sequence[ir.Value]
    ) -> dict[ir.Value, Condition]:
        """Free `entries`; return for each retained buffer the condition under which it is owned."""
        everything = retained
        moved: list[tuple[list[ir.Value], ir.Value]] = []
        while entries and retained:
            kept = self._simplifier.list_of(retained)
            left = []
            for entry in entries:
                shared = kept.surely_shared_with(entry[0])
                if shared is None:
                    left.append(entry)
                else:
                    moved.append((shared, entry[1]))
                    self._simplifier.log.note(
                        BufferAction.KEPT,
                        entry[0],
                        "it is not freed here, because it is passed on under another name",
                        where=shared[0],
                    )
            freed = self._simplifier.list_of(map(_first, left))
            fewer = [v for v in retained if freed.may_share_with_any(v, is_member=False)]
            is_done = len(left) == len(entries) and len(fewer) == len(retained)
            entries, retained = left, fewer
            if is_done:
                break
        found: dict[ir.Value, Condition] = dict.fromkeys(everything, False)
        found.update(self._free_apart(entries, retained))
        for shared, condition in reversed(moved):
            for buffer in shared:
                self._join(found, buffer, simplified(condition))
        return found

    def _free_apart(
        self, entries: list[_Entry], retained: Sequence[ir.Value]
    ) -> dict[ir.Value, Condition]:
        """Free each buffer that shares no allocation with another by a separate operation."""
        alone: list[_Entry] = []
        together = entries
        if len(entries) > 1:
            freed = self._simplifier.list_of(map(_first, entries))
            together = []
            for entry in entries:
                shares = freed.may_share_with_any(entry[0], is_member=True)
                (together if shares else alone).append(entry)
        if not alone:
            return self._free_together(entries, retained)
        kept = self._simplifier.list_of(retained)
        parts = [self.free([entry], kept.may_share_with(entry[0])) for entry in alone]
        found: dict[ir.Value, Condition] = dict.fromkeys(retained, False)
        found.update(self.free(together, retained))
        for part in parts:
            for buffer, condition in part.items():
                self._join(found, buffer, condition)
        return found

    def _free_together(
        self, entries: list[_Entry], retained: Sequence[ir.Value]
    ) -> dict[ir.Value, Condition]:
        """Free buffers that may share allocations by one operation."""
        if not entries:
            return {}
        covered = self._simplifier.covered(entries, retained)
        if covered and len(covered) == len(retained):
            left = [e for e in entries if not self._is_retained(e, retained)]
            if len(left) < len(entries):
                self.free(left, retained)
                return dict.fromkeys(retained, True)
        left = [e for e in entries if known(e[1]) is not False and e[0] not in self._unused]
        if len(left) < len(entries):
            return self.free(left, retained)
        buffers, conditions = zip(*entries, strict=True)
        op = self._rewriter.insert(
            DeallocOp(
                memrefs=buffers,
                conditions=conditions,
                retained=list(retained),
                location=self._location,
            )
        )
        found: dict[ir.Value, Condition] = dict(zip(retained, op.results, strict=True))
        return found | dict.fromkeys(covered, True)

    def _is_retained(self, entry: _Entry, retained: Sequence[ir.Value]) -> bool:
        return bool(known(entry[1])) and bool(self._simplifier.covered([entry], retained))

    def _join(
        self, found: dict[ir.Value, Condition], buffer: ir.Value, condition: Condition
    ) -> None:
        found[buffer] = self._simplifier.booleans.either(
            self._rewriter, found[buffer], condition, self._location
        )


def _first(entry: _Entry) -> ir.Value:
    return entry[0]


def _as_allocated(buffer: ir.Value) -> ir.Value:
    """Return the allocation whose extracted base `buffer` is, or `buffer` itself."""
    op = buffer.defining_op
    if isinstance(op, ExtractStridedMetadataOp) and op.base_buffer is buffer:
        source = op.source
        made_by = source.defining_op
        if isinstance(made_by, MemoryEffectsOpInterface) and any(
            e.kind is EffectKind.ALLOCATE and e.value is source for e in made_by.effects()
        ):
            return source
    return buffer


def _only_freed(buffers: Iterable[ir.Value], op: DeallocOp) -> Iterable[ir.Value]:
    """Return the allocations whose only use is that `op` frees them."""
    retained = set(op.retained)
    for buffer in buffers:
        made_by = buffer.defining_op
        if (
            isinstance(made_by, MemoryEffectsOpInterface)
            and buffer not in retained
            and [(e.kind, e.value) for e in made_by.effects()] == [(EffectKind.ALLOCATE, buffer)]
            and all(_is_of(use, op) for use in buffer.uses)
        ):
            yield buffer


def _is_of(use: ir.OpOperand, op: DeallocOp) -> bool:
    """Return whether a use is by `op`, or extracts a base buffer for `op` alone."""
    if use.owner is op:
        return True
    base = use.owner
    return (
        isinstance(base, ExtractStridedMetadataOp)
        and not any(result.has_uses() for result in base.results[1:])
        and all(u.owner is op for u in base.base_buffer.uses)
    )


def _revisit_dealloc(op: ir.Operation, rewriter: ir.Rewriter) -> bool:
    """Schedule a `bufferization.dealloc` again once it is the only user of an allocation."""
    if len(op.results) == 1 and isinstance(op, MemoryEffectsOpInterface):
        use = op.results[0].first_use
        if use is not None and isinstance(use.owner, DeallocOp):
            if list(_only_freed(op.results, use.owner)):
                rewriter.notify_modified(use.owner)
                return True
    return False
