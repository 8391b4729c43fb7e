"""`bufferize explain`: every copy that One-Shot Bufferize makes of a program, and why."""

from __future__ import annotations

import argparse
import json
import os
import sys

from bufferize.cli.failures import FAILED, diagnostics_of, guarded
from bufferize.cli.files import read_input, write_output
from bufferize.cli.terminal import Progress, is_terminal, report
from bufferize.diagnostics import Diagnostic, SourceMap
from bufferize.driver import OneShotOptions, one_shot_bufferize
from bufferize.explain import TensorCopy, as_json, by_cost, explain_copy, summary
from bufferize.ir import require_valid
from bufferize.passes import make_pass, parse_options
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize.passes.pipeline import PipelineItem
from bufferize.registration import Context
from bufferize.syntax import OperationSpans, parse_module_with_spans, split_input

_PASS = "<--one-shot-bufferize>"


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

    def run(self) -> int:
        options = self._options()
        name, text = read_input(self.arguments.file, self.sources)
        copies = self._copies(text, name, options)
        self.progress.hide()
        report(self.emitted, self.sources)
        if copies is None:
            return FAILED
        if self.arguments.format == "json":
            written = json.dumps(as_json(name, copies), indent=2) + "\n"
        else:
            written = self._as_text(copies)
        write_output(self.arguments.output, written)
        return 0

    def _options(self) -> OneShotOptions:
        text = self.arguments.options
        self.sources.add(_PASS, text)
        item = PipelineItem(OneShotBufferizePass.name, parse_options(text, _PASS))
        step = make_pass(item, self.context, text, _PASS)
        assert isinstance(step, OneShotBufferizePass)
        step.options.validate()
        return step.options

    def _copies(self, text: str, name: str, options: OneShotOptions) -> list[TensorCopy] | None:
        """The copies of all parts of a text, None where a part is refused."""
        marker = self.arguments.split_input_file
        copies: list[TensorCopy] = []
        succeeded = True
        for part in [text] if marker is None else split_input(text, marker):
            try:
                copies += self._copies_of(part, name, options)
            except KeyboardInterrupt:
                raise
            except BaseException as problem:  # what is wrong with other parts is of use
                self.emitted += diagnostics_of(problem, self.progress.what)
                succeeded = False
        return by_cost(copies) if succeeded else None

    def _copies_of(self, text: str, name: str, options: OneShotOptions) -> list[TensorCopy]:
        self.progress.say(f"reading {name}")
        module = parse_module_with_spans(text, self.context, self.spans, name)
        self.progress.say(f"verifying {name}")
        require_valid(module, self.context.op_attribute_problem)
        self.progress.say(f"bufferizing {name}")
        return one_shot_bufferize(module, options, self.context, verify=False).copies

    def _as_text(self, copies: list[TensorCopy]) -> str:
        to_terminal = self.arguments.output == "-" and is_terminal(sys.stdout)
        color = to_terminal and not os.environ.get("NO_COLOR")
        blocks = [
            explain_copy(copy, number, self.sources, self.spans, color) + "\n"
            for number, copy in enumerate(copies, 1)
        ]
        return "\n".join([*blocks, summary(copies) + "\n"])
