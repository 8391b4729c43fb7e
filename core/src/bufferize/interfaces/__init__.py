"""What the analysis and the passes ask of operations: op interfaces and bufferization models."""

from __future__ import annotations

from bufferize.interfaces.aliasing import (
    AliasingOpOperand,
    AliasingValue,
    BufferRelation,
    unknown_aliasing_op_operands,
    unknown_aliasing_values,
)
from bufferize.interfaces.allocation import AllocationOpInterface
from bufferize.interfaces.base import OpInterface, position_among
from bufferize.interfaces.buffer_aliases import possible_buffer_aliases
from bufferize.interfaces.bufferizable import BufferizableOpInterface, Model, OpT
from bufferize.interfaces.check import check_model, model_problems
from bufferize.interfaces.control_flow import (
    BranchOpInterface,
    IfOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
    RepeatedRegionsInterface,
    inside_mutually_exclusive_regions,
    is_block_reachable,
)
from bufferize.interfaces.destination_style import DestinationStyleOpInterface
from bufferize.interfaces.effects import (
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    has_effect,
    is_memory_effect_free,
    memory_effects,
)
from bufferize.interfaces.functions import CallOpInterface, FunctionOpInterface
from bufferize.interfaces.guard import GuardedModel
from bufferize.interfaces.loops import (
    CountedLoopInterface,
    LoopBounds,
    LoopLikeOpInterface,
    ParallelLoopInterface,
)
from bufferize.interfaces.subsets import (
    EquivalenceFn,
    HyperrectangularSlice,
    InParallelOpInterface,
    ParallelCombiningOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    SubsetOpInterface,
    WholeInsertionOpInterface,
)
from bufferize.interfaces.tensors import (
    BufferLikeType,
    EmptyTensorOpInterface,
    MemRefElementType,
    TensorLikeType,
    TensorTypeModel,
    has_tensor_values,
    is_buffer_like,
    is_tensor_like,
    owner_of_value,
)
from bufferize.interfaces.value_bounds import (
    LinearExpr,
    ValueBoundsOpInterface,
    are_equal_integers,
    constant_int,
    linear_form,
)
from bufferize.interfaces.value_ranges import is_always_less
from bufferize.interfaces.views import (
    CastOpInterface,
    OffsetSizeAndStrideOpInterface,
    ReifyRankedShapedTypeOpInterface,
    ReshapeOpInterface,
    ShapedDimOpInterface,
    ViewLikeOpInterface,
    mix,
)

__all__ = [
    "AliasingOpOperand",
    "AliasingValue",
    "AllocationOpInterface",
    "BranchOpInterface",
    "BufferLikeType",
    "BufferRelation",
    "BufferizableOpInterface",
    "CallOpInterface",
    "CastOpInterface",
    "CountedLoopInterface",
    "DestinationStyleOpInterface",
    "EffectKind",
    "EmptyTensorOpInterface",
    "EquivalenceFn",
    "FunctionOpInterface",
    "GuardedModel",
    "HyperrectangularSlice",
    "IfOpInterface",
    "InParallelOpInterface",
    "LinearExpr",
    "LoopBounds",
    "LoopLikeOpInterface",
    "MemRefElementType",
    "MemoryEffect",
    "MemoryEffectsOpInterface",
    "Model",
    "OffsetSizeAndStrideOpInterface",
    "OpInterface",
    "OpT",
    "ParallelCombiningOpInterface",
    "ParallelLoopInterface",
    "RegionBranchOpInterface",
    "RegionBranchTerminatorOpInterface",
    "RegionSuccessor",
    "ReifyRankedShapedTypeOpInterface",
    "RepeatedRegionsInterface",
    "ReshapeOpInterface",
    "ShapedDimOpInterface",
    "SubsetExtractionOpInterface",
    "SubsetInsertionOpInterface",
    "SubsetOpInterface",
    "TensorLikeType",
    "TensorTypeModel",
    "ValueBoundsOpInterface",
    "ViewLikeOpInterface",
    "WholeInsertionOpInterface",
    "are_equal_integers",
    "check_model",
    "constant_int",
    "has_effect",
    "has_tensor_values",
    "inside_mutually_exclusive_regions",
    "is_always_less",
    "is_block_reachable",
    "is_buffer_like",
    "is_memory_effect_free",
    "is_tensor_like",
    "linear_form",
    "memory_effects",
    "mix",
    "model_problems",
    "owner_of_value",
    "position_among",
    "possible_buffer_aliases",
    "unknown_aliasing_op_operands",
    "unknown_aliasing_values",
]
