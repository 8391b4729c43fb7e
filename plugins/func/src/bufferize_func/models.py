"""The bufferization models of the func dialect."""

from __future__ import annotations

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver import BufferizationRewriter, Model
from bufferize.interfaces import FunctionOpInterface, is_tensor_like
from bufferize.models import Calls, Function, NeedsNoRewriting, Return
from bufferize_func.ops import CallOp, ConstantOp, FuncOp, ReturnOp


class FuncModel(Function[FuncOp]):
    """Model of func.func, which takes and returns buffers."""


class CallModel(Calls[CallOp]):
    """Model of func.call, which passes buffers, cast or copied to the types of the callee."""


class ConstantModel(NeedsNoRewriting[ConstantOp]):
    """Model of func.constant, which refuses a function whose type changes with its tensors.

    Function values go through arguments, blocks and regions to calls that do not tell which function
    they call, and all of these would have to get the type of the bufferized function.
    """

    def resolve_conflicts(
        self, op: ConstantOp, rewriter: BufferizationRewriter, state: AnalysisState
    ) -> None:
        function = state.symbols.lookup(op, op.value)
        if (
            state.options.bufferize_function_boundaries
            and isinstance(function, FunctionOpInterface)
            and state.options.is_op_allowed(function)
            and any(map(is_tensor_like, (*function.signature.inputs, *function.signature.results)))
        ):
            message = f"'{op.name}' op is a function of tensors, whose type bufferization changes"
            raise DiagnosticError(
                error(message, op).note(
                    "call the function by its name, as `--canonicalize` does for "
                    "`func.call_indirect`, or bufferize without function boundaries"
                )
            )


class ReturnModel(Return[ReturnOp]):
    """Model of func.return, which is bufferized together with its function."""


MODELS: dict[str, Model] = {
    "func.call": CallModel(),
    "func.constant": ConstantModel(),
    "func.func": FuncModel(),
    "func.return": ReturnModel(),
}
