"""What would make a copy superfluous that is made for the layout of a buffer."""

from __future__ import annotations

from bufferize.analysis.log import Decision
from bufferize.dialects.bufferization import ToBufferOp, ToTensorOp
from bufferize.driver.options import LayoutMapOption, OneShotOptions
from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize.ir import BlockArgument, MemRefType


def layout_advice(options: OneShotOptions, decision: Decision) -> str | None:
    """Another layout at function boundaries, for a call or for the buffer of an argument."""
    is_identity = options.function_boundary_type_conversion is LayoutMapOption.IDENTITY_LAYOUT_MAP
    user, source = decision.operand.owner, decision.operand.value.defining_op
    if isinstance(user, CallOpInterface) and is_identity:
        return "function-boundary-type-conversion=fully-dynamic-layout-map takes any layout"
    if not isinstance(user, ToBufferOp) or not isinstance(source, ToTensorOp) or is_identity:
        return None
    buffer, needed = source.operand(0), user.result.type
    if (
        isinstance(buffer, BlockArgument)
        and isinstance(buffer.owner.parent_op, FunctionOpInterface)
        and isinstance(needed, MemRefType)
        and needed.has_identity_layout
    ):
        return (
            "function-boundary-type-conversion=identity-layout-map, if callers pass contiguous "
            "buffers"
        )
    return None
