"""The passes and instrumentations of a command line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

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
)
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize.plugins import Context
from bufferize_tools.arguments import Arguments, given_twice, unknown_options, unknown_passes

_ONE_SHOT = "<--one-shot-bufferize>"
_DEFAULT_OPTIONS = "bufferize-function-boundaries"
_PRINTED = ("mlir-print-ir-before", "mlir-print-ir-after")


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
    known = context.pass_names()
    unknown = [name for name in passes if name not in known]
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
        manager = pipeline_from_text(text, context)
        _require_known_ops(parse_pipeline(text), text, context)
    elif arguments.flag("no-implicit-module"):
        manager.anchor = "any"
    manager.verify_each = arguments.flag("verify-each", default=True)
    return manager, instrumentations


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
