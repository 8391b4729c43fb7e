"""The transform dialect: programs that transform other programs; its enumerations and attributes.

See https://mlir.llvm.org/docs/Dialects/Transform.
"""

from __future__ import annotations

from typing import Final

from bufferize import define as d
from bufferize import ir

TRANSFORM = d.Dialect(
    "transform",
    partial=(
        "bufferize-transform has the ops of MLIR 22 without those of its tests; pipe others through "
        "`mlir-opt-22 --mlir-print-op-generic`, and allow unregistered dialects"
    ),
)

ENTRY_POINT: Final = "__transform_main"
"""The named sequence that is run by default."""
WITH_NAMED_SEQUENCE: Final = "transform.with_named_sequence"
"""The attribute of a module with named sequences."""
TARGET_TAG: Final = "transform.target_tag"
"""The attribute by which an operation can be selected as the root of the payload."""
CONSUMED: Final = "transform.consumed"
READONLY: Final = "transform.readonly"
"""The argument attribute that says that a named sequence does not consume the handle."""
SILENCE_TRACKING_FAILURES: Final = "transform.silence_tracking_failures"
"""The attribute of a transform that drops handles to payload that cannot be tracked."""

FAILURE_PROPAGATION_MODE = d.int_enum(
    "failure_propagation_mode",
    ir.I32,
    {"propagate": 1, "suppress": 2},
    "Silenceable error propagation policy",
)
SUPPRESS: Final = FAILURE_PROPAGATION_MODE.attr("suppress")
"""The mode in which silenceable failures are ignored and the script goes on."""

CMPI_PREDICATE = d.int_enum(
    "predicate",
    ir.I32,
    {"eq": 0, "ne": 1, "lt": 2, "le": 3, "gt": 4, "ge": 5},
    "allowed 32-bit signless integer cases: 0, 1, 2, 3, 4, 5",
)


@TRANSFORM.attribute("param_operand")
@ir.parameters
class ParamOperandAttr(ir.Attribute):
    """`#transform.param_operand<index = 0 : i64>`: the number of an operand that is a parameter."""

    index: ir.IntegerAttr

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> ParamOperandAttr:
        """Parse `<index = number>`."""
        parser.parse_punctuation("<")
        parser.parse_keyword("index")
        parser.parse_punctuation("=")
        offset = parser.offset
        index = parser.parse_attribute()
        if not isinstance(index, ir.IntegerAttr):
            raise parser.error("invalid kind of attribute specified", offset)
        parser.parse_punctuation(">")
        return cls(index)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<index = ")
        printer.print_attribute(self.index)
        printer.write(">")


def _op_attribute_problem(op: ir.Operation, name: str, value: ir.Attribute) -> str | None:
    """Return the problem with an attribute `transform.…` on any operation."""
    if name == WITH_NAMED_SEQUENCE:
        if not op.has_trait(ir.SymbolTableTrait):
            return f'"{name}" attribute can only be attached to operations with symbol tables'
        return None
    if name == TARGET_TAG:
        return None if isinstance(value, ir.StringAttr) else f'"{name}" attribute must be a string'
    if name in (CONSUMED, READONLY, SILENCE_TRACKING_FAILURES):
        if not isinstance(value, ir.UnitAttr):
            return f'"{name}" must be a unit attribute'
        return None
    return f'unknown attribute: "{name}"'


TRANSFORM.op_attribute_problem = _op_attribute_problem
