"""The bufferization dialect's object and its type constraints."""

from __future__ import annotations

from typing import Any

from bufferize.define import Dialect
from bufferize.define.constraint import Constraint, one_of
from bufferize.interfaces import BufferLikeType, TensorLikeType
from bufferize.ir import BaseMemRefType, TensorType

BUFFERIZATION = Dialect("bufferization")
BUFFERIZATION.op_aliases["bufferization.to_memref"] = "bufferization.to_buffer"

TENSOR_LIKE: Constraint[Any] = one_of(
    TensorType, TensorLikeType, description="TensorLikeType instance"
)
BUFFER_LIKE: Constraint[Any] = one_of(
    BaseMemRefType, BufferLikeType, description="BufferLikeType instance"
)
