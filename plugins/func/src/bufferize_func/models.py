"""The bufferization models of the func dialect."""

from __future__ import annotations

from bufferize.driver import Model
from bufferize.models import Calls, Function, Return
from bufferize_func.ops import CallOp, FuncOp, ReturnOp


class FuncModel(Function[FuncOp]):
    """Model of func.func, which takes and returns buffers."""


class CallModel(Calls[CallOp]):
    """Model of func.call, which passes buffers, cast or copied to the types of the callee."""


class ReturnModel(Return[ReturnOp]):
    """Model of func.return, which is bufferized together with its function."""


MODELS: dict[str, Model] = {
    "func.call": CallModel(),
    "func.func": FuncModel(),
    "func.return": ReturnModel(),
}
