"""The stablehlo dialect's syntax and verification, against golden files."""

from __future__ import annotations

from bufferize_testing import DialectTests

from bufferize_stablehlo.ops import STABLEHLO


class TestStablehlo(DialectTests):
    dialect = STABLEHLO
