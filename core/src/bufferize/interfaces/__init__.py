"""Op interfaces: the questions that the analysis and the passes ask of operations."""

from __future__ import annotations

from bufferize.interfaces.base import *
from bufferize.interfaces.control_flow import *
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
from bufferize.interfaces.destination_style import *
from bufferize.interfaces.effects import AliasingOpOperand as AliasingOpOperand
from bufferize.interfaces.effects import AliasingValue as AliasingValue
from bufferize.interfaces.effects import AllocationOpInterface as AllocationOpInterface
from bufferize.interfaces.effects import BufferRelation as BufferRelation
from bufferize.interfaces.effects import ConditionallySpeculatable as ConditionallySpeculatable
from bufferize.interfaces.effects import CopyOpInterface as CopyOpInterface
from bufferize.interfaces.effects import EffectKind as EffectKind
from bufferize.interfaces.effects import MemoryEffect as MemoryEffect
from bufferize.interfaces.effects import MemoryEffectsOpInterface as MemoryEffectsOpInterface
from bufferize.interfaces.effects import SpeculatableIfStatic as SpeculatableIfStatic
from bufferize.interfaces.effects import has_effect as has_effect
from bufferize.interfaces.effects import is_memory_effect_free as is_memory_effect_free
from bufferize.interfaces.effects import is_speculatable as is_speculatable
from bufferize.interfaces.effects import may_be_left_out as may_be_left_out
from bufferize.interfaces.effects import may_not_return as may_not_return
from bufferize.interfaces.effects import memory_effects as memory_effects
from bufferize.interfaces.effects import possible_buffer_aliases as possible_buffer_aliases
from bufferize.interfaces.effects import (
    unknown_aliasing_op_operands as unknown_aliasing_op_operands,
)
from bufferize.interfaces.effects import unknown_aliasing_values as unknown_aliasing_values
from bufferize.interfaces.functions import *
from bufferize.interfaces.loops import *
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
from bufferize.interfaces.value_bounds import is_in_bounds as is_in_bounds
from bufferize.interfaces.value_bounds import linear_form as linear_form
from bufferize.interfaces.value_bounds import value_range as value_range
from bufferize.interfaces.views import *
