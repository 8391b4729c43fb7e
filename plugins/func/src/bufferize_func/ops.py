"""All ops of the func dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.function_ops import FunctionOp, verify_call, verify_return
from bufferize.interfaces import CallOpInterface, RegionBranchTerminatorOpInterface
from bufferize_func.dialect import FUNC as FUNC


@FUNC.op("func")
class FuncOp(FunctionOp):
    """A function, possibly only declared, without a body."""

    no_inline: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    traits = (
        d.AffineScope(),
        d.AutomaticAllocationScope(),
        d.IsolatedFromAbove(),
        d.SymbolTrait(),
    )
    default_dialect = "func"


@FUNC.op("return")
class ReturnOp(d.Operation, RegionBranchTerminatorOpInterface):
    """The end of a function, with its results."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (
        d.Pure(),
        d.HasParent("func.func"),
        d.MemRefsNormalizable(),
        d.ReturnLike(),
        d.IsTerminator(),
    )
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> None:
        function = self.parent_op
        assert isinstance(function, FuncOp)
        verify_return(self, function, "return", "returns")


@FUNC.op("call")
class CallOp(d.Operation, CallOpInterface):
    """A call of a function by its name."""

    callee: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.FLAT_SYMBOL_REF)
    arguments: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    arg_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    res_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    no_inline: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    traits = (d.MemRefsNormalizable(),)
    assembly_format = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the callee is a function of this signature."""
        name = self.callee.root
        function = tables.lookup(self, self.callee)
        if not isinstance(function, FuncOp):
            raise self.error(f"'{name}' does not reference a valid function")
        verify_call(self, function.signature)


def _inputs(type: ir.Type) -> tuple[ir.Type, ...]:
    return type.inputs if isinstance(type, ir.FunctionType) else ()


def _results(type: ir.Type) -> tuple[ir.Type, ...]:
    return type.results if isinstance(type, ir.FunctionType) else ()


@FUNC.op("call_indirect")
class CallIndirectOp(d.Operation, CallOpInterface):
    """A call of a function that is a value."""

    callee: d.Operand = d.operand(d.FUNCTION)
    callee_operands: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    arg_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    res_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    traits = (
        d.TypesMatchWith(
            "callee", "callee_operands", _inputs, "callee input types match argument types"
        ),
        d.TypesMatchWith("callee", "outputs", _results, "callee result types match result types"),
    )
    assembly_format = "$callee `(` $callee_operands `)` attr-dict `:` type($callee)"

    @property
    def arg_operands(self) -> list[ir.OpOperand]:
        """All operands but the callee."""
        return self.op_operands[1:]

    def verify_op(self) -> None:
        # The traits skip absent operands, as if they were optional.
        if len(self.callee_operands) != len(_inputs(self.callee.type)):
            raise self.error("failed to verify that callee input types match argument types")
        if len(self.results) != len(_results(self.callee.type)):
            raise self.error("failed to verify that callee result types match result types")

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Call the function by its name if it is known."""
        function = self.callee.defining_op
        if not isinstance(function, ConstantOp):
            return False
        properties = {**self.properties, "callee": function.value}
        call = CallOp.create(
            self.callee_operands, self.result_types, properties, location=self.location
        )
        rewriter.replace_op(self, rewriter.insert(call).results)
        return True


@FUNC.op("constant")
class ConstantOp(d.Operation):
    """A function as a value."""

    value: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.FLAT_SYMBOL_REF)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (d.ConstantLike(), d.Pure())
    assembly_format = "attr-dict $value `:` type($result)"
    result_name = "f"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the symbol is a function of this type."""
        function = tables.lookup(self, self.value)
        if not isinstance(function, FuncOp):
            raise self.error(f"reference to undefined function '{self.value.root}'")
        if function.signature is not self.result.type:
            raise self.error("reference to function with mismatched type")

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [self.value]
