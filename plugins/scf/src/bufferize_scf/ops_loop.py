"""Sequential loops: scf.for and scf.while, and the terminators of their regions."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.define.directives import parse_assignments, print_assignments, print_body
from bufferize.interfaces import (
    ConditionallySpeculatable,
    CountedLoopInterface,
    LoopBounds,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
    constant_int,
)
from bufferize_scf.dialect import SCF
from bufferize_scf.region_values import drop_redundant_region_values


@SCF.op("yield")
class YieldOp(d.Operation, RegionBranchTerminatorOpInterface):
    """The end of a region; passes values to the op around it or to the next iteration."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="results")
    traits = (
        d.Pure(),
        d.ReturnLike(),
        d.IsTerminator(),
        d.HasParent("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"),
    )
    assembly_format = "attr-dict ($results^ `:` type($results))?"


@SCF.op("condition")
class ConditionOp(d.Operation, RegionBranchTerminatorOpInterface):
    """The end of the first region of a while loop; decides whether the loop continues."""

    condition: d.Operand = d.operand(d.I1)
    args: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    traits = (d.Pure(), d.IsTerminator(), d.HasParent("scf.while"))
    assembly_format = "`(` $condition `)` attr-dict ($args^ `:` type($args))?"

    def mutable_successor_operands(self, successor: ir.Region | None) -> list[ir.OpOperand]:
        return self.op_operands[1:]


def _same_bound_types(op: ForOp) -> bool:
    return op.lower_bound.type is op.upper_bound.type is op.step.type


@SCF.op("for")
class ForOp(d.Operation, CountedLoopInterface, ConditionallySpeculatable):
    """A counted loop with values carried from one iteration to the next."""

    lower_bound: d.Operand = d.operand(d.SIGNLESS_INTEGER_OR_INDEX, name="lowerBound")
    upper_bound: d.Operand = d.operand(d.SIGNLESS_INTEGER_OR_INDEX, name="upperBound")
    step: d.Operand = d.operand(d.SIGNLESS_INTEGER_OR_INDEX)
    init_args: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="initArgs")
    unsigned_cmp: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(
        d.UNIT_ATTR, name="unsignedCmp"
    )
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    region: d.Region = d.region(1)
    traits = (
        d.AutomaticAllocationScope(),
        d.OpPredicate(_same_bound_types, "all of {lowerBound, upperBound, step} have same type"),
        d.SingleBlockImplicitTerminator("scf.yield"),
        d.RecursiveMemoryEffects(),
    )

    @property
    def init_operands(self) -> list[ir.OpOperand]:
        return self.op_operands[3:]

    @property
    def loop_bounds(self) -> list[LoopBounds]:
        return [(self.lower_bound, self.upper_bound, self.step)]

    @property
    def has_unsigned_bounds(self) -> bool:
        return self.unsigned_cmp is not None

    def verify_op(self) -> None:
        if len(self.init_args) != len(self.results):
            raise self.error("mismatch in number of loop-carried values and defined values")

    def verify_regions(self) -> None:
        arguments = self.region.blocks[0].arguments
        if not arguments or arguments[0].type is not self.lower_bound.type:
            raise self.error("expected induction variable to be same type as bounds and step")

    def is_speculatable(self) -> bool | None:
        """Return False unless the step is 1: with other steps the loop may not terminate."""
        return None if constant_int(self.step) == 1 else False

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Drop carried values that never change or are unused."""
        return drop_redundant_region_values(self, rewriter)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        if parser.parse_optional_keyword("unsigned"):
            state.properties["unsignedCmp"] = ir.UNIT
        induction = parser.parse_argument()
        parser.parse_punctuation("=")
        bounds = [parser.parse_operand()]
        parser.parse_keyword("to")
        bounds.append(parser.parse_operand())
        parser.parse_keyword("step")
        bounds.append(parser.parse_operand())
        arguments: list[d.Argument] = []
        inits: list[d.UnresolvedOperand] = []
        if parser.parse_optional_keyword("iter_args"):
            arguments, inits = parse_assignments(parser)
            state.result_types = parser.parse_arrow_type_list()
        if len(arguments) != len(state.result_types):
            raise parser.error("mismatch in number of loop-carried values and defined values")
        type = parser.parse_type() if parser.parse_optional_punctuation(":") else ir.INDEX
        induction.type = type
        for argument, argument_type in zip(arguments, state.result_types, strict=True):
            argument.type = argument_type
        state.operands = [
            *parser.resolve_operands(bounds, [type] * 3),
            *parser.resolve_operands(inits, state.result_types),
        ]
        region = parser.parse_region([induction, *arguments])
        d.ensure_terminator(cls, region, parser.context, state.location)
        state.regions.append(region)
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        if self.unsigned_cmp is not None:
            printer.write(" unsigned")
        bounds = (self.lower_bound, self.upper_bound, self.step)
        printer.write(" ")
        printer.print_operand(self.induction_variable)
        for word, bound in zip((" = ", " to ", " step "), bounds, strict=True):
            printer.write(word)
            printer.print_operand(bound)
        if self.init_args:
            printer.write(" iter_args")
            print_assignments(printer, self.region_iter_args, self.init_args)
            printer.write(" -> (")
            printer.print_types(self.result_types)
            printer.write(")")
        printer.write(" ")
        if self.lower_bound.type is not ir.INDEX:
            printer.write(f" : {self.lower_bound.type} ")
        print_body(printer, self.region)
        printer.print_attr_dict(self, ("unsignedCmp",))


@SCF.op("while")
class WhileOp(d.Operation, LoopLikeOpInterface, RegionBranchOpInterface):
    """A loop whose first region decides whether its second one runs."""

    inits: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    before: d.Region = d.region(1)
    after: d.Region = d.region(1)
    traits = (d.RecursiveMemoryEffects(), d.SingleBlock())

    @property
    def condition_op(self) -> ConditionOp:
        """The terminator of the first region."""
        last = self.before.blocks[0].last_op
        assert isinstance(last, ConditionOp)
        return last

    @property
    def yield_op(self) -> YieldOp:
        """The terminator of the second region."""
        last = self.after.blocks[0].last_op
        assert isinstance(last, YieldOp)
        return last

    @property
    def init_operands(self) -> list[ir.OpOperand]:
        return list(self.op_operands)

    @property
    def region_iter_args(self) -> list[ir.BlockArgument]:
        return list(self.before.blocks[0].arguments)

    @property
    def yielded_operands(self) -> list[ir.OpOperand]:
        return list(self.yield_op.op_operands)

    @property
    def forwarded_operands(self) -> list[tuple[ir.OpOperand, ir.OpOperand, Sequence[ir.Value]]]:
        passed, yielded = self.condition_op.op_operands[1:], self.yield_op.op_operands
        before, after = self.before.entry.arguments, self.after.entry.arguments
        carried = list(zip(self.op_operands, passed, yielded, strict=False))
        return [
            *((init, end, (after[i], self.results[i])) for i, (init, end, _) in enumerate(carried)),
            *((init, end, (before[i],)) for i, (init, _, end) in enumerate(carried)),
        ]

    def infer_result_types(self) -> tuple[ir.Type, ...]:
        """Return the types of the values that the condition passes."""
        return self.condition_op.operand_types[1:]

    def entry_successor_operands(self, successor: ir.Region | None) -> list[ir.OpOperand]:
        return list(self.op_operands)

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
        if point is self.before:
            return [
                RegionSuccessor(self.after, tuple(self.after.blocks[0].arguments)),
                RegionSuccessor(None, self.results),
            ]
        return [RegionSuccessor(self.before, tuple(self.before.blocks[0].arguments))]

    def verify_regions(self) -> None:
        self.verify_edges()
        for region, word, terminator in (
            (self.before, "before", ConditionOp),
            (self.after, "after", YieldOp),
        ):
            last = region.blocks[0].last_op
            if not isinstance(last, terminator):
                raise self.error(
                    f"expects the '{word}' region to terminate with '{terminator.name}'"
                )

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Drop passed values that never change or are unused."""
        return drop_redundant_region_values(self, rewriter)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        arguments: list[d.Argument] = []
        inits: list[d.UnresolvedOperand] = []
        if parser.peek() == "(":
            arguments, inits = parse_assignments(parser)
        parser.parse_punctuation(":")
        offset = parser.offset
        type = parser.parse_function_type()
        state.result_types = list(type.results)
        if len(type.inputs) != len(inits):
            raise parser.error(
                f"expected as many input types as operands (expected {len(inits)} got "
                f"{len(type.inputs)})",
                offset,
            )
        state.operands = parser.resolve_operands(inits, type.inputs)
        for argument, argument_type in zip(arguments, type.inputs, strict=True):
            argument.type = argument_type
        state.regions.append(parser.parse_region(arguments))
        parser.parse_keyword("do")
        state.regions.append(parser.parse_region())
        state.attributes.update(parser.parse_optional_attr_dict_with_keyword())

    def print(self, printer: d.AsmPrinter) -> None:
        if self.inits:
            printer.write(" ")
            print_assignments(printer, self.before.blocks[0].arguments, self.inits)
        printer.write(" : ")
        printer.print_functional_type(self)
        printer.write(" ")
        printer.print_region(self.before, print_entry_args=False)
        printer.write(" do ")
        printer.print_region(self.after)
        printer.print_attr_dict_with_keyword(self)
