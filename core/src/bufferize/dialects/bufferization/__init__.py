"""The bufferization dialect: tensors to buffers and back."""

from __future__ import annotations

from bufferize.dialects.bufferization.allocation import AllocTensorOp as AllocTensorOp
from bufferize.dialects.bufferization.allocation import CloneOp as CloneOp
from bufferize.dialects.bufferization.allocation import DeallocOp as DeallocOp
from bufferize.dialects.bufferization.allocation import DeallocTensorOp as DeallocTensorOp
from bufferize.dialects.bufferization.allocation import (
    MaterializeInDestinationOp as MaterializeInDestinationOp,
)
from bufferize.dialects.bufferization.conversion import ToBufferOp as ToBufferOp
from bufferize.dialects.bufferization.conversion import ToTensorOp as ToTensorOp
from bufferize.dialects.bufferization.conversion import tensor_type_of as tensor_type_of
from bufferize.dialects.bufferization.dialect import ACCESS as ACCESS
from bufferize.dialects.bufferization.dialect import BUFFER_LAYOUT as BUFFER_LAYOUT
from bufferize.dialects.bufferization.dialect import BUFFERIZATION as BUFFERIZATION
from bufferize.dialects.bufferization.dialect import MANUAL_DEALLOCATION as MANUAL_DEALLOCATION
from bufferize.dialects.bufferization.dialect import WRITABLE as WRITABLE
from bufferize.dialects.bufferization.dialect import op_attribute_problem as op_attribute_problem

DIALECT = BUFFERIZATION
