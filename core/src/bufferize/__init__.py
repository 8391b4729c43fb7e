"""One-Shot Bufferize for Python."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bufferize.driver import OneShotOptions as OneShotOptions
    from bufferize.driver import Report as Report
    from bufferize.driver import one_shot_bufferize as one_shot_bufferize
    from bufferize.registration import Context as Context
    from bufferize.registration import hookimpl as hookimpl
    from bufferize.syntax import parse_module as parse
    from bufferize.syntax import print_module as print_module

__version__ = "0.1.0"

# Imported when first asked for: `bufferize-opt --version` needs none of them.
_PUBLIC = {
    "Context": "bufferize.registration:Context",
    "OneShotOptions": "bufferize.driver:OneShotOptions",
    "Report": "bufferize.driver:Report",
    "hookimpl": "bufferize.registration:hookimpl",
    "one_shot_bufferize": "bufferize.driver:one_shot_bufferize",
    "parse": "bufferize.syntax:parse_module",
    "print_module": "bufferize.syntax:print_module",
}

__all__ = [
    "Context",
    "OneShotOptions",
    "Report",
    "__version__",
    "hookimpl",
    "one_shot_bufferize",
    "parse",
    "print_module",
]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'bufferize' has no attribute '{name}'")
    module, _, attribute = _PUBLIC[name].partition(":")
    return getattr(importlib.import_module(module), attribute)
