"""affine.parallel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bufferize import define as d
from bufferize.define import (
    AFFINE_MAP_ATTR,
    ANY_TYPE,
    I32_ELEMENTS,
    I64_ARRAY,
    INDEX,
    AutomaticAllocationScope,
    MemRefsNormalizable,
    ParallelRegion,
    RecursiveMemoryEffects,
    SingleBlockImplicitTerminator,
    array_of,
)
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.directives import print_body
from bufferize.define.enums import int_enum
from bufferize.interfaces import LoopBounds, LoopLikeOpInterface, RepeatedRegionsInterface
from bufferize.ir import (
    I32,
    I64,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineMapAttr,
    AffineSymbolExpr,
    ArrayAttr,
    BlockArgument,
    DenseElementsAttr,
    FloatType,
    IntegerAttr,
    IntegerType,
    RankedTensorType,
    Signedness,
    Type,
    Value,
    i64_attr,
)
from bufferize.ir import (
    INDEX as INDEX_TYPE,
)
from bufferize.ir.dense import dense_attr, numbers
from bufferize_affine._dialect import AFFINE
from bufferize_affine.ops_loop import constants_of
from bufferize_affine.validity import verify_dims_and_symbols

REDUCTION = int_enum(
    "reduction",
    I64,
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


def _fits(kind: str, type: Type) -> bool:
    if kind == "assign":
        return True
    if kind.endswith("f"):
        return isinstance(type, FloatType)
    if not isinstance(type, IntegerType):
        return False
    # These are for types that carry a sign, or that say that they have none.
    if kind in ("maxs", "mins"):
        return type.signedness is Signedness.SIGNED
    if kind in ("maxu", "minu"):
        return type.signedness is Signedness.UNSIGNED
    return True


class _Bounds:
    """The lower or the upper bounds while they are read: expressions over shared operands."""

    def __init__(self) -> None:
        self.groups: list[int] = []
        self.dims: list[Value] = []
        self.symbols: list[Value] = []
        self.exprs: list[AffineExpr] = []

    def parse(self, parser: AsmParser, word: str) -> None:
        """Reads `(expr, min(expr, expr), ...)`."""

        def parse_bound() -> None:
            if parser.parse_optional_keyword(word):
                start = len(self.exprs)
                parser.parse_comma_separated_list("(", lambda: self._parse_expr(parser))
                self.groups.append(len(self.exprs) - start)
            else:
                self._parse_expr(parser)
                self.groups.append(1)

        parser.parse_comma_separated_list("(", parse_bound)

    def _parse_expr(self, parser: AsmParser) -> None:
        map, dims, symbols = parser.parse_affine_expr_of_ssa_ids()

        def place(values: list[Value], value: Value) -> int:
            if not any(value is known for known in values):
                values.append(value)
            return next(i for i, known in enumerate(values) if known is value)

        dim_exprs: list[AffineExpr] = [
            AffineDimExpr(place(self.dims, parser.resolve_operand(dim, INDEX_TYPE))) for dim in dims
        ]
        symbol_exprs: list[AffineExpr] = [
            AffineSymbolExpr(place(self.symbols, parser.resolve_operand(symbol, INDEX_TYPE)))
            for symbol in symbols
        ]
        self.exprs.extend(expr.replace(dim_exprs, symbol_exprs) for expr in map.results)

    @property
    def map(self) -> AffineMap:
        """All expressions as one map."""
        return AffineMap(len(self.dims), len(self.symbols), tuple(self.exprs))

    @property
    def operands(self) -> list[Value]:
        """The operands of the map."""
        return [*self.dims, *self.symbols]

    def groups_attr(self) -> DenseElementsAttr:
        """How many expressions each bound has."""
        return dense_attr(RankedTensorType((len(self.groups),), I32), self.groups)


@AFFINE.op("parallel")
class ParallelOp(d.Operation, LoopLikeOpInterface, RepeatedRegionsInterface):
    """A loop nest whose iterations may run in any order or at once, with reductions."""

    __slots__ = ()
    reductions: d.Attr[ArrayAttr, d.Items] = d.attr(array_of(REDUCTION, "Reduction ops"))
    lower_bounds_map: d.Attr[AffineMapAttr, AffineMap] = d.attr(
        AFFINE_MAP_ATTR, name="lowerBoundsMap"
    )
    lower_bounds_groups: d.Attr[DenseElementsAttr, DenseElementsAttr] = d.attr(
        I32_ELEMENTS, name="lowerBoundsGroups"
    )
    upper_bounds_map: d.Attr[AffineMapAttr, AffineMap] = d.attr(
        AFFINE_MAP_ATTR, name="upperBoundsMap"
    )
    upper_bounds_groups: d.Attr[DenseElementsAttr, DenseElementsAttr] = d.attr(
        I32_ELEMENTS, name="upperBoundsGroups"
    )
    steps: d.Attr[ArrayAttr, d.Items] = d.attr(I64_ARRAY)
    map_operands: d.VariadicOperand = d.variadic_operand(INDEX, name="mapOperands")
    outputs: d.VariadicResult = d.variadic_result(ANY_TYPE, name="results")
    region: d.Region = d.region(1)
    traits = (
        AutomaticAllocationScope(),
        SingleBlockImplicitTerminator("affine.yield"),
        RecursiveMemoryEffects(),
        ParallelRegion(),
        MemRefsNormalizable(),
    )

    @property
    def loop_induction_variables(self) -> list[BlockArgument]:
        return list(self.region.blocks[0].arguments)

    @property
    def loop_bounds(self) -> list[LoopBounds] | None:
        lower = constants_of(self.lower_bounds_map.map)
        upper = constants_of(self.upper_bounds_map.map)
        steps = [cast(IntegerAttr, step).value for step in self.steps]
        if lower is None or upper is None or not len(lower) == len(upper) == len(steps):
            return None  # a bound may be the least or the greatest of several expressions
        return list(zip(lower, upper, steps, strict=True))

    @property
    def is_parallel(self) -> bool:
        return self.may_repeat

    @property
    def lower_bounds_operands(self) -> tuple[Value, ...]:
        """The operands of the lower bounds' map."""
        return self.operands[: self.lower_bounds_map.map.num_inputs]

    @property
    def upper_bounds_operands(self) -> tuple[Value, ...]:
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
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        inductions = parser.parse_argument_list("(")
        for argument in inductions:
            argument.type = INDEX_TYPE
        parser.parse_punctuation("=")
        lower, upper = _Bounds(), _Bounds()
        lower.parse(parser, "max")
        parser.parse_keyword("to")
        upper.parse(parser, "min")
        steps = [1] * len(inductions)
        if parser.parse_optional_keyword("step"):
            steps = parser.parse_comma_separated_list("(", parser.parse_integer)
        reductions: list[IntegerAttr] = []
        if parser.parse_optional_keyword("reduce"):

            def parse_reduction() -> IntegerAttr:
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
            reductions=ArrayAttr(tuple(reductions)),
            lowerBoundsMap=AffineMapAttr(lower.map),
            lowerBoundsGroups=lower.groups_attr(),
            upperBoundsMap=AffineMapAttr(upper.map),
            upperBoundsGroups=upper.groups_attr(),
            steps=ArrayAttr(tuple(i64_attr(step) for step in steps)),
        )

    def print(self, printer: AsmPrinter) -> None:
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
        steps = [cast(IntegerAttr, step).value for step in self.steps]
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
    printer: AsmPrinter,
    bounds: tuple[AffineMapAttr, DenseElementsAttr],
    operands: Sequence[Value],
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
            single = AffineMap(map.num_dims, map.num_symbols, (expr,))
            printer.print_affine_expr_of_ssa_ids(single, dims, symbols)
        if size > 1:
            printer.write(")")
        position += size
