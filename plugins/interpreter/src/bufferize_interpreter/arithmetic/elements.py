"""The representation of elements, as scalars and in arrays of NumPy and ml_dtypes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import prod
from typing import Any, Final, NamedTuple

import ml_dtypes
import numpy as np

from bufferize import ir
from bufferize.diagnostics import PluginError
from bufferize.ir.dense import numbers
from bufferize.plugins import Context
from bufferize_interpreter.symbols.expressions import (
    Expression,
    elements_are_symbolic,
    symbolic_elements,
)
from bufferize_interpreter.traps import ProgramError, TrapKind
from bufferize_interpreter.values import Array

_NUMPY_FLOATS: Final = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
_ML_FLOATS: Final = {
    "bf16": "bfloat16",
    "f8E5M2": "float8_e5m2",
    "f8E4M3": "float8_e4m3",
    "f8E3M4": "float8_e3m4",
    "f8E4M3FN": "float8_e4m3fn",
    "f8E5M2FNUZ": "float8_e5m2fnuz",
    "f8E4M3FNUZ": "float8_e4m3fnuz",
    "f8E4M3B11FNUZ": "float8_e4m3b11fnuz",
    "f8E8M0FNU": "float8_e8m0fnu",
    "f6E3M2FN": "float6_e3m2fn",
    "f6E2M3FN": "float6_e2m3fn",
    "f4E2M1FN": "float4_e2m1fn",
}


class Element(NamedTuple):
    """The representation of elements of one type."""

    type: ir.Type
    dtype: np.dtype[Any]
    """The dtype of arrays of these elements; `object` if NumPy has none."""
    shape: tuple[int, ...]
    """The extents that one element adds to an array: the extents of a vector, otherwise none."""
    size: int
    """The size in bytes; the size of a pointer if the type has no size."""
    scalar: Callable[[Any], Any]
    """A function that rounds or wraps a number or an array's element to a scalar."""


def element_of(type: ir.Type) -> Element:
    """Return the representation of elements of `type`.

    While elements are symbolic, floats, integers and complex numbers are held as objects: numbers
    and expressions. An index is always a number.

    Raises PluginError for an unknown float format.
    """
    return _symbolic_element(type) if elements_are_symbolic() else _element(type)


@cache
def _element(type: ir.Type) -> Element:
    if isinstance(type, ir.VectorType):
        return _element_of_vectors(type, _element(type.element_type))
    dtype = dtype_of(type)
    return Element(type, dtype, (), ir.memory_bytes(type) or 8, _scalar(type, dtype))


def _element_of_vectors(type: ir.VectorType, inner: Element) -> Element:
    return Element(type, inner.dtype, type.shape, inner.size * prod(type.shape), _same)


@cache
def _symbolic_element(type: ir.Type) -> Element:
    if isinstance(type, ir.VectorType):
        return _element_of_vectors(type, _symbolic_element(type.element_type))
    plain = _element(type)
    if not isinstance(type, ir.FloatType | ir.IntegerType | ir.ComplexType):
        return plain
    number = plain.scalar

    def scalar(value: Any) -> Any:
        return value if value.__class__ is Expression else number(value)

    return plain._replace(dtype=np.dtype(np.object_), scalar=scalar)


def as_objects(array: Array) -> Array:
    """Return an array of numbers in the representation that symbolic programs use."""
    if array.dtype == np.object_:
        return array
    if array.size > 1 and not any(array.strides):  # one element, repeated
        first = array.reshape(-1)[:1].astype(np.object_)
        return np.broadcast_to(first.reshape(()), array.shape)
    return array.astype(np.object_)


def dtype_of(type: ir.Type) -> np.dtype[Any]:
    """Return the dtype of arrays of elements of `type`. Raises PluginError if there is none."""
    if isinstance(type, ir.IndexType):
        return np.dtype(np.int64)
    if isinstance(type, ir.IntegerType):
        return _integer_dtype(type)
    if isinstance(type, ir.FloatType):
        return _float_dtype(type)
    if isinstance(type, ir.ComplexType) and isinstance(type.element_type, ir.FloatType):
        names = {"f32": np.complex64, "f64": np.complex128}
        return np.dtype(names.get(type.element_type.name, np.object_))
    return np.dtype(np.object_)


def _integer_dtype(type: ir.IntegerType) -> np.dtype[Any]:
    if type.width == 1 and type.signedness is ir.Signedness.SIGNLESS:
        return np.dtype(np.bool_)
    if type.width > 64:
        return np.dtype(np.object_)
    bytes = next(n for n in (1, 2, 4, 8) if type.width <= 8 * n)
    return np.dtype(f"{'u' if type.signedness is ir.Signedness.UNSIGNED else 'i'}{bytes}")


def _float_dtype(type_: ir.FloatType) -> np.dtype[Any]:
    if type_.name in _NUMPY_FLOATS:
        return np.dtype(_NUMPY_FLOATS[type_.name])
    found: type[Any] | None = getattr(ml_dtypes, _ML_FLOATS.get(type_.name, ""), None)
    if found is None:
        raise PluginError(f"NumPy and the installed ml_dtypes have no floats of type {type_}")
    return np.dtype(found)


def _same(value: Any) -> Any:
    return value


def _scalar(type: ir.Type, dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    if isinstance(type, ir.IntegerType | ir.IndexType):
        wrap = wrapping(type)
        return lambda value: wrap(int(value))
    if dtype == np.float64:
        return float
    if dtype == np.complex128:
        return complex
    if dtype == np.object_:
        return _same
    make: Callable[[Any], Any] = dtype.type
    return make


def wrapping(type: ir.Type) -> Callable[[Any], Any]:
    """Return a function that wraps integers, or arrays of them, to the width of `type`.

    The function does not branch on its argument, so that it also takes poison.
    """
    width = ir.bit_width(type)
    assert width is not None
    mask = (1 << width) - 1
    unsigned = isinstance(type, ir.IntegerType) and (
        type.signedness is ir.Signedness.UNSIGNED
        or (width == 1 and type.signedness is ir.Signedness.SIGNLESS)
    )
    if unsigned:
        return lambda value: value & mask
    half = 1 << (width - 1) if width else 0
    return lambda value: ((value + half) & mask) - half


def dense_array(attribute: ir.DenseElementsAttr) -> Array:
    """Return the elements of `dense<…>` as an array of the type's shape, not to be changed."""
    type = attribute.type
    element = element_of(type.element_type)
    shape = type.extents or ()
    values: Array
    if attribute.is_splat:
        value = numbers(_first(attribute))[0]
        return np.broadcast_to(_array([value], element).reshape(()), shape)
    raw = element.dtype
    exact = ir.bit_width(type.element_type) == 8 * raw.itemsize
    if raw != np.object_ and exact:
        values = np.frombuffer(attribute.data, raw)
    else:
        values = _array(numbers(attribute), element)
    return values.reshape(shape)


def _first(attribute: ir.DenseElementsAttr) -> ir.DenseElementsAttr:
    type = attribute.type
    assert isinstance(type, ir.ShapedType)
    return ir.DenseElementsAttr(ir.VectorType((1,), type.element_type), attribute.data, True)


def _array(values: list[Any], element: Element) -> Array:
    if element.dtype == np.object_:
        array = np.empty(len(values), np.object_)
        array[:] = values
        return array
    return np.array(values, np.float64 if element.dtype.kind == "V" else None).astype(element.dtype)


def constant_value(attribute: ir.Attribute, module: ir.Operation, context: Context) -> Any:
    """Return the scalar or array for an attribute; the array must not be changed.

    Raises ProgramError if the attribute is neither a number nor elements, or if the module's text
    does not include its data.
    """
    if isinstance(attribute, ir.IntegerAttr | ir.FloatAttr):
        return element_of(attribute.type).scalar(attribute.value)
    if not elements_are_symbolic():
        return _constant_array(attribute, module, context)
    with symbolic_elements(False):
        array = _constant_array(attribute, module, context)
    return array if _is_of_indices(attribute) else as_objects(array)


def _is_of_indices(attribute: ir.Attribute) -> bool:
    type = getattr(attribute, "type", None)
    return isinstance(type, ir.ShapedType) and isinstance(type.element_type, ir.IndexType)


def _constant_array(attribute: ir.Attribute, module: ir.Operation, context: Context) -> Array:
    if isinstance(attribute, ir.DenseElementsAttr):
        return dense_array(attribute)
    if isinstance(attribute, ir.SparseElementsAttr):
        return _sparse_array(attribute)
    if isinstance(attribute, ir.DenseResourceElementsAttr):
        blob = context.resources_of(module).get("builtin", {}).get(attribute.key)
        if blob is not None:
            return _resource_array(attribute, blob)
    raise ProgramError(TrapKind.OTHER, f"has the constant {attribute}, whose data is not there")


def _sparse_array(attribute: ir.SparseElementsAttr) -> Array:
    type, places, values = attribute.type, attribute.indices, attribute.values
    if not isinstance(places, ir.DenseElementsAttr) or not isinstance(values, ir.DenseElementsAttr):
        raise ProgramError(TrapKind.OTHER, f"has the constant {attribute}, whose data is not there")
    shape = type.extents or ()
    array = np.zeros(shape, element_of(type.element_type).dtype)
    indices = dense_array(places).reshape(-1, len(shape))
    array[tuple(indices.T)] = np.broadcast_to(dense_array(values), len(indices))
    return array


def _resource_array(attribute: ir.DenseResourceElementsAttr, blob: str) -> Array:
    """Return the data of a resource, whose blob is the alignment and then the elements."""
    type = attribute.type
    dtype = element_of(type.element_type).dtype
    try:
        data = bytes.fromhex(blob.strip('"').removeprefix("0x"))[4:]
        return np.frombuffer(data, dtype).reshape(type.extents or ())
    except ValueError as problem:
        message = f"has the constant {attribute}, whose data does not fit: {problem}"
        raise ProgramError(TrapKind.OTHER, message) from None
