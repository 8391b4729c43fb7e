"""Blame for a wrong result: in-place decisions, and a small program."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from bufferize import ir
from bufferize.diagnostics import Diagnostic, DiagnosticError, error
from bufferize.record import Decision, Reason
from bufferize_interpreter.reducer import reduce
from bufferize_interpreter.validation.validate import Finding, Validator
from bufferize_interpreter.validation.variants import OperandNumber, PipelineVariant


def blamed(finding: Finding, validator: Validator) -> list[Decision]:
    """Return the in-place decisions that are to blame for a finding.

    If all of these operands were copied, the function would compute the right result; none of them
    can be left out. Empty if copies do not help, or if nothing was analyzed.
    """
    given = finding.variant
    told = given.decided(()) if isinstance(given, PipelineVariant) else None
    if told is None or not isinstance(given, PipelineVariant):
        return []
    variant, step = told
    variant.applied(validator.module, validator.context)
    decisions = dict(step.in_place)

    def is_right(copied: Sequence[OperandNumber]) -> bool:
        told = given.decided(tuple(copied))
        assert told is not None
        try:
            after = told[0].applied(validator.module, validator.context)
            return validator.compare(finding.function, told[0], after) is None
        except DiagnosticError:  # another copy cannot be made
            return False

    candidates = [
        number
        for number, decision in decisions.items()
        if decision.reason is not Reason.MUST_BE_IN_PLACE
    ]
    if not is_right(candidates):
        return []
    return [decisions[number] for number in _smallest(candidates, is_right)]


def _smallest(
    numbers: list[OperandNumber], is_right: Callable[[Sequence[OperandNumber]], bool]
) -> list[OperandNumber]:
    """Return a minimal subset for which `is_right` holds; remove large parts first."""
    size = len(numbers)
    while size := size // 2:
        start = 0
        while start < len(numbers):
            rest = numbers[:start] + numbers[start + size :]
            if is_right(rest):
                numbers = rest
            else:
                start += size
    return numbers


def reduced(finding: Finding, validator: Validator) -> tuple[ir.Operation, Finding]:
    """Return a smaller program with the same finding, and the finding."""
    latest = finding

    def is_wrong(module: ir.Operation) -> bool:
        nonlocal latest
        found = _found_again(finding, validator, module)
        if found is not None:
            latest = found
        return found is not None

    return reduce(validator.module, is_wrong), latest


def _found_again(finding: Finding, validator: Validator, module: ir.Operation) -> Finding | None:
    validator.context.share_resources(validator.module, module)
    other = validator.of(module)
    result = other.run([finding.variant], [finding.function])
    for found in result.findings:
        if (found.trap is None) == (finding.trap is None):
            return found
    return None


def diagnostic_of(
    finding: Finding, decisions: Sequence[Decision], where: ir.Operation
) -> Diagnostic:
    """Return the message about a finding; `where` is the function before the pipeline."""
    name, variant = finding.function, finding.variant.name
    found = error(f"@{name} {finding.problem} (pipeline {variant})", where)
    if finding.trap is not None:
        for diagnostic in finding.trap.diagnostics:
            found.note(f"after the pipeline, {diagnostic.message}", diagnostic.position)
            found.notes += diagnostic.notes
    if not finding.is_shown:
        found.note(
            "the elements are computed in another way, though no numbers were found with which they "
            "differ: of a pipeline that rewrites arithmetic, check the numbers with --engine=random"
        )
    for line in arguments_of(finding):
        found.note(line)
    if finding.schedule is not None:
        found.note(f"the schedule is that of `bufferize run --seed={finding.schedule}`")
    bufferized = isinstance(finding.variant, PipelineVariant) and finding.variant.decided(())
    if bufferized and not decisions and finding.trap is None:
        found.note(
            "no copies put it right: maybe an operation writes to a buffer of which its model says "
            "that it does not, or computes something else on buffers than on tensors"
        )
    for decision in decisions:
        op = decision.operand.owner
        found.note(
            f"it is right if operand #{decision.operand.index} of '{op.name}' is copied, which was "
            "used in place: does the model of an operation that reads or writes this tensor say "
            "what the operation does?",
            op,
        )
    return found


def arguments_of(finding: Finding) -> list[str]:
    """Return the arguments of a finding, one per line."""
    return [
        f"argument #{number}: {_short(value)}" for number, value in enumerate(finding.inputs.values)
    ]


def _short(value: object) -> str:
    if isinstance(value, np.ndarray):
        text = np.array2string(value, threshold=16, edgeitems=3, separator=", ")
        return f"{value.dtype} {list(value.shape)} {' '.join(text.split())}"
    return str(value)
