"""The copies that loops make of what they yield: they follow from decisions, but are none.

A loop may write to what an iteration is given. So it must not be given a buffer of somebody else:

```mlir
%r = scf.for %k = %i to %j step %l iter_args(%x = %t) -> (tensor<8xf32>) {
  %y = tensor.insert %f into %u[%k] : tensor<8xf32>  // in place, this writes to %u
  scf.yield %y : tensor<8xf32>                       // so the loop copies %y, in each iteration
}
```
"""

from __future__ import annotations

from bufferize.analysis import AnalysisState, OneShotAnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import OneShotOptions
from bufferize.driver.bufferizable import ModelContext
from bufferize.driver.bufferization_state import BufferizationState
from bufferize.driver.copy_log import CopyLog
from bufferize.driver.rewriter import BufferizationRewriter
from bufferize.interfaces import InParallelOpInterface, LoopLikeOpInterface, is_tensor_like
from bufferize.ir import Location, Operation, OpOperand, Value
from bufferize.record import Decision, Reason
from bufferize_optimum.costs import Cost, cost_of_copy


class LoopYields:
    """The tensors that the loops below an operation yield, by the operands of their terminators."""

    def __init__(self, root: Operation, state: OneShotAnalysisState) -> None:
        self._state = state
        is_known = isinstance(state.options, OneShotOptions) and isinstance(
            state.context, ModelContext
        )
        self.loops = [
            op
            for op in (root.walk_post() if is_known else ())
            if isinstance(op, LoopLikeOpInterface) and state.model(op) is not None
        ]
        """The loops, inner ones first."""
        self.operands = [
            operand
            for loop in self.loops
            for region in loop.regions
            for block in region.blocks
            if block.last_op is not None and not isinstance(block.last_op, InParallelOpInterface)
            for operand in block.last_op.op_operands
            if is_tensor_like(operand.value.type)
        ]
        self._log = CopyLog()

    def cost(self, operand: OpOperand) -> Cost:
        """Return the cost of the copy of what is yielded as `operand`, in all iterations."""
        self._log.note(Decision(operand, False, Reason.LOOP), operand.value.type, self._state)
        return cost_of_copy(self._log.made.pop())

    def copied(self, state: OneShotAnalysisState) -> dict[OpOperand, Value | None]:
        """Return what the loops copy under the decisions of `state`, by their models.

        For each operand, it is told whose buffer would be yielded otherwise, if that is known.
        """
        found: dict[OpOperand, Value | None] = {}
        if not self.operands:
            return found
        options, context = state.options, state.context
        assert isinstance(options, OneShotOptions)
        assert isinstance(context, ModelContext)
        recorder = _Recorder(BufferizationState(context, options))
        for loop in self.loops:
            model = context.model(loop.name)
            assert model is not None
            try:
                model.resolve_conflicts(loop, recorder, state)
            except DiagnosticError:
                continue  # what it yields cannot be copied: the program is not bufferized
        for cause in recorder.causes:
            found[cause.operand] = cause.root
        return {operand: found[operand] for operand in self.operands if operand in found}


class _Recorder(BufferizationRewriter):
    """A rewriter that is told which copies a loop makes, and makes none."""

    def __init__(self, state: BufferizationState) -> None:
        super().__init__(state)
        self.causes: list[Decision] = []

    def copy_operands_out_of_place(self, op: Operation, state: AnalysisState) -> None:
        pass

    def allocate_tensor(
        self,
        like: Value,
        *,
        copy: bool = True,
        cause: Decision | None = None,
        location: Location | None = None,
    ) -> Value:
        if cause is not None and cause.reason is Reason.LOOP:
            self.causes.append(cause)
        return like

    def set_operand(self, operand: OpOperand, value: Value) -> None:
        pass
