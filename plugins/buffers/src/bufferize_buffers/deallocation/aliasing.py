"""Which buffers of a list another one may share an allocation with, without comparing all pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from bufferize.ir import Block, Operation, Value
from bufferize_buffers.deallocation.origins import Origin, Origins


class Enclosing:
    """The blocks that operations are in."""

    def __init__(self) -> None:
        self._found: dict[Block, frozenset[Block]] = {}

    def of(self, op: Operation) -> frozenset[Block]:
        """The blocks around `op`, from its own on."""
        block = op.parent
        assert block is not None
        found = self._found.get(block)
        if found is None:
            blocks = []
            around: Block | None = block
            while around is not None:
                blocks.append(around)
                parent = around.parent_op
                around = None if parent is None else parent.parent
            found = self._found[block] = frozenset(blocks)
        return found


class _Sharing:
    """The buffers of a list that may be, or be views of, one allocation."""

    def __init__(self) -> None:
        self.members: list[Value] = []
        self.allocations = 0
        """How many are the allocation itself, or views of it."""
        self.arguments: Counter[Block] = Counter()
        """How many are block arguments, by block."""


class BufferList:
    """Buffers, by what they may be.

    Two buffers may share an allocation if some source of both is the same, or if neither comes from
    known allocations alone, and one of them from more than arguments of the function. An allocation is
    never what was an argument of a block around it.
    """

    def __init__(self, buffers: Iterable[Value], origins: Origins, enclosing: Enclosing) -> None:
        self.buffers = list(buffers)
        self._origins = origins
        self._enclosing = enclosing
        self._place: dict[Value, int] = {}
        self._by_source: dict[Value, _Sharing] = {}
        self._arguments: list[Value] = []
        self._unknown: dict[Block | None, list[Value]] = {}
        self._num_unknown = 0
        self._num_new = 0
        self._allocated_in: Counter[Block] = Counter()
        self._sample: dict[Block, Operation] = {}
        self._inside: dict[Block, int] = {}
        for place, buffer in enumerate(self.buffers):
            self._place[buffer] = place
            self._add(buffer, origins.of(buffer))

    def _add(self, buffer: Value, origin: Origin) -> None:
        for source in origin.sources:
            sharing = self._by_source.setdefault(source, _Sharing())
            sharing.members.append(buffer)
            if origin.allocation is not None:
                sharing.allocations += 1
            if origin.argument_block is not None:
                sharing.arguments[origin.argument_block] += 1
        if origin.is_new:
            self._num_new += 1
            if origin.allocation is not None:
                block = origin.allocation.parent
                assert block is not None
                self._allocated_in[block] += 1
                self._sample[block] = origin.allocation
        elif origin.is_new_or_argument:
            self._arguments.append(buffer)
        else:
            self._unknown.setdefault(origin.argument_block, []).append(buffer)
            self._num_unknown += 1

    def surely_shared_with(self, buffer: Value) -> list[Value] | None:
        """Those in the same allocation as `buffer`, in order, if of all it is known whether they are.

        None where it is not known, or there are none.
        """
        origin = self._origins.of(buffer)
        found: dict[Value, None] = {}
        for other in self._candidates(origin):
            if not origin.is_same(self._origins.of(other)):
                return None
            found[other] = None
        return sorted(found, key=self._place.__getitem__) if found else None

    def _candidates(self, origin: Origin) -> Iterator[Value]:
        """Those that may share an allocation with a buffer, and not all that do not."""
        if not (origin.is_new or origin.is_new_or_argument):
            yield from self.buffers
            return
        for group in self._unknown.values():
            yield from group
        if not origin.is_new:
            yield from self._arguments
        for source in origin.sources:
            if source in self._by_source:
                yield from self._by_source[source].members

    def may_share_with(self, buffer: Value) -> list[Value]:
        """Those that may share an allocation with `buffer`, in order."""
        origin = self._origins.of(buffer)
        if not origin.is_new or origin.allocation is None:
            found = dict.fromkeys(self._candidates(origin))
            if origin.argument_block is not None:
                found = {v: None for v in found if not self._is_distinct(v, origin)}
        else:
            around = self._enclosing.of(origin.allocation)
            found = {}
            for block, group in self._unknown.items():
                if block is None or block not in around:
                    found.update(dict.fromkeys(group))
            for source in origin.sources:
                if source in self._by_source:
                    for other in self._by_source[source].members:
                        if self._origins.of(other).argument_block not in around:
                            found[other] = None
        return sorted(found, key=self._place.__getitem__)

    def _is_distinct(self, allocated: Value, argument: Origin) -> bool:
        op = self._origins.of(allocated).allocation
        return op is not None and argument.argument_block in self._enclosing.of(op)

    def may_share_with_any(self, buffer: Value, *, is_member: bool) -> bool:
        """Whether any may share an allocation with `buffer`; as a member, any other one."""
        origin = self._origins.of(buffer)
        own = int(is_member)
        if not origin.is_new:
            is_known = origin.is_new_or_argument
            others = self._num_unknown + len(self._arguments) - own
            if others > 0:
                return True
            if not is_known:
                return self._is_any_new_shared(origin)
            return any(self._shares(source, origin, own) for source in origin.sources)
        around = self._around(origin)
        if any(block is None or block not in around for block in self._unknown):
            return True
        return any(self._shares(source, origin, own) for source in origin.sources)

    def _around(self, origin: Origin) -> frozenset[Block]:
        return frozenset() if origin.allocation is None else self._enclosing.of(origin.allocation)

    def _is_any_new_shared(self, origin: Origin) -> bool:
        """Whether any that comes from allocations alone may be a buffer of unknown origin."""
        block = origin.argument_block
        if block is None:
            return self._num_new > 0
        return self._num_new > self._allocated_inside(block)

    def _allocated_inside(self, block: Block) -> int:
        found = self._inside.get(block)
        if found is None:
            found = self._inside[block] = sum(
                count
                for place, count in self._allocated_in.items()
                if block in self._enclosing.of(self._sample[place])
            )
        return found

    def _shares(self, source: Value, origin: Origin, own: int) -> bool:
        sharing = self._by_source.get(source)
        if sharing is None:
            return False
        others = len(sharing.members) - own
        if origin.allocation is not None:
            around = self._around(origin)
            others -= sum(count for block, count in sharing.arguments.items() if block in around)
        elif origin.argument_block is not None and sharing.allocations:
            op = source.defining_op
            if op is not None and origin.argument_block in self._enclosing.of(op):
                others -= sharing.allocations
        return others > 0
