"""The state of a walk through a function: buffers in use, counts, and the joins of paths."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import reduce
from typing import Final

from bufferize import ir
from bufferize.interfaces import LoopLikeOpInterface, constant_int
from bufferize_buffers.statistics.quantity import ZERO, Quantity, Unknown, greatest, largest_ones

_MOST_BUFFERS: Final = 16
"""The number of buffers that a value may be beyond which they are taken to be unknown."""
_LONGEST_CHAIN: Final = 8
"""The number of conditions that are looked through to evaluate one."""


@dataclass(eq=False)
class Buffer:
    """A buffer on the heap.

    After several paths, or a loop, one buffer represents those of all paths or iterations.
    """

    size: Quantity
    name: object
    """The value that has this buffer whenever the buffer exists."""
    incoming: Sequence[Incoming] = ()
    """If paths join in `name`: the buffer on each path on which it exists."""


@dataclass(frozen=True)
class Incoming:
    """The buffer on one of several paths that join, like an incoming value of a phi."""

    buffer: Buffer
    """The buffer on that path."""
    values: Mapping[object, ir.Value]
    """The values passed at the end of the path, by the values that receive them."""
    condition: tuple[ir.Value, bool] | None = None
    """A condition and its truth value on the path."""


@dataclass(frozen=True)
class Ref:
    """A reference: the buffers that a value may be, or be a view of."""

    name: object
    """The value that this value is a view of, or itself."""
    buffers: tuple[Buffer, ...] = ()
    is_complete: bool = False
    """Whether the value is certainly one of these buffers, or a view of it."""

    @property
    def own(self) -> Buffer | None:
        """The buffer that the value is whenever that buffer exists, if there is one."""
        return next((buffer for buffer in self.buffers if buffer.name is self.name), None)

    @staticmethod
    def one_of(name: object, refs: Collection[Ref], is_complete: bool) -> Ref:
        """Return a reference to the buffers of all `refs`."""
        buffers = tuple(dict.fromkeys(buffer for ref in refs for buffer in ref.buffers))
        if len(buffers) > _MOST_BUFFERS:
            return Ref(name)
        return Ref(name, buffers, is_complete and all(ref.is_complete for ref in refs))


@dataclass(frozen=True)
class Mark:
    """A point of a walk to which `State.go_back` returns."""

    changes: int
    heap: Level
    stack: Level
    usage: Usage


@dataclass(eq=False)
class Path:
    """The changes on one path since a `Mark`."""

    added: dict[Buffer, None]
    """The buffers that were not in use before."""
    removed: dict[Buffer, None]
    heap: Level
    stack: Level
    usage: Usage
    refs: dict[object, Ref] = field(default_factory=dict)
    """The references that are passed on at the end, by the values that receive them."""
    values: dict[object, ir.Value] = field(default_factory=dict)
    condition: tuple[ir.Value, bool] | None = None
    """A condition and its truth value on this path."""


class State:
    """The state of a walk at its current point."""

    def __init__(self) -> None:
        self.refs: dict[object, Ref] = {}
        self.live: dict[Buffer, None] = {}
        self.heap = Level()
        self.stack = Level()
        self.usage = Usage()
        self._changes: list[tuple[Buffer, bool]] = []

    def ref(self, value: ir.Value) -> Ref:
        """Return the buffers that `value` may be a view of."""
        return self.refs.get(value) or Ref(value)

    # Changes

    def add(self, buffer: Buffer) -> None:
        """Mark `buffer` as in use; its size is counted separately."""
        self.live[buffer] = None
        self._changes.append((buffer, True))

    def remove(self, buffer: Buffer) -> None:
        """Mark `buffer` as no longer in use; its size is counted separately."""
        del self.live[buffer]
        self._changes.append((buffer, False))

    def free(self, buffer: Buffer) -> None:
        """Free a buffer that is in use."""
        self.remove(buffer)
        self.heap = self.heap.free(buffer.size)

    # Paths

    def mark(self) -> Mark:
        """Return the current point of the walk."""
        return Mark(len(self._changes), self.heap, self.stack, self.usage)

    def path_since(self, mark: Mark) -> Path:
        """Return the changes since `mark`."""
        added: dict[Buffer, None] = {}
        removed: dict[Buffer, None] = {}
        for buffer, is_new in self._changes[mark.changes :]:
            opposite = removed if is_new else added
            if buffer in opposite:
                del opposite[buffer]
            else:
                (added if is_new else removed)[buffer] = None
        return Path(added, removed, self.heap, self.stack, self.usage)

    def go_back(self, mark: Mark) -> None:
        """Undo all changes since `mark`, except for the references of values."""
        while len(self._changes) > mark.changes:
            buffer, is_new = self._changes.pop()
            if is_new:
                del self.live[buffer]
            else:
                self.live[buffer] = None
        self.heap, self.stack, self.usage = mark.heap, mark.stack, mark.usage

    def follow(self, paths: Sequence[Path]) -> dict[object, Ref]:
        """Continue after one of several paths, whichever was taken.

        Return the references that the paths pass on. Counts are the maximum over the paths.
        """
        if len(paths) == 1:
            (path,) = paths
            self._apply(path.added, path.removed)
            self.heap, self.stack, self.usage = path.heap, path.stack, path.usage
            return path.refs
        current = self.heap.current
        removed = self._removed_on_all(paths)
        new: dict[tuple[Buffer | None, ...], Buffer] = {}
        refs: dict[object, Ref] = {}
        for name in dict.fromkeys(name for path in paths for name in path.refs):
            refs[name] = self._joined(name, paths, new)
        named = {buffer for key in new for buffer in key}
        left = ([b.size for b in path.added if b not in named and b is not None] for path in paths)
        lost = greatest(reduce(Quantity.__add__, sizes, ZERO) for sizes in left)
        added = [*new.values()]
        if lost != ZERO:
            added.append(Buffer(lost, None))
        self._apply(added, removed)
        for buffer in removed:
            current -= buffer.size
        for buffer in added:
            current += buffer.size
        self.heap = Level.after(current, [peak for path in paths for peak in path.heap.peaks])
        stack = greatest(path.stack.current for path in paths)
        self.stack = Level.after(stack, [peak for path in paths for peak in path.stack.peaks])
        self.usage = Usage.most(path.usage for path in paths)
        return refs

    def _apply(self, added: Iterable[Buffer], removed: Iterable[Buffer]) -> None:
        for buffer in removed:
            self.remove(buffer)
        for buffer in added:
            self.add(buffer)

    def _removed_on_all(self, paths: Sequence[Path]) -> list[Buffer]:
        """Return the buffers that are freed on every path on which they exist."""
        found = dict.fromkeys(buffer for path in paths for buffer in path.removed)
        return [
            buffer
            for buffer in found
            if all(buffer in path.removed or not self._may_be(buffer, path) for path in paths)
        ]

    def _may_be(self, buffer: Buffer, path: Path) -> bool:
        """Return whether `buffer` may exist on a path."""
        if path.condition is None:
            return True
        condition, holds = path.condition
        return self.truth(condition, buffer) in (None, holds)

    def _joined(
        self,
        name: object,
        paths: Sequence[Path],
        new: dict[tuple[Buffer | None, ...], Buffer],
    ) -> Ref:
        """Return the reference of `name` after one of several paths.

        Add buffers that represent those of all paths to `new`.
        """
        refs = [path.refs.get(name) or Ref(name) for path in paths]
        if all(ref.name is refs[0].name for ref in refs):
            return refs[0]
        key = tuple(
            ref.own if ref.own in path.added else None
            for ref, path in zip(refs, paths, strict=True)
        )
        own = [buffer for buffer in key if buffer is not None]
        if not own:
            return Ref.one_of(name, refs, True)
        others = [ref for ref, buffer in zip(refs, key, strict=True) if buffer is None]
        both = new.get(key)
        if both is None:
            incoming = [
                Incoming(buffer, path.values, path.condition)
                for path, buffer in zip(paths, key, strict=True)
                if buffer is not None
            ]
            both = new[key] = Buffer(greatest(buffer.size for buffer in own), name, incoming)
        rest = Ref.one_of(name, others, True)
        return Ref(both.name, (both, *rest.buffers), rest.is_complete)

    # Conditions

    def truth(
        self, condition: ir.Value, buffer: Buffer, depth: int = _LONGEST_CHAIN
    ) -> bool | None:
        """Return whether a condition holds whenever `buffer` exists; None if it is unknown."""
        constant = constant_int(condition)
        if constant is not None:
            return bool(constant)
        if not depth:
            return None
        found = self._truth_on_all_ways(condition, buffer, depth - 1)
        return self._truth_in_loop(condition, buffer, depth - 1) if found is None else found

    def _truth_on_all_ways(self, condition: ir.Value, buffer: Buffer, depth: int) -> bool | None:
        found: bool | None = None
        for incoming in buffer.incoming:
            truth: bool | None = None
            if condition in incoming.values:
                truth = self.truth(incoming.values[condition], incoming.buffer, depth)
            elif incoming.condition is not None and incoming.condition[0] is condition:
                truth = incoming.condition[1]
            if truth is None or found not in (None, truth):
                return None
            found = truth
        return found

    def _truth_in_loop(self, condition: ir.Value, buffer: Buffer, depth: int) -> bool | None:
        """Return whether a condition carried by a loop holds at first and after each iteration."""
        if not isinstance(condition, ir.BlockArgument):
            return None
        loop = condition.owner.parent_op
        if not isinstance(loop, LoopLikeOpInterface):
            return None
        first, again = loop.tied_init(condition), loop.tied_yielded_operand(condition)
        if first is None or again is None:
            return None
        truth = self.truth(first.value, buffer, depth)
        return truth if truth is self.truth(again.value, buffer, depth) else None


@dataclass(frozen=True)
class Usage:
    """The allocations and copies that are executed: how many, and of how many bytes."""

    allocations: Quantity = ZERO
    """The allocations on the heap."""
    allocated_bytes: Quantity = ZERO
    copies: Quantity = ZERO
    """The copies of buffers, to new ones included."""
    copied_bytes: Quantity = ZERO

    def _values(self) -> Iterator[Quantity]:
        return (getattr(self, field.name) for field in fields(self))

    def __add__(self, other: Usage) -> Usage:
        return Usage(*(a + b for a, b in zip(self._values(), other._values(), strict=True)))

    def times(self, count: Quantity) -> Usage:
        """Return the usage of `count` repetitions."""
        return Usage(*(value * count for value in self._values()))

    def replaced(self, values: Mapping[Unknown, Quantity]) -> Usage:
        """Return the usage with each unknown in `values` replaced."""
        return Usage(*(value.replaced(values) for value in self._values()))

    @staticmethod
    def most(usages: Iterable[Usage]) -> Usage:
        """Return the maximum of each number of several usages."""
        columns = zip(*(usage._values() for usage in usages), strict=True)
        return Usage(*map(greatest, columns))


@dataclass(frozen=True)
class Level:
    """The memory in use now, and the peak so far.

    The peak is `current` plus the maximum of `above`. Kept relative like that, memory that stays in
    use cancels out when peaks are compared.
    """

    current: Quantity = ZERO
    above: tuple[Quantity, ...] = (ZERO,)

    def allocate(self, size: Quantity) -> Level:
        """Return the level with `size` more bytes in use."""
        above = (each - size for each in self.above if each != ZERO)
        return Level(self.current + size, tuple(largest_ones([ZERO, *above])))

    def free(self, size: Quantity) -> Level:
        """Return the level with `size` fewer bytes in use."""
        above = (each + size for each in self.above)
        return Level(self.current - size, tuple(largest_ones(above)))

    @property
    def peaks(self) -> tuple[Quantity, ...]:
        """The quantities whose maximum is the peak."""
        return tuple(self.current + each for each in self.above)

    @property
    def peak(self) -> Quantity:
        """The largest amount of memory in use at once so far."""
        return greatest(self.peaks)

    @staticmethod
    def after(current: Quantity, peaks: Iterable[Quantity]) -> Level:
        """Return the level with `current` in use after a peak that is the maximum of `peaks`."""
        return Level(current, tuple(largest_ones([ZERO, *(peak - current for peak in peaks)])))
