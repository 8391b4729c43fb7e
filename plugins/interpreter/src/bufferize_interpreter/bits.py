"""The bits of elements: arrays read as elements of another type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bufferize.ir import Type, bit_width
from bufferize_interpreter.elements import Element, element_of
from bufferize_interpreter.expressions import NotSymbolic, elements_are_symbolic
from bufferize_interpreter.lifting import lifted_ufunc
from bufferize_interpreter.traps import ProgramError, TrapKind
from bufferize_interpreter.values import Array


def _width(element: Element) -> int:
    width = bit_width(element.type)
    if element.dtype == np.object_:
        raise ProgramError(TrapKind.OTHER, f"needs the bits of '{element.type}', which has none")
    return 64 if width is None else width


def bits_of(array: Array, element: Element) -> Array:
    """The bits of each element, the lowest first, along one more dimension."""
    raw = np.ascontiguousarray(array).reshape(*array.shape, 1).view(np.uint8)
    return np.unpackbits(raw, axis=-1, count=_width(element), bitorder="little")


def from_bits(bits: Array, element: Element) -> Array:
    """The elements with these bits."""
    width, size = _width(element), element.dtype.itemsize
    # An integer of fewer bits than its place is held with its sign.
    fill = bits[..., -1:] if element.dtype.kind == "i" else np.zeros_like(bits[..., :1])
    padding = np.repeat(fill, 8 * size - width, axis=-1)
    raw = np.packbits(np.concatenate([bits, padding], axis=-1), axis=-1, bitorder="little")
    return raw.view(element.dtype).reshape(bits.shape[:-1])


def bitcast(array: Array, source: Element, target: Element, shape: Sequence[int]) -> Array:
    """The bits of an array as one of `shape`, whose last dimension holds as many bits.

    Raises NotSymbolic for expressions, unless each gives one element.
    """
    if elements_are_symbolic():
        return _symbolic_bitcast(array, source.type, target.type, shape)
    if (source.dtype.itemsize, target.dtype.itemsize) == (_width(source) / 8, _width(target) / 8):
        flat = np.ascontiguousarray(array).reshape(-1)
        return flat.view(target.dtype).reshape(shape)
    bits = bits_of(array, source).reshape(*shape, _width(target))
    return from_bits(bits, target)


def _symbolic_bitcast(array: Array, source: Type, target: Type, shape: Sequence[int]) -> Array:
    if tuple(shape) != array.shape:
        raise NotSymbolic("reads the bits of elements as those of others")

    def make() -> Callable[[Any], Any]:
        elements = element_of(source), element_of(target)

        def number(value: Any) -> Any:
            return elements[1].scalar(bitcast(value.reshape(1), *elements, (1,))[0])

        return number

    found: Array = lifted_ufunc(f"bitcast to {target}", make, source)(array)
    return found
