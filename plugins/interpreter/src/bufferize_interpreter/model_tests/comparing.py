"""Comparison of small programs around an op, on tensors and on buffers."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from typing import Any, Final

from bufferize import ir
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import BufferizableOpInterface, BufferizationState, Model
from bufferize.passes import PassManager
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize.plugins import Context
from bufferize_interpreter.model_tests.contexts import InContext, programs_around
from bufferize_interpreter.model_tests.experiment import OPTIONS, Sample
from bufferize_interpreter.model_tests.problems import Evidence
from bufferize_interpreter.reducer import reduce
from bufferize_interpreter.validation.blame import reduced
from bufferize_interpreter.validation.validate import Finding, Validator
from bufferize_interpreter.validation.variants import PipelineVariant

_INPUTS: Final = 3
_OP: Final = re.compile(r"error: (?:the model of )?'([\w.]+)'(?: op |, )")


def _any_layout(
    model: Model, op: ir.Operation, value: ir.Value, state: BufferizationState
) -> ir.Type:
    if isinstance(value.type, ir.TensorType):
        return state.options.unknown_buffer_type(value.type, None)
    return state.default_buffer_type(value)


_BY_DEFAULT: Final = (
    "is_not_conflicting",
    "bufferizes_to_element_wise_access",
    "must_bufferize_in_place",
    "verify_analysis",
    "resolve_conflicts",
    "is_repetitive_region",
    "is_parallel_region",
    "get_buffer_type",
    "reify_result_shapes",
    "is_writable",
    "result_bufferizes_to_memory_write",
)
_SAFE: Final[tuple[tuple[str, Callable[..., Any]], ...]] = (
    *((name, getattr(BufferizableOpInterface, name)) for name in _BY_DEFAULT),
    ("get_buffer_type", _any_layout),
)
"""The methods of models that have a safe answer, each with it, to find which method is wrong."""
_SEVERAL_BLOCKS: Final = "supports_unstructured_control_flow"
_METHOD: Final = re.compile(r": (\w+)\(\) (?:gave|failed)")
_VARIANT: Final = PipelineVariant(
    "one-shot-bufferize",
    PassManager(steps=[OneShotBufferizePass(options=OPTIONS)]),
)


def compare_in_contexts(sample: Sample, context: Context, evidence: Evidence) -> None:
    """Run a sample alone and in each context, on tensors and, bufferized, on buffers.

    Differences become evidence against the model. Raises PluginError if the semantics of an op fail
    only on buffers.
    """
    name = sample.op.name
    function = sample.called
    alone = InContext("alone", sample.module, function.symbol_name)
    for program in (alone, *programs_around(sample.module, function, context)):
        validator = Validator(program.module, context, inputs=_INPUTS)
        result = validator.run([_VARIANT], [program.function])
        for refusal in result.refused.values():
            if not is_about(refusal, sample.op):
                continue
            blamed = to_blame(refusal, sample, _is_accepted(program, context), context)
            said = f"the op can be bufferized {program.context}"
            small = reduce(program.module, _is_refused_as(refusal, context))
            evidence.wrong(blamed, said, message_of(refusal), evidence.program_of(small))
            return
        for failure in result.not_compared.values():
            raise failure
        for finding in result.findings:
            small, again = reduced(finding, validator)
            blamed = healing_method(name, _is_right(finding, validator), context) or _rewriting(
                sample.op
            )
            said = f"the op computes the same on buffers {program.context}"
            seen = f"@{again.function} {again.problem}"
            if again.trap is not None:
                seen += f": {again.trap.diagnostics[0].message}"
            evidence.wrong(blamed, said, seen, evidence.program_of(small))
            return


def _is_refused_as(refusal: DiagnosticError, context: Context) -> Callable[[ir.Operation], bool]:
    wanted = refusal.diagnostics[0].message

    def is_refused(module: ir.Operation) -> bool:
        try:
            _VARIANT.applied(module, context)
        except DiagnosticError as problem:
            return problem.diagnostics[0].message == wanted
        return False

    return is_refused


def _is_accepted(program: InContext, context: Context) -> Callable[[], bool]:
    def accepted() -> bool:
        _VARIANT.applied(program.module, context)
        return True

    return accepted


def _is_right(finding: Finding, validator: Validator) -> Callable[[], bool]:
    def right() -> bool:
        after = _VARIANT.applied(validator.module, validator.context)
        return validator.compare(finding.function, _VARIANT, after) is None

    return right


def to_blame(
    refusal: DiagnosticError,
    sample: Sample,
    works: Callable[[], bool],
    context: Context,
) -> str:
    """Return the declaration that probably causes the refusal of a program."""
    text, op = str(refusal), sample.op
    found = _METHOD.search(text)
    if found is not None:
        return found[1]
    if "unstructured control flow" in text and _has_several_blocks(op):
        return _SEVERAL_BLOCKS
    return healing_method(op.name, works, context) or _rewriting(op)


def _rewriting(op: ir.Operation) -> str:
    """Return the declaration to blame for a wrong rewrite.

    If the op has several blocks, that is the support of unstructured control flow.
    """
    return _SEVERAL_BLOCKS if _has_several_blocks(op) else "bufferize"


def _has_several_blocks(op: ir.Operation) -> bool:
    return any(len(region.blocks) > 1 for region in op.regions)


def healing_method(name: str, works: Callable[[], bool], context: Context) -> str | None:
    """Return the method of a model that must answer safely for `works` to succeed."""
    guarded = context.model(name)
    assert guarded is not None
    model = guarded.model
    overridden = {
        method
        for method in _BY_DEFAULT
        if getattr(type(model), method) is not getattr(BufferizableOpInterface, method)
    }
    given = context.models.get(name)
    for method, safe in _SAFE:
        if method not in overridden:
            continue
        changed = copy(model)
        changed.__class__ = type(type(model).__name__, (type(model),), {method: safe})
        context.models[name] = changed
        try:
            if works():
                return method
        except DiagnosticError:
            continue
        finally:
            del context.models[name]
            if given is not None:
                context.models[name] = given
    return None


def is_about(problem: DiagnosticError, op: ir.Operation) -> bool:
    """Return whether an error may be about ops with the name of `op`."""
    found = _OP.search(str(problem))
    return found is None or found[1] == op.name


def message_of(problem: DiagnosticError) -> str:
    """Return the first line of an error."""
    return str(problem).splitlines()[0]
