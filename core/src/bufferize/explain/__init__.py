"""The copies that bufferization makes: where, at what cost, why, and what would remove them."""

from __future__ import annotations

from bufferize.explain.json_form import as_json
from bufferize.explain.places import Loop, Place, PlaceKind
from bufferize.explain.tensor_copy import TensorCopy
from bufferize.explain.text import by_cost, explain_copy, summary

__all__ = [
    "Loop",
    "Place",
    "PlaceKind",
    "TensorCopy",
    "as_json",
    "by_cost",
    "explain_copy",
    "summary",
]
