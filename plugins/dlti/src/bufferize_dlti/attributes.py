"""All attributes of the dlti dialect, and the check of those that are on ops.

Most of them map keys, which are types or strings, to attributes.
"""

from __future__ import annotations

from typing import ClassVar, TypeVar

from bufferize import define as d
from bufferize import ir
from bufferize.ir.dense import numbers
from bufferize_dlti.dialect import DLTI as DLTI

EntriesT = TypeVar("EntriesT", bound="EntriesAttr")


@DLTI.attribute("dl_entry")
@ir.parameters
class DataLayoutEntryAttr(ir.Attribute):
    """`#dlti.dl_entry<key, value>`: one key, a type or a string, and what it maps to."""

    key: ir.TypeAttr | ir.StringAttr
    value: ir.Attribute

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> DataLayoutEntryAttr:
        """Read `<key, value>`."""
        parser.parse_punctuation("<")
        key = _parse_optional_key(parser)
        if key is None:
            raise parser.error("expected a type or a quoted string")
        parser.parse_punctuation(",")
        value = parser.parse_attribute()
        parser.parse_punctuation(">")
        return cls(key, value)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Write what `parse_parameters` reads."""
        printer.write("<")
        printer.print_attribute(self.key)
        printer.write(", ")
        printer.print_attribute(self.value)
        printer.write(">")


def _parse_optional_key(parser: d.AsmParser) -> ir.TypeAttr | ir.StringAttr | None:
    text = parser.parse_optional_string()
    if text is not None:
        return ir.StringAttr(text)
    type = parser.parse_optional_type()
    return None if type is None else ir.TypeAttr(type)


@ir.parameters
class EntriesAttr(ir.Attribute):
    """Base of the attributes `#dlti.mnemonic<key = value, …>`.

    An entry may be written as `#dlti.dl_entry<key, value>`, too.
    """

    entries: tuple[DataLayoutEntryAttr, ...] = ()

    may_be_empty: ClassVar[bool] = True
    may_have_types: ClassVar[bool] = True
    """Whether keys may be types, and not only strings."""
    repeated: ClassVar[str] = "repeated DLTI key"
    """The message for a duplicate key."""

    def lookup(self, key: ir.TypeAttr | ir.StringAttr) -> ir.Attribute | None:
        """Return the value of a key; None if there is no such key."""
        return next((entry.value for entry in self.entries if entry.key is key), None)

    def verify(self) -> str | None:
        if not self.entries and not self.may_be_empty:
            return "no DLTI entries provided"
        keys = set()
        for entry in self.entries:
            if entry.key in keys:
                return f"{self.repeated}: {entry.key}"
            if isinstance(entry.key, ir.StringAttr) and not entry.key.value:
                return "empty string as DLTI key is not allowed"
            if isinstance(entry.key, ir.TypeAttr) and not self.may_have_types:
                return "type as DLTI key is not allowed"
            keys.add(entry.key)
        return None

    @classmethod
    def parse_parameters(cls: type[EntriesT], parser: d.AsmParser) -> EntriesT:
        """Read `<entries>`."""

        def parse_entry() -> DataLayoutEntryAttr:
            offset = parser.offset
            key = _parse_optional_key(parser)
            if key is not None:
                if isinstance(key, ir.TypeAttr) and not cls.may_have_types:
                    raise parser.error("invalid kind of attribute specified", offset)
                parser.parse_punctuation("=")
                return DataLayoutEntryAttr(key, parser.parse_attribute())
            entry = parser.parse_optional_attribute()
            if not isinstance(entry, DataLayoutEntryAttr):
                raise parser.error("invalid kind of attribute specified", offset)
            return entry

        return cls(tuple(parser.parse_comma_separated_list("<", parse_entry)))

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Write what `parse_parameters` reads, never with `#dlti.dl_entry`."""
        printer.write("<")
        for index, entry in enumerate(self.entries):
            printer.write(", " if index else "")
            printer.print_attribute(entry.key)
            printer.write(" = ")
            printer.print_attribute(entry.value)
        printer.write(">")


@DLTI.attribute("dl_spec")
@ir.parameters
class DataLayoutSpecAttr(EntriesAttr):
    """`#dlti.dl_spec<i32 = dense<32> : vector<2xi64>, …>`: sizes and alignments in memory."""


@DLTI.attribute("map")
@ir.parameters
class MapAttr(EntriesAttr):
    """`#dlti.map<"key" = value, …>`: any properties; keys may be types."""


@DLTI.attribute("target_device_spec")
@ir.parameters
class TargetDeviceSpecAttr(EntriesAttr):
    """`#dlti.target_device_spec<"name" = value, …>`: properties of one device."""

    may_be_empty = False
    may_have_types = False


@DLTI.attribute("target_system_spec")
@ir.parameters
class TargetSystemSpecAttr(EntriesAttr):
    """`#dlti.target_system_spec<"CPU" = #dlti.target_device_spec<…>, …>`: devices by name."""

    may_be_empty = False
    may_have_types = False
    repeated = "repeated device ID in dlti.target_system_spec"

    def verify(self) -> str | None:
        for entry in self.entries:
            if not isinstance(entry.value, TargetDeviceSpecAttr):
                return f"value associated with key {entry.key} is not a DLTI device spec"
        return super().verify()


_DEPENDENT = "function_dependent"


@DLTI.attribute("function_pointer_alignment")
@ir.parameters
class FunctionPointerAlignmentAttr(ir.Attribute):
    """`#dlti.function_pointer_alignment<32, function_dependent = true>`: in bits."""

    alignment: int
    function_dependent: bool
    """Whether the alignment is also a multiple of the function's own."""

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> FunctionPointerAlignmentAttr:
        """Read `<bits, function_dependent = true|false>`."""
        parser.parse_punctuation("<")
        alignment = parser.parse_integer()
        parser.parse_punctuation(",")
        parser.parse_keyword(_DEPENDENT)
        parser.parse_punctuation("=")
        dependent = parser.parse_optional_any_keyword(("true", "false"))
        if dependent is None:
            raise parser.error("expected 'true' or 'false'")
        parser.parse_punctuation(">")
        return cls(alignment, dependent == "true")

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Write what `parse_parameters` reads."""
        dependent = str(self.function_dependent).lower()
        printer.write(f"<{self.alignment}, {_DEPENDENT} = {dependent}>")


_CLASSES: dict[str, type[EntriesAttr]] = {
    cls.mnemonic: cls for cls in (DataLayoutSpecAttr, MapAttr, TargetSystemSpecAttr)
}
_ENDIANNESS = "dlti.endianness"
_KEYS = frozenset(
    (
        _ENDIANNESS,
        "dlti.default_memory_space",
        "dlti.alloca_memory_space",
        "dlti.program_memory_space",
        "dlti.global_memory_space",
        "dlti.stack_alignment",
        "dlti.function_pointer_alignment",
        "dlti.legal_int_widths",
        "dlti.mangling_mode",
    )
)


def _op_attribute_problem(op: ir.Operation, name: str, value: ir.Attribute) -> str | None:
    """Return what is wrong with an attribute `dlti.name` of an op."""
    cls = _CLASSES.get(name.removeprefix("dlti."))
    if cls is None:
        return f"attribute '{name}' not supported by dialect"
    if not isinstance(value, cls):
        return f"'{name}' is expected to be a #dlti.{cls.mnemonic} attribute"
    if isinstance(value, DataLayoutSpecAttr):
        problems = map(_layout_problem, value.entries)
        return next((problem for problem in problems if problem is not None), None)
    return None


def _layout_problem(entry: DataLayoutEntryAttr) -> str | None:
    if isinstance(entry.key, ir.StringAttr):
        return _named_problem(entry.key.value, entry.value)
    if isinstance(entry.key, ir.TypeAttr):
        return _type_problem(entry.key.type, entry)
    return None


def _named_problem(key: str, value: ir.Attribute) -> str | None:
    if key == _ENDIANNESS and value not in (ir.StringAttr("big"), ir.StringAttr("little")):
        return f"'{key}' data layout entry is expected to be either 'big' or 'little'"
    if key.startswith("dlti.") and key not in _KEYS:
        return f"unknown data layout entry name: {key}"
    return None


def _type_problem(type: ir.Type, entry: DataLayoutEntryAttr) -> str | None:
    if isinstance(type, ir.IndexType):
        if not isinstance(entry.value, ir.IntegerAttr):
            return f"expected integer attribute in the data layout entry for '{type}'"
        return None
    if isinstance(type, ir.IntegerType | ir.FloatType):
        return _alignment_problem(entry)
    if type.dialect_name == "builtin" and not isinstance(type, ir.OpaqueType):
        return "unexpected data layout for a built-in type"
    return None


def _alignment_problem(entry: DataLayoutEntryAttr) -> str | None:
    """Return what is wrong with `type = dense<[abi, preferred]> : vector<2xi64>`.

    Alignments are in bits; the preferred one may be left out."""
    value = entry.value
    if not isinstance(value, ir.DenseElementsAttr) or value.type.element_type is not ir.I64:
        return f"expected a dense i64 elements attribute in the data layout entry {entry}"
    if value.type.num_elements() not in (1, 2):
        return f"expected 1 or 2 elements in the data layout entry {entry}"
    alignments = [n for n in numbers(value) if isinstance(n, int)]
    if alignments[0] > alignments[-1]:
        return (
            "preferred alignment is expected to be greater than or equal to the abi alignment "
            f"in data layout entry {entry}"
        )
    return None


DLTI.op_attribute_problem = _op_attribute_problem
