"""The JSON of `bufferize explain`, as explain.schema.json describes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bufferize.explain.places import Loop, Place, PlaceKind
from bufferize.explain.tensor_copy import TensorCopy

VERSION: Final = 1
"""Goes up when what was there changes its meaning, not when something is added."""


def as_json(file: str, copies: Sequence[TensorCopy]) -> dict[str, Any]:
    """All that is known of `copies`, which are in the order that they are numbered in."""
    return {
        "version": VERSION,
        "file": file,
        "summary": {
            "copies": sum(copy.copies_contents for copy in copies),
            "new_buffers": sum(not copy.copies_contents for copy in copies),
            "known_bytes": sum(copy.cost or 0 for copy in copies if copy.copies_contents),
            "unknown": sum(copy.cost is None for copy in copies),
        },
        "copies": [_copy(number, copy) for number, copy in enumerate(copies, 1)],
    }


def _copy(number: int, copy: TensorCopy) -> dict[str, Any]:
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
        "loops": [_loop(loop) for loop in copy.loops],
        "place": _place(copy.place),
        "definition": _place(copy.definition),
        "write": _place(copy.write),
        "read": _place(copy.read),
        "root": _place(copy.root),
        "across": _place(copy.across),
        "help": list(copy.advice),
    }


def _loop(loop: Loop) -> dict[str, Any]:
    return {"place": _place(loop.place), "trip_count": loop.trip_count}


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
