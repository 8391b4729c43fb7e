"""The math dialect's object."""

from __future__ import annotations

from bufferize.define import Dialect

MATH = Dialect("math")
