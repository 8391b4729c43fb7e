"""Copies that bufferization makes: place, cost, reason, and changes that would remove them."""

from __future__ import annotations

__all__ = [
    "PARTIES", "Help", "NewBuffer", "TensorCopy", "label_of", "loop_text", "plural", "size_factors",
    "size_text", "texts_of",
]  # fmt: skip

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Final

from bufferize import ir
from bufferize.diagnostics import Label
from bufferize.record.reasons import LONE_WRITE, WITNESSES, Decision, Loop, Place, PlaceKind, Reason
from bufferize.syntax import OperationSpans

PARTIES: Final = ("definition", "write", "read", "root")
"""The fields of `Decision` and `TensorCopy` with the operands and values in conflict."""


@dataclass(frozen=True)
class Help:
    """A change to the program or the options that was tried and removes copies.

    Savings are measured: the changed program was bufferized and its copies counted.
    """

    kind: str
    """The kind of change, such as `own-fill`; later versions may add kinds."""
    text: str
    """The change in words."""
    condition: str | None
    """The condition for the program to mean the same to its users; None if it always does."""
    num_removed: int
    """The number of copies and new buffers that the change removes."""
    num_added: int
    """The number of cheaper ones that it adds."""
    saved_bytes: int
    """The known bytes that are no longer copied or, if there are none, no longer allocated."""
    saved_unknown: int
    """The number of removed copies of unknown size."""
    flag: str | None = None
    """The complete command-line option, if the options change."""

    @property
    def is_safe(self) -> bool:
        """Whether the changed program means the same to all users."""
        return self.condition is None

    def __str__(self) -> str:
        """Return the change, its condition and its savings as a sentence."""
        return self.sentence(1)

    def sentence(self, number: int) -> str:
        """Return the sentence for a report on `number` of the copies that the change removes."""
        what = self.text if self.condition is None else f"{self.text}, if {self.condition}"
        gone, others = "this copy", self.num_removed - number
        if number > 1:
            gone = f"these {number}"
        if others > 0:
            gone += f" and {others} other{'' if others == 1 else 's'}"
        if self.num_added:
            gone += f", and makes {self.num_added} that cost less"
        return f"{what}: removes {gone}{self._saved()}"

    def _saved(self) -> str:
        known = [size_text(self.saved_bytes)] if self.saved_bytes else []
        unknown = [f"{self.saved_unknown} of unknown size"] if self.saved_unknown else []
        return f": {', '.join(known + unknown)}" if known or unknown else ""


def size_factors(element_type: ir.Type, shape: Iterable[int]) -> tuple[int, int]:
    """Return the product of the known factors of a size in bytes, and the number of unknown ones."""
    element, extents = ir.memory_bytes(element_type), list(shape)
    known = [1 if element is None else element, *(n for n in extents if n != ir.DYNAMIC)]
    return prod(known), extents.count(ir.DYNAMIC) + (element is None)


class NewBuffer:
    """A copy or another allocation: a new buffer in each iteration of the loops around it."""

    loops: tuple[Loop, ...]
    """The loops around it, innermost first."""

    @property
    @abstractmethod
    def size_factors(self) -> tuple[int, int]:
        """The product of the known factors of the buffer's size in bytes, and how many are unknown."""

    @property
    def size(self) -> int | None:
        """The bytes of the new buffer; None if only known at run time."""
        known, unknown = self.size_factors
        return None if unknown else known

    @property
    def known_cost(self) -> int:
        """The bytes copied, or allocated if nothing is copied: the product of the known factors.

        The factors are the element size, the extents, and the trip counts of the enclosing loops. A
        function counts as called once.
        """
        counts = (loop.trip_count for loop in self.loops if loop.trip_count is not None)
        return prod(counts, start=self.size_factors[0])

    @property
    def unknown_factors(self) -> int:
        """The number of unknown extents, element sizes and trip counts."""
        return self.size_factors[1] + sum(loop.trip_count is None for loop in self.loops)

    @property
    def cost(self) -> int | None:
        """The bytes copied or allocated; None if a factor is unknown."""
        return None if self.unknown_factors else self.known_cost

    def size_text(self) -> str:
        """Return the size in words; `?` for each unknown factor."""
        known, unknown = self.size_factors
        return f"{' x '.join([str(known), *'?' * unknown])} {plural(known, 'byte')}"


@dataclass(frozen=True)
class TensorCopy(NewBuffer):
    """A new buffer that bufferization allocates because an operand is not used in place.

    Copies that the program itself asks for, as by `tensor.insert_slice`, are not included.
    """

    place: Place
    """The copied operand, or its operation if the operand is unknown."""
    tensor_type: ir.Type
    """The type of the copied tensor."""
    reason: Reason
    copies_contents: bool
    """Whether the contents are copied to the new buffer."""
    known_shape: tuple[int, ...] | None = None
    """The shape of the copied tensor, which casts may make more static than its type."""
    of_result: bool = False
    """Whether the operation's result is copied instead of the operand: it may be smaller."""
    definition: Place | None = None
    """The definition of the contents that the write would overwrite."""
    write: Place | None = None
    """The operand that would write to the shared buffer."""
    read: Place | None = None
    """The operand that would read overwritten contents, or whose owner uses the buffer."""
    root: Place | None = None
    """The value whose buffer must not be written to, or that a loop must not yield."""
    detail: str | None = None
    """The existing and the required buffer, if they are the reason."""
    across: Place | None = None
    """The loop of which one iteration conflicts with another."""
    function: str | None = None
    loops: tuple[Loop, ...] = ()
    """The loops around the copy, innermost first."""
    help: tuple[Help, ...] = ()
    """The changes that remove the copy, if asked for."""
    forbidden_by: Place | None = None
    """The operation whose attribute `bufferize.in_place` forbids the copy."""
    tried: tuple[str, ...] = ()
    """The changes that were tried in vain, in short; empty if one helps or some were not tried."""
    decision: Decision | None = field(default=None, compare=False, repr=False)
    """The decision that caused the copy."""

    @property
    def advice(self) -> tuple[str, ...]:
        """A sentence for each change that removes the copy."""
        return tuple(map(str, self.help))

    @cached_property
    def size_factors(self) -> tuple[int, int]:
        type = self.tensor_type
        if not isinstance(type, ir.RankedTensorType):
            return 1, 1
        shape = type.shape if self.known_shape is None else self.known_shape
        return size_factors(type.element_type, shape)

    def cost_text(self) -> str:
        """Return the cost in words: "32 bytes x 10 iterations = 320 bytes"; `?` for unknowns."""
        text = self.size_text()
        if not self.loops:
            return text
        counts = [loop.trip_count for loop in reversed(self.loops)]
        shown = " x ".join("?" if count is None else str(count) for count in counts)
        text += f" x {shown} {plural(counts[-1], 'iteration')}"
        return text if self.cost is None else f"{text} = {self.cost} bytes"

    @property
    def reads_where_it_writes(self) -> bool:
        """Whether the read and the write are of the same operation."""
        write, read = self.write, self.read
        return write is not None and read is not None and read.position == write.position

    @property
    def why(self) -> str:
        """The reason in one sentence, without a period: the first whose facts are known."""
        for sentence in self.reason.texts.sentences:
            known = all(getattr(self, fact) for fact in sentence.needs)
            if known and not any(getattr(self, fact) for fact in sentence.unless):
                return sentence.text.format_map(_facts(self))
        return str(self.reason.value)

    def explain(self) -> str:
        """Return a paragraph without source lines: place, cost, reason, advice."""
        place = self.place
        what = str(place)
        if self.of_result:
            what = f"the result for {place}"
        done = "copied" if self.copies_contents else "given a new buffer, nothing copied"
        lines = [f"{what} is {done} ({self.cost_text()}): {self.why}"]
        texts = dict(WITNESSES)
        if self.read is None:
            texts["write"] = LONE_WRITE
        texts |= self.reason.texts.witnesses or {}
        for party, text in texts.items():
            if getattr(self, party) is not None:
                lines.append(f"  {text} {getattr(self, party)}")
        lines += [f"  in {loop_text(loop)}" for loop in self.loops]
        lines += [f"  help: {advice}" for advice in self.advice]
        lines += [f"  tried in vain: {', '.join(self.tried)}"] if self.tried else []
        return "\n".join(lines)


def _facts(copy: TensorCopy) -> dict[str, str]:
    """Return the known values of the placeholders in sentences about a copy."""
    places = {fact: getattr(copy, fact) for fact in ("write", "read", "across", "place")}
    found = {fact: place.op_name for fact, place in places.items() if place is not None}
    return {
        **found,
        "root": _root_text(copy.root) if copy.root else "",
        "detail": copy.detail or "",
    }


def _root_text(root: Place) -> str:
    if root.kind is PlaceKind.ARGUMENT:
        return f"argument #{root.index} of '{root.op_name}'"
    return f"the buffer that '{root.op_name}' gives"


def loop_text(loop: Loop) -> str:
    """Return a loop in words: its place and its trip count."""
    count = "an unknown number of" if loop.trip_count is None else str(loop.trip_count)
    return f"{loop.place} ({count} {plural(loop.trip_count, 'iteration')})"


def plural(count: int | None, noun: str) -> str:
    """Return `noun` as it follows the number `count`; None is an unknown number."""
    return noun if count == 1 else f"{noun}s"


def texts_of(copy: TensorCopy) -> dict[str, str]:
    """Return the labels of the places of a copy, by field; the copied operand comes first."""
    texts = copy.reason.texts
    done = "copied" if copy.copies_contents else "given a new buffer"
    next_iteration = (texts.next_iteration or {}) if copy.across is not None else {}
    return {"place": done, **(texts.labels or {}), **next_iteration}


def label_of(
    place: Place, text: str, spans: OperationSpans | None = None, primary: bool = False
) -> Label | None:
    """Return a source label for a place; None if it has no position."""
    if place.position is None:
        return None
    span = None
    if spans is not None and place.kind is PlaceKind.OPERAND:
        span = spans.operand(place.position, place.index)
    elif spans is not None and place.kind is PlaceKind.RESULT:
        span = spans.result(place.position, place.index)
    if span is None:
        return Label(place.position, text, None, primary)
    return Label(span.position, text, span.width, primary)


def size_text(size: int) -> str:
    """Return a number of bytes in words: exact below 10,000, then in decimal units."""
    if abs(size) < 10_000:
        return f"{size} byte{'' if size == 1 else 's'}"
    amount, unit = size / 1000, "kB"
    for larger in "MB", "GB", "TB", "PB":
        if abs(amount) < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{amount:.1f} {unit}"
