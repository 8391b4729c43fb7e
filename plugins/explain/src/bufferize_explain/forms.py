"""Reports on copies as text, in the form of compiler errors: source lines, reasons, fixes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bufferize.diagnostics import Label, SourceMap
from bufferize.diagnostics.rendering import painter
from bufferize.record import BufferRemark, TensorCopy, loop_text, plural, size_text
from bufferize.record.in_place import IN_PLACE
from bufferize.syntax import OperationSpans
from bufferize_explain.groups import Group, OwnCopies
from bufferize_explain.labeled_source import labels_of, render_labels


def by_cost(copies: Iterable[TensorCopy]) -> list[TensorCopy]:
    """Sort copies, the most expensive first; the order of equal costs is kept.

    Copies with more unknown factors cost more, as these may grow with the input. A new buffer
    without a copy costs less than any copy.
    """
    return sorted(
        copies,
        key=lambda copy: (copy.copies_contents, copy.unknown_factors, copy.known_cost),
        reverse=True,
    )


def explain_copy(
    copy: TensorCopy,
    number: int,
    sources: SourceMap,
    spans: OperationSpans | None = None,
    color: bool = False,
) -> str:
    """Return several lines about one copy, the one with this `number`, without a final newline.

    `sources` are the texts to quote; `spans` are the ranges of operands and results in them;
    without them, operations are marked.
    """
    paint = painter(color)
    kind = "copy" if copy.copies_contents else "new buffer"
    where = copy.place.position
    heading = f"{kind} #{number}: {copy.cost_text()}"
    lines = [paint(heading, "yellow") + ("" if where is None else f" at {where}")]
    labels = list(labels_of(copy, spans).values())
    if labels:
        lines.append(render_labels(labels, sources, color))
    remarks = [("why", copy.why), *remarks_of(copy)]
    remarks += [("help", advice) for advice in copy.advice]
    remarks += [("tried in vain", ", ".join(copy.tried))] if copy.tried else []
    return "\n".join([*lines, *remark_lines(remarks, color)])


def remarks_of(copy: TensorCopy) -> list[tuple[str, str]]:
    """Return the remarks on a copy besides its reason and fixes, each with its label."""
    remarks = []
    if not copy.copies_contents:
        remarks.append(("note", "nothing is copied, since nobody reads the old contents"))
    elif copy.of_result:
        name = copy.place.op_name
        remarks.append(("note", f"only the result of '{name}' is copied, not the whole operand"))
    if copy.forbidden_by is not None:
        remarks.append(("error", f"`{IN_PLACE}` forbids it"))
    if copy.function is not None:
        remarks.append(("in", f"@{copy.function}"))
    return remarks + [("in", loop_text(loop)) for loop in copy.loops]


def explain_group(group: Group, number: int, color: bool = False) -> str:
    """Return a few lines about a group of copies, without a final newline."""
    paint = painter(color)
    lines = [paint(f"#{number}", "yellow") + f" {group.heading()}"]
    return "\n".join([*lines, *remark_lines(group.remarks(), color)])


def own_copies_text(own: Sequence[OwnCopies]) -> str:
    """Return one line about the program's own copies; empty if there are none."""
    if not own:
        return ""
    number = sum(each.number for each in own)
    unknown = sum(each.num_unknown for each in own)
    sizes = [size_text(sum(each.known_bytes for each in own))] if unknown < number else []
    sizes += [f"{unknown} of unknown size"] if unknown else []
    names = ", ".join(f"{each.number} x {each.op_name}" for each in own)
    what = "copy" if number == 1 else "copies"
    return f"by the program itself: {number} {what}: {', '.join(sizes)} ({names})"


def explain_remark(remark: BufferRemark, sources: SourceMap, color: bool = False) -> str:
    """Return several lines about an action on a buffer, without a final newline."""
    paint = painter(color)
    done = remark.action.value
    lines = [f"{paint(done, 'yellow')}: {remark.place}"]
    labels = []
    if remark.place.position is not None:
        labels.append(Label(remark.place.position, done, None, True))
    where = None if remark.where is None else remark.where.position
    if where not in (None, remark.place.position):
        labels.append(Label(where, "here", None, False))
    if labels:
        lines.append(render_labels(labels, sources, color))
    remarks = [("why", remark.why)]
    if remark.where is not None:
        remarks.append(("where", str(remark.where)))
    if remark.function is not None:
        remarks.append(("in", f"@{remark.function}"))
    remarks.append(("by", remark.pass_name))
    return "\n".join([*lines, *remark_lines(remarks, color)])


def summary(copies: Sequence[TensorCopy]) -> str:
    """Return one line with the number of copies and their known bytes."""
    if not copies:
        return "nothing is copied"
    parts = []
    for noun, nouns, is_copied in ("copy", "copies", True), ("new buffer", "new buffers", False):
        own = [copy for copy in copies if copy.copies_contents is is_copied]
        if own:
            known = [copy.cost for copy in own if copy.cost is not None]
            sizes = [f"{sum(known)} {plural(sum(known), 'byte')}"] if known else []
            if len(known) < len(own):
                sizes.append(f"{len(own) - len(known)} of unknown size")
            parts.append(f"{len(own)} {noun if len(own) == 1 else nouns}: {', '.join(sizes)}")
    return "; ".join(parts)


def remark_lines(remarks: Iterable[tuple[str, str]], color: bool = False) -> list[str]:
    """Return a line for each remark, with its label."""
    paint = painter(color)
    sign = paint("=", "blue")
    return [f"  {sign} {paint(f'{word}:', 'cyan')} {text}" for word, text in remarks]
