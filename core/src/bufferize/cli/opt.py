"""`bufferize-opt`: parse, run passes, print."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from bufferize import __version__
from bufferize.cli.arguments import (
    SPLIT_MARKER,
    Arguments,
    given_twice,
    read_arguments,
    unknown_options,
)
from bufferize.cli.failures import diagnostics_of, guarded, leave
from bufferize.cli.files import read_input, write_output
from bufferize.cli.terminal import Progress, report, say
from bufferize.diagnostics import FAILURES, Diagnostic, DiagnosticError, OptionError, SourceMap

if TYPE_CHECKING:
    from bufferize.ir import Operation
    from bufferize.passes import Pass, PassInstrumentation, PassManager
    from bufferize.syntax import PrintOptions


def entry() -> None:
    """The console script."""
    # The IR is a graph of cycles that lives until the process ends: collecting finds nothing.
    gc.disable()
    leave(main(sys.argv[1:]))


def main(argv: Sequence[str]) -> int:
    """Runs the tool on its arguments; the exit status is 0, 1, 2 (wrong arguments) or 130."""

    def run(sources: SourceMap, progress: Progress) -> int:
        arguments = read_arguments(argv)
        if arguments.flag("version"):
            write_output("-", f"bufferize-opt {__version__}\n")
            return 0
        with progress:
            return _Tool(arguments, sources, progress).run()

    return guarded(run)


class _Tool:
    """One run of the tool."""

    def __init__(self, arguments: Arguments, sources: SourceMap, progress: Progress) -> None:
        self.start = time.perf_counter()
        # Imported here: `--version` and wrong arguments need none of it.
        from bufferize.registration import Context

        self.arguments = arguments
        self.sources = sources
        self.progress = progress
        self.context: Context = Context(block=arguments.names("block-plugin"), warn=False)
        self.context.allow_unregistered_dialects = arguments.flag("allow-unregistered-dialect")
        self.emitted: list[Diagnostic] = list(self.context.plugin_warnings())
        self.context.handlers.append(self.emitted.append)
        self.unforeseen: list[Diagnostic] = []  # what no comment can expect
        self.instrumentations: list[PassInstrumentation] = []

    def run(self) -> int:
        arguments = self.arguments
        if arguments.flag("help"):
            from bufferize.cli.help import help_text

            write_output("-", help_text(self.context) + "\n")
            return 0
        if arguments.flag("show-dialects"):
            names = ",".join(self.context.dialect_names())
            write_output("-", f"Available Dialects: {names}\n")
            return 0
        from bufferize.syntax import split_input

        manager = self._pipeline()
        if arguments.flag("dump-pass-pipeline"):
            say(f"Pass Manager with {len(manager.steps)} passes:\n{manager}")
        name, text = read_input(arguments.input, self.sources)
        outputs: list[str] = []
        succeeded = True
        marker = arguments.split_marker
        for chunk in [text] if marker is None else split_input(text, marker):
            output = self._process(chunk, name, manager)
            succeeded &= self._settle(chunk, name, output is not None)
            outputs.append(output or "")
        if arguments.flag("mlir-pass-statistics"):
            merged = arguments.values.get("mlir-pass-statistics-display") == "list"
            self._tell(manager.statistics_report(merged))
        if arguments.flag("mlir-timing"):
            self._tell(manager.timing_report())
        for instrumentation in self.instrumentations:
            told = instrumentation.report(name)
            if told:
                self._tell(told)
        self.progress.hide()
        # A file gets all or nothing; on stdout the parts that succeeded are of use by themselves.
        if succeeded or (arguments.output == "-" and any(outputs)):
            parts = [f"{output}\n" if output else "" for output in outputs[:-1]] + outputs[-1:]
            write_output(arguments.output, f"{SPLIT_MARKER}\n".join(parts))
        return 0 if succeeded else 1

    def _process(self, chunk: str, name: str, manager: PassManager) -> str | None:
        """The text that a chunk becomes, None when it fails; its diagnostics are in `emitted`."""
        from bufferize.syntax import PrintOptions, parse_module, print_module

        timing = manager.timing
        options = PrintOptions(
            generic=self.arguments.flag("mlir-print-op-generic"),
            local_scope=self.arguments.flag("mlir-print-local-scope"),
            debuginfo=self.arguments.flag("mlir-print-debuginfo"),
        )
        self._watch(manager, name, options)
        try:
            self.progress.say(f"reading {name}")
            with timing.measure("Parser"):
                module = parse_module(chunk, self.context, name)
            self.progress.say(f"verifying {name}")
            manager.run(module, self.context)
            self.progress.say(f"printing {name}")
            with timing.measure("Output"):
                return print_module(module, options, self.context.resources_of(module))
        except DiagnosticError as problem:
            self.emitted += diagnostics_of(problem, self.progress.what)
        except (BrokenPipeError, KeyboardInterrupt):
            raise
        except BaseException as problem:  # the other parts of a split input are of use
            self.unforeseen += diagnostics_of(problem, self.progress.what)
        return None

    def _watch(self, manager: PassManager, name: str, options: PrintOptions) -> None:
        """Lets the manager tell what it does, and print the IR where that is asked for."""
        from bufferize.passes import PassPipeline
        from bufferize.syntax import print_module

        after_all = self.arguments.flag("mlir-print-ir-after-all")
        before_all = self.arguments.flag("mlir-print-ir-before-all")

        def dump(when: str, step: Pass, op: Operation, failed: str = "") -> None:
            if isinstance(step, PassPipeline):  # its passes are shown one by one
                return
            header = (
                f"// -----// IR Dump {when} {step.ir_dump_name()}{failed} ({step.name}) //----- //"
            )
            self._tell(f"{header}\n{print_module(op, options).rstrip()}\n\n")

        def before(step: Pass, op: Operation) -> None:
            self.progress.say(f"{name}: {step.name}")
            for instrumentation in self.instrumentations:
                instrumentation.run_before_pass(step, op)
            if before_all:
                dump("Before", step, op)

        def after(step: Pass, op: Operation, succeeded: bool) -> None:
            for instrumentation in self.instrumentations:
                instrumentation.run_after_pass(step, op, succeeded)
            if after_all and succeeded:
                dump("After", step, op)
            elif after_all:
                with suppress(*FAILURES):  # a pass that fails may leave what cannot be printed
                    dump("After", step, op, " Failed")

        manager.before_pass = before
        manager.after_pass = after

    def _tell(self, text: str) -> None:
        self.progress.hide()
        say(text)

    def _settle(self, chunk: str, name: str, succeeded: bool) -> bool:
        """Reports a chunk's diagnostics, or checks them; whether all is as it should be."""
        emitted, self.emitted[:] = list(self.emitted), []
        unforeseen, self.unforeseen = self.unforeseen, []
        checks = "verify-diagnostics" in self.arguments.values
        if checks:
            from bufferize.cli.verify_diagnostics import expectations, mismatches

            strict = self.arguments.values["verify-diagnostics"] != "only-expected"
            emitted = mismatches(emitted, expectations(chunk, name), strict)
        emitted += unforeseen
        if emitted:
            self.progress.hide()
            report(emitted, self.sources)
        return not emitted if checks else succeeded

    def _pipeline(self) -> PassManager:
        from bufferize.passes import (
            PassManager,
            Timing,
            make_instrumentation,
            make_pass,
            parse_options,
            pipeline_from_text,
        )
        from bufferize.passes.pipeline import PipelineItem

        watching = self.context.instrumentation_names()
        text = self.arguments.values.get("pass-pipeline")
        passes = [name for name, _ in self.arguments.passes if name not in watching]
        if text is not None and passes:
            raise given_twice(passes)
        known = self.context.pass_names()
        unknown = [name for name in passes if name not in known]
        if unknown:
            raise unknown_options(unknown, [*known, *watching], self.context.way_to_get_pass)
        manager = PassManager()
        problems: list[Diagnostic] = []
        for name, options in self.arguments.passes:
            source = f"<--{name}>"
            self.sources.add(source, options)
            try:
                item = PipelineItem(name, parse_options(options, source))
                if name in watching:
                    made = make_instrumentation(item, self.context, options, source)
                    self.instrumentations.append(made)
                else:
                    manager.steps.append(make_pass(item, self.context, options, source))
            except OptionError as problem:
                problems += problem.diagnostics
        if problems:
            raise OptionError(problems)
        if text is not None:
            self.sources.add("<pass pipeline>", text)
            manager = pipeline_from_text(text, self.context)
        manager.timing = Timing(self.start)
        manager.verify_each = self.arguments.flag("verify-each", default=True)
        return manager
