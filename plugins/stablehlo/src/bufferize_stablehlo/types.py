"""The types of the stablehlo dialect, and constraints on operands, results and attributes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import QuantizedTypeInterface
from bufferize_stablehlo.attributes import (
    OutputOperandAliasAttr,
    PrecisionAttr,
    ReplicaGroupMeshAxesAttr,
    ResultAccuracyAttr,
    ResultAccuracyModeAttr,
    TypeExtensionsAttr,
)
from bufferize_stablehlo.dialect import STABLEHLO


@STABLEHLO.type("token")
@ir.parameters
class TokenType(ir.Type):
    """`!stablehlo.token`: orders operations with side effects."""


@STABLEHLO.type("future")
@ir.parameters
class FutureType(ir.Type):
    """`!stablehlo.future<types>`: the results of an asynchronous computation."""

    types: tuple[ir.Type, ...]

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> FutureType:
        """Parse `<types>`."""
        parser.parse_punctuation("<")
        types = parser.parse_type_list()
        parser.parse_punctuation(">")
        return cls(tuple(types))

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        printer.print_types(self.types)
        printer.write(">")


Check = Callable[[Any], bool]

# Element types.

_INT_WIDTHS, _FLOAT_WIDTHS = (2, 4, 8, 16, 32, 64), (4, 6, 8, 16, 32, 64)


def _is_int(type: Any) -> bool:
    return (
        isinstance(type, ir.IntegerType)
        and type.width in _INT_WIDTHS
        and type.signedness is not ir.Signedness.SIGNED
    )


def _is_quantized(type: Any) -> bool:
    return isinstance(type, QuantizedTypeInterface) and None not in (
        type.storage_type,
        type.expressed_type,
    )


INT: d.Constraint[ir.Type] = d.pred(_is_int, "2/4/8/16/32/64-bit integer")
SIGNLESS_INT: d.Constraint[ir.Type] = d.pred(
    lambda t: _is_int(t) and t.signedness is ir.Signedness.SIGNLESS,
    "2/4/8/16/32/64-bit signless integer",
)
BOOL: d.Constraint[ir.Type] = d.pred(lambda t: t is ir.I1, "bool")
FLOAT: d.Constraint[ir.Type] = d.pred(
    lambda t: isinstance(t, ir.FloatType) and t.width in _FLOAT_WIDTHS,
    "4/6/8/16/32/64-bit float",
)
FLOAT_32_64: d.Constraint[ir.Type] = d.pred(
    lambda t: isinstance(t, ir.FloatType) and t.name in ("f32", "f64"), "32/64-bit float"
)
COMPLEX: d.Constraint[ir.Type] = d.pred(
    lambda t: isinstance(t, ir.ComplexType) and FLOAT_32_64.check(t.element_type),
    "complex type with 32/64-bit float elements",
)
PER_TENSOR: d.Constraint[ir.Type] = d.pred(
    lambda t: _is_quantized(t) and t.has_one_scale, "per-tensor integer quantized"
)
PER_AXIS: d.Constraint[ir.Type] = d.pred(
    lambda t: _is_quantized(t) and not t.has_one_scale, "per-axis integer quantized"
)
_PLAIN = (FLOAT, BOOL, INT, COMPLEX)
_ANY: d.Constraint[ir.Type] = d.one_of(*_PLAIN, PER_TENSOR)
_ANY_PER_AXIS: d.Constraint[ir.Type] = d.one_of(*_PLAIN, PER_TENSOR, PER_AXIS)

# Tensors.


def ranked(*elements: d.Constraint[ir.Type]) -> d.Constraint[ir.RankedTensorType]:
    """Return the constraint of a ranked tensor with elements of the given kinds."""
    return d.ranked_tensor_of(d.one_of(*elements))


def _of_shape(words: str, element: d.Constraint[ir.Type], check: Check) -> d.Constraint[ir.Type]:
    return d.pred(
        lambda t: isinstance(t, ir.RankedTensorType) and element.check(t.element_type) and check(t),
        f"{words} of {element.description} values",
    )


def _is_static(type: ir.RankedTensorType) -> bool:
    return ir.DYNAMIC not in type.shape


def _is_bounded(type: ir.RankedTensorType) -> bool:
    """Return whether exactly one extent is dynamic, and has a bound."""
    bounds = type.encoding.bounds if isinstance(type.encoding, TypeExtensionsAttr) else ()
    dynamic = [dim for dim, extent in enumerate(type.shape) if extent == ir.DYNAMIC]
    return len(dynamic) == 1 and len(bounds) > dynamic[0] and bounds[dynamic[0]] != ir.DYNAMIC


TENSOR = ranked(*_PLAIN, PER_TENSOR)
TENSOR_PER_AXIS = ranked(*_PLAIN, PER_TENSOR, PER_AXIS)
PLAIN_TENSOR = ranked(*_PLAIN)
PRED_TENSOR = ranked(BOOL)
INT_TENSOR = ranked(INT)
FLOAT_TENSOR = ranked(FLOAT)
FLOAT_32_64_TENSOR = ranked(FLOAT_32_64)
COMPLEX_TENSOR = ranked(COMPLEX)
PRED_OR_INT_TENSOR = ranked(BOOL, INT)
INT_OR_FLOAT_TENSOR = ranked(INT, FLOAT)
PRED_INT_OR_FLOAT_TENSOR = ranked(BOOL, INT, FLOAT)
FLOAT_OR_COMPLEX_TENSOR = ranked(FLOAT, COMPLEX)
FLOAT_OR_QUANTIZED_TENSOR = ranked(FLOAT, PER_TENSOR)
FLOAT_COMPLEX_OR_QUANTIZED_TENSOR = ranked(FLOAT, COMPLEX, PER_TENSOR)
NUMBER_TENSOR = ranked(INT, FLOAT, COMPLEX, PER_TENSOR)
SIGNED_NUMBER_TENSOR = ranked(SIGNLESS_INT, FLOAT, COMPLEX, PER_TENSOR)
SIGNED_REAL_TENSOR = ranked(SIGNLESS_INT, FLOAT, PER_TENSOR)
QUANTIZED_TENSOR = ranked(PER_TENSOR, PER_AXIS)
FLOAT_OR_ANY_QUANTIZED_TENSOR = ranked(FLOAT, PER_TENSOR, PER_AXIS)
I32_TENSOR = d.ranked_tensor_of(d.I32)
UI32_TENSOR = d.ranked_tensor_of(
    d.pred(
        lambda t: t is ir.IntegerType(32, ir.Signedness.UNSIGNED),
        "32-bit unsigned integer",
    )
)
INDEX_OR_INTEGER_TENSOR = d.ranked_tensor_of(
    d.pred(lambda t: isinstance(t, ir.IntegerType | ir.IndexType), "integer or index")
)
STATIC_TENSOR_PER_AXIS = _of_shape("statically shaped tensor", _ANY_PER_AXIS, _is_static)
STATIC_NUMBER_TENSOR = _of_shape(
    "statically shaped tensor", d.one_of(INT, FLOAT, COMPLEX, PER_TENSOR), _is_static
)
STATIC_INT_OR_FLOAT_TENSOR = _of_shape("statically shaped tensor", d.one_of(INT, FLOAT), _is_static)
STATIC_OR_BOUNDED_TENSOR = _of_shape(
    "statically shaped or single bounded dimension tensor",
    _ANY_PER_AXIS,
    lambda t: _is_static(t) or _is_bounded(t),
)
SCALAR = _of_shape("0D tensor", _ANY, lambda t: t.rank == 0)
INT_SCALAR = _of_shape("0D tensor", INT, lambda t: t.rank == 0)
PRED_INT_OR_FLOAT_SCALAR = _of_shape("0D tensor", d.one_of(BOOL, INT, FLOAT), lambda t: t.rank == 0)
FLOAT_OR_QUANTIZED_TENSOR_1D = _of_shape(
    "1D tensor", d.one_of(FLOAT, PER_TENSOR), lambda t: t.rank == 1
)
_DIMENSION: d.Constraint[ir.Type] = d.one_of(d.INDEX, INT)
DIMENSION_TENSOR = _of_shape("1D tensor", _DIMENSION, lambda t: t.rank == 1)
STATIC_DIMENSION_TENSOR = _of_shape(
    "statically shaped 1-dimensional tensor", _DIMENSION, lambda t: t.rank == 1 and _is_static(t)
)
STATIC_INT_TENSOR_1D = _of_shape(
    "statically shaped 1-dimensional integer tensor", INT, lambda t: t.rank == 1 and _is_static(t)
)
STATIC_INT_TENSOR_2D = _of_shape(
    "statically shaped 2-dimensional integer tensor", INT, lambda t: t.rank == 2 and _is_static(t)
)

# Other values.

TOKEN = d.instance_of(TokenType, "token")
FUTURE = d.instance_of(FutureType, "future")
_PER_AXIS_TENSOR = ranked(PER_AXIS)
BUFFER: d.Constraint[ir.Type] = d.pred(
    lambda t: isinstance(t, ir.MemRefType) and _ANY.check(t.element_type),
    f"memref of {_ANY.description} values",
)
TENSOR_OR_TOKEN: d.Constraint[ir.Type] = d.one_of(TENSOR, TOKEN)
TENSOR_PER_AXIS_OR_TOKEN: d.Constraint[ir.Type] = d.one_of(TENSOR, _PER_AXIS_TENSOR, TOKEN)
TENSOR_TOKEN_OR_BUFFER: d.Constraint[ir.Type] = d.one_of(TENSOR, _PER_AXIS_TENSOR, TOKEN, BUFFER)
STATIC_TENSOR_OR_TOKEN: d.Constraint[ir.Type] = d.one_of(STATIC_TENSOR_PER_AXIS, TOKEN)


def _tuple_of(leaf: d.Constraint[ir.Type]) -> d.Constraint[ir.Type]:
    def check(type: Any) -> bool:
        return isinstance(type, ir.TupleType) and all(leaf.check(t) or check(t) for t in type.types)

    return d.pred(check, f"nested tuple with any combination of {leaf.description} values")


_IN_TUPLES: d.Constraint[ir.Type] = d.one_of(TENSOR, BUFFER, _PER_AXIS_TENSOR, TOKEN)
TUPLE = _tuple_of(_IN_TUPLES)
TENSOR_TOKEN_OR_TUPLE: d.Constraint[ir.Type] = d.one_of(TENSOR, _PER_AXIS_TENSOR, TOKEN, TUPLE)
ANY_VALUE: d.Constraint[ir.Type] = d.one_of(TENSOR, _PER_AXIS_TENSOR, TOKEN, TUPLE, BUFFER)
_ANY_TENSOR: d.Constraint[ir.Type] = d.pred(
    lambda t: isinstance(t, ir.TensorType) and _ANY_PER_AXIS.check(t.element_type),
    f"tensor of {_ANY_PER_AXIS.description} values",
)
_IN_CALLS: d.Constraint[ir.Type] = d.one_of(_ANY_TENSOR, BUFFER, TOKEN)
CALL_VALUE: d.Constraint[ir.Type] = d.one_of(_IN_CALLS, _tuple_of(_IN_CALLS), FUTURE)

# Attributes.

DIMENSION = d.confined(d.I64_ATTR, d.NON_NEGATIVE)
COUNT = d.confined(d.I64_ATTR, d.POSITIVE)
PRECISION_CONFIG = d.array_of(PrecisionAttr, "Precision Config attribute")
RESULT_ACCURACY = d.instance_of(
    ResultAccuracyAttr, "The requested accuracy for transcendental unary ops."
)
DEFAULT_ACCURACY = ResultAccuracyAttr(0.0, 0.0, 0, ResultAccuracyModeAttr.of("DEFAULT"))
REPLICA_GROUPS: d.Constraint[ir.Attribute] = d.pred(
    lambda a: isinstance(a, ReplicaGroupMeshAxesAttr) or d.I64_ELEMENTS.check(a),
    "64-bit signless integer elements attribute or mesh and axes based replica groups "
    "representation.",
)
STRING_OR_DICTIONARY: d.Constraint[ir.Attribute] = d.one_of(d.STR_ATTR, d.DICT_ATTR)
_INDICES_1D: d.Constraint[ir.Attribute] = d.pred(
    lambda a: (
        isinstance(a, ir.DenseElementsAttr)
        and isinstance(a.type.element_type, ir.IndexType)
        and a.type.extents is not None
        and len(a.type.extents) == 1
    ),
    "A 1D tensor of index type (layout)",
)
LAYOUTS = d.array_of(_INDICES_1D, "Array of layout (1D tensor of index type) attributes")
TILINGS = d.array_of(d.array_of(_INDICES_1D), "Array of tiling attributes")
ALIASES = d.array_of(
    OutputOperandAliasAttr, "Aliasing attribute for outputs and operands of CustomCall"
)
