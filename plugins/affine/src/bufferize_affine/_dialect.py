"""The affine dialect's object, which every module of ops adds to."""

from __future__ import annotations

from bufferize import define as d

AFFINE = d.Dialect("affine")
