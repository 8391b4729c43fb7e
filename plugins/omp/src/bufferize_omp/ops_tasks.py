"""Tasks: regions that any thread of a team may run later."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import DeferredExecutionInterface
from bufferize_omp.dialect import (
    INT_LIKE,
    OMP,
    POINTER,
    GrainsizeTypeAttr,
    NumTasksTypeAttr,
    ReductionModifierAttr,
    TaskDependAttr,
)
from bufferize_omp.ops_declare import verify_reduction_counts, verify_reductions
from bufferize_omp.ops_loops import WRAPPER, LoopWrapperOp, SimdOp
from bufferize_omp.ops_regions import (
    ALLOCATE,
    AllocatingOp,
    ParallelOp,
    verify_entry_arguments,
)

DEPENDENCES = d.array_of(TaskDependAttr, "depend clause in a target or task construct array")
DEPEND = """
    `depend` `(` custom<DependVarList>($depend_vars, type($depend_vars), $depend_kinds) `)`
"""


@OMP.op("task")
class TaskOp(AllocatingOp, DeferredExecutionInterface):
    """A region that any thread of the team may run later."""

    depend_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    final: d.OptionalOperand = d.optional_operand(d.I1)
    if_expr: d.OptionalOperand = d.optional_operand(d.I1)
    in_reduction_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    priority: d.OptionalOperand = d.optional_operand(d.ANY_INTEGER)
    private_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    event_handle: d.OptionalOperand = d.optional_operand(POINTER)
    depend_kinds: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(DEPENDENCES)
    in_reduction_byref: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(
        d.DENSE_BOOL_ARRAY
    )
    in_reduction_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    mergeable: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    private_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    private_needs_barrier: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    untied: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    region: d.Region = d.region()
    traits = (d.AutomaticAllocationScope(),)
    assembly_format = f"""
        oilist({ALLOCATE} | {DEPEND} | `final` `(` $final `)` | `if` `(` $if_expr `)`
            | `mergeable` $mergeable | `priority` `(` $priority `:` type($priority) `)`
            | `untied` $untied | `detach` `(` $event_handle `:` type($event_handle) `)`)
        custom<InReductionPrivateRegion>($region, $in_reduction_vars, type($in_reduction_vars),
            $in_reduction_byref, $in_reduction_syms, $private_vars, type($private_vars),
            $private_syms, $private_needs_barrier) attr-dict
    """

    def completed_by(self) -> ir.Operation | None:
        """Return what waits for the task."""
        return _wait_for(self)

    def verify_op(self) -> None:
        verify_dependences(self, self.depend_kinds, len(self.depend_vars))
        verify_reduction_counts(
            self, self.in_reduction_vars, self.in_reduction_syms, self.in_reduction_byref
        )

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the reductions are declared."""
        verify_reductions(self, tables, self.in_reduction_vars, self.in_reduction_syms)


@OMP.op("taskloop")
class TaskloopOp(LoopWrapperOp, AllocatingOp, DeferredExecutionInterface):
    """A loop whose iterations are run by tasks."""

    final: d.OptionalOperand = d.optional_operand(d.I1)
    grainsize: d.OptionalOperand = d.optional_operand(INT_LIKE)
    if_expr: d.OptionalOperand = d.optional_operand(d.I1)
    in_reduction_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    num_tasks: d.OptionalOperand = d.optional_operand(INT_LIKE)
    priority: d.OptionalOperand = d.optional_operand(d.ANY_INTEGER)
    private_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    reduction_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    grainsize_mod: d.OptionalAttr[GrainsizeTypeAttr, str] = d.optional_attr(GrainsizeTypeAttr)
    in_reduction_byref: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(
        d.DENSE_BOOL_ARRAY
    )
    in_reduction_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    mergeable: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    nogroup: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    num_tasks_mod: d.OptionalAttr[NumTasksTypeAttr, str] = d.optional_attr(NumTasksTypeAttr)
    private_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    private_needs_barrier: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    reduction_mod: d.OptionalAttr[ReductionModifierAttr, str] = d.optional_attr(
        ReductionModifierAttr
    )
    reduction_byref: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_BOOL_ARRAY)
    reduction_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    untied: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    region: d.Region = d.region()
    traits = (d.AutomaticAllocationScope(), *WRAPPER)
    assembly_format = f"""
        oilist({ALLOCATE} | `final` `(` $final `)`
            | `grainsize` `(` custom<GrainsizeClause>($grainsize_mod, $grainsize,
                                                      type($grainsize)) `)`
            | `if` `(` $if_expr `)` | `mergeable` $mergeable | `nogroup` $nogroup
            | `num_tasks` `(` custom<NumTasksClause>($num_tasks_mod, $num_tasks,
                                                     type($num_tasks)) `)`
            | `priority` `(` $priority `:` type($priority) `)` | `untied` $untied)
        custom<InReductionPrivateReductionRegion>($region, $in_reduction_vars,
            type($in_reduction_vars), $in_reduction_byref, $in_reduction_syms, $private_vars,
            type($private_vars), $private_syms, $private_needs_barrier, $reduction_mod,
            $reduction_vars, type($reduction_vars), $reduction_byref, $reduction_syms) attr-dict
    """

    def completed_by(self) -> ir.Operation | None:
        """Return the loop itself, which waits for its tasks, or else what waits for them."""
        return self if self.nogroup is None else _wait_for(self)

    def verify_op(self) -> None:
        inner, own = self.in_reduction_vars, self.reduction_vars
        verify_entry_arguments(self, len(inner) + len(self.private_vars) + len(own))
        self.verify_allocations()
        verify_reduction_counts(self, own, self.reduction_syms, self.reduction_byref)
        verify_reduction_counts(self, inner, self.in_reduction_syms, self.in_reduction_byref)
        if own and self.nogroup is not None:
            raise self.error(
                "if a reduction clause is present on the taskloop directive, the nogroup clause "
                "must not be specified"
            )
        if not set(own).isdisjoint(inner):
            raise self.error(
                "the same list item cannot appear in both a reduction and an in_reduction clause"
            )
        if self.grainsize is not None and self.num_tasks is not None:
            raise self.error(
                "the grainsize clause and num_tasks clause are mutually exclusive and may not "
                "appear on the same taskloop directive"
            )

    def verify_regions(self) -> None:
        super().verify_regions()
        self.verify_composite(self.nested_wrapper is not None)
        if not isinstance(self.nested_wrapper, SimdOp | None):
            raise self.error("only supported nested wrapper is 'omp.simd'")

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the reductions are declared."""
        verify_reductions(self, tables, self.reduction_vars, self.reduction_syms)
        verify_reductions(self, tables, self.in_reduction_vars, self.in_reduction_syms)


@OMP.op("taskgroup")
class TaskgroupOp(AllocatingOp):
    """A region whose tasks are awaited at its end."""

    task_reduction_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    task_reduction_byref: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(
        d.DENSE_BOOL_ARRAY
    )
    task_reduction_syms: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.SYMBOL_REF_ARRAY)
    region: d.Region = d.region()
    traits = (d.AutomaticAllocationScope(),)
    assembly_format = f"""
        oilist({ALLOCATE})
        custom<TaskReductionRegion>($region, $task_reduction_vars, type($task_reduction_vars),
            $task_reduction_byref, $task_reduction_syms) attr-dict
    """

    def verify_op(self) -> None:
        verify_reduction_counts(
            self, self.task_reduction_vars, self.task_reduction_syms, self.task_reduction_byref
        )

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the reductions are declared."""
        verify_reductions(self, tables, self.task_reduction_vars, self.task_reduction_syms)


@OMP.op("taskwait")
class TaskwaitOp(d.Operation):
    """A wait for the tasks that the current task created."""

    depend_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    depend_kinds: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(DEPENDENCES)
    nowait: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    assembly_format = f"oilist({DEPEND} | `nowait` $nowait) attr-dict"

    @property
    def waits_for_all(self) -> bool:
        """Whether it waits, and not only for tasks with certain dependences."""
        return not self.depend_vars and self.nowait is None

    def verify_op(self) -> None:
        verify_dependences(self, self.depend_kinds, len(self.depend_vars))


@OMP.op("taskyield")
class TaskyieldOp(d.Operation):
    """A point at which the thread may run another task."""

    assembly_format = "attr-dict"


def _wait_for(task: ir.Operation) -> ir.Operation | None:
    """Return what waits for `task`: a `taskwait` after it, or the end of a region around it."""
    op: ir.Operation | None = task
    is_child = True
    while op is not None and not op.has_trait(d.IsolatedFromAbove):
        following = op.next_op if is_child else None
        while following is not None:
            if isinstance(following, TaskwaitOp) and following.waits_for_all:
                return following
            following = following.next_op
        op = op.parent_op
        if isinstance(op, TaskgroupOp | ParallelOp):
            return op
        if isinstance(op, TaskOp | TaskloopOp):
            is_child = False  # a `taskwait` does not wait for the children of its children
        elif isinstance(op, DeferredExecutionInterface) and op.dialect_name != OMP.name:
            return None
    return None


def verify_dependences(op: d.Operation, kinds: ir.ArrayAttr | None, count: int) -> None:
    """Check that each variable of a clause has a kind of dependence. Raises VerifyError."""
    given = 0 if kinds is None else len(kinds.elements)
    if count and given != count:
        raise op.error("expected as many depend values as depend variables")
    if given and not count:
        raise op.error("unexpected depend values")
