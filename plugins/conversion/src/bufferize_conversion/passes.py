"""The partial bufferization passes, under the names and with the options of mlir-opt up to 19."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bufferize import ir
from bufferize.driver import OneShotOptions, Report
from bufferize_conversion.partial import PartialBufferizePass

if TYPE_CHECKING:
    from bufferize.driver.bufferizable import ModelContext


@dataclass(frozen=True)
class ArithBufferizePass(PartialBufferizePass):
    """Bufferizes the arith dialect: constants become globals of the module that it runs on."""

    name = "arith-bufferize"
    dialects = ("arith",)
    alignment: int = 0
    """Alignment of the globals in bytes, 0 for none."""

    def bufferize_options(self) -> OneShotOptions:
        return replace(super().bufferize_options(), buffer_alignment=self.alignment)


@dataclass(frozen=True)
class TensorConstantBufferizePass(ArithBufferizePass):
    """Bufferizes constants that are tensors; a pass of mlir-opt up to 14."""

    name = "tensor-constant-bufferize"

    def bufferize_options(self) -> OneShotOptions:
        def is_chosen(op: ir.Operation) -> bool:
            return op.name == "arith.constant" or op.dialect_name == "bufferization"

        return replace(super().bufferize_options(), op_filter=is_chosen)


@dataclass(frozen=True)
class BufferizationBufferizePass(PartialBufferizePass):
    """Bufferizes the bufferization dialect."""

    name = "bufferization-bufferize"
    dialects = ()


@dataclass(frozen=True)
class FuncBufferizePass(PartialBufferizePass):
    """Bufferizes functions, calls, returns, and the branches between blocks of functions."""

    name = "func-bufferize"
    dialects = ("func", "cf")

    def bufferize_options(self) -> OneShotOptions:
        return replace(super().bufferize_options(), bufferize_function_boundaries=True)

    def report(self, op: ir.Operation, context: ModelContext) -> Report:
        for nested in list(op.walk_post()):
            if nested is not op and nested.has_trait(ir.SymbolTableTrait):
                super().report(nested, context)
        return super().report(op, context)


@dataclass(frozen=True)
class LinalgBufferizePass(PartialBufferizePass):
    """Bufferizes the linalg dialect."""

    name = "linalg-bufferize"
    dialects = ("linalg",)


@dataclass(frozen=True)
class ScfBufferizePass(PartialBufferizePass):
    """Bufferizes the scf dialect."""

    name = "scf-bufferize"
    dialects = ("scf",)


@dataclass(frozen=True)
class ShapeBufferizePass(PartialBufferizePass):
    """Bufferizes the shape dialect."""

    name = "shape-bufferize"
    dialects = ("shape",)


@dataclass(frozen=True)
class TensorBufferizePass(PartialBufferizePass):
    """Bufferizes the tensor dialect."""

    name = "tensor-bufferize"
    dialects = ("tensor",)


@dataclass(frozen=True)
class VectorBufferizePass(PartialBufferizePass):
    """Bufferizes the vector dialect."""

    name = "vector-bufferize"
    dialects = ("vector",)
