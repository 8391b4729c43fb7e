"""Transfers between vectors and memrefs or tensors."""

from __future__ import annotations

from typing import TypeAlias, cast

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    ConditionallySpeculatable,
    DestinationStyleOpInterface,
    EffectKind,
    EquivalenceFn,
    HyperrectangularSlice,
    MemoryEffect,
    MemoryEffectsOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    SubsetOpInterface,
    are_equal_integers,
)
from bufferize_vector.dialect import (
    MASK,
    VECTOR,
    MaskableOpInterface,
    minor_identity,
    transfer_mask_type,
    vector_type,
)

_Source: TypeAlias = ir.MemRefType | ir.RankedTensorType


class _TransferOp(
    d.Operation,
    MaskableOpInterface,
    MemoryEffectsOpInterface,
    SubsetOpInterface,
    ConditionallySpeculatable,
):
    """Base of the transfers."""

    base: ir.Value
    indices: tuple[ir.Value, ...]
    mask: ir.Value | None
    permutation_map: ir.AffineMapAttr
    in_bounds: ir.ArrayAttr

    @property
    def transferred(self) -> ir.Value:
        """The vector that is read or written, defined by the ops."""
        raise NotImplementedError

    def is_speculatable(self) -> bool:
        """Return whether a slice of a tensor is transferred that is known to be within it."""
        part, type = self.slice_of_tensor(), self.base.type
        return (
            part is not None
            and isinstance(type, ir.RankedTensorType)
            and part.is_within(type.shape)
        )

    def expected_mask_type(self) -> ir.VectorType:
        return transfer_mask_type(vector_type(self.transferred), self.permutation_map.map)

    @property
    def is_masked(self) -> bool:
        """Whether only some elements of the vector are transferred."""
        parent = self.parent_op
        return self.mask is not None or (parent is not None and parent.name == "vector.mask")

    @property
    def transferred_shape(self) -> tuple[int, ...] | None:
        """The least number of elements of the source for each result of the map.

        The elements may be vectors themselves. None if the vector has another element type.
        """
        vector, element = (
            vector_type(self.transferred),
            cast(ir.ShapedType, self.base.type).element_type,
        )
        rank = self.permutation_map.map.num_results
        rest: ir.Type = vector.element_type
        if rank < len(vector.shape):
            rest = ir.VectorType(vector.shape[rank:], rest, vector.scalable_dims[rank:])
        return vector.shape[:rank] if rest is element else None

    def slice_of_tensor(self) -> HyperrectangularSlice | None:
        """Return the slice of the tensor that is transferred; None if its extents are unknown."""
        source, shape = self.base.type, self.transferred_shape
        if (
            not isinstance(source, ir.RankedTensorType)
            or shape is None
            or any(vector_type(self.transferred).scalable_dims[: len(shape)])
            or not self.permutation_map.map.is_minor_identity()
        ):
            return None
        leading = (1,) * (len(source.shape) - len(shape))
        return HyperrectangularSlice(self.indices, (*leading, *shape), (1,) * len(source.shape))

    def operates_on_equivalent_subset(
        self, candidate: SubsetOpInterface, equivalent: EquivalenceFn
    ) -> bool:
        """Return whether both transfer the same slice, even of unknown extents."""
        return super().operates_on_equivalent_subset(candidate, equivalent) or (
            isinstance(candidate, _TransferOp)
            and self.transferred.type is candidate.transferred.type
            and self.permutation_map is candidate.permutation_map
            and equivalent(self.base, candidate.base)
            and all(map(are_equal_integers, self.indices, candidate.indices))
        )

    def verify_op(self) -> None:
        source, vector = self.base.type, vector_type(self.transferred)
        if not isinstance(source, _Source):
            raise self.error("requires source to be a memref or ranked tensor type")
        if len(self.indices) != len(source.shape):
            raise self.error(f"requires {len(source.shape)} indices")
        self._verify_types(source, vector)
        self._verify_map(source, vector)
        mask = self.mask
        if mask is not None and mask.type is not self.expected_mask_type():
            raise self.error(
                f"inferred mask type ('{self.expected_mask_type()}') and mask operand type "
                f"('{mask.type}') don't match"
            )
        map = self.permutation_map.map
        if len(self.in_bounds) != map.num_results:
            raise self.error(
                "expects the in_bounds attr of same rank as permutation_map results: "
                f"affine_map<{map}> vs inBounds of size: {len(self.in_bounds)}"
            )

    def _verify_types(self, source: _Source, vector: ir.VectorType) -> None:
        element = source.element_type
        minor = vector.shape[-1] if vector.shape else 1
        width = ir.bit_width(vector.element_type)
        map_rank = self.permutation_map.map.num_results
        if isinstance(element, ir.VectorType):
            other = ir.bit_width(element.element_type)
            source_minor = element.shape[-1] if element.shape else 1
            if width is not None and other is not None and (minor * width) % (source_minor * other):
                raise self.error(
                    "requires the bitwidth of the minor 1-D vector to be an integral multiple of "
                    "the bitwidth of the minor 1-D vector of the source"
                )
            if len(element.shape) > len(vector.shape):
                raise self.error("requires source vector element and vector result ranks to match.")
            if self.mask is not None:
                raise self.error("does not support masks with vector element type")
            if map_rank != len(vector.shape) - len(element.shape):
                raise self.error(
                    "requires a permutation_map with result dims of the same rank as the vector "
                    "type"
                )
            return
        other = ir.bit_width(element)
        if width is not None and other and (minor * width) % other:
            raise self.error(
                "requires the bitwidth of the minor 1-D vector to be an integral multiple of the "
                "bitwidth of the source element type"
            )
        if map_rank != len(vector.shape):
            raise self.error(
                "requires a permutation_map with result dims of the same rank as the vector type"
            )

    def _verify_map(self, source: _Source, vector: ir.VectorType) -> None:
        map = self.permutation_map.map
        if map.num_symbols:
            raise self.error("requires permutation_map without symbols")
        if map.num_dims != len(source.shape):
            raise self.error(
                "requires a permutation_map with input dims of the same rank as the source type"
            )
        if map.is_projected_permutation(allow_zero_in_results=True):
            return
        dims = [
            e for e in map.results if not (isinstance(e, ir.AffineConstantExpr) and e.value == 0)
        ]
        if type(map)(map.num_dims, 0, tuple(dims)).dim_positions() is None:
            raise self.error(
                "requires a projected permutation_map (at most one dim or the zero constant can "
                "appear in each result)"
            )
        raise self.error(
            "requires a permutation_map that is a permutation (found one dim used more than once)"
        )

    def print_attributes_and_types(self, printer: d.AsmPrinter) -> None:
        """Write the attributes that differ from defaults, and the two types."""
        elided = ["operandSegmentSizes"]
        source, vector = cast(ir.ShapedType, self.base.type), vector_type(self.transferred)
        if self.permutation_map.map is minor_identity(source, vector):
            elided.append("permutation_map")
        if ir.TRUE not in self.in_bounds.elements:
            elided.append("in_bounds")
        printer.print_attr_dict(self, elided)


def _parse_attributes(parser: d.AsmParser, state: d.OperationState) -> None:
    attributes = parser.parse_optional_attr_dict()
    for name in ("permutation_map", "in_bounds"):
        if name in attributes:
            state.properties[name] = attributes.pop(name)
    state.attributes.update(attributes)


def _complete(
    parser: d.AsmParser,
    state: d.OperationState,
    source: ir.ShapedType,
    vector: ir.VectorType,
    offset: int,
) -> None:
    """Add the attributes that the text leaves out."""
    map = state.properties.get("permutation_map")
    if map is None:
        default = minor_identity(source, vector)
        if default is None:
            raise parser.error(
                "expected a custom permutation_map when rank(source) != rank(destination)", offset
            )
        map = state.properties["permutation_map"] = ir.AffineMapAttr(default)
    if not isinstance(map, ir.AffineMapAttr):
        raise parser.error("expected an affine map as permutation_map", offset)
    if "in_bounds" not in state.properties:
        state.properties["in_bounds"] = ir.ArrayAttr((ir.FALSE,) * map.map.num_results)


def _mask_type(
    parser: d.AsmParser,
    state: d.OperationState,
    source: ir.ShapedType,
    vector: ir.VectorType,
    offset: int,
) -> ir.VectorType:
    if isinstance(source.element_type, ir.VectorType):
        raise parser.error("does not support masks with vector element type", offset)
    map = cast(ir.AffineMapAttr, state.properties["permutation_map"]).map
    if len(vector.shape) != map.num_results:
        raise parser.error(
            "expected the same rank for the vector and the results of the permutation map", offset
        )
    return transfer_mask_type(vector, map)


def _parse_types(parser: d.AsmParser, vector_first: bool) -> tuple[_Source, ir.VectorType, int]:
    """Parse the types of the source and of the vector; return them with their offset."""
    offset = parser.offset
    parser.parse_punctuation(":")
    types = parser.parse_type_list()
    if len(types) != 2:
        raise parser.error("requires two types", offset)
    vector, source = types if vector_first else reversed(types)
    if not isinstance(source, _Source):
        raise parser.error("requires memref or ranked tensor type", offset)
    if not isinstance(vector, ir.VectorType):
        raise parser.error("requires vector type", offset)
    return source, vector, offset


@VECTOR.op("transfer_read")
class TransferReadOp(_TransferOp, DestinationStyleOpInterface, SubsetExtractionOpInterface):
    """A read of a vector from a memref or tensor, with padding out of bounds."""

    base: d.Operand = d.operand(d.ANY_SHAPED)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    padding: d.Operand = d.operand(d.ANY_TYPE)
    mask: d.OptionalOperand = d.optional_operand(MASK)
    permutation_map: d.Attr[ir.AffineMapAttr, ir.AffineMap] = d.attr(d.AFFINE_MAP_ATTR)
    in_bounds: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.BOOL_ARRAY)
    vector: d.Result = d.result(d.ANY_VECTOR_OF_ANY_RANK)
    supports_passthru = True

    @property
    def transferred(self) -> ir.Value:
        return self.vector

    @property
    def dps_inits(self) -> list[ir.OpOperand]:
        return []

    def accessed_slice(self) -> HyperrectangularSlice | None:
        return self.slice_of_tensor()

    def effects(self) -> list[MemoryEffect]:
        if not isinstance(self.base.type, ir.BaseMemRefType):
            return []
        return [MemoryEffect(EffectKind.READ, self.base, self.op_operands[0])]

    def verify_op(self) -> None:
        super().verify_op()
        element = cast(ir.ShapedType, self.base.type).element_type
        if self.padding.type is not element:
            raise self.error("requires formal padding and source of the same elemental type")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        base = parser.parse_operand()
        indices = parser.parse_operand_list("[")
        parser.parse_punctuation(",")
        padding = parser.parse_operand()
        mask = parser.parse_operand() if parser.parse_optional_punctuation(",") else None
        _parse_attributes(parser, state)
        source, vector, offset = _parse_types(parser, vector_first=False)
        _complete(parser, state, source, vector, offset)
        state.operands = [
            parser.resolve_operand(base, source),
            *parser.resolve_operands(indices, [ir.INDEX] * len(indices)),
            parser.resolve_operand(padding, source.element_type),
        ]
        if mask is not None:
            type = _mask_type(parser, state, source, vector, offset)
            state.operands.append(parser.resolve_operand(mask, type))
        state.result_types = [vector]
        sizes = (1, len(indices), 1, int(mask is not None))
        state.properties["operandSegmentSizes"] = ir.dense_i32(sizes)

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        printer.print_operand(self.base)
        printer.write("[")
        printer.print_operands(self.indices)
        printer.write("], ")
        printer.print_operands([self.padding, *([] if self.mask is None else [self.mask])])
        self.print_attributes_and_types(printer)
        printer.write(" : ")
        printer.print_types((self.base.type, self.vector.type))


@VECTOR.op("transfer_write")
class TransferWriteOp(_TransferOp, DestinationStyleOpInterface, SubsetInsertionOpInterface):
    """A write of a vector to a memref, or into a tensor, which results in a new tensor."""

    value_to_store: d.Operand = d.operand(d.ANY_VECTOR_OF_ANY_RANK, name="valueToStore")
    base: d.Operand = d.operand(d.ANY_SHAPED)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    mask: d.OptionalOperand = d.optional_operand(MASK)
    permutation_map: d.Attr[ir.AffineMapAttr, ir.AffineMap] = d.attr(d.AFFINE_MAP_ATTR)
    in_bounds: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.BOOL_ARRAY)
    updated: d.OptionalResult = d.optional_result(d.RANKED_TENSOR, name="result")

    @property
    def transferred(self) -> ir.Value:
        return self.value_to_store

    @property
    def dps_inits(self) -> list[ir.OpOperand]:
        return [self.op_operands[1]]

    def accessed_slice(self) -> HyperrectangularSlice | None:
        return self.slice_of_tensor()

    def is_equivalent_subset(self, candidate: ir.Value, equivalent: EquivalenceFn) -> bool:
        # A mask leaves elements of the slice as they were. MLIR overwrites them.
        return not self.is_masked and super().is_equivalent_subset(candidate, equivalent)

    def effects(self) -> list[MemoryEffect]:
        if not isinstance(self.base.type, ir.BaseMemRefType):
            return []
        return [MemoryEffect(EffectKind.WRITE, self.base, self.op_operands[1])]

    def verify_op(self) -> None:
        super().verify_op()
        if any(isinstance(e, ir.AffineConstantExpr) for e in self.permutation_map.map.results):
            raise self.error("should not have broadcast dimensions")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        value = parser.parse_operand()
        parser.parse_punctuation(",")
        base = parser.parse_operand()
        indices = parser.parse_operand_list("[")
        mask = parser.parse_operand() if parser.parse_optional_punctuation(",") else None
        _parse_attributes(parser, state)
        source, vector, offset = _parse_types(parser, vector_first=True)
        _complete(parser, state, source, vector, offset)
        state.operands = [
            parser.resolve_operand(value, vector),
            parser.resolve_operand(base, source),
            *parser.resolve_operands(indices, [ir.INDEX] * len(indices)),
        ]
        if mask is not None:
            type = _mask_type(parser, state, source, vector, offset)
            state.operands.append(parser.resolve_operand(mask, type))
        if isinstance(source, ir.RankedTensorType):
            state.result_types = [source]
        sizes = (1, 1, len(indices), int(mask is not None))
        state.properties["operandSegmentSizes"] = ir.dense_i32(sizes)

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        printer.print_operands((self.value_to_store, self.base))
        printer.write("[")
        printer.print_operands(self.indices)
        printer.write("]")
        if self.mask is not None:
            printer.write(", ")
            printer.print_operand(self.mask)
        self.print_attributes_and_types(printer)
        printer.write(" : ")
        printer.print_types((self.value_to_store.type, self.base.type))
