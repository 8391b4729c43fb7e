"""Copies as a compiler shows an error: the source lines, why there is a copy, and what helps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bufferize.analysis.log import Reason
from bufferize.diagnostics import Label, SourceMap, render_labels
from bufferize.diagnostics.rendering import painter
from bufferize.explain.places import Place, PlaceKind
from bufferize.explain.tensor_copy import TensorCopy, loop_text, plural
from bufferize.syntax import OperationSpans


def by_cost(copies: Iterable[TensorCopy]) -> list[TensorCopy]:
    """The copies, the dearest first, and those of one cost in their order.

    More unknown factors cost more, as they may grow with the input; a buffer to which nothing is
    copied costs less than any copy.
    """
    return sorted(copies, key=lambda copy: copy.rank, reverse=True)


def explain_copy(
    copy: TensorCopy,
    number: int,
    sources: SourceMap,
    spans: OperationSpans | None = None,
    color: bool = False,
) -> str:
    """One copy in several lines without a final line end; `number` is the one that it is given.

    `sources` are the texts that are quoted; `spans` point at operands and results in them, and
    without them whole operations are pointed at.
    """
    paint = painter(color)
    kind = "copy" if copy.copies_contents else "new buffer"
    where = copy.place.position
    heading = f"{kind} #{number}: {copy.cost_text()}"
    lines = [paint(heading, "yellow") + ("" if where is None else f" at {where}")]
    labels = list(_labels(copy, spans))
    if labels:
        lines.append(render_labels(labels, sources, color))
    remarks = [("why", copy.why)]
    if not copy.copies_contents:
        remarks.append(("note", "nothing is copied, since nobody reads the old contents"))
    elif copy.of_result:
        name = copy.place.op_name
        remarks.append(("note", f"only what '{name}' makes of the operand is copied"))
    if copy.function is not None:
        remarks.append(("in", f"@{copy.function}"))
    remarks += [("in", loop_text(loop)) for loop in copy.loops]
    remarks += [("help", advice) for advice in copy.advice]
    sign = paint("=", "blue")
    lines += [f"  {sign} {paint(f'{word}:', 'cyan')} {text}" for word, text in remarks]
    return "\n".join(lines)


def summary(copies: Sequence[TensorCopy]) -> str:
    """How many copies there are, and their bytes as far as these are known, in one line."""
    if not copies:
        return "nothing is copied"
    parts = []
    for noun, own in (
        ("copy", [copy for copy in copies if copy.copies_contents]),
        ("new buffer", [copy for copy in copies if not copy.copies_contents]),
    ):
        if own:
            known = [copy.cost for copy in own if copy.cost is not None]
            nouns = {"copy": "copies"}.get(noun, f"{noun}s") if len(own) != 1 else noun
            sizes = [f"{sum(known)} {plural(sum(known), 'byte')}"] if known else []
            if len(known) < len(own):
                sizes.append(f"{len(own) - len(known)} of unknown size")
            parts.append(f"{len(own)} {nouns}: {', '.join(sizes)}")
    return "; ".join(parts)


def _labels(copy: TensorCopy, spans: OperationSpans | None) -> Iterable[Label]:
    """What is pointed at; the operand that is copied comes first."""
    reason, across = copy.reason, copy.across
    done = "copied" if copy.copies_contents else "given a new buffer"
    write, read, root = copy.write, copy.read, copy.root
    texts: list[tuple[Place | None, str]] = [(copy.place, done)]
    if reason is Reason.CONFLICT:
        reads = "before they are read here"
        if across is not None:
            reads = "and the next iteration reads them here"
        texts += [
            (copy.definition, "the contents are set here"),
            (write, "in place, they would be overwritten here"),
            (read, reads),
        ]
    elif reason is Reason.PARALLEL:
        texts += [
            (copy.definition, "there is one of it for all iterations"),
            (write, "in place, each iteration would write to it here"),
        ]
    elif reason is Reason.NOT_WRITABLE:
        texts += [
            (root, "this must not be written to"),
            (write, "in place, it would be written to here"),
        ]
    elif reason is Reason.LOOP:
        texts += [(root, "it may share the buffer of this")]
    elif reason is Reason.IN_USE:
        texts += [
            (write, "in place, this would write to the buffer"),
            (read, "while this works on it"),
        ]
    elif reason is Reason.BUDGET:
        texts += [(write, "in place, this would write"), (read, "this reads")]
    for place, text in texts:
        label = None if place is None else _label(place, text, spans, place is copy.place)
        if label is not None:
            yield label


def _label(place: Place, text: str, spans: OperationSpans | None, primary: bool) -> Label | None:
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
