"""The syntax and the verification of fft, against golden files."""

from __future__ import annotations

from typing import ClassVar

from bufferize.define import DialectContext
from bufferize_testing import DialectTests
from examples.fft_dialect.tests.programs import context
from fft_dialect.dialect import DIALECT


class TestFft(DialectTests):
    dialect = DIALECT
    model_problems: ClassVar = {
        ("fft.forward", "model"): "there are no semantics of spectra, whose buffers are no memrefs",
    }

    @classmethod
    def make_context(cls) -> DialectContext:
        return context()
