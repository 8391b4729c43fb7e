"""affine.parallel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bufferize import define as d
from bufferize import ir
from bufferize.define.directives import print_body
from bufferize.interfaces import LoopBounds, LoopLikeOpInterface, RepeatedRegionsInterface
from bufferize.ir.dense import dense_attr, numbers
from bufferize_affine.dialect import AFFINE
from bufferize_affine.ops_loop import bounds_of
from bufferize_affine.validity import verify_dims_and_symbols

REDUCTION = d.int_enum(
    "reduction",
    ir.I64,
    {
        name: value
        for value, name in enumerate(
            (
                "addf",
                "addi",
                "andi",
                "assign",
                "maximumf",
                "maxnumf",
                "maxs",
                "maxu",
                "minimumf",
                "minnumf",
                "mins",
                "minu",
                "mulf",
                "muli",
                "ori",
                "xori",
            )
        )
    },
)
_ELIDED = (
    "reductions",
    "lowerBoundsMap",
    "lowerBoundsGroups",
    "upperBoundsMap",
    "upperBoundsGroups",
    "steps",
)


def _fits(kind: str, type: ir.Type) -> bool:
    if kind == "assign":
        return True
    if kind.endswith("f"):
        return isinstance(type, ir.FloatType)
    if not isinstance(type, ir.IntegerType):
        return False
    # These reductions are for types that are signed, unsigned or signless by name.
    if kind in ("maxs", "mins"):
        return type.signedness is ir.Signedness.SIGNED
    if kind in ("maxu", "minu"):
        return type.signedness is ir.Signedness.UNSIGNED
    return True


class _Bounds:
    """The lower or upper bounds during parsing: expressions over shared operands."""

    def __init__(self) -> None:
        self.groups: list[int] = []
        self.dims: list[ir.Value] = []
        self.symbols: list[ir.Value] = []
        self.exprs: list[ir.AffineExpr] = []

    def parse(self, parser: d.AsmParser, word: str) -> None:
        """Read `(expr, min(expr, expr), ...)`."""

        def parse_bound() -> None:
            if parser.parse_optional_keyword(word):
                start = len(self.exprs)
                parser.parse_comma_separated_list("(", lambda: self._parse_expr(parser))
                self.groups.append(len(self.exprs) - start)
            else:
                self._parse_expr(parser)
                self.groups.append(1)

        parser.parse_comma_separated_list("(", parse_bound)

    def _parse_expr(self, parser: d.AsmParser) -> None:
        map, dims, symbols = parser.parse_affine_expr_of_ssa_ids()

        def place(values: list[ir.Value], value: ir.Value) -> int:
            if not any(value is known for known in values):
                values.append(value)
            return next(i for i, known in enumerate(values) if known is value)

        dim_exprs: list[ir.AffineExpr] = [
            ir.AffineDimExpr(place(self.dims, parser.resolve_operand(dim, ir.INDEX)))
            for dim in dims
        ]
        symbol_exprs: list[ir.AffineExpr] = [
            ir.AffineSymbolExpr(place(self.symbols, parser.resolve_operand(symbol, ir.INDEX)))
            for symbol in symbols
        ]
        self.exprs.extend(expr.replace(dim_exprs, symbol_exprs) for expr in map.results)

    @property
    def map(self) -> ir.AffineMap:
        """All expressions as one map."""
        return ir.AffineMap(len(self.dims), len(self.symbols), tuple(self.exprs))

    @property
    def operands(self) -> list[ir.Value]:
        """The operands of the map."""
        return [*self.dims, *self.symbols]

    def groups_attr(self) -> ir.DenseElementsAttr:
        """Return the number of expressions of each bound."""
        return dense_attr(ir.RankedTensorType((len(self.groups),), ir.I32), self.groups)


@AFFINE.op("parallel")
class ParallelOp(d.Operation, LoopLikeOpInterface, RepeatedRegionsInterface):
    """A loop nest whose iterations may run in any order or at once, with reductions."""

    reductions: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.array_of(REDUCTION, "Reduction ops"))
    lower_bounds_map: d.Attr[ir.AffineMapAttr, ir.AffineMap] = d.attr(
        d.AFFINE_MAP_ATTR, name="lowerBoundsMap"
    )
    lower_bounds_groups: d.Attr[ir.DenseElementsAttr, ir.DenseElementsAttr] = d.attr(
        d.I32_ELEMENTS, name="lowerBoundsGroups"
    )
    upper_bounds_map: d.Attr[ir.AffineMapAttr, ir.AffineMap] = d.attr(
        d.AFFINE_MAP_ATTR, name="upperBoundsMap"
    )
    upper_bounds_groups: d.Attr[ir.DenseElementsAttr, ir.DenseElementsAttr] = d.attr(
        d.I32_ELEMENTS, name="upperBoundsGroups"
    )
    steps: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.I64_ARRAY)
    map_operands: d.VariadicOperand = d.variadic_operand(d.INDEX, name="mapOperands")
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    region: d.Region = d.region(1)
    traits = (
        d.AutomaticAllocationScope(),
        d.SingleBlockImplicitTerminator("affine.yield"),
        d.RecursiveMemoryEffects(),
        d.ParallelRegion(),
        d.MemRefsNormalizable(),
    )

    @property
    def loop_induction_variables(self) -> list[ir.BlockArgument]:
        return list(self.region.blocks[0].arguments)

    @property
    def loop_bounds(self) -> list[LoopBounds] | None:
        lower = bounds_of(self.lower_bounds_map.map, self.lower_bounds_operands)
        upper = bounds_of(self.upper_bounds_map.map, self.upper_bounds_operands)
        steps = [cast(ir.IntegerAttr, step).value for step in self.steps]
        if lower is None or upper is None or not len(lower) == len(upper) == len(steps):
            return None  # bounds are maxima or minima of several expressions
        return list(zip(lower, upper, steps, strict=True))

    @property
    def is_parallel(self) -> bool:
        return self.may_repeat

    @property
    def lower_bounds_operands(self) -> tuple[ir.Value, ...]:
        """The operands of the lower bounds' map."""
        return self.operands[: self.lower_bounds_map.map.num_inputs]

    @property
    def upper_bounds_operands(self) -> tuple[ir.Value, ...]:
        """The operands of the upper bounds' map."""
        return self.operands[self.lower_bounds_map.map.num_inputs :]

    def verify_op(self) -> None:
        lower, upper = self.lower_bounds_map.map, self.upper_bounds_map.map
        arguments = len(self.region.blocks[0].arguments)
        lows, highs = numbers(self.lower_bounds_groups), numbers(self.upper_bounds_groups)
        steps = len(self.steps)
        if not arguments == len(lows) == len(highs) == steps:
            raise self.error(
                f"the number of region arguments ({arguments}) and the number of map groups for "
                f"lower ({len(lows)}) and upper bound ({len(highs)}), and the number of steps "
                f"({steps}) must all match"
            )
        for word, map, groups in (("lower", lower, lows), ("upper", upper, highs)):
            total = sum(int(cast(int, group)) for group in groups)
            if total != map.num_results:
                raise self.error(
                    f"expected {word} bounds map to have {total} results, has {map.num_results}"
                )
            if 0 in groups:
                raise self.error(f"expected {word} bound map to have at least one result")
        if len(self.op_operands) != lower.num_inputs + upper.num_inputs:
            raise self.error("operand count and affine map dimension and symbol count must match")
        if len(self.reductions) != len(self.results):
            raise self.error("a reduction must be specified for each output")
        for reduction, result in zip(self.reductions, self.results, strict=True):
            if not _fits(REDUCTION.keyword(reduction), result.type):
                raise self.error("result type cannot match reduction attribute")
        verify_dims_and_symbols(self, self.lower_bounds_operands, lower.num_dims)
        verify_dims_and_symbols(self, self.upper_bounds_operands, upper.num_dims)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        inductions = parser.parse_argument_list("(")
        for argument in inductions:
            argument.type = ir.INDEX
        parser.parse_punctuation("=")
        lower, upper = _Bounds(), _Bounds()
        lower.parse(parser, "max")
        parser.parse_keyword("to")
        upper.parse(parser, "min")
        steps = [1] * len(inductions)
        if parser.parse_optional_keyword("step"):
            steps = parser.parse_comma_separated_list("(", parser.parse_integer)
        reductions: list[ir.IntegerAttr] = []
        if parser.parse_optional_keyword("reduce"):

            def parse_reduction() -> ir.IntegerAttr:
                offset = parser.offset
                name = parser.parse_string()
                attribute = REDUCTION.cases.get(name)
                if attribute is None:
                    raise parser.error(f'invalid reduction value: "{name}"', offset)
                return attribute

            reductions = parser.parse_comma_separated_list("(", parse_reduction)
        state.result_types = parser.parse_optional_arrow_type_list()
        region = parser.parse_region(inductions)
        d.ensure_terminator(cls, region, parser.context, state.location)
        state.regions.append(region)
        state.attributes.update(parser.parse_optional_attr_dict())
        state.operands = [*lower.operands, *upper.operands]
        state.properties.update(
            reductions=ir.ArrayAttr(tuple(reductions)),
            lowerBoundsMap=ir.AffineMapAttr(lower.map),
            lowerBoundsGroups=lower.groups_attr(),
            upperBoundsMap=ir.AffineMapAttr(upper.map),
            upperBoundsGroups=upper.groups_attr(),
            steps=ir.ArrayAttr(tuple(ir.i64_attr(step) for step in steps)),
        )

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" (")
        printer.print_operands(self.region.blocks[0].arguments)
        printer.write(") = (")
        _print_bounds(
            printer,
            (self.lower_bounds_map, self.lower_bounds_groups),
            self.lower_bounds_operands,
            "max",
        )
        printer.write(") to (")
        _print_bounds(
            printer,
            (self.upper_bounds_map, self.upper_bounds_groups),
            self.upper_bounds_operands,
            "min",
        )
        printer.write(")")
        steps = [cast(ir.IntegerAttr, step).value for step in self.steps]
        if any(step != 1 for step in steps):
            printer.write(f" step ({', '.join(map(str, steps))})")
        if self.results:
            kinds = ", ".join(f'"{REDUCTION.keyword(kind)}"' for kind in self.reductions)
            printer.write(f" reduce ({kinds}) -> (")
            printer.print_types(self.result_types)
            printer.write(")")
        printer.write(" ")
        print_body(printer, self.region)
        printer.print_attr_dict(self, _ELIDED)


def _print_bounds(
    printer: d.AsmPrinter,
    bounds: tuple[ir.AffineMapAttr, ir.DenseElementsAttr],
    operands: Sequence[ir.Value],
    word: str,
) -> None:
    map = bounds[0].map
    dims, symbols = operands[: map.num_dims], operands[map.num_dims :]
    position = 0
    for index, group in enumerate(numbers(bounds[1])):
        size = int(cast(int, group))
        if index:
            printer.write(", ")
        if size > 1:
            printer.write(f"{word}(")
        for i, expr in enumerate(map.results[position : position + size]):
            if i:
                printer.write(", ")
            single = ir.AffineMap(map.num_dims, map.num_symbols, (expr,))
            printer.print_affine_expr_of_ssa_ids(single, dims, symbols)
        if size > 1:
            printer.write(")")
        position += size
