"""Copies as a compiler shows an error, with the source lines and with what helps; and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bufferize.analysis.log import Reason
from bufferize.diagnostics import Label, SourceMap, render_labels
from bufferize.diagnostics.rendering import painter
from bufferize.explain.buffer_log import BufferRemark
from bufferize.explain.groups import Group, OwnCopies, groups_of
from bufferize.explain.help import Help, size_text
from bufferize.explain.places import Place, PlaceKind
from bufferize.explain.tensor_copy import PARTIES, TensorCopy, loop_text, plural
from bufferize.syntax import OperationSpans

_VERSION: Final = 1
"""Goes up when what was there changes its meaning, not when something is added."""

_LABELS: Final[dict[Reason, dict[str, str]]] = {
    Reason.CONFLICT: {
        "definition": "the contents are set here",
        "write": "in place, they would be overwritten here",
        "read": "before they are read here",
    },
    Reason.PARALLEL: {
        "definition": "there is one of it for all iterations",
        "write": "in place, each iteration would write to it here",
    },
    Reason.NOT_WRITABLE: {
        "root": "this must not be written to",
        "write": "in place, it would be written to here",
    },
    Reason.LOOP: {"root": "it may share the buffer of this"},
    Reason.IN_USE: {
        "write": "in place, this would write to the buffer",
        "read": "while this works on it",
    },
    Reason.BUDGET: {"write": "in place, this would write", "read": "this reads"},
}
"""What the fields of a copy are pointed at for, in this order."""


def by_cost(copies: Iterable[TensorCopy]) -> list[TensorCopy]:
    """The copies, the most expensive first, and those of one cost in their order.

    More unknown factors cost more, as they may grow with the input; a buffer to which nothing is
    copied costs less than any copy.
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
    remarks += [("needed", copy.needed)] if copy.needed is not None else []
    return "\n".join([*lines, *_remark_lines(remarks, color)])


def explain_group(group: Group, number: int, color: bool = False) -> str:
    """Copies that have cause and help in common, in a few lines without a final line end."""
    paint = painter(color)
    lines = [paint(f"#{number}", "yellow") + f" {group.heading()}"]
    return "\n".join([*lines, *_remark_lines(group.remarks(), color)])


def own_copies_text(own: Sequence[OwnCopies]) -> str:
    """What the program itself copies, in one line; empty where it copies nothing."""
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
    """What was done with one buffer, in several lines without a final line end."""
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
    return "\n".join([*lines, *_remark_lines(remarks, color)])


def summary(copies: Sequence[TensorCopy]) -> str:
    """How many copies there are, and their bytes as far as these are known, in one line."""
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


def _remark_lines(remarks: Iterable[tuple[str, str]], color: bool) -> list[str]:
    paint = painter(color)
    sign = paint("=", "blue")
    return [f"  {sign} {paint(f'{word}:', 'cyan')} {text}" for word, text in remarks]


def _labels(copy: TensorCopy, spans: OperationSpans | None) -> Iterable[Label]:
    """What is pointed at; the operand that is copied comes first."""
    texts = dict(_LABELS.get(copy.reason, {}))
    if copy.reason is Reason.CONFLICT and copy.across is not None:
        texts["read"] = "and the next iteration reads them here"
    done = "copied" if copy.copies_contents else "given a new buffer"
    for party, text in {"place": done, **texts}.items():
        place = getattr(copy, party)
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


# JSON


def as_json(
    file: str,
    copies: Sequence[TensorCopy],
    buffers: Sequence[BufferRemark] = (),
    summaries: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
    own: Sequence[OwnCopies] = (),
) -> dict[str, Any]:
    """All that is known, in this order, as explain.schema.json describes it.

    `buffers` is what passes did after bufferization, `summaries` what plugins say of the outcome,
    `own` what the program itself copies.
    """
    helps = list(dict.fromkeys(help for copy in copies for help in copy.help))
    return {
        "version": _VERSION,
        "file": file,
        "summary": {
            "copies": sum(copy.copies_contents for copy in copies),
            "new_buffers": sum(not copy.copies_contents for copy in copies),
            "known_bytes": sum(copy.cost or 0 for copy in copies if copy.copies_contents),
            "unknown": sum(copy.cost is None for copy in copies),
        },
        "copies": [_copy(number, copy, helps) for number, copy in enumerate(copies, 1)],
        "remedies": [_help(help, copies) for help in helps],
        "groups": [_group(group, copies, helps) for group in groups_of(copies)],
        "own_copies": [
            {
                "op": each.op_name,
                "copies": each.number,
                "known_bytes": each.known_bytes,
                "unknown": each.num_unknown,
            }
            for each in own
        ],
        "buffers": [_remark(remark) for remark in buffers],
        "summaries": dict(summaries or {}),
    }


def _remark(remark: BufferRemark) -> dict[str, Any]:
    return {
        "action": remark.action.value,
        "why": remark.why,
        "pass": remark.pass_name,
        "function": remark.function,
        "place": _place(remark.place),
        "where": _place(remark.where),
    }


def _help(help: Help, copies: Sequence[TensorCopy]) -> dict[str, Any]:
    return {
        "kind": help.kind,
        "text": help.text,
        "condition": help.condition,
        "flag": help.flag,
        "removes": [number for number, copy in enumerate(copies, 1) if help in copy.help],
        "num_removed": help.num_removed,
        "adds": help.num_added,
        "saved_bytes": help.saved_bytes,
        "saved_unknown": help.saved_unknown,
    }


def _group(group: Group, copies: Sequence[TensorCopy], helps: list[Help]) -> dict[str, Any]:
    own = set(map(id, group.copies))
    return {
        "reason": group.first.reason.value,
        "why": group.first.why,
        "copies": [number for number, copy in enumerate(copies, 1) if id(copy) in own],
        "known_bytes": group.known_bytes,
        "unknown": group.num_unknown,
        "roots": [_place(root) for root in group.roots],
        "remedies": [helps.index(help) for help in group.help],
        "needed": group.first.needed,
    }


def _copy(number: int, copy: TensorCopy, helps: list[Help]) -> dict[str, Any]:
    return {
        "number": number,
        "reason": copy.reason.value,
        "why": copy.why,
        "copies_contents": copy.copies_contents,
        "copied": "result" if copy.of_result else "operand",
        "tensor_type": str(copy.tensor_type),
        "function": copy.function,
        "bytes": copy.size,
        "cost": copy.cost,
        "known_cost": copy.known_cost,
        "unknown_factors": copy.unknown_factors,
        "loops": [
            {"place": _place(loop.place), "trip_count": loop.trip_count} for loop in copy.loops
        ],
        "place": _place(copy.place),
        **{party: _place(getattr(copy, party)) for party in (*PARTIES, "across")},
        "help": list(copy.advice),
        "remedies": [helps.index(help) for help in copy.help],
        "needed": copy.needed,
    }


def _place(place: Place | None) -> dict[str, Any] | None:
    if place is None:
        return None
    where = place.position
    return {
        "op": place.op_name,
        "kind": place.kind.value,
        "index": None if place.kind is PlaceKind.OPERATION else place.index,
        "file": None if where is None else where.file,
        "line": None if where is None else where.line,
        "column": None if where is None else where.column,
    }
