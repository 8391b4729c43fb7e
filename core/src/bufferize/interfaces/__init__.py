"""Op interfaces: the questions that the analysis and the passes ask of operations."""

from __future__ import annotations

from bufferize.interfaces.base import BufferLikeType as BufferLikeType
from bufferize.interfaces.base import EmptyTensorOpInterface as EmptyTensorOpInterface
from bufferize.interfaces.base import MemRefElementType as MemRefElementType
from bufferize.interfaces.base import OpInterface as OpInterface
from bufferize.interfaces.base import OpT as OpT
from bufferize.interfaces.base import QuantizedTypeInterface as QuantizedTypeInterface
from bufferize.interfaces.base import TensorLikeType as TensorLikeType
from bufferize.interfaces.base import constant_int as constant_int
from bufferize.interfaces.base import has_tensor_values as has_tensor_values
from bufferize.interfaces.base import is_buffer_like as is_buffer_like
from bufferize.interfaces.base import is_tensor_like as is_tensor_like
from bufferize.interfaces.base import owner_of_value as owner_of_value
from bufferize.interfaces.base import position_among as position_among
from bufferize.interfaces.control_flow import BranchOpInterface as BranchOpInterface
from bufferize.interfaces.control_flow import IfOpInterface as IfOpInterface
from bufferize.interfaces.control_flow import RegionBranchOpInterface as RegionBranchOpInterface
from bufferize.interfaces.control_flow import (
    RegionBranchTerminatorOpInterface as RegionBranchTerminatorOpInterface,
)
from bufferize.interfaces.control_flow import RegionSuccessor as RegionSuccessor
from bufferize.interfaces.control_flow import RepeatedRegionsInterface as RepeatedRegionsInterface
from bufferize.interfaces.control_flow import (
    inside_mutually_exclusive_regions as inside_mutually_exclusive_regions,
)
from bufferize.interfaces.control_flow import is_block_reachable as is_block_reachable
from bufferize.interfaces.deallocation import (
    BufferDeallocationOpInterface as BufferDeallocationOpInterface,
)
from bufferize.interfaces.deallocation import (
    ConditionalBranchOpInterface as ConditionalBranchOpInterface,
)
from bufferize.interfaces.deallocation import (
    CustomAllocationOpInterface as CustomAllocationOpInterface,
)
from bufferize.interfaces.deallocation import OwnershipState as OwnershipState
from bufferize.interfaces.deallocation import SelectLikeOpInterface as SelectLikeOpInterface
from bufferize.interfaces.destination_style import (
    DestinationStyleOpInterface as DestinationStyleOpInterface,
)
from bufferize.interfaces.effects import AliasingOpOperand as AliasingOpOperand
from bufferize.interfaces.effects import AliasingValue as AliasingValue
from bufferize.interfaces.effects import AllocationOpInterface as AllocationOpInterface
from bufferize.interfaces.effects import BufferRelation as BufferRelation
from bufferize.interfaces.effects import ConditionallySpeculatable as ConditionallySpeculatable
from bufferize.interfaces.effects import CopyOpInterface as CopyOpInterface
from bufferize.interfaces.effects import EffectKind as EffectKind
from bufferize.interfaces.effects import MemoryEffect as MemoryEffect
from bufferize.interfaces.effects import MemoryEffectsOpInterface as MemoryEffectsOpInterface
from bufferize.interfaces.effects import has_effect as has_effect
from bufferize.interfaces.effects import is_memory_effect_free as is_memory_effect_free
from bufferize.interfaces.effects import is_speculatable as is_speculatable
from bufferize.interfaces.effects import memory_effects as memory_effects
from bufferize.interfaces.effects import possible_buffer_aliases as possible_buffer_aliases
from bufferize.interfaces.effects import (
    unknown_aliasing_op_operands as unknown_aliasing_op_operands,
)
from bufferize.interfaces.effects import unknown_aliasing_values as unknown_aliasing_values
from bufferize.interfaces.functions import CallOpInterface as CallOpInterface
from bufferize.interfaces.functions import FunctionOpInterface as FunctionOpInterface
from bufferize.interfaces.functions import function_around as function_around
from bufferize.interfaces.loops import CountedLoopInterface as CountedLoopInterface
from bufferize.interfaces.loops import LoopBounds as LoopBounds
from bufferize.interfaces.loops import LoopLikeOpInterface as LoopLikeOpInterface
from bufferize.interfaces.loops import ParallelLoopInterface as ParallelLoopInterface
from bufferize.interfaces.loops import SingleRegionLoopInterface as SingleRegionLoopInterface
from bufferize.interfaces.subsets import EquivalenceFn as EquivalenceFn
from bufferize.interfaces.subsets import HyperrectangularSlice as HyperrectangularSlice
from bufferize.interfaces.subsets import InParallelOpInterface as InParallelOpInterface
from bufferize.interfaces.subsets import (
    ParallelCombiningOpInterface as ParallelCombiningOpInterface,
)
from bufferize.interfaces.subsets import SubsetExtractionOpInterface as SubsetExtractionOpInterface
from bufferize.interfaces.subsets import SubsetInsertionOpInterface as SubsetInsertionOpInterface
from bufferize.interfaces.subsets import SubsetOpInterface as SubsetOpInterface
from bufferize.interfaces.subsets import WholeInsertionOpInterface as WholeInsertionOpInterface
from bufferize.interfaces.value_bounds import LinearExpr as LinearExpr
from bufferize.interfaces.value_bounds import ValueBoundsOpInterface as ValueBoundsOpInterface
from bufferize.interfaces.value_bounds import are_equal_integers as are_equal_integers
from bufferize.interfaces.value_bounds import is_always_less as is_always_less
from bufferize.interfaces.value_bounds import linear_form as linear_form
from bufferize.interfaces.value_bounds import value_range as value_range
from bufferize.interfaces.views import CastOpInterface as CastOpInterface
from bufferize.interfaces.views import (
    OffsetSizeAndStrideOpInterface as OffsetSizeAndStrideOpInterface,
)
from bufferize.interfaces.views import (
    ReifyRankedShapedTypeOpInterface as ReifyRankedShapedTypeOpInterface,
)
from bufferize.interfaces.views import ReshapeOpInterface as ReshapeOpInterface
from bufferize.interfaces.views import ShapedDimOpInterface as ShapedDimOpInterface
from bufferize.interfaces.views import ViewLikeOpInterface as ViewLikeOpInterface
from bufferize.interfaces.views import mix as mix
