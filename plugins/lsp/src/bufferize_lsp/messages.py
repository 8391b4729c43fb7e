"""What goes between the server and the processes that analyse: pickles, each behind its length."""

from __future__ import annotations

import pickle
from typing import Final

LENGTH_BYTES: Final = 4
"""How many bytes a length takes."""


def framed(message: object) -> bytes:
    """A message as it is sent."""
    data = pickle.dumps(message)
    return len(data).to_bytes(LENGTH_BYTES, "big") + data


def length_of(data: bytes) -> int:
    """How long the pickle is that comes behind `LENGTH_BYTES` bytes."""
    return int.from_bytes(data, "big")
