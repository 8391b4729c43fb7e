"""Strided memref layouts, types of views, and rules of ops with offsets, sizes and strides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bufferize import ir
from bufferize.interfaces import OffsetSizeAndStrideOpInterface


def saturating_add(lhs: int, rhs: int) -> int:
    """Return `lhs + rhs`; DYNAMIC if one of them is, or if the sum exceeds 64 bits."""
    return ir.DYNAMIC if ir.DYNAMIC in (lhs, rhs) else _within_64_bits(lhs + rhs)


def saturating_mul(lhs: int, rhs: int) -> int:
    """Return `lhs * rhs`: 0 if one is 0, else DYNAMIC if one is, or beyond 64 bits."""
    if lhs == 0 or rhs == 0:
        return 0
    return ir.DYNAMIC if ir.DYNAMIC in (lhs, rhs) else _within_64_bits(lhs * rhs)


def _within_64_bits(number: int) -> int:
    return number if -(2**63) < number < 2**63 else ir.DYNAMIC


def row_major_strides(shape: Sequence[int]) -> list[int]:
    """Return the strides, in elements, of a contiguous row-major buffer of `shape`."""
    strides = [1] * len(shape)
    for i in range(len(shape) - 2, -1, -1):
        strides[i] = saturating_mul(strides[i + 1], shape[i + 1])
    return strides


def strides_and_offset(type: ir.MemRefType) -> tuple[list[int], int] | None:
    """Return the strides and offset of `type` in elements; None when its layout is not strided."""
    layout = type.layout
    if layout is None:
        return row_major_strides(type.shape), 0
    if isinstance(layout, ir.StridedLayoutAttr):
        return list(layout.strides), layout.offset
    if isinstance(layout, ir.AffineMapAttr) and layout.map.num_results == 1:
        terms = _LinearTerms(len(type.shape))
        if terms.add(layout.map.results[0], 1):
            return terms.strides, terms.offset
    return None


class _LinearTerms:
    """The strides and offset collected from one linear expression; symbols are dynamic."""

    def __init__(self, rank: int) -> None:
        self.strides = [0] * rank
        self.offset = 0

    def add(self, expr: ir.AffineExpr, factor: int) -> bool:
        """Add `factor * expr`. Return False if it is not linear in the dimensions."""
        if isinstance(expr, ir.AffineDimExpr):
            old = self.strides[expr.position]
            self.strides[expr.position] = saturating_add(old, factor)
            return True
        if isinstance(expr, ir.AffineConstantExpr):
            self.offset = saturating_add(self.offset, saturating_mul(expr.value, factor))
            return True
        if isinstance(expr, ir.AffineSymbolExpr):
            self.offset = ir.DYNAMIC
            return True
        if not isinstance(expr, ir.AffineBinaryExpr):
            return False
        if expr.kind is ir.AffineKind.ADD:
            return self.add(expr.lhs, factor) and self.add(expr.rhs, factor)
        if expr.kind is ir.AffineKind.MUL:
            scale, other = expr.rhs, expr.lhs
            if not scale.is_symbolic_or_constant():
                scale, other = other, scale
            if not scale.is_symbolic_or_constant():
                return False
            value = scale.value if isinstance(scale, ir.AffineConstantExpr) else ir.DYNAMIC
            return self.add(other, saturating_mul(factor, value))
        if expr.is_symbolic_or_constant():
            self.offset = ir.DYNAMIC
            return True
        return False


def rank_reduction_mask(original: Sequence[int], reduced: Sequence[int]) -> list[bool] | None:
    """Return which dimensions of `original` are dropped to get `reduced`.

    Dropped dimensions have extent 1 and are chosen greedily from the left. None when `reduced`
    is no rank reduction of `original`.
    """
    mask: list[bool] = []
    position = 0
    for extent in original:
        kept = position < len(reduced) and reduced[position] == extent
        if not kept and extent != 1:
            return None
        position += kept
        mask.append(not kept)
    return mask if position == len(reduced) else None


def subview_type(
    source: ir.MemRefType,
    offsets: Sequence[int],
    sizes: Sequence[int],
    strides: Sequence[int],
    result_shape: Sequence[int] | None = None,
) -> ir.MemRefType | None:
    """Return the type of `memref.subview source[offsets][sizes][strides]`, DYNAMIC where unknown.

    With `result_shape` the view's rank is reduced to it. None when the source is not strided or
    `result_shape` is no rank reduction of `sizes`.
    """
    layout = strides_and_offset(source)
    if layout is None:
        return None
    view_strides, view_offset = layout
    for offset, stride in zip(offsets, view_strides, strict=True):
        view_offset = saturating_add(view_offset, saturating_mul(offset, stride))
    view_strides = [saturating_mul(a, b) for a, b in zip(view_strides, strides, strict=True)]
    shape = list(sizes)
    if result_shape is not None and len(shape) != len(result_shape):
        dropped = rank_reduction_mask(shape, result_shape)
        if dropped is None:
            return None
        view_strides = [s for s, drop in zip(view_strides, dropped, strict=True) if not drop]
        shape = list(result_shape)
    return ir.MemRefType(
        tuple(shape),
        source.element_type,
        ir.StridedLayoutAttr(view_offset, tuple(view_strides)),
        source.memory_space,
    )


def collapsed_layout(
    source: ir.MemRefType, groups: Sequence[Sequence[int]], *, strict: bool = False
) -> ir.StridedLayoutAttr | None:
    """Return the layout with each group of dimensions collapsed, None if that is impossible.

    `strict` also refuses groups that may be contiguous but are not known to be.
    """
    layout = strides_and_offset(source)
    if layout is None:
        return None
    source_strides, offset = layout
    shape = source.shape
    strides: list[int] = []
    for group in groups:
        # The stride of a dimension of extent 1 means nothing: take the innermost other one.
        last = len(group) - 1
        while last > 0 and shape[group[last]] == 1:
            last -= 1
        known = shape[group[last]] != ir.DYNAMIC or last == 0
        strides.append(source_strides[group[last]] if known else ir.DYNAMIC)
    for group, group_stride in zip(groups, strides, strict=True):
        stride = group_stride
        for dim in reversed(group[1:]):
            stride = saturating_mul(stride, shape[dim])
            outer = source_strides[dim - 1]
            if shape[dim - 1] == 1:
                continue
            if ir.DYNAMIC in (stride, outer):
                if strict:
                    return None
            elif stride != outer:
                return None
    return ir.StridedLayoutAttr(offset, tuple(strides))


def reassociation_groups(reassociation: ir.ArrayAttr) -> list[list[int]]:
    """Return the groups of dimensions in a reshape's attribute, an array of arrays."""
    return [
        [cast(ir.IntegerAttr, dim).value for dim in cast(ir.ArrayAttr, group)]
        for group in reassociation
    ]


def expanded_type(
    source: ir.MemRefType, shape: Sequence[int], groups: Sequence[Sequence[int]]
) -> ir.MemRefType | None:
    """Return the type of `memref.expand_shape source groups` with the result `shape`.

    None when the source is not strided.
    """
    layout = None
    if not source.has_identity_layout:
        known = strides_and_offset(source)
        if known is None:
            return None
        source_strides, offset = known
        strides = [1] * len(shape)
        for group, stride in zip(groups, source_strides, strict=True):
            running = stride
            for dim in reversed(group):
                strides[dim] = running
                running = saturating_mul(running, shape[dim])
        layout = ir.StridedLayoutAttr(offset, tuple(strides))
    return ir.MemRefType(tuple(shape), source.element_type, layout, source.memory_space)


def compatible_extents(lhs: int, rhs: int) -> bool:
    """Return whether two extents, strides or offsets may be equal at run time."""
    return ir.DYNAMIC in (lhs, rhs) or lhs == rhs


def are_cast_compatible(source: ir.Type, target: ir.Type) -> bool:
    """Return whether `memref.cast` may cast `source` to `target`; it may still fail at run time."""
    if not isinstance(source, ir.BaseMemRefType) or not isinstance(target, ir.BaseMemRefType):
        return False
    if source.element_type != target.element_type or source.memory_space != target.memory_space:
        return False
    if not isinstance(source, ir.MemRefType) or not isinstance(target, ir.MemRefType):
        return not (
            isinstance(source, ir.UnrankedMemRefType) and isinstance(target, ir.UnrankedMemRefType)
        )
    if len(source.shape) != len(target.shape):
        return False
    if not all(map(compatible_extents, source.shape, target.shape)):
        return False
    if source.layout == target.layout:
        return True
    source_layout, target_layout = strides_and_offset(source), strides_and_offset(target)
    if source_layout is None or target_layout is None:
        return False
    if not compatible_extents(source_layout[1], target_layout[1]):
        return False
    return all(map(compatible_extents, source_layout[0], target_layout[0]))


def is_guaranteed_cast(source: ir.MemRefType, target: ir.MemRefType) -> bool:
    """Return whether a cast from `source` to `target` cannot fail for its strides or offset.

    The strides of the identity layout are never arbitrary: they follow from the extents, even
    dynamic ones.
    """
    source_layout, target_layout = strides_and_offset(source), strides_and_offset(target)
    if source_layout is None or target_layout is None:
        return False
    if target.has_identity_layout and ir.DYNAMIC in target_layout[0] and not _is_row_major(source):
        return False
    pairs = zip(
        [*source_layout[0], source_layout[1]], [*target_layout[0], target_layout[1]], strict=True
    )
    return not any(a == ir.DYNAMIC and b != ir.DYNAMIC for a, b in pairs)


def _is_row_major(type: ir.MemRefType) -> bool:
    """Return whether elements are known to be contiguous, as in the identity layout."""
    layout = strides_and_offset(type)
    if type.layout is None or layout is None:
        return type.layout is None
    expected = 1
    for extent, stride in reversed(list(zip(type.shape, layout[0], strict=True))):
        if extent == 1:
            continue  # any stride will do
        if expected == ir.DYNAMIC or stride != expected:
            return False
        expected = saturating_mul(expected, extent)
    return layout[1] == 0


def verify_dynamic_sizes(op: ir.Operation, type: ir.ShapedType, sizes: Sequence[ir.Value]) -> None:
    """Check that there is one size for each dynamic extent of `type`."""
    expected = type.num_dynamic_dims()
    if len(sizes) != expected:
        raise op.error(f"incorrect number of dynamic sizes, has {len(sizes)}, expected {expected}")


def verify_offsets_sizes_strides(
    slice: OffsetSizeAndStrideOpInterface, num_offsets: int, rank: int
) -> None:
    """Check that there are `num_offsets` offsets and `rank` sizes and strides, none negative."""
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
        values = cast("Sequence[ir.Value]", getattr(op, f"{name}s"))
        if len(values) != static.count(ir.DYNAMIC):
            raise op.error(
                f"expected the number of '{name}s' to match the number of dynamic entries in "
                f"'static_{name}s' ({len(values)} vs {static.count(ir.DYNAMIC)})"
            )
    for name, static in (("offsets", offsets), ("sizes", sizes)):
        for number in static:
            if number < 0 and number != ir.DYNAMIC:
                raise op.error(f"expected {name} to be non-negative, but got {number}")


def _static(op: ir.Operation, name: str) -> tuple[int, ...]:
    return cast(ir.DenseArrayAttr, op.properties[f"static_{name}"]).values


def _rank_mismatch(op: ir.Operation, left: str, right: str, first: int, second: int) -> Exception:
    return op.error(
        f"expected mixed {left} rank to match mixed {right} rank ({first} vs {second}) "
        "so the rank of the result type is well-formed."
    )


def bounds_problem(
    shape: Sequence[int], offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]
) -> str | None:
    """Return a message if a slice is known to exceed its source, else None."""
    for index, (extent, offset, size, stride) in enumerate(
        zip(shape, offsets, sizes, strides, strict=True)
    ):
        if extent == ir.DYNAMIC or offset == ir.DYNAMIC:
            continue
        if offset >= extent:
            return f"offset {index} is out-of-bounds: {offset} >= {extent}"
        if size == ir.DYNAMIC or stride == ir.DYNAMIC:
            continue
        last = offset + (size - 1) * stride
        if last >= extent:
            return f"slice along dimension {index} runs out-of-bounds: {last} >= {extent}"
    return None
