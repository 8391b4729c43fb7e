"""The analysis of an operation, and of a module function by function."""

from __future__ import annotations

from collections.abc import Iterable

from bufferize.analysis.annotations import annotate_alias_sets, annotate_decisions
from bufferize.analysis.decide import OperandDecider
from bufferize.analysis.functions import (
    FunctionAnalysis,
    add_call_equivalences,
    functions_in_call_order,
    return_ops,
    summarize_function,
)
from bufferize.analysis.one_shot import OneShotAnalysisState
from bufferize.analysis.options import AnalysisOptions, without_unanalysed_functions
from bufferize.analysis.orders import analysis_order
from bufferize.analysis.state import ModelSource
from bufferize.diagnostics import Diagnostic, DiagnosticError, PassError, error
from bufferize.interfaces import BufferRelation, FunctionOpInterface, is_tensor_like
from bufferize.ir import Operation, Value


def analyze_op(root: Operation, state: OneShotAnalysisState) -> None:
    """Decide all operands below `root`, and write the annotations that the options ask for.

    Raises a `PassError` where the IR cannot be bufferized.
    """
    problems = control_flow_problems(root, state)
    if problems:
        raise PassError(problems)
    with state.remembering():
        decider = OperandDecider(root, state)
        problem = _forced_problem(root, state, decider)
        if problem is not None:
            raise PassError(problem)
        for op in analysis_order(root, state):
            for operand in op.op_operands:
                if is_tensor_like(operand.value.type):
                    decider.decide(operand)
        state.counters.append(decider.uses.counters)
        _find_undefined_contents(root, state)
    # What models answer may depend on which buffers are equivalent, so nothing is remembered here.
    _find_equivalences(root, state)
    with state.remembering():
        problems = _verify_analysis(root, state)
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
) -> OneShotAnalysisState:
    """Analyse all below `module`; with function boundaries, function by function.

    Raises a `PassError` where the IR cannot be bufferized.
    """
    state = OneShotAnalysisState(without_unanalysed_functions(options), context, module)
    if not options.bufferize_function_boundaries:
        analyze_op(module, state)
        return state
    functions = state.functions = FunctionAnalysis()
    ordered, circular = functions_in_call_order(module, state)
    problems = [p for f in (*ordered, *circular) for p in _missing_return(f)]
    if problems:
        raise PassError(problems)
    for function in ordered:
        if state.options.is_op_allowed(function):
            add_call_equivalences(function, state)
            analyze_op(function, state)
            with state.remembering():
                functions.summaries[function] = summarize_function(function, state)
    # Calls in a circle stay unknown: what they do to their arguments is assumed to be the worst.
    for function in circular:
        if state.options.is_op_allowed(function):
            add_call_equivalences(function, state)
            analyze_op(function, state)
    return state


# Before the decisions


def _missing_return(function: Operation) -> list[Diagnostic]:
    """A diagnostic for a function that never returns: nothing tells what its results are."""
    assert isinstance(function, FunctionOpInterface)
    if function.is_external or return_ops(function):
        return []
    return [
        error(
            f"cannot bufferize {function.name} without {function.name.partition('.')[0]}.return",
            function.location.position(),
        )
    ]


def control_flow_problems(root: Operation, state: OneShotAnalysisState) -> list[Diagnostic]:
    """A diagnostic for each operation whose model does not know regions of several blocks."""
    problems = []
    for op in root.walk_post():
        model = state.model(op) if op.regions else None
        if model is None or model.supports_unstructured_control_flow:
            continue
        if any(len(region.blocks) > 1 for region in op.regions):
            problems.append(
                _op_error(
                    op,
                    "op or BufferizableOpInterface implementation does not support unstructured "
                    "control flow, but at least one region has multiple blocks",
                )
            )
    return problems


def _forced_problem(
    root: Operation, state: OneShotAnalysisState, decider: OperandDecider
) -> Diagnostic | None:
    """What is wrong before any decision was made: with what must be used in place."""
    for op in root.walk_post():
        if state.model(op) is None:
            continue
        if (
            op.name == "bufferization.to_tensor"
            and op.get_attr("restrict") is None
            and op.has_uses()
        ):
            return _op_error(
                op, "to_tensor ops without `restrict` are not supported by One-Shot Analysis"
            )
        for operand in op.op_operands:
            if not is_tensor_like(operand.value.type):
                continue
            if decider.forced_conflict(operand):
                return _op_error(
                    op,
                    "not bufferizable under the given constraints: cannot avoid RaW conflict",
                )
            if decider.forced_write_to_locked(operand):
                return _op_error(
                    op,
                    "not bufferizable under the given constraints: would write to read-only buffer",
                )
    return None


def _op_error(op: Operation, message: str) -> Diagnostic:
    return error(f"'{op.name}' op {message}", op.location.position())


# After the decisions


def _find_equivalences(root: Operation, state: OneShotAnalysisState) -> None:
    """Note which results are the very buffer of an operand, nested operations first."""
    for op in root.walk_post():
        model = state.model(op)
        if model is None:
            continue
        for result in op.results:
            if is_tensor_like(result.type):
                source = _equivalent_source(op, result, state)
                if source is not None:
                    state.union_equivalence_classes(result, source)


def _equivalent_source(op: Operation, result: Value, state: OneShotAnalysisState) -> Value | None:
    """The operand value that `result` is sure to be the same buffer as."""
    model = state.model(op)
    aliases = state.get_aliasing_op_operands(result)
    if model is None or not aliases:
        return None
    first = aliases[0].operand.value
    all_same = True
    for alias in aliases:
        source = alias.operand.value
        usable = alias.relation is BufferRelation.EQUIVALENT and state.is_in_place(alias.operand)
        if usable and alias.is_definite:
            return source
        all_same = all_same and usable and state.are_equivalent_buffer_values(source, first)
    # Any of several operands, but they are all one buffer.
    return first if all_same and not model.bufferizes_to_allocation(op, result) else None


def _find_undefined_contents(root: Operation, state: OneShotAnalysisState) -> None:
    """Note the uses of results that nothing has set the contents of."""
    for op in root.walk():
        if state.model(op) is None:
            continue
        for result in op.results:
            use = result.first_use
            if use is None or not is_tensor_like(result.type) or state.definitions(use):
                continue
            for operand in result.uses:
                state.mark_undefined(operand)


def _verify_analysis(root: Operation, state: OneShotAnalysisState) -> list[Diagnostic]:
    return [problem for op in root.walk_post() for problem in _problems_of(op, state)]


def _problems_of(op: Operation, state: OneShotAnalysisState) -> Iterable[Diagnostic]:
    model = state.model(op)
    if model is None:
        return ()
    try:
        model.verify_analysis(op, state)
    except DiagnosticError as problem:
        return problem.diagnostics
    return ()
