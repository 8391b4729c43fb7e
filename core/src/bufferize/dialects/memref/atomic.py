"""Atomic changes of one element."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.define.type_traits import element_type_of
from bufferize.diagnostics import VerifyError, error
from bufferize.dialects.memref.dialect import MEMREF, memref_type, read, write
from bufferize.interfaces import (
    MemoryEffect,
    MemoryEffectsOpInterface,
    RegionBranchTerminatorOpInterface,
    RepeatedRegionsInterface,
    is_memory_effect_free,
)

_KINDS = (
    "addf addi andi assign maximumf maxnumf maxs maxu minimumf minnumf mins minu mulf muli ori xori"
)
ATOMIC_RMW_KIND = d.int_enum(
    "kind", ir.I64, {kind: number for number, kind in enumerate(_KINDS.split())}
)
"""How the old and the new value are combined; `arith::AtomicRMWKind` of MLIR."""

_FLOAT_KINDS = ("addf", "maximumf", "maxnumf", "minimumf", "minnumf", "mulf")
_NUMBER = d.one_of(d.SIGNLESS_INTEGER, d.FLOAT)


@MEMREF.op("atomic_rmw")
class AtomicRMWOp(d.Operation, MemoryEffectsOpInterface):
    """Combines an element with a value and gives the old element."""

    __slots__ = ()

    kind: d.Attr[ir.IntegerAttr, str] = d.attr(ATOMIC_RMW_KIND)
    value: d.Operand = d.operand(_NUMBER)
    memref: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    result: d.Result = d.result(_NUMBER)
    traits = (
        d.AllTypesMatch("value", "result"),
        d.TypesMatchWith(
            "memref", "value", element_type_of, "value type matches element type of memref"
        ),
    )
    assembly_format = """
        $kind $value `,` $memref `[` $indices `]` attr-dict
        `:` `(` type($value) `,` type($memref) `)` `->` type($result)
    """

    def effects(self) -> list[MemoryEffect]:
        return [read(self, 1), write(self, 1)]

    def verify_op(self) -> None:
        if len(self.indices) != memref_type(self.memref).rank:
            raise self.error("expects the number of subscripts to be equal to memref rank")
        kind = ATOMIC_RMW_KIND.keyword(self.kind)
        if kind in _FLOAT_KINDS:
            if not isinstance(self.value.type, ir.FloatType):
                raise self.error(f"with kind '{kind}' expects a floating-point type")
        elif kind != "assign" and not isinstance(self.value.type, ir.IntegerType):
            raise self.error(f"with kind '{kind}' expects an integer type")


@MEMREF.custom_directive("RankedMemRefType")
class RankedMemRefTypeDirective:
    """The type of a ranked memref."""

    @staticmethod
    def parse(parser: d.AsmParser) -> ir.MemRefType:
        offset = parser.offset
        type = parser.parse_type()
        if not isinstance(type, ir.MemRefType):
            message = f"expected builtin.memref, but found '{type}'"
            raise parser.error(f"invalid kind of type specified: {message}", offset)
        return type

    @staticmethod
    def print(printer: d.AsmPrinter, op: ir.Operation, type: ir.MemRefType) -> None:
        printer.print_type(type)


@MEMREF.op("generic_atomic_rmw")
class GenericAtomicRMWOp(d.Operation, MemoryEffectsOpInterface, RepeatedRegionsInterface):
    """Replaces an element by what the region makes of it, and gives the old element.

    The region runs again while others have changed the element meanwhile.
    """

    __slots__ = ()

    memref: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    result: d.Result = d.result(_NUMBER)
    atomic_body: d.Region = d.region()
    traits = (
        d.SingleBlock(),
        d.TypesMatchWith(
            "memref", "result", element_type_of, "result type matches element type of memref"
        ),
    )
    assembly_format = """
        $memref `[` $indices `]` `:` custom<RankedMemRefType>(type($memref)) $atomic_body attr-dict
    """

    def effects(self) -> list[MemoryEffect]:
        return [read(self, 0), write(self, 0)]

    def verify_op(self) -> None:
        blocks = self.atomic_body.blocks
        if not blocks or len(blocks[0].arguments) != 1:
            raise self.error("expected single number of entry block arguments")
        if blocks[0].arguments[0].type is not self.result.type:
            raise self.error("expected block argument of the same type result type")
        for inner in blocks[0].walk():
            if not is_memory_effect_free(inner):
                raise VerifyError(
                    error(
                        f"body of '{self.name}' should contain only operations with no side "
                        "effects",
                        inner,
                    )
                )


@MEMREF.op("atomic_yield")
class AtomicYieldOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Gives the new element."""

    __slots__ = ()

    value: d.Operand = d.operand(d.ANY_TYPE, name="result")
    traits = (d.Pure(), d.HasParent("memref.generic_atomic_rmw"), d.IsTerminator(), d.ReturnLike())
    assembly_format = "$result attr-dict `:` type($result)"

    def mutable_successor_operands(self, successor: ir.Region | None) -> list[ir.OpOperand]:
        return []  # what is stored is not passed on

    def verify_op(self) -> None:
        parent = self.parent_op
        assert isinstance(parent, GenericAtomicRMWOp)
        for result in parent.results:  # one, unless the parent itself is in error
            if self.value.type is not result.type:
                raise self.error(
                    f"types mismatch between yield op: '{self.value.type}' and its parent: "
                    f"'{result.type}'"
                )
