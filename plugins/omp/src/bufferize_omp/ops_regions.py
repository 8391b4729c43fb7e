"""Regions that are run by all threads of a team, or by some of them."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import DeferredExecutionInterface, RepeatedRegionsInterface
from bufferize_omp.clauses import verify_hint
from bufferize_omp.dialect import (
    INT_LIKE,
    OMP,
    POINTER,
    ProcBindKindAttr,
    ReductionModifierAttr,
)
from bufferize_omp.ops_declare import verify_privates, verify_reduction_counts, verify_reductions

COMPOSITE = "omp.composite"
NO_HINT = ir.IntegerAttr(0, ir.I64)
ALLOCATE = """
    `allocate` `(` custom<AllocateAndAllocator>($allocate_vars, type($allocate_vars),
                                                $allocator_vars, type($allocator_vars)) `)`
"""
PRIVATE = """
    custom<PrivateRegion>($region, $private_vars, type($private_vars), $private_syms,
                          $private_needs_barrier) attr-dict
"""
PRIVATE_REDUCTION = """
    custom<PrivateReductionRegion>($region, $private_vars, type($private_vars), $private_syms,
        $private_needs_barrier, $reduction_mod, $reduction_vars, type($reduction_vars),
        $reduction_byref, $reduction_syms) attr-dict
"""


def verify_entry_arguments(op: d.Operation, count: int) -> None:
    """Check that the region has an argument for each variable of the clauses. Raises VerifyError."""
    blocks = op.regions[0].blocks
    if len(blocks[0].arguments if blocks else ()) < count:
        raise op.error(f"expected at least {count} entry block argument(s)")


class AllocatingOp(d.Operation):
    """Base of the ops with the clause `allocate`, which names the allocators of variables."""

    allocate_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    allocator_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)

    def verify_allocations(self) -> None:
        """Check that each variable of the clause has an allocator. Raises VerifyError."""
        if len(self.allocate_vars) != len(self.allocator_vars):
            raise self.error("expected equal sizes for allocate and allocator variables")


@OMP.op("parallel")
class ParallelOp(AllocatingOp, RepeatedRegionsInterface):
    """A region that each thread of a new team runs."""

    if_expr: d.OptionalOperand = d.optional_operand(d.I1)
    num_threads: d.OptionalOperand = d.optional_operand(INT_LIKE)
    private_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    reduction_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    private_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    private_needs_barrier: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    proc_bind_kind: d.OptionalAttr[ProcBindKindAttr, str] = d.optional_attr(ProcBindKindAttr)
    reduction_mod: d.OptionalAttr[ReductionModifierAttr, str] = d.optional_attr(
        ReductionModifierAttr
    )
    reduction_byref: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_BOOL_ARRAY)
    reduction_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    region: d.Region = d.region()
    traits = (d.AutomaticAllocationScope(), d.RecursiveMemoryEffects(), d.ParallelRegion())
    assembly_format = f"""
        oilist({ALLOCATE} | `if` `(` $if_expr `)`
            | `num_threads` `(` $num_threads `:` type($num_threads) `)`
            | `proc_bind` `(` custom<ProcBind>($proc_bind_kind) `)`)
        {PRIVATE_REDUCTION}
    """

    def verify_op(self) -> None:
        self.verify_allocations()
        verify_reduction_counts(
            self, self.reduction_vars, self.reduction_syms, self.reduction_byref
        )

    def verify_regions(self) -> None:
        ops = [
            op
            for block in self.region.blocks
            for op in block.ops
            if op.dialect_name == OMP.name and not op.has_trait(d.IsTerminator)
        ]
        is_marked = COMPOSITE in self.attributes
        count = sum(op.name == "omp.distribute" for op in ops)
        if count > 1:
            raise self.error("multiple 'omp.distribute' nested inside of 'omp.parallel'")
        if count and not is_marked:
            raise self.error("'omp.composite' attribute missing from composite operation")
        if not count and is_marked:
            raise self.error("'omp.composite' attribute present in non-composite operation")
        for op in ops:
            if count and op.name != "omp.distribute":
                raise self.error(
                    f"unexpected OpenMP operation inside of composite 'omp.parallel': {op.name}"
                )

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the private variables and the reductions are declared."""
        verify_privates(self, tables, self.private_vars, self.private_syms)
        verify_reductions(self, tables, self.reduction_vars, self.reduction_syms)


@OMP.op("teams")
class TeamsOp(AllocatingOp, RepeatedRegionsInterface):
    """A region that the first thread of each of several teams runs."""

    if_expr: d.OptionalOperand = d.optional_operand(d.I1)
    num_teams_lower: d.OptionalOperand = d.optional_operand(d.ANY_INTEGER)
    num_teams_upper: d.OptionalOperand = d.optional_operand(d.ANY_INTEGER)
    private_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    reduction_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    thread_limit: d.OptionalOperand = d.optional_operand(d.ANY_INTEGER)
    private_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    private_needs_barrier: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    reduction_mod: d.OptionalAttr[ReductionModifierAttr, str] = d.optional_attr(
        ReductionModifierAttr
    )
    reduction_byref: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_BOOL_ARRAY)
    reduction_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    region: d.Region = d.region()
    traits = (d.RecursiveMemoryEffects(), d.ParallelRegion())
    assembly_format = f"""
        oilist({ALLOCATE} | `if` `(` $if_expr `)`
            | `num_teams` `(` ($num_teams_lower^ `:` type($num_teams_lower))? `to`
                              $num_teams_upper `:` type($num_teams_upper) `)`
            | `thread_limit` `(` $thread_limit `:` type($thread_limit) `)`)
        {PRIVATE_REDUCTION}
    """

    def verify_op(self) -> None:
        around = self.parent_op
        if around is None or around.name != "omp.target":
            while around is not None:
                if around.dialect_name == OMP.name:
                    raise self.error(
                        "expected to be nested inside of omp.target or not nested in any OpenMP "
                        "dialect operations"
                    )
                around = around.parent_op
        if self.num_teams_lower is not None:
            if self.num_teams_upper is None:
                raise self.error(
                    "expected num_teams upper bound to be defined if the lower bound is defined"
                )
            if self.num_teams_lower.type is not self.num_teams_upper.type:
                raise self.error(
                    "expected num_teams upper bound and lower bound to be the same type"
                )
        self.verify_allocations()
        verify_reduction_counts(
            self, self.reduction_vars, self.reduction_syms, self.reduction_byref
        )

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the reductions are declared."""
        verify_reductions(self, tables, self.reduction_vars, self.reduction_syms)


@OMP.op("sections")
class SectionsOp(AllocatingOp):
    """Sections that are distributed among the threads of a team."""

    private_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    reduction_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    nowait: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    private_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    private_needs_barrier: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    reduction_mod: d.OptionalAttr[ReductionModifierAttr, str] = d.optional_attr(
        ReductionModifierAttr
    )
    reduction_byref: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_BOOL_ARRAY)
    reduction_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    region: d.Region = d.region(1)
    assembly_format = f"oilist({ALLOCATE} | `nowait` $nowait) {PRIVATE_REDUCTION}"

    def verify_op(self) -> None:
        self.verify_allocations()
        verify_reduction_counts(
            self, self.reduction_vars, self.reduction_syms, self.reduction_byref
        )

    def verify_regions(self) -> None:
        for op in self.region.blocks[0].ops:
            if not isinstance(op, SectionOp | TerminatorOp):
                raise self.error("expected omp.section op or terminator op inside region")

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the reductions are declared."""
        verify_reductions(self, tables, self.reduction_vars, self.reduction_syms)


@OMP.op("section")
class SectionOp(d.Operation, DeferredExecutionInterface):
    """One of the sections, which run in any order."""

    region: d.Region = d.region()
    traits = (d.HasParent("omp.sections"),)
    assembly_format = "$region attr-dict"

    def completed_by(self) -> ir.Operation | None:
        """Return the op with all sections."""
        return self.parent_op


@OMP.op("single")
class SingleOp(AllocatingOp):
    """A region that one thread of a team runs."""

    copyprivate_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    private_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    copyprivate_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    nowait: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    private_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    private_needs_barrier: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    region: d.Region = d.region()
    assembly_format = f"""
        oilist({ALLOCATE}
            | `copyprivate` `(` custom<Copyprivate>($copyprivate_vars, type($copyprivate_vars),
                                                    $copyprivate_syms) `)`
            | `nowait` $nowait)
        {PRIVATE}
    """

    def verify_op(self) -> None:
        self.verify_allocations()


@OMP.op("master")
class MasterOp(d.Operation):
    """A region that the first thread of a team runs."""

    region: d.Region = d.region()
    assembly_format = "$region attr-dict"


@OMP.op("masked")
class MaskedOp(d.Operation):
    """A region that one thread of a team runs, the first or a given one."""

    filtered_thread_id: d.OptionalOperand = d.optional_operand(INT_LIKE)
    region: d.Region = d.region()
    assembly_format = """
        oilist(`filter` `(` $filtered_thread_id `:` type($filtered_thread_id) `)`)
        $region attr-dict
    """


@OMP.op("critical.declare")
class CriticalDeclareOp(d.Operation):
    """The name of critical regions."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    hint: d.Attr[ir.IntegerAttr, int] = d.default_attr(d.I64_ATTR, NO_HINT, optional=True)
    traits = (d.SymbolTrait(),)
    assembly_format = """
        $sym_name oilist(`hint` `(` custom<SynchronizationHint>($hint) `)`) attr-dict
    """

    def verify_op(self) -> None:
        verify_hint(self, self.hint)


@OMP.op("critical")
class CriticalOp(d.Operation):
    """A region that one thread at a time runs."""

    lock: d.OptionalAttr[ir.SymbolRefAttr, str] = d.optional_attr(d.FLAT_SYMBOL_REF, name="name")
    region: d.Region = d.region()
    assembly_format = "(`(` $name^ `)`)? $region attr-dict"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the name is declared."""
        if self.lock is not None and not isinstance(
            tables.lookup(self, self.lock), CriticalDeclareOp
        ):
            raise self.error(
                f"expected symbol reference {self.lock} to point to a critical declaration"
            )


@OMP.op("barrier")
class BarrierOp(d.Operation):
    """A barrier: each thread waits for all threads of the team."""

    assembly_format = "attr-dict"


@OMP.op("flush")
class FlushOp(d.Operation):
    """A flush: the writes of this thread become visible to others."""

    variables: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="varList")
    assembly_format = "(`(` $varList^ `:` type($varList) `)`)? attr-dict"


@OMP.op("terminator")
class TerminatorOp(d.Operation):
    """The end of a region."""

    traits = (d.IsTerminator(), d.Pure())
    assembly_format = "attr-dict"


@OMP.op("yield")
class YieldOp(d.Operation):
    """The end of a region that computes values, or of the body of a loop."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="results")
    traits = (
        d.Pure(),
        d.ReturnLike(),
        d.IsTerminator(),
        d.HasParent(
            "omp.atomic.update",
            "omp.declare_reduction",
            "omp.loop_nest",
            "omp.private",
        ),
    )
    assembly_format = "(`(` $results^ `:` type($results) `)`)? attr-dict"
