"""The sub-commands `bufferize optimum`, which finds the best decisions, and `bufferize certify`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bufferize.diagnostics import SourceMap
from bufferize.plugins import Command, ProgressLine
from bufferize_optimum.callees import AS_DECIDED
from bufferize_optimum.certificate import FunctionCertificate, read_certificate
from bufferize_optimum.checks import certify
from bufferize_optimum.functions import FunctionDecisions
from bufferize_optimum.programs import Optimum, optimum
from bufferize_tools.files import read_input, write_output
from bufferize_tools.pipelines import one_shot_of
from bufferize_tools.subcommands import add_program, at_least, read_program
from bufferize_tools.terminal import say


def _add_optimum(parser: argparse.ArgumentParser) -> None:
    add_program(parser)
    parser.add_argument(
        "-o",
        dest="output",
        default="-",
        metavar="OUT",
        help="write the certificate to this file (default: stdout)",
    )
    parser.add_argument(
        "--one-shot-bufferize",
        "-one-shot-bufferize",
        dest="options",
        metavar="OPTIONS",
        help="the options of the pass, as bufferize-opt takes them "
        "(default: bufferize-function-boundaries)",
    )
    parser.add_argument(
        "--seconds",
        type=at_least(0),
        metavar="N",
        help="search for at most N seconds in each function (default: 10)",
    )


def _optimum(arguments: argparse.Namespace, sources: SourceMap, progress: ProgressLine) -> int:
    module, context = read_program(arguments, sources)
    options = one_shot_of(arguments.options, context, sources).options
    if arguments.seconds is not None:
        options = replace(options, analysis_seconds=arguments.seconds)
    progress.say(f"searching for the best decisions about {arguments.file}")
    found = optimum(module, options, context)
    progress.hide()
    say("\n".join(_said(found)))
    write_output(arguments.output, str(found.certificate))
    return 0


def _said(found: Optimum) -> Iterator[str]:
    """Yield a line for each function that copies something, and one for all."""
    for function in found.functions:
        if function.total.copied or not function.is_usual:
            yield f"{function.name}: {_outcome(function)}"
    proved = "not proved to be the fewest"
    if found.is_proved:
        proved = "proved: no decisions copy less"
    elif found.is_proved_by_function:
        proved = f"proved for each function, {AS_DECIDED}"
    yield f"{found.bytes}; {proved}"
    layouts = found.copied_for_layouts()
    if layouts.copied:
        size = layouts.copied_text.removesuffix(" copied")
        yield f"besides, {size} are copied because of layouts, which decisions here do not cover"


def _outcome(function: FunctionDecisions) -> str:
    text = str(function.total)
    if not function.is_usual:
        text += f"; bottom-up: {function.usual}"
    if not function.is_proved and function.joint is None:
        text += f"; at least {function.bound.copied_text}"
    return f"{text}, {AS_DECIDED}" if function.assumes_callees else text


OPTIMUM: Final = Command(
    "Finds the decisions that copy the fewest bytes. It writes a certificate, by which "
    "`bufferize certify` checks that no decisions of the analysis copy less, and tells what each "
    "function copies, and what with the usual decisions.",
    _add_optimum,
    _optimum,
)


def _add_certify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("report", metavar="REPORT", help="the certificate")
    add_program(parser)


def _certify(arguments: argparse.Namespace, sources: SourceMap, progress: ProgressLine) -> int:
    name, text = read_input(arguments.report, sources)
    module, context = read_program(arguments, sources)
    progress.say(f"checking {arguments.report}")
    functions = certify(text, module, context, name)
    progress.hide()
    for function in functions:
        if function.copies:
            say(f"{function.name}: {_verdict(function)}")
    verdict = "right, but it leaves a gap"
    if all(function.is_tight for function in functions):
        verdict = "right: no decisions copy less"
        if any(function.assumes_callees for function in functions):
            verdict = f"right: no decisions about a function copy less, {AS_DECIDED}"
    say(f"{verdict} (by --one-shot-bufferize='{read_certificate(text, name).options}')")
    return 0


def _verdict(function: FunctionCertificate) -> str:
    parts = function.together or [function]
    copied, bound = sum(p.copied[0] for p in parts), sum(p.bound[0] for p in parts)
    verdict = "no decisions copy less"
    if not function.is_tight:
        verdict = f"at least {bound / copied:.0%} of what is copied is needed"
    return f"{verdict}, {AS_DECIDED}" if function.assumes_callees else verdict


CERTIFY: Final = Command(
    "Checks a certificate of `bufferize optimum` for a program. It uses the rules of the analysis and "
    "additions, and nothing of the search. The first line that is wrong is an error.",
    _add_certify,
    _certify,
)
