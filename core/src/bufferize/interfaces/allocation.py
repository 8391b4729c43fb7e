"""Operations that give new buffers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bufferize.interfaces.base import OpInterface
from bufferize.ir import Builder, Value


class AllocationOpInterface(OpInterface):
    """An operation whose only result is a new buffer with undefined contents.

    Whoever has a buffer of the same type that nobody else uses may put it in the place of the
    result.
    """

    __slots__ = ()

    @property
    def allocated_sizes(self) -> Sequence[Value]:
        """The dynamic extents of the buffer. By default the field `dynamic_sizes`."""
        return cast("Sequence[Value]", getattr(self, "dynamic_sizes"))  # noqa: B009

    @property
    def is_automatic(self) -> bool:
        """Whether the end of the allocation scope around it frees the buffer. By default not."""
        return False

    def build_automatic(self, builder: Builder) -> Value | None:
        """An equal buffer, built at `builder`, which the end of the allocation scope frees.

        By default None: there is no such buffer.
        """
        return None
