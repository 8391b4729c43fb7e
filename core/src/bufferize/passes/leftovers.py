"""What bufferization leaves: `--finalizing-bufferize` and `--convert-bufferization-to-memref`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bufferize.ir import Operation
from bufferize.passes.base import Pass
from bufferize.transforms import finalize_bufferization, lower_bufferization_ops

if TYPE_CHECKING:
    from bufferize.driver import ModelContext


@dataclass(frozen=True)
class FinalizingBufferizePass(Pass):
    """Drops `to_tensor` and `to_buffer` between buffers; any other tensor is an error.

    It ends a bufferization in several steps. mlir-opt had it up to version 19.
    """

    name = "finalizing-bufferize"

    def run(self, op: Operation, context: ModelContext) -> None:
        finalize_bufferization(op, context, verify=False)


@dataclass(frozen=True)
class ConvertBufferizationToMemRefPass(Pass):
    """Lowers `bufferization.clone` and `bufferization.dealloc` to the memref dialect.

    https://mlir.llvm.org/docs/Passes/#-convert-bufferization-to-memref
    """

    name = "convert-bufferization-to-memref"

    def run(self, op: Operation, context: ModelContext) -> None:
        lower_bufferization_ops(op, context, verify=False)
