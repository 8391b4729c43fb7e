"""Reproducers: files with a program and the pipeline that fails on it.

The pipeline is a resource at the end, as in mlir-opt, which can run the file, too.
https://mlir.llvm.org/docs/PassManagement/#crash-and-failure-reproduction
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bufferize.diagnostics import Diagnostic, DiagnosticError, PassError, SourceMap, error
from bufferize.ir import Operation
from bufferize.passes import (
    Pass,
    PassInstrumentation,
    PassManager,
    PipelineItem,
    pipeline_from_text,
    print_pipeline,
)
from bufferize.plugins import Context
from bufferize.syntax import PrintOptions, print_module
from bufferize.syntax.attribute_printer import string_literal
from bufferize.syntax.scanner import unquote
from bufferize_tools.files import write_output

KEY = "mlir_reproducer"
"""The key of the resource."""


def reproducer(
    op: Operation, context: Context, manager: PassManager, pipeline: PipelineItem | None = None
) -> str:
    """Return the text of a top-level operation with a pipeline, by default the manager's."""
    entry = {
        "pipeline": string_literal(print_pipeline([pipeline or manager.item()])),
        "disable_threading": "true",
        "verify_each": "true" if manager.verify_each else "false",
    }
    resources = {**context.external_resources_of(op), KEY: entry}
    return print_module(op, PrintOptions(), context.resources_of(op), resources)


def take_pipeline(
    op: Operation, further: PassManager, context: Context, sources: SourceMap
) -> PassManager:
    """Remove and return the pipeline of a reproducer, extended by further passes.

    Raises PassError if there is none, OptionError if it is wrong.
    """
    resources = dict(context.external_resources_of(op))
    entry = resources.pop(KEY, {})
    if "pipeline" not in entry:
        problem = error("there is no pipeline in this program, so it is no reproducer", op)
        raise PassError(
            problem.note("--mlir-pass-pipeline-crash-reproducer=FILE writes one when a pass fails")
        )
    context.external_resources[op.regions[0]] = resources
    text = unquote(entry["pipeline"], 0)
    sources.add("<pass pipeline>", text)
    found = pipeline_from_text(text, context)
    found.steps += further.steps
    found.verify_each = entry.get("verify_each") != "false"
    found.timing = further.timing
    return found


@dataclass
class CrashReproducer(PassInstrumentation):
    """An instrumentation that writes a reproducer when a pass fails.

    It has the original program and the whole pipeline; if `local`, the program before the failed
    pass and that pass alone.
    """

    name = "mlir-pass-pipeline-crash-reproducer"
    path: str
    context: Context
    manager: PassManager
    local: bool = False
    written: bool = False
    """Whether a pass failed, so that a reproducer was written, or could not be."""
    problems: list[Diagnostic] = field(default_factory=list)
    """The errors in writing it."""
    _text: str = ""

    def run_before_pass(self, step: Pass, op: Operation) -> None:
        """Keep the text of the program."""
        if self._text and not self.local:
            return
        top, part = op, PipelineItem(op.name, {}, [step.pipeline_item()])
        while top.parent_op is not None:
            top = top.parent_op
            part = PipelineItem(top.name, {}, [part])
        self._text = reproducer(top, self.context, self.manager, part if self.local else None)

    def run_after_pass(self, step: Pass, op: Operation, succeeded: bool) -> None:
        """Write the reproducer if the pass failed."""
        if not succeeded and not self.written:
            self.written = True
            try:
                write_output(self.path, self._text)
            except DiagnosticError as problem:  # the error of the pass is reported, too
                self.problems = problem.diagnostics
