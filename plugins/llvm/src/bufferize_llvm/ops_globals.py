"""Globals: variables, aliases and indirect functions."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    IsolatedFromAbove,
    Operation,
    SymbolTableTrait,
    SymbolTrait,
)
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.attr_constraints import (
    ANY_ATTR,
    ARRAY_ATTR,
    FLAT_SYMBOL_REF,
    I32_ATTR,
    I64_ATTR,
    NON_NEGATIVE,
    STR_ATTR,
    SYMBOL_NAME,
    SYMBOL_REF,
    TYPE_ATTR,
    UNIT_ATTR,
)
from bufferize.ir import (
    I32,
    UNIT,
    ArrayAttr,
    Attribute,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    Region,
    StringAttr,
    SymbolRefAttr,
    SymbolTables,
    Type,
    TypeAttr,
    UnitAttr,
)
from bufferize_llvm.attributes import (
    ZeroAttr,
)
from bufferize_llvm.base import LLVM
from bufferize_llvm.constraints import VARIABLE_EXPRESSIONS
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

_NO_SPACE = IntegerAttr(0, I32)
_SPACE = d.confined(I32_ATTR, NON_NEGATIVE)


class GlobalBase(Operation):
    """Base of symbols that a region may initialize."""

    __slots__ = ()

    sym_name: d.Attr[StringAttr, str] = d.attr(STR_ATTR)
    linkage: d.Attr[LinkageAttr, str] = d.attr(LinkageAttr)
    dso_local: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    thread_local: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR, name="thread_local_")
    unnamed_addr: d.OptionalAttr[IntegerAttr, str] = d.optional_attr(UNNAMED_ADDR)
    visibility: d.Attr[IntegerAttr, str] = d.default_attr(
        VISIBILITY, DEFAULT_VISIBILITY, name="visibility_"
    )
    initializer: d.Region = d.region()

    @classmethod
    def parse_start(cls, parser: AsmParser, state: OperationState) -> None:
        """`linkage? visibility? thread_local? unnamed?`."""
        parse_linkage(parser, state)
        parse_visibility(parser, state)
        if parser.parse_optional_keyword("thread_local"):
            state.properties["thread_local_"] = UNIT
        parse_unnamed(parser, state)

    def print_start(self, printer: AsmPrinter) -> None:
        """Write what `parse_start` parses, then a space; the linkage is always written."""
        words = [
            self.linkage.keyword,
            VISIBILITY.keyword(self.visibility),
            "thread_local" if self.thread_local is not None else "",
            UNNAMED_ADDR.keyword(self.unnamed_addr or NOT_UNNAMED),
        ]
        printer.write("".join(f" {word}" for word in words if word) + " ")

    def print_initializer(self, printer: AsmPrinter) -> None:
        """Writes a space and the region, if it is not empty."""
        if self.initializer.blocks:
            printer.write(" ")
            printer.print_region(self.initializer)

    def verify_initializer(self, type: Type, word: str) -> None:
        """Checks what the region computes."""
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


def _size_of(text: StringAttr) -> int:
    return len(text.value.encode("utf-8", "surrogateescape"))


@LLVM.op("mlir.global")
class GlobalOp(GlobalBase):
    """A variable, or a constant, with a value or a region that computes it."""

    __slots__ = ()

    global_type: d.Attr[TypeAttr, Type] = d.attr(TYPE_ATTR)
    constant: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    externally_initialized: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    value: d.OptionalAttr[Attribute, Attribute] = d.optional_attr(ANY_ATTR)
    alignment: d.OptionalAttr[IntegerAttr, int] = d.optional_attr(I64_ATTR)
    addr_space: d.Attr[IntegerAttr, int] = d.default_attr(_SPACE, _NO_SPACE)
    section: d.OptionalAttr[StringAttr, str] = d.optional_attr(STR_ATTR)
    comdat: d.OptionalAttr[SymbolRefAttr, str] = d.optional_attr(SYMBOL_REF)
    dbg_exprs: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(VARIABLE_EXPRESSIONS)
    target_specific_attrs: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(ARRAY_ATTR)
    traits = (IsolatedFromAbove(), SymbolTrait(), d.SingleBlock())

    @property
    def symbol_type(self) -> Type:
        """The type of the variable."""
        return self.global_type.type

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        """`… constant? @name(value) comdat? {attributes} : type region?`."""
        cls.parse_start(parser, state)
        if parser.parse_optional_keyword("constant"):
            state.properties["constant"] = UNIT
        state.properties["sym_name"] = StringAttr(parser.parse_symbol_name())
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
        region = Region()
        if types:
            region = parser.parse_optional_region() or region
        elif isinstance(value, StringAttr):
            types = [ArrayType(_size_of(value), IntegerType(8))]
        else:
            raise parser.error("type can only be omitted for string globals", offset)
        state.properties["global_type"] = TypeAttr(types[0])
        state.regions.append(region)

    def print(self, printer: AsmPrinter) -> None:
        self.print_start(printer)
        printer.write("constant " if self.constant is not None else "")
        printer.print_symbol_name(self.sym_name.value)
        printer.write("(")
        if self.value is not None:
            printer.print_attribute(self.value)
        printer.write(")")
        print_comdat(printer, self.comdat)
        printer.print_attr_dict(self, _ELIDED)
        if isinstance(self.value, StringAttr):
            return
        printer.write(" : ")
        printer.print_type(self.symbol_type)
        self.print_initializer(printer)

    def verify_op(self) -> None:
        type, value = self.symbol_type, self.value
        if not is_compatible(type) or isinstance(type, VoidType | LLVMFunctionType):
            raise self.error("expects type to be a valid element type for an LLVM global")
        parent = self.parent_op
        if parent is not None and not parent.has_trait(SymbolTableTrait):
            raise self.error("symbol's parent must have the SymbolTable trait")
        if isinstance(value, StringAttr):
            fits = (
                isinstance(type, ArrayType)
                and type.element_type is IntegerType(8)
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
        if isinstance(value, IntegerAttr):
            return value.value == 0
        if isinstance(value, FloatAttr):
            return value.bits == 0
        return value is None or isinstance(value, ZeroAttr)


@LLVM.op("mlir.alias")
class AliasOp(GlobalBase):
    """Another name for a global, or for an address within one."""

    __slots__ = ()

    alias_type: d.Attr[TypeAttr, Type] = d.attr(TYPE_ATTR)
    initializer: d.Region = d.region(1)
    traits = (IsolatedFromAbove(), SymbolTrait(), d.SingleBlock())

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        """`… @name {attributes} : type region`."""
        cls.parse_start(parser, state)
        state.properties["sym_name"] = StringAttr(parser.parse_symbol_name())
        state.attributes.update(parser.parse_optional_attr_dict())
        offset = parser.offset
        types = parser.parse_optional_colon_type_list()
        if len(types) != 1:
            raise parser.error("requires one type", offset)
        state.properties["alias_type"] = TypeAttr(types[0])
        state.regions.append(parser.parse_region())

    def print(self, printer: AsmPrinter) -> None:
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
    def parse(parser: AsmParser) -> LinkageAttr:
        """The linkage; external if there is none."""
        word = parser.parse_optional_any_keyword(LinkageAttr.cases)
        return LinkageAttr.of(word or "external")

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, linkage: LinkageAttr) -> None:
        printer.write(linkage.keyword)


@LLVM.op("mlir.ifunc")
class IFuncOp(Operation):
    """A function that another one finds when the program is loaded."""

    __slots__ = ()

    sym_name: d.Attr[StringAttr, str] = d.attr(SYMBOL_NAME)
    i_func_type: d.Attr[TypeAttr, Type] = d.attr(TYPE_ATTR)
    resolver: d.Attr[SymbolRefAttr, str] = d.attr(FLAT_SYMBOL_REF)
    resolver_type: d.Attr[TypeAttr, Type] = d.attr(TYPE_ATTR)
    linkage: d.Attr[LinkageAttr, str] = d.attr(LinkageAttr)
    dso_local: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    address_space: d.Attr[IntegerAttr, int] = d.default_attr(_SPACE, _NO_SPACE)
    unnamed_addr: d.Attr[IntegerAttr, str] = d.default_attr(UNNAMED_ADDR, NOT_UNNAMED)
    visibility: d.Attr[IntegerAttr, str] = d.default_attr(
        VISIBILITY, DEFAULT_VISIBILITY, name="visibility_"
    )
    traits = (IsolatedFromAbove(), SymbolTrait())
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

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        """Checks that the resolver is a function."""
        found = tables.lookup(self, self.resolver)
        if isinstance(found, LLVMFuncOp):
            if not isinstance(found.llvm_type.result, PointerType):
                raise self.error("resolver must return a pointer")
            if found.is_external:
                raise self.error("resolver must be a definition")
        elif found is not None and not isinstance(found, AliasOp):
            raise self.error("must have a function resolver")
