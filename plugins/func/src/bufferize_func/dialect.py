"""The func dialect's object."""

from __future__ import annotations

from bufferize import define as d

FUNC = d.Dialect("func")
