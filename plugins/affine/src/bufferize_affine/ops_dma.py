"""Asynchronous copies between memory spaces.

The maps of these ops are discardable attributes, as in MLIR, where the ops have no properties.
"""

from __future__ import annotations

from typing import ClassVar, cast

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize_affine._dialect import AFFINE
from bufferize_affine.syntax import parse_subscripts, print_subscripts
from bufferize_affine.validity import verify_dims_and_symbols


def _parse_types(parser: d.AsmParser, words: tuple[str, ...], count: str) -> list[ir.Type]:
    parser.parse_punctuation(":")
    offset = parser.offset
    types = parser.parse_type_list()
    if len(types) != len(words):
        raise parser.error(f"expected {count}", offset)
    for word, type in zip(words, types, strict=True):
        if not isinstance(type, ir.MemRefType):
            raise parser.error(f"expected {word} to be of memref type", offset)
    return types


class _DmaOp(d.Operation, MemoryEffectsOpInterface):
    """What the ops share: operands are runs of one memref and its subscripts."""

    map_names: ClassVar[tuple[str, ...]] = ("tag_map",)

    def maps(self) -> list[ir.AffineMap]:
        """The maps of the subscripts, in order of the operands. Raises VerifyError."""
        found: list[ir.AffineMap] = []
        for name in self.map_names:
            attribute = self.get_attr(name)
            if not isinstance(attribute, ir.AffineMapAttr):
                raise self.error(f"requires an affine map attribute '{name}'")
            found.append(attribute.map)
        return found

    def accesses(self) -> list[tuple[ir.OpOperand, ir.AffineMap, tuple[ir.Value, ...]]]:
        """Each memref with its map and subscripts."""
        position = 0
        found: list[tuple[ir.OpOperand, ir.AffineMap, tuple[ir.Value, ...]]] = []
        for map in self.maps():
            end = position + 1 + map.num_inputs
            if end > len(self.op_operands):
                raise self.error("incorrect number of operands")
            found.append((self.op_operands[position], map, self.operands[position + 1 : end]))
            position = end
        return found

    def extra_operands(self) -> tuple[ir.Value, ...]:
        """The operands after all memrefs and subscripts."""
        return self.operands[sum(1 + map.num_inputs for map in self.maps()) :]

    def effects(self) -> list[MemoryEffect]:
        kinds = {
            "src_map": EffectKind.READ,
            "dst_map": EffectKind.WRITE,
            "tag_map": EffectKind.READ,
        }
        return [
            MemoryEffect(kinds[name], operand.value, operand)
            for name, (operand, _, _) in zip(self.map_names, self.accesses(), strict=True)
        ]

    def verify_accesses(self) -> None:
        """The memrefs are memrefs and their subscripts are valid. Raises VerifyError."""
        for name, (operand, map, indices) in zip(self.map_names, self.accesses(), strict=True):
            word = {"src_map": "source", "dst_map": "destination", "tag_map": "tag"}[name]
            if not isinstance(operand.value.type, ir.MemRefType):
                raise self.error(f"expected DMA {word} to be of memref type")
            verify_dims_and_symbols(self, indices, map.num_dims)

    def print_access(self, printer: d.AsmPrinter) -> None:
        """Writes ` %memref[subscripts], ...`."""
        for i, (operand, map, indices) in enumerate(self.accesses()):
            printer.write(", " if i else " ")
            printer.print_operand(operand.value)
            print_subscripts(printer, map, indices)

    def print_rest(self, printer: d.AsmPrinter) -> None:
        """Writes the other operands and the types."""
        for value in self.extra_operands():
            printer.write(", ")
            printer.print_operand(value)
        printer.write(" : ")
        printer.print_types(operand.value.type for operand, _, _ in self.accesses())


@AFFINE.op("dma_start")
class DmaStartOp(_DmaOp):
    """Starts copying elements, maybe with a stride, from one memref to another."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.MemRefsNormalizable(),)
    map_names = ("src_map", "dst_map", "tag_map")

    def verify_op(self) -> None:
        self.verify_accesses()
        extra = self.extra_operands()
        if len(extra) not in (1, 3):
            raise self.error("incorrect number of operands")
        if any(value.type is not ir.INDEX for value in extra):
            raise self.error("expected the number of elements and strides to be of index type")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        memrefs = []
        indices = []
        for name in cls.map_names:
            memrefs.append(parser.parse_operand())
            map, values = parse_subscripts(parser)
            indices.append(values)
            state.attributes[name] = ir.AffineMapAttr(map)
            parser.parse_punctuation(",")
        offset = parser.offset
        extra = parser.parse_operand_list()
        if len(extra) not in (1, 3):
            raise parser.error("expected two stride related operands", offset)
        types = _parse_types(parser, ("source", "destination", "tag"), "three types")
        for memref, type, values in zip(memrefs, types, indices, strict=True):
            state.operands += [parser.resolve_operand(memref, type), *values]
        state.operands += parser.resolve_operands(extra, [ir.INDEX] * len(extra))

    def print(self, printer: d.AsmPrinter) -> None:
        self.print_access(printer)
        self.print_rest(printer)


@AFFINE.op("dma_wait")
class DmaWaitOp(_DmaOp):
    """Waits until a copy is done."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.MemRefsNormalizable(),)

    def effects(self) -> list[MemoryEffect]:
        """The tag is read, and what the copy writes, wherever that is, is there afterwards."""
        return [*super().effects(), MemoryEffect(EffectKind.WRITE)]

    def verify_op(self) -> None:
        self.verify_accesses()
        extra = self.extra_operands()
        if len(extra) != 1:
            raise self.error("incorrect number of operands")
        if extra[0].type is not ir.INDEX:
            raise self.error("expected the number of elements to be of index type")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        tag = parser.parse_operand()
        map, values = parse_subscripts(parser)
        state.attributes["tag_map"] = ir.AffineMapAttr(map)
        parser.parse_punctuation(",")
        count = parser.parse_operand()
        (type,) = _parse_types(parser, ("tag",), "one type")
        state.operands = [
            parser.resolve_operand(tag, type),
            *values,
            parser.resolve_operand(count, cast(ir.Type, ir.INDEX)),
        ]

    def print(self, printer: d.AsmPrinter) -> None:
        self.print_access(printer)
        self.print_rest(printer)
