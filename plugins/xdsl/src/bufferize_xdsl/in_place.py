"""Passes of bufferize on a module of xDSL, which is the same object afterwards."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.context import Context as XdslContext
from xdsl.ir import Operation as XdslOperation
from xdsl.utils.exceptions import DiagnosticException

from bufferize.diagnostics import FAILURES, Diagnostic, DiagnosticError, show_traceback
from bufferize.driver import ModelContext
from bufferize.ir import Operation
from bufferize.passes import PassManager
from bufferize_xdsl.declarations import is_declared_by_xdsl
from bufferize_xdsl.errors import ConversionError, about_xdsl, path_of
from bufferize_xdsl.model_lookup import give, use_installed
from bufferize_xdsl.models import OpModel
from bufferize_xdsl.operations_from_bufferize import OperationsFromBufferize, Original
from bufferize_xdsl.operations_to_bufferize import OperationsToBufferize


def run_in_place(
    manager: PassManager,
    module: XdslOperation,
    context: ModelContext,
    xdsl_context: XdslContext,
    models: Iterable[OpModel] = (),
) -> None:
    """Runs passes of bufferize on a module of xDSL.

    Operations that are still there, with results of the same types, are the same objects
    afterwards. Those that xDSL alone knows are verified by xDSL, all others by bufferize.

    `models` are put into the context, and for ops that have no model in it those of installed
    distributions. Raises DiagnosticError, with the module as it was; the `op` of its diagnostics is xDSL's.
    """
    give(models, context, xdsl_context)
    reading = OperationsToBufferize(
        context, lambda kind: use_installed(kind, context, xdsl_context)
    )
    ours = reading.convert(module)
    verify_by_xdsl(reading.ops)
    originals = {op: Original.of(theirs, op) for theirs, op in reading.ops}
    writing = OperationsFromBufferize(xdsl_context)
    writing.attributes.remember(reading.attributes.by_text.values())
    try:
        manager.run(ours, context)
        writing.convert_in_place(ours, originals)
    except DiagnosticError as problem:
        for diagnostic in problem.diagnostics:
            _rename(diagnostic, originals)
        raise


def verify_by_xdsl(ops: list[tuple[XdslOperation, Operation]]) -> None:
    """Lets xDSL verify what it alone knows. Raises ConversionError."""
    for theirs, op in ops:
        if is_declared_by_xdsl(type(op)):
            try:
                theirs.verify(verify_nested_ops=False)
            except (DiagnosticException, ValueError) as problem:
                text = str(problem).removeprefix("Operation does not verify: ")
                raise ConversionError(about_xdsl(theirs, text)) from problem
            except FAILURES as problem:  # the code of any dialect
                show_traceback(problem)
                text = f"cannot be verified by xDSL: {type(problem).__name__}: {problem}"
                raise ConversionError(about_xdsl(theirs, text)) from problem


def _rename(diagnostic: Diagnostic, originals: dict[Operation, Original]) -> None:
    """Makes a diagnostic be about the operation of xDSL."""
    for each in (diagnostic, *diagnostic.notes):
        found = _origin(each.op, originals) if isinstance(each.op, Operation) else None
        if found is not None:
            each.op = found
            if each.position is None:
                each.path = path_of(found)


def _origin(op: Operation, originals: dict[Operation, Original]) -> XdslOperation | None:
    """The operation of xDSL that one of ours was, or was made for or in by a pass."""
    current: Operation | None = op
    while current is not None:
        users = [use.owner for result in current.results for use in result.uses]
        for each in (current, *users):
            if each in originals:
                return originals[each].op
        current = current.parent_op
    return None
