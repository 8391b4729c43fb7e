"""One copy that bufferization makes: where, what it costs, why, and what would remove it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Final

from bufferize.diagnostics import Label
from bufferize.ir import DYNAMIC, RankedTensorType, Type, bit_width
from bufferize.record.decisions import Decision, Loop, Place, PlaceKind
from bufferize.record.reasons import LONE_WRITE, WITNESSES, Reason, Sentence
from bufferize.syntax import OperationSpans

PARTIES: Final = ("definition", "write", "read", "root")
"""The fields of a `Decision`, and of a copy, that say what is to blame."""


@dataclass(frozen=True)
class Help:
    """One change to the program, or to the options, that was tried.

    What it saves was measured: the changed program was bufferized, and its copies counted.
    """

    kind: str
    """What sort of change it is, as `own-fill`; later versions may add some."""
    text: str
    """What to do."""
    condition: str | None
    """What must hold for the program to mean the same to whoever uses it; None: nothing."""
    num_removed: int
    """How many copies and new buffers are gone with it."""
    num_added: int
    """How many others, which cost less, there are instead."""
    saved_bytes: int
    """By how many bytes less is copied, as far as that is known; or allocated, if nothing is
    copied less."""
    saved_unknown: int
    """How many copies less there are of which the size is not known."""
    flag: str | None = None
    """What to give on the command line, whole, where that is what to change."""

    @property
    def is_safe(self) -> bool:
        """Whether the changed program means the same, whoever uses it."""
        return self.condition is None

    def __str__(self) -> str:
        """Return what to do, on what condition, and what that was seen to save."""
        return self.sentence(1)

    def sentence(self, number: int) -> str:
        """Return the same, said of some of the copies that it removes: of this one, or of these."""
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
        """Return what it costs, e.g. "32 bytes x 10 iterations = 320 bytes"; `?` stands for the unknown."""
        known, unknown = self._size_factors
        text = f"{' x '.join([str(known), *'?' * unknown])} {plural(known, 'byte')}"
        if not self.loops:
            return text
        counts = [loop.trip_count for loop in reversed(self.loops)]
        shown = " x ".join("?" if count is None else str(count) for count in counts)
        text += f" x {shown} {plural(counts[-1], 'iteration')}"
        return text if self.cost is None else f"{text} = {self.cost} bytes"

    @property
    def reads_where_it_writes(self) -> bool:
        """Whether one operation is to blame as the reader and as the writer."""
        write, read = self.write, self.read
        return write is not None and read is not None and read.position == write.position

    @property
    def why(self) -> str:
        """The reason in one sentence, without a period."""
        return self._first(self.reason.texts.sentences) or self.reason.value

    @property
    def needed(self) -> str | None:
        """What the copy is needed for, with both places; None unless it is said to be needed."""
        return self._first(self.reason.texts.needed) if self.is_needed else None

    def _first(self, sentences: Iterable[Sentence]) -> str | None:
        """Return the first sentence whose facts are known, filled in."""
        for sentence in sentences:
            known = all(getattr(self, fact) for fact in sentence.needs)
            if known and not any(getattr(self, fact) for fact in sentence.unless):
                return sentence.text.format_map(_Facts(self))
        return None

    def explain(self) -> str:
        """Return one paragraph without source lines: what is copied, at what cost, why, and the advice."""
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
        lines += [f"  needed: {self.needed}"] if self.is_needed else []
        return "\n".join(lines)


class _Facts(dict[str, str]):
    """What a copy knows of the facts that sentences name."""

    def __init__(self, copy: TensorCopy) -> None:
        super().__init__()
        self._of = copy

    def __missing__(self, fact: str) -> str:
        copy = self._of
        if fact == "why":
            return copy.why
        if fact == "first":
            return str(copy.definition or copy.root or copy.place)
        if fact == "written":
            return str(copy.write or copy.place)
        if fact.endswith("_text"):
            return str(getattr(copy, fact.removesuffix("_text")))
        value = getattr(copy, fact)
        if not isinstance(value, Place):
            return str(value)
        return _root_text(value) if fact == "root" else value.op_name


def _root_text(root: Place) -> str:
    if root.kind is PlaceKind.ARGUMENT:
        return f"argument #{root.index} of '{root.op_name}'"
    return f"the buffer that '{root.op_name}' gives"


def loop_text(loop: Loop) -> str:
    """Return a loop, its place, and how often it runs."""
    count = "an unknown number of" if loop.trip_count is None else str(loop.trip_count)
    return f"{loop.place} ({count} {plural(loop.trip_count, 'iteration')})"


def plural(count: int | None, noun: str) -> str:
    """`noun` as it stands behind a number, None for one that is not known."""
    return noun if count == 1 else f"{noun}s"


def texts_of(copy: TensorCopy) -> dict[str, str]:
    """Return what is to be said of the fields of a copy that are places; that which is copied comes first."""
    texts = copy.reason.texts
    done = "copied" if copy.copies_contents else "given a new buffer"
    next_iteration = (texts.next_iteration or {}) if copy.across is not None else {}
    return {"place": done, **(texts.labels or {}), **next_iteration}


def labels_of(copy: TensorCopy, spans: OperationSpans | None = None) -> dict[str, Label]:
    """Return what is pointed at of a copy, by the field of it; the operand that is copied comes first.

    `spans` are where operands and results are written; without them whole operations are meant.
    """
    found = {}
    for party, text in texts_of(copy).items():
        place = getattr(copy, party)
        label = None if place is None else label_of(place, text, spans, party == "place")
        if label is not None:
            found[party] = label
    return found


def label_of(
    place: Place, text: str, spans: OperationSpans | None = None, primary: bool = False
) -> Label | None:
    """Return a label for a place, None where that is not in any text."""
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
    """Return a number of bytes for people: exact below ten thousand, then in decimal units."""
    if abs(size) < 10_000:
        return f"{size} byte{'' if size == 1 else 's'}"
    amount, unit = size / 1000, "kB"
    for larger in "MB", "GB", "TB", "PB":
        if abs(amount) < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{amount:.1f} {unit}"
