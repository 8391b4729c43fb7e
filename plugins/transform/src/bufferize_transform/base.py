"""The transform dialect's object, its enumerations and its attributes.

See https://mlir.llvm.org/docs/Dialects/Transform.
"""

from __future__ import annotations

from typing import Final

from bufferize.define import Dialect
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.enums import int_enum
from bufferize.ir import (
    I32,
    Attribute,
    IntegerAttr,
    Operation,
    StringAttr,
    SymbolTableTrait,
    UnitAttr,
    parameters,
)

TRANSFORM = Dialect("transform")

ENTRY_POINT: Final = "__transform_main"
"""The named sequence that is run, unless another one is asked for."""
WITH_NAMED_SEQUENCE: Final = "transform.with_named_sequence"
"""The attribute of a module that holds named sequences."""
TARGET_TAG: Final = "transform.target_tag"
"""The attribute by which an operation can be chosen as the root of what is transformed."""
CONSUMED: Final = "transform.consumed"
READONLY: Final = "transform.readonly"
"""What a named sequence does with an argument: its handle is not to be used afterwards, or it is."""
SILENCE_TRACKING_FAILURES: Final = "transform.silence_tracking_failures"
"""The attribute of a transform that need not keep handles: what cannot be found is dropped."""

FAILURE_PROPAGATION_MODE = int_enum(
    "failure_propagation_mode",
    I32,
    {"propagate": 1, "suppress": 2},
    "Silenceable error propagation policy",
)
SUPPRESS: Final = FAILURE_PROPAGATION_MODE.attr("suppress")
"""Silenceable failures are ignored, and what follows is done."""

CMPI_PREDICATE = int_enum(
    "predicate",
    I32,
    {"eq": 0, "ne": 1, "lt": 2, "le": 3, "gt": 4, "ge": 5},
    "allowed 32-bit signless integer cases: 0, 1, 2, 3, 4, 5",
)


@TRANSFORM.attribute("param_operand")
@parameters
class ParamOperandAttr(Attribute):
    """`#transform.param_operand<index = 0 : i64>`: an operand that is a parameter, by its number."""

    index: IntegerAttr

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> ParamOperandAttr:
        """`<index = number>`."""
        parser.parse_punctuation("<")
        parser.parse_keyword("index")
        parser.parse_punctuation("=")
        offset = parser.offset
        index = parser.parse_attribute()
        if not isinstance(index, IntegerAttr):
            raise parser.error("invalid kind of attribute specified", offset)
        parser.parse_punctuation(">")
        return cls(index)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<index = ")
        printer.print_attribute(self.index)
        printer.write(">")


def _op_attribute_problem(op: Operation, name: str, value: Attribute) -> str | None:
    """What is wrong with an attribute `transform.…` on any operation."""
    if name == WITH_NAMED_SEQUENCE:
        if not op.has_trait(SymbolTableTrait):
            return f'"{name}" attribute can only be attached to operations with symbol tables'
        return None
    if name == TARGET_TAG:
        return None if isinstance(value, StringAttr) else f'"{name}" attribute must be a string'
    if name in (CONSUMED, READONLY, SILENCE_TRACKING_FAILURES):
        if not isinstance(value, UnitAttr):
            return f'"{name}" must be a unit attribute'
        return None
    return f'unknown attribute: "{name}"'


TRANSFORM.op_attribute_problem = _op_attribute_problem
