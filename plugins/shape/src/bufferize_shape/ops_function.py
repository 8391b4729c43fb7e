"""Functions of shapes, and libraries that map ops to them."""

from __future__ import annotations

from collections.abc import Mapping

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.function_ops import FunctionOp
from bufferize.interfaces import RegionBranchTerminatorOpInterface
from bufferize_shape.dialect import SHAPE_DIALECT


@SHAPE_DIALECT.op("function_library")
class FunctionLibraryOp(d.Operation):
    """A library of shape functions, and the names of the ops whose result shapes they compute."""

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
        """Parse `@name (attributes {…})? {...} mapping {…}`."""
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
        """Print the syntax that `parse` accepts."""
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

    traits = (
        d.AffineScope(),
        d.AutomaticAllocationScope(),
        d.IsolatedFromAbove(),
        d.SymbolTrait(),
    )
    default_dialect = "shape"


@SHAPE_DIALECT.op("return")
class ReturnOp(d.Operation, RegionBranchTerminatorOpInterface):
    """The end of a shape function, with results whose types may differ from the function's."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.Pure(), d.HasParent("shape.func"), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"


_LIBRARY = "shape.lib"


def op_attribute_problem(op: ir.Operation, name: str, value: ir.Attribute) -> str | None:
    """Return the problem with a `shape.…` attribute of an op; None if there is none."""
    if name != _LIBRARY:
        return None
    if not op.has_trait(ir.SymbolTableTrait):
        return f"{_LIBRARY} attribute may only be on op implementing SymbolTable"
    if isinstance(value, ir.SymbolRefAttr):
        symbol = ir.SymbolTables().lookup_in(op, value)
        if symbol is None:
            return f"shape function library {value} not found"
        if not isinstance(symbol, FunctionLibraryOp):
            return f"{value} required to be shape function library"
        return None
    if isinstance(value, ir.ArrayAttr):
        return _problem_of_several(op, value)
    return f"only SymbolRefAttr or array of SymbolRefAttrs allowed as {_LIBRARY} attribute"


def _problem_of_several(op: ir.Operation, libraries: ir.ArrayAttr) -> str | None:
    """Return the problem with several libraries: no two of them may map the same op."""
    tables = ir.SymbolTables()
    mapped: set[str] = set()
    for reference in libraries.elements:
        if not isinstance(reference, ir.SymbolRefAttr):
            return f"only SymbolRefAttr allowed in {_LIBRARY} attribute array"
        library = tables.lookup_in(op, reference)
        if not isinstance(library, FunctionLibraryOp):
            return f"{reference} does not refer to FunctionLibraryOp"
        mapping = library.get_attr("mapping")
        if not isinstance(mapping, ir.DictionaryAttr):
            continue  # the library itself is in error
        for name, _ in mapping.entries:
            if name in mapped:
                return f'only one op to shape mapping allowed, found multiple for `"{name}"`'
            mapped.add(name)
    return None


SHAPE_DIALECT.op_attribute_problem = op_attribute_problem
