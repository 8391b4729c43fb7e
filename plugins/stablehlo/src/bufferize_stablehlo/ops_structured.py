"""Ops with a syntax of their own: constants, loops and reductions."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.define.directives import parse_assignments, print_assignments
from bufferize_stablehlo.attributes import dims_text, parse_dims
from bufferize_stablehlo.dialect import STABLEHLO
from bufferize_stablehlo.ops_flow import ReturnOp
from bufferize_stablehlo.types import (
    STATIC_TENSOR_PER_AXIS,
    TENSOR,
    TENSOR_TOKEN_OR_BUFFER,
)


@STABLEHLO.op("constant")
class ConstantOp(d.Operation):
    """A tensor known at compile time."""

    value: d.Attr[ir.Attribute, ir.Attribute] = d.attr(d.ELEMENTS_ATTR)
    output: d.Result = d.result(STATIC_TENSOR_PER_AXIS)
    traits = (d.ConstantLike(), d.Pure())

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [self.value]

    def result_names(self) -> list[str]:
        is_integer = isinstance(ir.element_type_or_self(self.output.type), ir.IntegerType)
        return ["c" if is_integer else "cst"]

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        if parser.parse_optional_punctuation("("):
            parser.parse_punctuation(")")
            state.properties.update(parser.parse_optional_prop_dict())
            state.attributes.update(parser.parse_optional_attr_dict())
            parser.parse_punctuation(":")
            state.result_types = list(parser.parse_function_type().results)
            return
        state.attributes.update(parser.parse_optional_attr_dict())
        offset = parser.offset
        value = parser.parse_attribute()
        type = getattr(value, "type", None)
        if not isinstance(type, ir.Type):
            raise parser.error("expected elements with their type", offset)
        state.properties["value"] = value
        state.result_types = [type]

    def print(self, printer: d.AsmPrinter) -> None:
        if getattr(self.value, "type", None) is self.output.type:
            printer.print_attr_dict(self, ["value"])
            printer.write(" ")
            printer.print_attribute(self.value)
            return
        printer.write("() <{value = ")
        printer.print_attribute(self.value)
        printer.write("}>")
        printer.print_attr_dict(self.attributes)
        printer.write(" : ")
        printer.print_functional_type(self)


@STABLEHLO.op("while")
class WhileOp(d.Operation):
    """A loop that runs a region as long as another region yields true."""

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR_TOKEN_OR_BUFFER, name="operand")
    outputs: d.VariadicResult = d.variadic_result(TENSOR_TOKEN_OR_BUFFER, name="results")
    cond: d.Region = d.region(1)
    body: d.Region = d.region(1)
    traits = (d.RecursiveMemoryEffects(),)

    def block_argument_names(self, region: ir.Region) -> list[str]:
        return ["iterArg"] * len(region.blocks[0].arguments)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        arguments, operands = parse_assignments(parser)
        if operands:
            parser.parse_punctuation(":")
            offset = parser.offset
            types = parser.parse_type_list()
            if len(types) != len(operands):
                raise parser.error(
                    f"{len(operands)} operands present, but expected {len(types)}", offset
                )
            state.operands = parser.resolve_operands(operands, types)
            state.result_types = types
            for argument, type in zip(arguments, types, strict=True):
                argument.type = type
        state.attributes.update(parser.parse_optional_attr_dict_with_keyword())
        parser.parse_keyword("cond")
        state.regions.append(parser.parse_region(arguments))
        parser.parse_keyword("do")
        state.regions.append(parser.parse_region(arguments))

    def print(self, printer: d.AsmPrinter) -> None:
        print_assignments(printer, self.body.blocks[0].arguments, self.inputs)
        if self.inputs:
            printer.write(" : ")
            printer.print_types([value.type for value in self.inputs])
        printer.print_attr_dict_with_keyword(self)
        printer.newline()
        printer.write("cond ")
        printer.print_region(self.cond, print_entry_args=False)
        printer.write(" do ")
        printer.print_region(self.body, print_entry_args=False)


@STABLEHLO.op("reduce")
class ReduceOp(d.Operation):
    """The reduction of tensors along dimensions by a region."""

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR)
    init_values: d.VariadicOperand = d.variadic_operand(TENSOR)
    dimensions: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    outputs: d.VariadicResult = d.variadic_result(TENSOR, name="results")
    body: d.Region = d.region(1)
    traits = (d.WillReturn(), d.RecursiveMemoryEffects(), d.SameVariadicOperandSize())

    @property
    def applied(self) -> ir.Operation | None:
        """The op that the region applies to its arguments, None if it does something else."""
        block = self.body.blocks[0]
        ops = list(block.ops)
        if len(ops) != 2 or not self.inputs or not isinstance(ops[1], ReturnOp):
            return None
        inner = ops[0]
        element = ir.RankedTensorType((), ir.element_type_or_self(self.inputs[0].type))
        types = {*inner.operand_types, *inner.result_types}
        is_applied = (
            inner.name.startswith("stablehlo.")
            and inner.has_trait(d.Commutative)
            and types == {element}
            and tuple(inner.operands) == tuple(block.arguments)
            and len(inner.op_operands) == 2
            and tuple(ops[1].operands) == tuple(inner.results)
        )
        return inner if is_applied else None

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        def parse_pair() -> tuple[d.UnresolvedOperand, d.UnresolvedOperand]:
            parser.parse_punctuation("(")
            given = parser.parse_operand()
            parser.parse_keyword("init")
            parser.parse_punctuation(":")
            init = parser.parse_operand()
            parser.parse_punctuation(")")
            return given, init

        pairs = parser.parse_comma_separated_list(None, parse_pair)
        operands = [given for given, _ in pairs] + [init for _, init in pairs]
        offset = parser.offset
        applied = _parse_applied(parser) if parser.parse_optional_keyword("applies") else None
        parser.parse_keyword("across")
        parser.parse_keyword("dimensions")
        parser.parse_punctuation("=")
        state.properties["dimensions"] = ir.dense_i64(parse_dims(parser))
        state.attributes.update(parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        if len(type.inputs) != len(operands):
            raise parser.error(
                f"{len(operands)} operands present, but expected {len(type.inputs)}", offset
            )
        state.operands = parser.resolve_operands(operands, type.inputs)
        state.result_types = list(type.results)
        if applied is not None:
            element = ir.RankedTensorType((), ir.element_type_or_self(type.inputs[0]))
            state.regions = [_applying(applied, element, state)]
            return
        parser.parse_keyword("reducer")
        state.regions = [parser.parse_region(_parse_reducer(parser))]

    def print(self, printer: d.AsmPrinter) -> None:
        for index, (given, init) in enumerate(zip(self.inputs, self.init_values, strict=True)):
            printer.write(", (" if index else "(")
            printer.print_operand(given)
            printer.write(" init: ")
            printer.print_operand(init)
            printer.write(")")
        applied = self.applied
        if applied is not None:
            printer.write(f" applies {applied.name}")
        printer.write(f" across dimensions = {dims_text(self.dimensions.values)}")
        printer.print_attr_dict(self, ["dimensions"])
        printer.write(" : ")
        printer.print_functional_type(self)
        if applied is not None:
            return
        printer.newline()
        printer.write(" reducer")
        arguments = self.body.blocks[0].arguments
        half = len(arguments) // 2
        for element, accumulator in zip(arguments[:half], arguments[half:], strict=True):
            printer.write("(")
            printer.print_region_argument(element)
            printer.write(", ")
            printer.print_region_argument(accumulator)
            printer.write(") ")
        printer.write(" ")
        printer.print_region(self.body, print_entry_args=False)


def _parse_applied(parser: d.AsmParser) -> type[ir.Operation]:
    offset = parser.offset
    name = parser.parse_keyword_or_string()
    found = parser.context.op_class(name)
    if found is None or not name.startswith("stablehlo.") or not found.has_trait(d.Commutative):
        raise parser.error(
            "expected the inner-op to be a commutative binary-op from the stablehlo dialect, "
            "with zero region, producing single result",
            offset,
        )
    return found


def _applying(op_class: type[ir.Operation], element: ir.Type, state: d.OperationState) -> ir.Region:
    """Return a region that applies an op to its two arguments."""
    block = ir.Block([element, element])
    inner = op_class.create(list(block.arguments), [element], location=state.location)
    block.append(inner)
    block.append(ReturnOp.create(list(inner.results), location=state.location))
    return ir.Region([block])


def _parse_reducer(parser: d.AsmParser) -> list[d.Argument]:
    """Parse `(%element: type, %accumulator: type) …`; return the elements, then the accumulators."""
    given: list[d.Argument] = []
    accumulators: list[d.Argument] = []
    while parser.parse_optional_punctuation("("):
        given.append(parser.parse_argument(allow_type=True))
        parser.parse_punctuation(",")
        accumulators.append(parser.parse_argument(allow_type=True))
        parser.parse_punctuation(")")
    return [*given, *accumulators]
