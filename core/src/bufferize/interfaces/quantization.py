"""What types of quantized elements say of themselves, to dialects that compute with them."""

from __future__ import annotations

from typing import ClassVar

from bufferize.ir import FloatType, IntegerType


class QuantizedTypeInterface:
    """A type whose elements are stored as integers and stand for floating-point numbers."""

    expressed_type: FloatType | None
    """The type of the numbers that the elements stand for, None if it is not known."""
    has_one_scale: ClassVar[bool] = False
    """Whether one scale holds for all elements of a tensor."""

    @property
    def storage_type(self) -> IntegerType | None:
        """What the elements are stored as, None if it is not known."""
        raise NotImplementedError
