"""The bufferization dialect's object and its type constraints."""

from __future__ import annotations

from typing import Any

from bufferize import define as d
from bufferize.interfaces import BufferLikeType, TensorLikeType
from bufferize.ir import BaseMemRefType, TensorType

BUFFERIZATION = d.Dialect("bufferization")
BUFFERIZATION.op_aliases["bufferization.to_memref"] = "bufferization.to_buffer"

TENSOR_LIKE: d.Constraint[Any] = d.one_of(
    TensorType, TensorLikeType, description="TensorLikeType instance"
)
BUFFER_LIKE: d.Constraint[Any] = d.one_of(
    BaseMemRefType, BufferLikeType, description="BufferLikeType instance"
)
