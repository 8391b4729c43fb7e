"""Casts between old and new types, which connect converted operations with others during a conversion."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bufferize import ir
from bufferize.diagnostics import FAILURES, DiagnosticError, PassError, PluginError, error
from bufferize_conversion.target import ConversionTarget
from bufferize_conversion.types import TypeConverter

if TYPE_CHECKING:
    from bufferize_conversion.rewriter import ConversionPatternRewriter


class CastKind(enum.Enum):
    """The direction of a cast, and the materialization that replaces it if it is still used."""

    SOURCE = "source"
    """A cast from the new values of a result to its old type."""
    TARGET = "target"
    """A cast from unconverted values to new types."""
    ARGUMENT = "argument"
    """A cast from the new values of a block argument to its old type."""


class Cast(NamedTuple):
    """The direction of a cast, and the type converter that materializes it."""

    kind: CastKind
    converter: TypeConverter | None


def inputs_of_cast(
    values: Sequence[ir.Value], casts: Mapping[ir.Operation, Cast], *, to_old_types: bool = True
) -> tuple[ir.Value, ...] | None:
    """Return the operands of the cast whose results `values` are; None if there is none.

    With `to_old_types`, casts to new types do not count.
    """
    op = values[0].defining_op if values else None
    cast = None if op is None else casts.get(op)
    if op is None or cast is None or (to_old_types and cast.kind is CastKind.TARGET):
        return None
    return op.operands if op.results == tuple(values) else None


def resolve_casts(rewriter: ConversionPatternRewriter, target: ConversionTarget) -> None:
    """Remove the casts that are not needed, and replace the others by materializations.

    Raises PassError for a cast that cannot be materialized by operations that `target` allows.
    """
    casts = rewriter.casts
    live = [op for op in casts if op not in rewriter.erased]
    for op in live:
        _forward(op, casts, rewriter)
    for op in reversed(live):
        _erase_unused(op, casts, rewriter)
    for op in live:
        if op not in rewriter.erased:
            _materialize(op, casts[op], rewriter, target)


def _forward(
    op: ir.Operation, casts: Mapping[ir.Operation, Cast], rewriter: ConversionPatternRewriter
) -> None:
    """Replace the results of a cast that restores earlier types by the earlier values.

    %b = cast %a : tensor to memref
    %c = cast %b : memref to tensor   // users of %c use %a
    """
    types = op.result_types
    values: tuple[ir.Value, ...] | None = op.operands
    seen = {op}
    while values is not None:
        if len(values) == len(types) and all(
            value.type is type for value, type in zip(values, types, strict=True)
        ):
            _replace_uses(op, values, rewriter)
            return
        source = values[0].defining_op if values else None
        if source is None or source in seen:  # in a graph region, casts may form a cycle
            return
        seen.add(source)
        values = inputs_of_cast(values, casts, to_old_types=False)


def _replace_uses(
    op: ir.Operation, values: Sequence[ir.Value], rewriter: ConversionPatternRewriter
) -> None:
    for result, value in zip(op.results, values, strict=True):
        rewriter.journal.replace_all_uses_with(result, value)


def _erase_unused(
    op: ir.Operation, casts: Mapping[ir.Operation, Cast], rewriter: ConversionPatternRewriter
) -> None:
    work = [op]
    while work:
        op = work.pop()
        if op not in rewriter.erased and not op.has_uses():
            work += [s for v in op.operands if (s := v.defining_op) is not None and s in casts]
            rewriter.erase_op(op)


def _materialize(
    op: ir.Operation, cast: Cast, rewriter: ConversionPatternRewriter, target: ConversionTarget
) -> None:
    rewriter.begin(op, cast.converter)
    try:
        values = _materialized(op, cast, rewriter)
    except DiagnosticError as failure:
        with_position(failure, op)
        raise
    except (RecursionError, MemoryError):
        raise
    except FAILURES as failure:
        text = f"{type(failure).__name__}: {failure}".removesuffix(": ")
        message = f"a {cast.kind.value} materialization failed: {text}"
        raise PluginError(error(message, op)) from failure
    illegal = next((new for new in rewriter.inserted if target.is_legal(new) is False), None)
    if values is None or illegal is not None:
        user = next(user for result in op.results for user in result.users)
        problem = error(
            f"failed to legalize unresolved materialization from ({_types(op.operands)}) to "
            f"({_types(op.results)}) that remained live after conversion",
            op,
        )
        problem.note(f"see existing live user here: '{user.name}'", user)
        if illegal is not None:
            problem.note(f"'{illegal.name}', of which it would be made, is illegal")
        elif cast.converter is None:
            problem.note("the pattern has no type converter, which would make it")
        else:
            problem.note(f"the type converter has no {cast.kind.value} materialization for it")
        raise PassError(problem)
    _replace_uses(op, values, rewriter)
    rewriter.erase_op(op)


def with_position(problem: DiagnosticError, op: ir.Operation) -> DiagnosticError:
    """Return the error, with the position of `op` if it has none."""
    for diagnostic in problem.diagnostics:
        if diagnostic.op is None and diagnostic.position is None:
            diagnostic.position = op.location.position()
    return problem.about(op)


def _materialized(op: ir.Operation, cast: Cast, builder: ir.Builder) -> Sequence[ir.Value] | None:
    """Return values that replace the results of a cast.

    None if the type converter has no materialization.
    """
    converter, inputs, location = cast.converter, op.operands, op.location
    if converter is None:
        return None
    if len(op.results) != 1:
        parts = None
        if len(inputs) == 1:
            parts = converter.decompose_value(builder, location, inputs[0])
        fits = parts is not None and [part.type for part in parts] == list(op.result_types)
        return parts if fits else None
    type = op.result.type
    if cast.kind is CastKind.TARGET:
        value = converter.materialize_target(builder, type, inputs, location)
    elif cast.kind is CastKind.SOURCE:
        value = converter.materialize_source(builder, type, inputs, location)
    else:
        value = converter.materialize_argument(builder, type, inputs, location)
    return None if value is None else [value]


def _types(values: Sequence[ir.Value]) -> str:
    return ", ".join(f"'{value.type}'" for value in values)
