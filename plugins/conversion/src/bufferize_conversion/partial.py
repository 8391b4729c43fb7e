"""Partial bufferization: bufferize the operations of some dialects at a time, without an analysis.

Each pass leaves the other operations on tensors, connected by `bufferization.to_tensor` and
`to_buffer`. All passes keep one rule: only the operation that allocates a buffer writes to it,
before any other sees it; so an operation copies the tensors that it writes to. Hence no pass needs
to know what the others do, and they can run in any order, repeatedly, and after One-Shot Bufferize,
which assumes that the operations it leaves on tensors read their operands and alias them, and does
not write to their buffers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from bufferize import ir
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
from bufferize.passes import Pass, PassResult

if TYPE_CHECKING:
    from bufferize.driver.bufferizable import ModelContext

ANALYSIS: Final = "partial"
"""The name under which `PartialAnalysisState` is registered."""

_BOUNDARY = "bufferization"
"""The dialect that every pass bufferizes, because inserted copies are its operations."""


class PartialAnalysisState(AlwaysCopyAnalysisState):
    """The decisions of partial bufferization, without an analysis: every operation copies the
    tensors it writes to.

    Loops and calls do not write themselves: the tensors that they pass on are copied where they are
    written to, if at all. An external function is assumed to copy, too, unless
    `bufferization.access` says that it writes to the argument.
    """

    def is_in_place(self, operand: ir.OpOperand) -> bool:
        return self._is_passed_on(operand) or super().is_in_place(operand)

    def _is_passed_on(self, operand: ir.OpOperand) -> bool:
        op = operand.owner
        if isinstance(op, LoopLikeOpInterface):
            carried = op.tied_region_iter_arg(operand)
            # Iterations that do not yield the tensor write to one that they share.
            return carried is not None and op.tied_yielded_operand(carried) is not None
        if not isinstance(op, CallOpInterface):
            return False
        function, argument = called_function(self, op), position_among(operand, op.arg_operands)
        if function is None or argument is None:
            return False
        access = function.get_arg_attr(argument, ACCESS)
        return not isinstance(access, ir.StringAttr) or "write" not in access.value


def partial_options(*dialects: str) -> OneShotOptions:
    """Return the options under which One-Shot Bufferize bufferizes only operations of `dialects`.

    Operations that insert the results of parallel iterations belong to their loop, into whose
    buffer they write. Buffers between bufferized and other operations have no layout, so that
    passes agree on their types.
    """
    chosen = {*dialects, _BOUNDARY}

    def is_chosen(op: ir.Operation) -> bool:
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

    A dialect of your own gets a pass by

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
        """Return the options of the driver."""
        return partial_options(*self.dialects)

    def report(self, op: ir.Operation, context: ModelContext) -> Report:
        """Bufferize `op`, which is already verified.

        Raises DiagnosticError if an operation cannot be bufferized; `op` is then unchanged.
        """
        if context.analysis(ANALYSIS) is None:
            raise OptionError(
                f"pass '{self.name}' needs the plugin 'conversion': give it to the Context"
            )
        return one_shot_bufferize(op, self.bufferize_options(), context, verify=False)

    def run(self, op: ir.Operation, context: ModelContext) -> PassResult:
        report = self.report(op, context)
        return PassResult(seconds=report.statistics.seconds, report=report)


def partial_analysis(
    op: ir.Operation, options: OneShotOptions, context: ModelContext
) -> PartialAnalysisState:
    """Return the analysis of partial bufferization; it is registered by `register_analyses`."""
    return PartialAnalysisState(options, context)
