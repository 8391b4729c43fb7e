"""Attributes on memory accesses, functions, constants and modules."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from bufferize import define as d
from bufferize import ir
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.enums import Word

ModRefInfo: TypeAlias = Annotated[
    str,
    Word(
        ("none", "read", "write", "readwrite"),
        "expected ::mlir::LLVM::ModRefInfo to be one of: ",
        names_cases=True,
    ),
]

# Memory.


@LLVM.attribute("address_space")
@ir.parameters
class AddressSpaceAttr(ir.Attribute):
    """`#llvm.address_space<3>`: the memory space of a buffer."""

    address_space: int

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> AddressSpaceAttr:
        """Read `<number>`."""
        parser.parse_punctuation("<")
        space = parser.parse_integer()
        parser.parse_punctuation(">")
        return cls(space)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write(f"<{self.address_space}>")


@LLVM.attribute("memory_effects")
@ir.parameters
class MemoryEffectsAttr(d.StructAttr):
    """The effects of a function on each kind of memory."""

    other: ModRefInfo
    arg_mem: ModRefInfo
    inaccessible_mem: ModRefInfo
    errno_mem: ModRefInfo
    target_mem0: ModRefInfo
    target_mem1: ModRefInfo


@LLVM.attribute("alias_scope_domain")
@ir.parameters
class AliasScopeDomainAttr(d.StructAttr):
    """A domain that alias scopes belong to."""

    id: ir.Attribute
    description: ir.StringAttr | None = None
    alias_name: ClassVar = "alias_scope_domain"


@LLVM.attribute("alias_scope")
@ir.parameters
class AliasScopeAttr(d.StructAttr):
    """A set of memory accesses; other accesses can state that they do not alias with it."""

    id: ir.Attribute
    domain: AliasScopeDomainAttr
    description: ir.StringAttr | None = None
    alias_name: ClassVar = "alias_scope"

    def verify(self) -> str | None:
        if not isinstance(self.id, ir.DistinctAttr | ir.StringAttr):
            return "id of an alias scope must be a StringAttr or a DistrinctAttr"
        return None


class TBAANodeAttr(ir.Attribute):
    """Base of the nodes of a tree of types that do not alias."""


@LLVM.attribute("tbaa_root")
@ir.parameters
class TBAARootAttr(d.StructAttr, TBAANodeAttr):
    """The root of a tree of types; `#llvm.tbaa_root` has no name."""

    id: ir.StringAttr | None = None
    alias_name: ClassVar = "tbaa_root"

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> TBAARootAttr:
        """Read `<id = "name">`, or nothing."""
        return super().parse_parameters(parser) if parser.peek() == "<" else cls()

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        if self.id is not None:
            super().print_parameters(printer)


@LLVM.attribute("tbaa_member")
@ir.parameters
class TBAAMemberAttr(ir.Attribute):
    """`#llvm.tbaa_member<#type, 8>`: a type at an offset in another one."""

    type_desc: TBAANodeAttr
    offset: int

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> TBAAMemberAttr:
        """Read `<type, offset>`."""
        parser.parse_punctuation("<")
        offset = parser.offset
        node = parser.parse_attribute()
        if not isinstance(node, TBAANodeAttr):
            raise parser.error("invalid kind of attribute specified", offset)
        parser.parse_punctuation(",")
        number = parser.parse_integer()
        parser.parse_punctuation(">")
        return cls(node, number)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        printer.print_attribute(self.type_desc)
        printer.write(f", {self.offset}>")


class _Members:
    """`{<type, offset>, …}`."""

    def parse(self, parser: d.AsmParser) -> tuple[TBAAMemberAttr, ...]:
        parser.parse_punctuation("{")
        members = parser.parse_comma_separated_list(
            None, lambda: parser.parse_custom_attribute(TBAAMemberAttr)
        )
        parser.parse_punctuation("}")
        return tuple(members)

    def print(self, printer: d.AsmPrinter, value: tuple[TBAAMemberAttr, ...]) -> None:
        printer.write("{")
        for index, member in enumerate(value):
            printer.write(", " if index else "")
            printer.print_custom_attribute(member)
        printer.write("}")


@LLVM.attribute("tbaa_type_desc")
@ir.parameters
class TBAATypeDescriptorAttr(d.StructAttr, TBAANodeAttr):
    """A type, with the types that it may be a part of."""

    id: str
    members: Annotated[tuple[TBAAMemberAttr, ...], _Members()]
    alias_name: ClassVar = "tbaa_type_desc"


@LLVM.attribute("tbaa_tag")
@ir.parameters
class TBAATagAttr(d.StructAttr):
    """An access to memory as a type."""

    base_type: TBAATypeDescriptorAttr
    access_type: TBAATypeDescriptorAttr
    offset: int
    constant: bool = False
    alias_name: ClassVar = "tbaa_tag"
    camel_case: ClassVar = False


@LLVM.attribute("mmra_tag")
@ir.parameters
class MMRATagAttr(ir.Attribute):
    """`#llvm.mmra_tag<"prefix":"suffix">`: relaxes the memory model for an operation."""

    prefix: str
    suffix: str
    alias_name: ClassVar = "mmra_tag"

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> MMRATagAttr:
        """Read `<"prefix":"suffix">`."""
        parser.parse_punctuation("<")
        prefix = parser.parse_string()
        parser.parse_punctuation(":")
        suffix = parser.parse_string()
        parser.parse_punctuation(">")
        return cls(prefix, suffix)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        printer.print_string(self.prefix)
        printer.write(":")
        printer.print_string(self.suffix)
        printer.write(">")


@LLVM.attribute("dereferenceable")
@ir.parameters
class DereferenceableAttr(d.StructAttr):
    """The number of bytes at a pointer that may be accessed."""

    bytes: int
    may_be_null: bool = False


@LLVM.attribute("constant_range")
@ir.parameters
class ConstantRangeAttr(ir.Attribute):
    """`#llvm.constant_range<i8, -3, 4>`: the integers from the first to below the second."""

    type: ir.IntegerType
    lower: int
    upper: int

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> ConstantRangeAttr:
        """Read `<iN, lower, upper>`."""
        parser.parse_punctuation("<")
        offset = parser.offset
        type = parser.parse_type()
        if not isinstance(type, ir.IntegerType):
            raise parser.error(
                f"invalid kind of type specified: expected builtin.integer, but found '{type}'",
                offset,
            )
        bounds = []
        for _ in range(2):
            parser.parse_punctuation(",")
            bound = parser.parse_integer() % (1 << type.width)
            bounds.append(bound - (bound >> (type.width - 1) << type.width))
        parser.parse_punctuation(">")
        return cls(type, *bounds)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write(f"<{self.type}, {self.lower}, {self.upper}>")


# Functions and targets.


@LLVM.attribute("vscale_range")
@ir.parameters
class VScaleRangeAttr(d.StructAttr):
    """The bounds of `vscale`, the factor by which scalable vectors are longer."""

    min_range: ir.IntegerAttr
    max_range: ir.IntegerAttr


@LLVM.attribute("target_features")
@ir.parameters
class TargetFeaturesAttr(ir.Attribute):
    """`#llvm.target_features<["+sve", "-sme"]>`: features of a CPU, each on or off."""

    features: tuple[ir.StringAttr, ...] = ()

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> TargetFeaturesAttr:
        """Read `<["+feature", …]>`."""
        parser.parse_punctuation("<")
        features = parser.parse_comma_separated_list("[", parser.parse_string)
        parser.parse_punctuation(">")
        return cls(tuple(map(ir.StringAttr, features)))

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<[")
        for index, feature in enumerate(self.features):
            printer.write(", " if index else "")
            printer.print_attribute(feature)
        printer.write("]>")

    def verify(self) -> str | None:
        for feature in self.features:
            if not feature.value.startswith(("+", "-")):
                return "target features must start with '+' or '-'"
            if "," in feature.value:
                return "target features can not contain ','"
        return None


@LLVM.attribute("target")
@ir.parameters
class TargetAttr(d.StructAttr):
    """A compilation target: triple, chip and features."""

    triple: ir.StringAttr
    chip: ir.StringAttr
    features: TargetFeaturesAttr | None = None


@LLVM.attribute("vec_type_hint")
@ir.parameters
class VecTypeHintAttr(d.StructAttr):
    """The type of vector that a function mostly works on."""

    hint: ir.TypeAttr
    is_signed: bool = False
    camel_case: ClassVar = False


@LLVM.attribute("mlir.workgroup_attribution")
@ir.parameters
class WorkgroupAttributionAttr(ir.Attribute):
    """`#llvm.mlir.workgroup_attribution<4 : i64, f32>`: the memory that an argument points to."""

    num_elements: ir.IntegerAttr
    element_type: ir.TypeAttr

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> WorkgroupAttributionAttr:
        """Read `<number : type, type>`."""
        parser.parse_punctuation("<")
        offset = parser.offset
        count = parser.parse_attribute()
        if not isinstance(count, ir.IntegerAttr):
            raise parser.error("invalid kind of attribute specified", offset)
        parser.parse_punctuation(",")
        element_type = ir.TypeAttr(parser.parse_type())
        parser.parse_punctuation(">")
        return cls(count, element_type)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        printer.print_attribute(self.num_elements)
        printer.write(", ")
        printer.print_attribute(self.element_type)
        printer.write(">")


# Constants.


@LLVM.attribute("undef")
@ir.parameters
class UndefAttr(ir.Attribute):
    """`#llvm.undef`: any value."""


@LLVM.attribute("poison")
@ir.parameters
class PoisonAttr(ir.Attribute):
    """`#llvm.poison`: a value that must not be used."""


@LLVM.attribute("zero")
@ir.parameters
class ZeroAttr(ir.Attribute):
    """`#llvm.zero`: a value of zeros."""


@LLVM.attribute("dso_local_equivalent")
@ir.parameters
class DSOLocalEquivalentAttr(ir.Attribute):
    """`#llvm<dso_local_equivalent @f>`: an equivalent function in this linkage unit."""

    sym: ir.SymbolRefAttr

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> DSOLocalEquivalentAttr:
        """Read `@name`."""
        return cls(ir.SymbolRefAttr(parser.parse_symbol_name()))

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write(" ")
        printer.print_attribute(self.sym)


@LLVM.attribute("blocktag")
@ir.parameters
class BlockTagAttr(d.StructAttr):
    """A number that marks a block of a function."""

    id: int


@LLVM.attribute("blockaddress")
@ir.parameters
class BlockAddressAttr(d.StructAttr):
    """The address of a marked block."""

    function: ir.SymbolRefAttr
    tag: BlockTagAttr
