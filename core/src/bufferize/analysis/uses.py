"""The reads and writes of each class of values that may share memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bufferize.analysis.conflicts import ConflictRules, Read, Write, loops_between
from bufferize.analysis.intervals import Intervals, Points
from bufferize.analysis.log import WorkCounters
from bufferize.analysis.ranges import read_ranges
from bufferize.ir import OpOperand, Value

Pair = tuple[Read, Write]


class ClassUses:
    """What happens to the memory that the values of one class may share."""

    __slots__ = ("count", "locked", "private_write", "reads", "writes")

    def __init__(self) -> None:
        self.reads: Intervals[Read] = Intervals()
        self.writes: Points[Write] = Points()
        self.count = 0
        """How many operands read the class, those included that nothing can disturb."""
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
    """Finds conflicts among the uses of classes of values, and merges those uses.

    `definitions` gives the values that may have set the contents of an operand.
    """

    def __init__(
        self, rules: ConflictRules, definitions: Callable[[OpOperand], tuple[Value, ...]]
    ) -> None:
        self.rules = rules
        self.counters = WorkCounters()
        self._definitions = definitions
        self._classes: dict[Value, ClassUses] = {}
        # For two classes that must not be merged: a pair of a read and a write that says why.
        self._refused: dict[tuple[Value, Value], Pair] = {}

    def of(self, root: Value) -> ClassUses:
        """The uses of the class whose representative is `root`."""
        uses = self._classes.get(root)
        if uses is None:
            uses = self._classes[root] = ClassUses()
        return uses

    # Filling

    def add_read(self, root: Value, operand: OpOperand) -> None:
        """Note that `operand` reads the class of `root`."""
        definitions = self._definitions(operand)
        loops = loops_between(self.rules.state, operand.owner, definitions)
        read = Read(operand, definitions, loops)
        uses = self.of(root)
        uses.count += 1
        for start, end in read_ranges(read, self.rules.order):
            uses.reads.add(start, end, read)

    def make_write(self, operand: OpOperand) -> Write:
        """The write by `operand`; not noted yet."""
        aliases = self.rules.state.get_aliasing_values(operand)
        return Write(operand, aliases[0].value if len(aliases) == 1 else None)

    def add_write(self, root: Value, write: Write) -> None:
        """Note that `write` is done in place, to the class of `root`."""
        self.of(root).writes.add(self.rules.order.positions.of(write.op), write)

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

    def conflict_with_write(self, root: Value, write: Write) -> Pair | None:
        """A read of the class of `root` that `write` would disturb."""
        self.counters.searches += 1
        for read in self.of(root).reads.holding(self.rules.order.positions.of(write.op)):
            if self._conflict(read, write):
                return read, write
        return None

    def conflict_between(self, a: Value, b: Value) -> Pair | None:
        """A read of one of two classes that a write of the other one would disturb."""
        key = (a, b)
        known = self._refused.get(key) or self._refused.get((b, a))
        if known is not None:
            return known
        uses_a, uses_b = self.of(a), self.of(b)
        small, large = (uses_a, uses_b) if uses_a.size <= uses_b.size else (uses_b, uses_a)
        for read, write in self._pairs_between(small, large):
            if self._conflict(read, write):
                self._refused[key] = (read, write)
                return read, write
        return None

    def conflict_within(self, root: Value) -> Pair | None:
        """A read and a write of one class that conflict."""
        uses = self.of(root)
        for position, write in uses.writes:
            self.counters.searches += 1
            for read in uses.reads.holding(position):
                if self._conflict(read, write):
                    return read, write
        return None

    def _pairs_between(self, small: ClassUses, large: ClassUses) -> Iterator[Pair]:
        if len(large.reads):
            for position, write in small.writes:
                self.counters.searches += 1
                for read in large.reads.holding(position):
                    yield read, write
        if len(large.writes):
            for start, end, read in small.reads:
                self.counters.searches += 1
                for write in large.writes.within(start, end):
                    yield read, write

    def _conflict(self, read: Read, write: Write) -> bool:
        self.counters.candidates += 1
        return self.rules.conflicting_definition(read, write) is not None
