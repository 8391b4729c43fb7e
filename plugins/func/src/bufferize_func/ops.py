"""Functions, calls and returns."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    AffineScope,
    AutomaticAllocationScope,
    ConstantLike,
    HasParent,
    IsolatedFromAbove,
    IsTerminator,
    MemRefsNormalizable,
    Operation,
    Pure,
    ReturnLike,
    SymbolTrait,
    TypesMatchWith,
)
from bufferize.define.attr_constraints import DICT_ARRAY, FLAT_SYMBOL_REF, UNIT_ATTR
from bufferize.define.type_constraints import ANY_TYPE, FUNCTION
from bufferize.dialects.function_ops import FunctionOp, verify_call, verify_return
from bufferize.interfaces import CallOpInterface, RegionBranchTerminatorOpInterface
from bufferize.ir import (
    ArrayAttr,
    Attribute,
    FunctionType,
    OpOperand,
    SymbolRefAttr,
    SymbolTables,
    Type,
    UnitAttr,
    Value,
)
from bufferize_func.base import FUNC


@FUNC.op("func")
class FuncOp(FunctionOp):
    """A function; without a body it is declared only."""

    __slots__ = ()

    no_inline: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    traits = (
        AffineScope(),
        AutomaticAllocationScope(),
        IsolatedFromAbove(),
        SymbolTrait(),
    )
    default_dialect = "func"


@FUNC.op("return")
class ReturnOp(Operation, RegionBranchTerminatorOpInterface):
    """Ends a function with its results."""

    __slots__ = ()

    values: d.VariadicOperand = d.variadic_operand(ANY_TYPE, name="operands")
    traits = (
        Pure(),
        HasParent("func.func"),
        MemRefsNormalizable(),
        ReturnLike(),
        IsTerminator(),
    )
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> None:
        function = self.parent_op
        assert isinstance(function, FuncOp)
        verify_return(self, function, "return", "returns")


@FUNC.op("call")
class CallOp(Operation, CallOpInterface):
    """Calls a function by its name."""

    __slots__ = ()

    callee: d.Attr[SymbolRefAttr, str] = d.attr(FLAT_SYMBOL_REF)
    arguments: d.VariadicOperand = d.variadic_operand(ANY_TYPE, name="operands")
    arg_attrs: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(DICT_ARRAY)
    res_attrs: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(DICT_ARRAY)
    no_inline: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    outputs: d.VariadicResult = d.variadic_result(ANY_TYPE, name="results")
    traits = (MemRefsNormalizable(),)
    assembly_format = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)"

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        """Checks that the callee is a function of this signature."""
        name = self.callee.root
        function = tables.lookup(self, self.callee)
        if not isinstance(function, FuncOp):
            raise self.error(f"'{name}' does not reference a valid function")
        verify_call(self, function.signature)


def _inputs(type: Type) -> tuple[Type, ...]:
    return type.inputs if isinstance(type, FunctionType) else ()


def _results(type: Type) -> tuple[Type, ...]:
    return type.results if isinstance(type, FunctionType) else ()


@FUNC.op("call_indirect")
class CallIndirectOp(Operation, CallOpInterface):
    """Calls a function that is a value."""

    __slots__ = ()

    callee: d.Operand = d.operand(FUNCTION)
    callee_operands: d.VariadicOperand = d.variadic_operand(ANY_TYPE)
    arg_attrs: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(DICT_ARRAY)
    res_attrs: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(DICT_ARRAY)
    outputs: d.VariadicResult = d.variadic_result(ANY_TYPE, name="results")
    traits = (
        TypesMatchWith(
            "callee", "callee_operands", _inputs, "callee input types match argument types"
        ),
        TypesMatchWith("callee", "outputs", _results, "callee result types match result types"),
    )
    assembly_format = "$callee `(` $callee_operands `)` attr-dict `:` type($callee)"

    @property
    def arg_operands(self) -> list[OpOperand]:
        """All operands but the callee."""
        return self.op_operands[1:]

    def verify_op(self) -> None:
        # Traits take an absent operand for an optional one.
        if len(self.callee_operands) != len(_inputs(self.callee.type)):
            raise self.error("failed to verify that callee input types match argument types")
        if len(self.results) != len(_results(self.callee.type)):
            raise self.error("failed to verify that callee result types match result types")


@FUNC.op("constant")
class ConstantOp(Operation):
    """A function as a value."""

    __slots__ = ()

    value: d.Attr[SymbolRefAttr, str] = d.attr(FLAT_SYMBOL_REF)
    result: d.Result = d.result(ANY_TYPE)
    traits = (ConstantLike(), Pure())
    assembly_format = "attr-dict $value `:` type($result)"
    result_name = "f"

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        """Checks that the symbol is a function of this type."""
        function = tables.lookup(self, self.value)
        if not isinstance(function, FuncOp):
            raise self.error(f"reference to undefined function '{self.value.root}'")
        if function.signature is not self.result.type:
            raise self.error("reference to function with mismatched type")

    def fold(self) -> list[Value | Attribute]:
        return [self.value]
