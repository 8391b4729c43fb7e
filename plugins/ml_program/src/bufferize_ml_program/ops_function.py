"""Functions of the ml_program dialect and their terminators."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    GraphRegion,
    HasParent,
    IsolatedFromAbove,
    IsTerminator,
    Operation,
    Pure,
    ReturnLike,
    SingleBlock,
    SymbolTrait,
)
from bufferize.define.type_constraints import ANY_TYPE
from bufferize.dialects.function_ops import FunctionOp, verify_return
from bufferize.interfaces import RegionBranchTerminatorOpInterface
from bufferize_ml_program.base import ML_PROGRAM


@ML_PROGRAM.op("func")
class FuncOp(FunctionOp):
    """A function whose ops run in order."""

    __slots__ = ()

    traits = (IsolatedFromAbove(), SymbolTrait())


@ML_PROGRAM.op("subgraph")
class SubgraphOp(FunctionOp):
    """A function whose ops are a graph: in any order that their operands allow."""

    __slots__ = ()

    traits = (GraphRegion(), IsolatedFromAbove(), SingleBlock(), SymbolTrait())


@ML_PROGRAM.op("return")
class ReturnOp(Operation, RegionBranchTerminatorOpInterface):
    """Ends a function with its results."""

    __slots__ = ()

    values: d.VariadicOperand = d.variadic_operand(ANY_TYPE, name="operands")
    traits = (Pure(), HasParent("ml_program.func"), ReturnLike(), IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> None:
        function = self.parent_op
        assert isinstance(function, FuncOp)
        verify_return(self, function, "return", "returns")


@ML_PROGRAM.op("output")
class OutputOp(Operation, RegionBranchTerminatorOpInterface):
    """Ends a subgraph with its results."""

    __slots__ = ()

    values: d.VariadicOperand = d.variadic_operand(ANY_TYPE, name="operands")
    traits = (Pure(), HasParent("ml_program.subgraph"), ReturnLike(), IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> None:
        function = self.parent_op
        assert isinstance(function, SubgraphOp)
        verify_return(self, function, "output", "outputs")
