"""The dlti dialect's object."""

from __future__ import annotations

from bufferize import define as d

DLTI = d.Dialect("dlti")
