"""Judgment of a model's declarations by the events of one run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bufferize import ir
from bufferize.dialects.strided import are_cast_compatible, is_guaranteed_cast, strides_and_offset
from bufferize.interfaces import BufferRelation, CallOpInterface
from bufferize_interpreter.memory import Allocation, MemRef
from bufferize_interpreter.model_tests.declared import Declared
from bufferize_interpreter.model_tests.experiment import BEFORE, Specimen, Trace, Watchpoint
from bufferize_interpreter.model_tests.problems import Evidence, Kind
from bufferize_interpreter.model_tests.watching import Event, watch_of
from bufferize_interpreter.validation.outcomes import value_difference


@dataclass
class Execution:
    """One execution of the op: the events before it, in its regions, and after it."""

    before: Event
    inside: list[tuple[Watchpoint, Event]] = field(default_factory=list)
    after: Event | None = None
    after_point: Watchpoint | None = None

    def named(self) -> Iterator[tuple[str, MemRef, Event]]:
        """Yield the buffers of results, and of arguments of regions and blocks, with names."""
        events = [*self.inside]
        if self.after is not None and self.after_point is not None:
            events.append((self.after_point, self.after))
        for point, event in events:
            for name, value in zip(point.names, event.values, strict=True):
                if isinstance(value, MemRef) and not name.startswith("operand"):
                    yield name, value, event

    def operands(self, watchpoints: dict[int, Watchpoint]) -> dict[int, MemRef]:
        """Return the operands' buffers before the op, by number, except those that share memory.

        A change of shared memory does not tell through which of the operands it was made.
        """
        if BEFORE not in watchpoints:  # the op is a function
            return {}
        found = {
            _number(name): value
            for name, value in zip(watchpoints[BEFORE].names, self.before.values, strict=True)
            if isinstance(value, MemRef)
        }
        roots = Counter(value.allocation.root for value in found.values())
        return {n: value for n, value in found.items() if roots[value.allocation.root] == 1}


def _number(name: str) -> int:
    return int(name.partition("#")[2])


def executions(events: Sequence[Event], watchpoints: dict[int, Watchpoint]) -> list[Execution]:
    """Return the executions of the op in a run; those of a function begin in its region."""
    found: list[Execution] = []
    current: Execution | None = None
    for event in events:
        if event.number == BEFORE:
            current = Execution(event)
            found.append(current)
        elif current is not None:
            point = watchpoints[event.number]
            if point.is_after:
                current.after, current.after_point = event, point
                current = None
            elif point.region is not None:
                current.inside.append((point, event))
        elif BEFORE not in watchpoints and watchpoints[event.number].region is not None:
            found.append(Execution(event, [(watchpoints[event.number], event)]))
    return found


# Buffers


def addresses(buffer: MemRef) -> Any:
    """Return an address for each element, in row-major order: that of its mark of being defined.

    Unlike the elements, the marks are still there when the buffer is freed.
    """
    window = buffer.defined_window()
    found = np.full(window.shape, window.__array_interface__["data"][0])
    for axis, (extent, stride) in enumerate(zip(window.shape, window.strides, strict=True)):
        steps = np.arange(extent) * stride
        found = found + steps.reshape(-1, *[1] * (window.ndim - axis - 1))
    return found.reshape(-1)


def is_fresh(value: MemRef, before: Event) -> bool:
    """Return whether a buffer was allocated after an event."""
    root = value.allocation.root
    return root not in before.memory and root.kind not in ("permanent", "argument")


def is_same(a: MemRef, b: MemRef) -> bool:
    """Return whether two buffers of any shapes have the same elements in the same order."""
    if a.allocation.root is not b.allocation.root or a.count != b.count:
        return False
    return bool(np.array_equal(addresses(a), addresses(b)))


def changed(buffer: MemRef, before: Event, after: Event) -> bool:
    """Return whether the memory of a buffer was written to between two events."""
    root = buffer.allocation.root
    one, other = before.memory.get(root), after.memory.get(root)
    if one is None:
        return False
    if other is None:  # freed
        return True
    (cells, mask), (now, now_mask) = one, other
    differs = (
        (cells != now) & ~((cells != cells) & (now != now))
        if cells.dtype.kind != "O"
        else (
            np.array([a is not b for a, b in zip(cells.flat, now.flat, strict=True)]).reshape(
                cells.shape
            )
        )
    )
    different = (differs & now_mask) | (mask != now_mask)
    if not different.any():
        return False
    marks = np.zeros(len(cells), np.bool_)
    marks[different.reshape(len(cells), -1).any(axis=1)] = True
    return bool(marks[_positions(buffer, root)].any())


def _positions(buffer: MemRef, root: Allocation) -> Any:
    base, step = root.mask(), root.mask().strides[0]
    return np.unique((addresses(buffer) - base.__array_interface__["data"][0]) // step)


# Judging


class Judge:
    """The judge of a model's declarations by executions of its op."""

    def __init__(self, specimen: Specimen, declared: Declared, evidence: Evidence) -> None:
        self.module = specimen.module
        self.op_has_regions = bool(specimen.op.regions)
        self.runs_others = self.op_has_regions or isinstance(specimen.op, CallOpInterface)
        """Whether other ops run within the op: in its regions, or in a called function."""
        self.is_terminator = specimen.op.has_trait(ir.IsTerminator)
        self.watchpoints = specimen.watchpoints
        self.declared = declared
        self.evidence = evidence
        self.seen_written: set[int] = set()
        """The operands whose buffers were written to."""
        self.watched: set[int] = set()
        """The operands whose buffers were seen before and after the op."""
        self.entered: set[int] = set()
        """The regions that were executed."""
        self.executed = 0
        """The number of completed executions of the op."""

    def judge_all(self, trace: Trace, types: dict[int, tuple[ir.Type, ...]]) -> None:
        """Judge everything that a run shows; `types` are the buffer types at each watchpoint."""
        for execution in executions(trace.events, self.watchpoints):
            self.executed += execution.after is not None
            self._writes(execution)
            self._aliases(execution)
            self._inner_sources(execution)
            self._values(execution)
            self._regions(execution)
            for name, value, event in execution.named():
                if name in self.declared.buffer_types:
                    position = self.watchpoints[event.number].names.index(name)
                    self._type(name, value, types[event.number][position])

    def written(self, execution: Execution) -> dict[int, bool]:
        """Return for each nonempty operand whether its buffer was written to."""
        if execution.after is None:
            return {}
        return {
            number: changed(buffer, execution.before, execution.after)
            for number, buffer in execution.operands(self.watchpoints).items()
            if buffer.count and buffer.allocation.root in execution.before.memory
        }

    def _writes(self, execution: Execution) -> None:
        for number, was_written in self.written(execution).items():
            self.write(number, was_written)

    def write(self, number: int, was_written: bool) -> None:
        """Judge the declarations about an operand by whether its buffer was written to."""
        self.watched.add(number)
        if was_written:
            self.seen_written.add(number)
        said = f"operand #{number} is {'' if self.declared.writes[number] else 'not '}written to"
        if self.declared.writes[number]:
            unseen = "its buffer is never changed"
            self.evidence.claim("bufferizes_to_memory_write", said, unseen, was_written)
        elif was_written:
            self.evidence.wrong("bufferizes_to_memory_write", said, "its buffer is changed")

    def judge_unwatched(self) -> None:
        """Record which regions no run has executed, and which operands none has shown.

        They are shown before and after the op; what ends a block may have no place after it.
        """
        for region in {point.region for point in self.watchpoints.values()} - {None}:
            said, missing = (
                f"region #{region} was executed",
                f"no program executes region #{region}",
            )
            seen = region in self.entered
            self.evidence.claim("is_repetitive_region", said, missing, seen, kind=Kind.UNTESTED)
        if self.is_terminator:
            return
        for number in self.declared.writes:
            missing = (
                f"no program shows what becomes of the buffer of operand #{number}: give one in which "
                "that has elements, is that of no other operand, and is there before and after the op"
            )
            for which in ("bufferizes_to_memory_read", "bufferizes_to_memory_write"):
                said = f"operand #{number} was watched"
                seen = number in self.watched
                self.evidence.claim(which, said, missing, seen, kind=Kind.UNTESTED)

    def _aliases(self, execution: Execution) -> None:
        operands = execution.operands(self.watchpoints)
        for name, value, _ in execution.named():
            fresh = is_fresh(value, execution.before)
            for number, operand in operands.items():
                if operand.count and value.count and operand.allocation.is_alive:
                    self._alias(number, operand, name, value, fresh)
            self._sources(name, value, operands, fresh)

    def _alias(self, number: int, operand: MemRef, name: str, value: MemRef, fresh: bool) -> None:
        overlaps = operand.overlaps(value)
        declared = self.declared.aliases[number].get(name)
        said = f"operand #{number} and {name}"
        which = "get_aliasing_values"
        if declared is None:
            if overlaps and self._has_to_be_declared(number, name):
                self.evidence.wrong(which, f"{said} share no buffer", "they do")
            return
        if not overlaps:
            self.evidence.claim(which, f"{said} share a buffer", "they never do", False)
            self._definite(which, said, declared.is_definite, overlaps, fresh)
            if declared.is_definite and not fresh:  # the op may copy if it cannot make a view
                self.evidence.wrong(
                    which, f"{said} are sure to share a buffer", "they do not always"
                )
            return
        self.evidence.claim(which, f"{said} share a buffer", "they never do", True)
        self._definite(which, said, declared.is_definite, overlaps, fresh)
        self._relation(which, said, declared.relation, is_same(operand, value))

    def _definite(
        self, which: str, said: str, is_definite: bool, overlaps: bool, fresh: bool
    ) -> None:
        if fresh and self.evidence.is_elsewhere:  # a copy because of the layout justifies nothing
            return
        if not is_definite and not self.is_terminator:
            said = f"{said} may or may not share a buffer"
            self.evidence.claim(which, said, "they always do", not overlaps)

    def _relation(self, which: str, said: str, relation: BufferRelation, same: bool) -> None:
        if relation is BufferRelation.EQUIVALENT:
            if not same:
                self.evidence.wrong(
                    which,
                    f"{said} are the same buffer (EQUIVALENT)",
                    "their elements are not the same ones, or in another order",
                )
            return
        said = f"{said} overlap, and nothing more is known (UNKNOWN)"
        self.evidence.claim(which, said, "they are always the same buffer", not same)

    def _has_to_be_declared(self, number: int, name: str) -> bool:
        """Return whether a shared buffer must be declared by the operand's own op.

        The sharing of arguments of the op's regions follows from the op as a whole; that of values
        that a terminator yields, from the declarations of the op around it.
        """
        if (number, name) in self.declared.passed_on:
            return False
        return "region" not in name and "around" not in name

    def _sources(self, name: str, value: MemRef, operands: dict[int, MemRef], fresh: bool) -> None:
        declared = self.declared.sources.get(name)
        if declared is None or not value.count:
            return
        which = "get_aliasing_op_operands"
        for number, operand in operands.items():
            if not operand.count or not operand.allocation.is_alive:
                continue
            said = f"{name} and operand #{number}"
            alias, overlaps = declared.get(number), operand.overlaps(value)
            if alias is None:
                if overlaps and self._has_to_be_declared(number, name):
                    self.evidence.wrong(which, f"{said} share no buffer", "they do")
                continue
            self.evidence.claim(which, f"{said} share a buffer", "they never do", overlaps)
            self._definite(which, said, alias.is_definite, overlaps, fresh)
            if overlaps:
                self._relation(which, said, alias.relation, is_same(operand, value))
            elif alias.is_definite and not fresh:
                self.evidence.wrong(
                    which, f"{said} are sure to share a buffer", "they do not always"
                )

    def _inner_sources(self, execution: Execution) -> None:
        """Judge results that are yielded by a region of the op."""
        which = "get_aliasing_op_operands"
        ran = {point.region for point, _ in execution.inside}
        watched = {point.region for point in self.watchpoints.values()}
        for name, value, _ in execution.named():
            inner = self.declared.inner_sources.get(name)
            if inner is None or not value.count:
                continue
            for region, alias in inner:
                if alias.is_definite and region in watched and region not in ran:
                    said = f"{name} is sure to share a buffer with what region #{region} yields"
                    self.evidence.wrong(which, said, "that region does not always run")
            is_own = is_fresh(value, execution.before) or value.allocation.kind == "permanent"
            may_share = bool(self.op_has_regions or self.declared.aliases)
            if not inner and not self.declared.sources[name] and may_share and not is_own:
                said = f"{name} shares a buffer with no tensor"
                self.evidence.wrong(which, said, "its buffer was there before")

    def _values(self, execution: Execution) -> None:
        for name, value, event in execution.named():
            if name not in self.declared.writable or not value.allocation.is_alive:
                continue
            self._writable(name, value)
            if name not in self.declared.allocates or not value.count:
                continue
            fresh = is_fresh(value, execution.before)
            self._allocation(name, value, fresh)
            if not (fresh and self._is_copy(name, execution, event)):
                self._definition(name, value, fresh, execution, event)

    def _is_copy(self, name: str, execution: Execution, after: Event) -> bool:
        """Return whether a new buffer has the contents of an operand declared as its alias."""
        assert execution.after_point is not None
        if name not in execution.after_point.names:
            return False
        made = after.contents[execution.after_point.names.index(name)]
        names = self.watchpoints[BEFORE].names
        for number in self.declared.sources[name]:
            given = execution.before.contents[names.index(f"operand #{number}")]
            if given is not None and given.size == made.size:
                if not value_difference(given.reshape(-1), made.reshape(-1)):
                    return True
        return False

    def _writable(self, name: str, value: MemRef) -> None:
        root = value.allocation.root
        non_writable = root.is_read_only or root.kind == "permanent"
        if self.declared.writable[name]:
            if non_writable:
                what = "may only be read" if root.is_read_only else "is that of a global"
                self.evidence.wrong(
                    "is_writable", f"{name} may be written to", f"its buffer {what}"
                )
            return
        said, unseen = f"{name} may not be written to", "its buffer always may"
        overlaps_itself = len(np.unique(addresses(value))) < value.count
        self.evidence.claim("is_writable", said, unseen, non_writable or overlaps_itself)

    def _allocation(self, name: str, value: MemRef, fresh: bool) -> None:
        which = "bufferizes_to_allocation"
        if self.declared.allocates[name]:
            said = f"the buffer of {name} is new"
            self.evidence.claim(which, said, "it was there before", fresh)
        elif not (fresh and self._is_of_another_op(value.allocation.root)):
            said = f"the buffer of {name} is not new"
            self.evidence.claim(which, said, "it is newly allocated", not fresh, kind=Kind.WRONG)

    def _is_of_another_op(self, allocation: Allocation) -> bool:
        """Return whether a new buffer was allocated by an op in a region or in a called function.

        That includes copies of values that a region yields, which are made in the region. The op's
        own allocations stand in the same block as the watchpoint before it.
        """
        if not self.runs_others or allocation.op is None:
            return False
        return allocation.op.parent is not watch_of(self.module, BEFORE).parent

    def _definition(
        self, name: str, value: MemRef, fresh: bool, execution: Execution, after: Event
    ) -> None:
        root = value.allocation.root
        if root not in after.memory:
            return
        if root in execution.before.memory:
            was_set = changed(value, execution.before, after)
        else:
            was_set = bool(value.defined_window().any()) if fresh else root.kind == "permanent"
            cells = after.memory[root][1].reshape(root.count, -1)[_positions(value, root)]
            was_set = was_set and bool(cells.any())
        said = (
            f"{name} {'gets' if self.declared.defines[name] else 'does not get'} its contents here"
        )
        which = "result_bufferizes_to_memory_write"
        if self.declared.defines[name]:
            self.evidence.claim(which, said, "the op never sets any", was_set)
        elif was_set:
            self.evidence.wrong(which, said, "the op sets them")

    def _regions(self, execution: Execution) -> None:
        counts: dict[int, int] = {}
        for point, _ in execution.inside:
            if point.region is not None:
                counts[point.region] = counts.get(point.region, 0) + 1
        self.entered.update(counts)
        for region, count in counts.items():
            which = "is_repetitive_region"
            if self.declared.repetitive[region]:
                said = f"region #{region} may run several times"
                self.evidence.claim(which, said, "it runs at most once", count > 1)
            elif count > 1:
                self.evidence.wrong(
                    which, f"region #{region} runs at most once", f"it runs {count} times"
                )

    def judge_orders(self, traces: Sequence[Trace]) -> None:
        """Judge whether regions run in any order; `traces` have the same inputs."""
        found: dict[int, set[tuple[Any, ...]]] = {}
        for trace in traces:
            for execution in executions(trace.events, self.watchpoints)[:1]:
                for region in self.declared.parallel:
                    order = tuple(
                        tuple(value for value in event.values if isinstance(value, int))
                        for point, event in execution.inside
                        if point.region == region
                    )
                    found.setdefault(region, set()).add(order)
        for region, orders in found.items():
            varies = len(orders) > 1 and len({tuple(sorted(order)) for order in orders}) == 1
            which = "is_parallel_region"
            if self.declared.parallel[region]:
                said = f"region #{region} may run several times at once"
                unseen = "it always runs in one order"
                self.evidence.claim(which, said, unseen, varies)
            elif varies:
                said = f"region #{region} does not run several times at once"
                self.evidence.wrong(which, said, "it runs in any order")

    def _type(self, name: str, buffer: MemRef, actual: ir.Type) -> None:
        """Judge the declared buffer type of a value whose buffer has the type `actual`."""
        known = self.declared.buffer_types[name]
        problem = _type_problem(known, actual, buffer)
        if problem:
            said = f"the buffer of {name} is of type {known}"
            self.evidence.wrong("get_buffer_type", said, problem)


def _type_problem(declared: ir.Type, actual: ir.Type, buffer: MemRef) -> str:
    """Return the problem with the declared type of a buffer; "" if there is none."""
    if declared != actual and not (
        isinstance(declared, ir.MemRefType)
        and isinstance(actual, ir.MemRefType)
        and are_cast_compatible(actual, declared)
        and is_guaranteed_cast(actual, declared)
    ):
        return f"it is of type {actual}"
    if not isinstance(declared, ir.MemRefType):
        return ""
    if len(buffer.sizes) != declared.rank:
        return f"it has {len(buffer.sizes)} dimensions"
    known = strides_and_offset(declared)
    if known is None or not buffer.count:
        return ""
    strides, offset = known
    pairs = [
        (said, seen, size)
        for said, seen, size in zip(strides, buffer.strides, buffer.sizes, strict=True)
        if isinstance(said, int) and said != ir.DYNAMIC and size > 1
    ]
    if any(said != seen for said, seen, _ in pairs):
        return f"its strides are {list(buffer.strides)}"
    if isinstance(offset, int) and offset not in (ir.DYNAMIC, buffer.offset):
        return f"its offset is {buffer.offset}"
    return ""
