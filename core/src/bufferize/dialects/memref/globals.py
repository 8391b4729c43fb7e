"""Buffers that live as long as the program."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.memref.base import ALIGNMENT, MEMREF


@MEMREF.custom_directive("GlobalMemrefOpTypeAndInitialValue")
class TypeAndInitialValueDirective:
    """`type`, then ` = uninitialized`, ` = value` or nothing for a declaration."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[ir.TypeAttr, ir.Attribute | None]:
        """The type and the value, UnitAttr for an uninitialized one."""
        offset = parser.offset
        type = parser.parse_type()
        if not isinstance(type, ir.MemRefType) or not type.has_static_shape():
            raise parser.error(f"type should be static shaped memref, but got '{type}'", offset)
        if not parser.parse_optional_punctuation("="):
            return ir.TypeAttr(type), None
        if parser.parse_optional_keyword("uninitialized"):
            return ir.TypeAttr(type), ir.UNIT
        offset = parser.offset
        value = parser.parse_attribute(ir.RankedTensorType(type.shape, type.element_type))
        if not d.ELEMENTS_ATTR.check(value):
            raise parser.error("initial value should be a unit or elements attribute", offset)
        return ir.TypeAttr(type), value

    @staticmethod
    def print(
        printer: d.AsmPrinter, op: ir.Operation, type: ir.TypeAttr, value: ir.Attribute | None
    ) -> None:
        printer.print_type(type.type)
        if value is None:
            return
        printer.write(" = ")
        if isinstance(value, ir.UnitAttr):
            printer.write("uninitialized")
        else:
            printer.print_attribute_without_type(value)


@MEMREF.op("global")
class GlobalOp(d.Operation):
    """A buffer by name; without an initial value it is defined elsewhere."""

    __slots__ = ()

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    sym_visibility: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.MEMREF_TYPE_ATTR)
    initial_value: d.OptionalAttr[ir.Attribute, ir.Attribute] = d.optional_attr(d.ANY_ATTR)
    constant: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    traits = (d.SymbolTrait(),)
    assembly_format = """
        ($sym_visibility^)? (`constant` $constant^)? $sym_name `:`
        custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value) attr-dict
    """

    @property
    def is_external(self) -> bool:
        """Whether the buffer is defined elsewhere."""
        return self.initial_value is None

    def verify_op(self) -> None:
        type, value = self.type.type, self.initial_value
        if not isinstance(type, ir.MemRefType) or not type.has_static_shape():
            raise self.error(f"type should be static shaped memref, but got '{type}'")
        if value is None or isinstance(value, ir.UnitAttr):
            return
        value_type = getattr(value, "type", None)
        if not d.ELEMENTS_ATTR.check(value) or not isinstance(value_type, ir.RankedTensorType):
            raise self.error(
                f"initial value should be a unit or elements attribute, but got {value}"
            )
        if value_type.element_type is not type.element_type:
            raise self.error(
                f"initial value element expected to be of type '{type.element_type}', "
                f"but was of type '{value_type.element_type}'"
            )
        if value_type.shape != type.shape:
            expected, found = (", ".join(map(str, t.shape)) for t in (type, value_type))
            raise self.error(f"initial value shape expected to be {expected} but was {found}")


@MEMREF.op("get_global")
class GetGlobalOp(d.Operation):
    """The buffer of a global."""

    __slots__ = ()

    symbol: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.FLAT_SYMBOL_REF, name="name")
    result: d.Result = d.result(d.STATIC_MEMREF)
    traits = (d.Pure(),)
    assembly_format = "$name `:` type($result) attr-dict"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Checks that the symbol is a global of the result's type."""
        name = self.symbol.root
        found = tables.lookup(self, self.symbol)
        if not isinstance(found, GlobalOp):
            raise self.error(f"'{name}' does not reference a valid global memref")
        if found.type.type is not self.result.type:
            raise self.error(
                f"result type '{self.result.type}' does not match type '{found.type.type}' "
                f"of the global memref @{name}"
            )
