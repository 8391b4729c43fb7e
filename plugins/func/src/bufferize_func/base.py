"""The func dialect's object."""

from __future__ import annotations

from bufferize.define import Dialect

FUNC = Dialect("func")
