"""Parallel loops over tensors: scf.forall."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.define.directives import parse_assignments, print_assignments, print_body
from bufferize.interfaces import (
    DestinationStyleOpInterface,
    InParallelOpInterface,
    LoopBounds,
    ParallelCombiningOpInterface,
    ParallelLoopInterface,
    constant_int,
    mix,
)
from bufferize_scf.dialect import (
    SCF,
    parse_index_list,
    print_index_list,
    print_values,
)

_ELIDED = (
    "operandSegmentSizes",
    "staticLowerBound",
    "staticUpperBound",
    "staticStep",
)


def _is_mapping(attribute: ir.Attribute) -> bool:
    # Device mappings belong to other dialects; no builtin attribute is one.
    return isinstance(attribute, ir.ArrayAttr) and all(
        type(element).__module__ != ir.ArrayAttr.__module__ or hasattr(element, "dialect")
        for element in attribute
    )


DEVICE_MAPPING: d.Constraint[ir.ArrayAttr] = d.Constraint(
    _is_mapping, "Device Mapping array attribute", cls=ir.ArrayAttr
)


@SCF.op("forall")
class ForallOp(d.Operation, ParallelLoopInterface, DestinationStyleOpInterface):
    """A parallel loop nest; each iteration contributes a subset of the shared tensors."""

    dynamic_lower_bound: d.VariadicOperand = d.variadic_operand(d.INDEX, name="dynamicLowerBound")
    dynamic_upper_bound: d.VariadicOperand = d.variadic_operand(d.INDEX, name="dynamicUpperBound")
    dynamic_step: d.VariadicOperand = d.variadic_operand(d.INDEX, name="dynamicStep")
    outputs: d.VariadicOperand = d.variadic_operand(d.RANKED_TENSOR)
    static_lower_bound: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(
        d.DENSE_I64_ARRAY, name="staticLowerBound"
    )
    static_upper_bound: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(
        d.DENSE_I64_ARRAY, name="staticUpperBound"
    )
    static_step: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY, name="staticStep")
    mapping: d.OptionalAttr[ir.ArrayAttr, ir.ArrayAttr] = d.optional_attr(DEVICE_MAPPING)
    loop_outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    region: d.Region = d.region(1)
    traits = (
        d.AutomaticAllocationScope(),
        d.RecursiveMemoryEffects(),
        d.ParallelRegion(),
        d.SingleBlockImplicitTerminator("scf.forall.in_parallel"),
    )

    @property
    def rank(self) -> int:
        """The number of loops."""
        return len(self.static_lower_bound.values)

    @property
    def mixed_lower_bound(self) -> list[int | ir.Value]:
        """The lower bound of each loop."""
        return mix(self.static_lower_bound.values, self.dynamic_lower_bound)

    @property
    def mixed_upper_bound(self) -> list[int | ir.Value]:
        """The upper bound of each loop, exclusive."""
        return mix(self.static_upper_bound.values, self.dynamic_upper_bound)

    @property
    def mixed_step(self) -> list[int | ir.Value]:
        """The step of each loop."""
        return mix(self.static_step.values, self.dynamic_step)

    @property
    def loop_bounds(self) -> list[LoopBounds]:
        bounds = (self.mixed_lower_bound, self.mixed_upper_bound, self.mixed_step)
        return list(zip(*bounds, strict=True))

    @property
    def is_normalized(self) -> bool:
        """Whether all loops start at 0 with step 1, also by constant operands."""
        starts = map(constant_int, self.mixed_lower_bound)
        return set(starts) <= {0} and set(map(constant_int, self.mixed_step)) <= {1}

    @property
    def output_operands(self) -> list[ir.OpOperand]:
        """The operands for the shared tensors, one for each result."""
        return self.op_operands[len(self.op_operands) - len(self.results) :]

    @property
    def dps_inits(self) -> list[ir.OpOperand]:
        return self.output_operands

    @property
    def region_out_args(self) -> list[ir.BlockArgument]:
        """The arguments of the body for the shared tensors."""
        return list(self.region.blocks[0].arguments[self.rank :])

    @property
    def terminator(self) -> InParallelOp:
        """The terminator of the body."""
        last = self.region.blocks[0].last_op
        assert isinstance(last, InParallelOp)
        return last

    def tied_block_argument(self, operand: ir.OpOperand) -> ir.BlockArgument:
        """Return the argument of the body for a shared tensor."""
        return self.region_out_args[self.output_operands.index(operand)]

    def tied_output(self, argument: ir.BlockArgument) -> ir.OpOperand:
        """Return the operand with the shared tensor for an argument of the body."""
        return self.output_operands[argument.index - self.rank]

    def combining_ops(self, argument: ir.BlockArgument) -> list[ir.Operation]:
        """Return the ops of the terminator that contribute to an argument of the body."""
        return [
            op
            for op in self.terminator.yielding_ops
            if isinstance(op, ParallelCombiningOpInterface)
            and any(operand.value is argument for operand in op.updated_destinations)
        ]

    @property
    def init_operands(self) -> list[ir.OpOperand]:
        return self.output_operands

    def verify_op(self) -> None:
        rank, arguments = self.rank, self.region.blocks[0].arguments
        if len(self.results) != len(self.outputs):
            raise self.error(
                f"produces {len(self.results)} results, but has only {len(self.outputs)} outputs"
            )
        for index, (output, result) in enumerate(zip(self.outputs, self.results, strict=True)):
            if output.type is not result.type:
                raise self.error(
                    f"expected type of {index}-th output ('{output.type}') to match type of "
                    f"corresponding result ('{result.type}')"
                )
        if len(arguments) != rank + len(self.outputs):
            raise self.error(f"region expects {rank + len(self.outputs)} arguments")
        for index, argument in enumerate(arguments[:rank]):
            if argument.type is not ir.INDEX:
                raise self.error(f"expects {index}-th block argument to be an index")
        for index, (output, argument) in enumerate(
            zip(self.outputs, arguments[rank:], strict=True)
        ):
            if output.type is not argument.type:
                raise self.error(
                    f"type mismatch between {index}-th output and corresponding block argument"
                )
        if self.mapping is not None and len(self.mapping) not in (0, rank):
            raise self.error("mapping attribute size must match op rank")
        for word, static, dynamic in (
            ("lower bound", self.static_lower_bound, self.dynamic_lower_bound),
            ("upper bound", self.static_upper_bound, self.dynamic_upper_bound),
            ("step", self.static_step, self.dynamic_step),
        ):
            self._verify_list(word, static.values, dynamic)

    def _verify_list(self, word: str, static: Sequence[int], dynamic: Sequence[ir.Value]) -> None:
        if len(static) != self.rank:
            raise self.error(f"expected {self.rank} {word} values, got {len(static)}")
        marks = list(static).count(ir.DYNAMIC)
        if marks != len(dynamic):
            raise self.error(f"expected {marks} dynamic {word} values, got {len(dynamic)}")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        inductions = parser.parse_argument_list("(")
        rank = len(inductions)
        lower: list[ir.Value] = []
        steps: list[ir.Value] = []
        static_lower, static_step = [0] * rank, [1] * rank
        if parser.parse_optional_keyword("in"):
            upper, static_upper = parse_index_list(parser)
        else:
            parser.parse_punctuation("=")
            lower, static_lower = parse_index_list(parser)
            parser.parse_keyword("to")
            upper, static_upper = parse_index_list(parser)
            parser.parse_keyword("step")
            steps, static_step = parse_index_list(parser)
        shared: list[d.Argument] = []
        outputs: list[d.UnresolvedOperand] = []
        offset = parser.offset
        if parser.parse_optional_keyword("shared_outs"):
            shared, outputs = parse_assignments(parser)
            state.result_types = parser.parse_optional_arrow_type_list()
        if len(outputs) != len(state.result_types):
            raise parser.error(
                f"number of operands and types do not match: got {len(outputs)} operands and "
                f"{len(state.result_types)} types",
                offset,
            )
        values = parser.resolve_operands(outputs, state.result_types)
        for induction in inductions:
            induction.type = ir.INDEX
        for argument, type in zip(shared, state.result_types, strict=True):
            argument.type = type
        region = parser.parse_region([*inductions, *shared])
        if not region.blocks:  # no loops, no tensors and no ops
            region.append(ir.Block())
        last = region.blocks[0].last_op
        if last is None or not last.has_trait(d.IsTerminator):
            region.blocks[0].append(InParallelOp.empty(state.location))
        state.operands = [*lower, *upper, *steps, *values]
        state.regions.append(region)
        state.attributes.update(parser.parse_optional_attr_dict())
        state.properties["operandSegmentSizes"] = ir.dense_i32(
            map(len, (lower, upper, steps, values))
        )
        state.properties["staticLowerBound"] = ir.dense_i64(static_lower)
        state.properties["staticUpperBound"] = ir.dense_i64(static_upper)
        state.properties["staticStep"] = ir.dense_i64(static_step)

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        print_values(printer, self.loop_induction_variables)
        if self.is_normalized:
            printer.write(" in ")
            print_index_list(printer, self.mixed_upper_bound)
        else:
            for word, numbers in (
                (" = ", self.mixed_lower_bound),
                (" to ", self.mixed_upper_bound),
                (" step ", self.mixed_step),
            ):
                printer.write(word)
                print_index_list(printer, numbers)
        if self.outputs:
            printer.write(" shared_outs")
            print_assignments(printer, self.region_out_args, self.outputs)
            printer.write(" -> (")
            printer.print_types(self.result_types)
            printer.write(")")
        printer.write(" ")
        if self.outputs:
            printer.print_region(self.region, print_entry_args=False)
        else:
            print_body(printer, self.region)
        printer.print_attr_dict(self, _ELIDED)


@SCF.op("forall.in_parallel")
class InParallelOp(d.Operation, InParallelOpInterface):
    """The end of a forall body: the contributions of the iteration to the shared tensors."""

    region: d.Region = d.region(1)
    traits = (
        d.WillReturn(),
        d.Pure(),
        d.GraphRegion(),
        d.IsTerminator(),
        d.HasParent("scf.forall"),
        d.SingleBlock(),
        d.NoTerminator(),
    )

    @classmethod
    def empty(cls, location: ir.Location) -> InParallelOp:
        """Return a terminator that contributes nothing."""
        return cls(region=ir.Block(), location=location)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        region = parser.parse_region()
        if not region.blocks:
            region.append(ir.Block())
        state.regions.append(region)
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        printer.print_region(self.region, print_entry_args=False)
        printer.print_attr_dict(self)
