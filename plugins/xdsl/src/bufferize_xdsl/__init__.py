"""One-Shot Bufferize for compilers that are written on xDSL. https://xdsl.dev"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bufferize_xdsl.declarations import declare as declare
    from bufferize_xdsl.errors import ConversionError as ConversionError
    from bufferize_xdsl.in_place import run_in_place as run_in_place
    from bufferize_xdsl.operations_from_bufferize import from_bufferize as from_bufferize
    from bufferize_xdsl.operations_to_bufferize import to_bufferize as to_bufferize
    from bufferize_xdsl.passes import BufferizationFailed as BufferizationFailed
    from bufferize_xdsl.passes import BufferizePass as BufferizePass
    from bufferize_xdsl.passes import pass_class as pass_class

# Imported when first asked for: xDSL's tools load this package at each start, for the pass names.
_PUBLIC = {
    "BufferizationFailed": "passes",
    "BufferizePass": "passes",
    "ConversionError": "errors",
    "declare": "declarations",
    "from_bufferize": "operations_from_bufferize",
    "pass_class": "passes",
    "run_in_place": "in_place",
    "to_bufferize": "operations_to_bufferize",
}

if not TYPE_CHECKING:  # where they are the names above
    __all__ = list(_PUBLIC)


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'bufferize_xdsl' has no attribute '{name}'")
    return getattr(importlib.import_module(f"bufferize_xdsl.{_PUBLIC[name]}"), name)
