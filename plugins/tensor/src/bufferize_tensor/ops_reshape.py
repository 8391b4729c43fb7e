"""Ops that change the shape of a tensor, or put tensors together."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.strided import compatible_extents, reassociation_groups
from bufferize.interfaces import (
    ReifyRankedShapedTypeOpInterface,
    ReshapeOpInterface,
    mix,
)
from bufferize_tensor.dialect import (
    TENSOR,
    SpeculatableIfStatic,
    StatesExtents,
    ranked,
    verify_reassociation,
)
from bufferize_tensor.ops_element import element_type


def _both_ranked(op: ir.Operation, source: ir.Value, result: ir.Value) -> None:
    for value in (source, result):
        if not isinstance(value.type, ir.RankedTensorType):
            raise op.error(f"expected a ranked tensor, but got '{value.type}'")


class ReassociativeReshapeOp(d.Operation, ReshapeOpInterface, SpeculatableIfStatic):
    """Base of the reshapes that collapse groups of dimensions to one, or expand them."""

    src: d.Operand = d.operand(d.ANY_TENSOR)
    reassociation: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.REASSOCIATION)
    result: d.Result = d.result(d.ANY_TENSOR)
    traits = (d.NoMemoryEffect(),)

    @property
    def groups(self) -> list[list[int]]:
        """The dimensions of the higher rank for each dimension of the lower one."""
        return reassociation_groups(self.reassociation)


@TENSOR.op("collapse_shape")
class CollapseShapeOp(ReassociativeReshapeOp):
    """A tensor with groups of adjacent dimensions collapsed."""

    assembly_format = "$src $reassociation attr-dict `:` type($src) `into` type($result)"
    result_name = "collapsed"

    def verify_op(self) -> None:
        _both_ranked(self, self.src, self.result)
        source, result = ranked(self.src), ranked(self.result)
        if len(result.shape) > len(source.shape):
            raise self.error(f"expected the type '{source}' to have higher rank than '{result}'")
        verify_reassociation(self, self.groups, source, result)

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        if self.src.type is self.result.type:
            return [self.src]
        maker = self.src.defining_op
        if isinstance(maker, ExpandShapeOp) and maker.reassociation is self.reassociation:
            return [maker.src] if maker.src.type is self.result.type else None
        return None


@TENSOR.op("expand_shape")
class ExpandShapeOp(ReassociativeReshapeOp, StatesExtents):
    """A tensor with dimensions expanded to groups of adjacent ones."""

    output_shape: d.VariadicOperand = d.variadic_operand(d.INDEX)
    static_output_shape: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    assembly_format = """
        $src $reassociation `output_shape`
        custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict `:`
        type($src) `into` type($result)
    """
    result_name = "expanded"

    @property
    def mixed_output_shape(self) -> list[int | ir.Value]:
        """The extents of the result."""
        return mix(self.static_output_shape.values, self.output_shape)

    def verify_op(self) -> None:
        _both_ranked(self, self.src, self.result)
        source, result = ranked(self.src), ranked(self.result)
        if len(result.shape) < len(source.shape):
            raise self.error(f"expected the type '{result}' to have higher rank than '{source}'")
        static = self.static_output_shape.values
        if len(static) != len(result.shape):
            raise self.error(
                "expected number of static shape dims to be equal to the output rank "
                f"({len(result.shape)}) but found {len(static)} inputs instead"
            )
        marks = static.count(ir.DYNAMIC)
        if marks != len(self.output_shape):
            raise self.error(
                "mismatch in dynamic dims in output_shape and static_output_shape: "
                f"static_output_shape has {marks} dynamic dims while output_shape has "
                f"{len(self.output_shape)} values"
            )
        verify_reassociation(self, self.groups, result, source)

    @property
    def result_extents(self) -> list[int | ir.Value]:
        return self.mixed_output_shape

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        if self.src.type is self.result.type:
            return [self.src]
        maker = self.src.defining_op
        if isinstance(maker, CollapseShapeOp) and maker.reassociation is self.reassociation:
            type = maker.src.type
            # With one dynamic extent at most in a group the split is the original one.
            if type is self.result.type and _one_dynamic_extent(ranked(maker.src), self.groups):
                return [maker.src]
        return None


def _one_dynamic_extent(type: ir.RankedTensorType, groups: Sequence[Sequence[int]]) -> bool:
    return all(sum(type.shape[dim] == ir.DYNAMIC for dim in group) <= 1 for group in groups)


@TENSOR.op("reshape")
class ReshapeOp(d.Operation, ReifyRankedShapedTypeOpInterface):
    """The same elements in a shape that is computed at run time."""

    source: d.Operand = d.operand(d.ANY_TENSOR)
    shape: d.Operand = d.operand(d.tensor_of(d.one_of(d.SIGNLESS_INTEGER, d.INDEX), ranks=(1,)))
    result: d.Result = d.result(d.ANY_TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"
    result_name = "reshape"

    def verify_op(self) -> None:
        source, result = self.source.type, self.result.type
        assert isinstance(source, ir.TensorType)
        if element_type(source) is not element_type(result):
            raise self.error(
                "element types of source and destination tensor types should be the same"
            )
        if not isinstance(result, ir.RankedTensorType):
            return
        if source.has_static_shape() and result.has_static_shape():
            if source.num_elements() != result.num_elements():
                raise self.error(
                    "source and destination tensor should have the same number of elements"
                )
        length = ranked(self.shape).shape[0]
        if length == ir.DYNAMIC:
            raise self.error(
                "cannot use shape operand with dynamic length to reshape to statically-ranked "
                "tensor type"
            )
        if length != len(result.shape):
            raise self.error("length of shape operand differs from the result's tensor rank")

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        type = self.source.type
        if type is self.result.type and isinstance(type, ir.RankedTensorType):
            return [self.source] if type.has_static_shape() else None
        return None


@TENSOR.op("concat")
class ConcatOp(d.Operation, SpeculatableIfStatic):
    """The concatenation of tensors along one dimension."""

    dim: d.Attr[ir.IntegerAttr, int] = d.attr(d.I64_ATTR)
    inputs: d.VariadicOperand = d.variadic_operand(d.RANKED_TENSOR)
    result: d.Result = d.result(d.RANKED_TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = """
        `dim` `(` $dim `)` $inputs attr-dict
        `:` functional-type(operands, results)
    """
    result_name = "concat"

    def inferred_shape(self) -> list[int]:
        """Return the shape of the result as far as it follows from the inputs."""
        dim, shapes = self.dim.value, [ranked(value).shape for value in self.inputs]
        shape: list[int] = []
        for position, extents in enumerate(zip(*shapes, strict=True)):
            if position == dim:
                shape.append(ir.DYNAMIC if ir.DYNAMIC in extents else sum(extents))
            else:
                shape.append(next((n for n in extents if n != ir.DYNAMIC), ir.DYNAMIC))
        return shape

    def verify_op(self) -> None:
        if not self.inputs:
            raise self.error("requires at least one input")
        result, dim = ranked(self.result), self.dim.value
        types = [ranked(value) for value in self.inputs]
        rank = len(types[0].shape)
        if not 0 <= dim < rank:
            raise self.error("concatenation dim must be less than the tensor rank")
        if any(len(type.shape) != len(result.shape) for type in types):
            raise self.error("rank of concatenated inputs must match result rank")
        if any(type.element_type is not result.element_type for type in types):
            raise self.error("inputs and result element type must match")
        for position in range(rank):
            extents = {type.shape[position] for type in types} - {ir.DYNAMIC}
            if position != dim and len(extents) > 1:
                raise self.error(
                    "static concatenation size mismatch along non-concatenated dimension "
                    f"{position}"
                )
        inferred = self.inferred_shape()
        if not all(map(compatible_extents, inferred, result.shape)):
            expected = ir.RankedTensorType(tuple(inferred), result.element_type)
            raise self.error(
                f"result type '{result}' does not match inferred shape '{expected}' static sizes"
            )

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        if len(self.inputs) == 1 and self.inputs[0].type is self.result.type:
            return [self.inputs[0]]
        return None
