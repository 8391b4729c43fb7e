"""The tm_tensor dialect's syntax, verification and models, against golden files."""

from __future__ import annotations

from bufferize_testing import DialectTests
from bufferize_tm_tensor.dialect import TM_TENSOR


class TestTMTensor(DialectTests):
    dialect = TM_TENSOR
