"""The analysis of an operation, and of a module function by function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bufferize.analysis.annotations import annotate_alias_sets, annotate_decisions
from bufferize.analysis.decide import OperandDecider, operands_in_order, repeatable
from bufferize.analysis.function_summaries import (
    FunctionAnalysis,
    FunctionSummary,
    call_order,
    enter_calls,
    return_ops,
    summarize_function,
)
from bufferize.analysis.one_shot_state import OneShotAnalysisState
from bufferize.analysis.options import AnalysisOptions, without_unanalyzed_functions
from bufferize.analysis.queries import AnalysisModel, ModelSource, Overrides
from bufferize.define import ReturnLike
from bufferize.diagnostics import Diagnostic, DiagnosticError, PassError, Severity, error
from bufferize.dialects.bufferization import ToTensorOp
from bufferize.interfaces import (
    BufferRelation,
    FunctionOpInterface,
    LoopLikeOpInterface,
    RegionBranchTerminatorOpInterface,
    is_tensor_like,
)
from bufferize.ir import BlockArgument, DominanceInfo, Operation, OpOperand, Value
from bufferize.record import Decision, Reason

ModeledOps = list[tuple[Operation, AnalysisModel[Any]]]
"""A list of operations with their models, nested ones first."""

_RAISE_BUDGET = "raise analysis-budget, or set it to 0 for as many tests as it takes"
_SEVERAL_BLOCKS = (
    "op or Model implementation does not support unstructured control flow, but at least one region "
    "has multiple blocks"
)


def analyze_op(root: Operation, state: OneShotAnalysisState) -> None:
    """Decide all operands below `root`, and add the annotations that the options request.

    Raises PassError if the IR cannot be bufferized.
    """
    ops = [(op, model) for op in root.walk_post() if (model := state.model(op)) is not None]
    problems = [
        _op_error(op, _SEVERAL_BLOCKS)
        for op, model in ops
        if any(len(region.blocks) > 1 for region in op.regions)
        and not model.supports_unstructured_control_flow
    ]
    if problems:
        raise PassError(problems)
    if state.functions is not None:
        enter_calls((op for op, _ in ops), state)
    with state.remembering():
        decider = OperandDecider(root, state)
        problem = _forced_problem(ops, state, decider)
        if problem is not None:
            raise PassError(problem)
        first = len(state.decisions)
        decider.decide_overrides()
        for operand in operands_in_order(root, state):
            decider.decide(operand)
        for op, _ in ops:
            if isinstance(op, LoopLikeOpInterface):
                decider.decide_forwarded(op)
                decider.decide_unwritten(op)
        state.counters.largest_alias_set = state.aliasing.largest
        state.is_budget_exhausted = decider.is_exhausted
        if state.is_budget_exhausted:
            state.warnings.append(_budget_warning(root, state, state.decisions[first:]))
        _find_undefined_contents(ops, state)
    # Nothing is remembered here: the answers of models may depend on equivalences.
    find_equivalences(ops, state)
    with state.remembering():
        problems = [problem for op, model in ops for problem in _problems_of(op, model, state)]
        if state.options.refuses_returned_allocs:
            problems += _returned_allocations(ops, state)
    if state.options.test_analysis_only:
        annotate_decisions(root, state)
    if state.options.dump_alias_sets:
        annotate_alias_sets(root, state)
    if problems:
        raise PassError(problems)


def analyze_module(
    module: Operation,
    options: AnalysisOptions,
    context: ModelSource,
    overrides: Overrides | None = None,
) -> OneShotAnalysisState:
    """Analyze all operations below `module`; with function boundaries, function by function.

    Of the operands in `overrides`, those that are to be in place are decided first, and the others
    are copied. Raises PassError if the IR cannot be bufferized, or not with these overrides.
    """
    if options.analyze_recursive_functions and options.analysis_order is not None:
        # The decisions of the last round are made again, so the order must be the same.
        options = replace(options, analysis_order=repeatable(options.analysis_order))
    state = OneShotAnalysisState(without_unanalyzed_functions(options), context, module, overrides)
    if not options.bufferize_function_boundaries:
        analyze_op(module, state)
        return state
    state.functions = FunctionAnalysis()
    order = state.functions.order = call_order(module, state)
    functions = [*order.ordered, *order.circular]
    problems = [problem for f in functions if (problem := _missing_return(f)) is not None]
    if problems:
        raise PassError(problems)
    for function in order.ordered:
        _analyze_function(function, state, state.functions)
    for group in order.groups:
        state.functions.note_unknown(group.functions, state)
    if options.analyze_recursive_functions:
        for group in order.groups:
            if group.is_recursive:
                _find_summaries(group.functions, state, state.functions)
            for function in group.functions:
                _analyze_function(function, state, state.functions)
        return state
    # Calls in a cycle stay unknown: the worst is assumed of what they do to their arguments.
    for function in order.circular:
        if state.options.is_op_allowed(function):
            analyze_op(function, state)
    return state


def _analyze_function(
    function: FunctionOpInterface, state: OneShotAnalysisState, functions: FunctionAnalysis
) -> None:
    """Decide all operands in `function`, and summarize it unless it has a summary."""
    if not state.options.is_op_allowed(function):
        functions.note_unknown([function], state)
        return
    analyze_op(function, state)
    with state.remembering():
        summary = summarize_function(function, state)
    functions.summaries.setdefault(function, summary)


def _find_summaries(
    group: list[FunctionOpInterface], state: OneShotAnalysisState, functions: FunctionAnalysis
) -> None:
    """Find summaries of functions that call each other, by a fixed point iteration.

    The first guess is that the functions do nothing to their arguments. Every round analyzes each
    function under the current summaries, with a state that is then discarded, and adds what it finds.
    When a round finds nothing new, the summaries are correct: they cover all that its decisions do,
    and the final analysis makes the same decisions. This terminates because reads, writes and
    aliases are only added, and a result is assumed to be an argument only once, until disproved.
    """
    quiet = replace(
        state.options, test_analysis_only=False, print_conflicts=False, dump_alias_sets=False
    )
    allowed = [function for function in group if state.options.is_op_allowed(function)]
    summaries = functions.summaries
    summaries.update((function, FunctionSummary()) for function in allowed)
    is_stable = False
    while not is_stable:
        is_stable = True
        for function in allowed:
            trial = OneShotAnalysisState(quiet, state.context, function, state.overrides)
            trial.functions = functions
            trial.deferring_functions = state.deferring_functions
            trial.has_buffers_of_buffers = state.has_buffers_of_buffers
            # A later round may accept what this one refuses; otherwise the final analysis refuses it.
            with suppress(PassError):
                analyze_op(function, trial)
            with trial.remembering():
                found = summarize_function(function, trial)
            state.has_buffers_of_buffers = trial.has_buffers_of_buffers
            summary = summaries[function].joined(found)
            is_stable = is_stable and summary == summaries[function]
            summaries[function] = summary


# The budget


def _budget_warning(
    root: Operation, state: OneShotAnalysisState, decisions: list[Decision]
) -> Diagnostic:
    budget = state.options.analysis_budget
    copies = [i for i, decision in enumerate(decisions) if decision.reason is Reason.BUDGET]
    what = (
        f"function '{root.symbol_name}'" if isinstance(root, FunctionOpInterface) else "the program"
    )
    decided = copies[0] if copies else len(decisions)
    message = (
        f"analysis of {what} stopped after {_tests(budget)}: {decided} of {len(decisions)} operands "
        f"had been decided; copied for that reason: {len(copies) or 'what loops yield'}"
    )
    return Diagnostic.at(Severity.WARNING, message, root).note(_RAISE_BUDGET)


def _tests(budget: int) -> str:
    return f"{budget} candidate test{'s' if budget != 1 else ''}"


# Before the decisions


def _missing_return(function: FunctionOpInterface) -> Diagnostic | None:
    """Return an error for a function that never returns, as its results are unknown."""
    if function.is_external or return_ops(function):
        return None
    needed = f"{function.dialect_name}.return"
    problem = error(f"cannot bufferize {function.name} without {needed}", function)
    return problem.note("give it a block that returns, even if nothing branches there")


def _forced_problem(
    ops: ModeledOps, state: OneShotAnalysisState, decider: OperandDecider
) -> Diagnostic | None:
    """Return an error about operands that must be used in place, before anything is decided."""
    for op, _ in ops:
        if isinstance(op, ToTensorOp) and op.restrict is None and op.has_uses():
            return _op_error(
                op, "to_tensor ops without `restrict` are not supported by One-Shot Analysis"
            ).note(
                "add `restrict` to promise that no other operation makes a tensor of this memory, or "
                "puts one there"
            )
        for operand in op.op_operands if decider.has_writes else ():
            if not is_tensor_like(operand.value.type):
                continue
            if decider.forced_conflict(operand):
                if not decider.is_exhausted:
                    return _unmet(operand, "cannot avoid RaW conflict")
                message = (
                    "is among what must bufferize in place, which takes more than "
                    f"{_tests(state.options.analysis_budget)} to check"
                )
                return _op_error(op, message).note(_RAISE_BUDGET)
            if decider.forced_write_to_non_writable(operand):
                return _unmet(operand, "would write to read-only buffer")
    return None


def _unmet(operand: OpOperand, why: str) -> Diagnostic:
    advice = f"copy operand #{operand.index} before, with `bufferization.alloc_tensor() copy(…)`"
    message = f"not bufferizable under the given constraints: {why}"
    return _op_error(operand.owner, message).note(advice)


def _op_error(op: Operation, message: str) -> Diagnostic:
    return error(f"'{op.name}' op {message}", op)


# After the decisions


def find_equivalences(ops: ModeledOps, state: OneShotAnalysisState) -> None:
    """Record which results are the same buffer as an operand, nested operations first."""
    for op, model in ops:
        for result in op.results:
            if is_tensor_like(result.type):
                source = _equivalent_source(op, model, result, state)
                if source is not None:
                    state.equivalent.union(result, source)


def _equivalent_source(
    op: Operation, model: AnalysisModel[Any], result: Value, state: OneShotAnalysisState
) -> Value | None:
    """Return the operand value that is known to be the same buffer as `result`."""
    aliases = state.get_aliasing_op_operands(result)
    if not aliases:
        return None
    first = aliases[0].operand.value
    all_same = True
    for alias in aliases:
        source = alias.operand.value
        usable = alias.relation is BufferRelation.EQUIVALENT and state.is_in_place(alias.operand)
        if usable and alias.is_definite:
            return source
        all_same = all_same and usable and state.are_equivalent_buffer_values(source, first)
    # One of several operands, which are all the same buffer.
    return first if all_same and not model.bufferizes_to_allocation(op, result) else None


def _find_undefined_contents(ops: ModeledOps, state: OneShotAnalysisState) -> None:
    """Record the uses of results with undefined contents."""
    for op, _ in ops:
        for result in op.results:
            use = result.first_use
            if use is None or not is_tensor_like(result.type) or state.definitions(use):
                continue
            state.undefined.update(result.uses)


def _problems_of(
    op: Operation, model: AnalysisModel[Any], state: OneShotAnalysisState
) -> Iterable[Diagnostic]:
    try:
        model.verify_analysis(op, state)
    except DiagnosticError as problem:
        return problem.about(op).diagnostics
    return ()


def _returned_allocations(ops: ModeledOps, state: OneShotAnalysisState) -> Iterator[Diagnostic]:
    """Yield an error for each tensor that may be returned or yielded as a new buffer.

    Legacy options refuse that. Not reported if it is known to be the same buffer as a value from
    outside of the region, or as an argument of a block around it.
    """
    dominance = DominanceInfo()
    for op, _ in ops:
        if not (op.has_trait(ReturnLike) or isinstance(op, RegionBranchTerminatorOpInterface)):
            continue
        for operand in op.op_operands:
            if is_tensor_like(operand.value.type) and not any(
                _is_from_outside(value, op, dominance)
                for value in state.equivalent.members(operand.value)
            ):
                message = f"operand #{operand.index} may return/yield a new buffer allocation"
                yield error(message, op).note(
                    "set allow-return-allocs to let regions return the buffers they allocate"
                )


def _is_from_outside(value: Value, terminator: Operation, dominance: DominanceInfo) -> bool:
    region, parent = value.parent_region, terminator.parent_op
    if region is None or parent is None:
        return False
    if isinstance(value, BlockArgument):
        return region.is_ancestor_of(terminator.parent_region)
    return dominance.properly_dominates(value, parent)
