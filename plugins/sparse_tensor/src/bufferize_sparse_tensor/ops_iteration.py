"""Iteration spaces, and the loops over them."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.define.directives import parse_assignments, print_assignments
from bufferize.interfaces import SingleRegionLoopInterface
from bufferize_sparse_tensor.dialect import SPARSE_TENSOR
from bufferize_sparse_tensor.types import (
    ANY_ITER_SPACE,
    ANY_ITERATOR,
    ANY_SPARSE_TENSOR,
    LEVEL,
    IteratorType,
    IterSpaceType,
    level_range,
    parse_level_range,
    sparse,
)


class IterationOp(d.Operation):
    """Base of the loops over iteration spaces, with the values that they carry and the coordinates used.

    The arguments of a block are the carried values, the used coordinates, and iterators.
    """

    @property
    def used_levels(self) -> list[int]:
        """The levels of the spaces whose coordinates are arguments of the blocks."""
        bits = self.properties["crdUsedLvls"]
        assert isinstance(bits, ir.IntegerAttr)
        return levels_of(bits.value)

    @property
    def carried(self) -> Sequence[ir.Value]:
        """The values that are carried into the first iteration."""
        return ()

    def print_coordinates(self, printer: d.AsmPrinter, block: ir.Block, space_dim: int) -> None:
        """Print ` at(%a, _)`, nothing if no coordinate is used."""
        levels, first = self.used_levels, len(self.carried)
        if not levels:
            return
        printer.write(" at(")
        for level in range(space_dim):
            printer.write(", " if level else "")
            if level in levels:
                printer.print_operand(block.arguments[first + levels.index(level)])
            else:
                printer.write("_")
        printer.write(")")

    def print_carried(self, printer: d.AsmPrinter, block: ir.Block) -> None:
        """Print ` iter_args(%a = %b)`, nothing if nothing is carried."""
        carried = self.carried
        if carried:
            printer.write(" iter_args")
            print_assignments(printer, block.arguments[: len(carried)], carried)


def levels_of(bits: int) -> list[int]:
    """Return the indices of the bits that are set."""
    return [level for level in range(64) if bits >> level & 1]


def parse_coordinates(parser: d.AsmParser) -> tuple[int, list[d.Argument]]:
    """Parse `at(%a, _)`: the levels that are used, as bits, and their arguments."""
    bits, arguments = 0, []
    if parser.parse_optional_keyword("at"):
        for level, argument in enumerate(parse_arguments(parser, "(")):
            if argument is not None:
                bits |= 1 << level
                argument.type = ir.INDEX
                arguments.append(argument)
    return bits, arguments


def parse_arguments(parser: d.AsmParser, delimiter: str | None) -> list[d.Argument | None]:
    """Parse arguments with commas between; return None for `_`."""

    def parse_one() -> d.Argument | None:
        return None if parser.parse_optional_keyword("_") else parser.parse_argument()

    if delimiter is None and parser.peek() == "{":
        return []
    return parser.parse_comma_separated_list(delimiter, parse_one)


def parse_carried(
    parser: d.AsmParser,
    state: d.OperationState,
    spaces: Sequence[d.UnresolvedOperand],
    types: Sequence[ir.Type],
    arguments: Sequence[d.Argument],
    inits: Sequence[d.UnresolvedOperand],
) -> None:
    """Set the operands of the op, and the types of `arguments` to those of the results."""
    if len(arguments) != len(state.result_types):
        raise parser.error("mismatch in number of loop-carried values and defined values")
    for argument, type in zip(arguments, state.result_types, strict=True):
        argument.type = type
    state.operands = [
        *parser.resolve_operands(spaces, types),
        *parser.resolve_operands(inits, state.result_types),
    ]


@SPARSE_TENSOR.custom_directive("LevelRange")
class LevelRangeDirective:
    """`0 to 2`, or `0` for one level."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[ir.IntegerAttr, ir.IntegerAttr]:
        """Return the first level, and the one after the last."""
        lo, hi = parse_level_range(parser)
        return ir.index_attr(lo), ir.index_attr(hi)

    @staticmethod
    def print(
        printer: d.AsmPrinter, op: d.Operation, lo: ir.IntegerAttr, hi: ir.IntegerAttr
    ) -> None:
        """Print the syntax that `parse` accepts."""
        printer.write(level_range(lo.value, hi.value))


@SPARSE_TENSOR.op("extract_iteration_space")
class ExtractIterSpaceOp(d.Operation):
    """The iteration space of some levels of a tensor, at a position of the levels before."""

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    parent_iter: d.OptionalOperand = d.optional_operand(ANY_ITERATOR, name="parentIter")
    lo_lvl: d.Attr[ir.IntegerAttr, int] = d.attr(LEVEL, name="loLvl")
    hi_lvl: d.Attr[ir.IntegerAttr, int] = d.attr(LEVEL, name="hiLvl")
    extracted_space: d.Result = d.result(ANY_ITER_SPACE, name="extractedSpace")
    traits = (d.Pure(),)
    assembly_format = """
        $tensor (`at` $parentIter^)? `lvls` `=` custom<LevelRange>($loLvl, $hiLvl) attr-dict
        `:` type($tensor) (`,` type($parentIter)^)? `->` qualified(type($extractedSpace))
    """

    def verify_op(self) -> None:
        lo, hi, parent = self.lo_lvl.value, self.hi_lvl.value, self.parent_iter
        if lo >= hi:
            raise self.error("expect smaller level lower bound than upper bound")
        if (parent is None) != (lo == 0):
            raise self.error("parent iterator should be specified iff level lower bound equals 0")
        encoding, space = sparse(self.tensor.type), self.extracted_space.type
        if parent is not None:
            assert isinstance(parent.type, IteratorType)
            if parent.type.encoding is not encoding:
                raise self.error(
                    "mismatch in parent iterator encoding and iteration space encoding."
                )
            if parent.type.hi_lvl != lo:
                raise self.error(
                    "parent iterator should be used to extract an iteration space from a "
                    "consecutive level."
                )
        inferred = IterSpaceType(encoding, lo, hi)
        if space is not inferred:
            raise self.error(
                f"inferred type(s) '{inferred}' are incompatible with return type(s) of operation "
                f"'{space}'"
            )


def _element_type(type: ir.Type) -> ir.Type:
    assert isinstance(type, ir.RankedTensorType)
    return type.element_type


@SPARSE_TENSOR.op("extract_value")
class ExtractValOp(d.Operation):
    """The value that is stored at a position."""

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    iterator: d.Operand = d.operand(ANY_ITERATOR)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (
        d.Pure(),
        d.TypesMatchWith(
            "tensor", "result", _element_type, "result type matches element type of tensor"
        ),
    )
    assembly_format = (
        "$tensor `at` $iterator attr-dict `:` type($tensor) `,` qualified(type($iterator))"
    )

    def verify_op(self) -> None:
        encoding, iterator = sparse(self.tensor.type), self.iterator.type
        assert isinstance(iterator, IteratorType)
        if iterator.encoding is not encoding:
            raise self.error("mismatch in tensor encoding and iterator encoding.")
        if iterator.hi_lvl != encoding.lvl_rank:
            raise self.error("must use last-level iterator to extract values.")


_SEGMENT_SIZES = "operandSegmentSizes"
_LEVEL_SET = d.pred(d.I64_ATTR.check, "LevelSet attribute", d.I64_ATTR)


@SPARSE_TENSOR.op("iterate")
class IterateOp(IterationOp, SingleRegionLoopInterface):
    """A loop over the positions of an iteration space."""

    iter_space: d.Operand = d.operand(ANY_ITER_SPACE, name="iterSpace")
    init_args: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="initArgs")
    crd_used_lvls: d.Attr[ir.IntegerAttr, int] = d.attr(_LEVEL_SET, name="crdUsedLvls")
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    region: d.Region = d.region(1)
    traits = (
        d.RecursiveMemoryEffects(),
        d.RecursivelySpeculatable(),
        d.SingleBlockImplicitTerminator("sparse_tensor.yield"),
    )

    @property
    def space(self) -> IterSpaceType:
        """The type of the iteration space."""
        assert isinstance(self.iter_space.type, IterSpaceType)
        return self.iter_space.type

    @property
    def carried(self) -> Sequence[ir.Value]:
        return self.init_args

    @property
    def init_operands(self) -> list[ir.OpOperand]:
        return self.op_operands[1:]

    @property
    def region_iter_args(self) -> list[ir.BlockArgument]:
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
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        start = parser.offset
        iterators = parser.parse_argument_list()
        parser.parse_keyword("in")
        spaces = parser.parse_operand_list()
        bits, coordinates = parse_coordinates(parser)
        arguments: list[d.Argument] = []
        inits: list[d.UnresolvedOperand] = []
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
        state.properties["crdUsedLvls"] = ir.i64_attr(bits)
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
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
    """A loop over the positions of several spaces, with a block for each combination of spaces."""

    iter_spaces: d.VariadicOperand = d.variadic_operand(ANY_ITER_SPACE, name="iterSpaces")
    init_args: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="initArgs")
    crd_used_lvls: d.Attr[ir.IntegerAttr, int] = d.attr(_LEVEL_SET, name="crdUsedLvls")
    cases: d.Attr[ir.ArrayAttr, d.Ints] = d.attr(
        d.pred(d.I64_ARRAY.check, "I64BitSet array attribute", d.I64_ARRAY)
    )
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    case_regions: d.VariadicRegion = d.variadic_region(1, name="caseRegions")
    traits = (
        d.AttrSizedOperandSegments(),
        d.SingleBlockImplicitTerminator("sparse_tensor.yield"),
        d.RecursiveMemoryEffects(),
    )

    @property
    def carried(self) -> Sequence[ir.Value]:
        return self.init_args

    @property
    def spaces(self) -> list[IterSpaceType]:
        """The types of the iteration spaces."""
        return [value.type for value in self.iter_spaces if isinstance(value.type, IterSpaceType)]

    def spaces_of_case(self, number: int) -> list[int]:
        """Return the spaces that have the position, in a case."""
        bits = self.cases.elements[number]
        assert isinstance(bits, ir.IntegerAttr)
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
        """The number of coordinates of a position."""
        return self.spaces[0].space_dim if self.spaces else 0

    def verify_regions(self) -> None:
        results = [result.type for result in self.results]
        fixed = [init.type for init in self.init_args] + [ir.INDEX] * len(self.used_levels)
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
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        start = parser.offset
        spaces = parser.parse_operand_list("(")
        bits, coordinates = parse_coordinates(parser)
        arguments: list[d.Argument] = []
        inits: list[d.UnresolvedOperand] = []
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
        state.properties["crdUsedLvls"] = ir.i64_attr(bits)
        state.properties["cases"] = ir.ArrayAttr(tuple(map(ir.i64_attr, cases)))
        state.properties[_SEGMENT_SIZES] = ir.dense_i32([len(spaces), len(inits)])
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
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

    def _print_case(self, printer: d.AsmPrinter, number: int, region: ir.Region) -> None:
        chosen = self.spaces_of_case(number)
        iterators = iter(region.entry.arguments[len(self.init_args) + len(self.used_levels) :])
        for space in range(len(self.iter_spaces)) if chosen else ():
            printer.write(", " if space else "")
            if space in chosen:
                printer.print_operand(next(iterators))
            else:
                printer.write("_")
