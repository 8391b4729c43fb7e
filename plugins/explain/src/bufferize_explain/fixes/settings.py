"""The fixes that change options of bufferization, or run passes before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from bufferize.analysis import AnalysisHeuristic, call_order
from bufferize.driver import LayoutMapOption, OneShotOptions
from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize.ir import BlockArgument
from bufferize.passes import Pass
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize.record import Reason, TensorCopy
from bufferize_explain.fixes.base import Fix, Subject
from bufferize_explain.fixes.program import Program
from bufferize_transforms.passes import (
    CanonicalizePass,
    CSEPass,
    EmptyTensorEliminationPass,
    LoopIterArgDestinationFoldingPass,
)


class _Setting(NamedTuple):
    """An option that may help, with the reasons of the copies that it may remove."""

    values: dict[str, Any]
    reasons: tuple[Reason, ...]
    condition: str | None = None
    is_worth_it: Callable[[TensorCopy, OneShotOptions], bool] = lambda _, __: True


def _is_argument(copy: TensorCopy, options: OneShotOptions) -> bool:
    root = None if copy.decision is None else copy.decision.root
    return isinstance(root, BlockArgument) and isinstance(root.owner.parent_op, FunctionOpInterface)


_ANALYSED = {"analysis": "one-shot", "copy_before_write": False, "no_analysis_func_filter": ()}
_SETTINGS = (
    _Setting(
        {"bufferize_function_boundaries": True},
        (Reason.NOT_WRITABLE,),
        "the functions' callers are bufferized with them, or pass buffers",
        _is_argument,
    ),
    _Setting(_ANALYSED, (Reason.NOT_ANALYZED,)),
    _Setting({"analysis_budget": 0}, (Reason.BUDGET,)),
    _Setting(
        {"function_boundary_type_conversion": LayoutMapOption.IDENTITY_LAYOUT_MAP},
        (Reason.LAYOUT,),
        "callers pass contiguous buffers",
        lambda copy, _: not isinstance(copy.place.op, CallOpInterface),
    ),
    _Setting(
        {"function_boundary_type_conversion": LayoutMapOption.FULLY_DYNAMIC_LAYOUT_MAP},
        (Reason.LAYOUT,),
        "functions without a body take buffers of any layout",
        lambda copy, _: isinstance(copy.place.op, CallOpInterface),
    ),
    _Setting({"disjoint_subsets": True}, (Reason.CONFLICT,)),
)
_OTHERS = (
    {"analysis_heuristic": AnalysisHeuristic.BOTTOM_UP},
    {"analysis_heuristic": AnalysisHeuristic.BOTTOM_UP_FROM_TERMINATORS},
    {"analysis_heuristic": AnalysisHeuristic.TOP_DOWN},
    {"analyze_recursive_functions": True},
)


class OtherOptions(Fix):
    """Other options of bufferization."""

    kind = "options"
    changes_options = True

    def __init__(
        self, subject: Subject, copies: Iterable[TensorCopy], values: Mapping[str, Any]
    ) -> None:
        super().__init__(subject, copies)
        self._values = values

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        options = subject.program.options
        for setting in _SETTINGS:
            copies = [
                copy
                for copy in subject.copies
                if copy.reason in setting.reasons and setting.is_worth_it(copy, options)
            ]
            if copies and _changes(options, setting.values):
                fix = cls(subject, copies, setting.values)
                fix.condition = setting.condition
                yield fix

    def only(self, copies: Iterable[TensorCopy]) -> Fix:
        return self

    @property
    def name(self) -> str:
        options = replace(self.subject.program.options, **self._values)
        written = OneShotBufferizePass(options).to_options(with_defaults=True)
        names = (name.replace("_", "-") for name in self._values)
        texts = (f"{name}={','.join(written[name])}" for name in names if name in written)
        return f"`{' '.join(texts)}`"

    @property
    def text(self) -> str:
        return f"use `{self.flag}`"

    def apply(self, program: Program) -> None:
        program.options = replace(program.options, **self._values)


class OtherOrders(OtherOptions):
    """Other orders and kinds of the analysis."""

    kind = "analysis"
    is_general = True

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        reasons = (Reason.CONFLICT, Reason.NOT_WRITABLE, Reason.IN_USE, Reason.PARALLEL)
        copies = subject.of(*reasons)
        for values in _OTHERS:
            is_for_cycles = "analyze_recursive_functions" in values
            if is_for_cycles and not call_order(subject.program.module, subject.state).circular:
                continue
            if copies and _changes(subject.program.options, values):
                yield cls(subject, copies, values)


def _changes(options: OneShotOptions, values: Mapping[str, Any]) -> bool:
    return any(getattr(options, name) != value for name, value in values.items())


class RunPasses(Fix):
    """Passes that run before bufferization."""

    kind = "passes"
    is_general = True
    changes_options = True

    def __init__(
        self, subject: Subject, copies: Iterable[TensorCopy], passes: tuple[Pass, ...]
    ) -> None:
        super().__init__(subject, copies)
        self.passes = passes
        """The passes, in order."""

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        if subject.copies:
            empties = (LoopIterArgDestinationFoldingPass(), EmptyTensorEliminationPass())
            yield cls(subject, subject.copies, empties)
            yield cls(subject, subject.copies, (CanonicalizePass(), CSEPass()))

    def only(self, copies: Iterable[TensorCopy]) -> Fix:
        return self

    @property
    def name(self) -> str:
        return f"`{' '.join(f'--{step.name}' for step in self.passes)}`"

    @property
    def text(self) -> str:
        return f"run {self.name.strip('`')} first: `{self.flag}`"

    def apply(self, program: Program) -> None:
        program.passes = (*program.passes, *self.passes)


class RunPassesLater(RunPasses):
    """Passes that run after bufferization."""

    @property
    def text(self) -> str:
        return f"run {self.name.strip('`')} afterwards: `{self.flag}`"

    def apply(self, program: Program) -> None:
        program.later_passes = (*program.later_passes, *self.passes)
