"""The options of `transform.apply_registered_pass`: attributes, and parameters among them."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize_transform.base import TRANSFORM, ParamOperandAttr


@TRANSFORM.custom_directive("ApplyRegisteredPassOptions")
class ApplyRegisteredPassOptions:
    """`{"name" = value, …}`, where a value is an attribute, a parameter, or a list of these."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[ir.DictionaryAttr, list[d.UnresolvedOperand]] | None:
        """Reads the options, and the parameters that they mention by number."""
        if parser.peek() != "{":
            return None
        operands: list[d.UnresolvedOperand] = []
        entries: dict[str, ir.Attribute] = {}

        def one() -> None:
            offset = parser.offset
            key = parser.parse_optional_any_keyword() or parser.parse_optional_string()
            if key is None:
                raise parser.error("expected key to either be an identifier or a string", offset)
            if not parser.parse_optional_punctuation("="):
                raise parser.error("expected '=' after key in key-value pair")
            entries[key] = value(can_be_list=True)

        def value(*, can_be_list: bool = False) -> ir.Attribute:
            operand = parser.parse_optional_operand()
            if operand is not None:
                operands.append(operand)
                return ParamOperandAttr(ir.i64_attr(len(operands) - 1))
            if can_be_list and parser.peek() == "[":
                return ir.ArrayAttr(tuple(parser.parse_comma_separated_list("[", value)))
            offset = parser.offset
            attribute = parser.parse_attribute()
            if isinstance(attribute, ParamOperandAttr):
                raise parser.error(
                    "the param_operand attribute is a marker reserved for indicating a value will "
                    "be passed via params and is only used in the generic print format",
                    offset,
                )
            return attribute

        parser.parse_comma_separated_list("{", one)
        return ir.DictionaryAttr.of(entries), operands

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: ir.Operation,
        options: ir.DictionaryAttr,
        operands: Sequence[ir.Value],
    ) -> None:
        """Writes them."""

        def write(attribute: ir.Attribute) -> None:
            if isinstance(attribute, ParamOperandAttr):
                printer.print_operand(operands[attribute.index.value])
            elif isinstance(attribute, ir.ArrayAttr):
                printer.write("[")
                for index, element in enumerate(attribute.elements):
                    printer.write(", " if index else "")
                    write(element)
                printer.write("]")
            else:
                printer.print_attribute(attribute)

        printer.write("{")
        for index, (name, attribute) in enumerate(options.entries):
            printer.write(", " if index else "")
            printer.print_string(name)
            printer.write(" = ")
            write(attribute)
        printer.write("}")


def option_values(
    attribute: ir.Attribute, parameters: Sequence[Sequence[ir.Attribute]]
) -> list[str]:
    """The values of an option as the command line has them.

    `parameters` says what each parameter stands for.
    """
    if isinstance(attribute, ParamOperandAttr):
        found = parameters[attribute.index.value]
        return [text for value in found for text in option_values(value, ())]
    if isinstance(attribute, ir.ArrayAttr):
        return [text for one in attribute.elements for text in option_values(one, parameters)]
    if isinstance(attribute, ir.StringAttr):
        return [attribute.value]
    if isinstance(attribute, ir.IntegerAttr):
        is_bool = str(attribute) in ("true", "false")
        return [str(attribute) if is_bool else str(attribute.value)]
    return [str(attribute)]
