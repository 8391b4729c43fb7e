"""The cf dialect's object."""

from __future__ import annotations

from bufferize import define as d

CF = d.Dialect("cf")
