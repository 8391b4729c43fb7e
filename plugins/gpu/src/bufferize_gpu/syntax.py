"""Custom directives and memory attributions, which several ops of the dialect use."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize_gpu.attributes import AddressSpaceAttr, AllReduceOperationAttr
from bufferize_gpu.compilation import SelectObjectAttr
from bufferize_gpu.dialect import GPU, AsyncTokenType


@GPU.custom_directive("AsyncDependencies")
class AsyncDependencies:
    """`async [%tokens]`: whether the op returns a token, and the tokens that it waits for."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[ir.Type | None, list[d.UnresolvedOperand]]:
        """Parse both parts, which may be absent."""
        offset = parser.offset
        token = None
        if parser.parse_optional_keyword("async"):
            if parser.num_results == 0:
                raise parser.error("needs to be named when marked 'async'", offset)
            token = AsyncTokenType()
        if parser.peek() != "[":
            return token, []
        return token, parser.parse_operand_list("[")

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: ir.Operation,
        token: ir.Type | None,
        dependencies: Sequence[ir.Value],
    ) -> None:
        """Write the parts that are present."""
        printer.write("async" if token is not None else "")
        if dependencies:
            printer.write(" [" if token is not None else "[")
            printer.print_operands(dependencies)
            printer.write("]")


@GPU.custom_directive("AllReduceOperation")
class AllReduceOperation:
    """A keyword for a reduction, if there is one."""

    @staticmethod
    def parse(parser: d.AsmParser) -> AllReduceOperationAttr | None:
        """Read the keyword."""
        offset = parser.offset
        keyword = parser.parse_optional_any_keyword()
        if keyword is None:
            return None
        if keyword not in AllReduceOperationAttr.cases:
            raise parser.error("invalid op kind", offset)
        return AllReduceOperationAttr.of(keyword)

    @staticmethod
    def print(printer: d.AsmPrinter, op: ir.Operation, kind: AllReduceOperationAttr | None) -> None:
        """Write the keyword."""
        if kind is not None:
            printer.print_custom_attribute(kind)


@GPU.custom_directive("LaunchDimType")
class LaunchDimType:
    """The `: type` of all sizes of a launch; index if it is absent."""

    @staticmethod
    def parse(parser: d.AsmParser, cluster: object) -> tuple[ir.Type | None, ...]:
        """Read the type, for the grid and, if there is one, for the three sizes of a cluster."""
        type = parser.parse_type() if parser.parse_optional_punctuation(":") else ir.INDEX
        return (type, *[type if cluster else None] * 3)

    @staticmethod
    def print(printer: d.AsmPrinter, op: ir.Operation, type: ir.Type, *cluster: object) -> None:
        """Write the type unless it is index."""
        if type is not ir.INDEX:
            printer.write(": ")
            printer.print_type(type)


@GPU.custom_directive("LaunchFuncOperands")
class LaunchFuncOperands:
    """`args(%a : type, …)`, or nothing."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[list[d.UnresolvedOperand], list[ir.Type]]:
        """Read operands and types."""
        if not parser.parse_optional_keyword("args"):
            return [], []
        pairs = parser.parse_comma_separated_list(
            "(", lambda: (parser.parse_operand(), parser.parse_colon_type())
        )
        return [operand for operand, _ in pairs], [type for _, type in pairs]

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: ir.Operation,
        operands: Sequence[ir.Value],
        types: Sequence[ir.Type],
    ) -> None:
        """Write the parts that are present."""
        if not operands:
            return
        printer.write("args(")
        for index, (operand, type) in enumerate(zip(operands, types, strict=True)):
            printer.write(", " if index else "")
            printer.print_operand(operand)
            printer.write(" : ")
            printer.print_type(type)
        printer.write(")")


@GPU.custom_directive("OffloadingHandler")
class OffloadingHandler:
    """`<handler>`; without it, the first object is used."""

    @staticmethod
    def parse(parser: d.AsmParser) -> ir.Attribute:
        """Read the handler."""
        if not parser.parse_optional_punctuation("<"):
            return SelectObjectAttr()
        handler = parser.parse_attribute()
        parser.parse_punctuation(">")
        return handler

    @staticmethod
    def print(printer: d.AsmPrinter, op: ir.Operation, handler: ir.Attribute | None) -> None:
        """Write the handler unless it is the default."""
        if handler is not None and handler is not SelectObjectAttr():
            printer.write("<")
            printer.print_attribute(handler)
            printer.write(">")


# Memory attributions: buffers that each workgroup or each thread has, as arguments of a region.


def parse_attributions(
    parser: d.AsmParser, keyword: str, allow_attrs: bool = False
) -> list[d.Argument]:
    """Read `keyword(%buffer : type, …)`, if it is there."""
    if not parser.parse_optional_keyword(keyword):
        return []
    return parser.parse_argument_list("(", allow_type=True, allow_attrs=allow_attrs)


def print_attributions(
    printer: d.AsmPrinter,
    keyword: str,
    buffers: Sequence[ir.BlockArgument],
    attributes: ir.ArrayAttr | None = None,
) -> None:
    """Write ` keyword(%buffer : type, …)`, if there are any."""
    if not buffers:
        return
    dictionaries = () if attributes is None else attributes.elements
    printer.write(f" {keyword}(")
    for index, buffer in enumerate(buffers):
        printer.write(", " if index else "")
        printer.print_operand(buffer)
        printer.write(" : ")
        printer.print_type(buffer.type)
        entry = dictionaries[index] if index < len(dictionaries) else None
        if isinstance(entry, ir.DictionaryAttr):
            printer.print_attr_dict(dict(entry.entries))
    printer.write(")")


def verify_attributions(op: ir.Operation, buffers: Sequence[ir.BlockArgument], space: str) -> None:
    """Check that memory attributions are buffers of a memory space. Raises VerifyError.

    Memory spaces of other dialects, such as those after a lowering, are not checked.
    """
    for buffer in buffers:
        if not isinstance(buffer.type, ir.MemRefType):
            raise op.error("expected memref type in attribution")
        found = buffer.type.memory_space
        if isinstance(found, AddressSpaceAttr) and found.keyword != space:
            raise op.error(f"expected memory space {space} in attribution")
