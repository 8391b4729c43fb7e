"""The stablehlo dialect's syntax and verification, against golden files."""

from __future__ import annotations

from bufferize_stablehlo.ops import STABLEHLO
from bufferize_testing import DialectTests


class TestStablehlo(DialectTests):
    dialect = STABLEHLO
