"""Why copies are made, in general: for each reason what it means, and what to do about it."""

from __future__ import annotations

from typing import Final, NamedTuple

from bufferize.analysis.log import Reason


class Rule(NamedTuple):
    """What is to be said of a reason, whatever the program."""

    name: str
    """The reason as one word, made of several, as `NotWritable`."""
    meaning: str
    """When a copy is made for it, in one sentence."""
    remedy: str
    """What may make the copy superfluous, in a few sentences."""


RULES: Final[dict[Reason, Rule]] = {
    Reason.CONFLICT: Rule(
        "WriteConflict",
        "In place, a write would overwrite what is still read.",
        "Read before the write, or give each use of a fill a `tensor.empty` and `linalg.fill` of its "
        "own. A part that is computed in place and put back needs the same offsets, sizes and "
        "strides in both places. Where both contents are needed at once, so is the copy.",
    ),
    Reason.NOT_WRITABLE: Rule(
        "NotWritable",
        "In place, a write would change a buffer that must not change.",
        "If nobody needs the old contents, set `bufferization.writable = true` on the argument of the "
        "function, or `writable` on `bufferization.to_tensor`. In place of a constant that is "
        "written to, take a `tensor.empty` and a `linalg.fill`.",
    ),
    Reason.PARALLEL: Rule(
        "ParallelWrites",
        "In place, iterations that run at once would write to one buffer.",
        "Let each iteration take the part that it writes from the outputs that the loop shares, with "
        "`tensor.extract_slice`, and put that part back.",
    ),
    Reason.IN_USE: Rule(
        "InUse",
        "In place, a write would be to a buffer that a loop, a call or an operation with regions works "
        "on meanwhile.",
        "Where nobody reads the old contents, write to a `tensor.empty` that nothing else uses. "
        "Otherwise write to the tensor under the name that the operation has for it, as the argument "
        "of a loop's body, and pass a tensor once, not twice.",
    ),
    Reason.LOOP: Rule(
        "OtherBufferHandedOn",
        "A loop would hand on a buffer that may be another one than its own.",
        "Yield for each iteration argument what was computed in its place.",
    ),
    Reason.LAYOUT: Rule(
        "OtherLayout",
        "A buffer of another layout or memory space is needed.",
        "If callers pass contiguous buffers, say so with "
        "`function-boundary-type-conversion=identity-layout-map`. Otherwise ask for the type that is "
        "there.",
    ),
    Reason.ASKED_FOR: Rule(
        "AskedFor",
        "The program that embeds bufferization told its analysis so.",
        "Look there for what it decides before the analysis does.",
    ),
    Reason.BUDGET: Rule(
        "BudgetSpent",
        "`analysis-budget` was spent before it was clear whether a copy is needed.",
        "Give a larger `analysis-budget`, or none.",
    ),
    Reason.NOT_ANALYSED: Rule(
        "NotAnalysed",
        "No analysis was asked for, so that whatever is written to is copied.",
        "Leave out `copy-before-write`, `no-analysis-func-filter` and `analysis=always-copy`.",
    ),
    Reason.UNEXPLAINED: Rule(
        "NoReasonGiven",
        "The model of an operation makes a copy, or a plugin's analysis asks for one, and does not say "
        "why.",
        "Ask the plugin that the operation, or the analysis, is from.",
    ),
}
"""The reasons for which copies are made."""
