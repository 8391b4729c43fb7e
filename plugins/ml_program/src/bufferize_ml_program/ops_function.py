"""Functions of the ml_program dialect and their terminators."""

from __future__ import annotations

from bufferize import define as d
from bufferize.dialects.function_ops import FunctionOp, verify_return
from bufferize.interfaces import RegionBranchTerminatorOpInterface
from bufferize_ml_program.base import ML_PROGRAM


@ML_PROGRAM.op("func")
class FuncOp(FunctionOp):
    """A function whose ops run in order."""

    traits = (d.IsolatedFromAbove(), d.SymbolTrait())


@ML_PROGRAM.op("subgraph")
class SubgraphOp(FunctionOp):
    """A function whose ops are a graph: in any order that their operands allow."""

    traits = (d.GraphRegion(), d.IsolatedFromAbove(), d.SingleBlock(), d.SymbolTrait())


@ML_PROGRAM.op("return")
class ReturnOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends a function with its results."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.Pure(), d.HasParent("ml_program.func"), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> None:
        function = self.parent_op
        assert isinstance(function, FuncOp)
        verify_return(self, function, "return", "returns")


@ML_PROGRAM.op("output")
class OutputOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends a subgraph with its results."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.Pure(), d.HasParent("ml_program.subgraph"), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> None:
        function = self.parent_op
        assert isinstance(function, SubgraphOp)
        verify_return(self, function, "output", "outputs")
