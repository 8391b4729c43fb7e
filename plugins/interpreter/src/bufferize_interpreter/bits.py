"""The bits of elements: arrays read as elements of another type."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bufferize.ir import bit_width
from bufferize_interpreter.elements import Element
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
    """The bits of an array as one of `shape`, whose last dimension holds as many bits."""
    if (source.dtype.itemsize, target.dtype.itemsize) == (_width(source) / 8, _width(target) / 8):
        flat = np.ascontiguousarray(array).reshape(-1)
        return flat.view(target.dtype).reshape(shape)
    bits = bits_of(array, source).reshape(*shape, _width(target))
    return from_bits(bits, target)
