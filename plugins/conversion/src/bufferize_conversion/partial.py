"""Partial bufferization: the operations of some dialects at a time, without an analysis.

Each pass leaves the other operations on tensors, with `bufferization.to_tensor` and `to_buffer` in
between. All of them keep one rule: a buffer is written to only by what has made it, before anyone
else sees it; so an operation copies what it is going to write. Hence no pass has to know what the
others do: they run in any order, and more than once. After One-Shot Bufferize, too: what that leaves
on tensors it has taken to read and to alias, and writes to none of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from bufferize.analysis import AlwaysCopyAnalysisState, called_function
from bufferize.diagnostics import OptionError
from bufferize.dialects.bufferization import ACCESS
from bufferize.driver import LayoutMapOption, OneShotOptions, Report, one_shot_bufferize
from bufferize.interfaces import (
    CallOpInterface,
    LoopLikeOpInterface,
    ParallelCombiningOpInterface,
    position_among,
)
from bufferize.ir import Operation, OpOperand, StringAttr
from bufferize.passes import Pass, PassResult

if TYPE_CHECKING:
    from bufferize.driver.context import ModelContext

ANALYSIS: Final = "partial"
"""The name under which `PartialAnalysisState` is registered."""

_BOUNDARY = "bufferization"
"""The dialect that is bufferized in every pass: copies are made as operations of it."""


class PartialAnalysisState(AlwaysCopyAnalysisState):
    """No analysis: who writes to a tensor copies it first.

    A loop, and a call, writes nothing itself: what it hands on is copied where it is written, if it
    is. A function that the module only declares is taken to keep to this, unless the argument's
    `bufferization.access` says that it is written.
    """

    def is_in_place(self, operand: OpOperand) -> bool:
        return self._is_handed_on(operand) or super().is_in_place(operand)

    def _is_handed_on(self, operand: OpOperand) -> bool:
        op = operand.owner
        if isinstance(op, LoopLikeOpInterface):
            carried = op.tied_region_iter_arg(operand)
            # Iterations that yield nothing write to outputs that they share.
            return carried is not None and op.tied_yielded_operand(carried) is not None
        if not isinstance(op, CallOpInterface):
            return False
        function, argument = called_function(self, op), position_among(operand, op.arg_operands)
        if function is None or argument is None:
            return False
        access = function.get_arg_attr(argument, ACCESS)
        return not isinstance(access, StringAttr) or "write" not in access.value


def partial_options(*dialects: str) -> OneShotOptions:
    """The options under which One-Shot Bufferize is a partial bufferization of `dialects`.

    Other operations stay as they are. What the iterations of a parallel loop contribute goes with
    the loop, whose buffer it is written to. Buffers at the boundary are contiguous, so that passes
    agree on their types.
    """
    chosen = {*dialects, _BOUNDARY}

    def is_chosen(op: Operation) -> bool:
        if isinstance(op, ParallelCombiningOpInterface) and (loop := op.iterating_parent):
            op = loop
        return op.dialect_name in chosen

    return OneShotOptions(
        allow_unknown_ops=True,
        analysis=ANALYSIS,
        op_filter=is_chosen,
        function_boundary_type_conversion=LayoutMapOption.IDENTITY_LAYOUT_MAP,
        unknown_type_conversion=LayoutMapOption.IDENTITY_LAYOUT_MAP,
    )


@dataclass(frozen=True)
class PartialBufferizePass(Pass):
    """A pass that bufferizes the operations of some dialects, by their models, and no others.

    A dialect of anybody's gets one by

        @dataclass(frozen=True)
        class ImageBufferizePass(PartialBufferizePass):
            \"\"\"Bufferizes the image dialect.\"\"\"

            name = "image-bufferize"
            dialects = ("image",)

    https://mlir.llvm.org/docs/Bufferization/
    """

    dialects: ClassVar[tuple[str, ...]]
    """The dialects whose operations become operations on buffers."""

    def bufferize_options(self) -> OneShotOptions:
        """What the driver is told."""
        return partial_options(*self.dialects)

    def report(self, op: Operation, context: ModelContext) -> Report:
        """Does the work; whoever runs passes has verified `op`.

        Raises DiagnosticError where an operation cannot be bufferized; `op` is then as it was.
        """
        if context.analysis(ANALYSIS) is None:
            raise OptionError(
                f"pass '{self.name}' needs the plugin 'conversion': give it to the Context"
            )
        return one_shot_bufferize(op, self.bufferize_options(), context, verify=False)

    def run(self, op: Operation, context: ModelContext) -> PassResult:
        report = self.report(op, context)
        return PassResult(seconds=report.statistics.seconds, report=report)


def partial_analysis(
    op: Operation, options: OneShotOptions, context: ModelContext
) -> PartialAnalysisState:
    """What the passes decide by, as `register_analyses` wants it."""
    return PartialAnalysisState(options, context)
