"""Comparison of copies with an earlier report."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from bufferize.diagnostics import DiagnosticError
from bufferize.record import Place, PlaceKind, TensorCopy


class Baseline:
    """The copies that a report of `bufferize explain --format=json` lists.

    Copies are equal if their types, costs, reasons, operand numbers, and the names of their
    operations and functions are; positions may differ. Of `n` equal copies, as many are new as
    exceed the number in the report.
    """

    def __init__(self, keys: Iterable[Hashable]) -> None:
        self._keys = Counter(keys)

    @classmethod
    def read(cls, text: str, name: str) -> Baseline:
        """Read the report `text` of the file `name`. Raises DiagnosticError if it is none."""
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
        """Return the number of copies in the report that are not among `copies`."""
        return (self._keys - Counter(map(key_of, copies))).total()


def key_of(copy: TensorCopy) -> Hashable:
    """Return the key by which copies of two reports are equal; it has no line numbers."""
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
