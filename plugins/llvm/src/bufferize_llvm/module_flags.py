"""Module flags for the linker: `#llvm.mlir.module_flag` and its values.

See https://llvm.org/docs/LangRef.html#module-flags-metadata.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.enums import Word

_BEHAVIOR = Word(
    ("error", "warning", "require", "override", "append", "append_unique", "max", "min"),
    "expected ::mlir::LLVM::ModFlagBehavior to be one of: ",
    names_cases=True,
)


@LLVM.attribute("cgprofile_entry")
@ir.parameters
class ModuleFlagCGProfileEntryAttr(d.StructAttr):
    """The number of calls from one function to another."""

    count: int
    from_: ir.SymbolRefAttr | None = None
    to: ir.SymbolRefAttr | None = None
    text_order: ClassVar = ("from_", "to", "count")


@LLVM.attribute("profile_summary_detailed")
@ir.parameters
class ModuleFlagProfileSummaryDetailedAttr(d.StructAttr):
    """The number of counts that make up a given share of the total."""

    cut_off: int
    min_count: int
    num_counts: int
    camel_case: ClassVar = False


@LLVM.attribute("profile_summary")
@ir.parameters
class ModuleFlagProfileSummaryAttr(d.StructAttr):
    """The summary of a profile."""

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
    partial_profile_ratio: ir.FloatAttr | None = None
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
@ir.parameters
class ModuleFlagAttr(ir.Attribute):
    """`#llvm.mlir.module_flag<error, "wchar_size", 4>`: a property of a module."""

    behavior: str
    key: ir.StringAttr
    value: ir.Attribute

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> ModuleFlagAttr:
        """Read `<behavior, "key", value>`."""
        parser.parse_punctuation("<")
        behavior = _BEHAVIOR.parse(parser)
        parser.parse_punctuation(",")
        key = parser.parse_string()
        parser.parse_punctuation(",")
        value = parser.parse_attribute()
        parser.parse_punctuation(">")
        return cls(behavior, ir.StringAttr(key), value)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write(f"<{self.behavior}, ")
        printer.print_attribute(self.key)
        printer.write(", ")
        printer.print_attribute(self.value)
        printer.write(">")

    def verify(self) -> str | None:
        value = self.value
        if self.key.value == "CG Profile":
            entries = value.elements if isinstance(value, ir.ArrayAttr) else ()
            if not isinstance(value, ir.ArrayAttr) or not all(
                isinstance(entry, ModuleFlagCGProfileEntryAttr) for entry in entries
            ):
                return "'CG Profile' key expects an array of '#llvm.cgprofile_entry'"
        elif self.key.value == "ProfileSummary":
            if not isinstance(value, ModuleFlagProfileSummaryAttr):
                return "'ProfileSummary' key expects a '#llvm.profile_summary' attribute"
        elif not isinstance(value, ir.IntegerAttr | ir.StringAttr):
            return (
                "only integer and string values are currently supported for unknown key "
                f"'{self.key.value}'"
            )
        return None


@LLVM.attribute("dependent_libraries")
@ir.parameters
class DependentLibrariesAttr(ir.Attribute):
    """`#llvm.dependent_libraries<"a", "b">`: libraries to link with."""

    libs: tuple[ir.StringAttr, ...] = ()

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> DependentLibrariesAttr:
        """Read `<"name", …>`."""
        return cls(
            tuple(map(ir.StringAttr, parser.parse_comma_separated_list("<", parser.parse_string)))
        )

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        for index, library in enumerate(self.libs):
            printer.write(", " if index else "")
            printer.print_attribute(library)
        printer.write(">")
