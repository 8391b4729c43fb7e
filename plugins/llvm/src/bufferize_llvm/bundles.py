"""What calls share: operand bundles, and types with attributes of arguments and results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bufferize.define.asm import AsmParser, AsmPrinter, OperationState, UnresolvedOperand
from bufferize.ir import (
    I32,
    ArrayAttr,
    Attribute,
    DenseArrayAttr,
    DictionaryAttr,
    Operation,
    StringAttr,
    Type,
    Value,
)
from bufferize_llvm.base import LLVM

Bundles = tuple[list[list[UnresolvedOperand]], list[list[Type]], "ArrayAttr | None"]


@LLVM.custom_directive("OpBundles")
class OpBundles:
    """`["tag"(%a, %b : i32, i32), "other"()]`."""

    @staticmethod
    def parse(parser: AsmParser) -> Bundles | None:
        """The operands, types and tags of all bundles; None if there are none."""
        if not parser.parse_optional_punctuation("["):
            return None
        operands: list[list[UnresolvedOperand]] = []
        types: list[list[Type]] = []
        tags: list[Attribute] = []

        def bundle() -> None:
            tags.append(StringAttr(parser.parse_string()))
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
        return operands, types, ArrayAttr(tuple(tags)) if tags else None

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: Operation,
        operands: Sequence[Sequence[Value]],
        types: Sequence[Sequence[Type]],
        tags: ArrayAttr | None,
    ) -> None:
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


def keep_bundles(parser: AsmParser, state: OperationState, bundles: Bundles | None) -> int:
    """Adds the bundles to the state; how many operands these are."""
    operands, types, tags = bundles or ([], [], None)
    state.properties["op_bundle_sizes"] = DenseArrayAttr(I32, tuple(map(len, operands)))
    if tags is not None:
        state.properties["op_bundle_tags"] = tags
    for part, part_types in zip(operands, types, strict=True):
        state.operands += parser.resolve_operands(part, part_types)
    return sum(map(len, operands))


def print_bundles(printer: AsmPrinter, op: Any) -> None:
    """Writes a space and the bundles of an op, if it has any."""
    if op.op_bundle_operands:
        printer.write(" ")
        OpBundles.print(printer, op, op.op_bundle_operands, (), op.op_bundle_tags)


def verify_bundles(op: Any) -> None:
    """Checks that each bundle has a tag, which is a string. Raises VerifyError."""
    tags = op.op_bundle_tags
    given, wanted = len(tags.elements) if tags is not None else 0, len(op.op_bundle_operands)
    if tags is not None and not all(isinstance(tag, StringAttr) for tag in tags.elements):
        raise op.error("operand bundle tag must be a StringAttr")
    if given != wanted:
        raise op.error(f"expected {wanted} operand bundle tags, but actually got {given}")


def parse_call_type(parser: AsmParser, state: OperationState) -> tuple[list[Type], list[Type]]:
    """`(types) -> type`, each with attributes, which the state keeps."""
    offset = parser.offset

    def one() -> tuple[Type, dict[str, Attribute]]:
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
            dictionaries = tuple(DictionaryAttr.of(attributes) for _, attributes in given)
            state.properties[name] = ArrayAttr(dictionaries)
    return [type for type, _ in inputs], [type for type, _ in results]


def print_call_type(printer: AsmPrinter, op: Any, arguments: Sequence[Value]) -> None:
    """Write `(types) -> types` of a call, each type followed by its attributes."""
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


def _attributes(array: ArrayAttr | None, index: int) -> dict[str, Attribute]:
    entry = array.elements[index] if array is not None and index < len(array.elements) else None
    return dict(entry.entries) if isinstance(entry, DictionaryAttr) else {}


def _print_types(printer: AsmPrinter, types: Sequence[Type], array: ArrayAttr | None) -> None:
    for index, type in enumerate(types):
        printer.write(", " if index else "")
        printer.print_type(type)
        printer.print_attr_dict(_attributes(array, index))
