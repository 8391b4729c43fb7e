"""What a page about copies shows: the chain of each copy, the margins of lines, alias sets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bufferize.diagnostics import Label
from bufferize.ir import Type
from bufferize.record import BufferRemark, Help, TensorCopy, label_of, labels_of, size_text
from bufferize_explain.aliases import AliasSet
from bufferize_explain.explanation import Explanation, groups_of
from bufferize_explain.formats.marked_source import MarkedSource, shown
from bufferize_explain.forms import own_copies_text, remarks_of, summary

_ORDER: Final = ("definition", "root", "place", "write", "read")
"""In which order a chain is told."""
_MOST_NAMES: Final = 8
_ASSIGNMENT: Final = re.compile(r"`([\w.]+ = [^`]+)`")


@dataclass(frozen=True)
class Step:
    """One place of the chain that leads to a copy."""

    place: str
    """Line and column."""
    text: str
    """What is to be said of it."""
    id: str | None
    """The id of what is pointed at, None where the text is not known."""
    name: str | None
    """What stands there."""
    is_copied: bool


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A copy, or something else that is done with a buffer."""

    id: str
    heading: str
    short: str
    """What the margin says of it."""
    at: str
    """The operation that it is about, and its line."""
    line_id: str | None
    steps: Sequence[Step]
    why: str
    remarks: Sequence[tuple[str, str]]
    """What else there is to be said, each with a word for it."""
    function: str | None
    reason: str = ""
    helps: Sequence[Help] = ()
    needed: str | None = None
    group: int = 0
    """The number of the group that it is in, from 0."""
    cost: int | None = 0
    """None where it is not known."""


@dataclass
class Margin:
    """What is beside one line."""

    entries: list[Entry] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What happens in the line, all together."""
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
    """An alias set, with the names that its tensors have."""

    number: int
    id: str | None
    """The first place that names it."""
    names: Sequence[str]
    type: Type

    @property
    def text(self) -> str:
        """The names, as far as there is room, and the type of the first tensor."""
        names = ", ".join(self.names[:_MOST_NAMES])
        more = len(self.names) - _MOST_NAMES
        return f"{names}{f' and {more} more' if more > 0 else ''}: {shown(str(self.type))}"


class Page:
    """What the template of the page is filled with."""

    def __init__(self, explanation: Explanation) -> None:
        self.file = explanation.file
        self.source = MarkedSource(explanation.file, explanation.sources)
        self._spans = explanation.spans
        new = explanation.new
        copies = explanation.copies if new is None else new
        self.groups = groups_of(copies)
        of_copies = [labels_of(copy, self._spans) for copy in copies]
        of_remarks = [self._labels_of_remark(remark) for remark in explanation.buffers]
        for labels in (*of_copies, *of_remarks):
            for label in labels.values():
                self.source.point_at(label)
        # Ids are asked for when all marks are made.
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
        self.margins: dict[str, Margin] = {}
        for entry in (*self.copies, *self.remarks):
            if entry.line_id is not None:
                self.margins.setdefault(entry.line_id, Margin()).entries.append(entry)
        self.summary = summary(copies)
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
                    # Where an operation stands that a pass has made, there may be no name.
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
            needed=copy.needed,
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

    def _labels_of_remark(self, remark: BufferRemark) -> dict[str, Label]:
        found = {"place": label_of(remark.place, remark.action.value, self._spans, True)}
        if remark.where is not None:
            found["where"] = label_of(remark.where, "here", self._spans)
        return {name: label for name, label in found.items() if label is not None}

    def _line(self, labels: dict[str, Label]) -> tuple[str | None, list[str]]:
        """Return the id of the line that something is in, and how the line is called, if it is known."""
        label = labels.get("place")
        if label is None:
            return None, []
        where = label.position
        text = f"line {where.line}" if where.file == self.file else str(where)
        return self.source.line_id(where.file, where.line), [text]

    def _steps(self, labels: Iterable[Label]) -> list[Step]:
        """Return the labels in their order, those on the same characters in one."""
        texts: dict[tuple[object, ...], list[Label]] = {}
        for label in labels:
            texts.setdefault((label.position, label.width), []).append(label)
        return [
            Step(
                _place_text(same[0], self.file),
                "; ".join(dict.fromkeys(label.text for label in same)),
                self.source.id_of(same[0]),
                self.source.text_of(same[0]),
                any(label.primary for label in same),
            )
            for same in texts.values()
        ]


def to_paste(help: Help) -> str | None:
    """Return what of the help is to be given on the command line, or to be put into the program."""
    if help.flag is not None:
        return help.flag
    attribute = _ASSIGNMENT.search(help.text)
    return None if attribute is None else attribute[1]


def is_fixed(help: Help) -> bool:
    """Return whether `bufferize fix` does what the help says."""
    return help.is_safe and help.flag is None


def _place_text(label: Label, file: str) -> str:
    where = label.position
    return f"{where.line}:{where.column}" if where.file == file else str(where)
