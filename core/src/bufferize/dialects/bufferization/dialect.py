"""The bufferization dialect's object, its type constraints, and its attributes for other ops."""

from __future__ import annotations

from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    BufferLikeType,
    EffectKind,
    FunctionOpInterface,
    TensorLikeType,
    has_effect,
)

BUFFERIZATION = d.Dialect("bufferization")
BUFFERIZATION.op_aliases["bufferization.to_memref"] = "bufferization.to_buffer"

TENSOR_LIKE: d.Constraint[Any] = d.one_of(
    ir.TensorType, TensorLikeType, description="TensorLikeType instance"
)
BUFFER_LIKE: d.Constraint[Any] = d.one_of(
    ir.BaseMemRefType, BufferLikeType, description="BufferLikeType instance"
)

WRITABLE = "bufferization.writable"
"""The attribute of a function argument that says whether the caller's buffer may be written to."""
ACCESS = "bufferization.access"
"""The attribute of an external function's argument: "none", "read", "write" or "read-write"."""
BUFFER_LAYOUT = "bufferization.buffer_layout"
"""The attribute of a function argument with the layout of its buffer."""
MANUAL_DEALLOCATION = "bufferization.manual_deallocation"
"""The attribute of allocating or freeing ops that the deallocation passes leave alone."""

_ACCESSES = ("none", "read", "write", "read-write")


def argument_attribute_problem(
    function: FunctionOpInterface, name: str, value: ir.Attribute
) -> str | None:
    """Return the problem with an attribute of a function argument; None if there is none.

    Attributes of other dialects are never wrong here.
    """
    if name == WRITABLE:
        if not isinstance(value, ir.IntegerAttr) or value.type is not ir.I1:
            return f"'{WRITABLE}' is expected to be a boolean attribute"
        if function.is_external:
            return f"'{WRITABLE}' is invalid on external functions"
        return None
    if name == ACCESS:
        if not isinstance(value, ir.StringAttr):
            return f"'{ACCESS}' is expected to be a string attribute"
        if value.value not in _ACCESSES:
            return f"invalid value for '{ACCESS}', must be one of: {', '.join(_ACCESSES)}"
        return None
    if name == BUFFER_LAYOUT:
        if not isinstance(value, ir.AffineMapAttr | ir.StridedLayoutAttr):
            return f"'{BUFFER_LAYOUT}' is expected to be a memref layout attribute"
        return None
    if name.startswith("bufferization."):
        return (
            f"attribute '{name}' not supported as a region arg attribute by the "
            "bufferization dialect"
        )
    return None


def op_attribute_problem(op: ir.Operation, name: str, value: ir.Attribute) -> str | None:
    """Return the problem with a `bufferization.…` attribute of an op; None if there is none."""
    if name != MANUAL_DEALLOCATION:
        # With quotes twice, as mlir-opt has it, for the comments of --verify-diagnostics.
        what = f"attribute '\"{name}\"' not supported as an op attribute"
        return f"{what} by the bufferization dialect"
    if has_effect(op, EffectKind.ALLOCATE) or has_effect(op, EffectKind.FREE):
        return None
    return (
        f"attribute '{name}' can be used only on ops that have an allocation and/or free "
        "side effect"
    )


BUFFERIZATION.op_attribute_problem = op_attribute_problem
