"""Parts of vectors: elements, slices, and pieces of scalable vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import ConditionallySpeculatable, is_in_bounds, mix
from bufferize_vector.dialect import VECTOR, dims, vector_type, verify_same_element_type, with_shape

_POISON = -1

_VECTOR_1D = d.vector_of(ranks=(1,))
_SCALABLE_1D = d.pred(
    lambda t: t.is_scalable, "scalable vector of any type values of ranks 1", _VECTOR_1D
)


def _numbers(attribute: ir.ArrayAttr) -> list[int]:
    return [cast(ir.IntegerAttr, element).value for element in attribute]


def _verify_position(
    op: d.Operation,
    static: Sequence[int],
    dynamic: Sequence[ir.Value],
    shape: Sequence[int],
    end: str,
) -> None:
    marks = list(static).count(ir.DYNAMIC)
    if marks != len(dynamic):
        raise op.error(
            f"mismatch between dynamic and static positions: {marks} positions are dynamic, "
            f"{len(dynamic)} are given"
        )
    for index, (position, extent) in enumerate(zip(static, shape, strict=False), start=1):
        if position == ir.DYNAMIC:
            continue
        if position < _POISON or position >= extent:
            raise op.error(
                f"expected position attribute #{index} to be a non-negative integer smaller than "
                f"the corresponding {end}"
            )


def _infer_extract(state: d.OperationState) -> list[ir.Type]:
    source = vector_type(state.operands[0])
    depth = len(cast(ir.DenseArrayAttr, state.properties["static_position"]).values)
    if depth == len(source.shape):
        return [source.element_type]
    return [with_shape(source, source.shape[depth:], source.scalable_dims[depth:])]


def _same_or_unit_vector(inferred: Sequence[ir.Type], actual: Sequence[ir.Type]) -> bool:
    # `vector<1xf32>` and `f32` may stand for each other.
    def unit(one: ir.Type, other: ir.Type) -> bool:
        return isinstance(one, ir.VectorType) and one.shape == (1,) and one.element_type is other

    return any(unit(*pair) for pair in ((inferred[0], actual[0]), (actual[0], inferred[0])))


def _is_in_bounds(position: Sequence[int | ir.Value], shape: Sequence[int]) -> bool:
    pairs = zip(position, shape, strict=False)
    return all(number == _POISON or is_in_bounds(number, extent) for number, extent in pairs)


@VECTOR.op("extract")
class ExtractOp(d.Operation, ConditionallySpeculatable):
    """An element, or a vector of the inner dimensions, at a position in the outer ones."""

    source: d.Operand = d.operand(d.ANY_VECTOR_OF_ANY_RANK)
    dynamic_position: d.VariadicOperand = d.variadic_operand(d.INDEX)
    static_position: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (d.NoMemoryEffect(),)
    assembly_format = """
        $source ``
        custom<DynamicIndexList>($dynamic_position, $static_position)
        attr-dict `:` type($result) `from` type($source)
    """

    @property
    def mixed_position(self) -> list[int | ir.Value]:
        """The position."""
        return mix(self.static_position.values, self.dynamic_position)

    def is_speculatable(self) -> bool:
        """Return whether the position is known to be in the vector, or poison."""
        shape = vector_type(self.source).shape
        return _is_in_bounds(self.mixed_position, shape)

    def verify_op(self) -> None:
        source, static = vector_type(self.source), self.static_position.values
        verify_same_element_type(
            self, source, self.result.type, "operand and result have same element type"
        )
        if len(static) > len(source.shape):
            raise self.error("expected position attribute of rank no greater than vector rank")
        end = "vector dimension or poison (-1)"
        _verify_position(self, static, self.dynamic_position, source.shape, end)
        _EXTRACT_TYPES.verify(self)

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        if not self.static_position.values and self.source.type is self.result.type:
            return [self.source]
        return None


_EXTRACT_TYPES = d.InferResultTypes(_infer_extract, _same_or_unit_vector)


@VECTOR.op("insert")
class InsertOp(d.Operation, ConditionallySpeculatable):
    """A vector with an element, or a vector of inner dimensions, replaced."""

    value_to_store: d.Operand = d.operand(d.ANY_TYPE, name="valueToStore")
    dest: d.Operand = d.operand(d.ANY_VECTOR_OF_ANY_RANK)
    dynamic_position: d.VariadicOperand = d.variadic_operand(d.INDEX)
    static_position: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(d.ANY_VECTOR_OF_ANY_RANK)
    traits = (d.NoMemoryEffect(), d.AllTypesMatch("dest", "result"))
    assembly_format = """
        $valueToStore `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position)
        attr-dict `:` type($valueToStore) `into` type($dest)
    """

    @property
    def mixed_position(self) -> list[int | ir.Value]:
        """The position."""
        return mix(self.static_position.values, self.dynamic_position)

    def is_speculatable(self) -> bool:
        """Return whether the position is known to be in the vector, or poison."""
        shape = vector_type(self.dest).shape
        return _is_in_bounds(self.mixed_position, shape)

    def verify_op(self) -> None:
        dest, static, value = (
            vector_type(self.dest),
            self.static_position.values,
            self.value_to_store.type,
        )
        verify_same_element_type(
            self, value, dest, "source operand and result have same element type"
        )
        rank = len(dest.shape)
        if isinstance(value, ir.VectorType) and not value.shape:
            message = "expected a scalar instead of a 0-d vector as the source operand"
            raise self.plain_error(message)
        if len(static) > rank:
            raise self.error("expected position attribute of rank no greater than dest vector rank")
        if isinstance(value, ir.VectorType):
            if len(static) + len(value.shape) != rank:
                raise self.error(
                    "expected position attribute rank + source rank to match dest vector rank"
                )
        elif len(static) != rank:
            raise self.error("expected position attribute rank to match the dest vector rank")
        end = "dest vector dimension"
        _verify_position(self, static, self.dynamic_position, dest.shape, end)

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        if not self.static_position.values and self.value_to_store.type is self.result.type:
            return [self.value_to_store]
        return None


def _verify_confined(
    op: d.Operation, numbers: Sequence[int], low: int, high: Sequence[int], word: str
) -> None:
    for index, (number, end) in enumerate(zip(numbers, high, strict=False)):
        if not low <= number < end:
            raise op.error(f"expected {word} dimension {index} to be confined to [{low}, {end})")


def _verify_unit_strides(op: d.Operation, strides: Sequence[int]) -> None:
    if any(stride != 1 for stride in strides):
        raise op.error("expected strides to be confined to [1, 2)")


@VECTOR.op("extract_strided_slice")
class ExtractStridedSliceOp(d.Operation):
    """A slice of a vector, with offsets, sizes and strides for the outer dimensions."""

    source: d.Operand = d.operand(d.ANY_VECTOR)
    offsets: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.I64_ARRAY)
    sizes: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.I64_ARRAY)
    strides: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.I64_ARRAY)
    slice: d.Result = d.result(d.ANY_VECTOR)
    traits = (d.Pure(),)
    assembly_format = "$source attr-dict `:` type($source) `to` type(results)"

    def verify_op(self) -> None:
        source, result = vector_type(self.source), vector_type(self.slice)
        verify_same_element_type(self, source, result, "operand and result have same element type")
        offsets, sizes, strides = map(_numbers, (self.offsets, self.sizes, self.strides))
        if not len(offsets) == len(sizes) == len(strides):
            raise self.error("expected offsets, sizes and strides attributes of same size")
        shape = source.shape
        for word, numbers in (("offsets", offsets), ("sizes", sizes), ("strides", strides)):
            if len(numbers) > len(shape):
                raise self.error(f"expected {word} attribute of rank no greater than vector rank")
        ends = [extent + 1 for extent in shape]
        _verify_confined(self, offsets, 0, shape, "offsets")
        _verify_confined(self, sizes, 1, ends, "sizes")
        _verify_unit_strides(self, strides)
        sums = [offset + size for offset, size in zip(offsets, sizes, strict=True)]
        _verify_confined(self, sums, 1, ends, "sum(offsets, sizes)")
        expected = with_shape(source, (*sizes, *shape[len(sizes) :]), source.scalable_dims)
        if expected is not result:
            raise self.error(f"expected result type to be '{expected}'")
        for index, size in enumerate(sizes):
            if source.scalable_dims[index] and size != shape[index]:
                raise self.error(
                    f"expected size at idx={index} to match the corresponding base size from the "
                    f"input vector ({size} vs {shape[index]})"
                )

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        return [self.source] if self.source.type is self.slice.type else None


@VECTOR.op("insert_strided_slice")
class InsertStridedSliceOp(d.Operation):
    """A vector with a slice of it replaced by another vector."""

    value_to_store: d.Operand = d.operand(d.ANY_VECTOR, name="valueToStore")
    dest: d.Operand = d.operand(d.ANY_VECTOR)
    offsets: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.I64_ARRAY)
    strides: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.I64_ARRAY)
    result: d.Result = d.result(d.ANY_VECTOR)
    traits = (d.Pure(), d.AllTypesMatch("dest", "result"))
    assembly_format = "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)"

    def verify_op(self) -> None:
        source, dest = vector_type(self.value_to_store), vector_type(self.dest)
        verify_same_element_type(self, source, dest, "operand #0 and result have same element type")
        offsets, strides = _numbers(self.offsets), _numbers(self.strides)
        rank, source_rank = len(dest.shape), len(source.shape)
        if len(offsets) != rank:
            raise self.error("expected offsets of same size as destination vector rank")
        if len(strides) != source_rank:
            raise self.error("expected strides of same size as source vector rank")
        if source_rank > rank:
            raise self.error("expected source rank to be no greater than destination rank")
        leading = rank - source_rank
        _verify_confined(self, offsets, 0, dest.shape, "offsets")
        _verify_unit_strides(self, strides)
        extents = (*[0] * leading, *source.shape)
        for index in range(leading, rank):
            end, total = dest.shape[index] + 1, offsets[index] + extents[index]
            if not 1 <= total < end:
                raise self.error(
                    f"expected sum(offsets, source vector shape) dimension {index} to be confined "
                    f"to [1, {end})"
                )
        for index in range(source_rank):
            mine, other = dims(source)[index], dims(dest)[index + leading]
            if mine[1] != other[1]:
                raise self.error(f"mismatching scalable flags (at source vector idx={index})")
            if mine[1] and mine[0] != other[0]:
                raise self.error(
                    f"expected size at idx={index} to match the corresponding base size from the "
                    f"input vector ({mine[0]} vs {other[0]})"
                )

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        return [self.value_to_store] if self.value_to_store.type is self.dest.type else None


@VECTOR.op("scalable.insert")
class ScalableInsertOp(d.Operation):
    """A scalable vector with a part replaced, at a multiple of the part's length."""

    value_to_store: d.Operand = d.operand(_VECTOR_1D, name="valueToStore")
    dest: d.Operand = d.operand(_SCALABLE_1D)
    pos: d.Attr[ir.IntegerAttr, int] = d.attr(d.I64_ATTR)
    result: d.Result = d.result(_SCALABLE_1D)
    traits = (
        d.Pure(),
        d.AllElementTypesMatch("value_to_store", "dest"),
        d.AllTypesMatch("dest", "result"),
        d.OpPredicate(
            lambda op: op.pos.value % op.value_to_store.type.shape[0] == 0,
            "position is a multiple of the source length.",
        ),
    )
    assembly_format = (
        "$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)"
    )


@VECTOR.op("scalable.extract")
class ScalableExtractOp(d.Operation):
    """A part of a scalable vector, at a multiple of the part's length."""

    source: d.Operand = d.operand(_SCALABLE_1D)
    pos: d.Attr[ir.IntegerAttr, int] = d.attr(d.I64_ATTR)
    result: d.Result = d.result(_VECTOR_1D)
    traits = (
        d.Pure(),
        d.AllElementTypesMatch("source", "result"),
        d.OpPredicate(
            lambda op: op.pos.value % op.result.type.shape[0] == 0,
            "position is a multiple of the result length.",
        ),
    )
    assembly_format = "$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)"
