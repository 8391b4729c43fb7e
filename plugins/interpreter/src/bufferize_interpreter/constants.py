"""The arrays that the elements attributes of a program stand for."""

from __future__ import annotations

from typing import Any

import numpy as np

from bufferize.ir import (
    Attribute,
    DenseElementsAttr,
    DenseResourceElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    Operation,
    ShapedType,
    SparseElementsAttr,
)
from bufferize.plugins import Context
from bufferize_interpreter.elements import as_objects, dense_array, element_of
from bufferize_interpreter.expressions import elements_are_symbolic, symbolic_elements
from bufferize_interpreter.traps import ProgramError, TrapKind
from bufferize_interpreter.values import Array


def constant_value(attribute: Attribute, module: Operation, context: Context) -> Any:
    """The value that an attribute stands for: a scalar, or an array that is not to be written to.

    Raises ProgramError for an attribute that is no number and has no numbers, and where the module's
    text does not hold its data.
    """
    if isinstance(attribute, IntegerAttr | FloatAttr):
        return element_of(attribute.type).scalar(attribute.value)
    if not elements_are_symbolic():
        return _constant_array(attribute, module, context)
    with symbolic_elements(False):
        array = _constant_array(attribute, module, context)
    return array if _is_of_indices(attribute) else as_objects(array)


def _is_of_indices(attribute: Attribute) -> bool:
    type = getattr(attribute, "type", None)
    return isinstance(type, ShapedType) and isinstance(type.element_type, IndexType)


def _constant_array(attribute: Attribute, module: Operation, context: Context) -> Array:
    if isinstance(attribute, DenseElementsAttr):
        return dense_array(attribute)
    if isinstance(attribute, SparseElementsAttr):
        return _sparse_array(attribute)
    if isinstance(attribute, DenseResourceElementsAttr):
        blob = context.resources_of(module).get("builtin", {}).get(attribute.key)
        if blob is not None:
            return _resource_array(attribute, blob)
    raise ProgramError(TrapKind.OTHER, f"has the constant {attribute}, whose data is not there")


def _sparse_array(attribute: SparseElementsAttr) -> Array:
    type, places, values = attribute.type, attribute.indices, attribute.values
    if not isinstance(places, DenseElementsAttr) or not isinstance(values, DenseElementsAttr):
        raise ProgramError(TrapKind.OTHER, f"has the constant {attribute}, whose data is not there")
    shape = type.extents or ()
    array = np.zeros(shape, element_of(type.element_type).dtype)
    indices = dense_array(places).reshape(-1, len(shape))
    array[tuple(indices.T)] = np.broadcast_to(dense_array(values), len(indices))
    return array


def _resource_array(attribute: DenseResourceElementsAttr, blob: str) -> Array:
    """The text of a blob is the alignment of its data, in four bytes, and the data."""
    type = attribute.type
    dtype = element_of(type.element_type).dtype
    try:
        data = bytes.fromhex(blob.strip('"').removeprefix("0x"))[4:]
        return np.frombuffer(data, dtype).reshape(type.extents or ())
    except ValueError as problem:
        message = f"has the constant {attribute}, whose data does not fit: {problem}"
        raise ProgramError(TrapKind.OTHER, message) from None
