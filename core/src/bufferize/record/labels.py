"""What to point at in the input to show why a copy is made, and the words for it."""

from __future__ import annotations

from typing import Final

from bufferize.record import Reason
from bufferize.diagnostics import Label
from bufferize.record.places import Place, PlaceKind
from bufferize.record.copies import TensorCopy
from bufferize.syntax import OperationSpans

_LABELS: Final[dict[Reason, dict[str, str]]] = {
    Reason.CONFLICT: {
        "definition": "the contents are set here",
        "write": "in place, they would be overwritten here",
        "read": "before they are read here",
    },
    Reason.PARALLEL: {
        "definition": "all iterations share this",
        "write": "in place, each iteration would write to it here",
    },
    Reason.NOT_WRITABLE: {
        "root": "this must not be written to",
        "write": "in place, it would be written to here",
    },
    Reason.LOOP: {"root": "this may have the same buffer"},
    Reason.IN_USE: {
        "write": "in place, this would write to the buffer",
        "read": "while this works on it",
    },
    Reason.FREED: {
        "write": "in place, this would write to the buffer",
        "read": "this has freed it",
    },
    Reason.BUDGET: {"write": "in place, this would write", "read": "this reads"},
}
"""What the fields of a copy are pointed at for, in this order."""


def texts_of(copy: TensorCopy) -> dict[str, str]:
    """What is to be said of the fields of a copy that are places; that which is copied comes first."""
    texts = dict(_LABELS.get(copy.reason, {}))
    if copy.reason is Reason.CONFLICT and copy.across is not None:
        texts["read"] = "and the next iteration reads them here"
    return {"place": "copied" if copy.copies_contents else "given a new buffer", **texts}


def labels_of(copy: TensorCopy, spans: OperationSpans | None = None) -> dict[str, Label]:
    """What is pointed at of a copy, by the field of it; the operand that is copied comes first.

    `spans` are where operands and results are written; without them whole operations are meant.
    """
    found = {}
    for party, text in texts_of(copy).items():
        place = getattr(copy, party)
        label = None if place is None else label_of(place, text, spans, party == "place")
        if label is not None:
            found[party] = label
    return found


def label_of(
    place: Place, text: str, spans: OperationSpans | None = None, primary: bool = False
) -> Label | None:
    """A label for a place, None where that is not in any text."""
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
