"""Shape functions and libraries of them."""

from __future__ import annotations

from collections.abc import Mapping

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.function_ops import FunctionOp
from bufferize.interfaces import RegionBranchTerminatorOpInterface
from bufferize_shape.base import SHAPE_DIALECT


@SHAPE_DIALECT.op("function_library")
class FunctionLibraryOp(d.Operation):
    """Shape functions, and the names of the ops whose results they tell the shapes of."""

    __slots__ = ()

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    sym_visibility: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    mapping: d.Attr[ir.DictionaryAttr, Mapping[str, ir.Attribute]] = d.attr(d.DICT_ATTR)
    body: d.Region = d.region()
    traits = (
        d.AffineScope(),
        d.IsolatedFromAbove(),
        d.NoRegionArguments(),
        d.SymbolTableTrait(),
        d.SymbolTrait(),
        d.NoTerminator(),
        d.SingleBlock(),
    )
    default_dialect = "shape"

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """`@name (attributes {…})? {...} mapping {…}`."""
        state.properties["sym_name"] = ir.StringAttr(parser.parse_symbol_name())
        state.attributes.update(parser.parse_optional_attr_dict_with_keyword())
        state.regions = [parser.parse_region()]
        parser.parse_keyword("mapping")
        offset = parser.offset
        mapping = parser.parse_attribute(ir.NONE)
        if not isinstance(mapping, ir.DictionaryAttr):
            raise parser.error("invalid kind of attribute specified", offset)
        state.properties["mapping"] = mapping

    def print(self, printer: d.AsmPrinter) -> None:
        """As `parse` reads it."""
        printer.write(" ")
        printer.print_symbol_name(self.sym_name.value)
        printer.print_attr_dict_with_keyword(self, ("sym_name", "mapping"))
        printer.write(" ")
        printer.print_region(self.body)
        printer.write(" mapping ")
        printer.print_attribute_without_type(self.mapping)


@SHAPE_DIALECT.op("func")
class FuncOp(FunctionOp):
    """A function from values or shapes to shapes."""

    __slots__ = ()

    traits = (
        d.AffineScope(),
        d.AutomaticAllocationScope(),
        d.IsolatedFromAbove(),
        d.SymbolTrait(),
    )
    default_dialect = "shape"


@SHAPE_DIALECT.op("return")
class ReturnOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends a shape function with its results, which need not fit its type."""

    __slots__ = ()

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.Pure(), d.HasParent("shape.func"), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"
