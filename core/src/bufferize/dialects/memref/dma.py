"""Copies that run on their own (direct memory access)."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize.dialects.memref.base import MEMREF, memref_type
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize.ir import INDEX, IndexType, MemRefType, Value


@MEMREF.op("dma_start")
class DmaStartOp(d.Operation, MemoryEffectsOpInterface):
    """Starts a copy from one buffer to another, to be awaited on an element of a tag buffer.

    The operands are: source, its indices, target, its indices, number of elements, tag, its
    indices, and perhaps stride and number of elements per stride.
    """

    __slots__ = ()

    operands: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)

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

    @property
    def source(self) -> Value:
        """The buffer to copy from."""
        return self.operand(0)

    @property
    def source_indices(self) -> tuple[Value, ...]:
        """Where to start in the source."""
        return self.operands[1 : self._target]

    @property
    def target(self) -> Value:
        """The buffer to copy to."""
        return self.operand(self._target)

    @property
    def target_indices(self) -> tuple[Value, ...]:
        """Where to start in the target."""
        return self.operands[self._target + 1 : self._count]

    @property
    def num_elements(self) -> Value:
        """How many elements to copy."""
        return self.operand(self._count)

    @property
    def tag(self) -> Value:
        """The buffer with the tag."""
        return self.operand(self._count + 1)

    @property
    def tag_indices(self) -> tuple[Value, ...]:
        """Which element of the tag buffer is the tag."""
        return self.operands[self._count + 2 : self._end]

    @property
    def stride_operands(self) -> tuple[Value, ...]:
        """The stride and the number of elements per stride, or nothing."""
        return self.operands[self._end :]

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """`%source[…], %target[…], %count, %tag[…](, %stride, %per_stride)? {…} : types`.

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
        """As `parse` reads it."""
        printer.write(" ")
        _print_access(printer, self.source, self.source_indices)
        printer.write(", ")
        _print_access(printer, self.target, self.target_indices)
        printer.write(", ")
        printer.print_operand(self.num_elements)
        printer.write(", ")
        _print_access(printer, self.tag, self.tag_indices)
        for value in self.stride_operands:
            printer.write(", ")
            printer.print_operand(value)
        printer.print_attr_dict(self)
        printer.write(" : ")
        printer.print_types([self.source.type, self.target.type, self.tag.type])

    def effects(self) -> list[MemoryEffect]:
        return [
            MemoryEffect(EffectKind.READ, self.source, self.op_operands[0]),
            MemoryEffect(EffectKind.WRITE, self.target, self.op_operands[self._target]),
            MemoryEffect(EffectKind.READ, self.tag, self.op_operands[self._count + 1]),
        ]

    def verify_op(self) -> None:
        if len(self.operands) < 4:
            raise self.error("expected at least 4 operands")
        self._verify_memref(0, "source")
        self._verify_length(self._target + 3)
        self._verify_indices(self.source_indices, "source")
        self._verify_memref(self._target, "destination")
        self._verify_length(self._count + 2)
        self._verify_indices(self.target_indices, "destination")
        if not isinstance(self.num_elements.type, IndexType):
            raise self.error("expected num elements to be of index type")
        self._verify_memref(self._count + 1, "tag")
        self._verify_length(self._end)
        self._verify_indices(self.tag_indices, "tag")
        stride = self.stride_operands
        if len(stride) not in (0, 2):
            raise self.error("incorrect number of operands")
        if not all(isinstance(value.type, IndexType) for value in stride):
            raise self.error("expected stride and num elements per stride to be of type index")

    def _verify_memref(self, index: int, word: str) -> None:
        if not isinstance(self.operand(index).type, MemRefType):
            raise self.error(f"expected {word} to be of memref type")

    def _verify_length(self, minimum: int) -> None:
        if len(self.operands) < minimum:
            raise self.error(f"expected at least {minimum} operands")

    def _verify_indices(self, values: Sequence[Value], word: str) -> None:
        if not all(isinstance(value.type, IndexType) for value in values):
            raise self.error(f"expected {word} indices to be of index type")


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
        return [MemoryEffect(EffectKind.READ, self.tag_memref, self.op_operands[0])]

    def verify_op(self) -> None:
        rank = memref_type(self.tag_memref).rank
        if len(self.tag_indices) != rank:
            raise self.error(
                "expected tagIndices to have the same number of elements as the tagMemRef rank, "
                f"expected {rank}, but got {len(self.tag_indices)}"
            )
