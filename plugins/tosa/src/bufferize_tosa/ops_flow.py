"""Choices and loops."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    IsTerminator,
    Pure,
    RecursiveMemoryEffects,
    SingleBlockImplicitTerminator,
)
from bufferize.define.asm import Argument, AsmParser, AsmPrinter, OperationState, UnresolvedOperand
from bufferize.define.directives import parse_assignments, print_assignments
from bufferize.ir import I1, FunctionType, Region, Type, Value, element_type_or_self
from bufferize_tosa.base import TOSA
from bufferize_tosa.constraints import I1_TENSOR, TENSOR
from bufferize_tosa.ops import TosaOp
from bufferize_tosa.shapes import extents_of, is_static
from bufferize_tosa.traits import ResolvableShapes
from bufferize_tosa.verification import verify_values

_TRAITS = (
    SingleBlockImplicitTerminator("tosa.yield"),
    RecursiveMemoryEffects(),
    ResolvableShapes(),
)


@TOSA.op("yield")
class YieldOp(TosaOp):
    """Ends a region with what it gives."""

    __slots__ = ()

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR)
    traits = (IsTerminator(), Pure(), ResolvableShapes())
    assembly_format = "($inputs^)? attr-dict (`:` type($inputs)^)?"


def _is_single(type: Type) -> bool:
    """Whether a tensor has one element, as far as is known."""
    extents = extents_of(type)
    return extents is None or not all(map(is_static, extents)) or set(extents) <= {1}


def _arguments(region: Region) -> tuple[Value, ...]:
    return tuple(region.blocks[0].arguments)


def _yielded(region: Region) -> tuple[Value, ...]:
    last = region.blocks[0].last_op
    return () if last is None else tuple(last.operands)


@TOSA.op("cond_if")
class IfOp(TosaOp):
    """One of two regions, as a truth value says."""

    __slots__ = ()

    condition: d.Operand = d.operand(I1_TENSOR)
    input_list: d.VariadicOperand = d.variadic_operand(TENSOR)
    output_list: d.VariadicResult = d.variadic_result(TENSOR)
    then_graph: d.Region = d.region(1)
    else_graph: d.Region = d.region(1)
    traits = _TRAITS
    assembly_format = None

    def verify_op(self) -> None:
        for name, region in (("then", self.then_graph), ("else", self.else_graph)):
            arguments = f"'{name}_graph' arguments"
            verify_values(self, _arguments(region), arguments, self.input_list, "'input_list'")
        for name, region in (("then", self.then_graph), ("else", self.else_graph)):
            results = f"'{name}_graph' results"
            verify_values(self, _yielded(region), results, self.output_list, "'output_list'")
        if not _is_single(self.condition.type):
            raise self.error(f"'condition' must be a size 1 tensor, got '{self.condition.type}'")

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        condition = parser.parse_operand()
        inputs: list[UnresolvedOperand] | None = None
        if parser.peek() == "(":
            _, inputs = parse_assignments(parser)
        parser.parse_punctuation(":")
        state.operands = [parser.resolve_operand(condition, parser.parse_type())]
        if inputs is None:
            state.result_types = parser.parse_optional_arrow_type_list()
        else:
            type = _parse_types(parser, inputs)
            state.operands += parser.resolve_operands(inputs, type.inputs)
            state.result_types = list(type.results)
        state.regions = [parser.parse_region()]
        state.regions.append(
            parser.parse_region() if parser.parse_optional_keyword("else") else Region()
        )
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: AsmPrinter) -> None:
        printer.write(" ")
        printer.print_operand(self.condition)
        if self.input_list:
            printer.write(" ")
            print_assignments(printer, self.then_graph.blocks[0].arguments, self.input_list)
        printer.write(" : ")
        printer.print_type(self.condition.type)
        if self.input_list:
            printer.write(" (")
            printer.print_types([value.type for value in self.input_list])
            printer.write(")")
        printer.print_arrow_type_list(self.result_types)
        printer.write(" ")
        printer.print_region(self.then_graph)
        if self.else_graph.blocks:
            printer.write(" else ")
            printer.print_region(self.else_graph)
        printer.print_attr_dict(self)


@TOSA.op("while_loop")
class WhileOp(TosaOp):
    """A region again and again, as long as another one says so."""

    __slots__ = ()

    input_list: d.VariadicOperand = d.variadic_operand(TENSOR)
    output_list: d.VariadicResult = d.variadic_result(TENSOR)
    cond_graph: d.Region = d.region(1)
    body_graph: d.Region = d.region(1)
    traits = _TRAITS
    assembly_format = None

    def verify_op(self) -> None:
        inputs = (self.input_list, "'input_list'")
        verify_values(self, *inputs, self.output_list, "'output_list'")
        verify_values(self, _arguments(self.cond_graph), "'cond_graph' arguments", *inputs)
        verify_values(self, _arguments(self.body_graph), "'body_graph' arguments", *inputs)
        verify_values(self, _yielded(self.body_graph), "'body_graph' results", *inputs)
        conditions = _yielded(self.cond_graph)
        if len(conditions) != 1:
            raise self.error("require 'cond_graph' only have one result")
        type = conditions[0].type
        if not _is_single(type):
            raise self.error(f"'cond_graph' result must be a size 1 tensor, got '{type}'")
        if element_type_or_self(type) is not I1:
            raise self.error(f"'cond_graph' result must be a boolean tensor, got '{type}'")

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        arguments: list[Argument] = []
        inputs: list[UnresolvedOperand] = []
        if parser.peek() == "(":
            arguments, inputs = parse_assignments(parser)
        parser.parse_punctuation(":")
        type = _parse_types(parser, inputs)
        state.operands = parser.resolve_operands(inputs, type.inputs)
        state.result_types = list(type.results)
        for argument, argument_type in zip(arguments, type.inputs, strict=True):
            argument.type = argument_type
        state.regions.append(parser.parse_region(arguments))
        parser.parse_keyword("do")
        state.regions.append(parser.parse_region())
        state.attributes.update(parser.parse_optional_attr_dict_with_keyword())

    def print(self, printer: AsmPrinter) -> None:
        if self.input_list:
            printer.write(" ")
            print_assignments(printer, self.cond_graph.blocks[0].arguments, self.input_list)
        printer.write(" : ")
        printer.print_functional_type(self)
        printer.write(" ")
        printer.print_region(self.cond_graph, print_entry_args=False)
        printer.write(" do ")
        printer.print_region(self.body_graph)
        printer.print_attr_dict_with_keyword(self)


def _parse_types(parser: AsmParser, inputs: list[UnresolvedOperand]) -> FunctionType:
    offset = parser.offset
    type = parser.parse_function_type()
    if len(type.inputs) != len(inputs):
        raise parser.error(
            f"expected as many input types as operands (expected {len(inputs)} got "
            f"{len(type.inputs)})",
            offset,
        )
    return type
