"""Tracebacks of what was caught, for those who ask for them."""

from __future__ import annotations

import os
import sys
from typing import Final

DEBUG_VARIABLE: Final = "BUFFERIZE_DEBUG"
"""The environment variable that asks for tracebacks."""


def show_traceback(problem: BaseException) -> None:
    """Prints the traceback of an exception to stderr if the environment asks for it."""
    if os.environ.get(DEBUG_VARIABLE, "0") in ("", "0") or sys.stderr is None:
        return
    import traceback  # only a failure pays for it

    traceback.print_exception(problem)
