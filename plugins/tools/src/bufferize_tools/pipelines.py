"""The passes and instrumentations of a command line."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bufferize.diagnostics import (
    Diagnostic,
    OptionError,
    Position,
    SourceMap,
    closest_name,
    did_you_mean,
    error,
)
from bufferize.passes import (
    PassInstrumentation,
    PassManager,
    PipelineItem,
    make_pass,
    parse_options,
    parse_pipeline,
    pipeline_from_text,
    positions_of_options,
    print_pipeline,
)
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize.plugins import Context
from bufferize_tools.arguments import (
    Arguments,
    UsageError,
    given_twice,
    option_of_mlir_opt,
    unknown_options,
    unknown_passes,
)
from bufferize_tools.providers import TOOL, is_first_party_pass, is_reference_pass

if TYPE_CHECKING:
    from bufferize_tools.external import ExternalTool

_ONE_SHOT = "<--one-shot-bufferize>"
_DEFAULT_OPTIONS = "bufferize-function-boundaries"
_PRINTED = ("mlir-print-ir-before", "mlir-print-ir-after")
_MODULE = "builtin.module"
_REPRODUCERS = (
    "mlir-pass-pipeline-crash-reproducer",
    "mlir-generate-reproducer",
    "run-reproducer",
)
"""The options for pipelines that one tool runs alone."""


def pipeline_of(
    arguments: Arguments, context: Context, sources: SourceMap
) -> tuple[PassManager, list[PassInstrumentation]]:
    """Return the pass manager and the instrumentations that the arguments name.

    Raises UsageError for unknown names and OptionError for wrong options.
    """
    observers = context.instrumentation_names()
    text = arguments.values.get("pass-pipeline")
    passes = [name for name, _ in arguments.passes if name not in observers]
    if text is not None and passes:
        raise given_twice(passes)
    rest = _rest_of(arguments)
    known = context.pass_names()
    unknown = [name for name in passes if name not in known]
    if rest is not None:
        unknown = [
            name
            for name in unknown
            if option_of_mlir_opt(name) is not None or not _is_for_rest(name, context)
        ]
    if unknown:
        raise unknown_options(unknown, [*known, *observers], partial(context.way_to_get, "pass"))
    printed = [name for option in _PRINTED for name in arguments.names(option)]
    unknown = [name for name in printed if name not in known]
    if unknown:
        raise unknown_passes(unknown, known, partial(context.way_to_get, "pass"))
    manager = PassManager()
    instrumentations: list[PassInstrumentation] = []
    problems: list[Diagnostic] = []
    for name, options in arguments.passes:
        if rest is not None and name not in known and name not in observers:
            _hand_over(manager, rest, f"--{name}={options}" if options else f"--{name}")
            continue
        source = f"<--{name}>"
        sources.add(source, options)
        try:
            item = PipelineItem(name, parse_options(options, source))
            if name in observers:
                found = context.instrumentation_class(name)
                assert found is not None
                with positions_of_options(item, options, source):
                    instrumentations.append(found.from_options(item.options))
            else:
                manager.steps.append(make_pass(item, context, options, source))
        except OptionError as problem:
            problems += problem.diagnostics
    if problems:
        raise OptionError(problems)
    if text is not None:
        sources.add("<pass pipeline>", text)
        manager = _pipeline(text, rest, context)
        _require_known_ops(parse_pipeline(text), text, context)
    elif arguments.flag("no-implicit-module"):
        manager.anchor = "any"
    manager.verify_each = arguments.flag("verify-each", default=True)
    return manager, instrumentations


def _rest_of(arguments: Arguments) -> ExternalTool | None:
    """Return the tool that runs the passes that are not here. Raises UsageError."""
    text = arguments.values.get("rest", os.environ.get("BUFFERIZE_REST") or None)
    given = [f"--{name}" for name in _REPRODUCERS if name in arguments.values]
    if given and "rest" in arguments.values:
        raise UsageError(f"--rest cannot be used together with {', '.join(given)}")
    if text is None or given:
        return None
    from bufferize_tools.external import ExternalTool  # not needed by most runs

    return ExternalTool.of("rest", text)


def _hand_over(manager: PassManager, rest: ExternalTool, flag: str) -> None:
    """Add a pass of another tool; those that follow each other are run by one command."""
    from bufferize_tools.external import RestPass

    last = manager.steps[-1] if manager.steps else None
    if isinstance(last, RestPass):
        manager.steps[-1] = RestPass(rest, (*last.flags, flag))
    else:
        manager.steps.append(RestPass(rest, (flag,)))


def _pipeline(text: str, rest: ExternalTool | None, context: Context) -> PassManager:
    """Return the pipeline that a text describes, with a `RestPass` for the passes of `rest`.

    Raises OptionError.
    """
    items = parse_pipeline(text)
    if len(items) == 1 and items[0].nested is not None:
        anchor, items = items[0].name, items[0].nested
    else:
        anchor = _MODULE
    runs = _runs(items, context)
    if rest is None or all(is_here for is_here, _ in runs):
        try:
            return pipeline_from_text(text, context)
        except OptionError as problem:
            if any(is_reference_pass(name) for name in _names(items) - {*context.pass_names()}):
                problem.diagnostics[-1].note(f"let it run there, in its place: --rest={TOOL}")
            raise
    if anchor != _MODULE:
        raise OptionError(f"with --rest, a pipeline is one for '{_MODULE}', not for '{anchor}'")
    from bufferize_tools.external import RestPass

    manager = PassManager()
    for is_here, run in runs:
        whole = print_pipeline([PipelineItem(_MODULE, {}, run)])
        if is_here:
            manager.steps += pipeline_from_text(whole, context).steps
        else:
            manager.steps.append(RestPass(rest, (f"--pass-pipeline={whole}",)))
    return manager


def _runs(items: Sequence[PipelineItem], context: Context) -> list[tuple[bool, list[PipelineItem]]]:
    """Split a pipeline into runs of passes that are here, and of passes that are not, in order.

    A nested pipeline is split likewise: a pass on a function only sees that function, so that each
    pass may as well run on all functions before the next one runs on any.
    """
    found: list[tuple[bool, list[PipelineItem]]] = []
    for item in items:
        if item.nested is None:
            parts = [(not _is_for_rest(item.name, context), [item])]
        else:
            parts = [
                (is_here, [replace(item, nested=run)])
                for is_here, run in _runs(item.nested, context)
            ]
        for is_here, run in parts:
            if found and found[-1][0] is is_here:
                found[-1][1].extend(run)
            else:
                found.append((is_here, run))
    return found


def _is_for_rest(name: str, context: Context) -> bool:
    """Return whether another tool may have a pass: it is not here, and not only to be installed."""
    is_only_ours = is_first_party_pass(name) and not is_reference_pass(name)
    return context.pass_class(name) is None and not is_only_ours


def _names(items: Sequence[PipelineItem]) -> set[str]:
    """Return the names of all passes in a pipeline."""
    return {
        name
        for item in items
        for name in ([item.name] if item.nested is None else _names(item.nested))
    }


def _require_known_ops(items: Sequence[PipelineItem], text: str, context: Context) -> None:
    """Raise OptionError for a pipeline on an op that its dialect does not have: it would never run.

    mlir-opt runs nothing then, and does not say so.
    """
    for item in items:
        if item.nested is None:
            continue
        name, _, mnemonic = item.name.partition(".")
        dialect = context.dialect(name) if mnemonic else None
        if dialect is not None and not dialect.partial and mnemonic not in dialect.op_mnemonics:
            line_start = text.rfind("\n", 0, item.offset) + 1
            line = text.count("\n", 0, item.offset) + 1
            place = Position("<pass pipeline>", line, item.offset - line_start + 1)
            problem = error(f"there is no operation '{item.name}' to run passes on", place)
            close = closest_name(mnemonic, dialect.op_mnemonics)
            if close is not None:
                problem.notes.append(did_you_mean(f"{name}.{close}"))
            raise OptionError(problem)
        _require_known_ops(item.nested, text, context)


def one_shot_of(text: str | None, context: Context, sources: SourceMap) -> OneShotBufferizePass:
    """Return the pass for the option `--one-shot-bufferize=TEXT` of a sub-command.

    None, without the option, bufferizes function boundaries. Raises OptionError.
    """
    text = _DEFAULT_OPTIONS if text is None else text
    sources.add(_ONE_SHOT, text)
    item = PipelineItem(OneShotBufferizePass.name, parse_options(text, _ONE_SHOT))
    step = make_pass(item, context, text, _ONE_SHOT)
    assert isinstance(step, OneShotBufferizePass)
    step.options.validate()
    return step
