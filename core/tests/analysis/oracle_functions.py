"""What callers learn of functions, by brute force from the decisions made in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bufferize.define import ReturnLike
from bufferize.interfaces import (
    AliasingValue,
    BufferRelation,
    CallOpInterface,
    DeferredExecutionInterface,
    FunctionOpInterface,
    is_tensor_like,
)
from bufferize.ir import Operation, OpOperand, OpResult, StringAttr, SymbolRefAttr, Value

from .oracle_deferred import outlasts_function
from .oracle_order import pre_order

if TYPE_CHECKING:  # the state asks this module, which asks it back
    from .oracle import OracleState


@dataclass
class Summary:
    """An analyzed function as its callers see it; arguments and results are given by number."""

    reads: set[int] = field(default_factory=set)
    writes: set[int] = field(default_factory=set)
    aliases: set[tuple[int, int]] = field(default_factory=set)
    """An argument, and a result that may share its buffer."""
    equivalent: dict[int, int] = field(default_factory=dict)
    """Of a result, the argument whose buffer it is."""
    shared: set[tuple[int, int]] = field(default_factory=set)
    """Two results that may share a buffer."""
    non_writable: set[int] = field(default_factory=set)
    """The results that may be what must not be written to, and is no argument."""
    later: set[int] = field(default_factory=set)
    """The arguments that regions may use after the function has returned."""

    def covers(self, found: Summary) -> bool:
        """Whether a function that does what `found` says does no more than this one says."""
        return (
            found.reads <= self.reads
            and found.writes <= self.writes
            and found.aliases <= self.aliases
            and self.equivalent.items() <= found.equivalent.items()
            and found.shared <= self.shared
            and found.non_writable <= self.non_writable
            and found.later <= self.later
        )


class CallSummaries:
    """The functions of a module, and what calls of them do.

    `claimed` are summaries of functions that may come back to themselves. They are taken for true
    in the analysis of those functions, and must then turn out to be true.
    """

    def __init__(self, state: OracleState, claimed: Mapping[Operation, Summary]) -> None:
        self.state = state
        self.claimed = claimed
        self.summaries: dict[Operation, Summary] = dict(claimed)
        self.functions = [op for op in pre_order(state.root) if isinstance(op, FunctionOpInterface)]

    def analyze_functions(self) -> None:
        """Callees first, and then those that may come back to themselves and all that call them."""
        rest = list(self.functions)
        while ready := [f for f in rest if not any(c in rest for c in self._unknown_callees(f))]:
            self._analyze(ready[0])
            found = self._summarized(ready[0])
            claimed = self.summaries.setdefault(ready[0], found)
            assert claimed.covers(found), f"{ready[0]} does more than {claimed}: {found}"
            rest.remove(ready[0])
        for function in rest:
            self._analyze(function)

    def recursive_functions(self) -> list[Operation]:
        """The functions that may come back to themselves."""
        return [f for f in self.functions if f in self._reached(self._callees(f))]

    def _reached(self, functions: list[Operation]) -> list[Operation]:
        further = [c for f in functions for c in self._callees(f) if c not in functions]
        return self._reached([*functions, further[0]]) if further else functions

    def _unknown_callees(self, function: Operation) -> list[Operation]:
        return [callee for callee in self._callees(function) if callee not in self.claimed]

    def _analyze(self, function: Operation) -> None:
        state = self.state
        for op in pre_order(function):
            summary = self.summary(op)
            for result, argument in summary.equivalent.items() if summary is not None else ():
                operand = op.op_operands[argument]
                if state.is_in_place(operand):
                    state.note_equivalence(op.results[result], operand.value)
            for a, b in self._sharing(op):
                state.note_alias(op.results[a], op.results[b])
        state.analyze(function)

    def _callees(self, function: Operation) -> list[Operation]:
        return [callee for op in pre_order(function) for callee in self._called(op)]

    def _called(self, op: Operation) -> list[Operation]:
        """The function that an operation calls, if it calls one."""
        name = op.callable_for_callee if isinstance(op, CallOpInterface) else None
        if not isinstance(name, SymbolRefAttr):
            return []
        return [f for f in self.functions if f.get_attr("sym_name") == StringAttr(name.root)]

    def _summarized(self, function: Operation) -> Summary:
        assert isinstance(function, FunctionOpInterface)
        state = self.state
        summary = Summary()
        later = {u.value for u in state.later_uses if outlasts_function(u.by)}
        for index, type in enumerate(function.signature.inputs):
            if not is_tensor_like(type):
                continue
            access = function.get_arg_attr(index, "bufferization.access")
            if isinstance(access, StringAttr):
                words = access.value.split("-")
            elif function.is_external:
                words = ["read", "write"]
            else:
                argument = function.body_arguments[index]
                words = ["read"] if state.is_value_read(argument) else []
                words += ["write"] if state.is_value_written(argument) else []
            summary.reads |= {index} if "read" in words else set()
            summary.writes |= {index} if "write" in words else set()
            if function.is_external:
                types = enumerate(function.signature.results)
                summary.aliases |= {(index, i) for i, t in types if is_tensor_like(t)}
        arguments = [a for a in function.body_arguments if is_tensor_like(a.type)]
        summary.later |= {a.index for a in arguments if later & state.aliases(a)}
        returns = [op for op in pre_order(function) if op.has_trait(ReturnLike)]
        returns = [op for op in returns if op.parent_op is function]
        for index in range(len(function.signature.results)):
            values = [op.operand(index) for op in returns]
            if not values or not is_tensor_like(values[0].type):
                continue
            summary.aliases |= {
                (a.index, index) for a in arguments for v in values if v in state.aliases(a)
            }
            summary.shared |= {
                (other, index)
                for op, value in zip(returns, values, strict=True)
                for other in range(index)
                if op.operand(other) in state.aliases(value)
            }
            members = [member for value in values for member in state.aliases(value)]
            results = [member for member in members if isinstance(member, OpResult)]
            if later.intersection(members) or not all(map(state.is_writable, results)):
                summary.non_writable.add(index)
            same = [[a.index for a in arguments if v in state.equivalents(a)][:1] for v in values]
            if same[0] and all(first == same[0] for first in same):
                summary.equivalent[index] = same[0][0]
        return summary

    # Answers about calls

    def summary(self, op: Operation) -> Summary | None:
        """What is known of the function that `op` calls."""
        return next((self.summaries.get(callee) for callee in self._called(op)), None)

    def _sharing(self, op: Operation) -> set[tuple[int, int]]:
        """The pairs of results of a call that may share a buffer."""
        summary = self.summary(op)
        if summary is not None:
            return summary.shared
        tensors = [r.index for r in op.results if self._called(op) and is_tensor_like(r.type)]
        return {(a, b) for a in tensors for b in tensors if a < b}

    def is_writable(self, op: Operation, value: Value) -> bool:
        """Whether a result of a call may be written to."""
        if not self.state.options.bufferize_function_boundaries:
            return True
        summary = self.summary(op)
        if summary is not None:
            assert isinstance(value, OpResult)
            return value.index not in summary.non_writable
        unknown = [f for f in self.functions if self._called(op) and f not in self.summaries]
        return not any(self._may_return_non_writable(f) for f in unknown) and not self._may_put_off(
            op
        )

    def _may_return_non_writable(self, function: Operation) -> bool:
        for op in pre_order(function):
            model = self.state.model(op)
            summary = self.summary(op)
            for result in op.results if model is not None else ():
                if summary is not None and result.index in summary.non_writable:
                    return True
                assert model is not None
                if not self._called(op) and not model.is_writable(op, result, self.state):
                    return True
        return False

    def uses_later(self, op: Operation, operand: OpOperand) -> bool:
        """Return whether the callee may use an argument after it has returned."""
        summary = self.summary(op)
        return operand.index in summary.later if summary is not None else self._may_put_off(op)

    def _may_put_off(self, call: Operation) -> bool:
        """Return whether the callee, or a function that it calls, may leave regions running."""
        return any(
            isinstance(op, DeferredExecutionInterface) and op.completed_by() is None
            for function in self._reached(self._called(call))
            for op in pre_order(function)
        )

    def reads(self, op: Operation, operand: OpOperand) -> bool:
        """Whether the callee reads an argument."""
        summary = self.summary(op)
        return summary is None or operand.index in summary.reads

    def writes(self, op: Operation, operand: OpOperand) -> bool:
        """Whether the callee writes to an argument."""
        summary = self.summary(op)
        return summary is None or operand.index in summary.writes

    def aliasing_values(
        self, op: Operation, operand: OpOperand, summary: Summary
    ) -> list[AliasingValue]:
        """The results of a call that may share the buffer of an argument."""
        results = sorted(result for arg, result in summary.aliases if arg == operand.index)
        # That of one result, if that result is sure to be an argument.
        same = len(results) == 1 and summary.equivalent.get(results[0]) == operand.index
        relation = BufferRelation.EQUIVALENT if same else BufferRelation.UNKNOWN
        return [AliasingValue(op.results[result], relation, same) for result in results]
