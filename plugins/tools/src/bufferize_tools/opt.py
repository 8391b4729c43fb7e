"""`bufferize-opt`: parse, run passes, print."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bufferize import __version__
from bufferize.diagnostics import FAILURES, Diagnostic, DiagnosticError, Severity, SourceMap
from bufferize_tools.arguments import Arguments, read_arguments
from bufferize_tools.failures import diagnostics_of, guarded
from bufferize_tools.files import is_bytecode, read_bytes, split_input, text_of, write_output
from bufferize_tools.options import SPLIT_MARKER
from bufferize_tools.terminal import Progress, report, say

if TYPE_CHECKING:
    from bufferize.ir import Operation
    from bufferize.passes import Pass, PassInstrumentation, PassManager, PipelineItem
    from bufferize_tools.external import ExternalTool


def main(argv: Sequence[str]) -> int:
    """Run the tool; return the exit status 0, 1, 2 (wrong arguments) or 130."""

    def run(sources: SourceMap, progress: Progress) -> int:
        arguments = read_arguments(argv)
        if "color" in arguments.values:
            progress.color = arguments.flag("color")
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
        # Imported here because `--version` and wrong arguments do not need them.
        from bufferize.plugins import Context

        self.arguments = arguments
        self.sources = sources
        self.progress = progress
        self.context: Context = Context(block=arguments.names("block-plugin"), warn=False)
        self.context.allow_unregistered_dialects = arguments.flag("allow-unregistered-dialect")
        self.emitted: list[Diagnostic] = list(self.context.plugin_warnings())
        self.context.handlers.append(self._emit)
        self.unforeseen: list[Diagnostic] = []  # diagnostics that no comment can expect
        self.instrumentations: list[PassInstrumentation] = []
        self.manager: PassManager
        self.given_passes: PassManager
        self.via: ExternalTool | None = None
        """The tool that reads what cannot be read here."""
        self.is_converted = False
        """Whether that tool has made the text of the whole input."""

    def run(self) -> int:
        arguments = self.arguments
        told = self._text_to_tell()
        if told is not None:
            write_output("-", told + "\n")
            return 0
        from bufferize.passes import Timing
        from bufferize_tools.pipelines import pipeline_of
        from bufferize_tools.printing import ir_printing

        self.manager, self.instrumentations = pipeline_of(arguments, self.context, self.sources)
        self.manager.timing = Timing(self.start)
        self.given_passes = self.manager
        printing = ir_printing(arguments, self._tell)
        if printing is not None:
            self.instrumentations.append(printing)
        if "via" in arguments.values:
            from bufferize_tools.external import ExternalTool

            self.via = ExternalTool.of("via", arguments.values["via"])
        name, data = read_bytes(arguments.input)
        if self.via is not None and is_bytecode(data):
            text, self.is_converted = self.via.convert(data, name, self.context), True
        else:
            text = text_of(data, name, self.sources)
        outputs: list[str] = []
        succeeded = True
        marker = arguments.split_marker
        if not arguments.flag("run-reproducer"):
            self._dump_pipeline()
        for chunk in [text] if marker is None else split_input(text, marker):
            output = self._process(chunk, name)
            succeeded &= self._settle(chunk, name, output is not None)
            outputs.append(output or "")
        if arguments.flag("mlir-pass-statistics") or arguments.flag("mlir-timing"):
            from bufferize_tools.reports import statistics_report, timing_report
        if arguments.flag("mlir-pass-statistics"):
            merged = arguments.values.get("mlir-pass-statistics-display") == "list"
            self._tell(statistics_report(self.manager, merged))
        if arguments.flag("mlir-timing"):
            as_list = arguments.values.get("mlir-timing-display") == "list"
            self._tell(timing_report(self.manager, as_list))
        for instrumentation in self.instrumentations:
            told, path = instrumentation.report(name), instrumentation.report_path
            if path is not None:
                write_output(path, told + "\n")
            elif told:
                self._tell(told)
        self.progress.hide()
        # A file gets all or nothing; on stdout, the parts that succeeded are useful.
        if succeeded or (arguments.output == "-" and any(outputs)):
            parts = [f"{output}\n" if output else "" for output in outputs[:-1]] + outputs[-1:]
            between = arguments.values.get("output-split-marker", SPLIT_MARKER)
            write_output(arguments.output, f"{between}\n".join(parts))
        return 0 if succeeded else 1

    def _text_to_tell(self) -> str | None:
        """Return the text of options such as `--help`, or None."""
        arguments = self.arguments
        if arguments.flag("show-dialects"):
            return f"Available Dialects: {','.join(self.context.dialect_names())}"
        if not any(name in arguments.values for name in ("help", "list-passes", "help-pass")):
            return None
        from bufferize_tools import help as texts

        if arguments.flag("help"):
            return texts.help_text(self.context)
        if arguments.flag("list-passes"):
            return texts.list_of_passes(self.context)
        return texts.help_on_pass(arguments.values["help-pass"], self.context)

    def _process(self, chunk: str, name: str) -> str | None:
        """Return the output for a chunk, None on failure; diagnostics are added to `emitted`."""
        from bufferize.syntax import print_module
        from bufferize_tools.printing import print_options

        timing = self.manager.timing
        implicit_module = not self.arguments.flag("no-implicit-module")
        try:
            self.progress.say(f"reading {name}")
            with timing.measure("Parser"):
                module = self._read(chunk, name, implicit_module)
            if self.arguments.flag("verify-roundtrip"):
                self._verify_roundtrip(module, name, implicit_module)
            self.progress.say(f"verifying {name}")
            self._run_passes(module, name)
            self.progress.say(f"printing {name}")
            with timing.measure("Output"):
                return print_module(
                    module,
                    print_options(self.arguments),
                    self.context.resources_of(module),
                    self.context.external_resources_of(module),
                )
        except DiagnosticError as problem:
            for diagnostic in diagnostics_of(problem, self.progress.what):
                self._emit(diagnostic)
        except (BrokenPipeError, KeyboardInterrupt):
            raise
        except BaseException as problem:  # go on with the other parts of a split input
            self.unforeseen += diagnostics_of(problem, self.progress.what)
        return None

    def _verify_roundtrip(self, module: Operation, name: str, implicit_module: bool) -> None:
        from bufferize_tools.printing import verify_roundtrip

        if self.via is None:
            verify_roundtrip(module, self.context, name, implicit_module)
            return
        from bufferize_tools.external import any_dialect

        with any_dialect(self.context):
            verify_roundtrip(module, self.context, name, implicit_module)

    def _read(self, chunk: str, name: str, implicit_module: bool) -> Operation:
        """Read a chunk here, or by the tool that `--via` names. Raises DiagnosticError."""
        from bufferize.syntax import parse_module

        if self.via is None:
            return parse_module(chunk, self.context, name, implicit_module=implicit_module)
        from bufferize_tools.external import ToolError, read_generic

        if self.is_converted:
            return read_generic(chunk, self.via, self.context)
        try:
            return parse_module(chunk, self.context, name, implicit_module=implicit_module)
        except DiagnosticError as problem:
            try:
                text = self.via.convert(chunk, name, self.context)
            except ToolError as failure:
                for said in failure.diagnostics:
                    message = f"'{self.via.name}' cannot read it: {said.message}"
                    note = Diagnostic(Severity.NOTE, message, said.position)
                    problem.diagnostics[-1].notes.append(note)
                raise problem from None
        return read_generic(text, self.via, self.context)

    def _run_passes(self, module: Operation, name: str) -> None:
        """Run the passes of the command line, after those of a reproducer."""
        from bufferize_tools import reproducer

        arguments = self.arguments
        if arguments.flag("run-reproducer"):
            self.manager = reproducer.take_pipeline(
                module, self.given_passes, self.context, self.sources
            )
            self._dump_pipeline()
        watching = list(self.instrumentations)
        path = arguments.values.get("mlir-generate-reproducer")
        if path is not None:
            write_output(path, reproducer.reproducer(module, self.context, self.manager))
        path = arguments.values.get("mlir-pass-pipeline-crash-reproducer")
        crash = None
        if path is not None:
            local = arguments.flag("mlir-pass-pipeline-local-reproducer")
            crash = reproducer.CrashReproducer(path, self.context, self.manager, local)
            watching.insert(0, crash)

        def before(step: Pass, op: Operation) -> None:
            self.progress.say(f"{name}: {step.name}")
            for instrumentation in watching:
                instrumentation.run_before_pass(step, op)

        def after(step: Pass, op: Operation, succeeded: bool) -> None:
            for instrumentation in watching:
                instrumentation.run_after_pass(step, op, succeeded)

        self.manager.before_pass, self.manager.after_pass = before, after
        try:
            self.manager.run(module, self.context)
        finally:
            if crash is not None and crash.written:
                self.emitted += crash.problems
                if not crash.problems:
                    again = f"bufferize-opt --run-reproducer {path}"
                    self._tell(f"reproducer written: run it with {again}")

    def _emit(self, diagnostic: Diagnostic) -> None:
        """Record a diagnostic, with the requested notes."""
        if self.arguments.flag("mlir-disable-diagnostic-notes"):
            diagnostic.notes.clear()
        elif self.arguments.flag("mlir-print-op-on-diagnostic") and diagnostic.op is not None:
            from bufferize.syntax import PrintOptions, operation_text

            with suppress(*FAILURES):  # an invalid op may not be printable
                text = operation_text(diagnostic.op, PrintOptions(generic=True))
                diagnostic.note(f"see current operation: {text}")
        self.emitted.append(diagnostic)

    def _dump_pipeline(self) -> None:
        if self.arguments.flag("dump-pass-pipeline"):
            text = _pipeline_in_lines(self.manager.item(with_defaults=True))
            self._tell(f"Pass Manager with {len(self.manager.steps)} passes:\n{text}\n")

    def _tell(self, text: str) -> None:
        self.progress.hide()
        say(text)

    def _settle(self, chunk: str, name: str, succeeded: bool) -> bool:
        """Print a chunk's diagnostics, or verify them; return whether the chunk succeeded."""
        emitted, self.emitted[:] = list(self.emitted), []
        unforeseen, self.unforeseen = self.unforeseen, []
        checks = "verify-diagnostics" in self.arguments.values
        if checks:
            from bufferize_tools.verify_diagnostics import expectations, mismatches

            strict = self.arguments.values["verify-diagnostics"] != "only-expected"
            emitted = mismatches(emitted, expectations(chunk, name), strict)
        emitted += unforeseen
        if emitted:
            self.progress.hide()
            report(emitted, self.sources, self.progress.color)
        return not emitted if checks else succeeded


def _pipeline_in_lines(item: PipelineItem, indent: str = "") -> str:
    """Return the text of one element of a pipeline, with a line for each pass."""
    from bufferize.passes import print_pipeline

    text = indent + print_pipeline([replace(item, nested=None)])
    if item.nested is not None:
        inner = ",\n".join(_pipeline_in_lines(each, indent + "  ") for each in item.nested)
        text += f"(\n{inner}\n{indent})"
    return text
