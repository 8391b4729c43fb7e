"""The memref dialect: buffers, their views and accesses."""

from __future__ import annotations

from bufferize.dialects.memref.access import ATOMIC_RMW_KIND as ATOMIC_RMW_KIND
from bufferize.dialects.memref.access import AtomicRMWOp as AtomicRMWOp
from bufferize.dialects.memref.access import AtomicYieldOp as AtomicYieldOp
from bufferize.dialects.memref.access import CopyOp as CopyOp
from bufferize.dialects.memref.access import DmaStartOp as DmaStartOp
from bufferize.dialects.memref.access import DmaWaitOp as DmaWaitOp
from bufferize.dialects.memref.access import GenericAtomicRMWOp as GenericAtomicRMWOp
from bufferize.dialects.memref.access import LoadOp as LoadOp
from bufferize.dialects.memref.access import PrefetchOp as PrefetchOp
from bufferize.dialects.memref.access import StoreOp as StoreOp
from bufferize.dialects.memref.alloc import AllocaOp as AllocaOp
from bufferize.dialects.memref.alloc import AllocaScopeOp as AllocaScopeOp
from bufferize.dialects.memref.alloc import AllocaScopeReturnOp as AllocaScopeReturnOp
from bufferize.dialects.memref.alloc import AllocLikeOp as AllocLikeOp
from bufferize.dialects.memref.alloc import AllocOp as AllocOp
from bufferize.dialects.memref.alloc import DeallocOp as DeallocOp
from bufferize.dialects.memref.alloc import GetGlobalOp as GetGlobalOp
from bufferize.dialects.memref.alloc import GlobalOp as GlobalOp
from bufferize.dialects.memref.alloc import ReallocOp as ReallocOp
from bufferize.dialects.memref.alloc import symbol_count as symbol_count
from bufferize.dialects.memref.dialect import MEMREF as MEMREF
from bufferize.dialects.memref.dialect import CastOp as CastOp
from bufferize.dialects.memref.dialect import MemorySpaceCastOp as MemorySpaceCastOp
from bufferize.dialects.memref.views import AssumeAlignmentOp as AssumeAlignmentOp
from bufferize.dialects.memref.views import CollapseShapeOp as CollapseShapeOp
from bufferize.dialects.memref.views import DimOp as DimOp
from bufferize.dialects.memref.views import DistinctObjectsOp as DistinctObjectsOp
from bufferize.dialects.memref.views import ExpandShapeOp as ExpandShapeOp
from bufferize.dialects.memref.views import (
    ExtractAlignedPointerAsIndexOp as ExtractAlignedPointerAsIndexOp,
)
from bufferize.dialects.memref.views import ExtractStridedMetadataOp as ExtractStridedMetadataOp
from bufferize.dialects.memref.views import RankOp as RankOp
from bufferize.dialects.memref.views import ReinterpretCastOp as ReinterpretCastOp
from bufferize.dialects.memref.views import ReshapeOp as ReshapeOp
from bufferize.dialects.memref.views import SubViewOp as SubViewOp
from bufferize.dialects.memref.views import TransposeOp as TransposeOp
from bufferize.dialects.memref.views import ViewOp as ViewOp
from bufferize.dialects.memref.views import dropped_dimensions as dropped_dimensions
from bufferize.dialects.memref.views import transposed_type as transposed_type

DIALECT = MEMREF
