"""Sequential loops: scf.for and scf.while, and what ends their regions."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    ANY_TYPE,
    I1,
    SIGNLESS_INTEGER_OR_INDEX,
    UNIT_ATTR,
    AutomaticAllocationScope,
    HasParent,
    IsTerminator,
    OpPredicate,
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlock,
    SingleBlockImplicitTerminator,
)
from bufferize.define.asm import Argument, AsmParser, AsmPrinter, OperationState, UnresolvedOperand
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
from bufferize.ir import (
    INDEX,
    UNIT,
    BlockArgument,
    OpOperand,
    Region,
    Rewriter,
    Type,
    UnitAttr,
)
from bufferize_scf._dialect import SCF
from bufferize_scf.region_values import drop_redundant_region_values


@SCF.op("yield")
class YieldOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends a region, passing values to the op around it or to the next iteration."""

    __slots__ = ()
    values: d.VariadicOperand = d.variadic_operand(ANY_TYPE, name="results")
    traits = (
        Pure(),
        ReturnLike(),
        IsTerminator(),
        HasParent("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"),
    )
    assembly_format = "attr-dict ($results^ `:` type($results))?"


@SCF.op("condition")
class ConditionOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends the region of a while loop that decides whether to go on."""

    __slots__ = ()
    condition: d.Operand = d.operand(I1)
    args: d.VariadicOperand = d.variadic_operand(ANY_TYPE)
    traits = (Pure(), IsTerminator(), HasParent("scf.while"))
    assembly_format = "`(` $condition `)` attr-dict ($args^ `:` type($args))?"

    def mutable_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        return self.op_operands[1:]


def _same_bound_types(op: ForOp) -> bool:
    return op.lower_bound.type is op.upper_bound.type is op.step.type


@SCF.op("for")
class ForOp(d.Operation, CountedLoopInterface, ConditionallySpeculatable):
    """A counted loop with values carried from one iteration to the next."""

    __slots__ = ()
    lower_bound: d.Operand = d.operand(SIGNLESS_INTEGER_OR_INDEX, name="lowerBound")
    upper_bound: d.Operand = d.operand(SIGNLESS_INTEGER_OR_INDEX, name="upperBound")
    step: d.Operand = d.operand(SIGNLESS_INTEGER_OR_INDEX)
    init_args: d.VariadicOperand = d.variadic_operand(ANY_TYPE, name="initArgs")
    unsigned_cmp: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR, name="unsignedCmp")
    outputs: d.VariadicResult = d.variadic_result(ANY_TYPE, name="results")
    region: d.Region = d.region(1)
    traits = (
        AutomaticAllocationScope(),
        OpPredicate(_same_bound_types, "all of {lowerBound, upperBound, step} have same type"),
        SingleBlockImplicitTerminator("scf.yield"),
        RecursiveMemoryEffects(),
    )

    @property
    def init_operands(self) -> list[OpOperand]:
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
        """Other steps may never get to the upper bound."""
        return None if constant_int(self.step) == 1 else False

    def canonicalize(self, rewriter: Rewriter) -> bool:
        """What is carried and never changes is not carried, nor is what nobody uses."""
        return drop_redundant_region_values(self, rewriter)

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        if parser.parse_optional_keyword("unsigned"):
            state.properties["unsignedCmp"] = UNIT
        induction = parser.parse_argument()
        parser.parse_punctuation("=")
        bounds = [parser.parse_operand()]
        parser.parse_keyword("to")
        bounds.append(parser.parse_operand())
        parser.parse_keyword("step")
        bounds.append(parser.parse_operand())
        arguments: list[Argument] = []
        inits: list[UnresolvedOperand] = []
        if parser.parse_optional_keyword("iter_args"):
            arguments, inits = parse_assignments(parser)
            state.result_types = parser.parse_arrow_type_list()
        if len(arguments) != len(state.result_types):
            raise parser.error("mismatch in number of loop-carried values and defined values")
        type = parser.parse_type() if parser.parse_optional_punctuation(":") else INDEX
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

    def print(self, printer: AsmPrinter) -> None:
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
        if self.lower_bound.type is not INDEX:
            printer.write(f" : {self.lower_bound.type} ")
        print_body(printer, self.region)
        printer.print_attr_dict(self, ("unsignedCmp",))


@SCF.op("while")
class WhileOp(d.Operation, LoopLikeOpInterface, RegionBranchOpInterface):
    """A loop whose first region decides whether its second one runs."""

    __slots__ = ()
    inits: d.VariadicOperand = d.variadic_operand(ANY_TYPE)
    outputs: d.VariadicResult = d.variadic_result(ANY_TYPE, name="results")
    before: d.Region = d.region(1)
    after: d.Region = d.region(1)
    traits = (RecursiveMemoryEffects(), SingleBlock())

    @property
    def condition_op(self) -> ConditionOp:
        """What ends the first region."""
        last = self.before.blocks[0].last_op
        assert isinstance(last, ConditionOp)
        return last

    @property
    def yield_op(self) -> YieldOp:
        """What ends the second region."""
        last = self.after.blocks[0].last_op
        assert isinstance(last, YieldOp)
        return last

    @property
    def init_operands(self) -> list[OpOperand]:
        return list(self.op_operands)

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        return list(self.before.blocks[0].arguments)

    @property
    def yielded_operands(self) -> list[OpOperand]:
        return list(self.yield_op.op_operands)

    def infer_result_types(self) -> tuple[Type, ...]:
        """Those of what the condition hands on."""
        return self.condition_op.operand_types[1:]

    def entry_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        return list(self.op_operands)

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
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

    def canonicalize(self, rewriter: Rewriter) -> bool:
        """What is handed on and never changes is not handed on, nor is what nobody uses."""
        return drop_redundant_region_values(self, rewriter)

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        arguments: list[Argument] = []
        inits: list[UnresolvedOperand] = []
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

    def print(self, printer: AsmPrinter) -> None:
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
