"""`linalg.tiled_loop`, a loop nest over tiles of tensors, which MLIR had until version 14."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    DestinationStyleOpInterface,
    LoopBounds,
    LoopLikeOpInterface,
    RepeatedRegionsInterface,
    is_tensor_like,
)
from bufferize_linalg.dialect import LINALG, IteratorTypeAttr
from bufferize_linalg.structured import SEGMENT_SIZES
from bufferize_linalg.table import PARALLEL

_ELIDED = ("distribution_types", "iterator_types", SEGMENT_SIZES)


@LINALG.op("tiled_loop")
class TiledLoopOp(
    d.Operation, LoopLikeOpInterface, RepeatedRegionsInterface, DestinationStyleOpInterface
):
    """A loop nest whose body works on tiles of `inputs`, and yields whole `outputs`.

    The arguments of the body are the loop indices, the inputs, and the outputs as the iterations
    before have left them. It ends with a `linalg.yield` of all outputs that are tensors.
    """

    lower_bound: d.VariadicOperand = d.variadic_operand(d.INDEX)
    upper_bound: d.VariadicOperand = d.variadic_operand(d.INDEX)
    step: d.VariadicOperand = d.variadic_operand(d.INDEX)
    inputs: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicOperand = d.variadic_operand(d.ANY_SHAPED)
    iterator_types: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.STR_ARRAY)
    distribution_types: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.STR_ARRAY)
    loop_outputs: d.VariadicResult = d.variadic_result(d.RANKED_TENSOR, name="results")
    region: d.Region = d.region(1)

    traits = (
        d.AttrSizedOperandSegments(),
        d.AutomaticAllocationScope(),
        d.RecursiveMemoryEffects(),
        d.SingleBlockImplicitTerminator("linalg.yield"),
    )

    @property
    def rank(self) -> int:
        """The number of loops."""
        return len(self.step)

    @property
    def is_parallel(self) -> bool:
        return self.may_repeat and PARALLEL in _strings(self.iterator_types)

    def is_repetitive_region(self, index: int) -> bool:
        return self.may_repeat

    def tied_block_argument(self, operand: ir.OpOperand) -> ir.BlockArgument:
        """Return the argument of the body for an input or output."""
        return self.region.entry.arguments[operand.index - 2 * self.rank]

    @property
    def region_input_args(self) -> list[ir.BlockArgument]:
        """The arguments of the body for the inputs."""
        return list(self.region.entry.arguments[self.rank : self.rank + len(self.inputs)])

    @property
    def region_output_args(self) -> list[ir.BlockArgument]:
        """The arguments of the body for the outputs, tensors or not."""
        return list(self.region.entry.arguments[self.rank + len(self.inputs) :])

    @property
    def dps_inits(self) -> list[ir.OpOperand]:
        return self.op_operands[3 * self.rank + len(self.inputs) :]

    @property
    def loop_induction_variables(self) -> list[ir.BlockArgument]:
        return list(self.region.entry.arguments[: self.rank])

    @property
    def loop_bounds(self) -> list[LoopBounds]:
        return list(zip(self.lower_bound, self.upper_bound, self.step, strict=True))

    @property
    def init_operands(self) -> list[ir.OpOperand]:
        return [init for init in self.dps_inits if is_tensor_like(init.value.type)]

    @property
    def region_iter_args(self) -> list[ir.BlockArgument]:
        return [self.tied_block_argument(init) for init in self.init_operands]

    @property
    def yielded_operands(self) -> list[ir.OpOperand]:
        return self.region.entry.terminator.op_operands

    @property
    def loop_results(self) -> list[ir.OpResult]:
        return list(self.results)

    def verify_op(self) -> None:
        rank, arguments = self.rank, self.region.entry.arguments
        if not len(self.lower_bound) == len(self.upper_bound) == rank:
            raise self.error("expected as many lower bounds and upper bounds as steps")
        kinds = _strings(self.iterator_types)
        if len(kinds) != rank:
            raise self.error(
                f"expected iterator types array attribute size = {len(kinds)} to match the number "
                f"of loops = {rank}"
            )
        for kind in kinds:
            if kind not in IteratorTypeAttr.cases:
                raise self.error(f"unexpected iterator_type ({kind})")
        distribution = self.distribution_types
        if distribution is not None and len(distribution) != rank:
            raise self.error(
                f"expected distribution types array attribute size = {len(distribution)} to match "
                f"the number of loops = {rank}"
            )
        expected = [ir.INDEX] * rank + [v.type for v in (*self.inputs, *self.outputs)]
        if len(arguments) != len(expected):
            raise self.error(
                f"expected the body to have {len(expected)} arguments, one for each loop, input "
                f"and output, but it has {len(arguments)}"
            )
        for argument, type in zip(arguments, expected, strict=True):
            if argument.type is not type:
                raise self.error(
                    f"expected argument {argument.index} of the body to be of type '{type}', not "
                    f"'{argument.type}'"
                )
        carried = [init.value.type for init in self.init_operands]
        if list(self.result_types) != carried:
            raise self.error("expected one result of the same type for each output tensor")
        terminator = self.region.entry.terminator
        if terminator.name == "linalg.yield" and list(terminator.operand_types) != carried:
            raise terminator.error("expected a value of the same type for each output tensor")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        arguments = parser.parse_argument_list("(")
        for induction in arguments:
            induction.type = ir.INDEX
        rank = len(arguments)
        groups: list[list[ir.Value]] = []
        for word in ("=", "to", "step"):
            if word == "=":
                parser.parse_punctuation(word)
            else:
                parser.parse_keyword(word)
            offset = parser.offset
            bounds = parser.parse_operand_list("(")
            if len(bounds) != rank:
                raise parser.error(f"expected {rank} values, one for each loop", offset)
            groups.append(parser.resolve_operands(bounds, [ir.INDEX] * rank))
        for word in ("ins", "outs"):
            found = _parse_typed_assignments(parser) if parser.parse_optional_keyword(word) else []
            arguments += [argument for argument, _ in found]
            groups.append([value for _, value in found])
        kinds = [PARALLEL] * rank
        if parser.parse_optional_keyword("iterators"):
            kinds = parser.parse_comma_separated_list("[", parser.parse_string)
        if parser.parse_optional_keyword("distribution"):
            names = parser.parse_comma_separated_list("[", parser.parse_string)
            state.properties["distribution_types"] = _string_array(names)
        state.properties["iterator_types"] = _string_array(kinds)
        state.properties[SEGMENT_SIZES] = ir.dense_i32(map(len, groups))
        state.operands = [value for group in groups for value in group]
        state.result_types = [v.type for v in groups[-1] if is_tensor_like(v.type)]
        region = parser.parse_region(arguments)
        d.ensure_terminator(cls, region, parser.context, state.location)
        state.regions.append(region)
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        for start, values in (
            (" (", self.loop_induction_variables),
            (" = (", self.lower_bound),
            (" to (", self.upper_bound),
            (" step (", self.step),
        ):
            printer.write(start)
            printer.print_operands(values)
            printer.write(")")
        _print_typed_assignments(printer, " ins (", self.region_input_args, self.inputs)
        _print_typed_assignments(printer, " outs (", self.region_output_args, self.outputs)
        if set(_strings(self.iterator_types)) - {PARALLEL}:
            _print_strings(printer, " iterators[", self.iterator_types)
        if self.distribution_types is not None:
            _print_strings(printer, " distribution[", self.distribution_types)
        printer.write(" ")
        printer.print_region(self.region, print_entry_args=False)
        printer.print_attr_dict(self, _ELIDED)


def _strings(array: ir.ArrayAttr) -> list[str]:
    return [element.value for element in array if isinstance(element, ir.StringAttr)]


def _string_array(words: Sequence[str]) -> ir.ArrayAttr:
    return ir.ArrayAttr(tuple(ir.StringAttr(word) for word in words))


def _parse_typed_assignments(parser: d.AsmParser) -> list[tuple[d.Argument, ir.Value]]:
    """Read `(%argument = %value: type, ...)`."""

    def parse_one() -> tuple[d.Argument, ir.Value]:
        argument = parser.parse_argument()
        parser.parse_punctuation("=")
        operand = parser.parse_operand()
        argument.type = parser.parse_colon_type()
        return argument, parser.resolve_operand(operand, argument.type)

    return parser.parse_comma_separated_list("(", parse_one)


def _print_typed_assignments(
    printer: d.AsmPrinter, start: str, arguments: Sequence[ir.Value], values: Sequence[ir.Value]
) -> None:
    """Write `start` and `%argument = %value: type, ...)`; nothing if there are none."""
    for i, (argument, value) in enumerate(zip(arguments, values, strict=True)):
        printer.write(", " if i else start)
        printer.print_operand(argument)
        printer.write(" = ")
        printer.print_operand(value)
        printer.write(": ")
        printer.print_type(value.type)
    if values:
        printer.write(")")


def _print_strings(printer: d.AsmPrinter, start: str, array: ir.ArrayAttr) -> None:
    for i, element in enumerate(array):
        printer.write(", " if i else start)
        printer.print_attribute(element)
    printer.write("]" if array else f"{start}]")
