"""From tensors to buffers: options, copies, rewriting, function boundaries, the report."""

from __future__ import annotations

from bufferize.driver.boundaries import bufferize_arguments as bufferize_arguments
from bufferize.driver.boundaries import bufferize_block_signature as bufferize_block_signature
from bufferize.driver.boundaries import fold_returned_casts as fold_returned_casts
from bufferize.driver.buffer_types import fully_dynamic_memref_type as fully_dynamic_memref_type
from bufferize.driver.buffer_types import identity_memref_type as identity_memref_type
from bufferize.driver.buffer_types import without_layout as without_layout
from bufferize.driver.bufferizable import BufferizableOpInterface as BufferizableOpInterface
from bufferize.driver.bufferizable import Model as Model
from bufferize.driver.bufferizable import ModelContext as ModelContext
from bufferize.driver.bufferizable import TensorTypeModel as TensorTypeModel
from bufferize.driver.bufferization_state import BufferizationState as BufferizationState
from bufferize.driver.bufferization_state import Report as Report
from bufferize.driver.bufferization_state import Statistics as Statistics
from bufferize.driver.building import CreatingRewriter as CreatingRewriter
from bufferize.driver.building import dynamic_part as dynamic_part
from bufferize.driver.building import static_part as static_part
from bufferize.driver.guard import GuardedModel as GuardedModel
from bufferize.driver.one_shot import analyze as analyze
from bufferize.driver.one_shot import make_copies_explicit as make_copies_explicit
from bufferize.driver.one_shot import one_shot_bufferize as one_shot_bufferize
from bufferize.driver.options import AllocationFn as AllocationFn
from bufferize.driver.options import LayoutMapOption as LayoutMapOption
from bufferize.driver.options import MemcpyFn as MemcpyFn
from bufferize.driver.options import OneShotOptions as OneShotOptions
from bufferize.driver.rewriter import BufferizationRewriter as BufferizationRewriter
from bufferize.driver.worklist import bufferize_op as bufferize_op
