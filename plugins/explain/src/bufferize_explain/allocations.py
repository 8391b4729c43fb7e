"""Allocations of a bufferized program: why each buffer exists, and which are alive at the peak."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from bufferize import define as d
from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import Position
from bufferize.dialects.bufferization import AllocTensorOp
from bufferize.driver.copy_log import LoopFinder
from bufferize.interfaces import (
    AllocationOpInterface,
    DestinationStyleOpInterface,
    EmptyTensorOpInterface,
    FunctionOpInterface,
    function_around,
    is_tensor_like,
)
from bufferize.record import Loop, NewBuffer, Place, TensorCopy, place_of, size_factors
from bufferize_planner import Buffer, FunctionLifetimes, ModuleUses, Problem, lifetimes


class Cause(enum.Enum):
    """Why a buffer is allocated; the value is the code in JSON."""

    COPY = "copy"
    """An operand is copied, because it cannot be used in place."""
    CONSTANT = "constant"
    """The operand that is copied is a constant, which is made anew."""
    NEW_BUFFER = "new-buffer"
    """An operand cannot be used in place, but nobody reads its contents."""
    EMPTY_TENSOR = "empty-tensor"
    """The program begins a tensor, such as by `tensor.empty`."""
    NO_DESTINATION = "no-destination"
    """An operation such as `tensor.pad` makes a tensor and has no destination for it."""
    PROGRAM = "program"
    """The program allocates it: `bufferization.alloc_tensor`, `memref.alloc`."""
    OPERATION = "operation"
    """An operation needs it for something else than its result."""
    UNKNOWN = "unknown"
    """The operation is unknown, such as that of a program without positions."""


_TEXTS: Mapping[Cause, str] = {
    Cause.COPY: "{copied} is copied: {why}",
    Cause.CONSTANT: "the constant is made anew for {copied}: {why}",
    Cause.NEW_BUFFER: "{copied} gets a buffer of its own: {why}",
    Cause.EMPTY_TENSOR: "'{op}' begins a tensor, and nothing gives it another buffer",
    Cause.NO_DESTINATION: "'{op}' has no destination, so its result gets a buffer of its own",
    Cause.PROGRAM: "the program asks for it with '{op}'",
    Cause.OPERATION: "'{op}' needs it",
    Cause.UNKNOWN: "it is not known for which operation it is",
}


@dataclass(frozen=True, eq=False)
class Peak:
    """The most bytes that a function has in use at once, if it frees each buffer after its last use.

    Buffers that leave the function are in use until its end. Those of callees do not count.
    """

    function: str
    known_bytes: int
    num_unknown: int
    """The number of buffers of the function whose size is unknown, which do not count."""


@dataclass(frozen=True)
class Allocation(NewBuffer):
    """A buffer that the bufferized program allocates on the heap."""

    place: Place
    """The operation, or the operand that is copied, for which it is allocated."""
    type: ir.MemRefType
    cause: Cause
    function: str | None
    loops: tuple[Loop, ...] = ()
    """The loops around the allocation, innermost first."""
    copy: TensorCopy | None = None
    """The copy, or new buffer in place of one, that needs it."""
    uses: tuple[Place, Place] | None = None
    """The first and the last use; None if it counts as in use until the function ends."""
    kept: str | None = None
    """Why it counts as in use until the function ends, in words: no plan of its memory takes it."""
    peak: Peak | None = None
    """The peak of its function, if it is alive then."""

    @property
    def key(self) -> Hashable:
        """The key by which allocations before and after a change are equal."""
        return self.function, self.place.position, self.type

    @property
    def size_factors(self) -> tuple[int, int]:
        return size_factors(self.type.element_type, self.type.shape)

    def size_text(self) -> str:
        text = super().size_text()
        return f"{text} in each iteration" if self.loops else text

    @property
    def why(self) -> str:
        """The reason in one sentence, without a period."""
        copied = why = ""
        if self.copy is not None:
            copied, why = str(self.copy.place), self.copy.why
            copied = f"the result for {copied}" if self.copy.of_result else copied
        return _TEXTS[self.cause].format(op=self.place.op_name, copied=copied, why=why)


@dataclass
class AllocationLog:
    """The allocations of a bufferized program.

    An allocation is attributed by its location: bufferization gives new operations the location of
    the operation that it rewrites.
    """

    state: AnalysisState
    found: list[Allocation] = field(default_factory=list)
    """The allocations, in program order."""
    peaks: list[Peak] = field(default_factory=list)
    """The peak of each function that allocates."""
    _ops: dict[Position, list[ir.Operation]] = field(default_factory=dict)
    """The operations at each position, before bufferization."""

    def note_program(self, module: ir.Operation) -> None:
        """Record the positions of all operations, before bufferization."""
        for op in module.walk():
            position = op.location.position()
            if position is not None and not op.has_trait(ir.IsTerminator):
                self._ops.setdefault(position, []).append(op)

    def note_result(self, module: ir.Operation) -> None:
        """Record the allocations in the bufferized module."""
        loops, uses = LoopFinder(), ModuleUses(module)
        found: dict[ir.Operation, Allocation] = {
            op: self._allocation(op, loops.around(op, self.state)) for op in allocations_in(module)
        }
        for function in module.walk():
            if not isinstance(function, FunctionOpInterface) or function.is_external:
                continue
            alive = lifetimes(function, uses, dynamic=True)
            own = [op for op in (*(p.op for p in alive.planned), *alive.kept) if op in found]
            at_peak = _at_the_peak(alive, {op: found[op].size for op in own})
            sizes = [found[op].size for op in own]
            known = sum(found[op].size or 0 for op in own if op in at_peak)
            peak = Peak(function.symbol_name, known, sizes.count(None))
            for op, ends in _uses(alive):
                found[op] = replace(found[op], uses=ends)
            for op, why in alive.kept.items():
                found[op] = replace(found[op], kept=why)
            for op in own:
                found[op] = replace(found[op], peak=peak if op in at_peak else None)
            if own:
                self.peaks.append(peak)
        self.found += found.values()

    def _allocation(self, op: AllocationOpInterface, loops: tuple[Loop, ...]) -> Allocation:
        position, type = op.location.position(), op.results[0].type
        assert isinstance(type, ir.MemRefType)
        origin = None if position is None else self._origin(position)
        cause = Cause.UNKNOWN if origin is None else _cause_for(origin)
        function = function_around(op.parent_op)
        name = None if function is None else function.symbol_name
        return Allocation(place_of(origin or op), type, cause, name, loops)

    def _origin(self, position: Position) -> ir.Operation | None:
        """Return the operation at a position that allocates; None if it may be one of several."""
        ops = self._ops.get(position, [])
        makers = [op for op in ops if _cause_for(op) is not Cause.OPERATION] or ops
        return makers[0] if len({op.name for op in makers}) == 1 else None

    def explained(self, copies: Iterable[TensorCopy]) -> list[Allocation]:
        """Return the allocations, those for `copies` with them, in program order."""
        found, left = list(self.found), list(copies)
        free = Counter(each.place.position for each in found)
        """The allocations at each position that no copy needs."""
        for is_for in (_is_made_for, _has_place_of, _may_be_for):
            for copy in list(left):
                for number, each in reversed(list(enumerate(found))):
                    is_extra = free[each.place.position] > 1
                    if each.copy is None and is_for(each, copy, is_extra):
                        left.remove(copy)
                        free[each.place.position] -= 1
                        cause = _cause_of(copy)
                        found[number] = replace(each, copy=copy, cause=cause, place=copy.place)
                        break
        return found


def allocations_in(module: ir.Operation) -> Iterator[AllocationOpInterface]:
    """Yield the operations that allocate a memref on the heap, in program order."""
    for op in module.walk():
        if isinstance(op, AllocationOpInterface) and not op.is_automatic:
            if isinstance(op.results[0].type, ir.MemRefType):
                yield op


def _cause_for(op: ir.Operation) -> Cause:
    """Return why `op` would allocate a buffer, if it is not for a copy of an operand."""
    if isinstance(op, EmptyTensorOpInterface):
        return Cause.EMPTY_TENSOR
    if isinstance(op, AllocTensorOp | AllocationOpInterface):
        return Cause.PROGRAM
    makes_tensor = any(is_tensor_like(result.type) for result in op.results)
    if makes_tensor and not isinstance(op, DestinationStyleOpInterface):
        return Cause.NO_DESTINATION
    return Cause.OPERATION


def _is_made_for(allocation: Allocation, copy: TensorCopy, is_extra: bool) -> bool:
    """Return whether an allocation is at the place of a copy, and of its shape."""
    return _has_place_of(allocation, copy, is_extra) and _shape(copy) == allocation.type.shape


def _has_place_of(allocation: Allocation, copy: TensorCopy, _: bool) -> bool:
    """Return whether an allocation is at the place of a copy; casts may tell more of its shape."""
    return (
        allocation.cause not in (Cause.EMPTY_TENSOR, Cause.PROGRAM)
        and allocation.place.position == copy.place.position
        and _element(copy) is allocation.type.element_type
    )


def _may_be_for(allocation: Allocation, copy: TensorCopy, is_extra: bool) -> bool:
    """Return whether an allocation may be a copy for another layout.

    Such a copy has the position of what made the buffer, which may allocate as well.
    """
    return (
        (is_extra or allocation.cause in (Cause.OPERATION, Cause.UNKNOWN))
        and allocation.function == copy.function
        and _element(copy) is allocation.type.element_type
        and _shape(copy) == allocation.type.shape
    )


def _shape(copy: TensorCopy) -> tuple[int, ...] | None:
    if copy.known_shape is not None:
        return copy.known_shape
    return copy.tensor_type.shape if isinstance(copy.tensor_type, ir.RankedTensorType) else None


def _element(copy: TensorCopy) -> ir.Type | None:
    type = copy.tensor_type
    return type.element_type if isinstance(type, ir.RankedTensorType) else None


def _cause_of(copy: TensorCopy) -> Cause:
    if not copy.copies_contents:
        return Cause.NEW_BUFFER
    sources = (place.op for place in (copy.root, copy.definition) if place is not None)
    if any(op is not None and op.has_trait(d.ConstantLike) for op in sources):
        return Cause.CONSTANT
    return Cause.COPY


# What is alive when


def _uses(found: FunctionLifetimes) -> Iterator[tuple[ir.Operation, tuple[Place, Place]]]:
    """Yield the first and last use of each allocation whose lifetime is known.

    A use in a region is that of the operation with the region, beside the allocation.
    """
    for each in found.planned:
        block = each.op.parent
        assert block is not None
        first, last = (
            place_of(block.find_ancestor_op(op) or op)
            for op in (found.ops[each.buffer.lower], found.ops[each.buffer.upper - 1])
        )
        yield each.op, (first, last)


def _at_the_peak(
    found: FunctionLifetimes, sizes: Mapping[ir.Operation, int | None]
) -> set[ir.Operation]:
    """Return the allocations of known size that are alive when most bytes are."""
    ops: list[ir.Operation] = []
    buffers: list[Buffer] = []
    lives: dict[ir.Operation, tuple[int, int]] = {
        each.op: (each.buffer.lower, each.buffer.upper) for each in found.planned
    }
    number = {op: number for number, op in enumerate(found.ops)}
    for op, size in sizes.items():
        if size is not None:
            ops.append(op)
            lower, upper = lives.get(op, (number[op], len(found.ops)))
            buffers.append(Buffer(len(ops), lower, upper, size))
    problem = Problem(buffers)
    loads = problem.loads(problem.sizes)
    if not loads:
        return set()
    peak = loads.index(max(loads))
    return {
        op
        for op, spans in zip(ops, problem.spans, strict=True)
        if any(first <= peak < end for first, end in spans)
    }
