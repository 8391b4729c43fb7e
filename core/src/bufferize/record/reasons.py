"""Reasons: why an operand is used in place or copied, and everything that is said of each.

A new reason is one entry of `Reason`. What reports say of it stands there: why a copy is made (one
sentence), how the places that are to blame are labeled in the source, what the copy is needed for,
and, for reports that list rules (SARIF), a rule with what may be done about it.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bufferize.ir import OpOperand, Value


class Rule(NamedTuple):
    """What is to be said of a reason, whatever the program."""

    name: str
    """The reason as one word, made of several, such as `NotWritable`."""
    meaning: str
    """When a copy is made for it, in one sentence."""
    advice: str
    """What may make the copy superfluous, in a few sentences."""


class Sentence(NamedTuple):
    """Why one copy is made, with `{write}`, `{read}`, `{across}`, `{place}`, `{root}` or `{detail}`.

    These stand for what the copy knows of them: the first four for the names of the operations, the
    root for a description of the value. A sentence whose facts are not all known is not used.
    """

    text: str
    needs: tuple[str, ...] = ()
    """Facts that must be known: fields of `TensorCopy`."""
    unless: tuple[str, ...] = ()
    """Facts that must not be."""


@dataclass(frozen=True)
class ReasonTexts:
    """All texts about one reason."""

    rule: Rule | None = None
    """None for a reason for which nothing is copied."""
    sentences: tuple[Sentence, ...] = ()
    """The first whose facts are known is used; without one, the code of the reason."""
    labels: Mapping[str, str] | None = None
    """What is said at each place that is to blame, where its source line is shown: by the fields of
    `TensorCopy`, in this order."""
    next_iteration: Mapping[str, str] | None = None
    """Those of the labels that are worded in another way if one iteration of a loop disturbs the next."""
    witnesses: Mapping[str, str] | None = None
    """What is said in front of each of these places in a text without source lines, where it differs
    from `WITNESSES`."""
    needed: tuple[Sentence, ...] = ()
    """What the copy is needed for, if nothing that was tried removes it."""


_WRITE_READ = ("write", "read")
_BOTH = "both contents must exist at the same time: those of {first}"
_WRITTEN = ", and those that {written} writes"
_FOR_PLACE = (Sentence("{why}: for {place_text}"),)
_TWO_CONTENTS = (
    Sentence(f"{_BOTH}, which {{read_text}} uses{_WRITTEN}", ("read",)),
    Sentence(f"{_BOTH}{_WRITTEN}"),
)

WITNESSES: Mapping[str, str] = {
    "definition": "the contents are set by",
    "write": "they would be overwritten by",
    "read": "they are read by",
    "root": "the buffer comes from",
}
"""What is said in front of the places that are to blame, in a text without source lines."""
LONE_WRITE = "it would be written by"
"""The same in front of a write where no read is to blame."""


class Reason(enum.Enum):
    """Why an operand is used in place, or is not; the value is the code of the reason in JSON."""

    texts: ReasonTexts

    def __new__(cls, code: str, texts: ReasonTexts) -> Reason:
        member = object.__new__(cls)
        member._value_ = code
        member.texts = texts
        return member

    NO_CONFLICT = "no-conflict", ReasonTexts()
    """In place: nothing that is still read would be overwritten."""
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
                "sizes and strides in both places. If both contents are needed at the same time, the "
                "copy is needed, too.",
            ),
            sentences=(
                Sentence(
                    "in place, '{write}' would overwrite what '{read}' reads in the next iteration",
                    (*_WRITE_READ, "across"),
                ),
                Sentence(
                    "in place, '{write}' would overwrite what '{read}' still reads", _WRITE_READ
                ),
                Sentence("{detail}", ("detail",)),
            ),
            labels={
                "definition": "the contents are set here",
                "write": "in place, they would be overwritten here",
                "read": "before they are read here",
            },
            next_iteration={"read": "and the next iteration reads them here"},
            needed=_TWO_CONTENTS,
        ),
    )
    """Copied: contents would be overwritten that are still read."""
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
            sentences=(
                Sentence("{root} must not be written to", ("root",)),
                Sentence("{detail}", ("detail",)),
            ),
            labels={
                "root": "this must not be written to",
                "write": "in place, it would be written to here",
            },
            needed=_TWO_CONTENTS,
        ),
    )
    """Copied: a buffer would be written to that must not be."""
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
                Sentence("{detail}", ("detail",)),
            ),
            labels={
                "definition": "all iterations share this",
                "write": "in place, each iteration would write to it here",
            },
            needed=(
                Sentence("each iteration needs its own copy of {first}: {written} writes to it"),
            ),
        ),
    )
    """Copied: iterations that run at once would write to the same buffer."""
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
                Sentence("{detail}", ("detail",)),
            ),
            labels={
                "write": "in place, this would write to the buffer",
                "read": "while this works on it",
            },
            witnesses={"write": LONE_WRITE, "read": "while this works on it:"},
            needed=_TWO_CONTENTS,
        ),
    )
    """Copied: a buffer would be written to while an operation works on it."""
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
                Sentence("{detail}", ("detail",)),
            ),
            labels={
                "write": "in place, this would write to the buffer",
                "read": "this has freed it",
            },
            witnesses={"write": LONE_WRITE, "read": "after this has freed it:"},
            needed=(Sentence("{read_text} frees the buffer, and {written} needs one"),),
        ),
    )
    """Copied: a buffer would be written to that has been freed."""
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
                Sentence("{detail}", ("detail",)),
            ),
            labels={"root": "this may have the same buffer"},
            witnesses={"root": "it may have the same buffer as"},
            needed=(
                Sentence("{why}: for {place_text}", unless=("root",)),
                Sentence(f"{_BOTH}, and those that {{place_text}} passes on"),
            ),
        ),
    )
    """Copied: the next iteration of a loop could write to a buffer that may be used elsewhere. A
    model says so, not the analysis, as for the reasons below."""
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
            sentences=(
                Sentence("{detail}", ("detail",)),
                Sentence("a buffer of another layout or memory space is needed"),
            ),
            needed=_FOR_PLACE,
        ),
    )
    """Copied: a buffer of another layout or memory space is needed."""
    ASKED_FOR = (
        "asked-for",
        ReasonTexts(
            Rule(
                "AskedFor",
                "The program that embeds bufferization asked for it.",
                "Look in that program for what it decides before the analysis does.",
            ),
            sentences=(
                Sentence("{detail}", ("detail",)),
                Sentence("the program that embeds bufferization asked for it"),
            ),
            needed=_FOR_PLACE,
        ),
    )
    """Copied: `decide` was told so."""
    BUDGET = (
        "budget",
        ReasonTexts(
            Rule(
                "BudgetSpent",
                "`analysis-budget` was spent before it was clear whether a copy is needed.",
                "Give a larger `analysis-budget`, or none.",
            ),
            sentences=(
                Sentence("{detail}", ("detail",)),
                Sentence("analysis-budget was spent before it was clear whether a copy is needed"),
            ),
            labels={"write": "in place, this would write", "read": "this reads"},
            # Nobody knows whether the two are about one tensor.
            witnesses={"write": "in place, this would write:", "read": "this reads:"},
            needed=_FOR_PLACE,
        ),
    )
    """Copied: contents might be overwritten that are still read; the budget ran out before that was
    tested."""
    NOT_ANALYZED = (
        "not-analysed",
        ReasonTexts(
            Rule(
                "NotAnalysed",
                "Without an analysis, everything that is written to is copied.",
                "Leave out `copy-before-write`, `no-analysis-func-filter` and `analysis=always-copy`.",
            ),
            sentences=(
                Sentence("{detail}", ("detail",)),
                Sentence("without an analysis, everything that is written to is copied"),
            ),
            needed=_FOR_PLACE,
        ),
    )
    """Copied: there is no analysis, so everything that is written to is copied."""
    UNEXPLAINED = (
        "unexplained",
        ReasonTexts(
            Rule(
                "NoReasonGiven",
                "The model of an operation makes a copy, or a plugin's analysis asks for one, and does "
                "not say why.",
                "Ask the authors of the plugin that has the operation or the analysis.",
            ),
            sentences=(
                Sentence("{detail}", ("detail",)),
                Sentence(
                    "the model of the operation, or the analysis, asks for it and does not say why"
                ),
            ),
            needed=_FOR_PLACE,
        ),
    )
    """Copied: a model, or the analysis of a plugin, asks for it and does not say why."""


RULES: Mapping[Reason, Rule] = {
    reason: reason.texts.rule for reason in Reason if reason.texts.rule is not None
}
"""The rules of the reasons for which copies are made."""


class Decision(NamedTuple):
    """The decision about one operand, with the operations and values that are to blame.

    For `Reason.CONFLICT`, `write` would overwrite what `definition` set before `read` reads it:

        %w = tensor.insert %v into %t[%i]   // write: its operand %t; definition: %t
        %r = tensor.extract %t[%j]          // read: its operand %t

    For `IN_USE`, `write` would write to the buffer while the owner of `read` works on it, and for
    `FREED`, after the owner of `read` has freed it. For `BUDGET`, `write` and `read` are a pair that
    was not tested. For `PARALLEL`, all iterations would write, by `write`, to what `definition` set
    outside of them. `root` is the value whose buffer must not be written to (`NOT_WRITABLE`), or that
    a loop must not pass on (`LOOP`).
    """

    operand: OpOperand
    in_place: bool
    reason: Reason
    definition: Value | None = None
    write: OpOperand | None = None
    read: OpOperand | None = None
    root: Value | None = None
