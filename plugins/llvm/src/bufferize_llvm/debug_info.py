"""Debug information in locations: `#llvm.di_…`.

See https://llvm.org/docs/LangRef.html#specialized-metadata-nodes.
"""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize_llvm.debug_words import (
    NO_TAG,
    OPERATIONS,
    Convention,
    DIFlags,
    DISubprogramFlags,
    EmissionKind,
    Encoding,
    Language,
    NameTableKind,
    Tag,
)
from bufferize_llvm.dialect import LLVM


class DINodeAttr(ir.Attribute):
    """Base of all debug information nodes."""


class DIScopeAttr(DINodeAttr):
    """Base of the scopes that names are declared in."""


class DILocalScopeAttr(DIScopeAttr):
    """Base of the scopes of local variables."""


class DITypeAttr(DINodeAttr):
    """Base of types."""


class DIVariableAttr(DINodeAttr):
    """Base of variables."""


@LLVM.attribute("di_expression_elem")
@ir.parameters
class DIExpressionElemAttr(ir.Attribute):
    """`#llvm<di_expression_elem DW_OP_plus_uconst(3)>`: an operation on a stack of values."""

    opcode: str
    arguments: tuple[int | str, ...] = ()
    """Numbers, or the target encoding of a conversion."""

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> DIExpressionElemAttr:
        """Read `DW_OP_name(arguments)`."""
        offset = parser.offset
        opcode = parser.parse_any_keyword()
        if opcode not in OPERATIONS:
            raise parser.error(
                f"invalid debug info debug info operation encoding name: {opcode}", offset
            )
        if not parser.parse_optional_punctuation("("):
            return cls(opcode)
        arguments: list[int | str] = [parser.parse_integer()]
        while parser.parse_optional_punctuation(","):
            if opcode == "DW_OP_LLVM_convert" and len(arguments) == 1:
                arguments.append(parser.parse_any_keyword())
            else:
                arguments.append(parser.parse_integer())
        parser.parse_punctuation(")")
        return cls(opcode, tuple(arguments))

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write(self.opcode)
        if self.arguments:
            printer.write(f"({', '.join(map(str, self.arguments))})")


@LLVM.attribute("di_expression")
@ir.parameters
class DIExpressionAttr(ir.Attribute):
    """`#llvm.di_expression<[DW_OP_deref]>`: computes a value from another one."""

    operations: tuple[DIExpressionElemAttr, ...] = ()

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> DIExpressionAttr:
        """Read `<[operations]>`, or `<>`."""
        parser.parse_punctuation("<")
        operations = parser.parse_comma_separated_list(
            "[", lambda: parser.parse_custom_attribute(DIExpressionElemAttr), optional=True
        )
        parser.parse_punctuation(">")
        return cls(tuple(operations))

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<[" if self.operations else "<")
        for index, operation in enumerate(self.operations):
            printer.write(", " if index else "")
            printer.print_custom_attribute(operation)
        printer.write("]>" if self.operations else ">")


NO_EXPRESSION = DIExpressionAttr()


@LLVM.attribute("di_null_type")
@ir.parameters
class DINullTypeAttr(DITypeAttr):
    """`#llvm.di_null_type`: the result type of functions without a result."""

    alias_name: ClassVar = "di_null_type"


@LLVM.attribute("di_file")
@ir.parameters
class DIFileAttr(DIScopeAttr):
    """`#llvm.di_file<"name" in "directory">`: a source file."""

    name: str
    directory: str
    alias_name: ClassVar = "di_file"

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> DIFileAttr:
        """Read `<"name" in "directory">`."""
        parser.parse_punctuation("<")
        name = parser.parse_string()
        parser.parse_keyword("in")
        directory = parser.parse_string()
        parser.parse_punctuation(">")
        return cls(name, directory)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        printer.print_string(self.name)
        printer.write(" in ")
        printer.print_string(self.directory)
        printer.write(">")


@LLVM.attribute("di_basic_type")
@ir.parameters
class DIBasicTypeAttr(d.StructAttr, DITypeAttr):
    """A basic type, such as `int`."""

    name: ir.StringAttr
    tag: Tag = NO_TAG
    size_in_bits: int = 0
    encoding: Encoding = ""
    alias_name: ClassVar = "di_basic_type"
    text_order: ClassVar = ("tag", "name", "size_in_bits", "encoding")


@LLVM.attribute("di_compile_unit")
@ir.parameters
class DICompileUnitAttr(d.StructAttr, DIScopeAttr):
    """A compilation unit."""

    id: ir.DistinctAttr
    source_language: Language
    file: DIFileAttr
    is_optimized: bool
    emission_kind: EmissionKind
    producer: ir.StringAttr | None = None
    name_table_kind: NameTableKind = "Default"
    split_debug_filename: ir.StringAttr | None = None
    alias_name: ClassVar = "di_compile_unit"
    text_order: ClassVar = (
        "id",
        "source_language",
        "file",
        "producer",
        "is_optimized",
        "emission_kind",
        "name_table_kind",
        "split_debug_filename",
    )


@LLVM.attribute("di_composite_type")
@ir.parameters
class DICompositeTypeAttr(d.StructAttr, DITypeAttr):
    """A structure, an array, an enumeration; a recursive type refers to itself by its `rec_id`."""

    rec_id: ir.DistinctAttr | None = None
    is_rec_self: bool = False
    tag: Tag = NO_TAG
    name: ir.StringAttr | None = None
    file: DIFileAttr | None = None
    line: int = 0
    scope: DIScopeAttr | None = None
    base_type: DITypeAttr | None = None
    flags: DIFlags = 0
    size_in_bits: int = 0
    align_in_bits: int = 0
    data_location: DIExpressionAttr | None = None
    rank: DIExpressionAttr | None = None
    allocated: DIExpressionAttr | None = None
    associated: DIExpressionAttr | None = None
    elements: tuple[DINodeAttr, ...] = ()
    alias_name: ClassVar = "di_composite_type"


@LLVM.attribute("di_derived_type")
@ir.parameters
class DIDerivedTypeAttr(d.StructAttr, DITypeAttr):
    """A type derived from another: a pointer, a member, a typedef."""

    tag: Tag = NO_TAG
    name: ir.StringAttr | None = None
    base_type: DITypeAttr | None = None
    size_in_bits: int = 0
    align_in_bits: int = 0
    offset_in_bits: int = 0
    dwarf_address_space: int | None = None
    extra_data: DINodeAttr | None = None
    alias_name: ClassVar = "di_derived_type"


@LLVM.attribute("di_global_variable")
@ir.parameters
class DIGlobalVariableAttr(d.StructAttr, DIVariableAttr):
    """A variable outside of functions."""

    file: DIFileAttr
    line: int
    type: DITypeAttr
    scope: DIScopeAttr | None = None
    name: ir.StringAttr | None = None
    linkage_name: ir.StringAttr | None = None
    is_local_to_unit: bool = False
    is_defined: bool = False
    align_in_bits: int = 0
    alias_name: ClassVar = "di_global_variable"
    text_order: ClassVar = (
        "scope",
        "name",
        "linkage_name",
        "file",
        "line",
        "type",
        "is_local_to_unit",
        "is_defined",
        "align_in_bits",
    )


@LLVM.attribute("di_global_variable_expression")
@ir.parameters
class DIGlobalVariableExpressionAttr(d.StructAttr):
    """A global variable, with an expression for its value."""

    var: DIGlobalVariableAttr
    expr: DIExpressionAttr | None = None
    alias_name: ClassVar = "di_global_variable_expression"


@LLVM.attribute("di_lexical_block")
@ir.parameters
class DILexicalBlockAttr(d.StructAttr, DILocalScopeAttr):
    """A block of a source text."""

    scope: DIScopeAttr
    file: DIFileAttr | None = None
    line: int = 0
    column: int = 0
    alias_name: ClassVar = "di_lexical_block"


@LLVM.attribute("di_lexical_block_file")
@ir.parameters
class DILexicalBlockFileAttr(d.StructAttr, DILocalScopeAttr):
    """A part of a block in another file, or with a discriminator among blocks on a line."""

    scope: DIScopeAttr
    discriminator: int
    file: DIFileAttr | None = None
    alias_name: ClassVar = "di_lexical_block_file"
    text_order: ClassVar = ("scope", "file", "discriminator")


@LLVM.attribute("di_local_variable")
@ir.parameters
class DILocalVariableAttr(d.StructAttr, DIVariableAttr):
    """A variable of a function, possibly an argument."""

    scope: DIScopeAttr
    name: ir.StringAttr | None = None
    file: DIFileAttr | None = None
    line: int = 0
    arg: int = 0
    align_in_bits: int = 0
    type: DITypeAttr | None = None
    flags: DIFlags = 0
    alias_name: ClassVar = "di_local_variable"


@LLVM.attribute("di_subroutine_type")
@ir.parameters
class DISubroutineTypeAttr(d.StructAttr, DITypeAttr):
    """The type of a function: the result type, then the argument types."""

    calling_convention: Convention = ""
    types: tuple[DITypeAttr, ...] = ()
    alias_name: ClassVar = "di_subroutine_type"


@LLVM.attribute("di_subprogram")
@ir.parameters
class DISubprogramAttr(d.StructAttr, DILocalScopeAttr, DITypeAttr):
    """A function."""

    rec_id: ir.DistinctAttr | None = None
    is_rec_self: bool = False
    id: ir.DistinctAttr | None = None
    compile_unit: DICompileUnitAttr | None = None
    scope: DIScopeAttr | None = None
    name: ir.StringAttr | None = None
    linkage_name: ir.StringAttr | None = None
    file: DIFileAttr | None = None
    line: int = 0
    scope_line: int = 0
    subprogram_flags: DISubprogramFlags = 0
    type: DISubroutineTypeAttr | None = None
    retained_nodes: tuple[DINodeAttr, ...] = ()
    annotations: tuple[DINodeAttr, ...] = ()
    alias_name: ClassVar = "di_subprogram"


@LLVM.attribute("di_module")
@ir.parameters
class DIModuleAttr(d.StructAttr, DIScopeAttr):
    """A module, in languages that have modules."""

    file: DIFileAttr | None = None
    scope: DIScopeAttr | None = None
    name: ir.StringAttr | None = None
    config_macros: ir.StringAttr | None = None
    include_path: ir.StringAttr | None = None
    apinotes: ir.StringAttr | None = None
    line: int = 0
    is_decl: bool = False
    alias_name: ClassVar = "di_module"


@LLVM.attribute("di_namespace")
@ir.parameters
class DINamespaceAttr(d.StructAttr, DIScopeAttr):
    """A namespace."""

    export_symbols: bool
    name: ir.StringAttr | None = None
    scope: DIScopeAttr | None = None
    alias_name: ClassVar = "di_namespace"
    text_order: ClassVar = ("name", "scope", "export_symbols")


@LLVM.attribute("di_imported_entity")
@ir.parameters
class DIImportedEntityAttr(d.StructAttr, DINodeAttr):
    """An entity imported into a scope."""

    scope: DIScopeAttr
    entity: DINodeAttr
    tag: Tag = NO_TAG
    file: DIFileAttr | None = None
    line: int = 0
    name: ir.StringAttr | None = None
    elements: tuple[DINodeAttr, ...] = ()
    alias_name: ClassVar = "di_imported_entity"
    text_order: ClassVar = ("tag", "scope", "entity", "file", "line", "name", "elements")


@LLVM.attribute("di_annotation")
@ir.parameters
class DIAnnotationAttr(d.StructAttr, DINodeAttr):
    """An annotation: a name and a value."""

    name: ir.StringAttr
    value: ir.StringAttr


@LLVM.attribute("di_subrange")
@ir.parameters
class DISubrangeAttr(d.StructAttr, DINodeAttr):
    """One dimension of an array: numbers, variables or expressions."""

    count: ir.Attribute | None = None
    lower_bound: ir.Attribute | None = None
    upper_bound: ir.Attribute | None = None
    stride: ir.Attribute | None = None


@LLVM.attribute("di_generic_subrange")
@ir.parameters
class DIGenericSubrangeAttr(d.StructAttr, DINodeAttr):
    """One dimension of an array of any rank."""

    lower_bound: ir.Attribute
    stride: ir.Attribute
    count: ir.Attribute | None = None
    upper_bound: ir.Attribute | None = None
    text_order: ClassVar = ("count", "lower_bound", "upper_bound", "stride")


@LLVM.attribute("di_common_block")
@ir.parameters
class DICommonBlockAttr(d.StructAttr, DIScopeAttr):
    """A common block of Fortran."""

    scope: DIScopeAttr
    name: ir.StringAttr
    decl: DIGlobalVariableAttr | None = None
    file: DIFileAttr | None = None
    line: int = 0
    alias_name: ClassVar = "di_common_block"
    text_order: ClassVar = ("scope", "decl", "name", "file", "line")


@LLVM.attribute("di_label")
@ir.parameters
class DILabelAttr(d.StructAttr, DINodeAttr):
    """A label of a source text."""

    scope: DIScopeAttr
    name: ir.StringAttr | None = None
    file: DIFileAttr | None = None
    line: int = 0
    alias_name: ClassVar = "di_label"


@LLVM.attribute("di_string_type")
@ir.parameters
class DIStringTypeAttr(d.StructAttr, DITypeAttr):
    """A string of Fortran."""

    name: ir.StringAttr
    tag: Tag = NO_TAG
    size_in_bits: int = 0
    align_in_bits: int = 0
    string_length: DIVariableAttr | None = None
    string_length_exp: DIExpressionAttr | None = None
    string_location_exp: DIExpressionAttr | None = None
    encoding: Encoding = ""
    alias_name: ClassVar = "di_string_type"
    text_order: ClassVar = (
        "tag",
        "name",
        "size_in_bits",
        "align_in_bits",
        "string_length",
        "string_length_exp",
        "string_location_exp",
        "encoding",
    )
