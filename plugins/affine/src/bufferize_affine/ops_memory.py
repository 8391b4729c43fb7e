"""Memory accesses with affine subscripts: loads, stores, prefetches and DMA copies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    DeferredExecutionInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
)
from bufferize_affine.dialect import AFFINE, parse_subscripts, print_subscripts
from bufferize_affine.validity import Validity, affine_scope, verify_dims_and_symbols


def _memref_type(value: ir.Value) -> ir.MemRefType:
    return cast(ir.MemRefType, value.type)


def _verify_access(
    op: d.Operation, map: ir.AffineMapAttr, memref: ir.Value, indices: Sequence[ir.Value]
) -> None:
    if map.map.num_results != len(_memref_type(memref).shape):
        raise op.error("affine map num results must equal memref rank")
    if map.map.num_inputs != len(indices):
        raise op.error("expects as many subscripts as affine map inputs")
    verify_dims_and_symbols(op, indices, map.map.num_dims)


def _parse_memref_type(parser: d.AsmParser) -> ir.MemRefType:
    offset = parser.offset
    type = parser.parse_type()
    if not isinstance(type, ir.MemRefType):
        raise parser.error(f"expected a memref type, but found '{type}'", offset)
    return type


def _parse_access(parser: d.AsmParser, state: d.OperationState) -> ir.MemRefType:
    memref = parser.parse_operand()
    map, indices = parse_subscripts(parser)
    state.attributes.update(parser.parse_optional_attr_dict())
    parser.parse_punctuation(":")
    type = _parse_memref_type(parser)
    state.properties["map"] = ir.AffineMapAttr(map)
    state.operands = [parser.resolve_operand(memref, type), *indices]
    return type


def _verify_vector(op: d.Operation, memref: ir.Value, vector: ir.Value) -> None:
    if _memref_type(memref).element_type is not cast(ir.VectorType, vector.type).element_type:
        raise op.error("requires memref and vector types of the same elemental type")


class _ReadOp(d.Operation, MemoryEffectsOpInterface):
    """Base of the loads."""

    memref: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    map: d.Attr[ir.AffineMapAttr, ir.AffineMap] = d.attr(d.AFFINE_MAP_ATTR)
    traits = (d.MemRefsNormalizable(),)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.READ, self.memref, self.op_operands[0])]

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        _print_access(self, printer)


@AFFINE.op("load")
class LoadOp(_ReadOp):
    """A read of one element."""

    result: d.Result = d.result(d.ANY_TYPE)

    def infer_result_types(self) -> list[ir.Type]:
        """Return the element type of the memref."""
        return [_memref_type(self.memref).element_type]

    def verify_op(self) -> None:
        if self.result.type is not _memref_type(self.memref).element_type:
            raise self.error("result type must match element type of memref")
        _verify_access(self, self.map, self.memref, self.indices)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        state.result_types = [_parse_access(parser, state).element_type]


@AFFINE.op("vector_load")
class VectorLoadOp(_ReadOp):
    """A read of consecutive elements."""

    result: d.Result = d.result(d.ANY_VECTOR)

    def verify_op(self) -> None:
        _verify_access(self, self.map, self.memref, self.indices)
        _verify_vector(self, self.memref, self.result)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        _parse_access(parser, state)
        parser.parse_punctuation(",")
        state.result_types = [parser.parse_type()]

    def print(self, printer: d.AsmPrinter) -> None:
        super().print(printer)
        printer.write(", ")
        printer.print_type(self.result.type)


class _WriteOp(d.Operation, MemoryEffectsOpInterface):
    """Base of the stores."""

    value: d.Operand = d.operand(d.ANY_TYPE)
    memref: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    map: d.Attr[ir.AffineMapAttr, ir.AffineMap] = d.attr(d.AFFINE_MAP_ATTR)
    traits = (d.MemRefsNormalizable(),)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE, self.memref, self.op_operands[1])]

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        printer.print_operand(self.value)
        printer.write(", ")
        _print_access(self, printer)


@AFFINE.op("store")
class StoreOp(_WriteOp):
    """A write of one element."""

    def verify_op(self) -> None:
        if self.value.type is not _memref_type(self.memref).element_type:
            raise self.error("value to store must have the same type as memref element type")
        _verify_access(self, self.map, self.memref, self.indices)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        value = parser.parse_operand()
        parser.parse_punctuation(",")
        type = _parse_access(parser, state)
        state.operands.insert(0, parser.resolve_operand(value, type.element_type))


@AFFINE.op("vector_store")
class VectorStoreOp(_WriteOp):
    """A write of consecutive elements."""

    value: d.Operand = d.operand(d.ANY_VECTOR)

    def verify_op(self) -> None:
        _verify_access(self, self.map, self.memref, self.indices)
        _verify_vector(self, self.memref, self.value)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        value = parser.parse_operand()
        parser.parse_punctuation(",")
        _parse_access(parser, state)
        parser.parse_punctuation(",")
        state.operands.insert(0, parser.resolve_operand(value, parser.parse_type()))

    def print(self, printer: d.AsmPrinter) -> None:
        super().print(printer)
        printer.write(", ")
        printer.print_type(self.value.type)


def _print_access(op: _ReadOp | _WriteOp, printer: d.AsmPrinter) -> None:
    printer.print_operand(op.memref)
    print_subscripts(printer, op.map.map, op.indices)
    printer.print_attr_dict(op, ("map",))
    printer.write(" : ")
    printer.print_type(op.memref.type)


@AFFINE.op("prefetch")
class PrefetchOp(d.Operation):
    """A hint that an element will be read or written soon."""

    memref: d.Operand = d.operand(d.ANY_MEMREF)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    is_write: d.Attr[ir.IntegerAttr, int] = d.attr(d.BOOL_ATTR, name="isWrite")
    locality_hint: d.Attr[ir.IntegerAttr, int] = d.attr(
        d.confined(d.I32_ATTR, d.min_value(0), d.max_value(3)), name="localityHint"
    )
    is_data_cache: d.Attr[ir.IntegerAttr, int] = d.attr(d.BOOL_ATTR, name="isDataCache")
    map: d.Attr[ir.AffineMapAttr, ir.AffineMap] = d.attr(d.AFFINE_MAP_ATTR)
    traits = (d.MemRefsNormalizable(),)

    def verify_op(self) -> None:
        map = self.map.map
        if map.num_results != len(_memref_type(self.memref).shape):
            raise self.error("affine.prefetch affine map num results must equal memref rank")
        if map.num_inputs != len(self.indices):
            raise self.error("too few operands")
        region, validity = affine_scope(self), Validity()
        for index in self.indices:
            if not validity.is_dim(index, region) and not validity.is_symbol(index, region):
                raise self.error("index must be a valid dimension or symbol identifier")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        memref = parser.parse_operand()
        map, indices = parse_subscripts(parser)
        parser.parse_punctuation(",")
        offset = parser.offset
        access = parser.parse_any_keyword()
        if access not in ("read", "write"):
            raise parser.error("rw specifier has to be 'read' or 'write'", offset)
        parser.parse_punctuation(",")
        parser.parse_keyword("locality")
        parser.parse_punctuation("<")
        locality = parser.parse_integer()
        parser.parse_punctuation(">")
        parser.parse_punctuation(",")
        offset = parser.offset
        cache = parser.parse_any_keyword()
        if cache not in ("data", "instr"):
            raise parser.error("cache type has to be 'data' or 'instr'", offset)
        state.attributes.update(parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        type = _parse_memref_type(parser)
        state.operands = [parser.resolve_operand(memref, type), *indices]
        state.properties["map"] = ir.AffineMapAttr(map)
        state.properties["isWrite"] = ir.bool_attr(access == "write")
        state.properties["localityHint"] = ir.i32_attr(locality)
        state.properties["isDataCache"] = ir.bool_attr(cache == "data")

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        printer.print_operand(self.memref)
        print_subscripts(printer, self.map.map, self.indices)
        access = "write" if self.is_write.value else "read"
        cache = "data" if self.is_data_cache.value else "instr"
        printer.write(f", {access}, locality<{self.locality_hint.value}>, {cache}")
        printer.print_attr_dict(self, ("isWrite", "localityHint", "isDataCache", "map"))
        printer.write(" : ")
        printer.print_type(self.memref.type)


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
    """Base of the DMA ops, whose operands are memrefs, each followed by its subscripts."""

    map_names: ClassVar[tuple[str, ...]] = ("tag_map",)

    def maps(self) -> list[ir.AffineMap]:
        """Return the maps of the subscripts, in order of the operands. Raises VerifyError."""
        found: list[ir.AffineMap] = []
        for name in self.map_names:
            attribute = self.get_attr(name)
            if not isinstance(attribute, ir.AffineMapAttr):
                raise self.error(f"requires an affine map attribute '{name}'")
            found.append(attribute.map)
        return found

    def accesses(self) -> list[tuple[ir.OpOperand, ir.AffineMap, tuple[ir.Value, ...]]]:
        """Return each memref with the map and operands of its subscripts."""
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
        """Return the operands after all memrefs and subscripts."""
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
        """Check the types of the memrefs and their subscripts. Raises VerifyError."""
        for name, (operand, map, indices) in zip(self.map_names, self.accesses(), strict=True):
            word = {"src_map": "source", "dst_map": "destination", "tag_map": "tag"}[name]
            if not isinstance(operand.value.type, ir.MemRefType):
                raise self.error(f"expected DMA {word} to be of memref type")
            verify_dims_and_symbols(self, indices, map.num_dims)

    def print_access(self, printer: d.AsmPrinter) -> None:
        """Write ` %memref[subscripts], ...`."""
        for i, (operand, map, indices) in enumerate(self.accesses()):
            printer.write(", " if i else " ")
            printer.print_operand(operand.value)
            print_subscripts(printer, map, indices)

    def print_rest(self, printer: d.AsmPrinter) -> None:
        """Write the other operands and the types."""
        for value in self.extra_operands():
            printer.write(", ")
            printer.print_operand(value)
        printer.write(" : ")
        printer.print_types(operand.value.type for operand, _, _ in self.accesses())


@AFFINE.op("dma_start")
class DmaStartOp(_DmaOp, DeferredExecutionInterface):
    """The start of a copy of elements, maybe with a stride, from one memref to another."""

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

    def completed_by(self) -> ir.Operation | None:
        """Return a wait for the same element of the tag."""
        tag, map, indices = self.accesses()[-1]
        waits = (user for user in tag.value.users if isinstance(user, DmaWaitOp))
        for wait in waits:
            found, other_map, other_indices = wait.accesses()[0]
            same = found.value is tag.value and (other_map, other_indices) == (map, indices)
            if same and wait.parent is self.parent and self.is_before_in_block(wait):
                return wait
        return None

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
    """A wait for the end of a copy."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.MemRefsNormalizable(),)

    def effects(self) -> list[MemoryEffect]:
        """Return a read of the tag, and a write to unknown memory: the copy's target."""
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
