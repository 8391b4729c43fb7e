"""The semantics of softmax, the Winograd transforms, pack and unpack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from bufferize import ir
from bufferize_interpreter import (
    Array,
    ArrayValue,
    MemRef,
    Poison,
    ProgramError,
    TrapKind,
    moved,
    plain,
    poison_mask,
    with_poison,
)
from bufferize_linalg.ops_relayout import PackOp, RelayoutOp, UnPackOp
from bufferize_linalg.ops_transform import (
    SoftmaxOp,
    WinogradFilterTransformOp,
    WinogradInputTransformOp,
    WinogradOutputTransformOp,
)

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler


def _value(operand: Any, op: ir.Operation) -> ArrayValue:
    """Return the elements of an operand, a tensor or a buffer."""
    return operand.read(op) if type(operand) is MemRef else operand


def _shape(operand: Any) -> tuple[int, ...]:
    return operand.sizes if type(operand) is MemRef else operand.shape


def _into(destination: Any, result: ArrayValue) -> ArrayValue | None:
    """Return a result, or write it into the destination if that is a buffer."""
    if type(destination) is not MemRef:
        return result
    destination.write(result)
    return None


def softmax(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue | None]:
    """Compile `linalg.softmax`; sums are taken in order, as a loop takes them."""
    assert isinstance(op, SoftmaxOp)
    dim = op.dimension.value

    def values_of(x: Array) -> Array:
        if x.shape[dim] == 0:
            return x
        largest = np.fmax.reduce(x, dim, keepdims=True)
        with np.errstate(all="ignore"):
            powers = np.exp((x - largest).astype(np.float64)).astype(x.dtype)
            total = np.take(np.add.accumulate(powers, dim, dtype=x.dtype), [-1], dim)
            result: Array = powers / total
        return result

    def run(source: Any, output: Any) -> ArrayValue | None:
        value = _value(source, op)
        mask = poison_mask(value)
        if mask is not None:
            mask = np.broadcast_to(mask.any(dim, keepdims=True), mask.shape)
        return _into(output, with_poison(values_of(plain(value)), mask, op))

    return run


class _Matrices(NamedTuple):
    """The left-hand matrices of F(m, r) along one dimension: for tiles, filters and results."""

    filter: Sequence[Sequence[float]]
    input: Sequence[Sequence[float]]
    output: Sequence[Sequence[float]]
    scale: float
    """The factor of the result along one dimension."""


_WINOGRAD: Final = {
    (2, 3): _Matrices(
        filter=[[-1, 0, 0], [1 / 2, -1 / 2, 1 / 2], [1 / 2, 1 / 2, 1 / 2], [0, 0, 1]],
        input=[[-1, 0, 1, 0], [0, -1, 1, 0], [0, 1, 1, 0], [0, -1, 0, 1]],
        output=[[1, 1, 1, 0], [0, -1, 1, 1]],
        scale=1,
    ),
    (4, 3): _Matrices(
        filter=[
            [1, 0, 0],
            [-1 / 3, 1 / 3, -1 / 3],
            [-1 / 3, -1 / 3, -1 / 3],
            [1 / 12, -1 / 6, 1 / 3],
            [1 / 12, 1 / 6, 1 / 3],
            [0, 0, 1],
        ],
        input=[
            [1 / 4, 0, -5 / 16, 0, 1 / 16, 0],
            [0, 1 / 4, -1 / 4, -1 / 16, 1 / 16, 0],
            [0, -1 / 4, -1 / 4, 1 / 16, 1 / 16, 0],
            [0, 1 / 4, -1 / 8, -1 / 4, 1 / 8, 0],
            [0, -1 / 4, -1 / 8, 1 / 4, 1 / 8, 0],
            [0, 1 / 4, 0, -5 / 16, 0, 1 / 16],
        ],
        output=[
            [1 / 8, 1 / 4, 1 / 4, 1 / 8, 1 / 8, 0],
            [0, -1 / 4, 1 / 4, -1 / 4, 1 / 4, 0],
            [0, 1 / 4, 1 / 4, 1 / 2, 1 / 2, 0],
            [0, -1 / 4, 1 / 4, -1, 1, 1 / 2],
        ],
        scale=32,
    ),
    (2, 5): _Matrices(
        filter=[
            [1, 0, 0, 0, 0],
            [1 / 6, -1 / 6, 1 / 6, -1 / 6, 1 / 6],
            [-1 / 6, -1 / 6, -1 / 6, -1 / 6, -1 / 6],
            [-4 / 15, 2 / 15, -1 / 15, 1 / 30, -1 / 60],
            [1 / 60, 1 / 30, 1 / 15, 2 / 15, 4 / 15],
            [0, 0, 0, 0, 1],
        ],
        input=[
            [1 / 8, 3 / 16, -1 / 4, -3 / 16, 1 / 8, 0],
            [0, 1 / 8, 1 / 16, -5 / 16, 1 / 8, 0],
            [0, -1 / 8, -5 / 16, -1 / 16, 1 / 8, 0],
            [0, 1 / 4, -1 / 8, -1 / 4, 1 / 8, 0],
            [0, -1 / 8, -1 / 4, 1 / 8, 1 / 4, 0],
            [0, 1 / 8, 3 / 16, -1 / 4, -3 / 16, 1 / 8],
        ],
        output=[[1 / 2, 1, 1, 2, 1, 0], [0, -1, 1, -1, 2, 1 / 2]],
        scale=16,
    ),
}
"""The matrices by output tile and filter size, as in MLIR's decomposition."""


def _product(left: Array, right: Array) -> Array:
    """Return the matrix product over the first two dimensions, with sums in order."""
    total = np.zeros((left.shape[0], *right.shape[1:]), right.dtype)
    for k in range(left.shape[1]):
        column = left[:, k].reshape(-1, *[1] * (right.ndim - 1))
        total = total + column * right[k]
    return total


def _both_sides(
    matrix: Sequence[Sequence[float]], tiles: Array, rows: bool, columns: bool
) -> Array:
    """Compute `matrix * tile * matrixᵀ` for tiles, or only one side if one dimension is fixed."""
    values = np.asarray(matrix, np.float64).astype(tiles.dtype)
    if rows:
        tiles = _product(values, tiles)
    if columns:
        tiles = _product(values, tiles.swapaxes(0, 1)).swapaxes(0, 1)
    return tiles


def winograd_filter(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    """Compile `linalg.winograd_filter_transform`."""
    assert isinstance(op, WinogradFilterTransformOp)
    m, r, _ = op.sizes
    matrix = _WINOGRAD[m, r].filter

    def run(filters: ArrayValue, output: ArrayValue) -> ArrayValue:
        _, height, width, _ = filters.shape
        values = plain(filters).transpose(1, 2, 3, 0)
        result = _both_sides(matrix, values, height == r, width == r)
        mask = poison_mask(filters)
        if mask is not None:
            mask = np.broadcast_to(mask.any((1, 2)).T, result.shape)
        return with_poison(result, mask, op)

    return run


def winograd_input(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    """Compile `linalg.winograd_input_transform`."""
    assert isinstance(op, WinogradInputTransformOp)
    m, r, tile = op.sizes
    matrix = _WINOGRAD[m, r].input

    def run(image: ArrayValue, output: ArrayValue) -> ArrayValue:
        rows, columns, tiles_h, tiles_w = output.shape[:4]
        tiles = moved(lambda a: _windows(a, (rows, columns), (tiles_h, tiles_w), m), image)
        result = _both_sides(matrix, plain(tiles), rows == tile, columns == tile)
        mask = poison_mask(tiles)
        if mask is not None:
            mask = np.broadcast_to(mask.any((0, 1), keepdims=True), result.shape)
        return with_poison(result, mask, op)

    return run


def _windows(image: Array, tile: tuple[int, int], counts: tuple[int, int], m: int) -> Array:
    """Return the overlapping tiles of NHWC images, indexed by position, tile, image, channel."""
    steps = [m if extent > 1 else 1 for extent in tile]
    rows = np.arange(tile[0])[:, None] + steps[0] * np.arange(counts[0])
    columns = np.arange(tile[1])[:, None] + steps[1] * np.arange(counts[1])
    found = image[:, rows[:, None, :, None], columns[None, :, None, :], :]
    tiles: Array = found.transpose(1, 2, 3, 4, 0, 5)
    return tiles


def winograd_output(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    """Compile `linalg.winograd_output_transform`, which adds to the output."""
    assert isinstance(op, WinogradOutputTransformOp)
    m, r, tile = op.sizes
    matrices = _WINOGRAD[m, r]

    def run(value: ArrayValue, output: ArrayValue) -> ArrayValue:
        rows, columns, tiles_h, tiles_w, images, channels = value.shape
        sides = rows == tile, columns == tile
        values = _both_sides(matrices.output, plain(value), *sides)
        if matrices.scale != 1:
            values = values.dtype.type(matrices.scale ** sum(sides)) * values
        height, width = values.shape[0] * tiles_h, values.shape[1] * tiles_w

        def image_of(tiles: Array) -> Array:
            ordered = tiles.transpose(4, 2, 0, 3, 1, 5)
            image: Array = ordered.reshape(images, height, width, channels)
            return image

        result = plain(output) + image_of(values)
        old, mask = poison_mask(output), poison_mask(value)
        if mask is not None:
            mask = image_of(np.broadcast_to(mask.any((0, 1), keepdims=True), values.shape))
        if old is not None:
            mask = old if mask is None else old | mask
        return with_poison(result, mask, op)

    return run


def _order(op: RelayoutOp, rank: int) -> list[int]:
    """Return the permutation of dimensions from a packed tensor to an unpacked one in tiles.

    So `packed.transpose(order)` has each outer dimension followed by the tile that divides it.
    """
    outer = list(op.outer_dims(rank))
    inner = list(op.inner_dims_pos.values)
    order: list[int] = []
    for dim in range(rank):
        order.append(outer.index(dim))
        if dim in inner:
            order.append(rank + inner.index(dim))
    return order


def _tiles(op: RelayoutOp, shape: Sequence[int], dynamic: Sequence[Any]) -> list[int]:
    """Return the extents of the tiles. Raises ProgramError if the packed tensor differs."""
    numbers = iter(dynamic)
    tiles = [int(next(numbers)) if t == ir.DYNAMIC else t for t in op.static_inner_tiles.values]
    if list(shape[len(shape) - len(tiles) :]) != tiles:
        raise ProgramError(
            TrapKind.OUT_OF_BOUNDS, f"has tiles of {tiles} in a tensor of the shape {list(shape)}"
        )
    return tiles


def _whole_shape(
    op: RelayoutOp, packed: Sequence[int], tiles: Sequence[int], shape: Sequence[int]
) -> list[int]:
    """Return the shape of an unpacked tensor with padding. Raises ProgramError for misfits."""
    inner = list(op.inner_dims_pos.values)
    outer = list(op.outer_dims(len(shape)))
    whole: list[int] = []
    for dim, extent in enumerate(shape):
        tile = tiles[inner.index(dim)] if dim in inner else 1
        whole.append(packed[outer.index(dim)] * tile)
        if tile == 0 or not 0 <= whole[dim] - extent < max(tile, 1):
            raise ProgramError(
                TrapKind.OUT_OF_BOUNDS,
                f"packs dimension {dim} of extent {extent} as {packed[outer.index(dim)]} tiles of "
                f"{tile}",
            )
    return whole


def _split(op: RelayoutOp, whole: Sequence[int], tiles: Sequence[int]) -> list[int]:
    """Return the shape with each dimension split into the number of tiles and the tile size."""
    inner = list(op.inner_dims_pos.values)
    found: list[int] = []
    for dim, extent in enumerate(whole):
        tile = tiles[inner.index(dim)] if dim in inner else 1
        found += [extent // tile, tile] if dim in inner else [extent]
    return found


def _require_apart(source: Any, dest: Any) -> None:
    """Raise ProgramError if the buffers overlap: in which order elements move is not defined."""
    if type(source) is MemRef and type(dest) is MemRef:
        if np.shares_memory(source.window(), dest.window()):
            raise ProgramError(TrapKind.OTHER, "has a source and a destination that overlap")


def pack(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue | None]:
    """Compile `linalg.pack`."""
    assert isinstance(op, PackOp)
    has_padding = op.padding_value is not None

    def run(source: Any, dest: Any, *rest: Any) -> ArrayValue | None:
        _require_apart(source, dest)
        padding = rest[0] if has_padding else Poison(op)
        elements, packed_shape = _value(source, op), _shape(dest)
        tiles = _tiles(op, packed_shape, rest[has_padding:])
        shape = elements.shape
        whole = _whole_shape(op, packed_shape, tiles, shape)
        part = tuple(map(slice, shape))
        values, poison = np.zeros(whole, elements.dtype), np.zeros(whole, np.bool_)
        if type(padding) is Poison:
            poison[...] = True
        else:
            values[...] = padding
        values[part] = plain(elements)
        mask = poison_mask(elements)
        poison[part] = False if mask is None else mask
        split = _split(op, whole, tiles)
        order = np.argsort(_order(op, len(shape)))

        def packed(array: Array) -> Array:
            tiled: Array = array.reshape(split).transpose(order)
            return tiled

        return _into(dest, with_poison(packed(values), packed(poison), op))

    return run


def unpack(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue | None]:
    """Compile `linalg.unpack`."""
    assert isinstance(op, UnPackOp)

    def run(source: Any, dest: Any, *dynamic: Any) -> ArrayValue | None:
        _require_apart(source, dest)
        elements, shape = _value(source, op), _shape(dest)
        tiles = _tiles(op, elements.shape, dynamic)
        whole = _whole_shape(op, elements.shape, tiles, shape)
        order = _order(op, len(shape))
        part = tuple(map(slice, shape))
        return _into(
            dest, moved(lambda array: array.transpose(order).reshape(whole)[part], elements)
        )

    return run
