"""Syntax that calls share: operand bundles, and types with argument and result attributes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize_llvm.dialect import LLVM

Bundles = tuple[list[list[d.UnresolvedOperand]], list[list[ir.Type]], "ir.ArrayAttr | None"]


@LLVM.custom_directive("OpBundles")
class OpBundles:
    """`["tag"(%a, %b : i32, i32), "other"()]`."""

    @staticmethod
    def parse(parser: d.AsmParser) -> Bundles | None:
        """Return the operands, types and tags of all bundles; None if there are none."""
        if not parser.parse_optional_punctuation("["):
            return None
        operands: list[list[d.UnresolvedOperand]] = []
        types: list[list[ir.Type]] = []
        tags: list[ir.Attribute] = []

        def bundle() -> None:
            tags.append(ir.StringAttr(parser.parse_string()))
            parser.parse_punctuation("(")
            operands.append(parser.parse_operand_list())
            types.append([])
            if operands[-1]:
                parser.parse_punctuation(":")
                types[-1] = parser.parse_type_list()
            parser.parse_punctuation(")")

        if not parser.parse_optional_punctuation("]"):
            parser.parse_comma_separated_list(None, bundle)
            parser.parse_punctuation("]")
        return operands, types, ir.ArrayAttr(tuple(tags)) if tags else None

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: ir.Operation,
        operands: Sequence[Sequence[ir.Value]],
        types: Sequence[Sequence[ir.Type]],
        tags: ir.ArrayAttr | None,
    ) -> None:
        """Print the syntax that `parse` accepts."""
        printer.write("[")
        for index, (tag, values) in enumerate(
            zip(tags.elements if tags else (), operands, strict=False)
        ):
            printer.write(", " if index else "")
            printer.print_attribute(tag)
            printer.write("(")
            if values:
                printer.print_operands(values)
                printer.write(" : ")
                printer.print_types([value.type for value in values])
            printer.write(")")
        printer.write("]")


def keep_bundles(parser: d.AsmParser, state: d.OperationState, bundles: Bundles | None) -> int:
    """Add the bundles to the state. Returns the number of their operands."""
    operands, types, tags = bundles or ([], [], None)
    state.properties["op_bundle_sizes"] = ir.DenseArrayAttr(ir.I32, tuple(map(len, operands)))
    if tags is not None:
        state.properties["op_bundle_tags"] = tags
    for part, part_types in zip(operands, types, strict=True):
        state.operands += parser.resolve_operands(part, part_types)
    return sum(map(len, operands))


def print_bundles(printer: d.AsmPrinter, op: Any) -> None:
    """Write a space and the bundles of an op, if it has any."""
    if op.op_bundle_operands:
        printer.write(" ")
        OpBundles.print(printer, op, op.op_bundle_operands, (), op.op_bundle_tags)


def verify_bundles(op: Any) -> None:
    """Check that each bundle has a tag, which is a string. Raises VerifyError."""
    tags = op.op_bundle_tags
    given, wanted = len(tags.elements) if tags is not None else 0, len(op.op_bundle_operands)
    if tags is not None and not all(isinstance(tag, ir.StringAttr) for tag in tags.elements):
        raise op.error("operand bundle tag must be a StringAttr")
    if given != wanted:
        raise op.error(f"expected {wanted} operand bundle tags, but actually got {given}")


def parse_call_type(
    parser: d.AsmParser, state: d.OperationState
) -> tuple[list[ir.Type], list[ir.Type]]:
    """Read `(types) -> type`, each with attributes, which the state keeps."""
    offset = parser.offset

    def one() -> tuple[ir.Type, dict[str, ir.Attribute]]:
        return parser.parse_type(), parser.parse_optional_attr_dict()

    inputs = parser.parse_comma_separated_list("(", one)
    parser.parse_punctuation("->")
    if parser.peek() == "(":
        results = parser.parse_comma_separated_list("(", one)
    else:
        results = [(parser.parse_type(), {})]
    if len(results) > 1:
        raise parser.error("expected function with 0 or 1 result", offset)
    for name, given in (("arg_attrs", inputs), ("res_attrs", results)):
        if any(attributes for _, attributes in given):
            dictionaries = tuple(ir.DictionaryAttr.of(attributes) for _, attributes in given)
            state.properties[name] = ir.ArrayAttr(dictionaries)
    return [type for type, _ in inputs], [type for type, _ in results]


def print_call_type(printer: d.AsmPrinter, op: Any, arguments: Sequence[ir.Value]) -> None:
    """Print the syntax that `parse_call_type` accepts."""
    printer.write("(")
    _print_types(printer, [value.type for value in arguments], op.arg_attrs)
    printer.write(") -> ")
    results = [result.type for result in op.results]
    if len(results) == 1 and not _attributes(op.res_attrs, 0):
        printer.print_type(results[0])
        return
    printer.write("(")
    _print_types(printer, results, op.res_attrs)
    printer.write(")")


def _attributes(array: ir.ArrayAttr | None, index: int) -> dict[str, ir.Attribute]:
    entry = array.elements[index] if array is not None and index < len(array.elements) else None
    return dict(entry.entries) if isinstance(entry, ir.DictionaryAttr) else {}


def _print_types(
    printer: d.AsmPrinter, types: Sequence[ir.Type], array: ir.ArrayAttr | None
) -> None:
    for index, type in enumerate(types):
        printer.write(", " if index else "")
        printer.print_type(type)
        printer.print_attr_dict(_attributes(array, index))
