"""Attributes of compiled code: objects for targets, and the kernels in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bufferize import define as d
from bufferize import ir
from bufferize_gpu.attributes import parse_struct
from bufferize_gpu.dialect import GPU

AttributeT = TypeVar("AttributeT", bound=ir.Attribute)


def is_target(attribute: ir.Attribute) -> bool:
    """Return whether an attribute describes a compilation target.

    Targets belong to other dialects, such as `#nvvm.target`; attributes of unknown dialects
    count as targets.
    """
    return isinstance(attribute, ir.OpaqueAttr) or attribute.dialect_name not in ("builtin", "gpu")


def _parse(parser: d.AsmParser, cls: type[AttributeT]) -> AttributeT:
    """Parse an attribute that must be an instance of `cls`."""
    offset = parser.offset
    attribute = parser.parse_attribute()
    if not isinstance(attribute, cls):
        raise parser.error("invalid kind of attribute specified", offset)
    return attribute


@GPU.attribute("kernel_metadata")
@ir.parameters
class KernelMetadataAttr(ir.Attribute):
    """`#gpu.kernel_metadata<"name", (i32) -> (), metadata = {…}>`: a compiled kernel."""

    name: ir.StringAttr
    function_type: ir.Type
    arg_attrs: ir.ArrayAttr | None = None
    metadata: ir.DictionaryAttr | None = None

    def verify(self) -> str | None:
        if not self.name.value:
            return "the kernel name can't be empty"
        if not all(isinstance(each, ir.DictionaryAttr) for each in self.arg_attrs or ()):
            return "all attributes in the array must be a dictionary attribute"
        return None

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> KernelMetadataAttr:
        """Read `<"name", type(, arg_attrs = […])?(, metadata = {…})?>`."""
        parser.parse_punctuation("<")
        name = _parse(parser, ir.StringAttr)
        parser.parse_punctuation(",")
        function_type = parser.parse_type()
        readers: dict[str, Callable[[], ir.Attribute]] = {
            "arg_attrs": lambda: _parse(parser, ir.ArrayAttr),
            "metadata": lambda: _parse(parser, ir.DictionaryAttr),
        }
        more = parser.parse_optional_punctuation(",")
        found = parse_struct(parser, readers) if more else {}
        parser.parse_punctuation(">")
        return cls(name, function_type, found.get("arg_attrs"), found.get("metadata"))

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        printer.print_attribute(self.name)
        printer.write(", ")
        printer.print_type(self.function_type)
        for key, value in (("arg_attrs", self.arg_attrs), ("metadata", self.metadata)):
            if value is not None:
                printer.write(f", {key} = ")
                printer.print_attribute(value)
        printer.write(">")


@GPU.attribute("kernel_table")
@ir.parameters
class KernelTableAttr(ir.Attribute):
    """`#gpu.kernel_table<[…]>`: kernels in order of their names, each `#gpu.kernel_metadata`."""

    kernels: tuple[KernelMetadataAttr, ...] = ()

    def lookup(self, name: str) -> KernelMetadataAttr | None:
        """Return the kernel of that name; None if there is none."""
        return next((kernel for kernel in self.kernels if kernel.name.value == name), None)

    def verify(self) -> str | None:
        if len({kernel.name for kernel in self.kernels}) < len(self.kernels):
            return "expected all kernels to be uniquely named"
        return None

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> KernelTableAttr:
        """Read `<[kernels]>` in any order, `<>` without any."""
        parser.parse_punctuation("<")
        kernels: list[KernelMetadataAttr] = []
        if parser.parse_optional_punctuation("["):
            kernels.append(parser.parse_custom_attribute(KernelMetadataAttr))
            while parser.parse_optional_punctuation(","):
                kernels.append(parser.parse_custom_attribute(KernelMetadataAttr))
            parser.parse_punctuation("]")
        parser.parse_punctuation(">")
        kernels.sort(key=lambda kernel: kernel.name.value.encode())
        return cls(tuple(kernels))

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<[" if self.kernels else "<")
        for index, kernel in enumerate(self.kernels):
            printer.write(", " if index else "")
            printer.print_attribute(kernel)
        printer.write("]>" if self.kernels else ">")


_FATBIN = "fatbin"
_FORMATS = ("offload", "assembly", "bin", _FATBIN)


@GPU.attribute("object")
@ir.parameters
class ObjectAttr(ir.Attribute):
    """`#gpu.object<target, bin = "…">`: code that was compiled for a target."""

    target: ir.Attribute
    object: ir.StringAttr
    format: str = _FATBIN
    """The object's format: "offload", "assembly", "bin" or "fatbin"."""
    properties: ir.DictionaryAttr | None = None
    kernels: KernelTableAttr | None = None

    def verify(self) -> str | None:
        if not is_target(self.target):
            return "the target attribute must implement or promise the `gpu::TargetAttrInterface`"
        return None

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> ObjectAttr:
        """Read `<target, (properties = {…},)? (kernels = <…>,)? (format =)? "…">`."""
        parser.parse_punctuation("<")
        target = parser.parse_attribute()
        parser.parse_punctuation(",")
        properties: ir.DictionaryAttr | None = None
        kernels: KernelTableAttr | None = None
        if parser.parse_optional_keyword("properties"):
            parser.parse_punctuation("=")
            properties = _parse(parser, ir.DictionaryAttr)
            parser.parse_punctuation(",")
        if parser.parse_optional_keyword("kernels"):
            parser.parse_punctuation("=")
            kernels = parser.parse_custom_attribute(KernelTableAttr)
            parser.parse_punctuation(",")
        format = _FATBIN
        if parser.peek()[:1] != '"':
            offset = parser.offset
            format = parser.parse_any_keyword()
            if format not in _FORMATS:
                raise parser.error("expected keyword for GPU object format", offset)
            parser.parse_punctuation("=")
        object = _parse(parser, ir.StringAttr)
        parser.parse_punctuation(">")
        return cls(target, object, format, properties, kernels)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        printer.print_attribute(self.target)
        printer.write(", ")
        if self.properties is not None:
            printer.write("properties = ")
            printer.print_attribute(self.properties)
            printer.write(", ")
        if self.kernels is not None:
            printer.write("kernels = ")
            printer.print_custom_attribute(self.kernels)
            printer.write(", ")
        if self.format != _FATBIN:
            printer.write(f"{self.format} = ")
        printer.print_attribute(self.object)
        printer.write(">")


@GPU.attribute("select_object")
@ir.parameters
class SelectObjectAttr(ir.Attribute):
    """`#gpu.select_object<…>`: selects an object of a binary, by index or by target."""

    target: ir.Attribute | None = None
    """An index or a target; None selects the first object."""

    def verify(self) -> str | None:
        if isinstance(self.target, ir.IntegerAttr):
            return "the object index must be positive" if self.target.value < 0 else None
        if self.target is not None and not is_target(self.target):
            return "the target attribute must be a GPU Target attribute"
        return None

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> SelectObjectAttr:
        """Read `<target>` or nothing."""
        if not parser.parse_optional_punctuation("<"):
            return cls()
        target = parser.parse_attribute()
        parser.parse_punctuation(">")
        return cls(target)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        if self.target is not None:
            printer.write("<")
            printer.print_attribute(self.target)
            printer.write(">")


def _handles_offloading(attribute: ir.Attribute) -> bool:
    return isinstance(attribute, SelectObjectAttr) or is_target(attribute)


OFFLOADING_HANDLER = d.pred(
    _handles_offloading,
    "any attribute with the `OffloadingTranslationAttrTrait` trait.",
    d.ANY_ATTR,
)


def _not_empty(array: ir.ArrayAttr) -> bool:
    return bool(array.elements)


OBJECTS = d.pred(
    _not_empty,
    "an array of GPU object attributes with at least 1 elements",
    d.array_of(ObjectAttr),
)
TARGETS = d.pred(
    _not_empty,
    "array of GPU target attributes with at least 1 elements",
    d.array_of(d.instance_of(ir.Attribute, also=is_target)),
)
