"""Which buffers are in use at a place of a program, and what different ways to it have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Final

from bufferize.interfaces import LoopLikeOpInterface, constant_int
from bufferize.ir import BlockArgument, Value
from bufferize_buffers.statistics.quantity import ZERO, Quantity, greatest
from bufferize_buffers.statistics.usage import Level, Usage

_MOST_BUFFERS: Final = 16
"""Of a value that may be more buffers it is not known which they are."""
_LONGEST_CHAIN: Final = 8
"""How many conditions are looked at to find out about one."""


@dataclass(eq=False)
class Buffer:
    """Memory that was allocated on the heap, once; or on one of several ways, or in the last iteration."""

    size: Quantity
    name: object
    """The value that is the buffer wherever there is the buffer."""
    origins: Sequence[Origin] = ()
    """If `name` is handed on: what it is on each of the ways on which there is the buffer."""


@dataclass(frozen=True)
class Origin:
    """One of the ways on which there is a buffer."""

    buffer: Buffer
    """What it is there."""
    values: Mapping[object, Value]
    """What is handed on at the end of the way, by what it becomes."""
    condition: tuple[Value, bool] | None = None
    """What holds there."""


@dataclass(frozen=True)
class Ref:
    """What a value may be a view of."""

    name: object
    """The value without views."""
    buffers: tuple[Buffer, ...] = ()
    is_complete: bool = False
    """Whether it is sure to be one of these."""

    @property
    def own(self) -> Buffer | None:
        """The buffer that it is wherever there is that buffer, if one is known."""
        return next((buffer for buffer in self.buffers if buffer.name is self.name), None)

    @staticmethod
    def one_of(name: object, refs: Collection[Ref], is_complete: bool) -> Ref:
        """What may be any of `refs`."""
        buffers = tuple(dict.fromkeys(buffer for ref in refs for buffer in ref.buffers))
        if len(buffers) > _MOST_BUFFERS:
            return Ref(name)
        return Ref(name, buffers, is_complete and all(ref.is_complete for ref in refs))


@dataclass(frozen=True)
class Mark:
    """A place in a walk that one can go back to."""

    changes: int
    heap: Level
    stack: Level
    usage: Usage


@dataclass(eq=False)
class Path:
    """What has changed on one way from a place to another one."""

    added: dict[Buffer, None]
    """Buffers that are in use since."""
    removed: dict[Buffer, None]
    heap: Level
    stack: Level
    usage: Usage
    refs: dict[object, Ref] = field(default_factory=dict)
    """What is handed on at the end, by what it becomes."""
    values: dict[object, Value] = field(default_factory=dict)
    condition: tuple[Value, bool] | None = None
    """What holds on this way."""


class State:
    """What is known where a walk through a function is."""

    def __init__(self) -> None:
        self.refs: dict[object, Ref] = {}
        self.live: dict[Buffer, None] = {}
        self.heap = Level()
        self.stack = Level()
        self.usage = Usage()
        self._changes: list[tuple[Buffer, bool]] = []

    def ref(self, value: Value) -> Ref:
        """What `value` may be a view of."""
        return self.refs.get(value) or Ref(value)

    # Changes

    def add(self, buffer: Buffer) -> None:
        """From here on `buffer` is in use; its size is not counted here."""
        self.live[buffer] = None
        self._changes.append((buffer, True))

    def remove(self, buffer: Buffer) -> None:
        """From here on `buffer` is not in use; its size is not counted here."""
        del self.live[buffer]
        self._changes.append((buffer, False))

    def free(self, buffer: Buffer) -> None:
        """Frees a buffer that is in use."""
        self.remove(buffer)
        self.heap = self.heap.free(buffer.size)

    # Ways

    def mark(self) -> Mark:
        """Where the walk is."""
        return Mark(len(self._changes), self.heap, self.stack, self.usage)

    def path_since(self, mark: Mark) -> Path:
        """What has changed since `mark`."""
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
        """Undoes all since `mark`, except what values are."""
        while len(self._changes) > mark.changes:
            buffer, is_new = self._changes.pop()
            if is_new:
                del self.live[buffer]
            else:
                self.live[buffer] = None
        self.heap, self.stack, self.usage = mark.heap, mark.stack, mark.usage

    def follow(self, paths: Sequence[Path]) -> dict[object, Ref]:
        """Goes one of several ways, of which nobody knows which; what is handed on at their end.

        What is counted is the most that any of them counts.
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
        """What is freed on all ways on which there is the buffer."""
        found = dict.fromkeys(buffer for path in paths for buffer in path.removed)
        return [
            buffer
            for buffer in found
            if all(buffer in path.removed or not self._may_be(buffer, path) for path in paths)
        ]

    def _may_be(self, buffer: Buffer, path: Path) -> bool:
        """Whether there may be `buffer` on a way."""
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
        """What `name` is after one of several ways; buffers that come from them are put into `new`."""
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
            origins = [
                Origin(buffer, path.values, path.condition)
                for path, buffer in zip(paths, key, strict=True)
                if buffer is not None
            ]
            both = new[key] = Buffer(greatest(buffer.size for buffer in own), name, origins)
        rest = Ref.one_of(name, others, True)
        return Ref(both.name, (both, *rest.buffers), rest.is_complete)

    # Conditions

    def truth(self, condition: Value, buffer: Buffer, depth: int = _LONGEST_CHAIN) -> bool | None:
        """Whether a condition holds wherever there is `buffer`; None where that is not known."""
        constant = constant_int(condition)
        if constant is not None:
            return bool(constant)
        if not depth:
            return None
        found = self._truth_on_all_ways(condition, buffer, depth - 1)
        return self._truth_in_loop(condition, buffer, depth - 1) if found is None else found

    def _truth_on_all_ways(self, condition: Value, buffer: Buffer, depth: int) -> bool | None:
        found: bool | None = None
        for origin in buffer.origins:
            truth: bool | None = None
            if condition in origin.values:
                truth = self.truth(origin.values[condition], origin.buffer, depth)
            elif origin.condition is not None and origin.condition[0] is condition:
                truth = origin.condition[1]
            if truth is None or found not in (None, truth):
                return None
            found = truth
        return found

    def _truth_in_loop(self, condition: Value, buffer: Buffer, depth: int) -> bool | None:
        """Of what is carried from iteration to iteration: what holds at first and ever after."""
        if not isinstance(condition, BlockArgument):
            return None
        loop = condition.owner.parent_op
        if not isinstance(loop, LoopLikeOpInterface):
            return None
        first, again = loop.tied_init(condition), loop.tied_yielded_operand(condition)
        if first is None or again is None:
            return None
        truth = self.truth(first.value, buffer, depth)
        return truth if truth is self.truth(again.value, buffer, depth) else None
