"""The tensor dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from typing import ClassVar

from bufferize_tensor.ops import TENSOR
from bufferize_testing import DialectTests


class TestTensor(DialectTests):
    dialect = TENSOR
    model_problems: ClassVar = {
        ("tensor.insert_slice", "bufferizes_to_element_wise_access"): "as in the reference, which "
        "takes a source that fills the destination for no special case",
    }
