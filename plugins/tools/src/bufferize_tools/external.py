"""Other tools with the command line of mlir-opt: they read programs, and run passes that are not here.

Programs go there and come back as text in generic form, with their source locations, so that messages
of both sides are about the same places.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from bufferize.define import DialectContext
from bufferize.diagnostics import Diagnostic, DiagnosticError, PassError, Position, Severity, error
from bufferize.driver.bufferizable import ModelContext
from bufferize.ir import Operation
from bufferize.passes import Pass, PipelineItem
from bufferize.syntax import PrintOptions, parse_module, print_module
from bufferize_tools.arguments import UsageError

_TEXT: Final = ("--mlir-print-op-generic", "--mlir-print-debuginfo")
_PRINTED: Final = PrintOptions(generic=True, debuginfo=True)
_MESSAGE: Final = re.compile(r"(.*?):(\d+):(?:(\d+):)? (error|warning|remark|note): (.*)")
_FAILED: Final = re.compile(r"// -----// IR Dump After .* Failed \(([\w-]+)\)")


@dataclass
class Messages:
    """The messages of a tool, read from its stderr."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    failed_pass: str | None = None
    """The pass that failed, after which the tool has dumped the program."""
    first_line: str = ""
    """The first line that is no diagnostic."""

    @classmethod
    def read(cls, text: str) -> Messages:
        """Read the messages in a text."""
        found = cls()
        for line in text.splitlines():
            match, failed = _MESSAGE.match(line), _FAILED.match(line)
            if failed is not None:
                found.failed_pass = failed[1]
            elif match is not None:
                found._add(*match.groups())
            elif not found.first_line:
                found.first_line = line.strip()
        return found

    def _add(self, file: str, line: str, column: str | None, severity: str, message: str) -> None:
        place = Position(file, int(line), int(column)) if column is not None else None
        diagnostic = Diagnostic(Severity(severity), message, place)
        if diagnostic.severity is not Severity.NOTE:
            self.diagnostics.append(diagnostic)
        elif self.diagnostics and not message.startswith("see current operation"):
            self.diagnostics[-1].notes.append(diagnostic)


class ToolError(PassError):
    """The failure of another tool, with what it has said."""

    def __init__(self, tool: str, status: int, messages: Messages) -> None:
        self.failed_pass = messages.failed_pass
        said = [d for d in messages.diagnostics if d.severity is Severity.ERROR]
        if not said and self.failed_pass is None:
            how = (
                f"failed with exit status {status}"
                if status > 0
                else f"failed with signal {-status}"
            )
            if status == 0:
                how = "printed no program"
            said = [error(f"'{tool}' {how}: {messages.first_line}".rstrip(": "))]
        super().__init__(said)


@dataclass(frozen=True)
class ExternalTool:
    """A command such as `mlir-opt-22`, perhaps with arguments."""

    command: tuple[str, ...]

    @classmethod
    def of(cls, option: str, text: str) -> ExternalTool:
        """Return the tool that is the value of an option. Raises UsageError."""
        try:
            command = tuple(shlex.split(text))
        except ValueError as problem:
            raise UsageError(f"option '--{option}' takes a command: {problem}") from None
        if not command:
            raise UsageError(f"option '--{option}' needs a value: COMMAND")
        return cls(command)

    @property
    def name(self) -> str:
        """The name of the tool, for messages."""
        return self.command[0]

    def run(self, text: str | bytes, name: str, flags: Sequence[str]) -> tuple[str, Messages]:
        """Run the tool on the program `name`; return the text that it makes, and what it says.

        Raises DiagnosticError if it cannot be run, and ToolError if it fails or makes nothing.
        """
        data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
        with _file(data) as path:
            command = [*self.command, *_TEXT, *flags, path]
            try:
                done = subprocess.run(
                    command, stdin=subprocess.DEVNULL, capture_output=True, check=False
                )
            except OSError as problem:
                raise DiagnosticError(f"cannot run '{self.name}': {problem.strerror}") from None
        said = done.stderr.decode("utf-8", "replace").replace(path, name)
        if done.returncode or not done.stdout.strip():  # an empty program has a module, too
            raise ToolError(self.name, done.returncode, Messages.read(said))
        # No other file has this path: each string with it is the name in a location.
        escaped = name.replace("\\", "\\5C").replace('"', "\\22")
        made = done.stdout.decode("utf-8", "surrogateescape").replace(f'"{path}"', f'"{escaped}"')
        return made, Messages.read(said)

    def convert(self, text: str | bytes, name: str, context: DialectContext) -> str:
        """Return a program, which may be bytecode, as text in generic form.

        Raises DiagnosticError.
        """
        return self.run(text, name, _flags_of(context))[0]


def _flags_of(context: DialectContext) -> list[str]:
    """Return the flags by which a tool allows what a context allows."""
    return ["--allow-unregistered-dialect"] if context.allow_unregistered_dialects else []


@contextmanager
def _file(data: bytes) -> Iterator[str]:
    """Context manager: a temporary file with this content."""
    with tempfile.TemporaryDirectory(prefix="bufferize-") as folder:
        path = os.path.join(folder, "program.mlir")
        with open(path, "wb") as file:
            file.write(data)
        yield path


def read_generic(text: str, tool: ExternalTool, context: DialectContext) -> Operation:
    """Read a program that a tool has made, with ops of any dialect. Raises DiagnosticError."""
    with any_dialect(context):
        return parse_module(text, context, f"<program of {tool.name}>")


@contextmanager
def any_dialect(context: DialectContext) -> Iterator[None]:
    """Context manager: operations of unregistered dialects are accepted."""
    allowed = context.allow_unregistered_dialects
    context.allow_unregistered_dialects = True
    try:
        yield
    finally:
        context.allow_unregistered_dialects = allowed


@dataclass(frozen=True)
class RestPass(Pass):
    """Runs passes of another tool, one after the other, by one command."""

    name = "rest"
    tool: ExternalTool
    flags: tuple[str, ...]
    """The flags that name the passes."""

    def pipeline_item(self, with_defaults: bool = False) -> PipelineItem:
        """Return the pass with its flags as options, for `--dump-pass-pipeline`."""
        return PipelineItem(self.name, {flag: [] for flag in self.flags})

    def run(self, op: Operation, context: ModelContext) -> None:
        """Let the tool transform the module. Raises PassError with the tool's errors."""
        assert isinstance(context, DialectContext)
        if op.name != "builtin.module":
            message = f"passes of '{self.tool.name}' run on 'builtin.module', not on '{op.name}'"
            raise PassError(error(message, op).note("leave out --no-implicit-module"))
        resources = context.resources_of(op), context.external_resources_of(op)
        text = print_module(op, _PRINTED, *resources)
        flags = [*self.flags, "--mlir-print-ir-after-failure", *_flags_of(context)]
        try:
            made, messages = self.tool.run(text, f"<program for {self.tool.name}>", flags)
        except ToolError as problem:
            what = problem.failed_pass or " ".join(self.flags)
            problem.diagnostics.append(error(f"'{what}' failed in '{self.tool.name}'", op))
            raise
        for diagnostic in messages.diagnostics:
            context.emit(diagnostic)
        module = read_generic(made, self.tool, context)
        op.regions[0].blocks.clear()
        op.regions[0].take_body(module.regions[0])
        for mine, theirs in (
            (op.attributes, module.attributes),
            (op.properties, module.properties),
        ):
            mine.clear()
            mine.update(theirs)
        context.share_resources(module, op)
