"""Functions whose results are there later, and calls of them."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.function_ops import FunctionOp, verify_call
from bufferize.interfaces import CallOpInterface, RegionBranchTerminatorOpInterface
from bufferize_async.base import ASYNC, VALUE_OR_TOKEN, TokenType, ValueType


@ASYNC.op("func")
class FuncOp(FunctionOp):
    """A function that returns values before they are there, and maybe a token before these."""

    traits = (d.IsolatedFromAbove(), d.SymbolTrait())
    default_dialect = "async"

    @property
    def is_stateful(self) -> bool:
        """Whether the first result is a token."""
        return isinstance(self.signature.results[0], TokenType)

    def verify_op(self) -> None:
        super().verify_op()
        results = self.signature.results
        if not results:
            raise self.error("result is expected to be at least of size 1, but got 0")
        for number, type in enumerate(results, start=1):
            if not isinstance(type, TokenType | ValueType):
                raise self.error(
                    f"result type must be async value type or async token type, but got '{type}'"
                )
            if isinstance(type, TokenType) and number > 1:
                raise self.error(
                    " results' (optional) async token type is expected to appear as the 1st return "
                    f"value, but got {number}"
                )


@ASYNC.op("call")
class CallOp(d.Operation, CallOpInterface):
    """Calls an async.func by its name."""

    callee: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.FLAT_SYMBOL_REF)
    arguments: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    arg_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    res_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    outputs: d.VariadicResult = d.variadic_result(VALUE_OR_TOKEN, name="results")
    assembly_format = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Checks that the callee is an async function of this signature."""
        function = tables.lookup(self, self.callee)
        if not isinstance(function, FuncOp):
            raise self.error(f"'{self.callee.root}' does not reference a valid async function")
        verify_call(self, function.signature)


@ASYNC.op("return")
class ReturnOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends an async.func: its values are there now."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.HasParent("async.func"), d.Pure(), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> None:
        function = self.parent_op
        assert isinstance(function, FuncOp)
        results = function.signature.results[int(function.is_stateful) :]
        types = [type.value_type for type in results if isinstance(type, ValueType)]
        if types != list(self.operand_types):
            raise self.error("operand types do not match the types returned from the parent FuncOp")
