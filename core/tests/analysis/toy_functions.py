"""Toy programs of one function, and what the analysis decides in them."""

from __future__ import annotations

from typing import Any

from bufferize.analysis import AnalysisOptions, OneShotAnalysisState, analyze_op
from bufferize.ir import Operation, OpOperand, Value
from bufferize.record import Decision

from .toy import FuncOp, ReturnOp, finish, function, module
from .toy_models import ToyContext


def new_function(arguments: int = 1) -> FuncOp:
    return function(module(), "f", arguments)


def end(func: FuncOp, value: Value) -> None:
    finish(func.entry_block, value, cls=ReturnOp)


def analyzed(root: Operation, **options: Any) -> OneShotAnalysisState:
    state = OneShotAnalysisState(AnalysisOptions(**options), ToyContext(), root)
    analyze_op(root, state)
    return state


def decision_of(state: OneShotAnalysisState, operand: OpOperand) -> Decision:
    return next(decision for decision in state.decisions if decision.operand is operand)
