"""The sparse_tensor dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize import Context
from bufferize_sparse_tensor.ops import SPARSE_TENSOR
from bufferize_testing import DialectTests, parse_valid


class TestSparseTensor(DialectTests):
    dialect = SPARSE_TENSOR


def test_a_sparse_tensor_may_leave_its_function() -> None:
    parse_valid(
        """
        #ROWS = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
        func.func private @keep(tensor<8x4xi16, #ROWS>)
        func.func @returned() -> tensor<8x4xi16, #ROWS> {
          %0 = bufferization.alloc_tensor() : tensor<8x4xi16, #ROWS>
          return %0 : tensor<8x4xi16, #ROWS>
        }
        func.func @passed_on() {
          %0 = bufferization.alloc_tensor() : tensor<8x4xi16, #ROWS>
          call @keep(%0) : (tensor<8x4xi16, #ROWS>) -> ()
          return
        }""",
        Context(),
    )
