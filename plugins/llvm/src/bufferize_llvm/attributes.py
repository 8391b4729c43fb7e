"""Attributes on memory accesses, functions, constants and modules."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from bufferize.define import StructAttr, Word
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import (
    Attribute,
    DistinctAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    parameters,
)
from bufferize_llvm.base import LLVM

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
@parameters
class AddressSpaceAttr(Attribute):
    """`#llvm.address_space<3>`."""

    address_space: int

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> AddressSpaceAttr:
        """`<number>`."""
        parser.parse_punctuation("<")
        space = parser.parse_integer()
        parser.parse_punctuation(">")
        return cls(space)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write(f"<{self.address_space}>")


@LLVM.attribute("memory_effects")
@parameters
class MemoryEffectsAttr(StructAttr):
    """What a function does to which memory."""

    other: ModRefInfo
    arg_mem: ModRefInfo
    inaccessible_mem: ModRefInfo
    errno_mem: ModRefInfo
    target_mem0: ModRefInfo
    target_mem1: ModRefInfo


@LLVM.attribute("alias_scope_domain")
@parameters
class AliasScopeDomainAttr(StructAttr):
    """A domain that alias scopes belong to."""

    id: Attribute
    description: StringAttr | None = None
    alias_name: ClassVar = "alias_scope_domain"


@LLVM.attribute("alias_scope")
@parameters
class AliasScopeAttr(StructAttr):
    """A set of memory accesses, of which others say that they are not among them."""

    id: Attribute
    domain: AliasScopeDomainAttr
    description: StringAttr | None = None
    alias_name: ClassVar = "alias_scope"

    def verify(self) -> str | None:
        if not isinstance(self.id, DistinctAttr | StringAttr):
            return "id of an alias scope must be a StringAttr or a DistrinctAttr"
        return None


class TBAANodeAttr(Attribute):
    """Base of the nodes of a tree of types that do not alias."""


@LLVM.attribute("tbaa_root")
@parameters
class TBAARootAttr(StructAttr, TBAANodeAttr):
    """The root of a tree of types; `#llvm.tbaa_root` has no name."""

    id: StringAttr | None = None
    alias_name: ClassVar = "tbaa_root"

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> TBAARootAttr:
        """`<id = "name">`, or nothing."""
        return super().parse_parameters(parser) if parser.peek() == "<" else cls()

    def print_parameters(self, printer: AsmPrinter) -> None:
        if self.id is not None:
            super().print_parameters(printer)


@LLVM.attribute("tbaa_member")
@parameters
class TBAAMemberAttr(Attribute):
    """`#llvm.tbaa_member<#type, 8>`: a type at an offset in another one."""

    type_desc: TBAANodeAttr
    offset: int

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> TBAAMemberAttr:
        """`<type, offset>`."""
        parser.parse_punctuation("<")
        offset = parser.offset
        node = parser.parse_attribute()
        if not isinstance(node, TBAANodeAttr):
            raise parser.error("invalid kind of attribute specified", offset)
        parser.parse_punctuation(",")
        number = parser.parse_integer()
        parser.parse_punctuation(">")
        return cls(node, number)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<")
        printer.print_attribute(self.type_desc)
        printer.write(f", {self.offset}>")


class _Members:
    """`{<type, offset>, …}`."""

    def parse(self, parser: AsmParser) -> tuple[TBAAMemberAttr, ...]:
        parser.parse_punctuation("{")
        members = parser.parse_comma_separated_list(
            None, lambda: parser.parse_custom_attribute(TBAAMemberAttr)
        )
        parser.parse_punctuation("}")
        return tuple(members)

    def print(self, printer: AsmPrinter, value: tuple[TBAAMemberAttr, ...]) -> None:
        printer.write("{")
        for index, member in enumerate(value):
            printer.write(", " if index else "")
            printer.print_custom_attribute(member)
        printer.write("}")


@LLVM.attribute("tbaa_type_desc")
@parameters
class TBAATypeDescriptorAttr(StructAttr, TBAANodeAttr):
    """A type, with what it may be a part of."""

    id: str
    members: Annotated[tuple[TBAAMemberAttr, ...], _Members()]
    alias_name: ClassVar = "tbaa_type_desc"


@LLVM.attribute("tbaa_tag")
@parameters
class TBAATagAttr(StructAttr):
    """An access to memory as a type."""

    base_type: TBAATypeDescriptorAttr
    access_type: TBAATypeDescriptorAttr
    offset: int
    constant: bool = False
    alias_name: ClassVar = "tbaa_tag"
    camel_case: ClassVar = False


@LLVM.attribute("mmra_tag")
@parameters
class MMRATagAttr(Attribute):
    """`#llvm.mmra_tag<"prefix":"suffix">`: what of the memory model need not hold."""

    prefix: str
    suffix: str
    alias_name: ClassVar = "mmra_tag"

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> MMRATagAttr:
        """`<"prefix":"suffix">`."""
        parser.parse_punctuation("<")
        prefix = parser.parse_string()
        parser.parse_punctuation(":")
        suffix = parser.parse_string()
        parser.parse_punctuation(">")
        return cls(prefix, suffix)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<")
        printer.print_string(self.prefix)
        printer.write(":")
        printer.print_string(self.suffix)
        printer.write(">")


@LLVM.attribute("dereferenceable")
@parameters
class DereferenceableAttr(StructAttr):
    """How many bytes at a pointer may be accessed."""

    bytes: int
    may_be_null: bool = False


@LLVM.attribute("constant_range")
@parameters
class ConstantRangeAttr(Attribute):
    """`#llvm.constant_range<i8, -3, 4>`: the integers from the first to below the second."""

    type: IntegerType
    lower: int
    upper: int

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> ConstantRangeAttr:
        """`<iN, lower, upper>`."""
        parser.parse_punctuation("<")
        offset = parser.offset
        type = parser.parse_type()
        if not isinstance(type, IntegerType):
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

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write(f"<{self.type}, {self.lower}, {self.upper}>")


# Functions and targets.


@LLVM.attribute("vscale_range")
@parameters
class VScaleRangeAttr(StructAttr):
    """How many times longer scalable vectors may be than they say."""

    min_range: IntegerAttr
    max_range: IntegerAttr


@LLVM.attribute("target_features")
@parameters
class TargetFeaturesAttr(Attribute):
    """`#llvm.target_features<["+sve", "-sme"]>`."""

    features: tuple[StringAttr, ...] = ()

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> TargetFeaturesAttr:
        """`<["+feature", …]>`."""
        parser.parse_punctuation("<")
        features = parser.parse_comma_separated_list("[", parser.parse_string)
        parser.parse_punctuation(">")
        return cls(tuple(map(StringAttr, features)))

    def print_parameters(self, printer: AsmPrinter) -> None:
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
@parameters
class TargetAttr(StructAttr):
    """A machine: its triple, chip and features."""

    triple: StringAttr
    chip: StringAttr
    features: TargetFeaturesAttr | None = None


@LLVM.attribute("vec_type_hint")
@parameters
class VecTypeHintAttr(StructAttr):
    """The type of vector that a function mostly works on."""

    hint: TypeAttr
    is_signed: bool = False
    camel_case: ClassVar = False


@LLVM.attribute("mlir.workgroup_attribution")
@parameters
class WorkgroupAttributionAttr(Attribute):
    """`#llvm.mlir.workgroup_attribution<4 : i64, f32>`: what memory an argument points to."""

    num_elements: IntegerAttr
    element_type: TypeAttr

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> WorkgroupAttributionAttr:
        """`<number : type, type>`."""
        parser.parse_punctuation("<")
        offset = parser.offset
        count = parser.parse_attribute()
        if not isinstance(count, IntegerAttr):
            raise parser.error("invalid kind of attribute specified", offset)
        parser.parse_punctuation(",")
        element_type = TypeAttr(parser.parse_type())
        parser.parse_punctuation(">")
        return cls(count, element_type)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<")
        printer.print_attribute(self.num_elements)
        printer.write(", ")
        printer.print_attribute(self.element_type)
        printer.write(">")


# Constants.


@LLVM.attribute("undef")
@parameters
class UndefAttr(Attribute):
    """`#llvm.undef`: any value."""


@LLVM.attribute("poison")
@parameters
class PoisonAttr(Attribute):
    """`#llvm.poison`: a value that must not be used."""


@LLVM.attribute("zero")
@parameters
class ZeroAttr(Attribute):
    """`#llvm.zero`: a value of zeros."""


@LLVM.attribute("dso_local_equivalent")
@parameters
class DSOLocalEquivalentAttr(Attribute):
    """`#llvm<dso_local_equivalent @f>`: a function that does what another one does."""

    sym: SymbolRefAttr

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> DSOLocalEquivalentAttr:
        """`@name`."""
        return cls(SymbolRefAttr(parser.parse_symbol_name()))

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write(" ")
        printer.print_attribute(self.sym)


@LLVM.attribute("blocktag")
@parameters
class BlockTagAttr(StructAttr):
    """A number that marks a block of a function."""

    id: int


@LLVM.attribute("blockaddress")
@parameters
class BlockAddressAttr(StructAttr):
    """The address of a marked block."""

    function: SymbolRefAttr
    tag: BlockTagAttr
