"""Atomic accesses, and how variables of threads begin and are put together."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize.define import (
    IsolatedFromAbove,
    Operation,
    RecursiveMemoryEffects,
    SingleBlockImplicitTerminator,
    SymbolTrait,
)
from bufferize.define.attr_constraints import I64_ATTR, SYMBOL_NAME, TYPE_ATTR
from bufferize.define.type_constraints import ANY_TYPE
from bufferize.ir import (
    ArrayAttr,
    DenseArrayAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    SymbolTables,
    Type,
    TypeAttr,
    Value,
)
from bufferize_omp.base import OMP, POINTER, DataSharingClauseTypeAttr, MemoryOrderKindAttr
from bufferize_omp.clauses import verify_hint
from bufferize_omp.ops_regions import NO_HINT, verify_symbols

_CLAUSES = """
    oilist(`hint` `(` custom<SynchronizationHint>($hint) `)`
        | `memory_order` `(` custom<MemoryOrder>($memory_order) `)`)
"""


class AtomicOp(Operation):
    """Base of the atomic accesses."""

    __slots__ = ()

    unfit = ("acq_rel", "release")
    """The memory orders that it cannot have."""

    hint: d.Attr[IntegerAttr, int] = d.default_attr(I64_ATTR, NO_HINT, optional=True)
    memory_order: d.OptionalAttr[MemoryOrderKindAttr, str] = d.optional_attr(MemoryOrderKindAttr)

    def verify_order(self, word: str) -> None:
        """Checks the hint and the memory order."""
        order = self.memory_order
        if order is not None and order.keyword in self.unfit:
            words = " or ".join(self.unfit)
            raise self.error(f"memory-order must not be {words} for atomic {word}")
        verify_hint(self, self.hint)


@OMP.op("atomic.read")
class AtomicReadOp(AtomicOp):
    """Copies a variable, reading it at once."""

    __slots__ = ()

    x: d.Operand = d.operand(POINTER)
    v: d.Operand = d.operand(POINTER)
    element_type: d.Attr[TypeAttr, Type] = d.attr(TYPE_ATTR)
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
    """Writes a value at once."""

    __slots__ = ()

    unfit = ("acq_rel", "acquire")
    x: d.Operand = d.operand(POINTER)
    expr: d.Operand = d.operand(ANY_TYPE)
    assembly_format = f"$x `=` $expr {_CLAUSES} `:` qualified(type($x)) `,` type($expr) attr-dict"

    def verify_op(self) -> None:
        self.verify_order("writes")


@OMP.op("atomic.update")
class AtomicUpdateOp(AtomicOp):
    """Puts what a region makes of a value in its place, at once."""

    __slots__ = ()

    unfit = ("acq_rel", "acquire")
    x: d.Operand = d.operand(POINTER)
    region: d.Region = d.region(1)
    traits = (RecursiveMemoryEffects(),)
    assembly_format = f"{_CLAUSES} $x `:` qualified(type($x)) $region attr-dict"

    def verify_op(self) -> None:
        self.verify_order("updates")
        if len(self.region.blocks[0].arguments) != 1:
            raise self.error("the region must accept exactly one argument")


@OMP.op("atomic.capture")
class AtomicCaptureOp(Operation):
    """Reads a variable and writes it, at once."""

    __slots__ = ()

    hint: d.Attr[IntegerAttr, int] = d.default_attr(I64_ATTR, NO_HINT, optional=True)
    memory_order: d.OptionalAttr[MemoryOrderKindAttr, str] = d.optional_attr(MemoryOrderKindAttr)
    region: d.Region = d.region(1)
    traits = (RecursiveMemoryEffects(), SingleBlockImplicitTerminator("omp.terminator"))
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


@OMP.op("declare_reduction")
class DeclareReductionOp(Operation):
    """How values of threads are put together."""

    __slots__ = ()

    sym_name: d.Attr[StringAttr, str] = d.attr(SYMBOL_NAME)
    type: d.Attr[TypeAttr, Type] = d.attr(TYPE_ATTR)
    byref_element_type: d.OptionalAttr[TypeAttr, Type] = d.optional_attr(TYPE_ATTR)
    alloc_region: d.Region = d.region(name="allocRegion")
    initializer_region: d.Region = d.region(name="initializerRegion")
    reduction_region: d.Region = d.region(name="reductionRegion")
    atomic_reduction_region: d.Region = d.region(name="atomicReductionRegion")
    cleanup_region: d.Region = d.region(name="cleanupRegion")
    data_ptr_ptr_region: d.Region = d.region(name="dataPtrPtrRegion")
    traits = (IsolatedFromAbove(), SymbolTrait())
    assembly_format = """
        $sym_name `:` $type attr-dict-with-keyword (`alloc` $allocRegion^)?
        `init` $initializerRegion `combiner` $reductionRegion
        (`atomic` $atomicReductionRegion^)? (`cleanup` $cleanupRegion^)?
        (`data_ptr_ptr` $dataPtrPtrRegion^)?
    """

    def verify_op(self) -> None:
        if not self.initializer_region.blocks:
            raise self.error("expects non-empty initializer region")
        if not self.reduction_region.blocks:
            raise self.error("expects non-empty reduction region")
        types = [argument.type for argument in self.reduction_region.blocks[0].arguments]
        if types != [self.type.type] * 2:
            raise self.error("expects reduction region with two arguments of the reduction type")

    @property
    def accumulator_type(self) -> Type | None:
        """What the atomic region puts values in, where there is that region."""
        blocks = self.atomic_reduction_region.blocks
        return blocks[0].arguments[0].type if blocks and blocks[0].arguments else None


def verify_reduction_counts(
    op: Operation,
    variables: Sequence[Value],
    symbols: ArrayAttr | None,
    byref: DenseArrayAttr | None,
) -> None:
    """Checks that each variable of a clause has a symbol. Raises VerifyError."""
    given = 0 if symbols is None else len(symbols.elements)
    if given and not variables:
        raise op.error("unexpected reduction symbol references")
    verify_symbols(op, "reduction", len(variables), symbols)
    if byref is not None and len(byref.values) != len(variables):
        raise op.error(
            "expected as many reduction variable by reference attributes as reduction variables"
        )


def verify_reductions(
    op: Operation, tables: SymbolTables, variables: Sequence[Value], symbols: ArrayAttr | None
) -> None:
    """Checks that the symbols are those of reductions of such variables. Raises VerifyError."""
    seen: set[Value] = set()
    for variable, symbol in zip(variables, symbols.elements if symbols else (), strict=True):
        if variable in seen:
            raise op.error("accumulator variable used more than once")
        seen.add(variable)
        assert isinstance(symbol, SymbolRefAttr)
        reduction = tables.lookup(op, symbol)
        if not isinstance(reduction, DeclareReductionOp):
            raise op.error(
                f"expected symbol reference {symbol} to point to a reduction declaration"
            )
        expected = reduction.accumulator_type
        if expected is not None and variable.type is not expected:
            raise op.error(
                f"expected accumulator ('{variable.type}') to be the same type as reduction "
                f"declaration ('{expected}')"
            )


@OMP.op("private")
class PrivateClauseOp(Operation):
    """How a variable of each thread begins and ends."""

    __slots__ = ()

    sym_name: d.Attr[StringAttr, str] = d.attr(SYMBOL_NAME)
    type: d.Attr[TypeAttr, Type] = d.attr(TYPE_ATTR)
    data_sharing_type: d.Attr[DataSharingClauseTypeAttr, str] = d.attr(DataSharingClauseTypeAttr)
    init_region: d.Region = d.region()
    copy_region: d.Region = d.region()
    dealloc_region: d.Region = d.region()
    traits = (IsolatedFromAbove(), SymbolTrait())
    assembly_format = """
        $data_sharing_type $sym_name `:` $type (`init` $init_region^)? (`copy` $copy_region^)?
        (`dealloc` $dealloc_region^)? attr-dict
    """

    def verify_op(self) -> None:
        is_first = self.data_sharing_type.keyword == "firstprivate"
        if is_first and not self.copy_region.blocks:
            raise self.error("`firstprivate` clauses require at least a `copy` region.")
        if not is_first and self.copy_region.blocks:
            raise self.error("`private` clauses do not require a `copy` region.")


@OMP.op("threadprivate")
class ThreadprivateOp(Operation):
    """The address of this thread's copy of a global."""

    __slots__ = ()

    sym_addr: d.Operand = d.operand(POINTER)
    tls_addr: d.Result = d.result(POINTER)
    traits = (d.AllTypesMatch("sym_addr", "tls_addr"),)
    assembly_format = "$sym_addr `:` type($sym_addr) `->` type($tls_addr) attr-dict"
