"""Tensor ops with a region that computes an element."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.strided import verify_dynamic_sizes
from bufferize.interfaces import ConditionallySpeculatable, RepeatedRegionsInterface, mix
from bufferize_tensor.dialect import TENSOR, StatesExtents, ranked


def _yielded_type(block: ir.Block) -> ir.Type | None:
    terminator = block.last_op
    return terminator.value.type if isinstance(terminator, YieldOp) else None


@TENSOR.op("generate")
class GenerateOp(d.Operation, StatesExtents, RepeatedRegionsInterface):
    """A tensor whose elements the region computes from their indices."""

    dynamic_extents: d.VariadicOperand = d.variadic_operand(d.INDEX, name="dynamicExtents")
    result: d.Result = d.result(d.RANKED_TENSOR)
    body: d.Region = d.region(1)
    traits = (d.RecursiveMemoryEffects(), d.SingleBlockImplicitTerminator("tensor.yield"))
    assembly_format = "$dynamicExtents $body attr-dict `:` type($result)"
    result_name = "generated"

    def verify_op(self) -> None:
        verify_dynamic_sizes(self, ranked(self.result), self.dynamic_extents)

    def verify_regions(self) -> None:
        type, block = ranked(self.result), self.body.blocks[0]
        if any(argument.type is not ir.INDEX for argument in block.arguments):
            raise self.error("all body arguments must be index")
        if len(block.arguments) != len(type.shape):
            raise self.error("must have one body argument per input dimension")
        if _yielded_type(block) is not type.element_type:
            raise self.error(
                "body must be terminated with a `yield` operation of the tensor element type"
            )

    @property
    def result_extents(self) -> list[int | ir.Value]:
        return mix(ranked(self.result).shape, self.dynamic_extents)


@TENSOR.op("pad")
class PadOp(d.Operation, RepeatedRegionsInterface, ConditionallySpeculatable):
    """A tensor with padding, which the region computes from the indices."""

    source: d.Operand = d.operand(d.RANKED_TENSOR)
    low: d.VariadicOperand = d.variadic_operand(d.INDEX)
    high: d.VariadicOperand = d.variadic_operand(d.INDEX)
    static_low: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_high: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    nofold: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    result: d.Result = d.result(d.RANKED_TENSOR)
    region: d.Region = d.region(1)
    traits = (d.NoMemoryEffect(), d.SingleBlockImplicitTerminator("tensor.yield"))
    assembly_format = """
        $source
        (`nofold` $nofold^)?
        `low` `` custom<DynamicIndexList>($low, $static_low)
        `high` `` custom<DynamicIndexList>($high, $static_high)
        $region attr-dict `:` type($source) `to` type($result)
    """
    result_name = "padded"

    @property
    def mixed_low(self) -> list[int | ir.Value]:
        """The number of padding elements before each dimension."""
        return mix(self.static_low.values, self.low)

    @property
    def mixed_high(self) -> list[int | ir.Value]:
        """The number of padding elements after each dimension."""
        return mix(self.static_high.values, self.high)

    def is_speculatable(self) -> bool | None:
        """Return None (the region decides) if all extents are static and no padding is negative."""
        shapes = (ranked(self.source).shape, self.static_low.values, self.static_high.values)
        return None if all(number >= 0 for shape in shapes for number in shape) else False

    def constant_padding_value(self) -> ir.Value | None:
        """Return the padding if it is one value for all elements: constant, or from outside."""
        terminator = self.region.blocks[0].last_op
        if not isinstance(terminator, YieldOp):
            return None
        value = terminator.value
        return None if value.parent_block is self.region.blocks[0] else value

    def inferred_type(self) -> ir.RankedTensorType | None:
        """Return the result type that follows from source, low and high; None if lengths differ."""
        source = ranked(self.source)
        lows, highs = self.static_low.values, self.static_high.values
        if not len(source.shape) == len(lows) == len(highs):
            return None
        shape = [
            ir.DYNAMIC if ir.DYNAMIC in numbers else sum(numbers)
            for numbers in zip(source.shape, lows, highs, strict=True)
        ]
        return ir.RankedTensorType(tuple(shape), source.element_type)

    def verify_op(self) -> None:
        for word, static, dynamic in (
            ("low", self.static_low, self.low),
            ("high", self.static_high, self.high),
        ):
            marks = static.values.count(ir.DYNAMIC)
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
            expected in (actual, ir.DYNAMIC)
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
            if argument.type is not ir.INDEX:
                raise self.error(f"expected block argument {position} to be an index")
        if _yielded_type(block) is not result.element_type:
            raise self.error("expected yield type to match shape element type")

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        type = ranked(self.result)
        if self.nofold is None and type is self.source.type and type.has_static_shape():
            return [self.source]
        return None


@TENSOR.op("yield")
class YieldOp(d.Operation):
    """The element that a region computes."""

    value: d.Operand = d.operand(d.ANY_TYPE)
    traits = (
        d.Pure(),
        d.ReturnLike(),
        d.IsTerminator(),
        d.HasParent("tensor.generate", "tensor.pad"),
    )
    assembly_format = "$value attr-dict `:` type($value)"
