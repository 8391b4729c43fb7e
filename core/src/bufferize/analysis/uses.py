"""The reads and writes of each class of values that may share memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bufferize.analysis.accesses import Freed, Hold, Read, Write, loops_between
from bufferize.analysis.conflicts import ConflictRules
from bufferize.analysis.intervals import Intervals
from bufferize.analysis.one_shot import OneShotAnalysisState
from bufferize.analysis.program_order import Span
from bufferize.analysis.ranges import read_ranges
from bufferize.ir import OpOperand, Value
from bufferize.record import Reason

Pair = tuple[Read, Write]


class Conflict(NamedTuple):
    """A read that a write disturbs, by overwriting what `definition` set.

    There is no definition if the read is a hold, or if the budget did not allow to test the pair.
    """

    read: Read
    write: Write
    reason: Reason
    definition: Value | None = None


class ClassUses:
    """What happens to the memory that the values of one class may share."""

    __slots__ = ("count", "locked", "private_write", "reads", "writes")

    def __init__(self) -> None:
        self.reads: Intervals[Read] = Intervals()
        self.writes: Intervals[Write] = Intervals()
        self.count = 0
        """How many operands read or hold the class, those included that nothing can disturb."""
        self.locked: Value | None = None
        """A value of the class whose buffer must not be written to."""
        self.private_write: OpOperand | None = None
        """An operand that writes, in place, what parallel iterations share."""

    @property
    def size(self) -> int:
        """How much there is to look at."""
        return len(self.reads) + len(self.writes)

    def absorb(self, other: ClassUses) -> None:
        """Add all of `other`, which must not be used any more."""
        self.reads.absorb(other.reads)
        self.writes.absorb(other.writes)
        self.count += other.count
        self.locked = self.locked or other.locked
        self.private_write = self.private_write or other.private_write


class UsesOfClasses:
    """Finds conflicts among the uses of classes of values, and merges those uses."""

    def __init__(self, rules: ConflictRules, state: OneShotAnalysisState) -> None:
        self.rules = rules
        self.counters = state.counters
        self.is_exhausted = False
        """Whether the budget left a candidate untested."""
        budget = state.options.analysis_budget
        self._last_candidate = state.counters.candidates + budget if budget else None
        self._definitions = state.definitions
        self._classes: defaultdict[Value, ClassUses] = defaultdict(ClassUses)
        # For two classes that must not be merged: why.
        self._refused: dict[tuple[Value, Value], Conflict] = {}

    def of(self, root: Value) -> ClassUses:
        """The uses of the class whose representative is `root`."""
        return self._classes[root]

    # Filling

    def add_read(self, root: Value, operand: OpOperand) -> None:
        """Note that `operand` reads the class of `root`."""
        definitions = self._definitions(operand)
        loops = loops_between(self.rules.state, operand.owner, definitions)
        read = Read(operand, definitions, loops)
        uses = self.of(root)
        uses.count += 1
        self.counters.reads += 1
        for start, end in read_ranges(read, self.rules.order):
            uses.reads.add(start, end, read)

    def make_write(self, operand: OpOperand) -> Write:
        """The write by `operand`; not noted yet."""
        aliases = self.rules.state.get_aliasing_values(operand)
        return Write(operand, aliases[0].value if len(aliases) == 1 else None)

    def add_write(self, root: Value, write: Write) -> None:
        """Note that `write` is done in place, to the class of `root`."""
        self.counters.writes += 1
        for number in self.rules.order.places(write.op):
            self.of(root).writes.add(number, number, write)

    def add_hold(self, root: Value, hold: Hold) -> None:
        """Note that the owner of an operand in place works on the class of `root`, or frees it."""
        uses = self.of(root)
        uses.count += not isinstance(hold, Freed)
        uses.reads.add(*self._span(hold), hold)

    def _span(self, hold: Hold) -> Span:
        """Where writes may be in the way of `hold`."""
        order = self.rules.order
        return order.from_end(hold.op) if isinstance(hold, Freed) else order.span(hold.op)

    def merge(self, roots: list[Value], root: Value) -> None:
        """Put the uses of the classes `roots` together, as those of the class `root`."""
        found = [uses for old in roots if (uses := self._classes.pop(old, None)) is not None]
        if not found:
            return
        largest = max(found, key=lambda uses: uses.size)
        for uses in found:
            if uses is not largest:
                self.counters.merges += 1
                largest.absorb(uses)
        self._classes[root] = largest

    # Finding

    def conflict_with_write(self, root: Value, write: Write) -> Conflict | None:
        """A read of the class of `root` that `write` would disturb."""
        self.counters.searches += 1
        reads = self.of(root).reads
        return self._first_conflict(
            (read, write)
            for number in self.rules.order.places(write.op)
            for read in reads.holding(number)
        )

    def conflict_with_hold(self, root: Value, hold: Hold) -> Conflict | None:
        """A write to the class of `root` that is in the way of `hold`."""
        self.counters.searches += 1
        writes = self.of(root).writes.starting_within(*self._span(hold))
        return self._first_conflict((hold, write) for write in writes)

    def conflict_between(self, a: Value, b: Value) -> Conflict | None:
        """A read of one of two classes that a write of the other one would disturb."""
        key = (a, b)
        known = self._refused.get(key) or self._refused.get((b, a))
        if known is not None:
            return known
        uses_a, uses_b = self.of(a), self.of(b)
        small, large = (uses_a, uses_b) if uses_a.size <= uses_b.size else (uses_b, uses_a)
        found = self._first_conflict(self._pairs_between(small, large))
        if found is not None:
            self._refused[key] = found
        return found

    def conflict_within(self, root: Value) -> Conflict | None:
        """A read and a write of one class that conflict."""
        uses = self.of(root)
        return self._first_conflict(self._pairs_of(uses.writes, uses.reads))

    def _pairs_of(self, writes: Intervals[Write], reads: Intervals[Read]) -> Iterator[Pair]:
        for position, _, write in writes:
            self.counters.searches += 1
            for read in reads.holding(position):
                yield read, write

    def _pairs_between(self, small: ClassUses, large: ClassUses) -> Iterator[Pair]:
        if len(large.reads):
            yield from self._pairs_of(small.writes, large.reads)
        if len(large.writes):
            for start, end, read in small.reads:
                self.counters.searches += 1
                for write in large.writes.starting_within(start, end):
                    yield read, write

    def _first_conflict(self, candidates: Iterable[Pair]) -> Conflict | None:
        counters, rules = self.counters, self.rules
        for read, write in candidates:
            if rules.is_harmless(read, write):
                continue
            if counters.candidates == self._last_candidate:
                self.is_exhausted = True
                return Conflict(read, write, Reason.BUDGET)
            counters.candidates += 1
            if isinstance(read, Hold):
                if rules.is_in_the_way(read, write):
                    is_freed = isinstance(read, Freed)
                    return Conflict(read, write, Reason.FREED if is_freed else Reason.IN_USE)
                continue
            definition = rules.conflicting_definition(read, write)
            if definition is not None:
                return Conflict(read, write, Reason.CONFLICT, definition)
        return None
