"""Access to buffers: loads, stores, atomic updates, and asynchronous copies (DMA)."""

from __future__ import annotations

__all__ = [
    "ATOMIC_RMW_KIND", "AtomicRMWOp", "AtomicYieldOp", "CopyOp", "DmaStartOp", "DmaWaitOp",
    "GenericAtomicRMWOp", "LoadOp", "PrefetchOp", "StoreOp",
]  # fmt: skip

from collections.abc import Sequence
from typing import NamedTuple

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import VerifyError, error
from bufferize.dialects.memref.dialect import (
    ALIGNMENT,
    MEMREF,
    CastOp,
    memref_type,
    read,
    skip_casts,
    write,
)
from bufferize.interfaces import (
    CopyOpInterface,
    DeferredExecutionInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    RegionBranchTerminatorOpInterface,
    RepeatedRegionsInterface,
    is_memory_effect_free,
)
from bufferize.ir import INDEX, IndexType, MemRefType, Operation, Value


def _is_element(field: str, description: str) -> d.TypesMatchWith:
    """Return the trait that the field `memref` has elements of the type of `field`."""
    return d.TypesMatchWith("memref", field, ir.element_type_or_self, description)


@MEMREF.op("load")
class LoadOp(d.Operation, MemoryEffectsOpInterface):
    """The element of a buffer at these indices."""

    memref: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    nontemporal: d.Attr[ir.IntegerAttr, int] = d.default_attr(d.BOOL_ATTR, ir.FALSE, optional=True)
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    invariant: d.Attr[ir.IntegerAttr, int] = d.default_attr(d.BOOL_ATTR, ir.FALSE, optional=True)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (
        _is_element("result", "result type matches element type of 'memref'"),
        d.MemRefsNormalizable(),
    )
    assembly_format = "$memref `[` $indices `]` attr-dict `:` type($memref)"

    def effects(self) -> list[MemoryEffect]:
        return [read(self, 0)]

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Load from the source of a cast instead of the cast."""
        return skip_casts(self, rewriter)

    def verify_op(self) -> None:
        rank = memref_type(self.memref).rank
        if len(self.indices) != rank:
            raise self.error(
                f"incorrect number of indices for load, expected {rank} but got {len(self.indices)}"
            )


@MEMREF.op("store")
class StoreOp(d.Operation, MemoryEffectsOpInterface):
    """A write of the element of a buffer at these indices."""

    value: d.Operand = d.operand(d.ANY_TYPE)
    memref: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    nontemporal: d.Attr[ir.IntegerAttr, int] = d.default_attr(d.BOOL_ATTR, ir.FALSE, optional=True)
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    traits = (
        _is_element("value", "type of 'value' matches element type of 'memref'"),
        d.MemRefsNormalizable(),
    )
    assembly_format = "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)"

    def effects(self) -> list[MemoryEffect]:
        return [write(self, 1)]

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Store to the source of a cast instead of the cast."""
        return skip_casts(self, rewriter, except_for=self.value)

    def verify_op(self) -> None:
        if len(self.indices) != memref_type(self.memref).rank:
            raise self.error("store index operand count not equal to memref rank")


@MEMREF.op("copy")
class CopyOp(d.Operation, MemoryEffectsOpInterface, CopyOpInterface):
    """A copy of all elements of one buffer into another of the same shape."""

    source: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    target: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    traits = (d.SameOperandsElementType(), d.SameOperandsShape())
    assembly_format = "$source `,` $target attr-dict `:` type($source) `to` type($target)"

    def effects(self) -> list[MemoryEffect]:
        return [read(self, 0), write(self, 1)]

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Erase a copy that is onto itself or of no elements; copy the sources of casts instead."""
        empty = any(
            isinstance(value.type, ir.MemRefType) and 0 in value.type.shape
            for value in self.operands
        )
        if empty or self.source is self.target:
            rewriter.erase_op(self)
            return True
        for operand in self.op_operands:
            origin = ir.origin_of(operand.value, _before_loss)
            if origin is not operand.value:
                rewriter.set_operand(operand, origin)
                return True
        return False


def _before_loss(value: ir.Value) -> ir.Value | None:
    op = value.defining_op
    return op.source if isinstance(op, CastOp) and op.loses_information() else None


@MEMREF.op("prefetch")
class PrefetchOp(d.Operation, MemoryEffectsOpInterface):
    """A hint that an element will soon be read or written."""

    memref: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    is_write: d.Attr[ir.IntegerAttr, int] = d.attr(d.BOOL_ATTR, name="isWrite")
    locality_hint: d.Attr[ir.IntegerAttr, int] = d.attr(
        d.confined(d.I32_ATTR, d.min_value(0), d.max_value(3)), name="localityHint"
    )
    is_data_cache: d.Attr[ir.IntegerAttr, int] = d.attr(d.BOOL_ATTR, name="isDataCache")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Parse `%memref[%indices], read|write, locality<0..3>, data|instr {…} : type`.

        The attributes may also come last: MLIR prints but does not parse them before the colon.
        """
        start = parser.offset
        memref = parser.parse_operand()
        indices = parser.parse_operand_list("[")
        parser.parse_punctuation(",")
        access = parser.parse_any_keyword()
        if access not in ("read", "write"):
            raise parser.error("rw specifier has to be 'read' or 'write'", start)
        parser.parse_punctuation(",")
        parser.parse_keyword("locality")
        parser.parse_punctuation("<")
        locality = parser.parse_integer()
        parser.parse_punctuation(">")
        parser.parse_punctuation(",")
        cache = parser.parse_any_keyword()
        if cache not in ("data", "instr"):
            raise parser.error("cache type has to be 'data' or 'instr'", start)
        state.attributes.update(parser.parse_optional_attr_dict())
        type = parser.parse_colon_type()
        state.attributes.update(parser.parse_optional_attr_dict())
        state.operands.append(parser.resolve_operand(memref, type))
        state.operands += parser.resolve_operands(indices, [ir.INDEX] * len(indices))
        state.properties["isWrite"] = ir.bool_attr(access == "write")
        state.properties["localityHint"] = ir.IntegerAttr(locality, ir.I32)
        state.properties["isDataCache"] = ir.bool_attr(cache == "data")

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        _print_access(printer, self.memref, self.indices)
        printer.write(", write" if self.is_write.value else ", read")
        printer.write(f", locality<{self.locality_hint.value}>, ")
        printer.write("data" if self.is_data_cache.value else "instr")
        printer.print_attr_dict(self, ("isWrite", "localityHint", "isDataCache"))
        printer.write(" : ")
        printer.print_type(self.memref.type)

    def effects(self) -> list[MemoryEffect]:
        return [write(self, 0)]

    def verify_op(self) -> None:
        if len(self.indices) != memref_type(self.memref).rank:
            raise self.error("too few indices")


_KINDS = (
    "addf addi andi assign maximumf maxnumf maxs maxu minimumf minnumf mins minu mulf muli ori xori"
)
ATOMIC_RMW_KIND = d.int_enum(
    "kind", ir.I64, {kind: number for number, kind in enumerate(_KINDS.split())}
)
"""The combination of the old and the new value; `arith::AtomicRMWKind` of MLIR."""

_FLOAT_KINDS = ("addf", "maximumf", "maxnumf", "minimumf", "minnumf", "mulf")
_NUMBER = d.one_of(d.SIGNLESS_INTEGER, d.FLOAT)


@MEMREF.op("atomic_rmw")
class AtomicRMWOp(d.Operation, MemoryEffectsOpInterface):
    """A combination of an element with a value; the result is the old element."""

    kind: d.Attr[ir.IntegerAttr, str] = d.attr(ATOMIC_RMW_KIND)
    value: d.Operand = d.operand(_NUMBER)
    memref: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    result: d.Result = d.result(_NUMBER)
    traits = (
        d.AllTypesMatch("value", "result"),
        _is_element("value", "value type matches element type of memref"),
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


@MEMREF.op("generic_atomic_rmw")
class GenericAtomicRMWOp(d.Operation, MemoryEffectsOpInterface, RepeatedRegionsInterface):
    """A replacement of an element by the value that a region yields; the result is the old element.

    The region runs again if another thread has changed the element meanwhile.
    """

    memref: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    result: d.Result = d.result(_NUMBER)
    atomic_body: d.Region = d.region()
    traits = (d.SingleBlock(), _is_element("result", "result type matches element type of memref"))
    assembly_format = """
        $memref `[` $indices `]` `:` type($memref) $atomic_body attr-dict
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
                message = (
                    f"body of '{self.name}' should contain only operations with no side effects"
                )
                raise VerifyError(error(message, inner))


@MEMREF.op("atomic_yield")
class AtomicYieldOp(d.Operation, RegionBranchTerminatorOpInterface):
    """The end of the region of `memref.generic_atomic_rmw`, with the new element."""

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


class DmaParts(NamedTuple):
    """The operands of `memref.dma_start`, in order."""

    source: Value
    source_indices: tuple[Value, ...]
    """The indices of the first element in the source."""
    target: Value
    target_indices: tuple[Value, ...]
    """The indices of the first element in the target."""
    num_elements: Value
    tag: Value
    """The buffer with the tag."""
    tag_indices: tuple[Value, ...]
    stride: tuple[Value, ...]
    """The stride and the number of elements per stride, or nothing."""


@MEMREF.op("dma_start")
class DmaStartOp(d.Operation, MemoryEffectsOpInterface, DeferredExecutionInterface):
    """The start of a copy between buffers, to be awaited on an element of a tag buffer."""

    operands: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)

    @property
    def parts(self) -> DmaParts:
        """The operands by their purpose. There must be as many as the memref types require."""
        operands, (target, count, end) = self.operands, self._starts
        return DmaParts(
            source=operands[0],
            source_indices=operands[1:target],
            target=operands[target],
            target_indices=operands[target + 1 : count],
            num_elements=operands[count],
            tag=operands[count + 1],
            tag_indices=operands[count + 2 : end],
            stride=operands[end:],
        )

    @property
    def _starts(self) -> tuple[int, int, int]:
        """The numbers of operands before those of the target, of the count and of a stride."""
        target = 1 + self._rank(0)
        count = target + 1 + self._rank(target)
        return target, count, count + 2 + self._rank(count + 1)

    def _rank(self, index: int) -> int:
        type = self.operand(index).type
        return type.rank if isinstance(type, MemRefType) else 0

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Parse `%source[…], %target[…], %count, %tag[…](, %stride, %per_stride)? {…} : types`.

        The attributes may also come last: MLIR prints but does not parse them before the colon.
        """
        start = parser.offset
        source = parser.parse_operand()
        source_indices = parser.parse_operand_list("[")
        parser.parse_punctuation(",")
        target = parser.parse_operand()
        target_indices = parser.parse_operand_list("[")
        parser.parse_punctuation(",")
        count = parser.parse_operand()
        parser.parse_punctuation(",")
        tag = parser.parse_operand()
        tag_indices = parser.parse_operand_list("[")
        stride = []
        while parser.parse_optional_punctuation(","):
            stride.append(parser.parse_operand())
        if len(stride) not in (0, 2):
            raise parser.error("expected two stride related operands", start)
        state.attributes.update(parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        types = parser.parse_type_list()
        if len(types) != 3:
            raise parser.error("fewer/more types expected", start)
        state.attributes.update(parser.parse_optional_attr_dict())
        for memref, indices, type in (
            (source, source_indices, types[0]),
            (target, [*target_indices, count], types[1]),
            (tag, [*tag_indices, *stride], types[2]),
        ):
            state.operands.append(parser.resolve_operand(memref, type))
            state.operands += parser.resolve_operands(indices, [INDEX] * len(indices))

    def print(self, printer: d.AsmPrinter) -> None:
        parts = self.parts
        printer.write(" ")
        _print_access(printer, parts.source, parts.source_indices)
        printer.write(", ")
        _print_access(printer, parts.target, parts.target_indices)
        printer.write(", ")
        printer.print_operand(parts.num_elements)
        printer.write(", ")
        _print_access(printer, parts.tag, parts.tag_indices)
        for value in parts.stride:
            printer.write(", ")
            printer.print_operand(value)
        printer.print_attr_dict(self)
        printer.write(" : ")
        printer.print_types([parts.source.type, parts.target.type, parts.tag.type])

    def effects(self) -> list[MemoryEffect]:
        target, count, _ = self._starts
        return [read(self, 0), write(self, target), read(self, count + 1)]

    def completed_by(self) -> Operation | None:
        """Return a wait for the same element of the tag."""
        tag = (self.parts.tag, *self.parts.tag_indices)
        waits = (u for u in tag[0].users if isinstance(u, DmaWaitOp) and u.operands[:-1] == tag)
        return next(
            (u for u in waits if u.parent is self.parent and self.is_before_in_block(u)), None
        )

    def verify_op(self) -> None:
        operands, start = self.operands, 0
        if len(operands) < 4:
            raise self.error("expected at least 4 operands")
        for word, following in (("source", 3), ("destination", 2), ("tag", 0)):
            if not isinstance(operands[start].type, MemRefType):
                raise self.error(f"expected {word} to be of memref type")
            end = start + 1 + self._rank(start)
            if len(operands) < end + following:
                raise self.error(f"expected at least {end + following} operands")
            if not _are_indices(operands[start + 1 : end]):
                raise self.error(f"expected {word} indices to be of index type")
            start = end
            if word == "destination":
                if not _are_indices(operands[start : start + 1]):
                    raise self.error("expected num elements to be of index type")
                start += 1
        if len(operands[start:]) not in (0, 2):
            raise self.error("incorrect number of operands")
        if not _are_indices(operands[start:]):
            raise self.error("expected stride and num elements per stride to be of type index")


def _are_indices(values: Sequence[Value]) -> bool:
    return all(isinstance(value.type, IndexType) for value in values)


def _print_access(printer: d.AsmPrinter, memref: Value, indices: Sequence[Value]) -> None:
    printer.print_operand(memref)
    printer.write("[")
    printer.print_operands(indices)
    printer.write("]")


@MEMREF.op("dma_wait")
class DmaWaitOp(d.Operation, MemoryEffectsOpInterface):
    """A wait for the copy with this tag."""

    tag_memref: d.Operand = d.operand(d.ANY_MEMREF, name="tagMemRef")
    tag_indices: d.VariadicOperand = d.variadic_operand(d.INDEX, name="tagIndices")
    num_elements: d.Operand = d.operand(d.INDEX, name="numElements")
    assembly_format = (
        "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)"
    )

    def effects(self) -> list[MemoryEffect]:
        """Return a read of the tag, and a write to any memory: the copy completes here."""
        return [read(self, 0), MemoryEffect(EffectKind.WRITE)]

    def verify_op(self) -> None:
        rank = memref_type(self.tag_memref).rank
        if len(self.tag_indices) != rank:
            raise self.error(
                "expected tagIndices to have the same number of elements as the tagMemRef rank, "
                f"expected {rank}, but got {len(self.tag_indices)}"
            )
