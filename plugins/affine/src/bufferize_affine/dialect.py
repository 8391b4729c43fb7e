"""The affine dialect: loops and memory accesses whose bounds and indices are affine expressions.

This module has its object and the syntax that several of its ops share.
https://mlir.llvm.org/docs/Dialects/Affine/
"""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir

AFFINE = d.Dialect("affine")


def parse_dims_and_symbols(parser: d.AsmParser) -> tuple[list[ir.Value], int]:
    """Read `(%dim, ...)[%symbol, ...]`: all values, and how many of them are dimensions."""
    operands = parser.parse_operand_list("(")
    num_dims = len(operands)
    if parser.peek() == "[":
        operands = operands + parser.parse_operand_list("[")
    return parser.resolve_operands(operands, [ir.INDEX] * len(operands)), num_dims


def print_dims_and_symbols(
    printer: d.AsmPrinter, operands: Sequence[ir.Value], num_dims: int
) -> None:
    """Write `(%dim, ...)[%symbol, ...]`, the symbols only if there are any."""
    printer.write("(")
    printer.print_operands(operands[:num_dims])
    printer.write(")")
    if len(operands) > num_dims:
        printer.write("[")
        printer.print_operands(operands[num_dims:])
        printer.write("]")


def parse_subscripts(parser: d.AsmParser) -> tuple[ir.AffineMap, list[ir.Value]]:
    """Read `[%i + 1, symbol(%n)]`: the map and its operands."""
    map, operands = parser.parse_affine_map_of_ssa_ids("[")
    return map, parser.resolve_operands(operands, [ir.INDEX] * len(operands))


def print_subscripts(
    printer: d.AsmPrinter, map: ir.AffineMap, operands: Sequence[ir.Value]
) -> None:
    """Write `[%i + 1, symbol(%n)]`."""
    printer.write("[")
    printer.print_affine_map_of_ssa_ids(map, operands)
    printer.write("]")
