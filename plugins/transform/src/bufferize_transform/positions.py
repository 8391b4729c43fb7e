"""Lists of positions of operands, results or dimensions."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize_transform.dialect import TRANSFORM
from bufferize_transform.interface import silenceable


@TRANSFORM.custom_directive("TransformMatchDims")
class TransformMatchDims:
    """`all`, `except(0, 1)` or `0, 1`."""

    @staticmethod
    def parse(
        parser: d.AsmParser,
    ) -> tuple[ir.DenseArrayAttr, ir.UnitAttr | None, ir.UnitAttr | None]:
        """Parse the list; return it, and whether it is inverted or `all`."""
        if parser.parse_optional_keyword("all"):
            return ir.dense_i64([]), None, ir.UNIT
        if parser.parse_optional_keyword("except"):
            positions = parser.parse_comma_separated_list("(", parser.parse_integer)
            return ir.dense_i64(positions), ir.UNIT, None
        positions = parser.parse_comma_separated_list(None, parser.parse_integer)
        return ir.dense_i64(positions), None, None

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: ir.Operation,
        positions: ir.DenseArrayAttr,
        is_inverted: ir.UnitAttr | None,
        is_all: ir.UnitAttr | None,
    ) -> None:
        """Print the syntax that `parse` accepts."""
        text = ", ".join(map(str, positions.values))
        if is_all is not None:
            printer.write("all")
        else:
            printer.write(f"except({text})" if is_inverted is not None else text)


def verify_positions(
    op: ir.Operation, positions: Sequence[int], is_inverted: bool, is_all: bool
) -> None:
    """Check that a list of positions is valid. Raises VerifyError."""
    if is_all:
        if is_inverted:
            raise op.error("cannot request both 'all' and 'inverted' values in the list")
        if positions:
            raise op.error("cannot both request 'all' and specific values in the list")
    elif not positions:
        raise op.error("must request specific values in the list if 'all' is not specified")
    if len(set(positions)) != len(positions):
        raise op.error("expected the listed values to be unique")


def expand_positions(
    op: ir.Operation,
    target: ir.Operation,
    positions: Sequence[int],
    is_inverted: bool,
    is_all: bool,
    count: int,
) -> list[int]:
    """Return the positions among `count` that `op` selects; negative ones count from the end.

    Raises SilenceableFailure for one out of range.
    """
    if is_all:
        return list(range(count))
    found: list[int] = []
    for position in positions:
        updated = position + count if position < 0 else position
        problem = None
        if updated >= count:
            problem = f"position overflow {updated} (updated from {position}) for maximum {count}"
        elif updated < 0:
            problem = f"position underflow {updated} (updated from {position})"
        elif updated in found:
            problem = f"repeated position {updated} (updated from {position})"
        if problem is not None:
            failure = silenceable(problem, op)
            failure.diagnostics[0].note(
                "while considering positions of this payload operation", target
            )
            raise failure
        found.append(updated)
    return [p for p in range(count) if p not in found] if is_inverted else found
