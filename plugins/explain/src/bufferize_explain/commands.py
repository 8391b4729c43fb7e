"""The sub-commands `bufferize explain`, which lists copies and reasons, and `bufferize fix`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bufferize.diagnostics import Diagnostic, OptionError, Severity, SourceMap, error, suggestions
from bufferize.driver import analyze
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation, require_valid
from bufferize.passes import (
    Pass,
    PassManager,
    Summary,
    pipeline_from_text,
)
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize.plugins import Command, Context, ProgressLine
from bufferize.record import (
    RULES,
    BufferLog,
    TensorCopy,
    in_place_errors,
    plural,
    size_text,
)
from bufferize.syntax import OperationSpans, print_module
from bufferize_explain import (
    AliasSet,
    Baseline,
    Explanation,
    OwnCopies,
    Selection,
    WrittenInPlace,
    alias_sets,
    by_cost,
    explain_copy,
    explain_group,
    explain_remark,
    groups_of,
    own_copies_text,
    summary,
)
from bufferize_explain.buffer_forms import (
    buffers_text,
    by_size,
    explain_buffer,
    peak_text,
    savings_lines,
)
from bufferize_explain.fixes import (
    Budget,
    BufferAdvice,
    ExplainedBuffer,
    Fixed,
    Refused,
    advise,
    advise_on_buffers,
)
from bufferize_explain.fixes import fix as fix_copies
from bufferize_explain.fixes.program import flag_in, flag_of
from bufferize_explain.formats import FORMATS, writer
from bufferize_explain.span_parser import parse_module_with_spans
from bufferize_optimum import comparison
from bufferize_tools.failures import FAILED, diagnostics_of
from bufferize_tools.files import read_input, split_input, write_output
from bufferize_tools.options import SPLIT_MARKER
from bufferize_tools.pipelines import one_shot_of
from bufferize_tools.subcommands import add_program, at_least, read_program, reader_of
from bufferize_tools.terminal import is_terminal, report, say

_MOST_LISTED = 10
"""The number of copies above which they are shown in groups by default."""


class _Explanation:
    """One run of `bufferize explain`."""

    def __init__(
        self, arguments: argparse.Namespace, sources: SourceMap, progress: ProgressLine
    ) -> None:
        self.arguments = arguments
        self.sources = sources
        self.progress = progress
        self.spans = OperationSpans()
        self.context = Context(block=arguments.block_plugin, warn=False)
        self.context.allow_unregistered_dialects = arguments.allow_unregistered_dialect
        self.emitted: list[Diagnostic] = list(self.context.plugin_warnings())
        self.context.handlers.append(self.emitted.append)
        self.context.tolerates_copies = True
        self.copies: list[TensorCopy] = []
        self.own_copies: list[OwnCopies] = []
        self.in_place: list[WrittenInPlace] = []
        self.alias_sets: list[AliasSet] = []
        self.summaries: dict[str, list[Summary]] = {}
        self.comparisons: list[str] = []
        self.memory = BufferAdvice()
        self.refusals: list[Refused] = []
        self.functions: list[str] = []
        """The names of the program's functions."""

    def run(self) -> int:
        self._check_reasons()
        self.baseline = self._baseline()
        manager = self._pipeline()
        self.read = reader_of(self.arguments, self.context) or self._read
        name, text = read_input(self.arguments.file, self.sources)
        succeeded = self._explain(text, name, manager)
        self.progress.hide()
        report(self.emitted, self.sources)
        if not succeeded or (self.refusals and self.arguments.format not in FORMATS):
            return FAILED
        self._check_functions()
        copies = self._selection().of(by_cost(self.copies))
        new = None if self.baseline is None else self.baseline.new(copies)
        if self.arguments.format in FORMATS:
            written = writer(self.arguments.format)(self._explanation(name, copies, new))
        else:
            written = self._as_text(copies if new is None else new)
        write_output(self.arguments.output, written)
        if self.arguments.format not in ("text", "html"):  # which have them among the rest
            for line in self.comparisons:
                say(line)
        problems = in_place_errors(by_cost(self.copies), self.spans) + self._over_limits(copies)
        report(problems, self.sources)
        return FAILED if problems or self.refusals else 0

    def _explanation(
        self, name: str, copies: list[TensorCopy], new: list[TensorCopy] | None
    ) -> Explanation:
        functions = self.arguments.function
        return Explanation(
            name,
            copies,
            new=new,
            in_place=[
                each for each in self.in_place if not functions or each.function in functions
            ],
            buffers=self.context.buffer_log.remarks,
            summaries={key: [found.json for found in said] for key, said in self.summaries.items()},
            own_copies=self.own_copies,
            sources=self.sources,
            spans=self.spans,
            alias_sets=self.alias_sets,
            memory=replace(self.memory, buffers=self._shown_buffers()),
            outcome=self._outcome(),
            refusals=self.refusals,
        )

    def _baseline(self) -> Baseline | None:
        path = self.arguments.baseline
        return None if path is None else Baseline.read(read_input(path, self.sources)[1], path)

    def _over_limits(self, copies: Sequence[TensorCopy]) -> list[Diagnostic]:
        """Return the errors about limits on the number, size and novelty of copies."""
        given, found = self.arguments, []
        made = [copy for copy in copies if copy.copies_contents]
        if given.max_copies is not None and len(made) > given.max_copies:
            found.append(
                error(f"{_counted(len(made))} made, more than --max-copies={given.max_copies}")
            )
        if given.max_bytes is not None:
            size = sum(copy.cost or 0 for copy in made)
            unknown = sum(copy.cost is None for copy in made)
            if size > given.max_bytes:
                found.append(
                    error(f"{size} bytes are copied, more than --max-bytes={given.max_bytes}")
                )
            elif unknown:
                message = f"{_counted(unknown)} of unknown size: --max-bytes={given.max_bytes} may be exceeded"
                found.append(error(message))
        new = [] if self.baseline is None else self.baseline.new(copies)
        if new:
            problem = error(f"{_counted(len(new))} not in '{given.baseline}'")
            problem.note(
                "if these copies are wanted, write the file again with --format=json -o "
                + given.baseline
            )
            found.append(problem)
        return found

    def _pipeline(self) -> PassManager:
        text = self.arguments.pass_pipeline
        if text is not None:
            self.sources.add("<pass pipeline>", text)
            manager = pipeline_from_text(text, self.context)
            self.context.buffer_log = BufferLog()
        else:
            step = one_shot_of(self.arguments.options, self.context, self.sources)
            manager = PassManager(steps=[step], verify_each=False)
        return manager

    def _explain(self, text: str, name: str, manager: PassManager) -> bool:
        """Record copies and refusals in all parts of a text; return whether nothing else is wrong."""
        marker = self.arguments.split_input_file
        succeeded = True
        manager.before_pass = lambda step, op: self._before_pass(step, op, manager, name)
        for part in [text] if marker is None else split_input(text, marker):
            try:
                self._explain_part(part, name, manager)
            except KeyboardInterrupt:
                raise
            except BaseException as problem:  # go on, to report the errors in other parts as well
                self.emitted += diagnostics_of(problem, self.progress.what)
                if isinstance(problem, Refused):
                    self.refusals.append(problem)
                else:
                    succeeded = False
        return succeeded

    def _explain_part(self, part: str, name: str, manager: PassManager) -> None:
        self.progress.say(f"reading {name}")
        module = self.read(part, name, self.spans)
        functions = (op for op in module.walk() if isinstance(op, FunctionOpInterface))
        self.functions += [function.symbol_name for function in functions]
        self.progress.say(f"verifying {name}")
        if not manager.verify_each:
            require_valid(module, self.context.op_attribute_problem)
        step = manager.steps[0]
        if self.arguments.pass_pipeline is None and isinstance(step, OneShotBufferizePass):
            self.progress.say(_progress(step, name))
            self._advise(module, step, manager, self._summarize)
        else:
            manager.run(module, self.context)
            self._summarize(module)

    def _summarize(self, module: Operation) -> None:
        """Record the summaries of instrumentations of a bufferized module."""
        for known in self.context.instrumentation_names():
            found = self.context.instrumentation_class(known)
            said = None if found is None else found.summary(module)
            if said is not None:
                self.summaries.setdefault(known, []).append(said)

    def _read(self, text: str, name: str, spans: OperationSpans) -> Operation:
        return parse_module_with_spans(text, self.context, spans, name)

    def _before_pass(self, step: Pass, op: Operation, manager: PassManager, name: str) -> None:
        self.progress.say(_progress(step, name))
        if isinstance(step, OneShotBufferizePass):
            self._advise(op, step, manager)

    def _advise(
        self,
        op: Operation,
        step: OneShotBufferizePass,
        manager: PassManager,
        look: Callable[[Operation], None] | None = None,
    ) -> None:
        """Record the copies in `op` and the fixes that would help."""
        trials = self.arguments.trials
        budget = Budget() if trials is None else Budget(trials=trials)
        flag = flag_of if self.arguments.pass_pipeline is None else flag_in(manager, step)
        start = time.process_time()
        advice = advise(op, step.options, self.context, budget=budget, flag=flag, look=look)
        left = replace(
            budget,
            trials=budget.trials - advice.num_trials,
            seconds=budget.seconds - (time.process_time() - start),
        )
        if self._shows_buffers or left.trials > 0:
            self.memory.add(
                advise_on_buffers(op, step.options, self.context, budget=left, flag=flag)
            )
        self.copies += advice.copies
        self.own_copies = OwnCopies.joined([*self.own_copies, *advice.own_copies])
        self.in_place += advice.in_place
        if self.arguments.fewest_bytes:
            self.comparisons.append(comparison(op, step.options, self.context))
        if self.arguments.format == "html" and not step.options.copy_before_write:
            state = analyze(op, step.options, self.context, verify=False)
            self.alias_sets += alias_sets(op, state, advice.copies)

    def _check_reasons(self) -> None:
        known = [reason.value for reason in RULES]
        for given in self.arguments.reason:
            problem = error(f"no copy is made for a reason called '{given}'")
            _check_known(given, known, problem, f"the reasons are: {', '.join(known)}")

    def _check_functions(self) -> None:
        for given in self.arguments.function:
            problem = error(f"the program has no function '{given}'")
            names = ", ".join(self.functions) or "none"
            _check_known(given, self.functions, problem, f"its functions are: {names}")

    def _selection(self) -> Selection:
        given = self.arguments
        return Selection(given.min_bytes, tuple(given.function), tuple(given.reason))

    @property
    def _shows_buffers(self) -> bool:
        return self.arguments.allocations or self.arguments.format in ("html", "json")

    def _shown_buffers(self) -> list[ExplainedBuffer]:
        """Return the selected allocations, those that cost most first."""
        given = self.arguments
        return [
            each
            for each in by_size(self.memory.buffers if self._shows_buffers else ())
            if (each.allocation.cost is None or each.allocation.cost >= given.min_bytes)
            and (not given.function or each.allocation.function in given.function)
        ]

    def _outcome(self) -> list[str]:
        """Return the summaries of instrumentations as text, how far from the best the copies are, and
        what would save buffers."""
        said = [found.text for each in self.summaries.values() for found in each]
        return said + self.comparisons + savings_lines(self.memory.savings)

    def _as_text(self, copies: list[TensorCopy]) -> str:
        to_terminal = self.arguments.output == "-" and is_terminal(sys.stdout)
        color = to_terminal and not os.environ.get("NO_COLOR")
        wanted, top = self.arguments.summary, self.arguments.top
        in_groups = len(copies) > _MOST_LISTED if wanted is None else wanted
        if in_groups:
            groups = groups_of(copies)
            blocks = [
                explain_group(group, number, color) + "\n"
                for number, group in enumerate(groups[:top], 1)
            ]
            left_out = len(groups) - len(blocks)
        else:
            blocks = [
                explain_copy(copy, number, self.sources, self.spans, color) + "\n"
                for number, copy in enumerate(copies[:top], 1)
            ]
            left_out = len(copies) - len(blocks)
        blocks += [
            explain_remark(remark, self.sources, color) + "\n"
            for remark in self.context.buffer_log.remarks
        ]
        buffers = self._shown_buffers()
        blocks += [
            explain_buffer(buffer, number, self.sources, self.spans, color) + "\n"
            for number, buffer in enumerate(buffers[:top], 1)
        ]
        lines = [summary(copies)]
        if self.baseline is not None:
            lines[0] = f"new: {lines[0]}" if copies else "nothing new is copied"
        if left_out:
            one, more = ("group", "groups") if in_groups else ("entry", "entries")
            what = one if left_out == 1 else more
            lines[0] += f" (--top={top} leaves out {left_out} {what})"
        if len(copies) < len(self.copies):
            lines.append(f"in all: {summary(self.copies)}")
        gone = 0 if self.baseline is None else self.baseline.num_gone(self.copies)
        lines += [f"no longer copied: {gone} of '{self.arguments.baseline}'"] if gone else []
        lines += [own_copies_text(self.own_copies)] if self.own_copies else []
        if self._shows_buffers:
            of_buffers = (peak_text(peak, buffers) for peak in self.memory.peaks)
            lines += [buffers_text(buffers), *of_buffers]
        lines += self._outcome()
        return "\n".join([*blocks, "\n".join(lines) + "\n"])


def _check_known(given: str, known: Sequence[str], problem: Diagnostic, all: str) -> None:
    """Raise an error for an unknown name, with the closest known name or all names."""
    if given not in known:
        problem.notes += suggestions(given, known) or [Diagnostic(Severity.NOTE, all)]
        raise OptionError(problem)


def _counted(number: int) -> str:
    return f"{number} {'copy is' if number == 1 else 'copies are'}"


def _progress(step: Pass, name: str) -> str:
    if isinstance(step, OneShotBufferizePass):
        return f"bufferizing {name}"
    return f"{name}: {step.name}"


def _add_explain(parser: argparse.ArgumentParser) -> None:
    add_program(parser)
    parser.add_argument("-o", dest="output", default="-", metavar="OUT", help="write to this file")
    parser.add_argument(
        "--format",
        choices=("text", *FORMATS),
        default="text",
        help="what to write (default: text)",
    )
    what = parser.add_mutually_exclusive_group()
    add_one_shot(what)
    what.add_argument(
        "--pass-pipeline",
        "-pass-pipeline",
        metavar="TEXT",
        help="run this pipeline instead, and list what its passes do with buffers, too",
    )
    parser.add_argument(
        "--split-input-file",
        metavar="MARKER",
        help=f"split the input at this marker, and take each part for a program (without MARKER: "
        f"`{SPLIT_MARKER}`)",
    )
    parser.add_argument(
        "--allocations",
        action="store_true",
        help="list the buffers that are allocated, too: why, how long they are in use, and what "
        "removes them",
    )
    parser.add_argument(
        "--summary",
        action=argparse.BooleanOptionalAction,
        help="group the copies by cause and help (default: if there are more than ten)",
    )
    parser.add_argument(
        "--top",
        type=at_least(0),
        metavar="N",
        help="show only the N most expensive copies, or groups of them",
    )
    parser.add_argument(
        "--min-bytes",
        type=at_least(0),
        default=0,
        metavar="N",
        help="leave out copies that are known to cost less",
    )
    parser.add_argument(
        "--function",
        action="append",
        default=[],
        metavar="NAME",
        help="only copies in this function",
    )
    parser.add_argument(
        "--reason",
        action="append",
        default=[],
        metavar="CODE",
        help="only copies made for this reason, such as `conflict` or `not-writable`",
    )
    parser.add_argument(
        "--max-copies",
        type=at_least(0),
        metavar="N",
        help="end with status 1 if more copies are made",
    )
    parser.add_argument(
        "--max-bytes",
        type=at_least(0),
        metavar="N",
        help="end with status 1 if more bytes are copied, or it is not known how many",
    )
    parser.add_argument(
        "--baseline",
        metavar="FILE",
        help="show only copies that FILE, written by --format=json, does not have, and end with "
        "status 1 if there are any",
    )
    parser.add_argument(
        "--fewest-bytes",
        action="store_true",
        help="tell whether other decisions of the analysis would copy fewer bytes",
    )
    add_trials(parser)


def add_one_shot(parser: argparse._ActionsContainer) -> None:
    """Add the argument `options`, the options of One-Shot Bufferize."""
    parser.add_argument(
        "--one-shot-bufferize",
        "-one-shot-bufferize",
        dest="options",
        metavar="OPTIONS",
        help="the options of the pass, as bufferize-opt takes them "
        "(default: bufferize-function-boundaries)",
    )


def add_trials(parser: argparse.ArgumentParser) -> None:
    """Add the argument `trials`, the number of fixes to try."""
    parser.add_argument(
        "--trials",
        type=at_least(0),
        metavar="N",
        help="try at most N changes to find what helps, 0 for none (default: 24, in 10 seconds)",
    )


def _run(arguments: argparse.Namespace, sources: SourceMap, progress: ProgressLine) -> int:
    return _Explanation(arguments, sources, progress).run()


EXPLAIN: Final = Command(
    "Lists the copies that One-Shot Bufferize makes, and why. Those that cost most come first: where "
    "they are, what they cost, why they are made, and what would remove them.",
    _add_explain,
    _run,
)


def _add_fix(parser: argparse.ArgumentParser) -> None:
    add_program(parser)
    parser.add_argument("-o", dest="output", default="-", metavar="OUT", help="write to this file")
    add_one_shot(parser)
    parser.add_argument(
        "--layouts",
        action="store_true",
        help="give arguments of functions the identity layout where that removes copies: callers "
        "outside of the program pass contiguous buffers",
    )
    parser.add_argument(
        "--fewest-bytes",
        action="store_true",
        help="choose the changes together with decisions of the analysis that copy the fewest bytes, "
        "and tell whether these are proved to be the best about the changed program",
    )
    add_trials(parser)


def _fix(arguments: argparse.Namespace, sources: SourceMap, progress: ProgressLine) -> int:
    module, context = read_program(arguments, sources)
    options = one_shot_of(arguments.options, context, sources).options
    trials = arguments.trials
    progress.say(f"trying changes of {arguments.file}")
    budget = Budget() if trials is None else Budget(trials=trials)
    fixed = fix_copies(
        module,
        options,
        context,
        budget=budget,
        layouts=arguments.layouts,
        fewest_bytes=arguments.fewest_bytes,
    )
    progress.hide()
    for cure in fixed.cures:
        say(cure.text)
    for help in fixed.applied:
        say(help.sentence(help.num_removed))
    for saving in fixed.savings:
        say(f"run {saving.fix.name.strip('`')}: {saving.effect()}")
    how = " with `analysis-heuristic=fewest-bytes`" if fixed.needs_fewest_bytes else ""
    if fixed.cures or fixed.applied or how:
        before = "refused" if fixed.cures else summary(fixed.before)
        own = own_copies_text(fixed.own_copies) if fixed.cures else ""
        after = "; ".join(filter(None, [summary(fixed.after), _more_fills(fixed), own]))
        say(f"before: {before}\nafter{how}: {after}")
    elif not fixed.savings:
        say(f"nothing was found to change: {summary(fixed.before)}")
    if arguments.fewest_bytes:
        decided = replace(options, analysis_heuristic="fewest-bytes") if how else options
        say(comparison(module, decided, context))
    text = print_module(
        module,
        resources=context.resources_of(module),
        external_resources=context.external_resources_of(module),
    )
    write_output(arguments.output, text)
    return 0


def _more_fills(fixed: Fixed) -> str:
    """Return what is made anew instead of copied, which is the price of fixes; empty for nothing."""
    unknown, known, number = fixed.made_anew
    if number <= 0:
        return ""
    size = f": {size_text(known)}" if known > 0 and not unknown else ""
    return f"{number} more {plural(number, 'fill')}{size}"


FIX: Final = Command(
    "Changes a program so that fewer copies are made, and fewer buffers. It changes a program on "
    "tensors, and writes it: each use gets its own fill, reads come before writes, and passes such as "
    "`cse` run. Each change was seen to remove copies or buffers, and the program means the same as "
    "before. If bufferization refuses the program, it is first changed so that it is accepted.",
    _add_fix,
    _fix,
)
