"""`bufferize check`: checks that a program computes the same before and after a pipeline."""

from __future__ import annotations

import argparse
import shlex
from collections import Counter
from collections.abc import Iterable
from typing import Final

from bufferize import ir
from bufferize.diagnostics import DiagnosticError, OptionError, SourceMap, error
from bufferize.passes import PassManager, make_pass, parse_options, pipeline_from_text
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize.passes.pipeline import PipelineItem
from bufferize.plugins import Command, Context, ProgressLine
from bufferize.syntax import print_module
from bufferize_interpreter.command import add_limits, process_limits
from bufferize_interpreter.symbols.expressions import MOST_EXPRESSIONS, TooManyExpressions
from bufferize_interpreter.validation.blame import arguments_of, blamed, diagnostic_of, reduced
from bufferize_interpreter.validation.outcomes import DEFAULT_LIMITS, Limits
from bufferize_interpreter.validation.validate import (
    DEFAULT_SECONDS,
    Engine,
    Finding,
    Validation,
    Validator,
)
from bufferize_interpreter.validation.variants import ToolVariant, Variant, variants
from bufferize_tools.files import write_output
from bufferize_tools.subcommands import add_program, at_least, read_program, seconds
from bufferize_tools.terminal import report

_OPTIONS: Final = "bufferize-function-boundaries"
_SOURCE: Final = "<--one-shot-bufferize>"
_FREEING: Final = "buffer-deallocation-pipeline"
_PLANNING: Final = "static-memory-planner-analysis"
_PLAN_OPTIONS: Final = {"algorithm": ["exact"], "dynamic": ["true"], "mark-views": ["true"]}
_MORE: Final = "--expressions=N allows more"
_SHOWN: Final = 8
"""The number of refused pipelines that are named."""
_LONGER: Final = "--seconds=N allows more"
WRONG: Final = 1


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_program(parser)
    _add_transformation(parser)
    _add_calls(parser)
    add_limits(parser, "--native or --tool", DEFAULT_LIMITS.runs)
    _add_runs(parser)


def _add_transformation(parser: argparse.ArgumentParser) -> None:
    after = parser.add_mutually_exclusive_group()
    after.add_argument(
        "--one-shot-bufferize",
        dest="options",
        default=_OPTIONS,
        metavar="OPTIONS",
        help=f"what is checked: the pass with these options (default: {_OPTIONS})",
    )
    after.add_argument(
        "--pass-pipeline", metavar="PIPELINE", help="check this pipeline, as bufferize-opt takes it"
    )
    after.add_argument(
        "--tool",
        metavar="COMMAND",
        help="check a tool that reads the program from stdin and writes another to stdout",
    )
    parser.add_argument(
        "--plan",
        action="store_true",
        help="after that, place buffers in arenas, as bufferize-planner does, and trap if one takes the "
        "bytes of another in use; without --pass-pipeline, buffers are freed before",
    )


def _add_calls(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--function",
        action="append",
        metavar="NAME",
        help="check this function; may be repeated (default: all public ones)",
    )
    parser.add_argument(
        "--inputs",
        type=at_least(1),
        default=8,
        metavar="N",
        help="how many calls to compare (default: 8)",
    )
    parser.add_argument(
        "--schedules",
        type=at_least(1),
        default=1,
        metavar="N",
        help="how many schedules to try with each input, if iterations or regions may run in another "
        "order or later (default: 1)",
    )
    parser.add_argument(
        "--engine",
        choices=[engine.value for engine in Engine if engine is not Engine.NATIVE],
        help="what the functions are called with: drawn numbers (random), symbols that stand for all "
        "numbers (symbolic), or both where symbols can be (default: both, of a tool random)",
    )
    parser.add_argument(
        "--expressions",
        type=at_least(1),
        metavar="N",
        help="how many different elements are computed of symbols at most, in all functions "
        f"together (default: {MOST_EXPRESSIONS})",
    )


def _add_runs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--orders",
        type=at_least(0),
        default=3,
        metavar="N",
        help="how many random orders of the analysis to try beside the others (default: 3)",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=DEFAULT_SECONDS,
        metavar="N",
        help=f"after how many seconds no more calls are compared (default: {DEFAULT_SECONDS})",
    )
    parser.add_argument(
        "--analysis",
        action="append",
        default=[],
        metavar="NAME",
        help="try this analysis of a plugin, too; may be repeated",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="draw other inputs (default: 0)"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--leaks", action="store_true", help="a buffer that is never freed is wrong, too"
    )
    how.add_argument(
        "--native",
        action="store_true",
        help="run what comes of the pipeline natively, by mlir-opt and mlir-runner 22",
    )
    parser.add_argument(
        "--no-reduce",
        dest="reduce",
        action="store_false",
        help="do not look for a small program that is wrong in the same way",
    )


def _run(arguments: argparse.Namespace, sources: SourceMap, progress: ProgressLine) -> int:
    module, context = read_program(arguments, sources)
    engine = _engine(arguments)
    validator = Validator(
        module,
        context,
        inputs=arguments.inputs,
        schedules=arguments.schedules,
        seed=arguments.seed,
        leaks=arguments.leaks,
        engine=engine,
        expressions=_expressions(arguments, engine),
        limits=Limits(arguments.limit, arguments.max_bytes, process_limits(arguments)),
        seconds=arguments.seconds,
    )
    for wanted in arguments.function or ():
        if wanted not in validator.names():
            message = f"there is no function '@{wanted}' that can be called"
            listed = ", ".join(validator.names()) or "none"
            raise DiagnosticError(error(message, module).note(f"its functions are: {listed}"))
    if not validator.names():
        raise DiagnosticError(error("the program has no function to call", module))
    result = validator.run(_variants(arguments, context, sources), arguments.function)
    _report_not_run(result, sources)
    for name, why in result.not_symbolic.items():
        if name not in result.not_run and name not in result.not_compared:
            write_output("-", f"@{name} was not called with symbols: {_reason(why)}\n")
    for finding in _one_for_each_function(result):
        where = ir.SymbolTable(module).lookup(finding.function)
        assert where is not None
        report([diagnostic_of(finding, blamed(finding, validator), where)], sources)
        if arguments.reduce:
            small, found = reduced(finding, validator)
            said = [f"@{found.function} {found.problem}", *arguments_of(found)]
            comment = "".join(f"// {line}\n" for line in said)
            text = print_module(small, resources=context.resources_of(module))
            write_output("-", f"{comment}{text}")
    if result.is_cut_short:
        message = f"not all calls were compared in {arguments.seconds:g} seconds"
        report([error(message).note(_LONGER)], sources)
    write_output("-", _summary(result) + "\n")
    unanswered = (
        not result.functions or result.not_compared or result.refused or result.is_cut_short
    )
    return WRONG if result.findings or unanswered else 0


def _engine(arguments: argparse.Namespace) -> Engine:
    """Return the engine to use. Raises OptionError if several are requested.

    A tool is checked with numbers only by default: it may rewrite arithmetic, and then expressions
    differ where numbers do not. So are plans.
    """
    if arguments.native and arguments.engine is not None:
        raise OptionError("--native calls functions with drawn numbers: leave out --engine")
    if arguments.native:
        return Engine.NATIVE
    if arguments.engine is not None:
        return Engine(arguments.engine)
    with_symbols = arguments.tool is None and not arguments.plan  # arenas are memory of bytes
    return Engine.BOTH if with_symbols else Engine.RANDOM


def _expressions(arguments: argparse.Namespace, engine: Engine) -> int:
    """Return the limit on expressions.

    Raises OptionError if it is given and the engine makes none.
    """
    given: int | None = arguments.expressions
    if given is None:
        return MOST_EXPRESSIONS
    if engine in (Engine.SYMBOLIC, Engine.BOTH):
        return given
    raise OptionError(
        "--expressions is for symbols: leave it out, or add --engine=symbolic or --engine=both"
    )


def _variants(
    arguments: argparse.Namespace, context: Context, sources: SourceMap
) -> Iterable[Variant]:
    if arguments.tool is not None:
        if arguments.plan:
            raise OptionError("--plan is for pipelines: leave out --tool")
        try:
            words = tuple(shlex.split(arguments.tool))
        except ValueError as problem:
            raise OptionError(f"--tool: {arguments.tool}: {problem}") from None
        if not words:
            raise OptionError("--tool: there is no command")
        return [ToolVariant(words, process_limits(arguments))]
    if arguments.pass_pipeline is not None:
        pipeline = pipeline_from_text(arguments.pass_pipeline, context)
    else:
        text = arguments.options
        sources.add(_SOURCE, text)
        item = PipelineItem(OneShotBufferizePass.name, parse_options(text, _SOURCE))
        pipeline = PassManager(steps=[make_pass(item, context, text, _SOURCE)])
        if arguments.plan:
            pipeline.steps.append(make_pass(PipelineItem(_FREEING, {}), context))
    if arguments.plan:
        pipeline.steps.append(make_pass(PipelineItem(_PLANNING, _PLAN_OPTIONS), context))
    return variants(pipeline, arguments.orders, arguments.analysis)


def _one_for_each_function(result: Validation) -> list[Finding]:
    """Return the first finding of each function, if several variants of the pipeline are wrong."""
    first: dict[str, Finding] = {}
    for finding in result.findings:
        first.setdefault(finding.function, finding)
    return list(first.values())


def _report_not_run(result: Validation, sources: SourceMap) -> None:
    for name, why in (*result.not_run.items(), *result.not_compared.items()):
        if isinstance(why, TooManyExpressions):
            why.diagnostics[0].note(_MORE)
        if isinstance(why, DiagnosticError):
            report([d.note(f"so @{name} cannot be checked") for d in why.diagnostics], sources)
        else:
            report([error(f"@{name} cannot be checked: {why}")], sources)
    refusals: dict[str, list[str]] = {}
    for name, problem in result.refused.items():
        refusals.setdefault(str(problem), []).append(name)
    for names in refusals.values():  # usually all variants are refused for one reason
        diagnostics = result.refused[names[0]].diagnostics
        which = f"pipeline {names[0]} is" if len(names) == 1 else f"pipelines {_listed(names)} are"
        report([d.note(f"so the {which} not checked") for d in diagnostics], sources)


def _listed(names: list[str]) -> str:
    more = len(names) - _SHOWN
    *first, last = names if more <= 0 else [*names[:_SHOWN], f"{more} more"]
    return f"{', '.join(first)} and {last}"


def _summary(result: Validation) -> str:
    wrong = Counter(finding.function for finding in result.findings)
    parts = [f"{result.functions} functions called, {result.calls} calls compared"]
    if result.calls:
        parts.append(f"{len(wrong)} functions wrong" if wrong else "all the same")
        parts += _covered(result)
    else:
        parts.append("nothing was checked")
    if result.not_run or result.not_compared:
        parts.append(f"{len(result.not_run) + len(result.not_compared)} not checked")
    if result.refused:
        parts.append(f"{len(result.refused)} pipelines refused")
    return ": ".join(parts[:2]) + "".join(f", {part}" for part in parts[2:])


def _covered(result: Validation) -> list[str]:
    """Return how many functions the symbols show to be right for all elements, or for some."""
    partly = {name.split(" after ")[0] for name in result.not_symbolic}
    wrong = {finding.function for finding in result.findings}
    names = [name for name in result.symbolic if name not in partly | wrong]
    some = sum(bool(result.symbolic[n].decisions or result.symbolic[n].by_values) for n in names)
    if not names:
        return []
    text = f"{len(names) - some} functions for all values of elements"
    return [f"{text} and {some} for some" if some else text]


def _reason(why: DiagnosticError) -> str:
    """Return why a function was not called with symbols, and how to change that."""
    more = f"; {_MORE}" if isinstance(why, TooManyExpressions) else ""
    return f"{why.diagnostics[0].message}{more}"


CHECK: Final = Command(
    "Runs a program before and after a pipeline with drawn inputs, under several orders of the "
    "analysis, and compares what it computes. Status 1 if that differs.",
    _add_arguments,
    _run,
)
