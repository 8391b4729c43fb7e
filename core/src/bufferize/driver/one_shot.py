"""One-Shot Bufferize: analyze a module, make its copies explicit, rewrite it to buffers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from bufferize.analysis import (
    AlwaysCopyAnalysisState,
    AnalysisHeuristic,
    AnalysisState,
    OneShotAnalysisState,
    analyze_module,
    call_order,
)
from bufferize.analysis.queries import Overrides, Snapshot
from bufferize.diagnostics import OptionError, PassError, PluginError, VerifyError
from bufferize.diagnostics.diagnostic import error, suggestions
from bufferize.dialects.bufferization import BUFFER_LAYOUT, WRITABLE
from bufferize.driver.boundaries import fold_returned_casts, is_function, update_call_results
from bufferize.driver.bufferizable import ModelContext
from bufferize.driver.bufferization_state import BufferizationState, Report
from bufferize.driver.options import OneShotOptions
from bufferize.driver.rewriter import BufferizationRewriter, planned_copy
from bufferize.driver.shared_outputs import reads_from_outside, redirect, redirected
from bufferize.driver.worklist import bufferize_op, insert_deallocations, insert_tensor_copies
from bufferize.ir import BaseMemRefType, Operation, SymbolTableTrait, all_or_nothing, require_valid
from bufferize.ir.process import deep_recursion, no_collection
from bufferize.record import in_place_errors
from bufferize.record.in_place import in_place_problem

# Attributes of function arguments that only bufferization reads.
_ARGUMENT_ATTRIBUTES = (BUFFER_LAYOUT, WRITABLE)


@no_collection()
@deep_recursion()  # queries for buffer types recurse through nested loops
def one_shot_bufferize(
    module: Operation,
    options: OneShotOptions,
    context: ModelContext,
    *,
    analysis: AnalysisState | None = None,
    verify: bool = True,
) -> Report:
    """Bufferize `module`, with its functions' boundaries if the options say so.

    With `test_analysis_only`, only the decisions are written into attributes. `analysis` is the
    result of `analyze` for this module under the same options; the module must not have been
    changed since. Without it, the module is analyzed now. Raises OptionError for invalid options,
    VerifyError if the module is or becomes invalid, and DiagnosticError if it cannot be bufferized;
    the module is then unchanged. Without `verify` it must be valid, and so must all models be.
    """
    _check(module, options, context, verify)
    if analysis is not None:
        _check_given(analysis, module, options)
    return _run(module, options, context, analysis, verify, rewrites=True)


@no_collection()
@deep_recursion()
def analyze(
    module: Operation, options: OneShotOptions, context: ModelContext, *, verify: bool = True
) -> AnalysisState:
    """Return the decisions of One-Shot Bufferize about `module`, which is not changed.

    The state gives the reasons, takes overrides (`decide`), and can be passed to
    `one_shot_bufferize`; only that function writes the attributes that options request. Raises
    OptionError for invalid options, VerifyError for an invalid module, and DiagnosticError if it
    cannot be bufferized.
    """
    _check(module, options, context, verify)
    if options.copy_before_write:
        raise OptionError("invalid option: with 'copy-before-write' nothing is analyzed")
    quiet = replace(options, test_analysis_only=False, print_conflicts=False, dump_alias_sets=False)
    redirections = reads_from_outside(module)

    @deep_recursion()
    def reanalyze(overrides: Overrides) -> AnalysisState:
        with redirected(redirections):
            return _analyze(module, quiet, context, overrides)

    state = reanalyze({})
    state.snapshot = Snapshot(module, options, reanalyze)
    return state


@no_collection()
@deep_recursion()
def make_copies_explicit(
    module: Operation, options: OneShotOptions, context: ModelContext, *, verify: bool = True
) -> Report:
    """Run only the first half of One-Shot Bufferize: make the copies, as tensors.

    Afterwards every operand can be used in place. The options are those of `one_shot_bufferize`,
    except `copy_before_write`, which makes no copies beforehand. Raises OptionError for invalid
    options, VerifyError for an invalid module, and DiagnosticError if a copy cannot be made; the
    module is then unchanged. Without `verify` it must be valid.
    """
    _check(module, options, context, verify)
    if options.copy_before_write:
        raise OptionError(
            "invalid option: 'copy-before-write' makes copies while bufferizing, not before"
        )
    return _run(module, options, context, None, verify, rewrites=False)


def _run(
    module: Operation,
    options: OneShotOptions,
    context: ModelContext,
    analysis: AnalysisState | None,
    verify: bool,
    *,
    rewrites: bool,
) -> Report:
    """Make the copies explicit and, if it `rewrites`, bufferize. Return the report."""
    state = BufferizationState(context, options)
    redirections = reads_from_outside(module)
    decisions = None
    try:
        with all_or_nothing(module):
            if not options.copy_before_write:
                with redirected(redirections):
                    decisions = _decide(module, options, state, analysis)
            if not options.test_analysis_only:
                redirect(redirections)
                if decisions is not None:
                    with _timed("copy insertion", state):
                        insert_tensor_copies(module, BufferizationRewriter(state), decisions)
                if rewrites:
                    with _timed("rewrite", state):
                        _rewrite(module, state, decisions)
                        if options.frees_new_buffers:
                            insert_deallocations(state)
                if verify:
                    _verify_result(module, context)
            forbidden = any(copy.forbidden_by for copy in state.copies.made)
            if forbidden and not context.tolerates_copies:
                raise _ForbiddenCopies
    except _ForbiddenCopies:  # `all_or_nothing` has restored the module
        raise PassError(in_place_errors(state.copies.made)) from None
    log = decisions.decisions if isinstance(decisions, OneShotAnalysisState) else ()
    return Report(state.statistics, state.copies.made, log)


def _verify_result(module: Operation, context: ModelContext) -> None:
    """Raise VerifyError if a valid module has become invalid."""
    try:
        require_valid(module, context.op_attribute_problem)
    except VerifyError as problem:
        problem.diagnostics[0].note(
            "bufferization made this: a model of an operation, or a function of the options, is wrong"
        )
        raise


class _ForbiddenCopies(Exception):
    """The signal that a copy was needed for an operation marked `bufferize.in_place`."""


def _check(module: Operation, options: OneShotOptions, context: ModelContext, verify: bool) -> None:
    given = (module, Operation), (options, OneShotOptions), (context, ModelContext)
    for (value, kind), name in zip(given, ("module", "options", "context"), strict=True):
        if not isinstance(value, kind):
            raise TypeError(f"the {name} must be of type {kind.__name__}, not {value!r}")
    options.validate()
    if verify:
        require_valid(module, context.op_attribute_problem)
    wrong = [problem for op in module.walk() if (problem := in_place_problem(op)) is not None]
    if wrong:
        raise VerifyError(wrong)
    if options.bufferize_function_boundaries and not module.has_trait(SymbolTableTrait):
        message = (
            f"'bufferize-function-boundaries' needs a module with functions, not '{module.name}'"
        )
        raise PassError(error(message, module))


def _check_given(analysis: AnalysisState, module: Operation, options: OneShotOptions) -> None:
    if options.copy_before_write:
        raise OptionError("invalid option: with 'copy-before-write' no analysis is used")
    if analysis.snapshot is None:
        raise OptionError("the analysis must be one that `bufferize.analyze` made")
    analysis.snapshot.check_is_of(module, options)


def _decide(
    module: Operation,
    options: OneShotOptions,
    state: BufferizationState,
    analysis: AnalysisState | None,
) -> AnalysisState:
    """Analyze `module`, unless there is an `analysis`, and store the decisions in the report."""
    context = state.context
    with _timed("analysis", state):
        if analysis is None:
            analysis = _analyze(module, options, context, {})
        elif options.writes_decisions:  # attributes are written while the analysis runs
            overrides = analysis.overrides if isinstance(analysis, OneShotAnalysisState) else {}
            analysis = _analyze(module, options, context, overrides)
    if isinstance(analysis, OneShotAnalysisState):
        for warning in analysis.warnings:
            context.emit(warning)
        state.statistics.analysis = analysis.counters
        state.statistics.num_tensor_in_place = analysis.num_tensor_in_place
        state.statistics.num_tensor_out_of_place = analysis.num_tensor_out_of_place
        state.copies.enter(analysis.decisions, analysis)
        if options.test_analysis_only:
            state.copies.plan(analysis, planned_copy)
    return analysis


@contextmanager
def _timed(step: str, state: BufferizationState) -> Iterator[None]:
    start = time.perf_counter()
    yield
    state.statistics.seconds[step] = time.perf_counter() - start


def _analyze(
    module: Operation, options: OneShotOptions, context: ModelContext, overrides: Overrides
) -> AnalysisState:
    if options.analysis == "one-shot":
        options = _with_order_of_plugin(options, context)
        return analyze_module(module, options, context, overrides)
    if options.analysis == "always-copy":
        return AlwaysCopyAnalysisState(options, context)
    factory = context.analysis(options.analysis)
    if factory is None:
        own = "the core has one-shot, always-copy, others come with plugins"
        raise OptionError(f"no analysis is called '{options.analysis}'; {own}")
    state = factory(module, options, context)
    if not isinstance(state, AnalysisState):
        raise PluginError(f"analysis '{options.analysis}' does not give an AnalysisState")
    return state


def _with_order_of_plugin(options: OneShotOptions, context: ModelContext) -> OneShotOptions:
    """Return `options` with the order of a plugin's heuristic, if they name one."""
    name = options.analysis_heuristic
    if isinstance(name, AnalysisHeuristic):
        return options
    orders = context.heuristics()
    if name not in orders:
        known = [*(heuristic.value for heuristic in AnalysisHeuristic), *orders]
        message = f"no heuristic is called '{name}'; there are: {', '.join(known)}"
        raise OptionError(error(message, notes=suggestions(name, known)))
    if options.analysis_order is not None:
        raise OptionError(f"'analysis_order' cannot be combined with the heuristic '{name}'")
    usual, order = AnalysisHeuristic.BOTTOM_UP, orders[name]()
    return replace(options, analysis_heuristic=usual, analysis_order=order)


def _rewrite(module: Operation, state: BufferizationState, decisions: AnalysisState | None) -> None:
    options = state.options
    if not options.bufferize_function_boundaries:
        bufferize_op(module, state)
        return
    unanalyzed = frozenset(options.no_analysis_func_filter)
    careful = replace(options, copy_before_write=True) if unanalyzed else options
    known = None if decisions is None or decisions.functions is None else decisions.functions.order
    order = known or call_order(module, state.queries)
    functions, callers = order.functions, order.circular
    states = [
        state.with_options(careful) if function.symbol_name in unanalyzed else state
        for function in functions
    ]
    for function, own in zip(functions, states, strict=True):
        if own.options.copy_before_write:  # before the bodies of callees are rewritten
            insert_tensor_copies(function, BufferizationRewriter(own), own.queries)
    for function, own in zip(functions, states, strict=True):
        declared = function.signature.results
        bufferize_op(function, own, copies=False)
        if options.infers_function_result_layout:
            fold_returned_casts(function)
        for old, new in zip(declared, function.signature.results, strict=True):
            if isinstance(old, BaseMemRefType) and new is not old:
                callers = functions  # calls without tensors are not bufferized
    for function in callers:
        update_call_results(function, state)
    for region in module.regions:
        for block in region.blocks:
            for op in block.ops:
                if not is_function(op, state.context) and not op.has_trait(SymbolTableTrait):
                    bufferize_op(op, state)
    for function in functions:
        if function.is_external:
            continue  # whoever provides the body may read them
        for index in range(len(function.signature.inputs)):
            for name in _ARGUMENT_ATTRIBUTES:
                function.set_arg_attr(index, name, None)
