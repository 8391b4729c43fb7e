"""The models of the sparse_tensor dialect, for analysis only; `mlir-opt --sparsifier` bufferizes.

See `mlir::sparse_tensor::registerBufferizableOpInterfaceExternalModels`.
"""

from __future__ import annotations

from typing import TypeVar

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.driver import BufferizableOpInterface, BufferizationRewriter, Model
from bufferize.interfaces import AliasingValue, BufferRelation
from bufferize_sparse_tensor.ops_blocks import ForeachOp
from bufferize_sparse_tensor.ops_storage import AssembleOp, DisassembleOp, LoadOp, NewOp
from bufferize_sparse_tensor.ops_tensors import ConcatenateOp, ConvertOp

SparseOpT = TypeVar("SparseOpT", bound=ir.Operation)


class SparseModel(BufferizableOpInterface[SparseOpT]):
    """Base of the models: every tensor operand is read, none is written, and no value aliases one."""

    def bufferizes_to_memory_read(
        self, op: SparseOpT, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        return True

    def bufferizes_to_memory_write(
        self, op: SparseOpT, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def get_aliasing_values(
        self, op: SparseOpT, operand: ir.OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return []

    def bufferize(self, op: SparseOpT, rewriter: BufferizationRewriter) -> None:
        """Raise DiagnosticError: the sparsifier chooses the buffers."""
        problem = op.plain_error("sparse_tensor ops must be bufferized with the sparsifier")
        problem.diagnostics[0].note("give the program to mlir-opt --sparsifier")
        raise problem


class ReadModel(SparseModel[ir.Operation]):
    """Model of the ops that only read."""


class NewTensorModel(SparseModel[ConcatenateOp | ConvertOp]):
    """Model of the ops that make a new tensor from others."""

    def bufferizes_to_allocation(self, op: ConcatenateOp | ConvertOp, value: ir.Value) -> bool:
        return True

    def is_writable(
        self, op: ConcatenateOp | ConvertOp, value: ir.Value, state: AnalysisState
    ) -> bool:
        return True


class NewModel(SparseModel[NewOp]):
    """Model of sparse_tensor.new, which makes a new tensor; that counts as no write."""

    def bufferizes_to_allocation(self, op: NewOp, value: ir.Value) -> bool:
        return True

    def result_bufferizes_to_memory_write(
        self, op: NewOp, value: ir.Value, state: AnalysisState
    ) -> bool:
        return False


class LoadModel(SparseModel[LoadOp]):
    """Model of sparse_tensor.load, which returns its tensor."""

    def bufferizes_to_memory_read(
        self, op: LoadOp, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        return False

    def get_aliasing_values(
        self, op: LoadOp, operand: ir.OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [AliasingValue(op.result, BufferRelation.EQUIVALENT)]


class AssembleModel(SparseModel[AssembleOp]):
    """Model of sparse_tensor.assemble, which makes a tensor from the buffers of its operands."""

    def get_aliasing_values(
        self, op: AssembleOp, operand: ir.OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [AliasingValue(op.result, BufferRelation.EQUIVALENT)]


class DisassembleModel(SparseModel[DisassembleOp]):
    """Model of sparse_tensor.disassemble, which writes to its outputs and returns them."""

    def bufferizes_to_memory_read(
        self, op: DisassembleOp, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == 0

    def bufferizes_to_memory_write(
        self, op: DisassembleOp, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index > 0

    def get_aliasing_values(
        self, op: DisassembleOp, operand: ir.OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        if operand.index == 0:
            return []
        return [AliasingValue(op.results[operand.index - 1], BufferRelation.EQUIVALENT)]


class ForeachModel(SparseModel[ForeachOp]):
    """Model of sparse_tensor.foreach, which reads its tensor and must not carry tensors."""


_READS = ReadModel()
MODELS: dict[str, Model] = {
    "sparse_tensor.assemble": AssembleModel(),
    "sparse_tensor.concatenate": NewTensorModel(),
    "sparse_tensor.convert": NewTensorModel(),
    "sparse_tensor.coordinates": _READS,
    "sparse_tensor.coordinates_buffer": _READS,
    "sparse_tensor.disassemble": DisassembleModel(),
    "sparse_tensor.foreach": ForeachModel(),
    "sparse_tensor.load": LoadModel(),
    "sparse_tensor.new": NewModel(),
    "sparse_tensor.number_of_entries": _READS,
    "sparse_tensor.positions": _READS,
    "sparse_tensor.values": _READS,
}
