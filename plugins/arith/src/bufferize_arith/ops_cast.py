"""Casts of the arith dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.elementwise import FastMathAttr
from bufferize.interfaces import CastOpInterface
from bufferize_arith.attributes import (
    ARITH,
    OVERFLOW_NONE,
    ROUNDING_MODE,
    IntegerOverflowAttr,
)

INDEX_CAST_TYPE = d.one_of(
    d.SIGNLESS_INTEGER_LIKE,
    d.memref_of(d.SIGNLESS_INTEGER_OR_INDEX),
    description="signless-integer-like or memref of signless-integer",
)
_INTEGER_OR_FLOAT = d.one_of(d.SIGNLESS_INTEGER, d.FLOAT)
BITCAST_TYPE = d.one_of(
    d.like(_INTEGER_OR_FLOAT),
    d.memref_of(_INTEGER_OR_FLOAT),
    description="signless-integer-or-float-like or memref of signless-integer or float",
)


class SameInputOutputTensorDims(d.TypeTrait):
    """Tensor operand and result are ranked and have the same extents, dynamic ones included."""

    def verify(self, op: ir.Operation) -> None:
        source, target = op.operand(0).type, op.results[0].type
        if not isinstance(source, ir.TensorType) and not isinstance(target, ir.TensorType):
            return
        if (
            not isinstance(source, ir.RankedTensorType)
            or not isinstance(target, ir.RankedTensorType)
            or source.shape != target.shape
        ):
            raise op.error("failed to verify that input and output have the same tensor dimensions")


def _width(type: ir.Type) -> int:
    return ir.bit_width(type) or 0


def _is_integer(type: ir.Type) -> bool:
    return isinstance(type, ir.IntegerType)


def _is_float(type: ir.Type) -> bool:
    return isinstance(type, ir.FloatType)


def _widens_integer(source: ir.Type, target: ir.Type) -> bool:
    return _is_integer(source) and _is_integer(target) and _width(source) < _width(target)


def _narrows_integer(source: ir.Type, target: ir.Type) -> bool:
    return _is_integer(source) and _is_integer(target) and _width(source) > _width(target)


def _widens_float(source: ir.Type, target: ir.Type) -> bool:
    return _is_float(source) and _is_float(target) and _width(source) < _width(target)


def _narrows_float(source: ir.Type, target: ir.Type) -> bool:
    return _is_float(source) and _is_float(target) and _width(source) > _width(target)


def _index_and_integer(source: ir.Type, target: ir.Type) -> bool:
    return (isinstance(source, ir.IndexType) and _is_integer(target)) or (
        _is_integer(source) and isinstance(target, ir.IndexType)
    )


def _same_width(source: ir.Type, target: ir.Type) -> bool:
    return _width(source) == _width(target)


class ArithCastOp(d.Operation, CastOpInterface):
    """Base of the casts: element by element from the operand's type to the result's."""

    traits = (
        d.Pure(),
        SameInputOutputTensorDims(),
        d.SameOperandsAndResultShape(),
        d.ElementwiseMappable(),
    )
    assembly_format = "$in attr-dict `:` type($in) `to` type($out)"

    @staticmethod
    def elements_fit(source: ir.Type, target: ir.Type) -> bool:
        """Whether one element type can be cast to another, beyond what the constraints say."""
        return True

    def verify_op(self) -> None:
        source, target = self.operand(0).type, self.results[0].type
        self.verify_cast(are_cast_compatible(type(self), source, target))


def are_cast_compatible(cast: type[ArithCastOp], source: ir.Type, target: ir.Type) -> bool:
    """Whether `cast` takes `source` to `target`."""
    if isinstance(source, ir.ShapedType) != isinstance(target, ir.ShapedType):
        return False
    if isinstance(source, ir.TensorType) and isinstance(target, ir.TensorType):
        if getattr(source, "encoding", None) is not getattr(target, "encoding", None):
            return False
    return cast.elements_fit(ir.element_type_or_self(source), ir.element_type_or_self(target))


class _ExtIOp(ArithCastOp):
    input: d.Operand = d.operand(d.FIXED_WIDTH_INTEGER_LIKE, name="in")
    out: d.Result = d.result(d.FIXED_WIDTH_INTEGER_LIKE)
    elements_fit = staticmethod(_widens_integer)


@ARITH.op("extui")
class ExtUIOp(_ExtIOp):
    """An integer made wider with zeros."""


@ARITH.op("extsi")
class ExtSIOp(_ExtIOp):
    """An integer made wider with its sign."""


@ARITH.op("trunci")
class TruncIOp(ArithCastOp):
    """An integer made narrower."""

    input: d.Operand = d.operand(d.FIXED_WIDTH_INTEGER_LIKE, name="in")
    overflow_flags: d.Attr[IntegerOverflowAttr, str] = d.default_attr(
        IntegerOverflowAttr, OVERFLOW_NONE, name="overflowFlags"
    )
    out: d.Result = d.result(d.FIXED_WIDTH_INTEGER_LIKE)
    elements_fit = staticmethod(_narrows_integer)
    assembly_format = "$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)"


@ARITH.op("extf")
class ExtFOp(ArithCastOp):
    """A float in a wider format."""

    input: d.Operand = d.operand(d.FLOAT_LIKE, name="in")
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    out: d.Result = d.result(d.FLOAT_LIKE)
    elements_fit = staticmethod(_widens_float)
    assembly_format = "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"


@ARITH.op("truncf")
class TruncFOp(ArithCastOp):
    """A float in a narrower format."""

    input: d.Operand = d.operand(d.FLOAT_LIKE, name="in")
    roundingmode: d.OptionalAttr[ir.IntegerAttr, str] = d.optional_attr(ROUNDING_MODE)
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    out: d.Result = d.result(d.FLOAT_LIKE)
    elements_fit = staticmethod(_narrows_float)
    assembly_format = (
        "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"
    )


class _IntegerToFloatOp(ArithCastOp):
    input: d.Operand = d.operand(d.FIXED_WIDTH_INTEGER_LIKE, name="in")
    out: d.Result = d.result(d.FLOAT_LIKE)


@ARITH.op("uitofp")
class UIToFPOp(_IntegerToFloatOp):
    """An unsigned integer as a float."""


@ARITH.op("sitofp")
class SIToFPOp(_IntegerToFloatOp):
    """A signed integer as a float."""


class _FloatToIntegerOp(ArithCastOp):
    input: d.Operand = d.operand(d.FLOAT_LIKE, name="in")
    out: d.Result = d.result(d.FIXED_WIDTH_INTEGER_LIKE)


@ARITH.op("fptoui")
class FPToUIOp(_FloatToIntegerOp):
    """A float rounded towards zero to an unsigned integer."""


@ARITH.op("fptosi")
class FPToSIOp(_FloatToIntegerOp):
    """A float rounded towards zero to a signed integer."""


class _IndexCastOp(ArithCastOp):
    input: d.Operand = d.operand(INDEX_CAST_TYPE, name="in")
    out: d.Result = d.result(INDEX_CAST_TYPE)
    elements_fit = staticmethod(_index_and_integer)


@ARITH.op("index_cast")
class IndexCastOp(_IndexCastOp):
    """Between an index and an integer, with sign."""


@ARITH.op("index_castui")
class IndexCastUIOp(_IndexCastOp):
    """Between an index and an integer, without sign."""


@ARITH.op("bitcast")
class BitcastOp(ArithCastOp):
    """The same bits as another type of that width."""

    input: d.Operand = d.operand(BITCAST_TYPE, name="in")
    out: d.Result = d.result(BITCAST_TYPE)
    elements_fit = staticmethod(_same_width)

    def fold(self) -> list[ir.Value] | None:
        return [self.operand(0)] if self.operand(0).type is self.results[0].type else None


class ScalingCastOp(d.Operation, CastOpInterface):
    """Base of the casts by blocks with a scale, as the OCP microscaling formats define them."""

    traits = (d.Pure(), SameInputOutputTensorDims(), d.ElementwiseMappable())

    @staticmethod
    def elements_fit(source: ir.Type, target: ir.Type) -> bool:
        """Whether one element type can be cast to another."""
        raise NotImplementedError

    def verify_op(self) -> None:
        source, scale = (operand.type for operand in self.operands)
        target = self.results[0].type
        elements = (ir.element_type_or_self(source), ir.element_type_or_self(target))
        if isinstance(source, ir.ShapedType) != isinstance(
            target, ir.ShapedType
        ) or not self.elements_fit(*elements):
            raise self.error(
                f"operand types '{source}', '{scale}' and result type '{target}' "
                "are cast incompatible"
            )


@ARITH.op("scaling_extf")
class ScalingExtFOp(ScalingCastOp):
    """A float in a wider format, times its scale."""

    input: d.Operand = d.operand(d.FLOAT_LIKE, name="in")
    scale: d.Operand = d.operand(d.FLOAT_LIKE)
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    out: d.Result = d.result(d.FLOAT_LIKE)
    elements_fit = staticmethod(_widens_float)
    assembly_format = (
        "$in `,` $scale (`fastmath` `` $fastmath^)? "
        "attr-dict `:` type($in) `,` type($scale) `to` type($out)"
    )


@ARITH.op("scaling_truncf")
class ScalingTruncFOp(ScalingCastOp):
    """A float in a narrower format, divided by its scale."""

    input: d.Operand = d.operand(d.FLOAT_LIKE, name="in")
    scale: d.Operand = d.operand(d.FLOAT_LIKE)
    roundingmode: d.OptionalAttr[ir.IntegerAttr, str] = d.optional_attr(ROUNDING_MODE)
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    out: d.Result = d.result(d.FLOAT_LIKE)
    elements_fit = staticmethod(_narrows_float)
    assembly_format = (
        "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? "
        "attr-dict `:` type($in) `,` type($scale) `to` type($out)"
    )
