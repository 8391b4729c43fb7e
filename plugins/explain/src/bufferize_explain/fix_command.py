"""`bufferize fix`: a program changed so that bufferization copies less."""

from __future__ import annotations

import argparse

from bufferize_tools.failures import guarded
from bufferize_tools.files import write_output
from bufferize_tools.pipelines import one_shot_of
from bufferize_tools.subcommands import read_program
from bufferize_tools.terminal import Progress, say
from bufferize.diagnostics import SourceMap
from bufferize_explain import summary
from bufferize_explain.fixes import Budget
from bufferize_explain.fixes import fix as fix_copies
from bufferize.syntax import print_module


def run(arguments: argparse.Namespace) -> int:
    """Changes the program; the exit status is 0, or 1 where it or an option is refused."""

    def fix(sources: SourceMap, progress: Progress) -> int:
        with progress:
            return _fix(arguments, sources, progress)

    return guarded(fix)


def _fix(arguments: argparse.Namespace, sources: SourceMap, progress: Progress) -> int:
    module, context = read_program(arguments, sources)
    options = one_shot_of(arguments.options, context, sources).options
    trials = arguments.trials
    progress.say(f"trying changes of {arguments.file}")
    budget = Budget() if trials is None else Budget(trials=trials)
    fixed = fix_copies(module, options, context, budget=budget)
    progress.hide()
    for help in fixed.applied:
        say(help.sentence(help.num_removed))
    if fixed.applied:
        say(f"before: {summary(fixed.before)}\nafter: {summary(fixed.after)}")
    else:
        say(f"nothing was found to change: {summary(fixed.before)}")
    text = print_module(
        module,
        resources=context.resources_of(module),
        external_resources=context.external_resources_of(module),
    )
    write_output(arguments.output, text)
    return 0
