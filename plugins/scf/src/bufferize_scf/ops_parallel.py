"""Parallel loops over values: scf.parallel and its reductions."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    LoopBounds,
    LoopLikeOpInterface,
    RegionBranchTerminatorOpInterface,
    RepeatedRegionsInterface,
)
from bufferize_scf.dialect import SCF, parse_index_operands, print_values


@SCF.op("parallel")
class ParallelOp(d.Operation, LoopLikeOpInterface, RepeatedRegionsInterface):
    """A loop nest whose iterations may run in any order or at once, with reductions."""

    lower_bound: d.VariadicOperand = d.variadic_operand(d.INDEX, name="lowerBound")
    upper_bound: d.VariadicOperand = d.variadic_operand(d.INDEX, name="upperBound")
    step: d.VariadicOperand = d.variadic_operand(d.INDEX)
    init_vals: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="initVals")
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    region: d.Region = d.region(1)
    traits = (
        d.AutomaticAllocationScope(),
        d.RecursiveMemoryEffects(),
        d.ParallelRegion(),
        d.SingleBlockImplicitTerminator("scf.reduce"),
    )

    @property
    def loop_induction_variables(self) -> list[ir.BlockArgument]:
        return list(self.region.blocks[0].arguments)

    @property
    def loop_bounds(self) -> list[LoopBounds]:
        return list(zip(self.lower_bound, self.upper_bound, self.step, strict=True))

    @property
    def is_parallel(self) -> bool:
        return self.may_repeat

    def infer_result_types(self) -> list[ir.Type]:
        """Return the types of the initial values."""
        return [value.type for value in self.init_vals]

    def verify_op(self) -> None:
        steps = self.step
        if not steps:
            raise self.error("needs at least one tuple element for lowerBound, upperBound and step")
        arguments = self.region.blocks[0].arguments
        if len(arguments) != len(steps):
            raise self.error(
                f"expects the same number of induction variables: {len(arguments)} as bound and "
                f"step values: {len(steps)}"
            )
        if any(argument.type is not ir.INDEX for argument in arguments):
            raise self.error("expects arguments for the induction variable to be of index type")

    def verify_regions(self) -> None:
        reduce = self.region.blocks[0].last_op
        assert isinstance(reduce, ReduceOp)
        count = len(reduce.reductions)
        if len(self.results) != count:
            raise self.error(
                f"expects number of results: {len(self.results)} to be the same as number of "
                f"reductions: {count}"
            )
        if len(self.init_vals) != len(self.results):
            raise self.error(
                f"expects number of results: {len(self.results)} to be the same as number of "
                f"initial values: {len(self.init_vals)}"
            )
        for index, (init, result) in enumerate(zip(self.init_vals, self.results, strict=True)):
            if init.type is not result.type:
                raise self.error(
                    f"expects type of {index}-th initial value: '{init.type}' to be the same as "
                    f"the {index}-th result type: '{result.type}'"
                )
        for index, (value, result) in enumerate(zip(reduce.values, self.results, strict=True)):
            if value.type is not result.type:
                raise reduce.error(
                    f"expects type of {index}-th reduction operand: '{value.type}' to be the same "
                    f"as the {index}-th result type: '{result.type}'"
                )

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        inductions = parser.parse_argument_list("(")
        parser.parse_punctuation("=")
        lower = parse_index_operands(parser)
        parser.parse_keyword("to")
        upper = parse_index_operands(parser)
        parser.parse_keyword("step")
        steps = parse_index_operands(parser)
        inits: list[d.UnresolvedOperand] = []
        if parser.parse_optional_keyword("init"):
            inits = parser.parse_operand_list("(")
        offset = parser.offset
        state.result_types = parser.parse_optional_arrow_type_list()
        if len(inits) != len(state.result_types):
            raise parser.error(
                f"number of operands and types do not match: got {len(inits)} operands and "
                f"{len(state.result_types)} types",
                offset,
            )
        values = parser.resolve_operands(inits, state.result_types)
        state.operands = [*lower, *upper, *steps, *values]
        for argument in inductions:
            argument.type = ir.INDEX
        region = parser.parse_region(inductions)
        d.ensure_terminator(cls, region, parser.context, state.location)
        state.regions.append(region)
        state.attributes.update(parser.parse_optional_attr_dict())
        state.properties["operandSegmentSizes"] = ir.dense_i32(
            map(len, (lower, upper, steps, values))
        )

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        print_values(printer, self.region.blocks[0].arguments)
        for word, values in (
            (" = ", self.lower_bound),
            (" to ", self.upper_bound),
            (" step ", self.step),
        ):
            printer.write(word)
            print_values(printer, values)
        if self.init_vals:
            printer.write(" init ")
            print_values(printer, self.init_vals)
        if self.results:
            printer.print_arrow_type_list(self.result_types)
        printer.write(" ")
        printer.print_region(self.region, print_entry_args=False)
        printer.print_attr_dict(self, ("operandSegmentSizes",))


@SCF.op("reduce")
class ReduceOp(d.Operation, RegionBranchTerminatorOpInterface):
    """The end of a parallel loop's body; for each value, it has a region that combines two."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    reductions: d.VariadicRegion = d.variadic_region(1)
    traits = (
        d.WillReturn(),
        d.IsTerminator(),
        d.HasParent("scf.parallel"),
        d.RecursiveMemoryEffects(),
        d.SingleBlock(),
    )

    def mutable_successor_operands(self, successor: ir.Region | None) -> list[ir.OpOperand]:
        return []  # what is reduced is not passed on as it is

    def verify_regions(self) -> None:
        if len(self.values) != len(self.reductions):
            raise self.error(
                f"expects one reduction region for each operand, but has {len(self.reductions)} "
                f"for {len(self.values)}"
            )
        for index, (value, region) in enumerate(zip(self.values, self.reductions, strict=True)):
            block, type = region.blocks[0], value.type
            if [argument.type for argument in block.arguments] != [type, type]:
                raise self.error(
                    f"expected two block arguments with type '{type}' in the {index}-th reduction "
                    "region"
                )
            if not isinstance(block.last_op, ReduceReturnOp):
                raise self.error(
                    "reduction bodies must be terminated with an 'scf.reduce.return' op"
                )

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        if parser.parse_optional_punctuation("("):
            operands = parser.parse_operand_list()
            parser.parse_punctuation(":")
            types = parser.parse_type_list()
            parser.parse_punctuation(")")
            state.operands = parser.resolve_operands(operands, types)
        region = parser.parse_optional_region()
        while region is not None:
            state.regions.append(region)
            more = parser.parse_optional_punctuation(",")
            region = parser.parse_region() if more else None
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        if self.values:
            printer.write("(")
            printer.print_operands(self.values)
            printer.write(" : ")
            printer.print_types(value.type for value in self.values)
            printer.write(")")
        printer.write(" ")
        for index, region in enumerate(self.reductions):
            if index:
                printer.write(", ")
            printer.print_region(region)
        printer.print_attr_dict(self)


@SCF.op("reduce.return")
class ReduceReturnOp(d.Operation):
    """The end of a reduction, with the combination of two values."""

    value: d.Operand = d.operand(d.ANY_TYPE, name="result")
    traits = (d.HasParent("scf.reduce"), d.Pure(), d.IsTerminator())
    assembly_format = "$result attr-dict `:` type($result)"

    def verify_op(self) -> None:
        block = self.parent
        assert block is not None
        expected = block.arguments[0].type if block.arguments else None
        if expected is not None and expected is not self.value.type:
            raise self.error(f"must have type '{expected}' (the type of the reduction inputs)")
