"""Conversion of arguments to values of a program, and of its results to NumPy's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bufferize import ir
from bufferize.dialects.strided import row_major_strides
from bufferize_interpreter.arithmetic.elements import Element, element_of
from bufferize_interpreter.arithmetic.integers import range_of
from bufferize_interpreter.memory import Allocation, MemRef, layout_for, span_of
from bufferize_interpreter.symbols.expressions import Expression
from bufferize_interpreter.values import Array, Poison, PoisonArray


class ArgumentError(ValueError):
    """The error that an argument does not have the type that the program takes."""


def argument(value: Any, type: ir.Type, write_back: list[Callable[[], None]]) -> Any:
    """Return the program's value of `type` for an argument of its caller.

    A buffer shares the memory of a NumPy array if that is contiguous, has the type's own dtype, and
    the type's layout is row-major. Otherwise the elements are copied, and a function that copies
    them back is appended to `write_back`. Raises ArgumentError for an argument that does not fit
    the type.
    """
    if isinstance(type, ir.MemRefType | ir.UnrankedMemRefType):
        return _buffer(value, type, write_back)
    if isinstance(type, ir.ShapedType):
        array = _array(value, type)
        copy = array.copy()
        copy.flags.writeable = False
        return copy
    if isinstance(type, ir.IntegerType | ir.IndexType | ir.FloatType | ir.ComplexType):
        return _scalar(value, type)
    return value


def _scalar(value: Any, type: ir.Type) -> Any:
    if isinstance(value, Poison | Expression):
        return value
    is_array = isinstance(value, np.ndarray)
    if is_array and value.size != 1:
        raise ArgumentError(f"an array of extents {list(value.shape)} is no {type}")
    number = value.item() if is_array or isinstance(value, np.generic) else value
    integral = isinstance(type, ir.IntegerType | ir.IndexType)
    allowed: Any = int if integral else int | float
    if isinstance(type, ir.ComplexType):
        allowed = int | float | complex
    if isinstance(value, np.generic) and not integral:
        number, allowed = value, object
    if not isinstance(number, allowed):
        raise ArgumentError(f"{value!r} is no {type}")
    scalar = element_of(type).scalar(number)
    if integral and not -(1 << _width(type) - 1) <= number < 1 << _width(type):
        raise ArgumentError(f"{value!r} does not fit into {type}")
    return scalar


def _width(type: ir.Type) -> int:
    return max(type.width, 1) if isinstance(type, ir.IntegerType) else 64


def _array(value: Any, type: ir.ShapedType) -> Array:
    element = element_of(type.element_type)
    try:
        array = np.asarray(value)
        if array.dtype != element.dtype:
            _refuse_loss(array, element, type)
            array = array.astype(element.dtype)
    except (TypeError, ValueError, OverflowError) as problem:
        raise ArgumentError(f"no array of {type}: {problem}") from problem
    if isinstance(type.element_type, ir.IntegerType) and array.dtype.kind in "iu" and array.size:
        low, high = range_of(type.element_type)
        if array.min() < low or array.max() > high:
            raise ArgumentError(f"numbers that do not fit into {type}")
    shape = type.extents
    if shape is not None:
        shape = (*shape, *element.shape)
        fits = len(shape) == array.ndim and all(
            extent in (ir.DYNAMIC, given) for extent, given in zip(shape, array.shape, strict=True)
        )
        if not fits:
            raise ArgumentError(f"an array of extents {list(array.shape)} is no {type}")
    return array


def _refuse_loss(array: Array, element: Element, type: ir.ShapedType) -> None:
    """Raise ArgumentError if the conversion of an array would change its numbers.

    Python's numbers may be given for any type; an array of another dtype is probably a mistake.
    """
    if element.dtype == np.object_ or array.dtype == np.object_ or not array.size:
        return
    if array.dtype.kind in "iub" and element.dtype.kind in "iub":
        narrowed = array.astype(element.dtype)
        if not np.array_equal(narrowed.astype(array.dtype), array):
            raise ArgumentError(f"numbers that do not fit into {type}")
    elif array.dtype.kind in "fc" and element.dtype.kind in "iub":
        raise ArgumentError(f"an array of {array.dtype} is no {type}")


def _buffer(
    value: Any, type: ir.MemRefType | ir.UnrankedMemRefType, write_back: list[Callable[[], None]]
) -> MemRef:
    if isinstance(value, MemRef):
        return value
    element = element_of(type.element_type)
    if isinstance(value, np.ndarray) and value.dtype != element.dtype:
        raise ArgumentError(f"an array of {value.dtype} cannot be written to as {type}")
    array = _array(value, type)
    sizes = array.shape[: array.ndim - len(element.shape)]
    strides, offset = _layout(type, sizes)
    given = value if isinstance(value, np.ndarray) else None
    shares = (
        array is given
        and array.flags.c_contiguous
        and array.flags.writeable
        and offset == 0
        and strides == tuple(row_major_strides(sizes))
    )
    if shares:
        data = array.reshape(-1, *element.shape)
    else:
        _, count = span_of(offset, sizes, strides)
        data = np.zeros((count, *element.shape), element.dtype)
    allocation = Allocation(
        element,
        data,
        True,
        kind="argument",
        space=type.memory_space,
        read_only=given is not None and not given.flags.writeable,
    )
    view = MemRef(allocation, offset, sizes, strides)
    if not shares:
        view._view(data)[...] = array
        if given is not None and given.flags.writeable:
            write_back.append(lambda: np.copyto(given, view._view(data), casting="unsafe"))
    return view


def _layout(
    type: ir.MemRefType | ir.UnrankedMemRefType, sizes: tuple[int, ...]
) -> tuple[tuple[int, ...], int]:
    """Return the strides and offset of a buffer, row-major if the type does not determine them."""
    if not isinstance(type, ir.MemRefType):
        return tuple(row_major_strides(sizes)), 0
    try:
        strides, offset = layout_for(type, sizes)
    except ValueError as problem:
        raise ArgumentError(str(problem)) from None
    return tuple(strides), offset


def result(value: Any, type: ir.Type) -> Any:
    """Return a value of `type` in the form for the program's caller, with writable arrays.

    An array with undefined elements becomes a `numpy.ma.MaskedArray` that masks them.
    """
    if isinstance(value, MemRef):
        value = value.read()
    if isinstance(value, PoisonArray):
        return np.ma.masked_array(value.values.copy(), value.poison)
    if isinstance(value, np.ndarray):
        return value if value.flags.owndata and value.flags.writeable else value.copy()
    return value


def is_undefined(value: Any) -> bool:
    """Return whether a value, or an element of it, is undefined."""
    if isinstance(value, MemRef):
        return not bool(value.defined_window().all())
    return isinstance(value, Poison | PoisonArray)
