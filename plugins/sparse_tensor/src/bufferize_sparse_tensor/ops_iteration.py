"""Loops over the coordinates that sparse tensors store."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize.define import (
    RecursivelySpeculatable,
    RecursiveMemoryEffects,
    SingleBlockImplicitTerminator,
)
from bufferize.define.asm import (
    Argument,
    AsmParser,
    AsmPrinter,
    OperationState,
    UnresolvedOperand,
)
from bufferize.define.attr_constraints import I64_ARRAY, I64_ATTR
from bufferize.define.directives import parse_assignments
from bufferize.define.type_constraints import ANY_TYPE
from bufferize.interfaces import SingleRegionLoopInterface
from bufferize.ir import INDEX as INDEX_TYPE
from bufferize.ir import (
    ArrayAttr,
    BlockArgument,
    IntegerAttr,
    OpOperand,
    Region,
    Value,
    dense_i32,
    i64_attr,
)
from bufferize_sparse_tensor.base import SPARSE_TENSOR
from bufferize_sparse_tensor.iteration_syntax import (
    IterationOp,
    levels_of,
    parse_arguments,
    parse_carried,
    parse_coordinates,
)
from bufferize_sparse_tensor.types import ANY_ITER_SPACE, IterSpaceType

_SEGMENT_SIZES = "operandSegmentSizes"
_LEVEL_SET = d.pred(I64_ATTR.check, "LevelSet attribute", I64_ATTR)


@SPARSE_TENSOR.op("iterate")
class IterateOp(IterationOp, SingleRegionLoopInterface):
    """A block for each place in a space of coordinates."""

    __slots__ = ()

    iter_space: d.Operand = d.operand(ANY_ITER_SPACE, name="iterSpace")
    init_args: d.VariadicOperand = d.variadic_operand(ANY_TYPE, name="initArgs")
    crd_used_lvls: d.Attr[IntegerAttr, int] = d.attr(_LEVEL_SET, name="crdUsedLvls")
    outputs: d.VariadicResult = d.variadic_result(ANY_TYPE, name="results")
    region: d.Region = d.region(1)
    traits = (
        RecursiveMemoryEffects(),
        RecursivelySpeculatable(),
        SingleBlockImplicitTerminator("sparse_tensor.yield"),
    )

    @property
    def space(self) -> IterSpaceType:
        """The type of what is gone through."""
        assert isinstance(self.iter_space.type, IterSpaceType)
        return self.iter_space.type

    @property
    def carried(self) -> Sequence[Value]:
        return self.init_args

    @property
    def init_operands(self) -> list[OpOperand]:
        return self.op_operands[1:]

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        arguments = self.region.entry.arguments
        return list(arguments[: max(len(arguments) - 1 - len(self.used_levels), 0)])

    def verify_op(self) -> None:
        if len(self.init_args) != len(self.results):
            raise self.error("mismatch in number of loop-carried values and defined values")
        if max(self.used_levels, default=-1) >= self.space.space_dim:
            raise self.error("required out-of-bound coordinates")

    def verify_regions(self) -> None:
        arguments = self.region.entry.arguments
        if not arguments or arguments[-1].type is not self.space.iterator_type:
            raise self.error("mismatch in iterator and iteration space type")
        if len(self.yielded_operands) != len(self.results):
            raise self.error("number mismatch between iter args and results.")
        carried = len(arguments) - 1 - len(self.used_levels)
        if carried != len(self.init_args):
            raise self.error(
                f"different number of inits and region iter_args: {len(self.init_args)} != "
                f"{max(carried, 0)}"
            )

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        start = parser.offset
        iterators = parser.parse_argument_list()
        parser.parse_keyword("in")
        spaces = parser.parse_operand_list()
        bits, coordinates = parse_coordinates(parser)
        arguments: list[Argument] = []
        inits: list[UnresolvedOperand] = []
        if parser.parse_optional_keyword("iter_args"):
            arguments, inits = parse_assignments(parser)
        parser.parse_punctuation(":")
        types = parser.parse_type_list()
        if not len(iterators) == len(spaces) == len(types) == 1:
            raise parser.error(
                f"custom op '{cls.name}' expected only one iterator/iteration space", start
            )
        if not isinstance(types[0], IterSpaceType):
            raise parser.error(
                "expected sparse_tensor.iter_space type for iteration space operands"
            )
        if inits:
            state.result_types = parser.parse_arrow_type_list()
        parse_carried(parser, state, spaces, types, arguments, inits)
        iterators[0].type = types[0].iterator_type
        region = parser.parse_region([*arguments, *coordinates, *iterators])
        d.ensure_terminator(cls, region, parser.context, state.location)
        state.regions.append(region)
        state.properties["crdUsedLvls"] = i64_attr(bits)
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: AsmPrinter) -> None:
        block = self.region.entry
        printer.write(" ")
        printer.print_operand(block.arguments[-1])
        printer.write(" in ")
        printer.print_operand(self.iter_space)
        self.print_coordinates(printer, block, self.space.space_dim)
        self.print_carried(printer, block)
        printer.write(" : ")
        printer.print_type(self.space)
        printer.write(" ")
        if self.results:
            printer.print_arrow_type_list(self.result_types)
        printer.write(" ")
        printer.print_region(
            self.region, print_entry_args=False, print_terminators=bool(self.init_args)
        )
        printer.print_attr_dict(self, ("crdUsedLvls",))


@SPARSE_TENSOR.op("coiterate")
class CoIterateOp(IterationOp):
    """A block for each place in one of several spaces, chosen by which of them have the place."""

    __slots__ = ()

    iter_spaces: d.VariadicOperand = d.variadic_operand(ANY_ITER_SPACE, name="iterSpaces")
    init_args: d.VariadicOperand = d.variadic_operand(ANY_TYPE, name="initArgs")
    crd_used_lvls: d.Attr[IntegerAttr, int] = d.attr(_LEVEL_SET, name="crdUsedLvls")
    cases: d.Attr[ArrayAttr, d.Ints] = d.attr(
        d.pred(I64_ARRAY.check, "I64BitSet array attribute", I64_ARRAY)
    )
    outputs: d.VariadicResult = d.variadic_result(ANY_TYPE, name="results")
    case_regions: d.VariadicRegion = d.variadic_region(1, name="caseRegions")
    traits = (
        d.AttrSizedOperandSegments(),
        SingleBlockImplicitTerminator("sparse_tensor.yield"),
        RecursiveMemoryEffects(),
    )

    @property
    def carried(self) -> Sequence[Value]:
        return self.init_args

    @property
    def spaces(self) -> list[IterSpaceType]:
        """The types of what is gone through."""
        return [value.type for value in self.iter_spaces if isinstance(value.type, IterSpaceType)]

    def spaces_of_case(self, number: int) -> list[int]:
        """Which spaces have the place, in a case."""
        bits = self.cases.elements[number]
        assert isinstance(bits, IntegerAttr)
        return levels_of(bits.value)

    def verify_op(self) -> None:
        if len(self.init_args) != len(self.results):
            raise self.error("mismatch in number of loop-carried values and defined values")
        if len(set(self.cases.elements)) != len(self.cases.elements):
            raise self.error("contains duplicated cases.")
        if max(self.used_levels, default=-1) >= self.space_dim:
            raise self.error("required out-of-bound coordinates")

    @property
    def space_dim(self) -> int:
        """How many coordinates a place has."""
        return self.spaces[0].space_dim if self.spaces else 0

    def verify_regions(self) -> None:
        results = [result.type for result in self.results]
        fixed = [init.type for init in self.init_args] + [INDEX_TYPE] * len(self.used_levels)
        for number, region in enumerate(self.case_regions):
            yielded = [operand.type for operand in region.entry.terminator.operands]
            if len(yielded) != len(results):
                raise self.error(
                    f"number mismatch between iter args and results on {number}th region"
                )
            if yielded != results:
                raise self.error(
                    f"type mismatch between iter args and results on {number}th region"
                )
            iterators = [self.spaces[each].iterator_type for each in self.spaces_of_case(number)]
            if [argument.type for argument in region.entry.arguments] != [*fixed, *iterators]:
                raise self.error(f"type mismatch for iterator on {number}th region")

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        start = parser.offset
        spaces = parser.parse_operand_list("(")
        bits, coordinates = parse_coordinates(parser)
        arguments: list[Argument] = []
        inits: list[UnresolvedOperand] = []
        if parser.parse_optional_keyword("iter_args"):
            arguments, inits = parse_assignments(parser)
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list("(", parser.parse_type)
        if len(types) != len(spaces):
            raise parser.error(
                f"custom op '{cls.name}' mismatch in number of iteration space operands and "
                "iteration space types",
                start,
            )
        if inits:
            state.result_types = parser.parse_arrow_type_list()
        parse_carried(parser, state, spaces, types, arguments, inits)
        cases = []
        while parser.parse_optional_keyword("case"):
            case = parse_arguments(parser, None)
            cases.append(sum(1 << i for i, argument in enumerate(case) if argument is not None))
            iterators = [argument for argument in case if argument is not None]
            for argument, number in zip(iterators, levels_of(cases[-1]), strict=True):
                if number >= len(types):
                    raise parser.error("expected at most one iterator for each iteration space")
                type = types[number]
                argument.type = type.iterator_type if isinstance(type, IterSpaceType) else type
            region = parser.parse_region([*arguments, *coordinates, *iterators])
            d.ensure_terminator(cls, region, parser.context, state.location)
            state.regions.append(region)
        state.properties["crdUsedLvls"] = i64_attr(bits)
        state.properties["cases"] = ArrayAttr(tuple(map(i64_attr, cases)))
        state.properties[_SEGMENT_SIZES] = dense_i32([len(spaces), len(inits)])
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: AsmPrinter) -> None:
        regions = self.case_regions
        printer.write(" (")
        printer.print_operands(self.iter_spaces)
        printer.write(")")
        if regions:
            self.print_coordinates(printer, regions[0].entry, self.space_dim)
            self.print_carried(printer, regions[0].entry)
        printer.write(" : (")
        printer.print_types(self.spaces)
        printer.write(")")
        if self.results:
            printer.print_arrow_type_list(self.result_types)
        for number, region in enumerate(regions):
            printer.newline()
            printer.write("case ")
            self._print_case(printer, number, region)
            printer.write(" ")
            printer.print_region(
                region, print_entry_args=False, print_terminators=bool(self.init_args)
            )
        printer.print_attr_dict(self, ("crdUsedLvls", "cases", _SEGMENT_SIZES))

    def _print_case(self, printer: AsmPrinter, number: int, region: Region) -> None:
        chosen = self.spaces_of_case(number)
        iterators = iter(region.entry.arguments[len(self.init_args) + len(self.used_levels) :])
        for space in range(len(self.iter_spaces)) if chosen else ():
            printer.write(", " if space else "")
            if space in chosen:
                printer.print_operand(next(iterators))
            else:
                printer.write("_")
