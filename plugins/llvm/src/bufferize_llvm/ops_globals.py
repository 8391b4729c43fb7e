"""Globals: variables, aliases and indirect functions."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_llvm.attributes import (
    ZeroAttr,
)
from bufferize_llvm.constraints import VARIABLE_EXPRESSIONS
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.enums import (
    DEFAULT_VISIBILITY,
    NOT_UNNAMED,
    UNNAMED_ADDR,
    VISIBILITY,
    LinkageAttr,
)
from bufferize_llvm.ops_function import (
    LLVMFuncOp,
    parse_comdat,
    parse_linkage,
    parse_unnamed,
    parse_visibility,
    print_comdat,
)
from bufferize_llvm.types import (
    ArrayType,
    LLVMFunctionType,
    PointerType,
    TargetExtType,
    VoidType,
    is_compatible,
)

_NO_SPACE = ir.IntegerAttr(0, ir.I32)
_SPACE = d.confined(d.I32_ATTR, d.NON_NEGATIVE)


class GlobalBase(d.Operation):
    """Base of the symbols that a region may initialize."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    linkage: d.Attr[LinkageAttr, str] = d.attr(LinkageAttr)
    dso_local: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    thread_local: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(
        d.UNIT_ATTR, name="thread_local_"
    )
    unnamed_addr: d.OptionalAttr[ir.IntegerAttr, str] = d.optional_attr(UNNAMED_ADDR)
    visibility: d.Attr[ir.IntegerAttr, str] = d.default_attr(
        VISIBILITY, DEFAULT_VISIBILITY, name="visibility_"
    )
    initializer: d.Region = d.region()

    @classmethod
    def parse_start(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `linkage? visibility? thread_local? unnamed?`."""
        parse_linkage(parser, state)
        parse_visibility(parser, state)
        if parser.parse_optional_keyword("thread_local"):
            state.properties["thread_local_"] = ir.UNIT
        parse_unnamed(parser, state)

    def print_start(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_start` accepts, always with the linkage, and a space."""
        words = [
            self.linkage.keyword,
            VISIBILITY.keyword(self.visibility),
            "thread_local" if self.thread_local is not None else "",
            UNNAMED_ADDR.keyword(self.unnamed_addr or NOT_UNNAMED),
        ]
        printer.write("".join(f" {word}" for word in words if word) + " ")

    def print_initializer(self, printer: d.AsmPrinter) -> None:
        """Write a space and the region, if it is not empty."""
        if self.initializer.blocks:
            printer.write(" ")
            printer.print_region(self.initializer)

    def verify_initializer(self, type: ir.Type, word: str) -> None:
        """Check the region that computes the initial value."""
        region = self.initializer
        if not region.blocks:
            return
        last = region.blocks[0].last_op
        if len(region.blocks) > 1:
            raise self.error("expects region #0 to have 0 or 1 blocks")
        if last is None or last.name != "llvm.return" or not last.operands:
            raise self.error("initializer region cannot return void")
        if last.operands[0].type is not type:
            raise self.error(
                f"initializer region type '{last.operands[0].type}' does not match {word} type "
                f"'{type}'"
            )


_ELIDED = (
    "alias_type",
    "comdat",
    "constant",
    "global_type",
    "linkage",
    "sym_name",
    "thread_local_",
    "unnamed_addr",
    "value",
    "visibility_",
)


def _size_of(text: ir.StringAttr) -> int:
    return len(text.value.encode("utf-8", "surrogateescape"))


@LLVM.op("mlir.global")
class GlobalOp(GlobalBase):
    """A variable, or a constant, with a value or a region that computes it."""

    global_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    constant: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    externally_initialized: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    value: d.OptionalAttr[ir.Attribute, ir.Attribute] = d.optional_attr(d.ANY_ATTR)
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.I64_ATTR)
    addr_space: d.Attr[ir.IntegerAttr, int] = d.default_attr(_SPACE, _NO_SPACE)
    section: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    comdat: d.OptionalAttr[ir.SymbolRefAttr, str] = d.optional_attr(d.SYMBOL_REF)
    dbg_exprs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(VARIABLE_EXPRESSIONS)
    target_specific_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.ARRAY_ATTR)
    traits = (d.IsolatedFromAbove(), d.SymbolTrait(), d.SingleBlock())

    @property
    def symbol_type(self) -> ir.Type:
        """The type of the variable."""
        return self.global_type.type

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `… constant? @name(value) comdat? {attributes} : type region?`."""
        cls.parse_start(parser, state)
        if parser.parse_optional_keyword("constant"):
            state.properties["constant"] = ir.UNIT
        state.properties["sym_name"] = ir.StringAttr(parser.parse_symbol_name())
        parser.parse_punctuation("(")
        value = None
        if not parser.parse_optional_punctuation(")"):
            value = state.properties["value"] = parser.parse_attribute()
            parser.parse_punctuation(")")
        parse_comdat(parser, state)
        state.attributes.update(parser.parse_optional_attr_dict())
        offset = parser.offset
        types = parser.parse_optional_colon_type_list()
        if len(types) > 1:
            raise parser.error("requires zero or one type", offset)
        region = ir.Region()
        if types:
            region = parser.parse_optional_region() or region
        elif isinstance(value, ir.StringAttr):
            types = [ArrayType(_size_of(value), ir.IntegerType(8))]
        else:
            raise parser.error("type can only be omitted for string globals", offset)
        state.properties["global_type"] = ir.TypeAttr(types[0])
        state.regions.append(region)

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse` accepts."""
        self.print_start(printer)
        printer.write("constant " if self.constant is not None else "")
        printer.print_symbol_name(self.sym_name.value)
        printer.write("(")
        if self.value is not None:
            printer.print_attribute(self.value)
        printer.write(")")
        print_comdat(printer, self.comdat)
        printer.print_attr_dict(self, _ELIDED)
        if isinstance(self.value, ir.StringAttr):
            return
        printer.write(" : ")
        printer.print_type(self.symbol_type)
        self.print_initializer(printer)

    def verify_op(self) -> None:
        type, value = self.symbol_type, self.value
        if not is_compatible(type) or isinstance(type, VoidType | LLVMFunctionType):
            raise self.error("expects type to be a valid element type for an LLVM global")
        parent = self.parent_op
        if parent is not None and not parent.has_trait(d.SymbolTableTrait):
            raise self.error("symbol's parent must have the SymbolTable trait")
        if isinstance(value, ir.StringAttr):
            fits = (
                isinstance(type, ArrayType)
                and type.element_type is ir.IntegerType(8)
                and type.num_elements == _size_of(value)
            )
            if not fits:
                raise self.error(
                    "requires an i8 array type of the length equal to that of the string attribute"
                )
        if isinstance(type, TargetExtType):
            if not type.has_zero():
                raise self.error("this target extension type cannot be used in a global")
            if value is not None:
                raise self.error(
                    "global with target extension type can only be initialized with zero-initializer"
                )
        linkage = self.linkage.keyword
        if linkage == "common" and not self._is_zero():
            raise self.error("expected zero value for 'common' linkage")
        if linkage == "appending" and not isinstance(type, ArrayType):
            raise self.error("expected array type for 'appending' linkage")
        if self.initializer.blocks and value is not None:
            raise self.error("cannot have both initializer value and region")
        if self.alignment is not None:
            alignment = self.alignment.value
            if alignment <= 0 or alignment & (alignment - 1):
                raise self.error("alignment attribute is not a power of 2")
        self.verify_initializer(type, "global")

    def _is_zero(self) -> bool:
        value = self.value
        if isinstance(value, ir.IntegerAttr):
            return value.value == 0
        if isinstance(value, ir.FloatAttr):
            return value.bits == 0
        return value is None or isinstance(value, ZeroAttr)


@LLVM.op("mlir.alias")
class AliasOp(GlobalBase):
    """Another name for a global, or for an address within one."""

    alias_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    initializer: d.Region = d.region(1)
    traits = (d.IsolatedFromAbove(), d.SymbolTrait(), d.SingleBlock())

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `… @name {attributes} : type region`."""
        cls.parse_start(parser, state)
        state.properties["sym_name"] = ir.StringAttr(parser.parse_symbol_name())
        state.attributes.update(parser.parse_optional_attr_dict())
        offset = parser.offset
        types = parser.parse_optional_colon_type_list()
        if len(types) != 1:
            raise parser.error("requires one type", offset)
        state.properties["alias_type"] = ir.TypeAttr(types[0])
        state.regions.append(parser.parse_region())

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse` accepts."""
        self.print_start(printer)
        printer.print_symbol_name(self.sym_name.value)
        printer.print_attr_dict(self, _ELIDED)
        printer.write(" : ")
        printer.print_type(self.alias_type.type)
        self.print_initializer(printer)

    def verify_op(self) -> None:
        type = self.alias_type.type
        if not is_compatible(type) or isinstance(type, VoidType):
            raise self.error("expects type to be a valid element type for an LLVM global alias")
        allowed = (
            "external",
            "internal",
            "private",
            "weak",
            "weak_odr",
            "linkonce",
            "linkonce_odr",
            "available_externally",
        )
        if self.linkage.keyword not in allowed:
            raise self.error(
                f"'{self.linkage.keyword}' linkage not supported in aliases, available options: "
                "private, internal, linkonce, weak, linkonce_odr, weak_odr, external or "
                "available_externally"
            )
        last = self.initializer.blocks[0].last_op if self.initializer.blocks else None
        value = last.operands[0] if last is not None and last.operands else None
        if value is None or not isinstance(value.type, PointerType):
            raise self.error("initializer region must always return a pointer")


@LLVM.custom_directive("LLVMLinkage")
class LinkageDirective:
    """A linkage as a bare word."""

    @staticmethod
    def parse(parser: d.AsmParser) -> LinkageAttr:
        """Return the linkage; external if there is none."""
        word = parser.parse_optional_any_keyword(LinkageAttr.cases)
        return LinkageAttr.of(word or "external")

    @staticmethod
    def print(printer: d.AsmPrinter, op: d.Operation, linkage: LinkageAttr) -> None:
        """Print the syntax that `parse` accepts."""
        printer.write(linkage.keyword)


@LLVM.op("mlir.ifunc")
class IFuncOp(d.Operation):
    """A function that a resolver function selects when the program is loaded."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    i_func_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    resolver: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.FLAT_SYMBOL_REF)
    resolver_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    linkage: d.Attr[LinkageAttr, str] = d.attr(LinkageAttr)
    dso_local: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    address_space: d.Attr[ir.IntegerAttr, int] = d.default_attr(_SPACE, _NO_SPACE)
    unnamed_addr: d.Attr[ir.IntegerAttr, str] = d.default_attr(UNNAMED_ADDR, NOT_UNNAMED)
    visibility: d.Attr[ir.IntegerAttr, str] = d.default_attr(
        VISIBILITY, DEFAULT_VISIBILITY, name="visibility_"
    )
    traits = (d.IsolatedFromAbove(), d.SymbolTrait())
    assembly_format = """
        custom<LLVMLinkage>($linkage) ($visibility_^)? ($unnamed_addr^)?
        $sym_name `:` $i_func_type `,` $resolver_type $resolver attr-dict
    """

    def verify_op(self) -> None:
        if self.linkage.keyword not in (
            "external",
            "internal",
            "private",
            "weak",
            "weak_odr",
            "linkonce",
            "linkonce_odr",
        ):
            raise self.error(
                f"'{self.linkage.keyword}' linkage not supported in ifuncs, available options: "
                "private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage"
            )

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the resolver is a function."""
        found = tables.lookup(self, self.resolver)
        if isinstance(found, LLVMFuncOp):
            if not isinstance(found.llvm_type.result, PointerType):
                raise self.error("resolver must return a pointer")
            if found.is_external:
                raise self.error("resolver must be a definition")
        elif found is not None and not isinstance(found, AliasOp):
            raise self.error("must have a function resolver")
