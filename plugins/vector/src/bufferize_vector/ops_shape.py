"""Reshaped vectors, and vectors made of elements of other vectors."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import ViewLikeOpInterface
from bufferize_vector.dialect import (
    VECTOR,
    dim_text,
    dims,
    vector_type,
    verify_same_element_type,
    with_shape,
)


def _last_scaled(type: ir.VectorType, numerator: int, denominator: int = 1) -> ir.VectorType:
    shape = list(type.shape)
    scalable = list(type.scalable_dims)
    if not shape:  # two scalars interleaved
        shape, scalable = [1], [False]
    shape[-1] = shape[-1] * numerator // denominator
    return with_shape(type, shape, scalable)


@VECTOR.op("broadcast")
class BroadcastOp(d.Operation):
    """A scalar or vector repeated along outer dimensions and dimensions of extent 1."""

    source: d.Operand = d.operand(d.ANY_TYPE)
    vector: d.Result = d.result(d.ANY_VECTOR_OF_ANY_RANK)
    traits = (d.Pure(),)
    assembly_format = "$source attr-dict `:` type($source) `to` type($vector)"

    def verify_op(self) -> None:
        source, result = self.source.type, vector_type(self.vector)
        verify_same_element_type(
            self, source, result, "source operand and result have same element type"
        )
        if not isinstance(source, ir.VectorType):
            if source is not result.element_type:
                raise self.error("source type is not a vector")
            return
        if len(source.shape) > len(result.shape):
            raise self.error("source rank higher than destination rank")
        leading = len(result.shape) - len(source.shape)
        for mine, other in zip(dims(source), dims(result)[leading:], strict=True):
            if mine not in ((1, False), other):
                raise self.error(f"dimension mismatch ({dim_text(mine)} vs. {dim_text(other)})")

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        return [self.source] if self.source.type is self.vector.type else None


@VECTOR.op("shape_cast")
class ShapeCastOp(d.Operation):
    """The same elements in row-major order under another shape."""

    source: d.Operand = d.operand(d.ANY_VECTOR_OF_ANY_RANK)
    result: d.Result = d.result(d.ANY_VECTOR_OF_ANY_RANK)
    traits = (d.Pure(),)
    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify_op(self) -> None:
        source, result = vector_type(self.source), vector_type(self.result)
        if source.element_type is not result.element_type:
            raise self.error("has different source and result element types")
        counts = source.num_elements(), result.num_elements()
        if counts[0] != counts[1]:
            raise self.error(
                f"has different number of elements at source ({counts[0]}) and result ({counts[1]})"
            )
        scalable = sum(source.scalable_dims), sum(result.scalable_dims)
        if scalable[0] != scalable[1]:
            raise self.error(
                f"has different number of scalable dims at source ({scalable[0]}) and result "
                f"({scalable[1]})"
            )

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        if self.source.type is self.result.type:
            return [self.source]
        maker = self.source.defining_op
        if isinstance(maker, ShapeCastOp) and maker.source.type is self.result.type:
            return [maker.source]
        return None


@VECTOR.op("transpose")
class TransposeOp(d.Operation):
    """A vector with its dimensions permuted."""

    vector: d.Operand = d.operand(d.ANY_VECTOR_OF_ANY_RANK)
    permutation: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(d.ANY_VECTOR_OF_ANY_RANK)
    traits = (d.Pure(),)
    assembly_format = "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)"

    def verify_op(self) -> None:
        source, result = vector_type(self.vector), vector_type(self.result)
        verify_same_element_type(self, source, result, "operand and result have same element type")
        permutation, rank = self.permutation.values, len(source.shape)
        if len(result.shape) != rank:
            raise self.error(f"vector result rank mismatch: {len(result.shape)}")
        if len(permutation) != rank:
            raise self.error(f"transposition length mismatch: {len(permutation)}")
        seen: set[int] = set()
        for index, position in enumerate(permutation):
            if not 0 <= position < rank:
                raise self.error(f"transposition index out of range: {position}")
            if position in seen:
                raise self.error(f"duplicate position index: {position}")
            seen.add(position)
            if dims(result)[index] != dims(source)[position]:
                raise self.error(f"dimension size mismatch at: {position}")

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        values = self.permutation.values
        return [self.vector] if list(values) == sorted(values) else None


@VECTOR.op("bitcast")
class BitCastOp(d.Operation):
    """The bits of the innermost dimension read as other elements."""

    source: d.Operand = d.operand(d.ANY_VECTOR_OF_ANY_RANK)
    result: d.Result = d.result(d.ANY_VECTOR_OF_ANY_RANK)
    traits = (d.Pure(), d.AllRanksMatch("source", "result"))
    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify_op(self) -> None:
        source, result = vector_type(self.source), vector_type(self.result)
        pairs = list(zip(dims(source), dims(result), strict=True))
        for index, (mine, other) in enumerate(pairs[:-1]):
            if mine != other:
                raise self.error(f"dimension size mismatch at: {index}")
        widths = [ir.bit_width(type.element_type) or 0 for type in (source, result)]
        if not pairs:
            if widths[0] != widths[1]:
                raise self.error("source/result bitwidth of the 0-D vectors must be equal")
            return
        (size, scalable), (other_size, other_scalable) = pairs[-1]
        if widths[0] * size != widths[1] * other_size or scalable != other_scalable:
            raise self.error("source/result bitwidth of the minor 1-D vectors must be equal")

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        return [self.source] if self.source.type is self.result.type else None


@VECTOR.op("type_cast")
class TypeCastOp(d.Operation, ViewLikeOpInterface):
    """A view of a memref of scalars as a memref of one vector."""

    memref: d.Operand = d.operand(d.STATIC_MEMREF)
    result: d.Result = d.result(d.ANY_MEMREF)
    traits = (d.Pure(),)
    assembly_format = "$memref attr-dict `:` type($memref) `to` type($result)"

    @property
    def view_source(self) -> ir.Value:
        return self.memref

    def verify_op(self) -> None:
        source, result = self.memref.type, self.result.type
        assert isinstance(source, ir.MemRefType)
        assert isinstance(result, ir.MemRefType)
        if not source.has_identity_layout:
            raise self.error("expects operand to be a memref with identity layout")
        if not result.has_identity_layout:
            raise self.error("expects result to be a memref with identity layout")
        if source.memory_space is not result.memory_space:
            raise self.error("expects result in same memory space")
        elements = [_flattened(type) for type in (source, result)]
        if elements[0][1] is not elements[1][1]:
            raise self.error(
                f"expects result and operand with same underlying scalar type: {elements[1][1]}"
            )
        if elements[0][0] != elements[1][0]:
            raise self.error(
                f"expects concatenated result and operand shapes to be equal: '{result}'"
            )


def _flattened(type: ir.MemRefType) -> tuple[tuple[int, ...], ir.Type]:
    element = type.element_type
    if isinstance(element, ir.VectorType):
        return type.shape + element.shape, element.element_type
    return type.shape, element


def _infer_shuffle(state: d.OperationState) -> list[ir.Type]:
    first = vector_type(state.operands[0])
    mask = state.properties.get("mask")
    assert isinstance(mask, ir.DenseArrayAttr)
    trailing = first.shape[1:]
    return [ir.VectorType((len(mask.values), *trailing), first.element_type)]


@VECTOR.op("shuffle")
class ShuffleOp(d.Operation):
    """Outer elements of two vectors in the order of the mask; -1 selects any element."""

    v1: d.Operand = d.operand(d.ANY_FIXED_VECTOR)
    v2: d.Operand = d.operand(d.ANY_FIXED_VECTOR)
    mask: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    vector: d.Result = d.result(d.ANY_VECTOR)
    traits = (d.Pure(), d.InferResultTypes(_infer_shuffle))
    assembly_format = "operands $mask attr-dict `:` type(operands)"

    def verify_op(self) -> None:
        first, second = vector_type(self.v1), vector_type(self.v2)
        verify_same_element_type(
            self,
            second,
            self.vector.type,
            "second operand v2 and result have same element type",
        )
        if len(first.shape) != len(second.shape):
            raise self.error("rank mismatch")
        if first.shape[1:] != second.shape[1:]:
            raise self.error("dimension mismatch")
        if not self.mask.values:
            raise self.error("invalid mask length")
        total = sum(type.shape[0] if type.shape else 1 for type in (first, second))
        for index, position in enumerate(self.mask.values, start=1):
            if not -1 <= position < total:
                raise self.error(f"mask index #{index} out of range")


@VECTOR.op("interleave")
class InterleaveOp(d.Operation):
    """The alternating elements of two vectors, along the innermost dimension."""

    lhs: d.Operand = d.operand(d.ANY_VECTOR_OF_ANY_RANK)
    rhs: d.Operand = d.operand(d.ANY_VECTOR_OF_ANY_RANK)
    result: d.Result = d.result(d.ANY_VECTOR)
    traits = (
        d.Pure(),
        d.AllTypesMatch("lhs", "rhs"),
        d.OpPredicate(
            lambda op: op.result.type is _last_scaled(op.lhs.type, 2),
            "type of 'result' is double the width of the inputs",
        ),
    )
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"


@VECTOR.op("deinterleave")
class DeinterleaveOp(d.Operation):
    """The elements at even and at odd positions of the innermost dimension."""

    source: d.Operand = d.operand(d.ANY_VECTOR)
    res1: d.Result = d.result(d.ANY_VECTOR)
    res2: d.Result = d.result(d.ANY_VECTOR)
    traits = (
        d.Pure(),
        d.OpPredicate(
            lambda op: op.source.type.shape[-1] % 2 == 0,
            "the trailing dimension of the source vector has an even number of elements",
        ),
        d.OpPredicate(
            lambda op: op.res1.type is _last_scaled(op.source.type, 1, 2),
            "the trailing dimension of the results is half the width of source trailing dimension",
        ),
        d.AllTypesMatch("res1", "res2"),
    )
    assembly_format = "$source attr-dict `:` type($source) `->` type($res1)"

    def result_names(self) -> list[str]:
        return ["res1", "res2"]


@VECTOR.op("from_elements")
class FromElementsOp(d.Operation):
    """A vector from its elements in row-major order."""

    elements: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    dest: d.Result = d.result(d.ANY_FIXED_VECTOR)
    traits = (
        d.Pure(),
        d.TypesMatchWith(
            "dest",
            "elements",
            d.types_of_elements,
            "shaped type 'dest' matches 'elements' element count and types",
        ),
    )
    assembly_format = "$elements attr-dict `:` type($dest)"


@VECTOR.op("to_elements")
class ToElementsOp(d.Operation):
    """All elements of a vector, in row-major order."""

    source: d.Operand = d.operand(d.ANY_VECTOR_OF_ANY_RANK)
    elements: d.VariadicResult = d.variadic_result(d.ANY_TYPE)
    traits = (
        d.Pure(),
        d.InferResultTypes(lambda state: d.types_of_elements(vector_type(state.operands[0]))),
    )
    assembly_format = "$source attr-dict `:` type($source)"

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        maker = self.source.defining_op
        return list(maker.elements) if isinstance(maker, FromElementsOp) else None
