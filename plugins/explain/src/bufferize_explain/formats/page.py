"""The content of the HTML page: the chain of each copy, the margins of lines, alias sets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bufferize.diagnostics import Label
from bufferize.ir import Type
from bufferize.record import BufferRemark, Help, Place, TensorCopy, label_of, size_text
from bufferize_explain.aliases import AliasSet
from bufferize_explain.buffer_forms import peak_text, remarks_of_buffer
from bufferize_explain.explanation import Explanation
from bufferize_explain.fixes import ExplainedBuffer
from bufferize_explain.formats.marked_source import MarkedSource, shown
from bufferize_explain.forms import own_copies_text, remarks_of, summary
from bufferize_explain.groups import groups_of
from bufferize_explain.labeled_source import labels_of

_ORDER: Final = ("definition", "root", "place", "write", "read")
"""The order of the fields of a copy in its chain."""
_MOST_NAMES: Final = 8
_ASSIGNMENT: Final = re.compile(r"`([\w.]+ = [^`]+)`")


@dataclass(frozen=True)
class ChainStep:
    """One place of the chain that leads to a copy."""

    place: str
    """The line and column."""
    text: str
    """The text about the place."""
    id: str | None
    """The id of the marked range; None if the text is unknown."""
    name: str | None
    """The source text of the range."""
    is_copied: bool


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A copy, or another action on a buffer."""

    id: str
    heading: str
    short: str
    """The text in the margin."""
    at: str
    """The operation and its line."""
    line_id: str | None
    steps: Sequence[ChainStep]
    why: str
    remarks: Sequence[tuple[str, str]]
    """Further remarks, each with its label."""
    function: str | None
    reason: str = ""
    helps: Sequence[Help] = ()
    tried: Sequence[str] = ()
    """The changes that were tried in vain."""
    group: int = 0
    """The number of its group, from 0."""
    cost: int | None = 0
    """The cost in bytes; None if unknown."""


@dataclass
class Margin:
    """The margin of one line."""

    entries: list[Entry] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text for everything that happens in the line."""
        if len(self.entries) == 1:
            return self.entries[0].short
        costs = [entry.cost for entry in self.entries if entry.reason]
        known = [cost for cost in costs if cost is not None]
        said = [size_text(sum(known))] if known else []
        said += ["? bytes"] if len(known) < len(costs) else []
        if not costs:
            said = list(dict.fromkeys(entry.short for entry in self.entries))
        return f"{len(self.entries)} here: {', '.join(said)}"


@dataclass(frozen=True)
class Buffer:
    """An alias set with the names of its tensors."""

    number: int
    id: str | None
    """The id of the first name in the text."""
    names: Sequence[str]
    type: Type

    @property
    def text(self) -> str:
        """The first names and the type of the first tensor."""
        names = ", ".join(self.names[:_MOST_NAMES])
        more = len(self.names) - _MOST_NAMES
        return f"{names}{f' and {more} more' if more > 0 else ''}: {shown(str(self.type))}"


class Page:
    """The variables of the page's template."""

    def __init__(self, explanation: Explanation) -> None:
        self.file = explanation.file
        self.source = MarkedSource(explanation.file, explanation.sources)
        self._spans = explanation.spans
        new = explanation.new
        copies = explanation.copies if new is None else new
        self.groups = groups_of(copies)
        of_copies = [labels_of(copy, self._spans) for copy in copies]
        of_remarks = [self._labels_of_remark(remark) for remark in explanation.buffers]
        of_allocations = [
            self._labels_of_place(each.allocation.place, "needs this buffer")
            for each in explanation.memory.buffers
        ]
        for labels in (*of_copies, *of_remarks, *of_allocations):
            for label in labels.values():
                self.source.point_at(label)
        # Ids are known only after all marks are made.
        self.buffers = self._buffers(explanation.alias_sets)
        group_of = {id(copy): n for n, group in enumerate(self.groups) for copy in group.copies}
        self.copies = [
            self._copy(number, copy, labels, group_of[id(copy)])
            for number, (copy, labels) in enumerate(zip(copies, of_copies, strict=True), 1)
        ]
        self.remarks = [
            self._remark(number, remark, labels)
            for number, (remark, labels) in enumerate(
                zip(explanation.buffers, of_remarks, strict=True), 1
            )
        ]
        self.allocations = [
            self._allocation(number, buffer, labels)
            for number, (buffer, labels) in enumerate(
                zip(explanation.memory.buffers, of_allocations, strict=True), 1
            )
        ]
        memory = explanation.memory
        self.peaks = [peak_text(peak, memory.buffers) for peak in memory.peaks]
        self.margins: dict[str, Margin] = {}
        for entry in (*self.copies, *self.remarks):
            if entry.line_id is not None:
                self.margins.setdefault(entry.line_id, Margin()).entries.append(entry)
        self.refusals = explanation.refusals
        self.summary = summary(copies) if copies or not self.refusals else "refused"
        if new is not None:
            self.summary = f"new: {self.summary}" if copies else "nothing new is copied"
        own = own_copies_text(explanation.own_copies)
        self.outcome = [*([own] if own else []), *explanation.outcome]
        self.reasons = sorted({entry.reason for entry in self.copies})
        self.functions = sorted({entry.function for entry in self.copies if entry.function})

    def _buffers(self, sets: Iterable[AliasSet]) -> list[Buffer]:
        found: list[tuple[Label, list[str], Type]] = []
        for each in sets:
            names: dict[str, None] = {}
            labels = []
            for is_definition, places in (True, each.values), (False, each.uses):
                for place in places:
                    label = label_of(place, "", self._spans)
                    name = None if label is None else self.source.text_of(label)
                    # At the position of an operation that a pass made, there may be no name.
                    if label is None or name is None or not name.startswith("%"):
                        continue
                    self.source.name_buffer(label, len(found) + 1, is_definition)
                    names.setdefault(name)
                    labels.append(label)
            if labels:
                self.source.point_at(labels[0])
                found.append((labels[0], list(names), each.type))
        return [
            Buffer(number, self.source.id_of(label), names, type)
            for number, (label, names, type) in enumerate(found, 1)
        ]

    def _copy(self, number: int, copy: TensorCopy, labels: dict[str, Label], group: int) -> Entry:
        noun, done = "copy", "copied"
        if not copy.copies_contents:
            noun = done = "new buffer"
        line_id, line_text = self._line(labels)
        size = "? bytes" if copy.cost is None else size_text(copy.cost)
        return Entry(
            id=f"copy-{number}",
            heading=f"{noun} #{number}: {copy.cost_text()}",
            short=f"{done}: {size}",
            at=", ".join([copy.place.op_name, *line_text]),
            line_id=line_id,
            steps=self._steps(labels[party] for party in _ORDER if party in labels),
            why=copy.why,
            remarks=remarks_of(copy),
            function=copy.function,
            reason=copy.reason.value,
            helps=copy.help,
            tried=copy.tried,
            group=group,
            cost=copy.cost,
        )

    def _remark(self, number: int, remark: BufferRemark, labels: dict[str, Label]) -> Entry:
        line_id, line_text = self._line(labels)
        function = [] if remark.function is None else [("in", f"@{remark.function}")]
        return Entry(
            id=f"buffer-{number}",
            heading=f"{remark.action.value}: {replace(remark.place, position=None)}",
            short=remark.action.value,
            at="".join(line_text),
            line_id=line_id,
            steps=self._steps(labels.values()),
            why=remark.why,
            remarks=[*function, ("by", remark.pass_name)],
            function=remark.function,
        )

    def _allocation(self, number: int, buffer: ExplainedBuffer, labels: dict[str, Label]) -> Entry:
        allocation = buffer.allocation
        line_id, line_text = self._line(labels)
        size = allocation.size_text()
        return Entry(
            id=f"allocation-{number}",
            heading=f"buffer #{number}: {size}",
            short=f"buffer: {size}",
            at=", ".join([allocation.place.op_name, *line_text]),
            line_id=line_id,
            steps=self._steps(labels.values()),
            why=allocation.why,
            remarks=remarks_of_buffer(buffer),
            function=allocation.function,
        )

    def _labels_of_remark(self, remark: BufferRemark) -> dict[str, Label]:
        found = self._labels_of_place(remark.place, remark.action.value)
        where = None if remark.where is None else label_of(remark.where, "here", self._spans)
        return found if where is None else {**found, "where": where}

    def _labels_of_place(self, place: Place, text: str) -> dict[str, Label]:
        label = label_of(place, text, self._spans, True)
        return {} if label is None else {"place": label}

    def _line(self, labels: dict[str, Label]) -> tuple[str | None, list[str]]:
        """Return the id and the name of the line of the labels, if they are known."""
        label = labels.get("place")
        if label is None:
            return None, []
        where = label.position
        text = f"line {where.line}" if where.file == self.file else str(where)
        return self.source.line_id(where.file, where.line), [text]

    def _steps(self, labels: Iterable[Label]) -> list[ChainStep]:
        """Return the steps of a chain; labels of the same range become one step."""
        texts: dict[tuple[object, ...], list[Label]] = {}
        for label in labels:
            texts.setdefault((label.position, label.width), []).append(label)
        return [
            ChainStep(
                _place_text(same[0], self.file),
                "; ".join(dict.fromkeys(label.text for label in same)),
                self.source.id_of(same[0]),
                self.source.text_of(same[0]),
                any(label.primary for label in same),
            )
            for same in texts.values()
        ]


def to_paste(help: Help) -> str | None:
    """Return the part of the advice to paste on the command line or into the program."""
    if help.flag is not None:
        return help.flag
    attribute = _ASSIGNMENT.search(help.text)
    return None if attribute is None else attribute[1]


def is_fixed(help: Help) -> bool:
    """Return whether `bufferize fix` can apply the fix."""
    return help.is_safe and help.flag is None


def _place_text(label: Label, file: str) -> str:
    where = label.position
    return f"{where.line}:{where.column}" if where.file == file else str(where)
