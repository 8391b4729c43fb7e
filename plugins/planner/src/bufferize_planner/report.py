"""What is said about a plan: how large its arena is, what is alive at the peak, and what stays."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bufferize import ir
from bufferize.diagnostics import Diagnostic, Position, SourceMap, error
from bufferize.interfaces import FunctionOpInterface
from bufferize_buffers.analysis.effects import heap_allocations
from bufferize_planner.arena import Arena
from bufferize_planner.buffers import Buffer, Plan
from bufferize_planner.lifetimes import FunctionLifetimes, PlannedAllocation
from bufferize_planner.problem import Problem

_MOST_LINES: Final = 12
"""How many lines of a program are listed."""
_MOST_NOTES: Final = 8
"""How many buffers an error lists."""
_MOST_TEXT: Final = 120
"""How many characters of a line are shown."""


@dataclass(frozen=True)
class Description:
    """What a report says about a buffer besides its numbers."""

    what: str
    """Its type, or its name in a table."""
    lifetime: str
    """Its first and last time, in words."""
    position: Position | None = None
    """The place of the operation that allocates it."""
    source: str = ""
    """The line of the program there."""


@dataclass(frozen=True)
class ArenaReport:
    """A plan with a description of each buffer: of an arena, or of its slots of one size."""

    title: str
    """The function and the memory space, or the name of a table."""
    buffers: Sequence[Buffer]
    plan: Plan
    descriptions: Mapping[Hashable, Description]
    place: Position | ir.Operation | None
    """The place of errors: the function."""
    slot: str | None = None
    """The size of a slot at run time, in words; None if sizes are in bytes."""
    has_bounds: bool = False
    """Whether some of the sizes are only bounds."""

    @property
    def unit(self) -> str:
        """The unit of sizes and offsets."""
        return "byte" if self.slot is None else "slot"

    @cached_property
    def problem(self) -> Problem:
        """The buffers by number, and their moments."""
        return Problem(self.buffers)

    @cached_property
    def peak(self) -> int:
        """The moment at which most bytes are alive; 0 if there are no buffers."""
        loads = self.problem.loads(self.problem.sizes)
        return loads.index(max(loads)) if loads else 0

    @cached_property
    def at_the_peak(self) -> list[Buffer]:
        """The buffers that are alive at the peak, the largest first."""
        alive = [
            buffer
            for buffer, spans in zip(self.buffers, self.problem.spans, strict=True)
            if any(first <= self.peak < end for first, end in spans)
        ]
        return sorted(alive, key=lambda buffer: -buffer.size)

    def of(self, buffer: Buffer) -> Description:
        """Return the description of a buffer."""
        return self.descriptions[buffer.id]

    @property
    def sentence(self) -> str:
        """The size of the arena and of what is alive at the peak, in one line."""
        plan = self.plan
        bound = " = lower bound"
        if not plan.is_optimal:
            bound = f", {plan.height / plan.bound:.3f} times the lower bound {plan.bound:,}"
        if self.has_bounds:
            bound += " for the greatest sizes"
        if plan.is_optimal and plan.proof != "bytes alive":
            bound += f" (proved by {plan.proof})"
        sizes = sum(buffer.size for buffer in self.buffers)
        at = self.at_the_peak
        which = counted(len(at), "buffer")
        places = lines_of(self.of(buffer).position for buffer in at)
        names = places or ", ".join(str(buffer.id) for buffer in at[:_MOST_LINES])
        return (
            f"{self.title}: arena {counted(plan.height, self.unit)}{bound}; without reuse {sizes:,}; "
            f"at the peak: {which}, {names}"
        )

    def over(self, most: int) -> Diagnostic | None:
        """Return the error that the arena is larger than `most`, with what is alive then.

        Of slots, that is not known.
        """
        if self.slot is not None:
            message = f"the size is known at run time only, which --max-bytes={most} cannot limit"
            problem = error(f"{self.title}: {message}", self.place)
            return problem.note("--no-dynamic leaves buffers of dynamic size out of the arena")
        if self.plan.height <= most:
            return None
        message = f"the arena takes {self.plan.height:,} bytes, more than --max-bytes={most}"
        problem = error(f"{self.title}: {message}", self.place)
        if self.plan.bound <= most:
            problem.note(
                f"a smaller plan is not excluded: at least {self.plan.bound:,} bytes are needed; "
                "try --algorithm=exact with more --seconds"
            )
        alive = self.at_the_peak
        problem.note(f"alive at the peak: {counted(len(alive), 'buffer')}")
        for buffer in alive[:_MOST_NOTES]:
            about = self.of(buffer)
            text = f"{counted(buffer.size, self.unit)}: {about.what}, {about.lifetime}"
            problem.note(text, about.position)
        if len(alive) > _MOST_NOTES:
            problem.note(f"and {len(alive) - _MOST_NOTES} that are not larger")
        return problem


def reports_of_arena(
    function: FunctionOpInterface,
    arena: Arena,
    found: FunctionLifetimes,
    sources: SourceMap,
    is_nested: bool = False,
) -> Iterator[ArenaReport]:
    """Yield the reports of an arena of a function: of its bytes, and of its slots of each size.

    With `is_nested`, it is within the arenas of the function's callers.
    """
    title = f"@{function.symbol_name}" + " (within its callers)" * is_nested
    if arena.memory_space is not None:
        title += f", memory space {space_text(arena.memory_space)}"
    descriptions = {
        each.buffer.id: _description(each, found, sources) for each in arena.allocations
    }
    if arena.static:
        buffers = [each.buffer for each in arena.static]
        has_bounds = any(each.size.is_bound for each in arena.static)
        yield ArenaReport(title, buffers, arena.plan, descriptions, function, has_bounds=has_bounds)
    for each in arena.classes:
        slot = f"{each.slot} bytes"
        if each.is_rounded and arena.step > 1:
            slot += f", rounded up to a multiple of {arena.step}"
        name = f"{title}, slots of {slot}"
        yield ArenaReport(name, each.buffers, each.plan, descriptions, function, slot)


def _description(
    allocation: PlannedAllocation, found: FunctionLifetimes, sources: SourceMap
) -> Description:
    ends = found.ops[allocation.buffer.lower], found.ops[allocation.buffer.upper - 1]
    first, last = (_beside(allocation.op, op) for op in ends)
    position = allocation.op.location.position()
    line = position and sources.line(position.file, position.line)
    what = str(allocation.op.results[0].type) + " at most" * allocation.size.is_bound
    return Description(what, _lifetime(first, last), position, _shortened((line or "").strip()))


def report_of_table(name: str, buffers: Sequence[Buffer], plan: Plan) -> ArenaReport:
    """Return the report of a plan for the buffers of a table."""
    descriptions = {
        buffer.id: Description(
            str(buffer.id), f"alive from {buffer.lower} to before {buffer.upper}"
        )
        for buffer in buffers
    }
    return ArenaReport(name, buffers, plan, descriptions, Position(name, 1, 1))


def kept_sentences(kept: Mapping[ir.Operation, str]) -> Iterator[str]:
    """Yield a line for each reason why allocations stay as they are."""
    reasons: dict[str, list[ir.Operation]] = {}
    for op, reason in kept.items():
        reasons.setdefault(reason, []).append(op)
    for reason, ops in reasons.items():
        stay = "stays" if len(ops) == 1 else "stay"
        places = lines_of(op.location.position() for op in ops)
        where = f" ({places})" if places else ""
        yield f"{counted(len(ops), 'allocation')} {stay}: {reason}{where}"


def run_time_allocations(
    function: FunctionOpInterface, found: FunctionLifetimes
) -> Iterator[Diagnostic]:
    """Yield an error for each operation that still allocates when the function runs."""
    planned = {each.op for each in found.planned}
    for op in function.walk():
        if op in planned or not (op in found.kept or heap_allocations(op)):
            continue
        problem = error(f"'{op.name}' allocates when the program runs", op)
        yield (
            problem.note(f"it is not in an arena: {found.kept[op]}")
            if op in found.kept
            else problem
        )


def space_text(space: ir.Attribute | None) -> str:
    """Return a memory space as the option `--space` has it: 0 is the default one."""
    if space is None:
        return "0"
    return str(space.value) if isinstance(space, ir.IntegerAttr) else str(space)


def counted(number: int, what: str) -> str:
    """Return a number with what it counts, as in `1 byte` or `1,024 bytes`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def lines_of(positions: Iterable[Position | None]) -> str:
    """Return the lines of positions in words, such as `lines 3, 7`; empty if none is known."""
    lines = sorted({position.line for position in positions if position is not None})
    listed = ", ".join(map(str, lines[:_MOST_LINES])) + ", …" * (len(lines) > _MOST_LINES)
    return f"line{'' if len(lines) == 1 else 's'} {listed}" if lines else ""


def _beside(allocation: ir.Operation, op: ir.Operation) -> ir.Operation:
    """Return the operation in the block of an allocation that is or holds `op`, if there is one."""
    assert allocation.parent is not None
    return allocation.parent.find_ancestor_op(op) or op


def _lifetime(first: ir.Operation, last: ir.Operation) -> str:
    places = [op.location.position() for op in (first, last)]
    if None in places:
        return f"alive from '{first.name}' to '{last.name}'"
    start, end = (place.line for place in places if place is not None)
    if start == end:
        return f"alive at line {start}"
    return f"alive from line {start} ('{first.name}') to line {end} ('{last.name}')"


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 1] + "…"
