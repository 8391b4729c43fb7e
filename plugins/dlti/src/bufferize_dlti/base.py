"""The dlti dialect's object."""

from __future__ import annotations

from bufferize.define import Dialect

DLTI = Dialect("dlti")
