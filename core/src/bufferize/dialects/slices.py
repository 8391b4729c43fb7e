"""The rules that ops with offsets, sizes and strides share, in any dialect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bufferize.interfaces import OffsetSizeAndStrideOpInterface
from bufferize.ir import DYNAMIC, DenseArrayAttr, Operation, ShapedType, Value


def verify_dynamic_sizes(op: Operation, type: ShapedType, sizes: Sequence[Value]) -> None:
    """Checks that there is one size for each dynamic extent of `type`."""
    expected = type.num_dynamic_dims()
    if len(sizes) != expected:
        raise op.error(f"incorrect number of dynamic sizes, has {len(sizes)}, expected {expected}")


def verify_offsets_sizes_strides(
    slice: OffsetSizeAndStrideOpInterface, num_offsets: int, rank: int
) -> None:
    """Checks that there are `num_offsets` offsets and `rank` sizes and strides, none negative."""
    op = slice
    offsets, sizes, strides = (_static(op, name) for name in ("offsets", "sizes", "strides"))
    single_offset = num_offsets == 1 and len(offsets) == 1
    if len(offsets) != len(sizes) and not single_offset:
        raise _rank_mismatch(op, "offsets", "sizes", len(offsets), len(sizes))
    if len(sizes) != len(strides):
        raise _rank_mismatch(op, "sizes", "strides", len(sizes), len(strides))
    for name, static, expected in (
        ("offset", offsets, num_offsets),
        ("size", sizes, rank),
        ("stride", strides, rank),
    ):
        if len(static) != expected:
            raise op.error(f"expected {expected} {name} values, got {len(static)}")
        values = cast("Sequence[Value]", getattr(op, f"{name}s"))
        if len(values) != static.count(DYNAMIC):
            raise op.error(
                f"expected the number of '{name}s' to match the number of dynamic entries in "
                f"'static_{name}s' ({len(values)} vs {static.count(DYNAMIC)})"
            )
    for name, static in (("offsets", offsets), ("sizes", sizes)):
        for number in static:
            if number < 0 and number != DYNAMIC:
                raise op.error(f"expected {name} to be non-negative, but got {number}")


def _static(op: Operation, name: str) -> tuple[int, ...]:
    return cast(DenseArrayAttr, op.properties[f"static_{name}"]).values


def _rank_mismatch(op: Operation, left: str, right: str, first: int, second: int) -> Exception:
    return op.error(
        f"expected mixed {left} rank to match mixed {right} rank ({first} vs {second}) "
        "so the rank of the result type is well-formed."
    )


def bounds_problem(
    shape: Sequence[int],
    offsets: Sequence[int],
    sizes: Sequence[int],
    strides: Sequence[int],
) -> str | None:
    """Where a slice surely leaves its source; None if it may be within. DYNAMIC: not known."""
    for index, (extent, offset, size, stride) in enumerate(
        zip(shape, offsets, sizes, strides, strict=True)
    ):
        if extent == DYNAMIC or offset == DYNAMIC:
            continue
        if offset >= extent:
            return f"offset {index} is out-of-bounds: {offset} >= {extent}"
        if size == DYNAMIC or stride == DYNAMIC:
            continue
        last = offset + (size - 1) * stride
        if last >= extent:
            return f"slice along dimension {index} runs out-of-bounds: {last} >= {extent}"
    return None
