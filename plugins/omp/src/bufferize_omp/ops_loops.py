"""Loops whose iterations are distributed among threads or over vectors."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import RepeatedRegionsInterface
from bufferize_omp.dialect import (
    INT_LIKE,
    OMP,
    POINTER,
    BindKindAttr,
    OrderKindAttr,
    OrderModifierAttr,
    ReductionModifierAttr,
    ScheduleKindAttr,
    ScheduleModifierAttr,
)
from bufferize_omp.ops_declare import PrivateClauseOp, verify_reduction_counts, verify_reductions
from bufferize_omp.ops_regions import (
    ALLOCATE,
    COMPOSITE,
    PRIVATE,
    PRIVATE_REDUCTION,
    AllocatingOp,
    ParallelOp,
    verify_entry_arguments,
)

_ONE = ir.IntegerAttr(1, ir.I64)
_LINEAR = """
    `linear` `(` custom<LinearClause>($linear_vars, type($linear_vars), $linear_step_vars) `)`
"""
_ORDER = "`order` `(` custom<OrderClause>($order, $order_mod) `)`"
WRAPPER = (d.NoTerminator(), d.RecursiveMemoryEffects(), d.SingleBlock(), d.WillReturn())


class LoopWrapperOp(d.Operation):
    """Base of the loop wrappers: ops around a loop nest, or around another wrapper."""

    region: d.Region

    def verify_regions(self) -> None:
        ops = list(self.region.blocks[0].ops) if self.region.blocks else []
        if len(ops) != 1 or not isinstance(ops[0], LoopWrapperOp | LoopNestOp):
            raise self.error(
                "op nested in loop wrapper is not another loop wrapper or `omp.loop_nest`"
                if len(ops) == 1
                else "loop wrapper does not contain exactly one nested op"
            )

    @property
    def nested_wrapper(self) -> LoopWrapperOp | None:
        """The wrapper directly in this one; None if there is none."""
        op = self.region.blocks[0].first_op if self.region.blocks else None
        return op if isinstance(op, LoopWrapperOp) else None

    def verify_composite(self, is_composite: bool) -> None:
        """Check that `omp.composite` is set exactly if there are several wrappers around a loop."""
        if is_composite and COMPOSITE not in self.attributes:
            raise self.error("'omp.composite' attribute missing from composite wrapper")
        if not is_composite and COMPOSITE in self.attributes:
            raise self.error("'omp.composite' attribute present in non-composite wrapper")

    def verify_standalone(self) -> None:
        """Check that no other wrapper is around this one or in it."""
        if self.nested_wrapper is not None or isinstance(self.parent_op, LoopWrapperOp):
            raise self.error("expected to be a standalone loop wrapper")


@OMP.op("loop")
class LoopOp(LoopWrapperOp):
    """A loop whose iterations may run concurrently."""

    private_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    reduction_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    bind_kind: d.OptionalAttr[BindKindAttr, str] = d.optional_attr(BindKindAttr)
    private_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    private_needs_barrier: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    order: d.OptionalAttr[OrderKindAttr, str] = d.optional_attr(OrderKindAttr)
    order_mod: d.OptionalAttr[OrderModifierAttr, str] = d.optional_attr(OrderModifierAttr)
    reduction_mod: d.OptionalAttr[ReductionModifierAttr, str] = d.optional_attr(
        ReductionModifierAttr
    )
    reduction_byref: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_BOOL_ARRAY)
    reduction_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    region: d.Region = d.region()
    traits = (d.NoTerminator(), d.SingleBlock())
    assembly_format = f"""
        oilist(`bind` `(` custom<BindKind>($bind_kind) `)` | {_ORDER}) {PRIVATE_REDUCTION}
    """

    def verify_op(self) -> None:
        verify_entry_arguments(self, len(self.private_vars) + len(self.reduction_vars))
        verify_reduction_counts(
            self, self.reduction_vars, self.reduction_syms, self.reduction_byref
        )

    def verify_regions(self) -> None:
        super().verify_regions()
        self.verify_standalone()

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the reductions are declared."""
        verify_reductions(self, tables, self.reduction_vars, self.reduction_syms)


@OMP.op("workshare")
class WorkshareOp(d.Operation):
    """Code to be divided into units of work for the threads of a team."""

    nowait: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    region: d.Region = d.region()
    traits = (d.RecursiveMemoryEffects(), d.WillReturn())
    assembly_format = "oilist(`nowait` $nowait) $region attr-dict"


@OMP.op("workshare.loop_wrapper")
class WorkshareLoopWrapperOp(LoopWrapperOp):
    """A loop to be divided among the threads of a team."""

    region: d.Region = d.region()
    traits = WRAPPER
    assembly_format = "$region attr-dict"

    def verify_op(self) -> None:
        around = self.parent_op
        while around is not None and not isinstance(around, WorkshareOp):
            around = around.parent_op
        if around is None:
            raise self.error("must be nested in an omp.workshare")

    def verify_regions(self) -> None:
        super().verify_regions()
        self.verify_standalone()


@OMP.op("wsloop")
class WsloopOp(LoopWrapperOp, AllocatingOp):
    """A loop whose iterations are distributed among the threads of a team."""

    linear_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    linear_step_vars: d.VariadicOperand = d.variadic_operand(d.I32)
    private_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    reduction_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    schedule_chunk: d.OptionalOperand = d.optional_operand(d.ANY_TYPE)
    linear_var_types: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.ARRAY_ATTR)
    nowait: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    order: d.OptionalAttr[OrderKindAttr, str] = d.optional_attr(OrderKindAttr)
    order_mod: d.OptionalAttr[OrderModifierAttr, str] = d.optional_attr(OrderModifierAttr)
    ordered: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(
        d.confined(d.I64_ATTR, d.min_value(0))
    )
    private_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    private_needs_barrier: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    reduction_mod: d.OptionalAttr[ReductionModifierAttr, str] = d.optional_attr(
        ReductionModifierAttr
    )
    reduction_byref: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_BOOL_ARRAY)
    reduction_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    schedule_kind: d.OptionalAttr[ScheduleKindAttr, str] = d.optional_attr(ScheduleKindAttr)
    schedule_mod: d.OptionalAttr[ScheduleModifierAttr, str] = d.optional_attr(ScheduleModifierAttr)
    schedule_simd: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    region: d.Region = d.region()
    traits = WRAPPER
    assembly_format = f"""
        oilist({ALLOCATE} | {_LINEAR} | `nowait` $nowait | {_ORDER}
            | `ordered` `(` $ordered `)`
            | `schedule` `(` custom<ScheduleClause>($schedule_kind, $schedule_mod, $schedule_simd,
                                                    $schedule_chunk, type($schedule_chunk)) `)`)
        {PRIVATE_REDUCTION}
    """

    def verify_op(self) -> None:
        verify_reduction_counts(
            self, self.reduction_vars, self.reduction_syms, self.reduction_byref
        )

    def verify_regions(self) -> None:
        super().verify_regions()
        nested = self.nested_wrapper
        self.verify_composite(nested is not None or isinstance(self.parent_op, LoopWrapperOp))
        if not isinstance(nested, SimdOp | None):
            raise self.error("only supported nested wrapper is 'omp.simd'")

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the reductions are declared."""
        verify_reductions(self, tables, self.reduction_vars, self.reduction_syms)


@OMP.op("simd")
class SimdOp(LoopWrapperOp):
    """A loop that runs several iterations at once, on vectors."""

    aligned_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    if_expr: d.OptionalOperand = d.optional_operand(d.I1)
    linear_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    linear_step_vars: d.VariadicOperand = d.variadic_operand(d.I32)
    nontemporal_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    private_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    reduction_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    alignments: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.I64_ARRAY)
    linear_var_types: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.ARRAY_ATTR)
    order: d.OptionalAttr[OrderKindAttr, str] = d.optional_attr(OrderKindAttr)
    order_mod: d.OptionalAttr[OrderModifierAttr, str] = d.optional_attr(OrderModifierAttr)
    private_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    private_needs_barrier: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    reduction_mod: d.OptionalAttr[ReductionModifierAttr, str] = d.optional_attr(
        ReductionModifierAttr
    )
    reduction_byref: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_BOOL_ARRAY)
    reduction_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    safelen: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(
        d.confined(d.I64_ATTR, d.POSITIVE)
    )
    simdlen: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(
        d.confined(d.I64_ATTR, d.POSITIVE)
    )
    region: d.Region = d.region()
    traits = WRAPPER
    assembly_format = f"""
        oilist(`aligned` `(` custom<AlignedClause>($aligned_vars, type($aligned_vars),
                                                   $alignments) `)`
            | `if` `(` $if_expr `)` | {_LINEAR}
            | `nontemporal` `(` $nontemporal_vars `:` type($nontemporal_vars) `)` | {_ORDER}
            | `safelen` `(` $safelen `)` | `simdlen` `(` $simdlen `)`)
        {PRIVATE_REDUCTION}
    """

    def verify_op(self) -> None:
        safe, length = self.safelen, self.simdlen
        if safe is not None and length is not None and length.value > safe.value:
            raise self.error(
                "simdlen clause and safelen clause are both present, but the simdlen value is "
                "not less than or equal to safelen value"
            )

    def verify_regions(self) -> None:
        super().verify_regions()
        self.verify_composite(isinstance(self.parent_op, LoopWrapperOp))
        if self.nested_wrapper is not None:
            raise self.error("must wrap an 'omp.loop_nest' directly")

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the private variables are declared, and have no initial value."""
        for symbol in self.private_syms.elements if self.private_syms is not None else ():
            assert isinstance(symbol, ir.SymbolRefAttr)
            private = tables.lookup(self, symbol)
            if not isinstance(private, PrivateClauseOp):
                raise self.error(f"Cannot find privatizer '{symbol}'")
            if private.data_sharing_type.keyword == "firstprivate":
                raise self.error("FIRSTPRIVATE cannot be used with SIMD")


@OMP.op("distribute")
class DistributeOp(LoopWrapperOp, AllocatingOp):
    """A loop whose iterations are distributed among teams."""

    dist_schedule_chunk_size: d.OptionalOperand = d.optional_operand(INT_LIKE)
    private_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    dist_schedule_static: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    order: d.OptionalAttr[OrderKindAttr, str] = d.optional_attr(OrderKindAttr)
    order_mod: d.OptionalAttr[OrderModifierAttr, str] = d.optional_attr(OrderModifierAttr)
    private_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    private_needs_barrier: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    region: d.Region = d.region()
    traits = WRAPPER
    assembly_format = f"""
        oilist({ALLOCATE} | `dist_schedule_static` $dist_schedule_static
            | `dist_schedule_chunk_size` `(` $dist_schedule_chunk_size `:`
                                             type($dist_schedule_chunk_size) `)` | {_ORDER})
        {PRIVATE}
    """

    def verify_op(self) -> None:
        if self.dist_schedule_chunk_size is not None and self.dist_schedule_static is None:
            raise self.error("chunk size set without dist_schedule_static being present")

    def verify_regions(self) -> None:
        super().verify_regions()
        nested, parent = self.nested_wrapper, self.parent_op
        self.verify_composite(nested is not None)
        if isinstance(nested, WsloopOp):
            if not isinstance(parent, ParallelOp) or COMPOSITE not in parent.attributes:
                raise self.error(
                    "an 'omp.wsloop' nested wrapper is only allowed when a composite "
                    "'omp.parallel' is the direct parent"
                )
        elif not isinstance(nested, SimdOp | None):
            raise self.error("only supported nested wrappers are 'omp.simd' and 'omp.wsloop'")


@OMP.op("loop_nest")
class LoopNestOp(d.Operation, RepeatedRegionsInterface):
    """A loop nest whose iterations are scheduled by the enclosing construct."""

    lower_bounds: d.VariadicOperand = d.variadic_operand(INT_LIKE, name="loop_lower_bounds")
    upper_bounds: d.VariadicOperand = d.variadic_operand(INT_LIKE, name="loop_upper_bounds")
    steps: d.VariadicOperand = d.variadic_operand(INT_LIKE, name="loop_steps")
    collapse_num_loops: d.Attr[ir.IntegerAttr, int] = d.default_attr(
        d.confined(d.I64_ATTR, d.min_value(1)), _ONE, optional=True
    )
    loop_inclusive: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    tile_sizes: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I64_ARRAY)
    region: d.Region = d.region()
    traits = (d.RecursiveMemoryEffects(), d.SameVariadicOperandSize(), d.ParallelRegion())

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Parse `(%i) : type = (%from) to (%to) inclusive? step (%step) collapse? tiles? region`."""
        arguments = parser.parse_argument_list("(")
        type = parser.parse_colon_type()
        for argument in arguments:
            argument.type = type
        parser.parse_punctuation("=")
        types = [type] * len(arguments)
        state.operands += parser.resolve_operands(parser.parse_operand_list("("), types)
        parser.parse_keyword("to")
        state.operands += parser.resolve_operands(parser.parse_operand_list("("), types)
        if parser.parse_optional_keyword("inclusive"):
            state.properties["loop_inclusive"] = ir.UNIT
        parser.parse_keyword("step")
        state.operands += parser.resolve_operands(parser.parse_operand_list("("), types)
        if parser.parse_optional_keyword("collapse"):
            parser.parse_punctuation("(")
            count = parser.parse_integer()
            parser.parse_punctuation(")")
            if count != 1:
                state.properties["collapse_num_loops"] = ir.IntegerAttr(count, ir.I64)
        if parser.parse_optional_keyword("tiles"):
            sizes = parser.parse_comma_separated_list("(", parser.parse_integer)
            state.properties["tile_sizes"] = ir.DenseArrayAttr(ir.I64, tuple(sizes))
        state.regions.append(parser.parse_region(arguments))
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse` accepts."""
        arguments = self.region.blocks[0].arguments
        printer.write(" (")
        printer.print_operands(arguments)
        printer.write(") : ")
        printer.print_type(arguments[0].type)
        printer.write(" = (")
        printer.print_operands(self.lower_bounds)
        printer.write(") to (")
        printer.print_operands(self.upper_bounds)
        printer.write(") inclusive step (" if self.loop_inclusive is not None else ") step (")
        printer.print_operands(self.steps)
        printer.write(") ")
        if self.collapse_num_loops.value > 1:
            printer.write(f"collapse({self.collapse_num_loops.value}) ")
        if self.tile_sizes is not None:
            printer.write(f"tiles({', '.join(map(str, self.tile_sizes.values))}) ")
        printer.print_region(self.region, print_entry_args=False)
        printer.print_attr_dict(self, ("collapse_num_loops", "loop_inclusive", "tile_sizes"))

    def verify_op(self) -> None:
        if not self.lower_bounds:
            raise self.error("must represent at least one loop")
        arguments = self.region.blocks[0].arguments if self.region.blocks else ()
        if len(self.lower_bounds) != len(arguments):
            raise self.error("number of range arguments and IVs do not match")
        for bound, argument in zip(self.lower_bounds, arguments, strict=True):
            if bound.type is not argument.type:
                raise self.error("range argument type does not match corresponding IV type")
        if not isinstance(self.parent_op, LoopWrapperOp):
            raise self.error("expects parent op to be a loop wrapper")
