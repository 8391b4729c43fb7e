"""The end of a bufferization in several steps: remaining tensors are removed, or an error."""

from __future__ import annotations

from bufferize.analysis.function_summaries import has_tensor_signature
from bufferize.diagnostics import Diagnostic, DiagnosticError, error
from bufferize.dialects.bufferization import ToBufferOp, ToTensorOp
from bufferize.driver import BufferizationState, ModelContext, OneShotOptions, identity_memref_type
from bufferize.driver.rewriter import BufferizationRewriter, fold_to_buffer_of_to_tensor
from bufferize.interfaces import FunctionOpInterface, has_tensor_values
from bufferize.ir import Operation, TensorType, Type, all_or_nothing, require_valid


def finalize_bufferization(root: Operation, context: ModelContext, *, verify: bool = True) -> None:
    """Replace every `to_buffer` of a `to_tensor` by the buffer; drop the `to_tensor`.

    If the types differ, the buffer is cast or copied to a type without a layout; any other type is
    an error. Raises DiagnosticError, with nothing changed, if tensors remain in `root`.
    """
    if verify:
        require_valid(root)
    problem = next((p for op in root.walk() if (p := _problem(op)) is not None), None)
    if problem is not None:
        raise DiagnosticError(problem)
    state = BufferizationState(context, OneShotOptions(buffer_alignment=0))
    rewriter = BufferizationRewriter(state)
    with all_or_nothing(root):  # the dialects of what is built may be missing
        for op in list(root.walk()):
            if isinstance(op, ToBufferOp):
                rewriter.stand_before(op)
                if not fold_to_buffer_of_to_tensor(rewriter, op):
                    raise DiagnosticError(_refusal(op, "in a graph, it is made from itself"))
        for op in list(root.walk()):
            if isinstance(op, ToTensorOp):
                rewriter.erase_op(op)


def _problem(op: Operation) -> Diagnostic | None:
    """Return why the tensors first used or defined by `op` cannot be removed; None if they can."""
    if isinstance(op, ToTensorOp):
        return None
    why = "it uses or gives tensors: its dialect is to be bufferized before"
    if isinstance(op, ToBufferOp):
        source = op.tensor.defining_op
        if not isinstance(source, ToTensorOp) or _becomes(source.buffer.type, op):
            return None  # what defines any other tensor is in error
        why = (
            f"a buffer of type '{source.buffer.type}' becomes only one of the same type or one "
            "without a layout in the same memory space"
        )
    elif not has_tensor_values(op) and not (
        isinstance(op, FunctionOpInterface) and has_tensor_signature(op)
    ):
        return None
    return _refusal(op, why)


def _refusal(op: Operation, why: str) -> Diagnostic:
    return error(f"failed to legalize operation '{op.name}'", op).note(why)


def _becomes(buffer_type: Type, op: ToBufferOp) -> bool:
    tensor_type, type = op.tensor.type, op.buffer.type
    if buffer_type is type:
        return True
    return isinstance(tensor_type, TensorType) and (
        type is identity_memref_type(tensor_type, None)
        and getattr(buffer_type, "memory_space", None) is None
    )
