"""The affine dialect's object, which every module of ops adds to."""

from __future__ import annotations

from bufferize.define import Dialect

AFFINE = Dialect("affine")
