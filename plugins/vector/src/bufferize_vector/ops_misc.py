"""Fused multiply-add, step vectors, the vector scale of the machine, and printing."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize_vector.dialect import VECTOR, PrintPunctuationAttr

_FLOAT_VECTOR = d.vector_of(d.FLOAT, allow_0d=True)
_PRINTABLE = d.one_of(d.ANY_VECTOR_OF_ANY_RANK, d.ANY_INTEGER, d.INDEX, d.FLOAT)
_NEWLINE = PrintPunctuationAttr.of("newline")


@VECTOR.op("fma")
class FMAOp(d.Operation):
    """`lhs * rhs + acc`, elementwise, rounded once."""

    lhs: d.Operand = d.operand(_FLOAT_VECTOR)
    rhs: d.Operand = d.operand(_FLOAT_VECTOR)
    acc: d.Operand = d.operand(_FLOAT_VECTOR)
    result: d.Result = d.result(_FLOAT_VECTOR)
    traits = (d.Pure(), d.AllTypesMatch("lhs", "rhs", "acc", "result"), d.ElementwiseMappable())
    assembly_format = "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)"


@VECTOR.op("step")
class StepOp(d.Operation):
    """The vector 0, 1, 2, …."""

    result: d.Result = d.result(d.vector_of(d.INDEX, ranks=(1,)))
    traits = (d.Pure(),)
    assembly_format = "attr-dict `:` type($result)"


@VECTOR.op("vscale")
class VectorScaleOp(d.Operation):
    """The factor by which scalable vectors are longer on the machine."""

    res: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)
    assembly_format = "attr-dict"
    result_name = "vscale"


@VECTOR.op("print")
class PrintOp(d.Operation, MemoryEffectsOpInterface):
    """The printing of a value, a string or punctuation on standard output."""

    source: d.OptionalOperand = d.optional_operand(_PRINTABLE)
    punctuation: d.Attr[PrintPunctuationAttr, str] = d.default_attr(PrintPunctuationAttr, _NEWLINE)
    string_literal: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(
        d.STR_ATTR, name="stringLiteral"
    )
    traits = (d.WillReturn(),)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE)]

    def verify_op(self) -> None:
        if self.string_literal is None:
            return
        if self.source is not None or self.punctuation is not _NEWLINE:
            raise self.error(
                "failed to verify that `source` or `punctuation` are not set when printing strings"
            )

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        source = parser.parse_optional_operand()
        if source is not None:
            state.operands = [parser.resolve_operand(source, parser.parse_colon_type())]
        while (word := parser.parse_optional_any_keyword(("str", "punctuation"))) is not None:
            name = "stringLiteral" if word == "str" else word
            if name in state.properties:
                raise parser.error(f"`{word}` clause can appear at most once")
            if word == "str":
                state.properties[name] = ir.StringAttr(parser.parse_string())
            else:
                state.properties[name] = parser.parse_custom_attribute(PrintPunctuationAttr)
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        if self.source is not None:
            printer.write(" ")
            printer.print_operand(self.source)
            printer.write(" : ")
            printer.print_type(self.source.type)
        if self.string_literal is not None:
            printer.write(" str ")
            printer.print_string(self.string_literal.value)
        # A bare `vector.print` before `%x = ...` would be read as one of %x.
        elif self.source is None or self.punctuation is not _NEWLINE:
            printer.write(f" punctuation <{self.punctuation.keyword}>")
        printer.print_attr_dict(self, ("punctuation", "stringLiteral"))
