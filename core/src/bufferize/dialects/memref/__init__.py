"""The memref dialect: buffers, their views and accesses."""

from __future__ import annotations

from bufferize.dialects.memref.access import (
    CopyOp,
    LoadOp,
    PrefetchOp,
    StoreOp,
)
from bufferize.dialects.memref.alloc import (
    AllocaOp,
    AllocLikeOp,
    AllocOp,
    DeallocOp,
    ReallocOp,
    symbol_count,
)
from bufferize.dialects.memref.atomic import (
    ATOMIC_RMW_KIND,
    AtomicRMWOp,
    AtomicYieldOp,
    GenericAtomicRMWOp,
)
from bufferize.dialects.memref.base import MEMREF
from bufferize.dialects.memref.casts import (
    CastOp,
    MemorySpaceCastOp,
    ViewOp,
)
from bufferize.dialects.memref.dma import (
    DmaStartOp,
    DmaWaitOp,
)
from bufferize.dialects.memref.globals import (
    GetGlobalOp,
    GlobalOp,
)
from bufferize.dialects.memref.metadata import (
    AssumeAlignmentOp,
    DimOp,
    DistinctObjectsOp,
    ExtractAlignedPointerAsIndexOp,
    ExtractStridedMetadataOp,
    RankOp,
)
from bufferize.dialects.memref.reshape import (
    CollapseShapeOp,
    ExpandShapeOp,
    ReshapeOp,
    TransposeOp,
    transposed_type,
)
from bufferize.dialects.memref.scope import (
    AllocaScopeOp,
    AllocaScopeReturnOp,
)
from bufferize.dialects.memref.subview import (
    ReinterpretCastOp,
    SubViewOp,
    dropped_dimensions,
)

DIALECT = MEMREF

__all__ = [
    "ATOMIC_RMW_KIND",
    "DIALECT",
    "MEMREF",
    "AllocLikeOp",
    "AllocOp",
    "AllocaOp",
    "AllocaScopeOp",
    "AllocaScopeReturnOp",
    "AssumeAlignmentOp",
    "AtomicRMWOp",
    "AtomicYieldOp",
    "CastOp",
    "CollapseShapeOp",
    "CopyOp",
    "DeallocOp",
    "DimOp",
    "DistinctObjectsOp",
    "DmaStartOp",
    "DmaWaitOp",
    "ExpandShapeOp",
    "ExtractAlignedPointerAsIndexOp",
    "ExtractStridedMetadataOp",
    "GenericAtomicRMWOp",
    "GetGlobalOp",
    "GlobalOp",
    "LoadOp",
    "MemorySpaceCastOp",
    "PrefetchOp",
    "RankOp",
    "ReallocOp",
    "ReinterpretCastOp",
    "ReshapeOp",
    "StoreOp",
    "SubViewOp",
    "TransposeOp",
    "ViewOp",
    "dropped_dimensions",
    "symbol_count",
    "transposed_type",
]
