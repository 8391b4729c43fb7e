"""The bufferization dialect: tensors to buffers and back."""

from __future__ import annotations

from bufferize.dialects.bufferization.attributes import (
    ACCESS,
    BUFFER_LAYOUT,
    MANUAL_DEALLOCATION,
    WRITABLE,
    op_attribute_problem,
)
from bufferize.dialects.bufferization.base import BUFFERIZATION
from bufferize.dialects.bufferization.buffers import (
    CloneOp,
    DeallocOp,
)
from bufferize.dialects.bufferization.conversion import (
    ToBufferOp,
    ToTensorOp,
    tensor_type_of,
)
from bufferize.dialects.bufferization.tensors import (
    AllocTensorOp,
    DeallocTensorOp,
    MaterializeInDestinationOp,
)

DIALECT = BUFFERIZATION
DIALECT.op_attribute_problem = op_attribute_problem

__all__ = [
    "ACCESS",
    "BUFFERIZATION",
    "BUFFER_LAYOUT",
    "DIALECT",
    "MANUAL_DEALLOCATION",
    "WRITABLE",
    "AllocTensorOp",
    "CloneOp",
    "DeallocOp",
    "DeallocTensorOp",
    "MaterializeInDestinationOp",
    "ToBufferOp",
    "ToTensorOp",
    "op_attribute_problem",
    "tensor_type_of",
]
