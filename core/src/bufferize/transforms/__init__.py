"""Rewrites around One-Shot Bufferize, as functions on modules.

Each raises VerifyError for an invalid module, and with `verify=False` takes it to be valid.
"""

from __future__ import annotations

from bufferize.transforms.empty_tensors import (
    eliminate_empty_tensors,
    empty_tensor_to_alloc_tensor,
)
from bufferize.transforms.equivalent_results import drop_equivalent_buffer_results
from bufferize.transforms.finalize import finalize_bufferization
from bufferize.transforms.greedy import Pattern, Rewrites, rewrite_greedily
from bufferize.transforms.loop_destinations import fold_loop_destinations
from bufferize.transforms.out_params import OutParamOptions, buffer_results_to_out_params
from bufferize.transforms.to_memref import lower_bufferization_ops

__all__ = [
    "OutParamOptions",
    "Pattern",
    "Rewrites",
    "buffer_results_to_out_params",
    "drop_equivalent_buffer_results",
    "eliminate_empty_tensors",
    "empty_tensor_to_alloc_tensor",
    "finalize_bufferization",
    "fold_loop_destinations",
    "lower_bufferization_ops",
    "rewrite_greedily",
]
