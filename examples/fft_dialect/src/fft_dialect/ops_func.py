"""Functions, calls and returns."""

from __future__ import annotations

from bufferize import define as d
from bufferize.dialects.function_ops import FunctionOp, verify_return
from bufferize.interfaces import (
    CallOpInterface,
    FunctionOpInterface,
    RegionBranchTerminatorOpInterface,
)
from bufferize.ir import SymbolTables
from fft_dialect.base import DIALECT


@DIALECT.op("func")
class FuncOp(FunctionOp):
    """A function."""

    traits = (d.AutomaticAllocationScope(), d.IsolatedFromAbove(), d.SymbolTrait())


@DIALECT.op("return")
class ReturnOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends a function with its results."""

    values = d.variadic_operand(d.ANY_TYPE)
    traits = (d.Pure(), d.HasParent("fft.func"), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($values^ `:` type($values))?"

    def verify_op(self) -> None:
        function = self.parent_op
        assert isinstance(function, FuncOp)
        verify_return(self, function, "return", "returns")


@DIALECT.op("call")
class CallOp(d.Operation, CallOpInterface):
    """Calls a function of any dialect by its name."""

    callee = d.attr(d.FLAT_SYMBOL_REF)
    arguments = d.variadic_operand(d.ANY_TYPE)
    outputs = d.variadic_result(d.ANY_TYPE)
    assembly_format = (
        "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, $outputs)"
    )

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        function = tables.lookup(self, self.callee)
        if not isinstance(function, FunctionOpInterface):
            raise self.error(f"'{self.callee.root}' does not reference a function")
        signature = function.signature
        if (signature.inputs, signature.results) != (self.operand_types, self.result_types):
            raise self.error(f"does not fit the type of '{self.callee.root}', {signature}")
