"""Origins of buffers: which may be in the same allocation, and which functions return arguments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bufferize import ir
from bufferize.interfaces import (
    BranchOpInterface,
    CallOpInterface,
    FunctionOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    SelectLikeOpInterface,
    ViewLikeOpInterface,
    function_around,
)
from bufferize_buffers.analysis.effects import (
    base_of,
    calls_in,
    is_allocated,
    is_buffer,
    values_defined_by,
)
from bufferize_buffers.analysis.flow import BufferFlow
from bufferize_transforms import strong_components

_Node = ir.Value | ir.Operation
"""A value, or a call, which stands between its operands and its results."""

_PASSES_VALUES: Final = (
    BranchOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
)
_MOST_ORIGINS: Final = 256
"""The number of origins of a buffer beyond which they are taken to be unknown."""


@dataclass(frozen=True, eq=False)
class Origin:
    """The origin of one buffer."""

    base: ir.Value
    """The buffer that this one is a view of, or itself."""
    sources: frozenset[ir.Value]
    """The allocations, arguments and other values that the base may be; empty if they are not known."""
    is_new: bool
    """Whether all sources are allocations."""
    is_new_or_argument: bool
    """Whether all sources are allocations or arguments of the function."""
    allocation: ir.Operation | None
    """The operation that allocates the base, if one does."""
    argument_block: ir.Block | None
    """The block of which the base is an argument, if it is one."""

    def is_same(self, other: Origin) -> bool:
        """Return whether both origins are known to be in the same allocation."""
        return self.base is other.base or (len(self.sources) == 1 and self.sources == other.sources)


class Origins:
    """The origins of the buffers in an operation, at the time of construction.

    They are the ends of all ways back from a buffer through views, selects, and values that control
    flow passes. A call may return a new buffer or any that it is given, unless `returned` knows which.
    A result of any other operation is an origin of its own:

        %r = scf.if ... { scf.yield %a ... } else { scf.yield %b ... }  // those of %a and %b
        %s = call @f(%a) : ...                                          // %s, and those of %a
        %t = memref.get_global @table : ...                             // %t
    """

    def __init__(self, root: ir.Operation, returned: ReturnedArguments | None = None) -> None:
        self._returned = returned
        self._passed = BufferFlow(root).passed
        buffers = [v for op in root.walk() for v in values_defined_by(op) if is_buffer(v)]
        self._sources: dict[_Node, frozenset[ir.Value] | None] = {}
        nodes: list[_Node] = [*buffers]
        for members in strong_components(nodes, self._predecessors):
            self._sources.update(dict.fromkeys(members, self._united(members)))
        self._allocated = {v for v in buffers if self._is_origin(v) and is_allocated(v)}
        self._found: dict[ir.Value, Origin] = {}

    def of(self, value: ir.Value) -> Origin:
        """Return the origin of a buffer."""
        found = self._found.get(value)
        if found is None:
            base = base_of(value)
            found = self._found.get(base)
            if found is None:
                found = self._found[base] = self._origin(base)
            self._found[value] = found
        return found

    def _origin(self, base: ir.Value) -> Origin:
        sources = self._sources.get(base) or frozenset()
        others = sources - self._allocated
        is_new = bool(sources) and not others
        is_new_or_argument = bool(sources) and all(map(_is_function_argument, others))
        return Origin(
            base,
            sources,
            is_new,
            is_new_or_argument,
            base.defining_op if base in self._allocated else None,
            base.owner if isinstance(base, ir.BlockArgument) else None,
        )

    def _predecessors(self, node: _Node) -> list[_Node]:
        """Return the nodes that `node` may be, or be a view of, one step back."""
        if isinstance(node, ir.Operation):  # a call
            return [value for value in node.operands if is_buffer(value)]
        op = node.defining_op
        if isinstance(op, SelectLikeOpInterface):
            found = [*op.selected_values] if op.results[0] is node else []
        elif isinstance(op, ViewLikeOpInterface):
            found = [op.view_source] if op.results[0] is node else []
        elif isinstance(op, CallOpInterface) and not isinstance(op, _PASSES_VALUES):
            given = self._given(node)
            return [op] if given is None else [given.value]
        else:
            found = [use.value for use in self._passed.get(node, ())]
        return [value for value in found if is_buffer(value)]

    def _united(self, members: Sequence[_Node]) -> frozenset[ir.Value] | None:
        """Return the sources of nodes that reach each other; None if they are too many."""
        found = {m for m in members if isinstance(m, ir.Value) and self._is_origin(m)}
        inner = set(members)
        for member in members:
            for source in self._predecessors(member):
                if source not in inner:
                    others = self._sources[source]
                    if others is None:
                        return None
                    found |= others
                    if len(found) > _MOST_ORIGINS:
                        return None
        return frozenset(found)

    def _is_origin(self, value: ir.Value) -> bool:
        """Return whether the operation that defines `value` hides which buffer it is."""
        op = value.defining_op
        if isinstance(value, ir.BlockArgument) and value.owner.is_entry:
            op = value.owner.parent_op
        return (
            op is not None
            and not isinstance(op, (SelectLikeOpInterface, ViewLikeOpInterface, *_PASSES_VALUES))
            and self._given(value) is None
        )

    def _given(self, value: ir.Value) -> ir.OpOperand | None:
        """Return the operand of a call that its result `value` is known to be; else None."""
        return None if self._returned is None else self._returned.operand(value)


class ReturnedArguments:
    """The results of the functions in an operation that are arguments, or views of them.

    So they are whatever way a function takes. `are_known` says of which functions the body may be
    relied on. Nothing is known of functions that call themselves or each other.

        func.func private @upper_half(%a: memref<8xf32>) -> memref<4xf32, strided<[1], offset: 4>> {
          %v = memref.subview %a[4] [4] [1] : …
          return %v : …
        }
    """

    def __init__(
        self,
        root: ir.Operation,
        are_known: Callable[[FunctionOpInterface], bool] = lambda function: True,
    ) -> None:
        self._operands: dict[ir.Value, ir.OpOperand] = {}
        self._known: dict[ir.Operation, list[int | None]] = {}
        calls: dict[ir.Operation, list[tuple[CallOpInterface, ir.Operation]]] = {}
        called: set[ir.Operation] = set()
        for call, callee in calls_in(root):
            caller = function_around(call)
            if callee is not None and caller is not None and any(map(is_buffer, call.results)):
                calls.setdefault(caller, []).append((call, callee))
                called.add(callee)
        for component in strong_components(
            [*calls, *called], lambda function: [callee for _, callee in calls.get(function, ())]
        ):
            for function in component:
                for call, callee in calls.get(function, ()):
                    self._add(call, self._known.get(callee, []))
            (first, *others) = component
            if (
                isinstance(first, FunctionOpInterface)
                and first in called
                and root.is_ancestor_of(first)
                and not (first.is_external or others)
                and all(callee is not first for _, callee in calls.get(first, ()))
                and are_known(first)
            ):
                self._known[first] = self._returned_by(first)

    def operand(self, value: ir.Value) -> ir.OpOperand | None:
        """Return the operand of a call that its result `value` surely is, or is a view of."""
        return self._operands.get(value)

    def returned_by(self, function: ir.Operation) -> Sequence[int | None]:
        """Return for each result of `function` the index of the argument that it surely is.

        Empty if nothing is known of the function, or if nothing calls it.
        """
        return self._known.get(function, ())

    def _add(self, call: CallOpInterface, returned: Sequence[int | None]) -> None:
        operands = call.arg_operands
        if len(call.results) == len(returned):
            for result, index in zip(call.results, returned, strict=True):
                if index is not None and index < len(operands):
                    self._operands[result] = operands[index]

    def _returned_by(self, function: FunctionOpInterface) -> list[int | None]:
        """Return for each result of `function` the index of the argument that it surely is."""
        origins = Origins(function, self)
        found: list[int | None] | None = None
        for block in function.function_body.blocks:
            end = block.last_op
            if end is None or end.successors:
                continue
            if not isinstance(end, RegionBranchTerminatorOpInterface):
                return []
            indices = [
                _argument(use.value, origins) for use in end.mutable_successor_operands(None)
            ]
            if found is None:
                found = indices
            found = [a if a == b else None for a, b in zip(found, indices, strict=True)]
        return found or []


def _argument(value: ir.Value, origins: Origins) -> int | None:
    """Return the index of the argument of a function that `value` surely is, or is a view of."""
    sources = origins.of(value).sources if is_buffer(value) else frozenset()
    (source,) = sources if len(sources) == 1 else (None,)
    is_argument = isinstance(source, ir.BlockArgument) and _is_function_argument(source)
    return source.index if isinstance(source, ir.BlockArgument) and is_argument else None


def _is_function_argument(value: ir.Value) -> bool:
    if not isinstance(value, ir.BlockArgument) or not value.owner.is_entry:
        return False
    return isinstance(value.owner.parent_op, FunctionOpInterface)


class Enclosing:
    """The blocks that operations are nested in; each set is computed once."""

    def __init__(self) -> None:
        self._found: dict[ir.Block, frozenset[ir.Block]] = {}

    def of(self, op: ir.Operation) -> frozenset[ir.Block]:
        """Return the block of `op` and all blocks around it."""
        block = op.parent
        assert block is not None
        found = self._found.get(block)
        if found is None:
            blocks = []
            around: ir.Block | None = block
            while around is not None:
                blocks.append(around)
                parent = around.parent_op
                around = None if parent is None else parent.parent
            found = self._found[block] = frozenset(blocks)
        return found


class _Sharing:
    """The buffers of a list that share one source."""

    def __init__(self) -> None:
        self.members: list[ir.Value] = []
        self.allocations = 0
        """The number of these buffers that are an allocation, or views of one."""
        self.arguments: Counter[ir.Block] = Counter()
        """For each block, the number of these buffers that are its arguments, or views of these."""


class BufferList:
    """A list of buffers, indexed to find those that may share an allocation without comparing all
    pairs.

    Two buffers may share an allocation if

    - they have a source in common, or
    - neither comes only from allocations, and not both come only from allocations and arguments of
      functions.

    An allocation is never the same as an argument of a block around it, which was there before.
    """

    def __init__(self, buffers: Iterable[ir.Value], origins: Origins, enclosing: Enclosing) -> None:
        self.buffers = list(buffers)
        self._origins = origins
        self._enclosing = enclosing
        self._place: dict[ir.Value, int] = {}
        self._by_source: dict[ir.Value, _Sharing] = {}
        self._arguments: list[ir.Value] = []
        self._unknown: dict[ir.Block | None, list[ir.Value]] = {}
        self._num_unknown = 0
        self._num_new = 0
        self._allocated_in: Counter[ir.Block] = Counter()
        self._sample: dict[ir.Block, ir.Operation] = {}
        self._inside: dict[ir.Block, int] = {}
        for place, buffer in enumerate(self.buffers):
            self._place[buffer] = place
            self._add(buffer, origins.of(buffer))

    def _add(self, buffer: ir.Value, origin: Origin) -> None:
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

    def surely_shared_with(self, buffer: ir.Value) -> list[ir.Value] | None:
        """Return the members that are known to be in the allocation of `buffer`, in order.

        None if there are none, or if it is unknown for another member.
        """
        origin = self._origins.of(buffer)
        found: dict[ir.Value, None] = {}
        for other in self._candidates(origin):
            if not origin.is_same(self._origins.of(other)):
                return None
            found[other] = None
        return sorted(found, key=self._place.__getitem__) if found else None

    def _candidates(self, origin: Origin) -> Iterator[ir.Value]:
        """Return a superset, with repetitions, of the members that may share an allocation."""
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

    def may_share_with(self, buffer: ir.Value) -> list[ir.Value]:
        """Return the members that may share an allocation with `buffer`, in order."""
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

    def _is_distinct(self, allocated: ir.Value, argument: Origin) -> bool:
        op = self._origins.of(allocated).allocation
        return op is not None and argument.argument_block in self._enclosing.of(op)

    def may_share_with_any(self, buffer: ir.Value, *, is_member: bool) -> bool:
        """Return whether a member other than `buffer` may share an allocation with it.

        `is_member` says whether `buffer` is itself in the list.
        """
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

    def _around(self, origin: Origin) -> frozenset[ir.Block]:
        return frozenset() if origin.allocation is None else self._enclosing.of(origin.allocation)

    def _is_any_new_shared(self, origin: Origin) -> bool:
        """Return whether a member that is an allocation may be a buffer of unknown origin."""
        block = origin.argument_block
        if block is None:
            return self._num_new > 0
        return self._num_new > self._allocated_inside(block)

    def _allocated_inside(self, block: ir.Block) -> int:
        found = self._inside.get(block)
        if found is None:
            found = self._inside[block] = sum(
                count
                for place, count in self._allocated_in.items()
                if block in self._enclosing.of(self._sample[place])
            )
        return found

    def _shares(self, source: ir.Value, origin: Origin, own: int) -> bool:
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
