"""Contexts that know how ops bufferize."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bufferize.analysis.state import AnalysisState
from bufferize.define import Context, DialectLoader
from bufferize.driver.bufferizable import Model, TensorTypeModel
from bufferize.driver.options import OneShotOptions
from bufferize.ir import Operation, Type
from bufferize.record import BufferLog


class ModelContext(Context):
    """A context that also knows how ops bufferize: by the `models` that it is given."""

    def __init__(self, loader: DialectLoader | None = None) -> None:
        super().__init__(loader=loader)
        self.models: dict[str, Model] = {}
        """By full op name; these come before all others."""
        self.buffer_log = BufferLog(is_wanted=False)
        """Where passes say what they do with buffers, and why."""
        self.tolerates_copies = False
        """Whether copies are made where `bufferize.in_place` forbids them; they are in the report."""

    def model(self, op_name: str, /) -> Model | None:
        """How an op bufferizes, None if nobody says."""
        return self.models.get(op_name)

    def type_model(self, type: Type) -> TensorTypeModel | None:
        """How values of a custom tensor type bufferize, None if nobody says."""
        return None

    def analysis(self, name: str) -> AnalysisFactory | None:
        """A plugin's analysis of that name."""
        return None


AnalysisFactory: TypeAlias = Callable[[Operation, OneShotOptions, ModelContext], AnalysisState]
"""Analyses an operation under options: `(op, options, context) -> AnalysisState`."""
