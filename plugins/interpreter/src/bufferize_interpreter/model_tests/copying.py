"""Tests of a model by variations: copied operands, shared buffers, stated extents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from bufferize import ir
from bufferize.analysis import OneShotAnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.bufferization import AllocTensorOp
from bufferize.driver import BufferizationRewriter, BufferizationState, analyze
from bufferize.interfaces import (
    CallOpInterface,
    FunctionOpInterface,
    LoopLikeOpInterface,
    ReifyRankedShapedTypeOpInterface,
)
from bufferize.plugins import Context
from bufferize_interpreter.model_tests import experiment
from bufferize_interpreter.model_tests.comparing import is_about, message_of
from bufferize_interpreter.model_tests.declared import Declared
from bufferize_interpreter.model_tests.dependence import Dependence, dependence
from bufferize_interpreter.model_tests.judging import Judge, changed, executions, is_fresh
from bufferize_interpreter.model_tests.problems import Evidence, Kind
from bufferize_interpreter.model_tests.watching import insert_watch
from bufferize_interpreter.validation.inputs import Inputs
from bufferize_interpreter.validation.outcomes import value_difference

_MORE_DRAWS = 4
"""The number of further arguments that are drawn to see how elements depend on others."""
_EXTENTS = 5
"""The number of the watchpoint for the extents that a model states."""


def judge_copies(
    sample: experiment.Sample,
    declared: Declared,
    context: Context,
    inputs: Sequence[Inputs],
    evidence: Evidence,
) -> None:
    """Check that the buffer of an operand does not change if the operand is copied."""
    for number, must in declared.in_place.items():
        if must:
            continue
        specimen = sample.specimen(watches_regions=False)
        operand = specimen.op.op_operands[number]
        said = f"operand #{number} is copied where that was decided"
        try:
            state = analyze(specimen.module, experiment.OPTIONS, context, verify=False)
            assert isinstance(state, OneShotAnalysisState)
            state.decide(operand, in_place=False)
            experiment.bufferized(specimen, context, state)
        except DiagnosticError as problem:
            if is_about(problem, specimen.op):
                ranked = not isinstance(operand.value.type, ir.UnrankedTensorType)
                blamed = "resolve_conflicts" if ranked else "must_bufferize_in_place"
                evidence.wrong(blamed, said, message_of(problem))
            continue
        judge = Judge(specimen, declared, evidence)
        for given in inputs:
            trace = experiment.run_watched(specimen, context, given)
            for execution in executions(trace.events, specimen.watchpoints):
                if judge.is_terminator or execution.after is None:
                    continue
                buffer = execution.operands(specimen.watchpoints).get(number)
                if buffer is None or not buffer.count:
                    continue
                if changed(buffer, execution.before, execution.after):
                    evidence.wrong("resolve_conflicts", said, "its own buffer is written to")
                for name, value, _ in execution.named():
                    if name.startswith("result") and value.overlaps(buffer):
                        seen = f"the buffer of {name} is still its own"
                        evidence.wrong("resolve_conflicts", said, seen)


def judge_loop(
    sample: experiment.Sample,
    context: Context,
    inputs: Sequence[Inputs],
    evidence: Evidence,
) -> None:
    """Check that a loop returns no new buffers if the options forbid it."""
    if not isinstance(sample.op, LoopLikeOpInterface):
        return
    specimen = sample.specimen()
    options = replace(experiment.OPTIONS, allow_return_allocs_from_loops=False)
    try:
        state = analyze(specimen.module, options, context, verify=False)
        assert isinstance(state, OneShotAnalysisState)
        experiment.bufferized(specimen, context, state, options)
    except DiagnosticError:
        return
    for given in inputs:
        trace = experiment.run_watched(specimen, context, given)
        for execution in executions(trace.events, specimen.watchpoints):
            for name, value, _ in execution.named():
                if name.startswith("result") and is_fresh(value, execution.before):
                    said = f"{name} is no new buffer, as the options want it"
                    evidence.wrong("verify_analysis", said, "it is newly allocated")


def judge_forced(
    sample: experiment.Sample,
    declared: Declared,
    written: set[int],
    prints: bool,
    evidence: Evidence,
) -> None:
    """Check that `must_bufferize_in_place` is declared for the right operands.

    `written` are the operands whose buffers were seen to be written to; `prints` is whether the
    program was seen to print.
    """
    op = sample.op
    for number, must in declared.in_place.items():
        operand = op.op_operands[number]
        writes, aliases = declared.writes[number], declared.aliases[number]
        if (
            isinstance(operand.value.type, ir.RankedTensorType)
            and must
            and not (writes or op.has_trait(ir.IsTerminator))
        ):
            said = f"operand #{number} must not be copied"
            unseen = "it is only read, so that a copy would do"
            evidence.claim("must_bufferize_in_place", said, unseen, False)
        if not must and number in written and not aliases and not (prints or _has_other_uses(op)):
            said = f"operand #{number} may be copied"
            seen = "all the op does is to write to it, and no value is said to share its buffer"
            evidence.wrong("must_bufferize_in_place", said, seen)
        if not must and declared.reads[number] and op.has_trait(ir.IsTerminator) and _is_nested(op):
            said = f"operand #{number} may be copied"
            unseen = "the copy would be made in the region, where it is of no use"
            evidence.claim("must_bufferize_in_place", said, unseen, False)


def _has_other_uses(op: ir.Operation) -> bool:
    """Return whether an op may be useful even if its writes to its tensors are lost.

    It may use them as scratch space while it makes results, runs regions or functions, yields
    values or writes to other memory: then a copy serves it as well.
    """
    return bool(
        op.results
        or op.regions
        or isinstance(op, CallOpInterface)
        or op.has_trait(ir.IsTerminator)
        or any(isinstance(operand.type, ir.BaseMemRefType) for operand in op.operands)
    )


def _is_nested(op: ir.Operation) -> bool:
    """Return whether a terminator yields values to an operation other than a function."""
    return not op.successors and not isinstance(op.parent_op, FunctionOpInterface)


def judge_shared(
    sample: experiment.Sample,
    declared: Declared,
    context: Context,
    inputs: Sequence[Inputs],
    evidence: Evidence,
) -> None:
    """Judge an op that gets one buffer as two operands, one of which it reads, one writes."""
    op = sample.op
    is_right_apart: bool | None = None
    for (read, written), elementwise in declared.elementwise.items():
        if not declared.writes[written] or declared.writes[read] or not declared.reads[read]:
            continue
        if op.operand(read).type is not op.operand(written).type:
            continue
        found = _dependence(sample, context, inputs, read, written)
        module = ir.clone(sample.module)
        same = experiment.nth_op(module, sample.index)
        same.op_operands[read].set(same.operand(written))
        program = evidence.program_of(module)
        pair = f"operand #{read} and operand #{written}, as one buffer"
        said = f"{pair}: each element is read before it is written"
        which = "bufferizes_to_element_wise_access"
        if elementwise and found.crossing is not None:
            place, source = (list(each) for each in found.crossing)
            seen = f"the element that it writes at {place} depends on the one that it reads at {source}"
            evidence.wrong(which, said, seen, program)
        if elementwise:
            missing = (
                f"{said}: no program showed it; give one that reads and writes several elements"
            )
            evidence.claim(
                which, said, missing, found.is_seen or bool(found.crossing), kind=Kind.UNTESTED
            )
        differs = _differs_on_buffers(experiment.Sample(module, sample.index), context, inputs)
        if differs is None:
            continue
        if differs and is_right_apart is None:
            is_right_apart = not _differs_on_buffers(sample, context, inputs)
        if differs and not is_right_apart:  # the shared buffer is not the cause
            continue
        if not differs:
            if not elementwise and found.is_seen and found.crossing is None:
                said = f"{pair}, are not read element by element before they are written"
                evidence.claim(which, said, "it makes no difference", False)
            continue
        seen = "the result is another one"
        if elementwise:
            evidence.wrong(which, said, seen, program)
        if declared.not_conflicting[read, written]:
            evidence.wrong("is_not_conflicting", f"{pair}, do not conflict", seen, program)


def _dependence(
    sample: experiment.Sample, context: Context, inputs: Sequence[Inputs], read: int, written: int
) -> Dependence:
    """Return how the elements that an op writes depend on those that it reads."""
    if sample.op.operand(read) is sample.op.operand(written):
        sample = _with_a_copy(sample, read)
    specimen = sample.specimen(watches_regions=False)
    more = experiment.inputs_of(sample.specimen(watches_regions=False), 1)
    try:
        experiment.bufferized(specimen, context, experiment.in_place_analysis(specimen, context))
    except DiagnosticError:
        return Dependence()
    return dependence(specimen, context, [*inputs, *islice(more, _MORE_DRAWS)], read, written)


def _with_a_copy(sample: experiment.Sample, number: int) -> experiment.Sample:
    """Return the sample with a new tensor, of the same contents, as one operand."""
    module = ir.clone(sample.module)
    op = experiment.nth_op(module, sample.index)
    copy = AllocTensorOp.build(
        dynamic_sizes=[], copy=op.operand(number), result_types=[op.operand(number).type]
    )
    ir.Builder(ir.InsertionPoint.before(op)).insert(copy)
    op.op_operands[number].set(copy.result)
    return experiment.Sample(module, sample.index + 1)


def _differs_on_buffers(
    sample: experiment.Sample, context: Context, inputs: Sequence[Inputs]
) -> bool | None:
    """Return whether the op has another result on buffers, in place, for any of the inputs.

    None if the sample cannot be bufferized.
    """
    tensors, buffers = sample.specimen(), sample.specimen()
    try:
        experiment.bufferized(buffers, context, experiment.in_place_analysis(buffers, context))
    except DiagnosticError:
        return None
    return any(
        _differs(
            experiment.run_watched(tensors, context, given),
            experiment.run_watched(buffers, context, given),
            sample,
        )
        for given in inputs
    )


def _differs(before: experiment.Trace, after: experiment.Trace, sample: experiment.Sample) -> bool:
    """Return whether the op had another result on buffers."""
    watchpoints = sample.specimen().watchpoints
    if before.outcome is None:
        return False
    pairs = zip(
        executions(before.events, watchpoints), executions(after.events, watchpoints), strict=False
    )
    for one, other in pairs:
        if one.after is None or other.after is None or one.after_point is None:
            continue
        for name, old, new in zip(
            one.after_point.names, one.after.contents, other.after.contents, strict=True
        ):
            if not name.startswith("operand") and value_difference(old, new):
                return True
    return False


def judge_shapes(
    sample: experiment.Sample, context: Context, inputs: Sequence[Inputs], evidence: Evidence
) -> None:
    """Compare the extents that the model states for results with their real ones."""
    specimen = sample.specimen(watches_regions=False)
    op = specimen.op
    results = [result for result in op.results if isinstance(result.type, ir.RankedTensorType)]
    model = context.model(op.name)
    if not results or model is None:
        return
    rewriter = BufferizationRewriter(BufferizationState(context, experiment.OPTIONS), op.location)
    rewriter.set_insertion_point(ir.InsertionPoint.before(op))
    which = "reify_result_shapes"
    try:
        shapes = model.reify_result_shapes(op, rewriter)
    except DiagnosticError as problem:
        evidence.wrong(which, "the extents can be told", message_of(problem))
        return
    if shapes is None:
        if isinstance(op, ReifyRankedShapedTypeOpInterface) and op.reify_result_shapes(rewriter):
            said = "the extents of results are not known before the op"
            evidence.claim(which, said, "the op's own interface states them", False)
        return
    values = [size for shape in shapes for size in shape if isinstance(size, ir.Value)]
    insert_watch(ir.InsertionPoint.before(op), [*values], _EXTENTS)
    specimen.watchpoints[_EXTENTS] = experiment.Watchpoint(_EXTENTS, ("",) * len(values))
    for given in inputs:
        trace = experiment.run_watched(specimen, context, given)
        stated: list[int] = []
        for event in trace.events:
            if event.number == _EXTENTS:
                stated = [int(value) for value in event.values]
            elif event.number == experiment.AFTER:
                for result in results:
                    name = f"result #{result.index}"
                    sizes = iter(stated[_before(shapes, result.index) :])
                    told = [
                        next(sizes) if isinstance(size, ir.Value) else size
                        for size in shapes[result.index]
                    ]
                    made = event.contents[specimen.watchpoints[experiment.AFTER].names.index(name)]
                    if list(made.shape) != told:
                        said = f"{name} has the extents {told}"
                        evidence.wrong(which, said, f"it has {list(made.shape)}")


def states_no_extents(sample: experiment.Sample, context: Context) -> bool:
    """Return whether neither type nor model states the extents of a new tensor of the op."""
    specimen = sample.specimen(watches_regions=False)
    op, model = specimen.op, context.model(specimen.op.name)
    assert model is not None
    makes = any(
        isinstance(result.type, ir.RankedTensorType)
        and not result.type.has_static_shape()
        and model.bufferizes_to_allocation(op, result)
        for result in op.results
    )
    rewriter = BufferizationRewriter(BufferizationState(context, experiment.OPTIONS), op.location)
    rewriter.set_insertion_point(ir.InsertionPoint.before(op))
    return makes and model.reify_result_shapes(op, rewriter) is None


def _before(shapes: Sequence[Sequence[int | ir.Value]], index: int) -> int:
    """Return the number of dynamic extents of earlier results."""
    return sum(isinstance(size, ir.Value) for shape in shapes[:index] for size in shape)
