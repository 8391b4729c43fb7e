"""Whether conflicts in a function hold whatever is decided in the functions that it calls.

A function that is called may write to an argument, or return it, or not: that follows from the
decisions about it. Two summaries of it give the limits: in one, nothing is in place but what must be,
in the other one all is.

```mlir
func.func private @part(%t: tensor<9xf32>, %v: f32, %i: index) -> f32 {
  %s = tensor.extract_slice %t[0] [4] [1] : tensor<9xf32> to tensor<4xf32>
  %a = tensor.insert %v into %s[%i] : tensor<4xf32>  // writes to %t, if %s is no copy
  %x = tensor.extract %a[%i] : tensor<4xf32>
  return %x : f32
}
func.func @caller(%t: tensor<9xf32>, %v: f32, %i: index) -> (f32, f32) {
  %x = call @part(%t, %v, %i) : (tensor<9xf32>, f32, index) -> f32  // in place, if @part copies
  %y = tensor.extract %t[%i] : tensor<9xf32>
  return %x, %y : f32, f32
}
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from bufferize.analysis import (
    FunctionSummary,
    OneShotAnalysisState,
    called_function,
    function_summary,
)
from bufferize.analysis.analyze import find_equivalences
from bufferize.analysis.decide import OperandDecider
from bufferize.analysis.function_summaries import (
    FunctionAnalysis,
    enter_calls,
    frees_buffer,
    has_tensor_signature,
    is_used_later,
    summarize_function,
)
from bufferize.interfaces import (
    CallOpInterface,
    FunctionOpInterface,
    LoopLikeOpInterface,
    function_around,
    is_tensor_like,
    position_among,
)
from bufferize.ir import Operation, OpOperand, Value
from bufferize_optimum.refusals import Refusals, tensor_operands
from bufferize_optimum.yields import LoopYields

AS_DECIDED: Final = "with its callees as they are decided"
"""The words about a proof that may not hold for other decisions about callees."""


class ProofLine(NamedTuple):
    """A line of a proof: operands that pay, and why one of them or of `yields` is copied."""

    operands: list[OpOperand]
    yields: list[OpOperand]
    """The operands that loops copy instead."""
    is_conflict: bool
    """Whether not all can be in place; if not, the line is about both cases."""


class Callees:
    """The functions that others of an analyzed program call, with any decisions about them."""

    def __init__(self, known: OneShotAnalysisState, program: Operation) -> None:
        self._known = known
        self._program = program
        self._refusals: dict[object, Refusals] = {}

    def are_assumed(self, lines: Iterable[ProofLine]) -> bool:
        """Return whether some of `lines` may hold only by the decisions about callees."""
        return any(map(self._is_assumed, lines))

    def _is_assumed(self, line: ProofLine) -> bool:
        roots = self._roots(line)
        if not any(map(self._calls.get, roots)):
            return False
        limits = self._limits
        if not limits.unknown.isdisjoint(roots):
            return True
        if limits.fixed.issuperset(roots):
            return False
        if line.yields or self._is_unsure(line):  # a loop may copy less if more is the same buffer
            return True
        return line.is_conflict and not self.are_refused(line)

    def are_refused(self, line: ProofLine) -> bool:
        """Return whether the operands of a line conflict, whatever else is decided in any function.

        Callees first, those of a function are in place, and it then does at least what its summary
        says. Functions that no operand is in do the least otherwise.
        """
        roots, least = self._roots(line), self._limits.least_summaries
        if len(roots) == 1:
            (root,) = roots
            return self._refusals_of(root, {}).has_conflict(line.operands, [])
        if line.yields or self._is_unsure(line) or not least.keys() >= roots:
            return False
        *_, last = (function for function in least if function in roots)
        changed: dict[Operation, FunctionSummary] = {}
        for function in least:
            own = [operand for operand in line.operands if function.is_ancestor_of(operand.owner)]
            callees = {f: changed[f] for f in self._calls.get(function, ()) if f in changed}
            if not own and not callees:
                continue
            refusals = self._refusals_of(function, callees)
            if function is last:
                return refusals.has_conflict(own, [])
            summary = refusals.summary(own)
            if summary is None:
                return True
            changed[function] = summary
        return False

    def _refusals_of(
        self, root: Operation, callees: Mapping[Operation, FunctionSummary]
    ) -> Refusals:
        """Return the analysis of a function whose callees do as they say, and the others the least."""
        # Only what they write may differ.
        key = root, frozenset((f, frozenset(s.written_args)) for f, s in callees.items())
        found = self._refusals.get(key)
        if found is None:
            least, functions = self.least, FunctionAnalysis()
            functions.summaries |= {**least.summaries, **callees}
            functions.returning_non_writable = least.returning_non_writable
            functions.freeing = least.freeing
            yields = LoopYields(root, self._known)
            found = self._refusals[key] = Refusals(root, self._known, yields, functions)
        return found

    def _roots(self, line: ProofLine) -> set[Operation]:
        """Return the functions that the operands of a line are in."""
        around = (function_around(operand.owner) for operand in (*line.operands, *line.yields))
        return {function for function in around if function is not None}

    def _is_unsure(self, line: ProofLine) -> bool:
        """Return whether models may answer otherwise about the operands of a line."""
        limits = self._limits
        find = limits.most.aliasing.find
        unsure = set[Value]().union(*(limits.unsure.get(f, ()) for f in self._roots(line)))
        return not unsure.isdisjoint(find(operand.value) for operand in line.operands)

    @cached_property
    def _calls(self) -> dict[Operation, set[Operation]]:
        """For each function that is analyzed, the functions with a body that it passes tensors."""
        known = self._known
        if known.functions is None or known.functions.order is None:
            return {}
        return {
            function: {
                callee
                for op in function.walk()
                if (callee := called_function(known, op)) is not None
                and has_tensor_signature(callee)
                and not callee.is_external
            }
            for function in known.functions.order.functions
            if known.options.is_op_allowed(function)
        }

    @cached_property
    def _limits(self) -> _Limits:
        limits = _Limits(self._known, self._program)
        limits.enter(self._calls)
        return limits

    # Functions that are decided together

    @property
    def least(self) -> FunctionAnalysis:
        """The summaries of functions in which nothing is in place but what must be."""
        functions = self._limits.least.functions
        assert functions is not None
        return functions

    @property
    def writes(self) -> Mapping[OpOperand, tuple[FunctionOpInterface, int]]:
        """The operands of calls that callees may write to or not, with callees and arguments."""
        return self._limits.writes

    def groups(self) -> list[list[FunctionOpInterface]]:
        """Return functions that are better decided together, callees first.

        A callee may write to arguments or not, and nothing else that its caller asks of it depends on
        decisions. Nor does the caller have loops, which copy what they yield or not.
        """
        functions = self._known.functions
        if functions is None or functions.order is None or not any(self._calls.values()):
            return []
        limits, targets = self._limits, dict[Operation, set[Operation]]()
        for write, (callee, _) in limits.writes.items():
            if (caller := function_around(write.owner)) is not None:
                targets.setdefault(caller, set()).add(callee)
        can_join, groups = set[Operation](), list[set[Operation]]()
        for function in functions.order.ordered:
            if not self._calls.get(function) or function in limits.fixed:
                can_join.add(function)
            elif can_join >= targets.get(function, set()) and not (
                limits.unsure[function] or LoopYields(function, self._known).operands
            ):
                can_join.add(function)
                joined = {function, *targets.get(function, ())}
                others = [group for group in groups if group.isdisjoint(joined)]
                groups = [*others, joined.union(*(g for g in groups if g not in others))]
        return [[f for f in functions.order.ordered if f in group] for group in groups]


class _Limits:
    """The least and the most that functions may do to arguments and results.

    The analysis of a function gives a summary between them if the models answer the same for its
    operations by the least and the most of its callees. Otherwise anything is assumed of it.
    """

    def __init__(self, known: OneShotAnalysisState, program: Operation) -> None:
        self._known = known
        self.least = _new_state(known, program)
        """The state in which nothing is in place but what must be."""
        self.most = _new_state(known, program)
        """The state in which all is in place."""
        self._states = self.least, self.most
        self.unknown: set[Operation] = set()
        """The functions that call each other, with summaries that depend on one another."""
        self.fixed: set[Operation] = set()
        """The functions in which the models answer the same, whatever is decided about callees."""
        self.unsure: dict[Operation, set[Value]] = {}
        """For each, the alias sets in `most` about which they may not."""
        self.writes: dict[OpOperand, tuple[FunctionOpInterface, int]] = {}
        """The operands of calls that callees may write to or not, with callees and arguments."""

    @property
    def least_summaries(self) -> Mapping[Operation, FunctionSummary]:
        """The summaries of functions that do the least, callees first."""
        assert self.least.functions is not None
        return self.least.functions.summaries

    def enter(self, calls: Mapping[Operation, Set[Operation]]) -> None:
        """Enter the functions, callees first, with those that each of them calls."""
        known = self._known.functions
        assert known is not None
        assert known.order is not None
        order, called = known.order, set[Operation]().union(*calls.values())
        for function in order.ordered:
            if function.is_external and function in calls:
                self._summarize(function)
            elif function not in calls:
                self._note_unknown([function])
            elif calls[function] or function in called:
                self._enter(function, bool(calls[function]))
                self._summarize(function)
        for group in order.groups:
            self._note_unknown(group.functions)
        if self._known.options.analyze_recursive_functions:
            self.unknown.update(order.circular)
            return
        for function in order.circular:
            if function in calls:
                self._enter(function, True)

    def _enter(self, function: FunctionOpInterface, has_calls: bool) -> None:
        ops = [op for op in function.walk_post() if self.least.model(op) is not None]
        for state in self._states:
            enter_calls(ops, state)
        unsure = self._compare(function, ops) if has_calls else set()
        for state in self._states:
            OperandDecider(function, state)  # finds what is used later
        for op in ops:
            _put_in_place(op, self.most)
        for state in self._states:
            find_equivalences([(op, m) for op in ops if (m := state.model(op)) is not None], state)
        self.unsure[function] = set(map(self.most.aliasing.find, unsure))

    def _summarize(self, function: FunctionOpInterface) -> None:
        if self.unsure.get(function):
            self._set_summaries(function, (FunctionSummary(), None))
        else:
            self._set_summaries(function, [summarize_function(function, s) for s in self._states])

    def _compare(self, function: Operation, ops: Iterable[Operation]) -> set[Value]:
        """Return values in `function` about which models answer otherwise if callees do the most."""
        unsure, is_fixed = set[Value](), True
        with self.least.remembering(), self.most.remembering():
            for op in ops:
                answers = (_answers(op, state) for state in self._states)
                for least, most in zip(*answers, strict=True):
                    is_fixed = is_fixed and least == most
                    if least.structure != most.structure:
                        unsure.add(least.value)
                    elif least.written != most.written:
                        self._note_write(most.written)
        if is_fixed:
            self.fixed.add(function)
        return unsure

    def _note_write(self, operand: OpOperand | None) -> None:
        assert operand is not None
        call = operand.owner
        assert isinstance(call, CallOpInterface)
        callee, argument = (
            called_function(self.most, call),
            position_among(operand, call.arg_operands),
        )
        if callee is not None and argument is not None:
            self.writes[operand] = callee, argument

    def _set_summaries(
        self, function: Operation, summaries: Iterable[FunctionSummary | None]
    ) -> None:
        """Set what a function does at least and at most; None for anything."""
        for state, summary in zip(self._states, summaries, strict=True):
            assert state.functions is not None
            if summary is None:
                state.functions.returning_non_writable.add(function)
                state.functions.freeing.add(function)
            else:
                state.functions.summaries[function] = summary

    def _note_unknown(self, functions: Sequence[Operation]) -> None:
        for state in self._states:
            assert state.functions is not None
            state.functions.note_unknown(functions, state)


class _Answer(NamedTuple):
    """The answers of models about a value that an operation uses or defines."""

    value: Value
    structure: tuple[object, ...]
    """The answers on which definitions, aliases and the cost of a copy depend."""
    written: OpOperand | None = None
    """The operand of a call, if that writes to it, and nothing else depends on whether it does."""


def _answers(op: Operation, state: OneShotAnalysisState) -> Iterator[_Answer]:
    for operand in tensor_operands(op):
        aliases = state.get_aliasing_values(operand)
        reads = state.bufferizes_to_memory_read(operand)
        writes = state.bufferizes_to_memory_write(operand)
        structure = aliases, reads, frees_buffer(operand, state), is_used_later(operand, state)
        if isinstance(op, CallOpInterface) and reads and not aliases:
            yield _Answer(operand.value, structure, operand if writes else None)
        else:
            yield _Answer(operand.value, (*structure, writes))
    shared = set[tuple[int, int]]()
    callee = called_function(state, op)
    if callee is not None and (summary := function_summary(state, callee)) is not None:
        shared = summary.shared_results
    blocks = (block for region in op.regions for block in region.blocks)
    for value in (*op.results, *(argument for block in blocks for argument in block.arguments)):
        if is_tensor_like(value.type):
            sources = state.get_aliasing_op_operands(value)
            writable = state.is_writable(value)
            is_definition = state.value_bufferizes_to_memory_write(value)
            yield _Answer(value, (sources, writable, is_definition, shared))


def _new_state(known: OneShotAnalysisState, program: Operation) -> OneShotAnalysisState:
    options = replace(
        known.options, test_analysis_only=False, print_conflicts=False, dump_alias_sets=False
    )
    state = OneShotAnalysisState(options, known.context, program)
    state.functions = FunctionAnalysis()
    state.deferring_functions = known.deferring_functions
    return state


def _put_in_place(op: Operation, state: OneShotAnalysisState) -> None:
    """Use all operands of `op` in place, and let a loop pass on all that it yields."""
    for operand in tensor_operands(op):
        state.force_in_place(operand)
    for _, operand, values in op.forwarded_operands if isinstance(op, LoopLikeOpInterface) else ():
        for value in values if is_tensor_like(operand.value.type) else ():
            state.aliasing.union(value, operand.value)
