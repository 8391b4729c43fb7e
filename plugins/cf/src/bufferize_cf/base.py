"""The cf dialect's object."""

from __future__ import annotations

from bufferize.define import Dialect

CF = Dialect("cf")
