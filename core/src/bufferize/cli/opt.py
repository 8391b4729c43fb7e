"""`bufferize-opt`: parse, run passes, print."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bufferize.cli.arguments import Arguments, help_text, read_arguments, unknown_option
from bufferize.cli.files import read_input, write_output
from bufferize.cli.terminal import Progress, progress, report
from bufferize.diagnostics import Diagnostic, DiagnosticError, SourceMap, error

if TYPE_CHECKING:
    from bufferize.ir import Operation
    from bufferize.passes import Pass, PassManager
    from bufferize.plugins import Context


def entry() -> None:
    """The console script."""
    # The IR is a graph of cycles that lives until the process ends: collecting finds nothing.
    gc.disable()
    sys.exit(main(sys.argv[1:]))


def main(argv: Sequence[str]) -> int:
    """Runs the tool on its arguments; the exit status is 0, 1 or 2 (wrong arguments)."""
    arguments = read_arguments(argv)
    sources = SourceMap()
    try:
        with progress() as line:
            return _Tool(arguments, sources, line).run()
    except DiagnosticError as problem:
        report(problem.diagnostics, sources)
        return 1
    except BrokenPipeError:
        # Whoever read our output has gone: nothing is left to say, nor anyone to say it to.
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130


class _Tool:
    """One run of the tool."""

    def __init__(self, arguments: Arguments, sources: SourceMap, line: Progress) -> None:
        # Imported here: `--version` and wrong arguments need none of it.
        from bufferize.plugins import Context

        self.arguments = arguments
        self.sources = sources
        self.progress = line
        self.context: Context = Context(warn=False)
        self.context.allow_unregistered_dialects = arguments.allow_unregistered_dialect
        self.emitted: list[Diagnostic] = list(self.context.plugin_warnings())
        self.context.handlers.append(self.emitted.append)

    def run(self) -> int:
        if self.arguments.help:
            print(help_text() + "\n" + _pass_help(self.context))
            return 0
        if self.arguments.show_dialects:
            print("Available Dialects: " + ",".join(self.context.dialect_names()))
            return 0
        manager = self._pipeline()
        if self.arguments.dump_pass_pipeline:
            print(f"Pass Manager with 1 passes:\n{manager}", file=sys.stderr)
        name, text = read_input(self.arguments.input)
        self.sources.add(name, text)
        chunks = _split(text) if self.arguments.split_input_file else [text]
        outputs: list[str] = []
        failed = False
        for chunk in chunks:
            output = self._process(chunk, name, manager)
            failed |= not self._settle(chunk, name)
            failed |= output is None and not self.arguments.verify_diagnostics
            if output is not None:
                outputs.append(output)
        if self.arguments.mlir_timing:
            print(manager.timing.report(), file=sys.stderr)
        if failed:
            return 1
        write_output(self.arguments.output, "\n// -----\n".join(outputs))
        return 0

    def _process(self, chunk: str, name: str, manager: PassManager) -> str | None:
        """The text that a chunk becomes, None when it fails; its diagnostics are in `emitted`."""
        from bufferize.syntax import PrintOptions, parse_module, print_module

        arguments, timing = self.arguments, manager.timing
        options = PrintOptions(
            generic=arguments.mlir_print_op_generic,
            local_scope=arguments.mlir_print_local_scope,
            debuginfo=arguments.mlir_print_debuginfo,
        )

        def after_pass(step: Pass, op: Operation) -> None:
            if arguments.mlir_print_ir_after_all:
                header = f"// -----// IR Dump After {type(step).__name__} ({step.name}) //----- //"
                print(f"{header}\n{print_module(op, options)}\n", file=sys.stderr)

        manager.after_pass = after_pass
        try:
            self.progress.say(f"reading {name}")
            with timing.measure("Parser"):
                module = parse_module(chunk, self.context, name)
            self.progress.say(f"{name}: {', '.join(s.name for s in _flat(manager)) or 'verifying'}")
            manager.run(module, self.context)
            self.progress.say(f"printing {name}")
            with timing.measure("Output"):
                return print_module(module, options)
        except DiagnosticError as problem:
            self.emitted += problem.diagnostics
            return None
        except RecursionError:
            self.emitted.append(error(f"{name}: the program is nested too deeply"))
            return None

    def _settle(self, chunk: str, name: str) -> bool:
        """Reports a chunk's diagnostics, or checks them; whether all is as it should be."""
        emitted, self.emitted[:] = list(self.emitted), []
        if self.arguments.verify_diagnostics:
            from bufferize.cli.verify_diagnostics import expectations, mismatches

            emitted = mismatches(emitted, expectations(chunk), name)
            report(emitted, self.sources)
            return not emitted
        report(emitted, self.sources)
        return True

    def _pipeline(self) -> PassManager:
        from bufferize.passes import PassManager, make_pass, parse_options, pipeline_from_text
        from bufferize.passes.pipeline import PipelineItem

        if self.arguments.pass_pipeline is not None:
            manager = pipeline_from_text(self.arguments.pass_pipeline, self.context)
        else:
            manager = PassManager()
            for name, options in self.arguments.passes:
                if self.context.pass_class(name) is None:
                    raise DiagnosticError(unknown_option(name, self.context.pass_names()))
                item = PipelineItem(name, parse_options(options))
                manager.steps.append(make_pass(item, self.context))
        manager.verify_each = self.arguments.verify_each
        return manager


def _flat(manager: PassManager) -> list[Pass]:
    from bufferize.passes import Pass

    return [
        step
        for item in manager.steps
        for step in ([item] if isinstance(item, Pass) else _flat(item))
    ]


def _split(text: str) -> list[str]:
    from bufferize.syntax import split_input

    return split_input(text)


def _pass_help(context: Context) -> str:
    from bufferize.passes.option_fields import describe, option_fields, option_name

    lines = ["passes:"]
    for name in context.pass_names():
        pass_class = context.pass_class(name)
        assert pass_class is not None
        summary = (pass_class.__doc__ or "").strip().splitlines()
        lines.append(f"  --{name:30} {summary[0] if summary else ''}")
        for field, kind in option_fields(pass_class.options_class()):
            lines.append(f"    {option_name(field.name) + describe(kind)}")
    return "\n".join(lines)
