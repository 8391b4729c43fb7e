"""Ops that refer to an enclosing construct: cancellation, ordered regions, and scans."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize_omp.dialect import OMP, CancellationConstructTypeAttr, ClauseDependAttr
from bufferize_omp.ops_loops import LoopNestOp, SimdOp, WsloopOp
from bufferize_omp.ops_regions import ParallelOp, SectionOp, SectionsOp
from bufferize_omp.ops_tasks import TaskloopOp, TaskOp

_OpT = TypeVar("_OpT", bound=ir.Operation)
_CANCEL = "`cancellation_construct_type` `(` custom<CancelDirective>($cancel_directive) `)`"


class CancellationOp(d.Operation):
    """Base of the ops for cancellation."""

    word: ClassVar[str]
    """The name of the op in messages."""
    orphan: ClassVar[str]

    cancel_directive: d.Attr[CancellationConstructTypeAttr, str] = d.attr(
        CancellationConstructTypeAttr
    )

    def verify_place(self) -> ir.Operation:
        """Return the construct that is canceled. Raises VerifyError if none is around the op."""
        around = self.parent_op
        while around is not None and around.dialect_name != OMP.name:
            around = around.parent_op
        if around is None:
            raise self.error(f"Orphaned {self.orphan}")
        kind = self.cancel_directive.keyword
        parent = around.parent_op
        match kind:
            case "parallel":
                found, place = isinstance(around, ParallelOp), "a parallel region"
            case "loop":
                found = isinstance(around, LoopNestOp) and isinstance(parent, WsloopOp)
                place = "a worksharing-loop region"
            case "sections":
                found = isinstance(around, SectionOp) and isinstance(parent, SectionsOp)
                place = "a sections region"
            case _:
                found = isinstance(around, TaskOp) or isinstance(parent, TaskloopOp)
                place = "a task region"
        if not found:
            raise self.error(f"{self.word} {kind} must appear inside {place}")
        return parent if parent is not None and kind in ("loop", "sections") else around


@OMP.op("cancel")
class CancelOp(CancellationOp):
    """The cancellation of the enclosing construct, for all threads."""

    word = "cancel"
    orphan = "cancel construct"
    if_expr: d.OptionalOperand = d.optional_operand(d.I1)
    assembly_format = f"{_CANCEL} oilist(`if` `(` $if_expr `)`) attr-dict"

    def verify_op(self) -> None:
        canceled = self.verify_place()
        if isinstance(canceled, SectionsOp) and canceled.nowait is not None:
            raise self.error("A sections construct that is canceled must not have a nowait clause")
        if isinstance(canceled, WsloopOp) and canceled.nowait is not None:
            raise self.error(
                "A worksharing construct that is canceled must not have a nowait clause"
            )
        if isinstance(canceled, WsloopOp) and canceled.ordered is not None:
            raise self.error(
                "A worksharing construct that is canceled must not have an ordered clause"
            )


@OMP.op("cancellation_point")
class CancellationPointOp(CancellationOp):
    """A point at which a thread checks whether the enclosing construct was canceled."""

    word = "cancellation point"
    orphan = "cancellation point"
    assembly_format = f"{_CANCEL} attr-dict"

    def verify_op(self) -> None:
        self.verify_place()


@OMP.op("ordered")
class OrderedOp(d.Operation):
    """A dependence between iterations: waits for others, or reports this one as done."""

    doacross_depend_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    doacross_depend_type: d.OptionalAttr[ClauseDependAttr, str] = d.optional_attr(ClauseDependAttr)
    doacross_num_loops: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(
        d.confined(d.I64_ATTR, d.min_value(0))
    )
    assembly_format = """
        (`depend_type` `` $doacross_depend_type^)?
        (`depend_vec` `(` $doacross_depend_vars^ `:` type($doacross_depend_vars) `)`)? attr-dict
    """

    def verify_op(self) -> None:
        nest = _enclosing(self, LoopNestOp)
        if nest is None:
            raise self.error("must be nested inside of a loop")
        _verify_ordered(self, nest, has_parameter=True)
        loop = _enclosing(self, WsloopOp)
        count = self.doacross_num_loops
        if (
            loop is None
            or count is None
            or loop.ordered is None
            or loop.ordered.value != count.value
        ):
            raise self.error(
                "number of variables in depend clause does not match number of iteration "
                "variables in the doacross loop"
            )


@OMP.op("ordered.region")
class OrderedRegionOp(d.Operation):
    """Code that the iterations of a loop run one after the other, in their order."""

    par_level_simd: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    region: d.Region = d.region()
    assembly_format = "oilist(`par_level_simd` $par_level_simd) $region attr-dict"

    def verify_op(self) -> None:
        nest = _enclosing(self, LoopNestOp)
        if nest is not None:
            _verify_ordered(self, nest, has_parameter=False)


@OMP.op("scan")
class ScanOp(d.Operation, MemoryEffectsOpInterface):
    """The point of a loop at which its variables hold the reduction of the iterations so far."""

    inclusive_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    exclusive_vars: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    assembly_format = """
        oilist(`inclusive` `(` $inclusive_vars `:` type($inclusive_vars) `)`
            | `exclusive` `(` $exclusive_vars `:` type($exclusive_vars) `)`) attr-dict
    """

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE)]

    def verify_op(self) -> None:
        if bool(self.inclusive_vars) == bool(self.exclusive_vars):
            raise self.error("Exactly one of EXCLUSIVE or INCLUSIVE clause is expected")
        for around in (_enclosing(self, WsloopOp), _enclosing(self, SimdOp)):
            modifier = around.reduction_mod if around is not None else None
            if modifier is not None and modifier.keyword == "inscan":
                return
        raise self.error(
            "SCAN directive needs to be enclosed within a parent worksharing loop construct or "
            "SIMD construct with INSCAN reduction modifier"
        )


def _enclosing(op: ir.Operation, cls: type[_OpT]) -> _OpT | None:
    """Return the innermost op of a class that encloses an op, None if there is none."""
    around = op.parent_op
    while around is not None and not isinstance(around, cls):
        around = around.parent_op
    return around


def _verify_ordered(op: ir.Operation, nest: LoopNestOp, *, has_parameter: bool) -> None:
    """Check that the iterations of a loop are ordered. Raises VerifyError."""
    loop = nest.parent_op
    if isinstance(loop, WsloopOp):
        if loop.ordered is None:
            raise op.error("the enclosing worksharing-loop region must have an ordered clause")
        if has_parameter and loop.ordered.value == 0:
            raise op.error("the enclosing loop's ordered clause must have a parameter present")
        if not has_parameter and loop.ordered.value != 0:
            raise op.error("the enclosing loop's ordered clause must not have a parameter present")
    elif not isinstance(loop, SimdOp):
        raise op.error("must be nested inside of a worksharing, simd or worksharing simd loop")
