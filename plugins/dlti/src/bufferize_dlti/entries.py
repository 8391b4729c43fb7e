"""Attributes that map keys, which are types or strings, to attributes.

See https://mlir.llvm.org/docs/Dialects/DLTIDialect.
"""

from __future__ import annotations

from typing import ClassVar, TypeVar

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import Attribute, StringAttr, TypeAttr, parameters
from bufferize_dlti.base import DLTI

EntriesT = TypeVar("EntriesT", bound="EntriesAttr")


@DLTI.attribute("dl_entry")
@parameters
class DataLayoutEntryAttr(Attribute):
    """`#dlti.dl_entry<key, value>`: one key, a type or a string, and what it maps to."""

    key: TypeAttr | StringAttr
    value: Attribute

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> DataLayoutEntryAttr:
        """`<key, value>`."""
        parser.parse_punctuation("<")
        key = _parse_optional_key(parser)
        if key is None:
            raise parser.error("expected a type or a quoted string")
        parser.parse_punctuation(",")
        value = parser.parse_attribute()
        parser.parse_punctuation(">")
        return cls(key, value)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<")
        printer.print_attribute(self.key)
        printer.write(", ")
        printer.print_attribute(self.value)
        printer.write(">")


def _parse_optional_key(parser: AsmParser) -> TypeAttr | StringAttr | None:
    text = parser.parse_optional_string()
    if text is not None:
        return StringAttr(text)
    type = parser.parse_optional_type()
    return None if type is None else TypeAttr(type)


@parameters
class EntriesAttr(Attribute):
    """Base of the attributes `#dlti.mnemonic<key = value, …>`.

    An entry may be written as `#dlti.dl_entry<key, value>`, too.
    """

    entries: tuple[DataLayoutEntryAttr, ...] = ()

    may_be_empty: ClassVar[bool] = True
    may_have_types: ClassVar[bool] = True
    """Whether keys may be types, and not only strings."""
    repeated: ClassVar[str] = "repeated DLTI key"
    """What is said of a key that is there twice."""

    def lookup(self, key: TypeAttr | StringAttr) -> Attribute | None:
        """What the key maps to; None if it is not here."""
        return next((entry.value for entry in self.entries if entry.key is key), None)

    def verify(self) -> str | None:
        if not self.entries and not self.may_be_empty:
            return "no DLTI entries provided"
        keys = set()
        for entry in self.entries:
            if entry.key in keys:
                return f"{self.repeated}: {entry.key}"
            if isinstance(entry.key, StringAttr) and not entry.key.value:
                return "empty string as DLTI key is not allowed"
            if isinstance(entry.key, TypeAttr) and not self.may_have_types:
                return "type as DLTI key is not allowed"
            keys.add(entry.key)
        return None

    @classmethod
    def parse_parameters(cls: type[EntriesT], parser: AsmParser) -> EntriesT:
        """`<entries>`."""

        def parse_entry() -> DataLayoutEntryAttr:
            offset = parser.offset
            key = _parse_optional_key(parser)
            if key is not None:
                if isinstance(key, TypeAttr) and not cls.may_have_types:
                    raise parser.error("invalid kind of attribute specified", offset)
                parser.parse_punctuation("=")
                return DataLayoutEntryAttr(key, parser.parse_attribute())
            entry = parser.parse_optional_attribute()
            if not isinstance(entry, DataLayoutEntryAttr):
                raise parser.error("invalid kind of attribute specified", offset)
            return entry

        return cls(tuple(parser.parse_comma_separated_list("<", parse_entry)))

    def print_parameters(self, printer: AsmPrinter) -> None:
        """Write the entries, without `#dlti.dl_entry` before each."""
        printer.write("<")
        for index, entry in enumerate(self.entries):
            printer.write(", " if index else "")
            printer.print_attribute(entry.key)
            printer.write(" = ")
            printer.print_attribute(entry.value)
        printer.write(">")


@DLTI.attribute("dl_spec")
@parameters
class DataLayoutSpecAttr(EntriesAttr):
    """`#dlti.dl_spec<i32 = dense<32> : vector<2xi64>, …>`: sizes and alignments in memory."""


@DLTI.attribute("map")
@parameters
class MapAttr(EntriesAttr):
    """`#dlti.map<"key" = value, …>`: any properties, also of types."""


@DLTI.attribute("target_device_spec")
@parameters
class TargetDeviceSpecAttr(EntriesAttr):
    """`#dlti.target_device_spec<"name" = value, …>`: properties of one device."""

    may_be_empty = False
    may_have_types = False


@DLTI.attribute("target_system_spec")
@parameters
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
