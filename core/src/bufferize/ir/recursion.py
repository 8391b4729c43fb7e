"""Room on Python's stack for code that follows the nesting of regions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

DEEP_RECURSION_LIMIT: Final = 12_000
"""Frames of Python: a good twenty for each of the nested regions that the parser accepts."""


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raises Python's recursion limit while the block runs."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEP_RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
