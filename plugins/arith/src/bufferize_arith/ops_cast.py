"""Casts of the arith dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    ElementwiseMappable,
    Operation,
    Pure,
    SameOperandsAndResultShape,
    TypeTrait,
)
from bufferize.define.constraint import one_of
from bufferize.define.type_constraints import (
    FIXED_WIDTH_INTEGER_LIKE,
    FLOAT,
    FLOAT_LIKE,
    SIGNLESS_INTEGER,
    SIGNLESS_INTEGER_LIKE,
    SIGNLESS_INTEGER_OR_INDEX,
    like,
    memref_of,
)
from bufferize.dialects.elementwise import FastMathAttr
from bufferize.interfaces import CastOpInterface
from bufferize.ir import (
    FloatType,
    IndexType,
    IntegerAttr,
    IntegerType,
    RankedTensorType,
    ShapedType,
    TensorType,
    Type,
    Value,
    bit_width,
    element_type_or_self,
)
from bufferize.ir import Operation as IrOperation
from bufferize_arith.attributes import (
    ARITH,
    OVERFLOW_NONE,
    ROUNDING_MODE,
    IntegerOverflowAttr,
)

INDEX_CAST_TYPE = one_of(
    SIGNLESS_INTEGER_LIKE,
    memref_of(SIGNLESS_INTEGER_OR_INDEX),
    description="signless-integer-like or memref of signless-integer",
)
_INTEGER_OR_FLOAT = one_of(SIGNLESS_INTEGER, FLOAT)
BITCAST_TYPE = one_of(
    like(_INTEGER_OR_FLOAT),
    memref_of(_INTEGER_OR_FLOAT),
    description="signless-integer-or-float-like or memref of signless-integer or float",
)


class SameInputOutputTensorDims(TypeTrait):
    """Tensor operand and result are ranked and have the same extents, dynamic ones included."""

    __slots__ = ()

    def verify(self, op: IrOperation) -> None:
        source, target = op.operand(0).type, op.results[0].type
        if not isinstance(source, TensorType) and not isinstance(target, TensorType):
            return
        if (
            not isinstance(source, RankedTensorType)
            or not isinstance(target, RankedTensorType)
            or source.shape != target.shape
        ):
            raise op.error("failed to verify that input and output have the same tensor dimensions")


def _width(type: Type) -> int:
    return bit_width(type) or 0


def _is_integer(type: Type) -> bool:
    return isinstance(type, IntegerType)


def _is_float(type: Type) -> bool:
    return isinstance(type, FloatType)


def _widens_integer(source: Type, target: Type) -> bool:
    return _is_integer(source) and _is_integer(target) and _width(source) < _width(target)


def _narrows_integer(source: Type, target: Type) -> bool:
    return _is_integer(source) and _is_integer(target) and _width(source) > _width(target)


def _widens_float(source: Type, target: Type) -> bool:
    return _is_float(source) and _is_float(target) and _width(source) < _width(target)


def _narrows_float(source: Type, target: Type) -> bool:
    return _is_float(source) and _is_float(target) and _width(source) > _width(target)


def _index_and_integer(source: Type, target: Type) -> bool:
    return (isinstance(source, IndexType) and _is_integer(target)) or (
        _is_integer(source) and isinstance(target, IndexType)
    )


def _same_width(source: Type, target: Type) -> bool:
    return _width(source) == _width(target)


class ArithCastOp(Operation, CastOpInterface):
    """Base of the casts: element by element from the operand's type to the result's."""

    __slots__ = ()

    traits = (
        Pure(),
        SameInputOutputTensorDims(),
        SameOperandsAndResultShape(),
        ElementwiseMappable(),
    )
    assembly_format = "$in attr-dict `:` type($in) `to` type($out)"

    @staticmethod
    def elements_fit(source: Type, target: Type) -> bool:
        """Whether one element type can be cast to another, beyond what the constraints say."""
        return True

    def verify_op(self) -> None:
        source, target = self.operand(0).type, self.results[0].type
        self.verify_cast(are_cast_compatible(type(self), source, target))


def are_cast_compatible(cast: type[ArithCastOp], source: Type, target: Type) -> bool:
    """Whether `cast` takes `source` to `target`."""
    if isinstance(source, ShapedType) != isinstance(target, ShapedType):
        return False
    if isinstance(source, TensorType) and isinstance(target, TensorType):
        if getattr(source, "encoding", None) is not getattr(target, "encoding", None):
            return False
    return cast.elements_fit(element_type_or_self(source), element_type_or_self(target))


class _ExtIOp(ArithCastOp):
    __slots__ = ()

    input: d.Operand = d.operand(FIXED_WIDTH_INTEGER_LIKE, name="in")
    out: d.Result = d.result(FIXED_WIDTH_INTEGER_LIKE)
    elements_fit = staticmethod(_widens_integer)


@ARITH.op("extui")
class ExtUIOp(_ExtIOp):
    """An integer made wider with zeros."""

    __slots__ = ()


@ARITH.op("extsi")
class ExtSIOp(_ExtIOp):
    """An integer made wider with its sign."""

    __slots__ = ()


@ARITH.op("trunci")
class TruncIOp(ArithCastOp):
    """An integer made narrower."""

    __slots__ = ()

    input: d.Operand = d.operand(FIXED_WIDTH_INTEGER_LIKE, name="in")
    overflow_flags: d.Attr[IntegerOverflowAttr, str] = d.default_attr(
        IntegerOverflowAttr, OVERFLOW_NONE, name="overflowFlags"
    )
    out: d.Result = d.result(FIXED_WIDTH_INTEGER_LIKE)
    elements_fit = staticmethod(_narrows_integer)
    assembly_format = "$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)"


@ARITH.op("extf")
class ExtFOp(ArithCastOp):
    """A float in a wider format."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_LIKE, name="in")
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    out: d.Result = d.result(FLOAT_LIKE)
    elements_fit = staticmethod(_widens_float)
    assembly_format = "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"


@ARITH.op("truncf")
class TruncFOp(ArithCastOp):
    """A float in a narrower format."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_LIKE, name="in")
    roundingmode: d.OptionalAttr[IntegerAttr, str] = d.optional_attr(ROUNDING_MODE)
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    out: d.Result = d.result(FLOAT_LIKE)
    elements_fit = staticmethod(_narrows_float)
    assembly_format = (
        "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"
    )


class _IntegerToFloatOp(ArithCastOp):
    __slots__ = ()

    input: d.Operand = d.operand(FIXED_WIDTH_INTEGER_LIKE, name="in")
    out: d.Result = d.result(FLOAT_LIKE)


@ARITH.op("uitofp")
class UIToFPOp(_IntegerToFloatOp):
    """An unsigned integer as a float."""

    __slots__ = ()


@ARITH.op("sitofp")
class SIToFPOp(_IntegerToFloatOp):
    """A signed integer as a float."""

    __slots__ = ()


class _FloatToIntegerOp(ArithCastOp):
    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_LIKE, name="in")
    out: d.Result = d.result(FIXED_WIDTH_INTEGER_LIKE)


@ARITH.op("fptoui")
class FPToUIOp(_FloatToIntegerOp):
    """A float rounded towards zero to an unsigned integer."""

    __slots__ = ()


@ARITH.op("fptosi")
class FPToSIOp(_FloatToIntegerOp):
    """A float rounded towards zero to a signed integer."""

    __slots__ = ()


class _IndexCastOp(ArithCastOp):
    __slots__ = ()

    input: d.Operand = d.operand(INDEX_CAST_TYPE, name="in")
    out: d.Result = d.result(INDEX_CAST_TYPE)
    elements_fit = staticmethod(_index_and_integer)


@ARITH.op("index_cast")
class IndexCastOp(_IndexCastOp):
    """Between an index and an integer, with sign."""

    __slots__ = ()


@ARITH.op("index_castui")
class IndexCastUIOp(_IndexCastOp):
    """Between an index and an integer, without sign."""

    __slots__ = ()


@ARITH.op("bitcast")
class BitcastOp(ArithCastOp):
    """The same bits as another type of that width."""

    __slots__ = ()

    input: d.Operand = d.operand(BITCAST_TYPE, name="in")
    out: d.Result = d.result(BITCAST_TYPE)
    elements_fit = staticmethod(_same_width)

    def fold(self) -> list[Value] | None:
        return [self.operand(0)] if self.operand(0).type is self.results[0].type else None


class ScalingCastOp(Operation, CastOpInterface):
    """Base of the casts by blocks with a scale, as the OCP microscaling formats define them."""

    __slots__ = ()

    traits = (Pure(), SameInputOutputTensorDims(), ElementwiseMappable())

    @staticmethod
    def elements_fit(source: Type, target: Type) -> bool:
        """Whether one element type can be cast to another."""
        raise NotImplementedError

    def verify_op(self) -> None:
        source, scale = (operand.type for operand in self.operands)
        target = self.results[0].type
        elements = (element_type_or_self(source), element_type_or_self(target))
        if isinstance(source, ShapedType) != isinstance(
            target, ShapedType
        ) or not self.elements_fit(*elements):
            raise self.error(
                f"operand types '{source}', '{scale}' and result type '{target}' "
                "are cast incompatible"
            )


@ARITH.op("scaling_extf")
class ScalingExtFOp(ScalingCastOp):
    """A float in a wider format, times its scale."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_LIKE, name="in")
    scale: d.Operand = d.operand(FLOAT_LIKE)
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    out: d.Result = d.result(FLOAT_LIKE)
    elements_fit = staticmethod(_widens_float)
    assembly_format = (
        "$in `,` $scale (`fastmath` `` $fastmath^)? "
        "attr-dict `:` type($in) `,` type($scale) `to` type($out)"
    )


@ARITH.op("scaling_truncf")
class ScalingTruncFOp(ScalingCastOp):
    """A float in a narrower format, divided by its scale."""

    __slots__ = ()

    input: d.Operand = d.operand(FLOAT_LIKE, name="in")
    scale: d.Operand = d.operand(FLOAT_LIKE)
    roundingmode: d.OptionalAttr[IntegerAttr, str] = d.optional_attr(ROUNDING_MODE)
    fastmath: d.OptionalAttr[FastMathAttr, str] = d.optional_attr(FastMathAttr)
    out: d.Result = d.result(FLOAT_LIKE)
    elements_fit = staticmethod(_narrows_float)
    assembly_format = (
        "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? "
        "attr-dict `:` type($in) `,` type($scale) `to` type($out)"
    )
