"""The interpreter: applies the operations of a script, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bufferize import ir
from bufferize.diagnostics import FAILURES, DiagnosticError, error
from bufferize_transform.dialect import SUPPRESS, TRANSFORM
from bufferize_transform.interface import (
    DefiniteFailure,
    PatternDescriptorOpInterface,
    Payload,
    ReportsTrackingFailures,
    SilenceableFailure,
    TransformOpInterface,
)
from bufferize_transform.invalidation import Invalidation
from bufferize_transform.state import TransformState
from bufferize_transform.tracking import TrackingListener

FailureHandler = Callable[[SilenceableFailure], None]
"""A handler of silenceable failures, after which the script continues."""


class Interpreter:
    """The interpreter of transforms on a payload, with the state of a run."""

    def __init__(self, state: TransformState) -> None:
        self.state = state
        self._invalidation = Invalidation(state)

    def apply(self, op: ir.Operation) -> None:
        """Apply one transform, and map its results to the payload that it returns.

        Raises SilenceableFailure or DefiniteFailure, with their position.
        """
        if not isinstance(op, TransformOpInterface):
            raise not_interpreted(op)
        state = self.state
        if state.expensive_checks:
            self._invalidation.check_uses(op)
        consumed = [operand.value for operand in op.consumed_operands()]
        failure: SilenceableFailure | None = None
        payloads: Sequence[Payload] = ()
        listener = TrackingListener(state, op)
        outer, state.rewriter.listeners = state.rewriter.listeners, [listener]
        try:
            payloads = _applied(op, self)
        except SilenceableFailure as problem:
            failure, payloads = problem, problem.results
        finally:
            state.rewriter.listeners = outer
            state.settle()
        if listener.failures and op.has_trait(ReportsTrackingFailures):
            failure = failure or SilenceableFailure([])
            failure.diagnostics += listener.failures
        for handle in consumed:
            state.consume(handle)
        self._invalidation.forget(op.results)
        empty: list[Payload] = [()] * (len(op.results) - len(payloads))
        for result, payload in zip(op.results, [*payloads, *empty], strict=True):
            state.set_payload(result, payload)
        if failure is not None:
            raise failure

    def run_region(
        self,
        region: ir.Region,
        arguments: Sequence[Payload],
        *,
        on_failure: FailureHandler | None = None,
    ) -> list[Payload]:
        """Run the block of a region with `arguments` as payload; return the payload that it yields.

        After a silenceable failure the remaining transforms are skipped, unless `on_failure`
        handles it.
        """
        block = region.blocks[0]
        with self.state.running(region):
            self._invalidation.forget(block.arguments)
            self.state.set_arguments(block, arguments)
            try:
                for op in block.ops:
                    if op is not block.last_op:
                        self._apply_in_block(op, on_failure)
                assert block.last_op is not None
                return [self.state.payload(value) for value in block.last_op.operands]
            finally:
                self._invalidation.forget(_defined(block))

    def _apply_in_block(self, op: ir.Operation, on_failure: FailureHandler | None) -> None:
        try:
            self.apply(op)
        except SilenceableFailure as failure:
            if on_failure is None:
                raise
            on_failure(failure)


def _applied(op: TransformOpInterface, interpreter: Interpreter) -> Sequence[Payload]:
    """Apply a transform of any plugin, and check the payload that it returns for its results."""
    try:
        payloads = op.apply(interpreter)
    except DiagnosticError:
        raise
    except FAILURES as problem:
        failure = op.error(f"failed with an exception: {type(problem).__name__}: {problem}")
        raise DefiniteFailure(failure.diagnostics) from problem
    if len(payloads) != len(op.results):
        failure = op.error(f"gives {len(payloads)} payloads for {len(op.results)} results")
        raise DefiniteFailure(failure.diagnostics)
    return payloads


def failure_handler(op: ir.Operation) -> FailureHandler | None:
    """Return the handler of silenceable failures for the failure propagation mode of `op`."""
    suppressed = op.get_attr("failure_propagation_mode") is SUPPRESS
    return (lambda failure: None) if suppressed else None


def not_interpreted(op: ir.Operation) -> DefiniteFailure:
    """Return the failure of an `op` that bufferize cannot apply."""
    if isinstance(op, PatternDescriptorOpInterface):
        problem = error(f"'{op.name}' stands for patterns, and is no transform by itself", op)
        return DefiniteFailure(problem.note("put it into the body of 'transform.apply_patterns'"))
    if op.dialect_name != TRANSFORM.name:
        return DefiniteFailure(error(f"'{op.name}' is no transform: it cannot be applied", op))
    problem = error(f"'{op.name}' cannot be applied here: it is read and printed only", op)
    return DefiniteFailure(
        problem.note(
            "a plugin may bring it; or run the script with mlir-opt 22: "
            "`mlir-opt-22 --transform-interpreter`"
        )
    )


def _defined(block: ir.Block) -> list[ir.Value]:
    return [*block.arguments, *(result for op in block.ops for result in op.results)]
