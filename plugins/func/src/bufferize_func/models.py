"""The bufferization models of the func dialect."""

from __future__ import annotations

from bufferize.driver import Model
from bufferize.models import Calls, Function, Return
from bufferize_func.ops import CallOp, FuncOp, ReturnOp


class FuncModel(Function[FuncOp]):
    """func.func takes and returns buffers."""


class CallModel(Calls[CallOp]):
    """func.call passes buffers, cast or copied to the types that the callee takes."""


class ReturnModel(Return[ReturnOp]):
    """func.return is bufferized together with its function."""


MODELS: dict[str, Model] = {
    "func.call": CallModel(),
    "func.func": FuncModel(),
    "func.return": ReturnModel(),
}
