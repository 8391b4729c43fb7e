"""The last step of a bufferization in several steps: removes conversions to and from tensors."""

from __future__ import annotations

from bufferize import ir
from bufferize.analysis.function_summaries import has_tensor_signature
from bufferize.diagnostics import Diagnostic, DiagnosticError, error
from bufferize.dialects.bufferization import ToBufferOp, ToTensorOp
from bufferize.driver import BufferizationState, ModelContext, OneShotOptions, identity_memref_type
from bufferize.driver.rewriter import BufferizationRewriter, fold_to_buffer_of_to_tensor
from bufferize.interfaces import FunctionOpInterface, has_tensor_values


def finalize_bufferization(
    root: ir.Operation, context: ModelContext, *, verify: bool = True
) -> None:
    """Replace every `to_buffer` of a `to_tensor` by the buffer; erase the `to_tensor`.

    If the types differ, the buffer is cast or copied to a buffer without layout; other types are an
    error. Raises DiagnosticError, with nothing changed, if tensors would remain in `root`.
    """
    if verify:
        ir.require_valid(root)
    problem = next((p for op in root.walk() if (p := _problem(op)) is not None), None)
    if problem is not None:
        raise DiagnosticError(problem)
    state = BufferizationState(context, OneShotOptions(buffer_alignment=0))
    rewriter = BufferizationRewriter(state)
    with ir.all_or_nothing(root):  # the dialects of new operations may be missing
        for op in list(root.walk()):
            if isinstance(op, ToBufferOp):
                rewriter.stand_before(op)
                if not fold_to_buffer_of_to_tensor(rewriter, op):
                    raise DiagnosticError(_refusal(op, "in a graph, it is made from itself"))
        for op in list(root.walk()):
            if isinstance(op, ToTensorOp):
                rewriter.erase_op(op)


def _problem(op: ir.Operation) -> Diagnostic | None:
    """Return why the tensors first used or defined by `op` cannot be removed, or None."""
    if isinstance(op, ToTensorOp):
        return None
    why = "it uses or gives tensors: its dialect is to be bufferized before"
    if isinstance(op, ToBufferOp):
        source = op.tensor.defining_op
        if not isinstance(source, ToTensorOp) or _becomes(source.buffer.type, op):
            return None  # the operation that defines another tensor is reported itself
        why = (
            f"a buffer of type '{source.buffer.type}' becomes only one of the same type or one "
            "without a layout in the same memory space"
        )
    elif not has_tensor_values(op) and not (
        isinstance(op, FunctionOpInterface) and has_tensor_signature(op)
    ):
        return None
    return _refusal(op, why)


def _refusal(op: ir.Operation, why: str) -> Diagnostic:
    return error(f"failed to legalize operation '{op.name}'", op).note(why)


def _becomes(buffer_type: ir.Type, op: ToBufferOp) -> bool:
    tensor_type, type = op.tensor.type, op.buffer.type
    if buffer_type is type:
        return True
    return isinstance(tensor_type, ir.TensorType) and (
        type is identity_memref_type(tensor_type, None)
        and getattr(buffer_type, "memory_space", None) is None
    )
