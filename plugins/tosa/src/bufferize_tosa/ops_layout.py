"""Changes of layout: concatenation, padding, slices, tiles, transposition."""

from __future__ import annotations

from math import prod

from bufferize import define as d
from bufferize import ir
from bufferize_tosa.constraints import SCALAR, SHAPE, TENSOR, TENSOR_AT_LEAST_1D
from bufferize_tosa.dialect import (
    PURE,
    TOSA,
    TosaOp,
    constant_extents,
    extents_of,
    is_static,
    may_be_equal,
    rank_of,
)
from bufferize_tosa.verification import verify_inferred, verify_same_element_types


@TOSA.op("concat")
class ConcatOp(TosaOp):
    """The concatenation of tensors along an axis."""

    input1: d.VariadicOperand = d.variadic_operand(TENSOR_AT_LEAST_1D)
    axis: d.Attr[ir.IntegerAttr, int] = d.attr(d.I32_ATTR)
    output: d.Result = d.result(TENSOR_AT_LEAST_1D)

    def infer_result_types(self) -> tuple[ir.Type, ...]:
        """Return the known extents of the operands, summed along the axis."""
        axis, types = self.axis.value, [value.type for value in self.input1]
        if not types:
            raise self.error("expect at least one input")
        element = ir.element_type_or_self(types[0])
        shapes = [shape for shape in map(extents_of, types) if shape is not None]
        if not shapes or not 0 <= axis < len(shapes[0]):
            return (ir.UnrankedTensorType(element),)
        found = [ir.DYNAMIC] * len(shapes[0])
        for shape in shapes:
            for dim, extent in enumerate(shape[: len(found)]):
                if dim == axis or not is_static(extent):
                    continue
                if not may_be_equal(found[dim], extent):
                    raise self.error(
                        "Cannot concat tensors with different sizes on the non-axis "
                        f"dimension {dim}"
                    )
                found[dim] = extent
        along = [shape[axis] for shape in shapes if axis < len(shape)]
        if len(along) == len(types) and ir.DYNAMIC not in along:
            found[axis] = sum(along)
        return (ir.RankedTensorType(tuple(found), element),)

    def verify_op(self) -> None:
        if not self.input1:
            raise self.error("expect at least one input")
        for value in self.input1:
            verify_same_element_types(self, value, self.output)
        axis = self.axis.value
        shapes = [extents_of(value.type) for value in self.input1]
        ranked = [shape for shape in shapes if shape is not None]
        if ranked and not 0 <= axis < len(ranked[0]):
            raise self.error(
                "expect axis to be within range 0 < axis < rank(input1[firstRankedTensorIdx]), "
                f"got {axis}"
            )
        if len(ranked) == len(shapes):
            self._verify_shapes(ranked)
        verify_inferred(self, *self.infer_result_types())

    def _verify_shapes(self, shapes: list[tuple[int, ...]]) -> None:
        axis, first = self.axis.value, shapes[0]
        for i, shape in enumerate(shapes[1:], 1):
            if len(shape) != len(first):
                raise self.error(
                    f"expect all operands to have the same rank, but got {len(first)} vs "
                    f"{len(shape)} on operands 0 and {i}"
                )
            for dim, (extent, wanted) in enumerate(zip(shape, first, strict=True)):
                if dim != axis and not may_be_equal(extent, wanted):
                    raise self.error(
                        "expect all operand shapes to have the same sizes on non-axis "
                        f"dimensions, but got {extent} vs {wanted} at index {dim} on operands "
                        f"0 and {i}"
                    )
        output = extents_of(self.output.type)
        if output is None:
            return
        if len(output) != len(first):
            raise self.error(
                f"expect output rank to match inputs rank, got {len(output)} vs {len(first)}"
            )
        along = [shape[axis] for shape in shapes]
        if ir.DYNAMIC not in along and not may_be_equal(sum(along), output[axis]):
            raise self.error(
                "requires sum of axis dimensions of input1 equal to output axis dimension, "
                f"got {sum(along)} and {output[axis]}"
            )


@TOSA.op("pad")
class PadOp(TosaOp):
    """A tensor with a constant around it."""

    input1: d.Operand = d.operand(TENSOR_AT_LEAST_1D)
    padding: d.Operand = d.operand(SHAPE)
    pad_const: d.Operand = d.operand(SCALAR)
    output: d.Result = d.result(TENSOR_AT_LEAST_1D)

    def verify_op(self) -> None:
        verify_same_element_types(self, self.input1, self.output)
        verify_same_element_types(self, self.pad_const, self.output)
        given, found = extents_of(self.input1.type), extents_of(self.output.type)
        if given is None or found is None:
            return
        rank = len(given)
        if rank != len(found):
            raise self.error(
                "expect same input and output tensor rank, but got "
                f"inputRank: {rank}, outputRank: {len(found)}"
            )
        if rank_of(self.padding) != 2 * rank:
            raise self.error(
                f"padding tensor must have {rank} * 2 = {2 * rank} elements, "
                f"but got {rank_of(self.padding)}"
            )
        padding = constant_extents(self.padding)
        if padding is None:
            return
        for dim in range(rank):
            before, after = padding[2 * dim : 2 * dim + 2]
            if min(before, after) < -1:
                raise self.error(
                    f"invalid padding values at dimension {dim}: values must be non-negative or "
                    f"-1 for dynamic padding, got [{before}, {after}]"
                )
            if not is_static(given[dim]) or not is_static(found[dim]):
                continue
            if found[dim] != given[dim] + before + after:
                raise self.error(
                    f"mismatch in output shape at dimension {dim}: expected {given[dim]} + "
                    f"{before} + {after} = {given[dim] + before + after}, but got {found[dim]}"
                )


@TOSA.op("reshape")
class ReshapeOp(TosaOp):
    """The elements in row-major order, as a tensor of another shape."""

    input1: d.Operand = d.operand(TENSOR)
    shape: d.Operand = d.operand(SHAPE)
    output: d.Result = d.result(TENSOR)

    def verify_op(self) -> None:
        verify_same_element_types(self, self.input1, self.output)
        found = extents_of(self.output.type)
        if found is not None and len(found) != rank_of(self.shape):
            if constant_extents(self.shape) is not None:
                raise self.error("new shape does not match result rank")
            return
        shape = constant_extents(self.shape)
        if shape is None:
            return
        if shape.count(-1) > 1:
            raise self.error("expected at most one target dimension to be -1")
        if found is None:
            return
        for wanted, extent in zip(shape, found, strict=True):
            if wanted != -1 and is_static(extent) and wanted != extent:
                raise self.error("new shape is inconsistent with result shape")
            if wanted < -1:
                raise self.error(f"new shape has invalid tensor dimension size {wanted}")
        self._verify_count(shape, found)

    def _verify_count(self, shape: list[int], found: tuple[int, ...]) -> None:
        given = extents_of(self.input1.type)
        if given is None or ir.DYNAMIC in given:
            return
        count = prod(given)
        if ir.DYNAMIC not in found and prod(found) != count:
            raise self.error(f"cannot reshape {count} elements into {prod(found)}")
        wanted = prod(extent for extent in shape if extent > 0)
        is_whole = all(extent > 0 for extent in shape)
        if (wanted != count) if is_whole else (wanted > count):
            raise self.error(f"cannot reshape {count} elements into {wanted}")


@TOSA.op("reverse")
class ReverseOp(TosaOp):
    """A tensor with the order of elements along an axis reversed."""

    input1: d.Operand = d.operand(TENSOR_AT_LEAST_1D)
    axis: d.Attr[ir.IntegerAttr, int] = d.attr(d.I32_ATTR)
    output: d.Result = d.result(TENSOR_AT_LEAST_1D)

    def verify_op(self) -> None:
        verify_same_element_types(self, self.input1, self.output)
        axis = self.axis.value
        if axis < 0:
            raise self.error("expected non-negative reverse axis")
        given, found = extents_of(self.input1.type), extents_of(self.output.type)
        if given is not None and axis >= len(given):
            raise self.error(
                f"expect input tensor rank ({len(given)}) to be larger than reverse axis ({axis})"
            )
        if found is None:
            return
        if given is not None and len(given) != len(found):
            raise self.error("expect output tensor rank to be equal to input tensor rank")
        if axis >= len(found):
            raise self.error(
                f"expect output tensor rank ({len(found)}) to be larger than reverse axis ({axis})"
            )


@TOSA.op("slice")
class SliceOp(TosaOp):
    """A slice of a tensor."""

    input1: d.Operand = d.operand(TENSOR_AT_LEAST_1D)
    start: d.Operand = d.operand(SHAPE)
    size: d.Operand = d.operand(SHAPE)
    output: d.Result = d.result(TENSOR_AT_LEAST_1D)

    def verify_op(self) -> None:
        verify_same_element_types(self, self.input1, self.output)
        given, found = extents_of(self.input1.type), extents_of(self.output.type)
        if given is None:
            return
        if found is not None and len(given) != len(found):
            raise self.error(
                "expect input1 and output to have the same ranks, "
                f"got {len(given)} and {len(found)}"
            )
        for name, shape in (("start", self.start), ("size", self.size)):
            if rank_of(shape) != len(given):
                raise self.error(f"length of {name} is not equal to rank of input shape")


@TOSA.op("tile")
class TileOp(TosaOp):
    """A tensor, repeated along each dimension."""

    input1: d.Operand = d.operand(TENSOR_AT_LEAST_1D)
    multiples: d.Operand = d.operand(SHAPE)
    output: d.Result = d.result(TENSOR_AT_LEAST_1D)

    def verify_op(self) -> None:
        verify_same_element_types(self, self.input1, self.output)
        given, found = extents_of(self.input1.type), extents_of(self.output.type)
        rank = rank_of(self.multiples)
        if given is not None:
            if len(given) != rank:
                raise self.error(f"expect 'multiples' to have rank {len(given)} but got {rank}.")
            if found is not None and len(given) != len(found):
                raise self.error("expect same input and output tensor rank.")
        elif found is not None and len(found) != rank:
            raise self.error(
                f"expect 'multiples' array to have length {len(found)} but got {rank}."
            )
        if given is None and found is None:
            return
        if any(n <= 0 and n != -1 for n in constant_extents(self.multiples) or ()):
            raise self.error("expect element of 'multiples' to be positive integer or -1.")


@TOSA.op("transpose")
class TransposeOp(TosaOp):
    """A tensor with its dimensions in another order."""

    input1: d.Operand = d.operand(TENSOR_AT_LEAST_1D)
    perms: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I32_ARRAY)
    output: d.Result = d.result(TENSOR_AT_LEAST_1D)
    traits = (d.AllElementTypesMatch("input1", "output"), *PURE)

    def verify_op(self) -> None:
        given, found = extents_of(self.input1.type), extents_of(self.output.type)
        perms = self.perms.values
        if given is not None and len(perms) != len(given):
            raise self.error(
                f"expected perms attribute to have size {len(given)} (input rank) "
                f"but got size {len(perms)}"
            )
        if given is not None and found is not None and len(given) != len(found):
            raise self.error("expected input tensor rank to equal result tensor rank")
        if found is not None and len(perms) != len(found):
            raise self.error(
                f"expected perms attribute to have size {len(found)} (output rank) "
                f"but got size {len(perms)}"
            )
        if sorted(perms) != list(range(len(perms))):
            raise self.error("expected valid permutation indices")
        if given is None or found is None:
            return
        if ir.DYNAMIC not in (*given, *found) and prod(given) != prod(found):
            raise self.error(
                "expected input1 and output to have same numbers of elements, "
                f"got {prod(given)} and {prod(found)}"
            )
        for dim, source in enumerate(perms):
            if not may_be_equal(given[source], found[dim]):
                raise self.error(
                    f"expected output tensor dim {dim} to match input dim {source} "
                    f"with value of {given[source]}"
                )
