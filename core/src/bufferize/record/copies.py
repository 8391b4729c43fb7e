"""One copy that bufferization makes: where, what it costs, why, and what would remove it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Final

from bufferize.record import Decision, Reason
from bufferize.record.help import Help
from bufferize.record.places import Loop, Place, PlaceKind
from bufferize.ir import DYNAMIC, RankedTensorType, Type, bit_width

PARTIES: Final = ("definition", "write", "read", "root")
"""The fields of a `Decision`, and of a copy, that say what is to blame."""


@dataclass(frozen=True)
class TensorCopy:
    """A tensor that got a buffer of its own, because an operand could not be used in place.

    What the program itself says is a copy, as `tensor.insert_slice` or `tensor.concat`, is none.
    """

    place: Place
    """The operand, or the operation where nobody said which operand it was for."""
    tensor_type: Type
    """The type of what is copied."""
    reason: Reason
    copies_contents: bool
    """Whether the old contents are copied to the new buffer."""
    known_shape: tuple[int, ...] | None = None
    """The shape of what is copied, with what casts make known of it beyond its type."""
    of_result: bool = False
    """Whether what the operation makes of the operand is copied instead: it may be smaller."""
    definition: Place | None = None
    """What set the contents that the write would overwrite."""
    write: Place | None = None
    """The operand that would write to the shared buffer."""
    read: Place | None = None
    """The operand that would read what was overwritten, or whose owner works on the buffer."""
    root: Place | None = None
    """The value whose buffer must not be written to, or that a loop must not pass on."""
    detail: str | None = None
    """Which buffer there is and which is needed, where that is the reason."""
    across: Place | None = None
    """The loop in which an iteration disturbs another one."""
    function: str | None = None
    loops: tuple[Loop, ...] = ()
    """The loops around the copy, innermost first."""
    help: tuple[Help, ...] = ()
    """What was tried and removes the copy, if that was asked for."""
    forbidden_by: Place | None = None
    """The operation that says, by `bufferize.in_place`, that there must be none."""
    is_needed: bool = False
    """Whether all was tried that is worth it, and nothing helps."""
    decision: Decision | None = field(default=None, compare=False, repr=False)
    """What the copy comes from, of which the places above are."""

    @property
    def advice(self) -> tuple[str, ...]:
        """What removes the copy, and what else that saves, one sentence for each way."""
        return tuple(map(str, self.help))

    @property
    def size(self) -> int | None:
        """Bytes of the new buffer; None where they are only known at run time."""
        known, unknown = self._size_factors
        return None if unknown else known

    @property
    def known_cost(self) -> int:
        """Bytes copied in all, or allocated where nothing is copied: the product of what is known.

        That is of the element size, the extents, and the trip counts of the loops around. A function
        counts as called once.
        """
        counts = (loop.trip_count for loop in self.loops if loop.trip_count is not None)
        return prod(counts, start=self._size_factors[0])

    @property
    def unknown_factors(self) -> int:
        """How many extents, element sizes and trip counts `known_cost` lacks."""
        return self._size_factors[1] + sum(loop.trip_count is None for loop in self.loops)

    @property
    def cost(self) -> int | None:
        """`known_cost` where nothing is unknown."""
        return None if self.unknown_factors else self.known_cost

    @cached_property
    def _size_factors(self) -> tuple[int, int]:
        """The known bytes of the tensor, and how many factors of them are missing."""
        type = self.tensor_type
        if not isinstance(type, RankedTensorType):
            return 1, 1
        bits = bit_width(type.element_type)
        known = 1 if bits is None else (bits + 7) // 8
        shape = type.shape if self.known_shape is None else self.known_shape
        extents = [extent for extent in shape if extent != DYNAMIC]
        return prod(extents, start=known), len(shape) - len(extents) + (bits is None)

    def cost_text(self) -> str:
        """What it costs, e.g. "32 bytes x 10 iterations = 320 bytes"; `?` stands for the unknown."""
        known, unknown = self._size_factors
        text = f"{' x '.join([str(known), *'?' * unknown])} {plural(known, 'byte')}"
        if not self.loops:
            return text
        counts = [loop.trip_count for loop in reversed(self.loops)]
        shown = " x ".join("?" if count is None else str(count) for count in counts)
        text += f" x {shown} {plural(counts[-1], 'iteration')}"
        return text if self.cost is None else f"{text} = {self.cost} bytes"

    @property
    def why(self) -> str:
        """The reason in one sentence, without its end."""
        reason, across = self.reason, self.across
        if reason is Reason.CONFLICT and self.write is not None and self.read is not None:
            reads = f"'{self.read.op_name}' still reads"
            if across is not None:
                reads = f"'{self.read.op_name}' reads in the next iteration"
            return f"in place, '{self.write.op_name}' would overwrite what {reads}"
        if reason is Reason.IN_USE and self.write is not None and self.read is not None:
            if self.read.position == self.write.position:
                return f"in place, '{self.write.op_name}' would work on one buffer under two names"
            return (
                f"in place, '{self.write.op_name}' would write to a buffer while "
                f"'{self.read.op_name}' works on it"
            )
        if reason is Reason.FREED and self.write is not None and self.read is not None:
            return (
                f"in place, '{self.write.op_name}' would write to a buffer that "
                f"'{self.read.op_name}' has freed"
            )
        if reason is Reason.NOT_WRITABLE and self.root is not None:
            return f"{_root_text(self.root)} must not be written to"
        if reason is Reason.PARALLEL and across is not None:
            return (
                f"in place, iterations of '{across.op_name}' that run at once would write to one "
                "buffer"
            )
        if reason is Reason.LOOP and across is not None:
            if self.root is None:
                return (
                    f"in place, '{self.place.op_name}' could pass on another buffer than "
                    f"'{across.op_name}' has for this value"
                )
            return (
                f"in place, the next iteration of '{across.op_name}' could write to a buffer that "
                "may be used elsewhere"
            )
        if self.detail is not None:
            return self.detail
        return _SENTENCES.get(reason, reason.value)

    @property
    def needed(self) -> str | None:
        """Where the copy is needed, as far as anybody knows: what for, with both places."""
        if not self.is_needed:
            return None
        first = self.definition or self.root or self.place
        written = self.write or self.place
        if self.reason is Reason.PARALLEL:
            return f"each iteration needs its own copy of {first}: {written} writes to it"
        is_of_loop = self.reason is Reason.LOOP
        if self.reason in (Reason.LAYOUT, *_SENTENCES) or (is_of_loop and self.root is None):
            return f"{self.why}: for {self.place}"
        if self.reason is Reason.FREED:
            return f"{self.read} frees the buffer, and {written} needs one"
        both = "both contents must exist at the same time"
        if is_of_loop:
            return f"{both}: those of {first}, and those that {self.place} passes on"
        reads = "" if self.read is None else f", which {self.read} uses"
        return f"{both}: those of {first}{reads}, and those that {written} writes"

    def explain(self) -> str:
        """One paragraph without source lines: what is copied, at what cost, why, and the advice."""
        place = self.place
        what = str(place)
        if self.of_result:
            what = f"the result for {place}"
        done = "copied" if self.copies_contents else "given a new buffer, nothing copied"
        lines = [f"{what} is {done} ({self.cost_text()}): {self.why}"]
        writes = "they would be overwritten by" if self.read else "it would be written by"
        reads = "they are read by"
        if self.reason is Reason.IN_USE:
            writes, reads = "it would be written by", "while this works on it:"
        if self.reason is Reason.FREED:
            writes, reads = "it would be written by", "after this has freed it:"
        if self.reason is Reason.BUDGET:  # nobody knows whether the two are about one tensor
            writes, reads = "in place, this would write:", "this reads:"
        root = "the buffer comes from"
        if self.reason is Reason.LOOP:
            root = "it may have the same buffer as"
        witnesses = (
            ("the contents are set by", self.definition),
            (writes, self.write),
            (reads, self.read),
            (root, self.root),
        )
        lines += [f"  {text} {place}" for text, place in witnesses if place is not None]
        lines += [f"  in {loop_text(loop)}" for loop in self.loops]
        lines += [f"  help: {advice}" for advice in self.advice]
        lines += [f"  needed: {self.needed}"] if self.is_needed else []
        return "\n".join(lines)


_SENTENCES = {
    Reason.ASKED_FOR: "the program that embeds bufferization asked for it",
    Reason.BUDGET: "analysis-budget was spent before it was clear whether a copy is needed",
    Reason.LAYOUT: "a buffer of another layout or memory space is needed",
    Reason.NOT_ANALYSED: "without an analysis, everything that is written to is copied",
    Reason.UNEXPLAINED: "the model of the operation, or the analysis, asks for it and does not say why",
}


def _root_text(root: Place) -> str:
    if root.kind is PlaceKind.ARGUMENT:
        return f"argument #{root.index} of '{root.op_name}'"
    return f"the buffer that '{root.op_name}' gives"


def loop_text(loop: Loop) -> str:
    """A loop, its place, and how often it runs."""
    count = "an unknown number of" if loop.trip_count is None else str(loop.trip_count)
    return f"{loop.place} ({count} {plural(loop.trip_count, 'iteration')})"


def plural(count: int | None, noun: str) -> str:
    """`noun` as it stands behind a number, None for one that is not known."""
    return noun if count == 1 else f"{noun}s"
