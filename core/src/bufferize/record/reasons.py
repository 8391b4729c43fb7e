"""Reasons: why an operand is used in place or copied, with all texts in reports.

A new reason is one entry of `Reason`. Its texts are: why a copy is made (one sentence), labels of the
places in conflict and, for reports that list rules (SARIF), a rule with advice.
"""

from __future__ import annotations

__all__ = ["RULES", "Decision", "Loop", "Place", "PlaceKind", "Reason", "Rule", "place_of"]

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from bufferize import ir
from bufferize.diagnostics import Position
from bufferize.interfaces import owner_of_value


class Rule(NamedTuple):
    """The program-independent texts about a reason."""

    name: str
    """The name in camel case, such as `NotWritable`."""
    meaning: str
    """When a copy is made for this reason, in one sentence."""
    advice: str
    """How to avoid the copy, in a few sentences."""


class Sentence(NamedTuple):
    """A template with `{write}`, `{read}`, `{across}`, `{place}`, `{root}` or `{detail}`.

    The placeholders are facts of the copy: the first four become names of operations, the root a
    description of the value. A sentence is used only if all its facts are known.
    """

    text: str
    needs: tuple[str, ...] = ()
    """Facts that must be known: fields of `TensorCopy`."""
    unless: tuple[str, ...] = ()
    """Facts that must be unknown."""


@dataclass(frozen=True)
class ReasonTexts:
    """All texts about one reason."""

    rule: Rule | None = None
    """The rule; None for a reason to use an operand in place."""
    sentences: tuple[Sentence, ...] = ()
    """Why the copy is made: the first sentence whose facts are known, else the reason's code."""
    labels: Mapping[str, str] | None = None
    """Labels at the source lines of the places in conflict, by field of `TensorCopy`, in order."""
    next_iteration: Mapping[str, str] | None = None
    """Labels that differ if one iteration of a loop conflicts with the next."""
    witnesses: Mapping[str, str] | None = None
    """Words before places in texts without source lines that differ from `WITNESSES`."""


_WRITE_READ = ("write", "read")
_WOULD_WRITE = "in place, this would write to the buffer"
_DETAIL = Sentence("{detail}", ("detail",))


def _detail_or(text: str) -> tuple[Sentence, Sentence]:
    return _DETAIL, Sentence(text)


WITNESSES: Mapping[str, str] = {
    "definition": "the contents are set by",
    "write": "they would be overwritten by",
    "read": "they are read by",
    "root": "the buffer comes from",
}
"""Words before the places in conflict, in texts without source lines."""
LONE_WRITE = "it would be written by"
"""The words before a write that conflicts with no read."""


class Reason(enum.Enum):
    """Why an operand is used in place, or is not; the value is the code of the reason in JSON."""

    texts: ReasonTexts

    def __new__(cls, code: str, texts: ReasonTexts) -> Reason:
        member = object.__new__(cls)
        member._value_ = code
        member.texts = texts
        return member

    NO_CONFLICT = "no-conflict", ReasonTexts()
    """In place: no contents that are still read would be overwritten."""
    MUST_BE_IN_PLACE = "must-be-in-place", ReasonTexts()
    """In place: the model of the operation allows nothing else."""

    CONFLICT = (
        "conflict",
        ReasonTexts(
            Rule(
                "WriteConflict",
                "In place, a write would overwrite what is still read.",
                "Read before the write, or give each use of a fill its own `tensor.empty` and "
                "`linalg.fill`. A part that is computed in place and put back needs the same offsets, "
                "sizes and strides in both places.",
            ),
            sentences=(
                Sentence(
                    "in place, '{write}' would overwrite what '{read}' reads in the next iteration",
                    (*_WRITE_READ, "across"),
                ),
                Sentence(
                    "in place, '{write}' would overwrite what '{read}' still reads", _WRITE_READ
                ),
                _DETAIL,
            ),
            labels={
                "definition": "the contents are set here",
                "write": "in place, they would be overwritten here",
                "read": "before they are read here",
            },
            next_iteration={"read": "and the next iteration reads them here"},
        ),
    )
    """Copied: a write would overwrite contents that are still read."""
    NOT_WRITABLE = (
        "not-writable",
        ReasonTexts(
            Rule(
                "NotWritable",
                "In place, a write would change a buffer that must not change.",
                "If nobody needs the old contents, set `bufferization.writable = true` on the argument "
                "of the function, or `writable` on `bufferization.to_tensor`. If a constant is written "
                "to, replace it by a `tensor.empty` and a `linalg.fill`.",
            ),
            sentences=(Sentence("{root} must not be written to", ("root",)), _DETAIL),
            labels={
                "root": "this must not be written to",
                "write": "in place, it would be written to here",
            },
        ),
    )
    """Copied: a non-writable buffer would be written to."""
    PARALLEL = (
        "parallel",
        ReasonTexts(
            Rule(
                "ParallelWrites",
                "In place, iterations that run at once would write to one buffer.",
                "Let each iteration take the part that it writes from the outputs that the loop "
                "shares, with `tensor.extract_slice`, and put that part back.",
            ),
            sentences=(
                Sentence(
                    "in place, iterations of '{across}' that run at once would write to one buffer",
                    ("across",),
                ),
                _DETAIL,
            ),
            labels={
                "definition": "all iterations share this",
                "write": "in place, each iteration would write to it here",
            },
        ),
    )
    """Copied: parallel iterations would write to the same buffer."""
    DEFERRED = (
        "deferred",
        ReasonTexts(
            Rule(
                "RunsLater",
                "In place, a write would change a buffer that a region, such as a task, uses later.",
                "Wait for the region before the write, in the same block. In the region, write to a "
                "`tensor.empty` that is created there, if nobody reads the old contents.",
            ),
            sentences=(
                Sentence(
                    "in place, '{write}' could overwrite what '{read}' reads later", _WRITE_READ
                ),
                Sentence("in place, '{write}' would write to a shared buffer later", ("write",)),
                _DETAIL,
            ),
            labels={
                "definition": "the contents are set here",
                "write": "in place, they could be overwritten here",
                "read": "before they are read here, later",
            },
        ),
    )
    """Copied: a region that runs later would use the buffer while it is written to."""
    IN_USE = (
        "in-use",
        ReasonTexts(
            Rule(
                "InUse",
                "In place, a write would change a buffer while a loop, a call or an operation with "
                "regions works on it.",
                "Where nobody reads the old contents, write to a `tensor.empty` that nothing else "
                "uses. Otherwise write to the tensor under the name that it has inside of the "
                "operation, for example to the argument of a loop's body. Pass a tensor once, not "
                "twice.",
            ),
            sentences=(
                Sentence(
                    "in place, '{write}' would work on one buffer under two names",
                    (*_WRITE_READ, "reads_where_it_writes"),
                ),
                Sentence(
                    "in place, '{write}' would write to a buffer while '{read}' works on it",
                    _WRITE_READ,
                ),
                _DETAIL,
            ),
            labels={"write": _WOULD_WRITE, "read": "while this works on it"},
            witnesses={"write": LONE_WRITE, "read": "while this works on it:"},
        ),
    )
    """Copied: a buffer would be written to while an operation uses it."""
    FREED = (
        "freed",
        ReasonTexts(
            Rule(
                "Freed",
                "In place, a write would change a buffer after it has been freed.",
                "Free the tensor after its buffer was written to for the last time, or write to a "
                "`tensor.empty` if nobody reads the old contents.",
            ),
            sentences=(
                Sentence(
                    "in place, '{write}' would write to a buffer that '{read}' has freed",
                    _WRITE_READ,
                ),
                _DETAIL,
            ),
            labels={"write": _WOULD_WRITE, "read": "this has freed it"},
            witnesses={"write": LONE_WRITE, "read": "after this has freed it:"},
        ),
    )
    """Copied: a freed buffer would be written to."""
    LOOP = (
        "loop",
        ReasonTexts(
            Rule(
                "OtherBufferHandedOn",
                "In place, the next iteration of a loop could write to a buffer that may be used "
                "elsewhere.",
                "Yield for each iteration argument a tensor that was made by writing to this "
                "argument.",
            ),
            sentences=(
                Sentence(
                    "in place, '{place}' could pass on another buffer than '{across}' has for this "
                    "value",
                    ("across",),
                    unless=("root",),
                ),
                Sentence(
                    "in place, the next iteration of '{across}' could write to a buffer that may be "
                    "used elsewhere",
                    ("across",),
                ),
                _DETAIL,
            ),
            labels={"root": "this may have the same buffer"},
            witnesses={"root": "it may have the same buffer as"},
        ),
    )
    """Copied: the next iteration of a loop could write to a buffer that may be used elsewhere.
    Found by a model, not by the analysis, as are the reasons below."""
    LAYOUT = (
        "layout",
        ReasonTexts(
            Rule(
                "OtherLayout",
                "A buffer of another layout or memory space is needed.",
                "If callers pass contiguous buffers, say so with "
                "`function-boundary-type-conversion=identity-layout-map`. Otherwise use the type that "
                "the buffer has.",
            ),
            sentences=_detail_or("a buffer of another layout or memory space is needed"),
        ),
    )
    """Copied: a buffer of another layout or memory space is needed."""
    ASKED_FOR = (
        "asked-for",
        ReasonTexts(
            Rule(
                "AskedFor",
                "The copy was decided on before the analysis.",
                "The program that embeds bufferization decides so, or `fewest-bytes`, for a loop.",
            ),
            sentences=_detail_or("it was asked for, or it spares a loop a copy"),
        ),
    )
    """Copied: asked for with `decide`, or by an order, so that a loop need not copy."""
    BUDGET = (
        "budget",
        ReasonTexts(
            Rule(
                "BudgetSpent",
                "`analysis-budget` was spent before it was clear whether a copy is needed.",
                "Give a larger `analysis-budget`, or none.",
            ),
            sentences=_detail_or(
                "analysis-budget was spent before it was clear whether a copy is needed"
            ),
            labels={"write": "in place, this would write", "read": "this reads"},
            # The two may access different tensors: the pair was not tested.
            witnesses={"write": "in place, this would write:", "read": "this reads:"},
        ),
    )
    """Copied: the budget ran out before the test for a conflict."""
    NOT_ANALYZED = (
        "not-analysed",
        ReasonTexts(
            Rule(
                "NotAnalysed",
                "Without an analysis, everything that is written to is copied.",
                "Leave out `copy-before-write`, `no-analysis-func-filter` and `analysis=always-copy`.",
            ),
            sentences=_detail_or("without an analysis, everything that is written to is copied"),
        ),
    )
    """Copied: without an analysis, every written operand is copied."""
    UNEXPLAINED = (
        "unexplained",
        ReasonTexts(
            Rule(
                "NoReasonGiven",
                "The model of an operation makes a copy, or a plugin's analysis asks for one, and does "
                "not say why.",
                "Ask the authors of the plugin that has the operation or the analysis.",
            ),
            sentences=_detail_or(
                "the model of the operation, or the analysis, asks for it and does not say why"
            ),
        ),
    )
    """Copied: a model or a plugin's analysis asks for it without a reason."""


RULES: Mapping[Reason, Rule] = {
    reason: reason.texts.rule for reason in Reason if reason.texts.rule is not None
}
"""The rules of the reasons for which copies are made."""


class PlaceKind(enum.Enum):
    """The kind of a place; the value is the word in reports."""

    OPERATION = "operation"
    OPERAND = "operand"
    RESULT = "result"
    ARGUMENT = "argument"
    """An argument of a block in a region of the operation."""


@dataclass(frozen=True)
class Place:
    """An operation in the input, or one of its operands, results or block arguments."""

    op_name: str
    position: Position | None
    """The position of the operation or the block argument in the source."""
    kind: PlaceKind = PlaceKind.OPERATION
    index: int = 0
    """The number of the operand, result or argument, from 0."""
    op: ir.Operation | None = field(default=None, compare=False, repr=False)
    """The operation; bufferization may have rewritten it."""

    def __str__(self) -> str:
        what = f"'{self.op_name}'"
        if self.kind is not PlaceKind.OPERATION:
            what = f"{self.kind.value} #{self.index} of {what}"
        return what if self.position is None else f"{what} at {self.position}"


@dataclass(frozen=True)
class Loop:
    """A loop in the input."""

    place: Place
    trip_count: int | None
    """The number of iterations of one execution; None if unknown."""


def place_of(subject: ir.Operation | ir.OpOperand | ir.Value) -> Place:
    """Return the place of an operation, operand or value."""
    if isinstance(subject, ir.Operation):
        return Place(subject.name, subject.location.position(), op=subject)
    if isinstance(subject, ir.OpOperand):
        op = subject.owner
        return Place(op.name, op.location.position(), PlaceKind.OPERAND, subject.index, op)
    assert isinstance(subject, ir.OpResult | ir.BlockArgument)
    kind = PlaceKind.RESULT if isinstance(subject, ir.OpResult) else PlaceKind.ARGUMENT
    owner = owner_of_value(subject)
    name = owner.name if owner is not None else "block"
    return Place(name, subject.location.position(), kind, subject.index, owner)


class Decision(NamedTuple):
    """The decision about one operand, with the operands and values in conflict.

    For `Reason.CONFLICT`, `write` would overwrite what `definition` set before `read` reads it:

        %w = tensor.insert %v into %t[%i]   // write: its operand %t; definition: %t
        %r = tensor.extract %t[%j]          // read: its operand %t

    For `IN_USE`, `write` would write to the buffer while the owner of `read` uses it, and for
    `FREED`, after the owner of `read` has freed it. For `BUDGET`, `write` and `read` are a pair that
    was not tested. For `PARALLEL`, all iterations would write through `write` to the value
    `definition` from outside. For `DEFERRED`, they are as for `CONFLICT` or, without a read, as for
    `PARALLEL`. `root` is the value whose buffer must not be written to (`NOT_WRITABLE`), or that a
    loop must not yield (`LOOP`).
    """

    operand: ir.OpOperand
    in_place: bool
    reason: Reason
    definition: ir.Value | None = None
    write: ir.OpOperand | None = None
    read: ir.OpOperand | None = None
    root: ir.Value | None = None
