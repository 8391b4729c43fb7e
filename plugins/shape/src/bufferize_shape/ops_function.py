"""Shape functions and libraries of them."""

from __future__ import annotations

from collections.abc import Mapping

from bufferize import define as d
from bufferize.define import (
    AffineScope,
    AutomaticAllocationScope,
    HasParent,
    IsolatedFromAbove,
    IsTerminator,
    NoRegionArguments,
    NoTerminator,
    Operation,
    Pure,
    ReturnLike,
    SingleBlock,
    SymbolTableTrait,
    SymbolTrait,
)
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.attr_constraints import DICT_ATTR, STR_ATTR, SYMBOL_NAME
from bufferize.define.type_constraints import ANY_TYPE
from bufferize.dialects.function_ops import FunctionOp
from bufferize.interfaces import RegionBranchTerminatorOpInterface
from bufferize.ir import NONE, Attribute, DictionaryAttr, StringAttr
from bufferize_shape.base import SHAPE_DIALECT


@SHAPE_DIALECT.op("function_library")
class FunctionLibraryOp(Operation):
    """Shape functions, and the names of the ops whose results they tell the shapes of."""

    __slots__ = ()

    sym_name: d.Attr[StringAttr, str] = d.attr(SYMBOL_NAME)
    sym_visibility: d.OptionalAttr[StringAttr, str] = d.optional_attr(STR_ATTR)
    mapping: d.Attr[DictionaryAttr, Mapping[str, Attribute]] = d.attr(DICT_ATTR)
    body: d.Region = d.region()
    traits = (
        AffineScope(),
        IsolatedFromAbove(),
        NoRegionArguments(),
        SymbolTableTrait(),
        SymbolTrait(),
        NoTerminator(),
        SingleBlock(),
    )
    default_dialect = "shape"

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        """`@name (attributes {…})? {...} mapping {…}`."""
        state.properties["sym_name"] = StringAttr(parser.parse_symbol_name())
        state.attributes.update(parser.parse_optional_attr_dict_with_keyword())
        state.regions = [parser.parse_region()]
        parser.parse_keyword("mapping")
        offset = parser.offset
        mapping = parser.parse_attribute(NONE)
        if not isinstance(mapping, DictionaryAttr):
            raise parser.error("invalid kind of attribute specified", offset)
        state.properties["mapping"] = mapping

    def print(self, printer: AsmPrinter) -> None:
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
        AffineScope(),
        AutomaticAllocationScope(),
        IsolatedFromAbove(),
        SymbolTrait(),
    )
    default_dialect = "shape"


@SHAPE_DIALECT.op("return")
class ReturnOp(Operation, RegionBranchTerminatorOpInterface):
    """Ends a shape function with its results, which need not fit its type."""

    __slots__ = ()

    values: d.VariadicOperand = d.variadic_operand(ANY_TYPE, name="operands")
    traits = (Pure(), HasParent("shape.func"), ReturnLike(), IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"
