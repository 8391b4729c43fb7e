"""Tensor ops with a region that computes an element."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    ANY_TYPE,
    DENSE_I64_ARRAY,
    INDEX,
    RANKED_TENSOR,
    UNIT_ATTR,
    HasParent,
    IsTerminator,
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlockImplicitTerminator,
)
from bufferize.dialects.strided import verify_dynamic_sizes
from bufferize.interfaces import RepeatedRegionsInterface, mix
from bufferize.ir import (
    DYNAMIC,
    Attribute,
    Block,
    DenseArrayAttr,
    RankedTensorType,
    Type,
    UnitAttr,
    Value,
)
from bufferize.ir import INDEX as INDEX_TYPE
from bufferize_tensor._dialect import TENSOR
from bufferize_tensor.shapes import StatesExtents, ranked


def _yielded_type(block: Block) -> Type | None:
    terminator = block.last_op
    return terminator.value.type if isinstance(terminator, YieldOp) else None


@TENSOR.op("generate")
class GenerateOp(d.Operation, StatesExtents, RepeatedRegionsInterface):
    """A tensor whose elements the region computes from their indices."""

    __slots__ = ()
    dynamic_extents: d.VariadicOperand = d.variadic_operand(INDEX, name="dynamicExtents")
    result: d.Result = d.result(RANKED_TENSOR)
    body: d.Region = d.region(1)
    traits = (RecursiveMemoryEffects(), SingleBlockImplicitTerminator("tensor.yield"))
    assembly_format = "$dynamicExtents $body attr-dict `:` type($result)"
    result_name = "generated"

    def verify_op(self) -> None:
        verify_dynamic_sizes(self, ranked(self.result), self.dynamic_extents)

    def verify_regions(self) -> None:
        type, block = ranked(self.result), self.body.blocks[0]
        if any(argument.type is not INDEX_TYPE for argument in block.arguments):
            raise self.error("all body arguments must be index")
        if len(block.arguments) != len(type.shape):
            raise self.error("must have one body argument per input dimension")
        if _yielded_type(block) is not type.element_type:
            raise self.error(
                "body must be terminated with a `yield` operation of the tensor element type"
            )

    @property
    def result_extents(self) -> list[int | Value]:
        return mix(ranked(self.result).shape, self.dynamic_extents)


@TENSOR.op("pad")
class PadOp(d.Operation, RepeatedRegionsInterface):
    """A tensor with elements around it that the region computes from their indices."""

    __slots__ = ()
    source: d.Operand = d.operand(RANKED_TENSOR)
    low: d.VariadicOperand = d.variadic_operand(INDEX)
    high: d.VariadicOperand = d.variadic_operand(INDEX)
    static_low: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    static_high: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    nofold: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    result: d.Result = d.result(RANKED_TENSOR)
    region: d.Region = d.region(1)
    traits = (Pure(), SingleBlockImplicitTerminator("tensor.yield"))
    assembly_format = """
        $source
        (`nofold` $nofold^)?
        `low` `` custom<DynamicIndexList>($low, $static_low)
        `high` `` custom<DynamicIndexList>($high, $static_high)
        $region attr-dict `:` type($source) `to` type($result)
    """
    result_name = "padded"

    @property
    def mixed_low(self) -> list[int | Value]:
        """How many elements stand before, for each dimension."""
        return mix(self.static_low.values, self.low)

    @property
    def mixed_high(self) -> list[int | Value]:
        """How many elements stand after, for each dimension."""
        return mix(self.static_high.values, self.high)

    def constant_padding_value(self) -> Value | None:
        """The padding where it is one value for all elements: one defined outside, or a constant."""
        terminator = self.region.blocks[0].last_op
        if not isinstance(terminator, YieldOp):
            return None
        value = terminator.value
        return None if value.parent_block is self.region.blocks[0] else value

    def inferred_type(self) -> RankedTensorType | None:
        """The result type that source, low and high give; None if the lists are of wrong length."""
        source = ranked(self.source)
        lows, highs = self.static_low.values, self.static_high.values
        if not len(source.shape) == len(lows) == len(highs):
            return None
        shape = [
            DYNAMIC if DYNAMIC in numbers else sum(numbers)
            for numbers in zip(source.shape, lows, highs, strict=True)
        ]
        return RankedTensorType(tuple(shape), source.element_type)

    def verify_op(self) -> None:
        for word, static, dynamic in (
            ("low", self.static_low, self.low),
            ("high", self.static_high, self.high),
        ):
            marks = static.values.count(DYNAMIC)
            if len(dynamic) != marks:
                raise self.error(
                    f"expected the number of '{word}' to match the number of dynamic entries in "
                    f"'static_{word}' ({len(dynamic)} vs {marks})"
                )
        inferred, result = self.inferred_type(), ranked(self.result)
        if inferred is None:
            raise self.error(
                f"failed to infer expectedType from sourceType '{self.source.type}', specified "
                f"resultType is '{result}'"
            )
        fits = len(inferred.shape) == len(result.shape) and all(
            expected in (actual, DYNAMIC)
            for expected, actual in zip(inferred.shape, result.shape, strict=False)
        )
        if not fits:
            raise self.error(
                f"specified type '{result}' does not match the inferred type '{inferred}'"
            )

    def verify_regions(self) -> None:
        block, result = self.region.blocks[0], ranked(self.result)
        rank = len(result.shape)
        if len(block.arguments) != rank:
            raise self.error(f"expected the block to have {rank} arguments")
        for position, argument in enumerate(block.arguments, start=1):
            if argument.type is not INDEX_TYPE:
                raise self.error(f"expected block argument {position} to be an index")
        if _yielded_type(block) is not result.element_type:
            raise self.error("expected yield type to match shape element type")

    def fold(self) -> list[Value | Attribute] | None:
        type = ranked(self.result)
        if self.nofold is None and type is self.source.type and type.has_static_shape():
            return [self.source]
        return None


@TENSOR.op("yield")
class YieldOp(d.Operation):
    """The element that a region computes."""

    __slots__ = ()
    value: d.Operand = d.operand(ANY_TYPE)
    traits = (
        Pure(),
        ReturnLike(),
        IsTerminator(),
        HasParent("tensor.generate", "tensor.pad"),
    )
    assembly_format = "$value attr-dict `:` type($value)"
