"""Transformations before and after One-Shot Bufferize, as functions on modules.

Each raises VerifyError for an invalid module; `verify=False` skips the check.
"""

from __future__ import annotations

from bufferize_transforms.buffer_results import OutParamOptions as OutParamOptions
from bufferize_transforms.buffer_results import (
    buffer_results_to_out_params as buffer_results_to_out_params,
)
from bufferize_transforms.buffer_results import (
    drop_equivalent_buffer_results as drop_equivalent_buffer_results,
)
from bufferize_transforms.canonicalization import Pattern as Pattern
from bufferize_transforms.canonicalization import Rewrites as Rewrites
from bufferize_transforms.canonicalization import canonicalize as canonicalize
from bufferize_transforms.canonicalization import erase_dead as erase_dead
from bufferize_transforms.canonicalization import fold as fold
from bufferize_transforms.canonicalization import rewrite_greedily as rewrite_greedily
from bufferize_transforms.components import strong_components as strong_components
from bufferize_transforms.empty_tensors import eliminate_empty_tensors as eliminate_empty_tensors
from bufferize_transforms.empty_tensors import (
    empty_tensor_to_alloc_tensor as empty_tensor_to_alloc_tensor,
)
from bufferize_transforms.empty_tensors import replace_empty_tensor as replace_empty_tensor
from bufferize_transforms.finalize import finalize_bufferization as finalize_bufferization
from bufferize_transforms.inlining import inline_calls as inline_calls
from bufferize_transforms.loop_destinations import fold_loop_destinations as fold_loop_destinations
from bufferize_transforms.redundant_ops import (
    eliminate_common_subexpressions as eliminate_common_subexpressions,
)
from bufferize_transforms.redundant_ops import move_loop_invariants as move_loop_invariants
from bufferize_transforms.redundant_ops import (
    move_loop_invariants_out_of as move_loop_invariants_out_of,
)
from bufferize_transforms.unused_symbols import erase_unused_symbols as erase_unused_symbols
