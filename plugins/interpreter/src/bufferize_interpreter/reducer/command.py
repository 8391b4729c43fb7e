"""The sub-command `bufferize reduce`: makes a program smaller that a command finds interesting."""

from __future__ import annotations

import argparse
import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from bufferize.define.dialect_context import Resources
from bufferize.diagnostics import DiagnosticError, SourceMap, error
from bufferize.ir import Operation
from bufferize.plugins import Command, ProgressLine
from bufferize.syntax import print_module
from bufferize_interpreter.reducer import Reducer
from bufferize_tools.files import write_output
from bufferize_tools.subcommands import add_program, at_least, read_program, seconds
from bufferize_tools.terminal import say

_PLACE = "{}"


def _add_reduce(parser: argparse.ArgumentParser) -> None:
    add_program(parser)
    parser.add_argument("-o", dest="output", default="-", metavar="OUT", help="write to this file")
    parser.add_argument(
        "--test",
        required=True,
        metavar="COMMAND",
        help="the command; a program is kept if it ends with status 0; the file "
        "is put in the place of {}, or at the end",
    )
    parser.add_argument(
        "--timeout",
        type=seconds,
        metavar="SECONDS",
        help="a program for which the command takes longer is not kept",
    )
    parser.add_argument(
        "--jobs",
        type=at_least(1),
        default=1,
        metavar="N",
        help="how many commands run at once (default: 1)",
    )


def _run(arguments: argparse.Namespace, sources: SourceMap, progress: ProgressLine) -> int:
    with tempfile.TemporaryDirectory(prefix="bufferize-reduce-") as folder:
        return _reduce(arguments, sources, progress, Path(folder))


def _reduce(
    arguments: argparse.Namespace, sources: SourceMap, progress: ProgressLine, folder: Path
) -> int:
    module, context = read_program(arguments, sources)
    resources = context.resources_of(module)
    command = _Command(arguments.test, arguments.timeout, folder, resources)
    if not command.is_interesting(module):
        raise DiagnosticError(
            error(f"the command does not end with status 0 for the program as it is: {command}")
        )
    with ThreadPoolExecutor(arguments.jobs) as pool:

        def first_of(candidates: Sequence[Operation]) -> int | None:
            size = sum(1 for _ in reducer.module.walk())
            progress.say(f"{size} operations, {reducer.tried} tries")
            found = list(pool.map(command.is_interesting, candidates))
            return found.index(True) if True in found else None

        reducer = Reducer(module, first_of, together=arguments.jobs)
        try:
            reducer.run()
        except KeyboardInterrupt:
            progress.hide()
            say("interrupted: this is the smallest program so far")
    progress.hide()
    before, after = (sum(1 for _ in op.walk()) for op in (module, reducer.module))
    say(f"{before} operations became {after}, in {reducer.tried} tries")
    if not command.is_interesting(reducer.module):
        say("warning: the command does not say the same of this program each time")
    write_output(arguments.output, print_module(reducer.module, resources=resources))
    return 0


class _Command:
    """The command that decides whether a program is interesting."""

    def __init__(
        self, text: str, timeout: float | None, folder: Path, resources: Resources
    ) -> None:
        try:
            words = shlex.split(text)
        except ValueError as problem:
            raise DiagnosticError(f"--test: {problem}") from None
        if not words:
            raise DiagnosticError("--test: there is no command")
        self._words = words if any(_PLACE in word for word in words) else [*words, _PLACE]
        self._timeout = timeout
        self._folder = folder
        self._resources = resources

    def __str__(self) -> str:
        return " ".join(self._words)

    def is_interesting(self, module: Operation) -> bool:
        """Return whether the command exits with 0. Raises DiagnosticError if it cannot be run."""
        with tempfile.NamedTemporaryFile("w", suffix=".mlir", dir=self._folder) as file:
            file.write(print_module(module, resources=self._resources))
            file.flush()
            command = [word.replace(_PLACE, file.name) for word in self._words]
            try:
                done = subprocess.run(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    check=False,
                    timeout=self._timeout,
                )
            except subprocess.TimeoutExpired:
                return False
            except OSError as problem:
                message = f"cannot run '{command[0]}': {problem.strerror}"
                raise DiagnosticError(message) from None
        return done.returncode == 0


REDUCE: Final = Command(
    "Makes a program small, as long as a command succeeds for it. A smaller program is kept if the "
    "command ends with status 0 for it, and the smallest one that is found is written.",
    _add_reduce,
    _run,
)
