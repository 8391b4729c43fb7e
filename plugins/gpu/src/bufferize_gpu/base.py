"""The gpu dialect's object and its types."""

from __future__ import annotations

from bufferize.define import Dialect
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.constraint import Constraint, instance_of, pred
from bufferize.ir import F16, F32, F64, I32, IntegerType, Signedness, Type, parameters

GPU = Dialect("gpu")


@GPU.type("async.token")
@parameters
class AsyncTokenType(Type):
    """`!gpu.async.token`: what has been started, to be waited for."""


@GPU.type("sparse.dntensor_handle")
@parameters
class SparseDnTensorHandleType(Type):
    """`!gpu.sparse.dntensor_handle`: a dense tensor, as a library of sparse algebra knows it."""


@GPU.type("sparse.spmat_handle")
@parameters
class SparseSpMatHandleType(Type):
    """`!gpu.sparse.spmat_handle`: a sparse matrix, as such a library knows it."""


@GPU.type("sparse.spgemmop_handle")
@parameters
class SparseSpGEMMOpHandleType(Type):
    """`!gpu.sparse.spgemmop_handle`: a product of sparse matrices that is being computed."""


SI8 = IntegerType(8, Signedness.SIGNED)
UI8 = IntegerType(8, Signedness.UNSIGNED)
_MATRIX_ELEMENTS = (SI8, UI8, I32, F16, F32, F64)
_OPERANDS = ("AOp", "BOp", "COp")


@GPU.type("mma_matrix")
@parameters
class MMAMatrixType(Type):
    """`!gpu.mma_matrix<16x16xf16, "AOp">`: a part of `C += A * B` that a subgroup holds."""

    shape: tuple[int, ...]
    element_type: Type
    operand: str
    """Which part: "AOp", "BOp" or "COp"."""

    def verify(self) -> str | None:
        if self.operand not in _OPERANDS:
            return "operand expected to be one of AOp, BOp or COp"
        if len(self.shape) != 2:
            return "MMAMatrixType must have exactly two dimensions"
        if self.element_type not in _MATRIX_ELEMENTS:
            return "MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64"
        return None

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> MMAMatrixType:
        """`<16x16xf16, "AOp">`."""
        parser.parse_punctuation("<")
        shape = parser.parse_dimension_list(allow_dynamic=False)
        element_type = parser.parse_type()
        parser.parse_punctuation(",")
        operand = parser.parse_optional_string() or ""
        parser.parse_punctuation(">")
        return cls(tuple(shape), element_type, operand)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<" + "".join(f"{extent}x" for extent in self.shape))
        printer.print_type(self.element_type)
        printer.write(", ")
        printer.print_string(self.operand)
        printer.write(">")


TOKEN = instance_of(AsyncTokenType, "async token type")
DENSE_TENSOR = instance_of(SparseDnTensorHandleType, "dense tensor handle type")
SPARSE_MATRIX = instance_of(SparseSpMatHandleType, "sparse matrix handle type")
SPGEMM_OPERATION = instance_of(SparseSpGEMMOpHandleType, "SpGEMM operation handle type")
MMA_MATRIX: Constraint[MMAMatrixType] = pred(
    lambda t: isinstance(t, MMAMatrixType),
    "MMAMatrix type",  # formats write it with its prefix
)


def mma_matrix_of(element: Constraint[Type]) -> Constraint[MMAMatrixType]:
    """A matrix of such elements."""
    description = f"gpu.mma_matrix of {element.description} values"
    return pred(lambda t: element.check(t.element_type), description, MMA_MATRIX)
