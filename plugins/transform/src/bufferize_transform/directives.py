"""Pieces of syntax that several transforms share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize_transform.dialect import TRANSFORM


@TRANSFORM.custom_directive("SemiFunctionType")
class SemiFunctionType:
    """`(type) -> type`, or only `type` for an operation without results.

    Arguments: the type of the operand and those of the results, then "one" if there is always one
    result, or "any" if there may be several, which are in parentheses.
    """

    @staticmethod
    def parse(parser: d.AsmParser, results: str = "") -> tuple[ir.Type, Any]:
        """Parse the types of the operand and of the results."""
        if results == "one":
            parser.parse_punctuation("(")
        elif not parser.parse_optional_punctuation("("):
            return parser.parse_type(), [] if results == "any" else None
        type = parser.parse_type()
        parser.parse_punctuation(")")
        if results == "any":
            return type, parser.parse_arrow_type_list()
        parser.parse_punctuation("->")
        return type, parser.parse_type()

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: ir.Operation,
        operand: ir.Type,
        types: ir.Type | Sequence[ir.Type] | None,
        results: str = "",
    ) -> None:
        """Print the syntax that `parse` accepts."""
        if types:
            listed = [types] if isinstance(types, ir.Type) else types
            printer.print_functional_type([operand], listed)
        else:
            printer.print_type(operand)


@TRANSFORM.custom_directive("ConstraintBody")
class ConstraintBody:
    """A region that ends with `smt.yield`, which the text may omit if it yields nothing.

    No plugin has the dialect smt, so that the end is an unregistered op, which is printed.
    """

    terminator = "smt.yield"

    @classmethod
    def parse(cls, parser: d.AsmParser) -> ir.Region:
        """Parse the region, and end it."""
        region = parser.parse_region()
        if not region.blocks:
            region.append(ir.Block())
        block = region.blocks[-1]
        if block.last_op is None or block.last_op.name != cls.terminator:
            block.append(ir.UnregisteredOp.named(cls.terminator))
        return region

    @classmethod
    def print(cls, printer: d.AsmPrinter, op: ir.Operation, region: ir.Region) -> None:
        """Print the syntax that `parse` accepts."""
        printer.print_region(region)


@TRANSFORM.custom_directive("ChunkSize")
class ChunkSize:
    """`%size` or `4`: one size, as an operand or a constant, which is DYNAMIC beside an operand."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[d.UnresolvedOperand | None, ir.IntegerAttr]:
        """Parse the operand or the constant."""
        operand = parser.parse_optional_operand()
        size = ir.DYNAMIC if operand is not None else parser.parse_integer()
        return operand, ir.i64_attr(size)

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: ir.Operation,
        operand: ir.Value | None,
        constant: ir.IntegerAttr,
    ) -> None:
        """Print the syntax that `parse` accepts, and a space, as MLIR does."""
        if operand is not None:
            printer.print_operand(operand)
        else:
            printer.write(str(constant.value))
        printer.write(" ")


@TRANSFORM.custom_directive("PackedOrDynamicIndexList")
class PackedOrDynamicIndexList:
    """`*(%sizes)`, where one operand stands for all sizes, or `[%a, 4]`.

    Arguments: the one operand, and the operands and constants of the list.
    """

    @staticmethod
    def parse(
        parser: d.AsmParser,
    ) -> tuple[d.UnresolvedOperand | None, Sequence[d.UnresolvedOperand], ir.DenseArrayAttr]:
        """Parse the operand or the list; the constants are empty beside an operand."""
        if parser.parse_optional_punctuation("*"):
            parser.parse_punctuation("(")
            packed = parser.parse_operand()
            parser.parse_punctuation(")")
            return packed, (), ir.dense_i64(())
        operands, constants, _ = d.DynamicIndexList.parse(parser)
        return None, operands, constants

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: ir.Operation,
        packed: ir.Value | None,
        operands: Sequence[ir.Value],
        constants: ir.DenseArrayAttr | None,
    ) -> None:
        """Print the syntax that `parse` accepts."""
        if packed is None:
            d.DynamicIndexList.print(printer, op, operands, constants)
            return
        printer.write("*(")
        printer.print_operand(packed)
        printer.write(")")
