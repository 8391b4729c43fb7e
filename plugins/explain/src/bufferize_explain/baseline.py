"""Copies held against an earlier report: which ones are new."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from bufferize.diagnostics import DiagnosticError
from bufferize.record import Place, PlaceKind, TensorCopy


class Baseline:
    """The copies that a report of `bufferize explain --format=json` lists.

    Two copies are the same if they are made of the same type, at the same cost, for the same
    reason and for the same operand of operations of one name, in functions of one name: lines may
    change. Of several that are the same, the report's number is not new.
    """

    def __init__(self, keys: Iterable[Hashable]) -> None:
        self._keys = Counter(keys)

    @classmethod
    def read(cls, text: str, name: str) -> Baseline:
        """Raise DiagnosticError if the text, of the file `name`, is no such report."""
        try:
            return cls([_key_of_entry(entry) for entry in json.loads(text)["copies"]])
        except (ValueError, KeyError, TypeError):
            raise DiagnosticError(
                f"'{name}' is no report of `bufferize explain --format=json`"
            ) from None

    def new(self, copies: Sequence[TensorCopy]) -> list[TensorCopy]:
        """Return the copies that the report does not list, in their order."""
        left = self._keys.copy()
        found = []
        for copy in copies:
            key = key_of(copy)
            if left[key] > 0:
                left[key] -= 1
            else:
                found.append(copy)
        return found

    def num_gone(self, copies: Iterable[TensorCopy]) -> int:
        """Return how many copies of the report are not among these."""
        return (self._keys - Counter(map(key_of, copies))).total()


def key_of(copy: TensorCopy) -> Hashable:
    """Return what makes a copy the same one in two reports, however many lines are between them."""
    return (
        copy.function,
        copy.reason.value,
        copy.copies_contents,
        "result" if copy.of_result else "operand",
        str(copy.tensor_type),
        copy.known_cost,
        copy.unknown_factors,
        _key_of_place(copy.place),
    )


def _key_of_place(place: Place) -> Hashable:
    index = None if place.kind is PlaceKind.OPERATION else place.index
    return place.op_name, place.kind.value, index


def _key_of_entry(entry: dict[str, Any]) -> Hashable:
    names = ("function", "reason", "copies_contents", "copied", "tensor_type", "known_cost")
    place = entry["place"]
    return (
        *(entry[name] for name in names),
        entry["unknown_factors"],
        (place["op"], place["kind"], place["index"]),
    )
