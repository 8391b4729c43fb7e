"""`linalg.pack` and `linalg.unpack`: tensors and buffers in a layout of contiguous tiles."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.strided import compatible_extents
from bufferize.interfaces import (
    DestinationStyleOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    constant_int,
)
from bufferize_linalg.dialect import LINALG

_NO_PERMUTATION = ir.dense_i64([])


def _result_types(dest: ir.Type) -> list[ir.Type]:
    return [dest] if isinstance(dest, ir.RankedTensorType) else []


class RelayoutOp(d.Operation, DestinationStyleOpInterface, MemoryEffectsOpInterface):
    """The rewriting of `source` into `dest`, whose last dimensions are tiles of `inner_tiles`.

    Tile i divides dimension `inner_dims_pos[i]`; `outer_dims_perm` permutes the others. Each
    element of `dest` is written and none is read. On buffers there is no result, as in MLIR since
    version 24; MLIR 22 knows tensors only.
    """

    source: d.Operand = d.operand(d.TENSOR_OR_MEMREF)
    dest: d.Operand = d.operand(d.TENSOR_OR_MEMREF)
    outer_dims_perm: d.Attr[ir.DenseArrayAttr, d.Ints] = d.default_attr(
        d.DENSE_I64_ARRAY, _NO_PERMUTATION, optional=True
    )
    inner_dims_pos: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    static_inner_tiles: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result_: d.VariadicResult = d.variadic_result(d.RANKED_TENSOR, name="result")

    traits = (d.TypesMatchWith("dest", "result", _result_types),)

    @property
    def dps_inits(self) -> list[ir.OpOperand]:
        return [self.op_operands[1]]

    @property
    def dynamic_tiles(self) -> Sequence[ir.Value]:
        """The extents of the dynamic tiles, which are the last operands."""
        count = self.static_inner_tiles.values.count(ir.DYNAMIC)
        return self.operands[len(self.operands) - count :]

    def outer_dims(self, rank: int) -> Sequence[int]:
        """Return the dimensions of the unpacked tensor in the order of the packed one's first."""
        return self.outer_dims_perm.values or range(rank)

    def effects(self) -> list[MemoryEffect]:
        return [
            MemoryEffect(kind, operand.value, operand)
            for kind, operand in zip(
                (EffectKind.READ, EffectKind.WRITE), self.op_operands[:2], strict=True
            )
            if isinstance(operand.value.type, ir.MemRefType)
        ]

    def _known_tiles(self, operands: Sequence[ir.Value]) -> list[int | None]:
        """Return the extent of each tile, static or a constant operand; None if it is not known.

        Raises VerifyError unless there is one operand for each dynamic tile.
        """
        tiles = self.static_inner_tiles.values
        if len(operands) != tiles.count(ir.DYNAMIC):
            raise self.plain_error(
                "expected the number of 'inner_tiles' to match the number of dynamic entries in "
                f"'static_inner_tiles' ({len(operands)} vs {tiles.count(ir.DYNAMIC)})"
            )
        dynamic = iter(operands)
        return [constant_int(next(dynamic)) if tile == ir.DYNAMIC else tile for tile in tiles]

    def _verify(
        self,
        unpacked: ir.ShapedType,
        packed: ir.ShapedType,
        known_tiles: Sequence[int | None],
    ) -> None:
        """Check that tiling `unpacked` gives `packed`. Raises VerifyError."""
        if isinstance(unpacked, ir.TensorType) != isinstance(packed, ir.TensorType):
            raise self.plain_error("mixing tensor and buffer semantics is not allowed")
        shape, packed_shape = unpacked.extents or (), packed.extents or ()
        tiles = self.static_inner_tiles.values
        inner_dims_pos, outer_dims_perm = self.inner_dims_pos.values, self.outer_dims_perm.values
        if 0 in known_tiles:
            raise self.plain_error("invalid zero tile factor")
        if any(tile < 0 and tile != ir.DYNAMIC for tile in tiles):
            raise self.plain_error("invalid negative tile factor")
        if not _are_distinct_dims(inner_dims_pos, len(shape)):
            raise self.plain_error("invalid inner_dims_pos vector")
        if not _are_distinct_dims(outer_dims_perm, len(shape)):
            raise self.plain_error("invalid outer_dims_perm vector")
        if outer_dims_perm and len(outer_dims_perm) != len(shape):
            raise self.plain_error("outer_dims_perm must be a permutation or empty")
        if len(tiles) > len(shape):
            raise self.plain_error("tiling factors must be less than or equal to the input rank")
        if len(tiles) != len(inner_dims_pos):
            raise self.plain_error("tiling factors must equal the number of dimensions to tile")
        if len(packed_shape) != len(shape) + len(tiles):
            raise self.plain_error(
                "packed rank != (unpacked rank + num tiling factors), got "
                f"{len(packed_shape)} != {len(shape) + len(tiles)}"
            )
        expected = packed_shape_of(shape, inner_dims_pos, outer_dims_perm, tiles)
        for tile, extent in zip(tiles, packed_shape[len(shape) :], strict=True):
            if tile != extent and not (tile == ir.DYNAMIC and extent == ir.DYNAMIC):
                raise self.plain_error(
                    "mismatch in inner tile sizes specified and shaped of tiled dimension in the "
                    "packed type"
                )
        if not all(map(compatible_extents, expected, packed_shape)):
            kind = ir.RankedTensorType if isinstance(packed, ir.TensorType) else ir.MemRefType
            wanted = kind(expected, packed.element_type)
            raise self.plain_error(
                f"expected '{wanted}' for the packed domain value, got '{packed}'"
            )


def _are_distinct_dims(positions: Sequence[int], rank: int) -> bool:
    return len(set(positions)) == len(positions) and all(0 <= p < rank for p in positions)


def packed_shape_of(
    shape: Sequence[int],
    inner_dims_pos: Sequence[int],
    outer_dims_perm: Sequence[int],
    tiles: Sequence[int],
) -> tuple[int, ...]:
    """Return the shape of a tensor of `shape` after packing; partial tiles count as whole ones."""
    outer = list(shape)
    for position, tile in zip(inner_dims_pos, tiles, strict=True):
        if outer[position] == ir.DYNAMIC or tile == ir.DYNAMIC:
            outer[position] = ir.DYNAMIC
        else:
            outer[position] = -(-outer[position] // tile)
    if outer_dims_perm:
        outer = [outer[i] for i in outer_dims_perm]
    return (*outer, *tiles)


_FORMAT_TAIL = """(`outer_dims_perm` `=` $outer_dims_perm^)?
    `inner_dims_pos` `=` $inner_dims_pos
    `inner_tiles` `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles)
    `into` $dest attr-dict `:` type($source) `->` type($dest)
"""


@LINALG.op("pack")
class PackOp(RelayoutOp):
    """A tensor cut into tiles; elements outside of the source get the padding value."""

    padding_value: d.OptionalOperand = d.optional_operand(d.ANY_TYPE)
    inner_tiles: d.VariadicOperand = d.variadic_operand(d.INDEX)

    assembly_format = (
        "$source (`padding_value` `(` $padding_value^ `:` type($padding_value) `)`)?" + _FORMAT_TAIL
    )
    result_name = "pack"

    def verify_op(self) -> None:
        source, dest = self.source.type, self.dest.type
        assert isinstance(source, ir.RankedTensorType | ir.MemRefType)
        assert isinstance(dest, ir.RankedTensorType | ir.MemRefType)
        padding = self.padding_value
        if padding is not None and padding.type is not source.element_type:
            raise self.error(
                f"expected padding_value has '{source.element_type}' but got: '{padding.type}'"
            )
        known = self._known_tiles(self.inner_tiles)
        self._verify(source, dest, known)
        if padding is None and self._has_partial_tile(source.shape, dest.shape, known):
            raise self.error(
                "invalid tile factor or output size provided. Only full tiles are supported when "
                "padding_value is not set"
            )

    def _has_partial_tile(
        self, shape: Sequence[int], packed: Sequence[int], tiles: Sequence[int | None]
    ) -> bool:
        """Return whether a tile is known not to divide its dimension."""
        outer = self.outer_dims(len(shape))
        counts = {dim: packed[position] for position, dim in enumerate(outer)}
        for dim, tile in zip(self.inner_dims_pos.values, tiles, strict=True):
            divisor = counts[dim] if tile is None else tile
            if ir.DYNAMIC not in (shape[dim], divisor) and divisor and shape[dim] % divisor:
                return True
        return False


@LINALG.op("unpack")
class UnPackOp(RelayoutOp):
    """The inverse of `pack`, which drops the padding."""

    inner_tiles: d.VariadicOperand = d.variadic_operand(d.INDEX)

    assembly_format = "$source " + _FORMAT_TAIL
    result_name = "unpack"

    def verify_op(self) -> None:
        source, dest = self.source.type, self.dest.type
        assert isinstance(source, ir.RankedTensorType | ir.MemRefType)
        assert isinstance(dest, ir.RankedTensorType | ir.MemRefType)
        known = self._known_tiles(self.inner_tiles)
        self._verify(dest, source, known)
