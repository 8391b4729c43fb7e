"""What is wrong with a pack, an unpack or a transform of tiles."""

from __future__ import annotations

import pytest

from bufferize import Context

from .programs import op, problem


def pack(inner: str, tiles: str, dest: str, more: str = "") -> str:
    """A pack of an 8x9 tensor."""
    return op(
        f"linalg.pack %a {more}inner_dims_pos = [{inner}] inner_tiles = [{tiles}] into %b : "
        f"tensor<8x9xf32> -> {dest}",
        a="tensor<8x9xf32>",
        b=dest,
        i="i32",
    )


PACKED = "tensor<4x3x2x3xf32>"
PACK_ERRORS = [
    (
        pack("0, 1", "3, 3", PACKED),
        "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type",
    ),
    (pack("0, 0", "2, 3", PACKED), "invalid inner_dims_pos vector"),
    (pack("0", "2, 3", PACKED), "tiling factors must equal the number of dimensions to tile"),
    (pack("0, 1", "0, 3", PACKED), "invalid zero tile factor"),
    (
        pack("0, 1", "2, 3", PACKED, "outer_dims_perm = [0, 0] "),
        "invalid outer_dims_perm vector",
    ),
    (
        pack("0, 1", "2, 3", PACKED, "outer_dims_perm = [0] "),
        "outer_dims_perm must be a permutation or empty",
    ),
    (
        pack("0, 1", "2, 3", "tensor<4x3x2xf32>"),
        "packed rank != (unpacked rank + num tiling factors), got 3 != 4",
    ),
    (
        pack("0, 1", "2, 3", "tensor<5x3x2x3xf32>"),
        "expected 'tensor<4x3x2x3xf32>' for the packed domain value, got 'tensor<5x3x2x3xf32>'",
    ),
    (
        pack("0, 1", "5, 3", "tensor<2x3x5x3xf32>"),
        "'linalg.pack' op invalid tile factor or output size provided. Only full tiles are "
        "supported when padding_value is not set",
    ),
    (
        pack("0, 1", "5, 3", "tensor<2x3x5x3xf32>", "padding_value(%i : i32) "),
        "'linalg.pack' op expected padding_value has 'f32' but got: 'i32'",
    ),
    (
        op(
            "linalg.pack %a inner_dims_pos = [0] inner_tiles = [%n] into %b : "
            "tensor<8xf32> -> tensor<3x?xf32>",
            a="tensor<8xf32>",
            b="tensor<3x?xf32>",
            n="index",
        ),
        "'linalg.pack' op invalid tile factor or output size provided. Only full tiles are "
        "supported when padding_value is not set",
    ),
    (
        op(
            "%n = arith.constant 0 : index "
            "linalg.pack %a inner_dims_pos = [0] inner_tiles = [%n] into %b : "
            "tensor<8xf32> -> tensor<?x?xf32>",
            a="tensor<8xf32>",
            b="tensor<?x?xf32>",
        ),
        "invalid zero tile factor",
    ),
]


@pytest.mark.parametrize(("text", "message"), PACK_ERRORS)
def test_pack(text: str, message: str, context: Context) -> None:
    assert problem(text, context) == (2, message)


def test_winograd(context: Context) -> None:
    text = op(
        "%0 = linalg.winograd_filter_transform fmr(F_2_3) ins(%a : tensor<2x3x3x5xf32>) "
        "outs(%b : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>",
        a="tensor<2x3x3x5xf32>",
        b="tensor<6x6x5x2xf32>",
    )
    message = "'linalg.winograd_filter_transform' op the output shape is not expected"
    assert problem(text, context) == (2, message)
