"""Reading and writing buffers."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.define.type_traits import element_type_of
from bufferize.dialects.memref.dialect import (
    ALIGNMENT,
    MEMREF,
    CastOp,
    memref_type,
    read,
    skip_casts,
    write,
)
from bufferize.interfaces import CopyOpInterface, MemoryEffect, MemoryEffectsOpInterface


@MEMREF.op("load")
class LoadOp(d.Operation, MemoryEffectsOpInterface):
    """The element of a buffer at these indices."""

    __slots__ = ()

    memref: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    nontemporal: d.Attr[ir.IntegerAttr, int] = d.default_attr(d.BOOL_ATTR, ir.FALSE, optional=True)
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (
        d.TypesMatchWith(
            "memref", "result", element_type_of, "result type matches element type of 'memref'"
        ),
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
    """Writes the element of a buffer at these indices."""

    __slots__ = ()

    value: d.Operand = d.operand(d.ANY_TYPE)
    memref: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    nontemporal: d.Attr[ir.IntegerAttr, int] = d.default_attr(d.BOOL_ATTR, ir.FALSE, optional=True)
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    traits = (
        d.TypesMatchWith(
            "memref", "value", element_type_of, "type of 'value' matches element type of 'memref'"
        ),
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
    """Copies all elements of one buffer into another of the same shape."""

    __slots__ = ()

    source: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    target: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    traits = (d.SameOperandsElementType(), d.SameOperandsShape())
    assembly_format = "$source `,` $target attr-dict `:` type($source) `to` type($target)"

    def effects(self) -> list[MemoryEffect]:
        return [read(self, 0), write(self, 1)]

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Erase a copy onto itself or of no elements; copy the sources of casts instead of the casts."""
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
    """Says that an element will soon be read or written."""

    __slots__ = ()

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

        The attributes may also come last: MLIR prints them before the colon and reads none.
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
        printer.print_operand(self.memref)
        printer.write("[")
        printer.print_operands(self.indices)
        printer.write("], write" if self.is_write.value else "], read")
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
