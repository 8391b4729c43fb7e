"""Iteration spaces and indexing maps, written with a letter for each loop.

`loops` has one letter per loop, in order: a lower-case one for a parallel loop, an upper-case one
for a reduction. An operand is the letters of its indices; a letter followed by its upper-case twin
is the position `h * stride + H * dilation` of a sliding window. `.` is an operand without indices.
A two-dimensional convolution of NHWC images is `nhwfHWC` with operands `nhHwWC HWCf nhwf`.
"""

from __future__ import annotations

from functools import cache, lru_cache

from bufferize import ir

PARALLEL = "parallel"
REDUCTION = "reduction"


@cache
def iterator_types(loops: str) -> tuple[str, ...]:
    """The type of each loop."""
    return tuple(PARALLEL if letter.islower() else REDUCTION for letter in loops)


def num_windows(operands: str) -> int:
    """How many sliding windows the operands have: the length of strides and of dilations."""
    first = operands.split()[0]
    return sum(first[i + 1 : i + 2] == letter.upper() for i, letter in enumerate(_lower(first)))


def _lower(text: str) -> str:
    """`text` with a space, which has no upper-case twin, for each upper-case letter."""
    return "".join(letter if letter.islower() else " " for letter in text)


@lru_cache(maxsize=512)
def indexing_maps(
    loops: str,
    operands: str,
    strides: tuple[int, ...] = (),
    dilations: tuple[int, ...] = (),
) -> tuple[ir.AffineMap, ...]:
    """The indexing map of each operand; strides and dilations are 1 where none are given."""
    return tuple(
        ir.AffineMap(len(loops), 0, tuple(_indices(loops, letters, strides, dilations)))
        for letters in operands.split()
    )


def _indices(
    loops: str, letters: str, strides: tuple[int, ...], dilations: tuple[int, ...]
) -> list[ir.AffineExpr]:
    indices: list[ir.AffineExpr] = []
    window = 0
    position = 0
    letters = letters.strip(".")
    while position < len(letters):
        letter = letters[position]
        index: ir.AffineExpr = ir.AffineDimExpr(loops.index(letter))
        position += 1
        if letter.islower() and letters[position : position + 1] == letter.upper():
            inside: ir.AffineExpr = ir.AffineDimExpr(loops.index(letter.upper()))
            stride = strides[window] if strides else 1
            dilation = dilations[window] if dilations else 1
            index = index * stride + inside * dilation
            window += 1
            position += 1
        indices.append(index)
    return indices
