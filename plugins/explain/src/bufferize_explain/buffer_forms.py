"""Reports on allocations as text: why each buffer exists, how long, and what removes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bufferize.diagnostics import SourceMap
from bufferize.diagnostics.rendering import painter
from bufferize.record import label_of, loop_text, plural, size_text
from bufferize.syntax import OperationSpans
from bufferize_explain.allocations import Peak
from bufferize_explain.fixes import ExplainedBuffer, Saving
from bufferize_explain.forms import remark_lines
from bufferize_explain.labeled_source import render_labels

_MOST_NUMBERS: Final = 12
"""The number of buffers that are listed by their numbers."""


def by_size(buffers: Iterable[ExplainedBuffer]) -> list[ExplainedBuffer]:
    """Sort buffers, those that cost most first; the order of equal ones is kept."""
    return sorted(
        buffers,
        key=lambda each: (each.allocation.unknown_factors, each.allocation.known_cost),
        reverse=True,
    )


def explain_buffer(
    buffer: ExplainedBuffer,
    number: int,
    sources: SourceMap,
    spans: OperationSpans | None = None,
    color: bool = False,
) -> str:
    """Return several lines about an allocation, the one with this `number`, as `explain_copy` does."""
    allocation = buffer.allocation
    where = allocation.place.position
    heading = painter(color)(f"buffer #{number}: {allocation.size_text()}", "yellow")
    lines = [heading + ("" if where is None else f" at {where}")]
    label = label_of(allocation.place, "needs this buffer", spans, primary=True)
    if label is not None:
        lines.append(render_labels([label], sources, color))
    remarks = [("why", allocation.why), *remarks_of_buffer(buffer)]
    return "\n".join([*lines, *remark_lines(remarks, color)])


def remarks_of_buffer(buffer: ExplainedBuffer) -> list[tuple[str, str]]:
    """Return the remarks on an allocation besides its reason, each with its label."""
    allocation = buffer.allocation
    remarks = [] if allocation.function is None else [("in", f"@{allocation.function}")]
    remarks += [("in", loop_text(loop)) for loop in allocation.loops]
    if allocation.uses is not None:
        first, last = map(str, allocation.uses)
        remarks.append(("in use", f"by {first}" if first == last else f"from {first} to {last}"))
    if allocation.kept is not None:
        remarks.append(("in use", f"counted to the end of the function, since {allocation.kept}"))
    if allocation.peak is not None:
        remarks.append(("note", "it is in use when most bytes are"))
    remarks += [("help", saving.sentence(1)) for saving in buffer.savings]
    return remarks + ([("tried in vain", ", ".join(buffer.tried))] if buffer.tried else [])


def peak_text(peak: Peak, buffers: Sequence[ExplainedBuffer]) -> str:
    """Return one line about the peak of a function; the numbers are those of `buffers`."""
    at_peak = [n for n, each in enumerate(buffers, 1) if each.allocation.peak is peak]
    names = ", ".join(f"#{number}" for number in at_peak[:_MOST_NUMBERS])
    names += f" and {len(at_peak) - _MOST_NUMBERS} more" if len(at_peak) > _MOST_NUMBERS else ""
    unknown = f"; {peak.num_unknown} of unknown size" if peak.num_unknown else ""
    return (
        f"@{peak.function}: at most {size_text(peak.known_bytes)} in use at once, if each buffer is "
        f"freed after its last use: {names or 'none'}{unknown}"
    )


def buffers_text(buffers: Sequence[ExplainedBuffer]) -> str:
    """Return one line with the number of allocations and their known bytes."""
    known = [each.allocation.cost for each in buffers if each.allocation.cost is not None]
    sizes = [f"{sum(known)} {plural(sum(known), 'byte')}"] if known else []
    if len(known) < len(buffers):
        sizes.append(f"{len(buffers) - len(known)} of unknown size")
    what = f"{len(buffers)} {plural(len(buffers), 'buffer')}"
    return f"{what}: {', '.join(sizes)}" if buffers else "nothing is allocated"


def savings_lines(savings: Iterable[Saving]) -> list[str]:
    """Return a line for each change that means the same to all users of the program."""
    return [f"help: {saving}" for saving in savings if saving.is_safe]
