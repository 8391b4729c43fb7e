"""Atomic accesses to memory, and threads' own copies of globals."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize_omp.clauses import verify_hint
from bufferize_omp.dialect import OMP, POINTER, MemoryOrderKindAttr
from bufferize_omp.ops_regions import NO_HINT

_CLAUSES = """
    oilist(`hint` `(` custom<SynchronizationHint>($hint) `)`
        | `memory_order` `(` custom<MemoryOrder>($memory_order) `)`)
"""


class AtomicOp(d.Operation):
    """Base of the atomic accesses."""

    unfit = ("acq_rel", "release")
    """The memory orders that the access cannot have."""

    hint: d.Attr[ir.IntegerAttr, int] = d.default_attr(d.I64_ATTR, NO_HINT, optional=True)
    memory_order: d.OptionalAttr[MemoryOrderKindAttr, str] = d.optional_attr(MemoryOrderKindAttr)

    def verify_order(self, word: str) -> None:
        """Check the hint and the memory order."""
        order = self.memory_order
        if order is not None and order.keyword in self.unfit:
            words = " or ".join(self.unfit)
            raise self.error(f"memory-order must not be {words} for atomic {word}")
        verify_hint(self, self.hint)


@OMP.op("atomic.read")
class AtomicReadOp(AtomicOp):
    """An atomic read of a variable, whose value is stored to another one."""

    x: d.Operand = d.operand(POINTER)
    v: d.Operand = d.operand(POINTER)
    element_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    assembly_format = (
        f"$v `=` $x {_CLAUSES} `:` qualified(type($v)) `,` qualified(type($x)) `,` "
        "$element_type attr-dict"
    )

    def verify_op(self) -> None:
        self.verify_order("reads")
        if self.x is self.v:
            raise self.error("read and write must not be to the same location for atomic reads")


@OMP.op("atomic.write")
class AtomicWriteOp(AtomicOp):
    """An atomic write of a value."""

    unfit = ("acq_rel", "acquire")
    x: d.Operand = d.operand(POINTER)
    expr: d.Operand = d.operand(d.ANY_TYPE)
    assembly_format = f"$x `=` $expr {_CLAUSES} `:` qualified(type($x)) `,` type($expr) attr-dict"

    def verify_op(self) -> None:
        self.verify_order("writes")


@OMP.op("atomic.update")
class AtomicUpdateOp(AtomicOp, MemoryEffectsOpInterface):
    """An atomic update: a region computes the new value of a variable from the old one."""

    unfit = ("acq_rel", "acquire")
    x: d.Operand = d.operand(POINTER)
    region: d.Region = d.region(1)
    traits = (d.RecursiveMemoryEffects(),)
    assembly_format = f"{_CLAUSES} $x `:` qualified(type($x)) $region attr-dict"

    def effects(self) -> list[MemoryEffect]:
        variable = self.op_operands[0]
        return [
            MemoryEffect(kind, self.x, variable) for kind in (EffectKind.READ, EffectKind.WRITE)
        ]

    def verify_op(self) -> None:
        self.verify_order("updates")
        if len(self.region.blocks[0].arguments) != 1:
            raise self.error("the region must accept exactly one argument")


@OMP.op("atomic.capture")
class AtomicCaptureOp(d.Operation):
    """An atomic read of a variable together with its update."""

    hint: d.Attr[ir.IntegerAttr, int] = d.default_attr(d.I64_ATTR, NO_HINT, optional=True)
    memory_order: d.OptionalAttr[MemoryOrderKindAttr, str] = d.optional_attr(MemoryOrderKindAttr)
    region: d.Region = d.region(1)
    traits = (d.RecursiveMemoryEffects(), d.SingleBlockImplicitTerminator("omp.terminator"))
    assembly_format = f"{_CLAUSES} $region attr-dict"

    def verify_op(self) -> None:
        verify_hint(self, self.hint)
        ops = list(self.region.blocks[0].ops)
        if len(ops) != 3:
            raise self.error(
                "expected three operations in atomic.capture region (one terminator, and two "
                "atomic ops)"
            )
        match ops[:2]:
            case [AtomicUpdateOp() as first, AtomicReadOp() as second]:
                message = "updated variable in atomic.update must be captured in second operation"
            case [AtomicReadOp() as first, AtomicUpdateOp() | AtomicWriteOp() as second]:
                message = "captured variable in atomic.read must be updated in second operation"
            case _:
                raise self.error("invalid sequence of operations in the capture region")
        if first.x is not second.x:
            raise self.error(message)
        for op in (first, second):
            for clause in ("hint", "memory_order"):
                if clause in op.properties:
                    raise self.error(
                        f"operations inside capture region must not have {clause} clause"
                    )


@OMP.op("threadprivate")
class ThreadprivateOp(d.Operation):
    """The address of this thread's copy of a global."""

    sym_addr: d.Operand = d.operand(POINTER)
    tls_addr: d.Result = d.result(POINTER)
    traits = (d.AllTypesMatch("sym_addr", "tls_addr"),)
    assembly_format = "$sym_addr `:` type($sym_addr) `->` type($tls_addr) attr-dict"
