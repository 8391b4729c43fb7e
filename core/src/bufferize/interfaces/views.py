"""Views of memory, strided slices, casts and shapes."""

from __future__ import annotations

__all__ = [
    "CastOpInterface", "OffsetSizeAndStrideOpInterface", "ReifyRankedShapedTypeOpInterface",
    "ReshapeOpInterface", "ShapedDimOpInterface", "ViewLikeOpInterface", "mix",
]  # fmt: skip

from collections.abc import Sequence
from typing import cast

from bufferize.interfaces.base import OpInterface, constant_int
from bufferize.interfaces.effects import ConditionallySpeculatable
from bufferize.ir import DYNAMIC, Builder, DenseArrayAttr, MemRefType, RankedTensorType, Value


class ViewLikeOpInterface(OpInterface):
    """An operation whose result is a view of the memory of one operand."""

    @property
    def view_source(self) -> Value:
        """The value that is viewed. By default the field `source`."""
        return cast(Value, self.field_called("source"))


class OffsetSizeAndStrideOpInterface(OpInterface):
    """A slice by offsets, sizes and strides, each static or a value.

    The fields are `static_offsets`, `static_sizes`, `static_strides` (dense i64 arrays where DYNAMIC
    marks a value) and the variadic operands `offsets`, `sizes`, `strides`.
    """

    @property
    def mixed_offsets(self) -> list[int | Value]:
        """The offsets: an integer where static, the value otherwise."""
        return self._mixed("static_offsets", "offsets")

    @property
    def mixed_sizes(self) -> list[int | Value]:
        """The sizes: an integer where static, the value otherwise."""
        return self._mixed("static_sizes", "sizes")

    @property
    def mixed_strides(self) -> list[int | Value]:
        """The strides: an integer where static, the value otherwise."""
        return self._mixed("static_strides", "strides")

    @property
    def has_unit_stride(self) -> bool:
        """Whether every stride is the constant 1."""
        return all(stride == 1 for stride in self.mixed_strides)

    def _mixed(self, static_name: str, dynamic_name: str) -> list[int | Value]:
        static = cast(DenseArrayAttr, self.field_called(static_name)).values
        return mix(static, cast("Sequence[Value]", self.field_called(dynamic_name)))


def mix(static: Sequence[int], dynamic: Sequence[Value]) -> list[int | Value]:
    """Return static numbers, with the next value in place of each DYNAMIC one."""
    values = iter(dynamic)
    return [next(values) if number == DYNAMIC else number for number in static]


class CastOpInterface(OpInterface):
    """An operation that changes the type of a value and nothing else."""

    def verify_cast(self, fits: bool) -> None:
        """Raise VerifyError unless `fits`: the operand's type can become the result's."""
        if not fits:
            source, result = self.operand(0).type, self.results[0].type
            raise self.error(
                f"operand type '{source}' and result type '{result}' are cast incompatible"
            )


class ReshapeOpInterface(OpInterface):
    """An operation that changes the shape of a value, but not its elements or their order.

    The order is row-major, in the buffer if the result is a view of it.
    """


class ShapedDimOpInterface(ConditionallySpeculatable):
    """An operation that returns one extent of a shaped value, such as `tensor.dim`."""

    @property
    def shaped_value(self) -> Value:
        """The value whose extent is returned. By default the field `source`."""
        return cast(Value, self.field_called("source"))

    @property
    def dimension(self) -> Value:
        """The index of the extent. By default the field `index`."""
        return cast(Value, self.field_called("index"))

    def is_speculatable(self) -> bool:
        """Return whether the value is known to have this dimension."""
        type, index = self.shaped_value.type, constant_int(self.dimension)
        if not isinstance(type, RankedTensorType | MemRefType) or index is None:
            return False
        return 0 <= index < len(type.shape)


class ReifyRankedShapedTypeOpInterface(OpInterface):
    """An operation that can state the extents of its results in terms of its operands."""

    def reify_result_shapes(self, builder: Builder) -> list[list[int | Value]] | None:
        """Return the extents of each result, built at `builder`; None if they are unknown."""
        return None
