"""Branches and loops."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.define.directives import parse_assignments, print_assignments
from bufferize_tosa.constraints import I1_TENSOR, TENSOR
from bufferize_tosa.dialect import TOSA, ResolvableShapes, TosaOp, extents_of, is_static
from bufferize_tosa.verification import verify_values

_TRAITS = (
    d.SingleBlockImplicitTerminator("tosa.yield"),
    d.RecursiveMemoryEffects(),
    ResolvableShapes(),
)


@TOSA.op("yield")
class YieldOp(TosaOp):
    """The end of a region, with its results."""

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR)
    traits = (d.IsTerminator(), d.Pure(), ResolvableShapes())
    assembly_format = "($inputs^)? attr-dict (`:` type($inputs)^)?"


def _is_single(type: ir.Type) -> bool:
    """Return whether a tensor may have exactly one element."""
    extents = extents_of(type)
    return extents is None or not all(map(is_static, extents)) or set(extents) <= {1}


def _arguments(region: ir.Region) -> tuple[ir.Value, ...]:
    return tuple(region.blocks[0].arguments)


def _yielded(region: ir.Region) -> tuple[ir.Value, ...]:
    last = region.blocks[0].last_op
    return () if last is None else tuple(last.operands)


@TOSA.op("cond_if")
class IfOp(TosaOp):
    """A branch: runs one of two regions, chosen by a truth value."""

    condition: d.Operand = d.operand(I1_TENSOR)
    input_list: d.VariadicOperand = d.variadic_operand(TENSOR)
    output_list: d.VariadicResult = d.variadic_result(TENSOR)
    then_graph: d.Region = d.region(1)
    else_graph: d.Region = d.region(1)
    traits = (d.WillReturn(), *_TRAITS)
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
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        condition = parser.parse_operand()
        inputs: list[d.UnresolvedOperand] | None = None
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
            parser.parse_region() if parser.parse_optional_keyword("else") else ir.Region()
        )
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
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
    """A loop that runs a region as long as another region yields true."""

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
        if ir.element_type_or_self(type) is not ir.I1:
            raise self.error(f"'cond_graph' result must be a boolean tensor, got '{type}'")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        arguments: list[d.Argument] = []
        inputs: list[d.UnresolvedOperand] = []
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

    def print(self, printer: d.AsmPrinter) -> None:
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


def _parse_types(parser: d.AsmParser, inputs: list[d.UnresolvedOperand]) -> ir.FunctionType:
    offset = parser.offset
    type = parser.parse_function_type()
    if len(type.inputs) != len(inputs):
        raise parser.error(
            f"expected as many input types as operands (expected {len(inputs)} got "
            f"{len(type.inputs)})",
            offset,
        )
    return type
