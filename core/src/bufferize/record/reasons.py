"""Why copies are made, in general: for each reason what it means, and what to do about it."""

from __future__ import annotations

from typing import Final, NamedTuple

from bufferize.record import Reason


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
        "Read before the write, or give each use of a fill its own `tensor.empty` and `linalg.fill`. "
        "A part that is computed in place and put back needs the same offsets, sizes and strides in "
        "both places. If both contents are needed at the same time, the copy is needed, too.",
    ),
    Reason.NOT_WRITABLE: Rule(
        "NotWritable",
        "In place, a write would change a buffer that must not change.",
        "If nobody needs the old contents, set `bufferization.writable = true` on the argument of the "
        "function, or `writable` on `bufferization.to_tensor`. If a constant is written to, replace it "
        "by a `tensor.empty` and a `linalg.fill`.",
    ),
    Reason.PARALLEL: Rule(
        "ParallelWrites",
        "In place, iterations that run at once would write to one buffer.",
        "Let each iteration take the part that it writes from the outputs that the loop shares, with "
        "`tensor.extract_slice`, and put that part back.",
    ),
    Reason.IN_USE: Rule(
        "InUse",
        "In place, a write would change a buffer while a loop, a call or an operation with regions "
        "works on it.",
        "Where nobody reads the old contents, write to a `tensor.empty` that nothing else uses. "
        "Otherwise write to the tensor under the name that it has inside of the operation, for "
        "example to the argument of a loop's body. Pass a tensor once, not twice.",
    ),
    Reason.FREED: Rule(
        "Freed",
        "In place, a write would change a buffer after it has been freed.",
        "Free the tensor after its buffer was written to for the last time, or write to a "
        "`tensor.empty` if nobody reads the old contents.",
    ),
    Reason.LOOP: Rule(
        "OtherBufferHandedOn",
        "In place, the next iteration of a loop could write to a buffer that may be used elsewhere.",
        "Yield for each iteration argument a tensor that was made by writing to this argument.",
    ),
    Reason.LAYOUT: Rule(
        "OtherLayout",
        "A buffer of another layout or memory space is needed.",
        "If callers pass contiguous buffers, say so with "
        "`function-boundary-type-conversion=identity-layout-map`. Otherwise use the type that the "
        "buffer has.",
    ),
    Reason.ASKED_FOR: Rule(
        "AskedFor",
        "The program that embeds bufferization asked for it.",
        "Look in that program for what it decides before the analysis does.",
    ),
    Reason.BUDGET: Rule(
        "BudgetSpent",
        "`analysis-budget` was spent before it was clear whether a copy is needed.",
        "Give a larger `analysis-budget`, or none.",
    ),
    Reason.NOT_ANALYSED: Rule(
        "NotAnalysed",
        "Without an analysis, everything that is written to is copied.",
        "Leave out `copy-before-write`, `no-analysis-func-filter` and `analysis=always-copy`.",
    ),
    Reason.UNEXPLAINED: Rule(
        "NoReasonGiven",
        "The model of an operation makes a copy, or a plugin's analysis asks for one, and does not say "
        "why.",
        "Ask the authors of the plugin that has the operation or the analysis.",
    ),
}
"""The reasons for which copies are made."""
