"""`bufferize explain`: every copy that One-Shot Bufferize makes, what passes do with buffers, and why."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from bufferize.record import Reason
from bufferize_tools.failures import FAILED, diagnostics_of, guarded
from bufferize_tools.files import read_input, write_output
from bufferize_explain.formats.writers import FORMATS, writer
from bufferize_tools.pipelines import one_shot_of
from bufferize_tools.subcommands import reader_of
from bufferize_tools.terminal import Progress, is_terminal, report
from bufferize.diagnostics import (
    Diagnostic,
    OptionError,
    Severity,
    SourceMap,
    closest_name,
    did_you_mean,
    error,
)
from bufferize.driver import analyze
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
from bufferize.record import BufferLog, TensorCopy, in_place_errors
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation, require_valid
from bufferize.passes import (
    Pass,
    PassManager,
    Summary,
    pipeline_from_text,
)
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize.plugins import Context
from bufferize_explain.fixes import Budget, advise
from bufferize_explain.fixes.program import flag_in, flag_of
from bufferize.syntax import OperationSpans, parse_module_with_spans, split_input

_MOST_LISTED = 10
"""More copies than this are shown in groups, if nothing else is asked for."""


def run(arguments: argparse.Namespace) -> int:
    """Explains; the exit status is 0, or 1 where the program or an option is refused."""

    def explain(sources: SourceMap, progress: Progress) -> int:
        with progress:
            return _Explanation(arguments, sources, progress).run()

    return guarded(explain)


class _Explanation:
    """One run of the sub-command."""

    def __init__(
        self, arguments: argparse.Namespace, sources: SourceMap, progress: Progress
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
        if not succeeded:
            return FAILED
        self._check_functions()
        copies = self._selection().of(by_cost(self.copies))
        new = None if self.baseline is None else self.baseline.new(copies)
        if self.arguments.format in FORMATS:
            written = writer(self.arguments.format)(self._explanation(name, copies, new))
        else:
            written = self._as_text(copies if new is None else new)
        write_output(self.arguments.output, written)
        problems = in_place_errors(by_cost(self.copies), self.spans) + self._over_limits(copies)
        report(problems, self.sources)
        return FAILED if problems else 0

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
            outcome=self._outcome(),
        )

    def _baseline(self) -> Baseline | None:
        path = self.arguments.baseline
        return None if path is None else Baseline.read(read_input(path, self.sources)[1], path)

    def _over_limits(self, copies: Sequence[TensorCopy]) -> list[Diagnostic]:
        """What is wrong with the number and the size of copies, and which ones are new."""
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
        """Takes note of what is done with all parts of a text; whether none is refused."""
        marker = self.arguments.split_input_file
        succeeded = True
        manager.before_pass = lambda step, op: self._before_pass(step, op, manager, name)
        for part in [text] if marker is None else split_input(text, marker):
            try:
                self._explain_part(part, name, manager)
            except KeyboardInterrupt:
                raise
            except BaseException as problem:  # what is wrong with other parts is of use
                self.emitted += diagnostics_of(problem, self.progress.what)
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
        """Takes note of what instrumentations say of the outcome."""
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
        """Takes note of what is copied, and of what would help."""
        trials = self.arguments.trials
        budget = Budget() if trials is None else Budget(trials=trials)
        flag = flag_of if self.arguments.pass_pipeline is None else flag_in(manager, step)
        advice = advise(op, step.options, self.context, budget=budget, flag=flag, look=look)
        self.copies += advice.copies
        self.own_copies = OwnCopies.joined([*self.own_copies, *advice.own_copies])
        self.in_place += advice.in_place
        if self.arguments.format == "html" and not step.options.copy_before_write:
            state = analyze(op, step.options, self.context, verify=False)
            self.alias_sets += alias_sets(op, state, advice.copies)

    def _check_reasons(self) -> None:
        known = [reason.value for reason in Reason]
        for given in self.arguments.reason:
            problem = error(f"no copy is made for a reason called '{given}'")
            _check_known(given, known, problem, f"the reasons are: {', '.join(known[2:])}")

    def _check_functions(self) -> None:
        for given in self.arguments.function:
            problem = error(f"the program has no function '{given}'")
            names = ", ".join(self.functions) or "none"
            _check_known(given, self.functions, problem, f"its functions are: {names}")

    def _selection(self) -> Selection:
        given = self.arguments
        return Selection(given.min_bytes, tuple(given.function), tuple(given.reason))

    def _outcome(self) -> list[str]:
        """What instrumentations say of the outcome, in words."""
        return [found.text for each in self.summaries.values() for found in each]

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
        lines += self._outcome()
        return "\n".join([*blocks, "\n".join(lines) + "\n"])


def _check_known(given: str, known: Sequence[str], problem: Diagnostic, all: str) -> None:
    """Raises the problem, with the name that may be meant or all of them, for an unknown name."""
    if given not in known:
        close = closest_name(given, known)
        note = Diagnostic(Severity.NOTE, all) if close is None else did_you_mean(close)
        problem.notes.append(note)
        raise OptionError(problem)


def _counted(number: int) -> str:
    return f"{number} {'copy is' if number == 1 else 'copies are'}"


def _progress(step: Pass, name: str) -> str:
    if isinstance(step, OneShotBufferizePass):
        return f"bufferizing {name}"
    return f"{name}: {step.name}"
