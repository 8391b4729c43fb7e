"""The math dialect's object."""

from __future__ import annotations

from bufferize import define as d

MATH = d.Dialect("math")
