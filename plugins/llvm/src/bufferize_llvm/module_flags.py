"""What a module tells the linker: `#llvm.mlir.module_flag` and what stands in it.

See https://llvm.org/docs/LangRef.html#module-flags-metadata.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from bufferize.define import StructAttr, Word
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import (
    ArrayAttr,
    Attribute,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    parameters,
)
from bufferize_llvm.base import LLVM

_BEHAVIOR = Word(
    ("error", "warning", "require", "override", "append", "append_unique", "max", "min"),
    "expected ::mlir::LLVM::ModFlagBehavior to be one of: ",
    names_cases=True,
)


@LLVM.attribute("cgprofile_entry")
@parameters
class ModuleFlagCGProfileEntryAttr(StructAttr):
    """How often one function calls another."""

    count: int
    from_: SymbolRefAttr | None = None
    to: SymbolRefAttr | None = None
    text_order: ClassVar = ("from_", "to", "count")


@LLVM.attribute("profile_summary_detailed")
@parameters
class ModuleFlagProfileSummaryDetailedAttr(StructAttr):
    """How many counts make up a part of the total."""

    cut_off: int
    min_count: int
    num_counts: int
    camel_case: ClassVar = False


@LLVM.attribute("profile_summary")
@parameters
class ModuleFlagProfileSummaryAttr(StructAttr):
    """What a profile counted."""

    format: Annotated[
        str,
        Word(
            ("SampleProfile", "InstrProf", "CSInstrProf"),
            "expected ::mlir::LLVM::ProfileSummaryFormatKind to be one of: ",
            names_cases=True,
        ),
    ]
    total_count: int
    max_count: int
    max_internal_count: int
    max_function_count: int
    num_counts: int
    num_functions: int
    detailed_summary: tuple[ModuleFlagProfileSummaryDetailedAttr, ...]
    is_partial_profile: int | None = None
    partial_profile_ratio: FloatAttr | None = None
    camel_case: ClassVar = False
    text_order: ClassVar = (
        "format",
        "total_count",
        "max_count",
        "max_internal_count",
        "max_function_count",
        "num_counts",
        "num_functions",
        "is_partial_profile",
        "partial_profile_ratio",
        "detailed_summary",
    )


@LLVM.attribute("mlir.module_flag")
@parameters
class ModuleFlagAttr(Attribute):
    """`#llvm.mlir.module_flag<error, "wchar_size", 4>`."""

    behavior: str
    key: StringAttr
    value: Attribute

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> ModuleFlagAttr:
        """`<behavior, "key", value>`."""
        parser.parse_punctuation("<")
        behavior = _BEHAVIOR.parse(parser)
        parser.parse_punctuation(",")
        key = parser.parse_string()
        parser.parse_punctuation(",")
        value = parser.parse_attribute()
        parser.parse_punctuation(">")
        return cls(behavior, StringAttr(key), value)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write(f"<{self.behavior}, ")
        printer.print_attribute(self.key)
        printer.write(", ")
        printer.print_attribute(self.value)
        printer.write(">")

    def verify(self) -> str | None:
        value = self.value
        if self.key.value == "CG Profile":
            entries = value.elements if isinstance(value, ArrayAttr) else ()
            if not isinstance(value, ArrayAttr) or not all(
                isinstance(entry, ModuleFlagCGProfileEntryAttr) for entry in entries
            ):
                return "'CG Profile' key expects an array of '#llvm.cgprofile_entry'"
        elif self.key.value == "ProfileSummary":
            if not isinstance(value, ModuleFlagProfileSummaryAttr):
                return "'ProfileSummary' key expects a '#llvm.profile_summary' attribute"
        elif not isinstance(value, IntegerAttr | StringAttr):
            return (
                "only integer and string values are currently supported for unknown key "
                f"'{self.key.value}'"
            )
        return None


@LLVM.attribute("dependent_libraries")
@parameters
class DependentLibrariesAttr(Attribute):
    """`#llvm.dependent_libraries<"a", "b">`: what to link with."""

    libs: tuple[StringAttr, ...] = ()

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> DependentLibrariesAttr:
        """`<"name", …>`."""
        return cls(
            tuple(map(StringAttr, parser.parse_comma_separated_list("<", parser.parse_string)))
        )

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<")
        for index, library in enumerate(self.libs):
            printer.write(", " if index else "")
            printer.print_attribute(library)
        printer.write(">")
