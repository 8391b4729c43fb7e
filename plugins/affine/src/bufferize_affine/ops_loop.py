"""affine.for, affine.if, and their terminator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.define.directives import (
    parse_assignments,
    parse_then_else,
    print_assignments,
    print_body,
    print_then_else,
)
from bufferize.interfaces import (
    ConditionallySpeculatable,
    CountedLoopInterface,
    IfOpInterface,
    LoopBounds,
    RegionBranchTerminatorOpInterface,
)
from bufferize_affine.dialect import (
    AFFINE,
    parse_dims_and_symbols,
    print_dims_and_symbols,
)
from bufferize_affine.ops_index import divides_by_constants
from bufferize_affine.validity import verify_dims_and_symbols

_SYMBOL = ir.AffineMap(0, 1, (ir.AffineSymbolExpr(0),))


@AFFINE.op("yield")
class YieldOp(d.Operation, RegionBranchTerminatorOpInterface):
    """The end of a region; passes values to the op around it or to the next iteration."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.Pure(), d.IsTerminator(), d.ReturnLike(), d.MemRefsNormalizable())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def mutable_successor_operands(self, successor: ir.Region | None) -> list[ir.OpOperand]:
        parent = self.parent_op
        # The results of affine.parallel are reductions of the yielded values, not these values.
        return [] if parent is not None and parent.name == "affine.parallel" else self.op_operands

    def verify_op(self) -> None:
        parent = self.parent_op
        if parent is None or parent.name not in ("affine.for", "affine.if", "affine.parallel"):
            raise self.error("only terminates affine.if/for/parallel regions")
        if len(parent.results) != len(self.op_operands):
            raise self.error(
                "parent of yield must have same number of results as the yield operands"
            )
        if parent.result_types != self.operand_types:
            raise self.error("types mismatch between yield op and its parent")


_NEGATIVE_STEP = "expected step to be representable as a positive signed integer"


def _parse_bound(parser: d.AsmParser, is_lower: bool) -> tuple[ir.AffineMap, list[ir.Value]]:
    word, side = ("max", "lower") if is_lower else ("min", "upper")
    has_word = parser.parse_optional_keyword(word)
    operand = parser.parse_optional_operand()
    if operand is not None:
        return _SYMBOL, [parser.resolve_operand(operand, ir.INDEX)]
    offset = parser.offset
    attribute = parser.parse_attribute(ir.INDEX)
    if isinstance(attribute, ir.IntegerAttr):
        return ir.AffineMap.constant(attribute.value), []
    if not isinstance(attribute, ir.AffineMapAttr):
        raise parser.error("expected valid affine map representation for loop bounds", offset)
    map = attribute.map
    operands, num_dims = parse_dims_and_symbols(parser)
    if num_dims != map.num_dims:
        raise parser.error("dim operand count and affine map dim count must match", offset)
    if len(operands) != map.num_inputs:
        raise parser.error("symbol operand count and affine map symbol count must match", offset)
    if map.num_results > 1 and not has_word:
        raise parser.error(
            f"{side} loop bound affine map with multiple results requires '{word}' prefix", offset
        )
    return map, operands


def _print_bound(
    printer: d.AsmPrinter, attribute: ir.AffineMapAttr, operands: Sequence[ir.Value], word: str
) -> None:
    map = attribute.map
    if map.num_results == 1:
        expr = map.results[0]
        if map.num_inputs == 0 and isinstance(expr, ir.AffineConstantExpr):
            printer.write(str(expr.value))
            return
        if map is _SYMBOL:
            printer.print_operand(operands[0])
            return
    else:
        printer.write(f"{word} ")
    printer.print_attribute(attribute)
    print_dims_and_symbols(printer, operands, map.num_dims)


def bounds_of(map: ir.AffineMap, operands: Sequence[ir.Value]) -> list[int | ir.Value] | None:
    """Return the results of `map` if each is a constant or one of `operands`, else None."""
    bounds: list[int | ir.Value] = []
    for expr in map.results:
        if isinstance(expr, ir.AffineConstantExpr):
            bounds.append(expr.value)
        elif isinstance(expr, ir.AffineDimExpr):
            bounds.append(operands[expr.position])
        elif isinstance(expr, ir.AffineSymbolExpr):
            bounds.append(operands[map.num_dims + expr.position])
        else:
            return None
    return bounds


def _extremum(
    bounds: list[int | ir.Value] | None, choose: Callable[[Iterable[int]], int]
) -> int | ir.Value | None:
    """Return the bound that counts, None if it is not known."""
    if bounds is not None and len(bounds) == 1:
        return bounds[0]
    constants = [bound for bound in bounds or () if isinstance(bound, int)]
    return choose(constants) if constants and constants == bounds else None


@AFFINE.op("for")
class ForOp(d.Operation, CountedLoopInterface, ConditionallySpeculatable):
    """A loop between affine bounds with a constant step."""

    lower_bound_operands: d.VariadicOperand = d.variadic_operand(d.INDEX, name="lowerBoundOperands")
    upper_bound_operands: d.VariadicOperand = d.variadic_operand(d.INDEX, name="upperBoundOperands")
    inits: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    lower_bound_map: d.Attr[ir.AffineMapAttr, ir.AffineMap] = d.attr(
        d.AFFINE_MAP_ATTR, name="lowerBoundMap"
    )
    upper_bound_map: d.Attr[ir.AffineMapAttr, ir.AffineMap] = d.attr(
        d.AFFINE_MAP_ATTR, name="upperBoundMap"
    )
    step: d.Attr[ir.IntegerAttr, int] = d.attr(d.INDEX_ATTR)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    region: d.Region = d.region(1)
    traits = (
        d.AutomaticAllocationScope(),
        d.SingleBlockImplicitTerminator("affine.yield"),
        d.RecursiveMemoryEffects(),
    )

    def is_speculatable(self) -> bool | None:
        """Return None (as the body) for step 1; other loops may step past the upper bound."""
        bounds = (*self.lower_bound_map.map.results, *self.upper_bound_map.map.results)
        return None if self.step.value == 1 and divides_by_constants(bounds) else False

    @property
    def init_operands(self) -> list[ir.OpOperand]:
        return self.op_operands[len(self.op_operands) - len(self.inits) :]

    @property
    def loop_bounds(self) -> list[LoopBounds] | None:
        lower = bounds_of(self.lower_bound_map.map, self.lower_bound_operands)
        upper = bounds_of(self.upper_bound_map.map, self.upper_bound_operands)
        first, end = _extremum(lower, max), _extremum(upper, min)
        return None if first is None or end is None else [(first, end, self.step.value)]

    def verify_op(self) -> None:
        arguments = self.region.blocks[0].arguments
        if not arguments or arguments[0].type is not ir.INDEX:
            raise self.error(
                "expected body to have a single index argument for the induction variable"
            )
        if self.step.value < 0:  # mlir-opt prints such a loop, but does not read it
            raise self.error(_NEGATIVE_STEP)
        for word, attribute, operands in (
            ("lower", self.lower_bound_map, self.lower_bound_operands),
            ("upper", self.upper_bound_map, self.upper_bound_operands),
        ):
            if attribute.map.num_results < 1:
                raise self.error(f"expected {word} bound map to have at least one result")
            if attribute.map.num_inputs != len(operands):
                raise self.error(
                    f"expected as many {word} bound operands as its map has inputs: "
                    f"{attribute.map.num_inputs}, but got {len(operands)}"
                )
            verify_dims_and_symbols(self, operands, attribute.map.num_dims)
        inits, arguments = self.inits, arguments[1:]
        if len(inits) != len(self.results):
            raise self.error("mismatch between the number of loop-carried values and results")
        if len(inits) != len(arguments):
            raise self.error(
                f"different number of inits and region iter_args: {len(inits)} != {len(arguments)}"
            )
        for i, (init, argument, result) in enumerate(
            zip(inits, arguments, self.results, strict=True)
        ):
            if not init.type is argument.type is result.type:
                raise self.error(
                    f"{i}-th init, region iter_arg and result have different types: "
                    f"'{init.type}', '{argument.type}', '{result.type}'"
                )

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        induction = parser.parse_argument()
        induction.type = ir.INDEX
        parser.parse_punctuation("=")
        lower_map, lower = _parse_bound(parser, is_lower=True)
        parser.parse_keyword("to")
        upper_map, upper = _parse_bound(parser, is_lower=False)
        step = 1
        if parser.parse_optional_keyword("step"):
            offset = parser.offset
            step = parser.parse_integer()
            if step < 0:
                raise parser.error(_NEGATIVE_STEP, offset)
        arguments: list[d.Argument] = []
        inits: list[d.UnresolvedOperand] = []
        if parser.parse_optional_keyword("iter_args"):
            offset = parser.offset
            arguments, inits = parse_assignments(parser)
            state.result_types = parser.parse_arrow_type_list()
            if len(inits) != len(state.result_types):
                raise parser.error(
                    "mismatch between the number of loop-carried values and results", offset
                )
        for argument, type in zip(arguments, state.result_types, strict=True):
            argument.type = type
        values = parser.resolve_operands(inits, state.result_types)
        region = parser.parse_region([induction, *arguments])
        d.ensure_terminator(cls, region, parser.context, state.location)
        state.operands = [*lower, *upper, *values]
        state.regions.append(region)
        state.attributes.update(parser.parse_optional_attr_dict())
        state.properties["lowerBoundMap"] = ir.AffineMapAttr(lower_map)
        state.properties["upperBoundMap"] = ir.AffineMapAttr(upper_map)
        state.properties["step"] = ir.index_attr(step)
        state.properties["operandSegmentSizes"] = ir.dense_i32(map(len, (lower, upper, values)))

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        printer.print_operand(self.induction_variable)
        printer.write(" = ")
        _print_bound(printer, self.lower_bound_map, self.lower_bound_operands, "max")
        printer.write(" to ")
        _print_bound(printer, self.upper_bound_map, self.upper_bound_operands, "min")
        if self.step.value != 1:
            printer.write(f" step {self.step.value}")
        if self.inits:
            printer.write(" iter_args")
            print_assignments(printer, self.region_iter_args, self.inits)
            printer.write(" -> (")
            printer.print_types(self.result_types)
            printer.write(")")
        printer.write(" ")
        print_body(printer, self.region)
        printer.print_attr_dict(
            self, ("lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes")
        )


@AFFINE.op("if")
class IfOp(d.Operation, IfOpInterface, ConditionallySpeculatable):
    """A branch: runs one of two regions, depending on a set of affine constraints."""

    condition_operands: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    condition: d.Attr[ir.IntegerSetAttr, ir.IntegerSet] = d.attr(d.INTEGER_SET_ATTR)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    then_region: d.Region = d.region(1, name="thenRegion")
    else_region: d.Region = d.region(name="elseRegion")
    traits = (
        d.SingleBlockImplicitTerminator("affine.yield"),
        d.RecursiveMemoryEffects(),
        d.NoRegionArguments(),
    )

    def is_speculatable(self) -> bool | None:
        return None if divides_by_constants(self.condition.set.constraints) else False

    def verify_op(self) -> None:
        set = self.condition.set
        if len(self.op_operands) != set.num_dims + set.num_symbols:
            raise self.error(
                "operand count and condition integer set dimension and symbol count must match"
            )
        verify_dims_and_symbols(self, self.operands, set.num_dims)
        if self.results and not self.has_else:
            raise self.error(
                "along control flow edge from parent to parent: region branch point has 0 "
                f"operands, but region successor needs {len(self.results)} inputs"
            )

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        offset = parser.offset
        condition = parser.parse_attribute()
        if not isinstance(condition, ir.IntegerSetAttr):
            raise parser.error("expected an integer set", offset)
        operands, num_dims = parse_dims_and_symbols(parser)
        if num_dims != condition.set.num_dims:
            raise parser.error("dim operand count and integer set dim count must match", offset)
        if len(operands) - num_dims != condition.set.num_symbols:
            raise parser.error(
                "symbol operand count and integer set symbol count must match", offset
            )
        state.properties["condition"] = condition
        state.operands = operands
        state.result_types = parser.parse_optional_arrow_type_list()
        parse_then_else(cls, parser, state)

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        printer.print_attribute(self.condition)
        print_dims_and_symbols(printer, self.operands, self.condition.set.num_dims)
        if self.results:
            printer.print_arrow_type_list(self.result_types)
        print_then_else(printer, self, ("condition",))
