"""Copies that run on their own (direct memory access)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bufferize import define as d
from bufferize.dialects.memref.dialect import MEMREF, memref_type, read, write
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize.ir import INDEX, IndexType, MemRefType, Value


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
class DmaStartOp(d.Operation, MemoryEffectsOpInterface):
    """Starts a copy from one buffer to another, to be awaited on an element of a tag buffer."""

    __slots__ = ()

    operands: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)

    @property
    def parts(self) -> DmaParts:
        """The operands by what they are for. There must be as many as the memrefs ask for."""
        operands, target, count, end = self.operands, self._target, self._count, self._end
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
    def _target(self) -> int:
        return 1 + self._rank(0)

    @property
    def _count(self) -> int:
        return self._target + 1 + self._rank(self._target)

    @property
    def _end(self) -> int:
        """The number of operands without those for a stride."""
        return self._count + 2 + self._rank(self._count + 1)

    def _rank(self, index: int) -> int:
        type = self.operand(index).type
        return type.rank if isinstance(type, MemRefType) else 0

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Parse `%source[…], %target[…], %count, %tag[…](, %stride, %per_stride)? {…} : types`.

        The attributes may also come last: MLIR prints them before the colon and reads none.
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
        return [read(self, 0), write(self, self._target), read(self, self._count + 1)]

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
    """Waits for the copy with this tag."""

    __slots__ = ()

    tag_memref: d.Operand = d.operand(d.ANY_MEMREF, name="tagMemRef")
    tag_indices: d.VariadicOperand = d.variadic_operand(d.INDEX, name="tagIndices")
    num_elements: d.Operand = d.operand(d.INDEX, name="numElements")
    assembly_format = (
        "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)"
    )

    def effects(self) -> list[MemoryEffect]:
        """Return a read of the tag, and a write to any memory: the copy is done afterwards."""
        return [read(self, 0), MemoryEffect(EffectKind.WRITE)]

    def verify_op(self) -> None:
        rank = memref_type(self.tag_memref).rank
        if len(self.tag_indices) != rank:
            raise self.error(
                "expected tagIndices to have the same number of elements as the tagMemRef rank, "
                f"expected {rank}, but got {len(self.tag_indices)}"
            )
