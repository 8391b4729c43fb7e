"""The gpu dialect: code for devices, and how it is launched, synchronized and given memory.

This module has its object, its types and their constraints.
https://mlir.llvm.org/docs/Dialects/GPU/
"""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir

GPU = d.Dialect("gpu")


@GPU.type("async.token")
@ir.parameters
class AsyncTokenType(ir.Type):
    """`!gpu.async.token`: an asynchronous operation to wait for."""


@GPU.type("sparse.dntensor_handle")
@ir.parameters
class SparseDnTensorHandleType(ir.Type):
    """`!gpu.sparse.dntensor_handle`: the handle of a dense tensor in a sparse algebra library."""


@GPU.type("sparse.spmat_handle")
@ir.parameters
class SparseSpMatHandleType(ir.Type):
    """`!gpu.sparse.spmat_handle`: the handle of a sparse matrix in a sparse algebra library."""


@GPU.type("sparse.spgemmop_handle")
@ir.parameters
class SparseSpGEMMOpHandleType(ir.Type):
    """`!gpu.sparse.spgemmop_handle`: the state of a product of sparse matrices."""


SI8 = ir.IntegerType(8, ir.Signedness.SIGNED)
UI8 = ir.IntegerType(8, ir.Signedness.UNSIGNED)
_MATRIX_ELEMENTS = (SI8, UI8, ir.I32, ir.F16, ir.F32, ir.F64)
_OPERANDS = ("AOp", "BOp", "COp")


@GPU.type("mma_matrix")
@ir.parameters
class MMAMatrixType(ir.Type):
    """`!gpu.mma_matrix<16x16xf16, "AOp">`: a part of `C += A * B` that a subgroup holds."""

    shape: tuple[int, ...]
    element_type: ir.Type
    operand: str
    """The matrix of the product: "AOp", "BOp" or "COp"."""

    def verify(self) -> str | None:
        if self.operand not in _OPERANDS:
            return "operand expected to be one of AOp, BOp or COp"
        if len(self.shape) != 2:
            return "MMAMatrixType must have exactly two dimensions"
        if self.element_type not in _MATRIX_ELEMENTS:
            return "MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64"
        return None

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> MMAMatrixType:
        """Read `<16x16xf16, "AOp">`."""
        parser.parse_punctuation("<")
        shape = parser.parse_dimension_list(allow_dynamic=False)
        element_type = parser.parse_type()
        parser.parse_punctuation(",")
        operand = parser.parse_optional_string() or ""
        parser.parse_punctuation(">")
        return cls(tuple(shape), element_type, operand)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<" + "".join(f"{extent}x" for extent in self.shape))
        printer.print_type(self.element_type)
        printer.write(", ")
        printer.print_string(self.operand)
        printer.write(">")


TOKEN = d.instance_of(AsyncTokenType, "async token type")
DENSE_TENSOR = d.instance_of(SparseDnTensorHandleType, "dense tensor handle type")
SPARSE_MATRIX = d.instance_of(SparseSpMatHandleType, "sparse matrix handle type")
SPGEMM_OPERATION = d.instance_of(SparseSpGEMMOpHandleType, "SpGEMM operation handle type")
MMA_MATRIX: d.Constraint[MMAMatrixType] = d.pred(
    lambda t: isinstance(t, MMAMatrixType),
    "MMAMatrix type",  # assembly formats write the type with its prefix
)


def mma_matrix_of(element: d.Constraint[ir.Type]) -> d.Constraint[MMAMatrixType]:
    """Return the constraint on an MMA matrix with elements that satisfy `element`."""
    description = f"gpu.mma_matrix of {element.description} values"
    return d.pred(lambda t: element.check(t.element_type), description, MMA_MATRIX)
