"""The tool `bufferize`, whose sub-commands plugins register."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from bufferize import __version__
from bufferize.diagnostics import (
    FAILURES,
    DiagnosticError,
    SourceMap,
    closest_name,
    error,
    show_traceback,
)
from bufferize_tools.failures import WRONG_USAGE, guarded
from bufferize_tools.options import SPLIT_MARKER
from bufferize_tools.providers import COMMANDS, READERS, way_to_get_plugin
from bufferize_tools.subcommands import (
    ArgumentParser,
    add_readers,
    takes_program,
)
from bufferize_tools.terminal import Progress

if TYPE_CHECKING:
    from bufferize.plugins import Command

_Commands: TypeAlias = "argparse._SubParsersAction[ArgumentParser]"
COMPLETION: Final = "completion"
# As in bufferize-opt, the value of these options is never the next argument.
_WITHOUT_VALUE = {
    "--one-shot-bufferize": "--one-shot-bufferize=",
    "-one-shot-bufferize": "--one-shot-bufferize=",
    "--split-input-file": f"--split-input-file={SPLIT_MARKER}",
    "--split-input-file=": f"--split-input-file={SPLIT_MARKER}",
}


def tool_parser() -> tuple[ArgumentParser, _Commands]:
    """Make the parser of `bufferize`, and the object to add sub-commands to."""
    parser = ArgumentParser(prog="bufferize", description="Tools around bufferize-opt.")
    parser.add_argument("--version", action="version", version=f"bufferize {__version__}")
    return parser, parser.add_subparsers(dest="command", required=True)


def main(argv: Sequence[str]) -> int:
    """Run the tool; return the exit status 0, 1 or 2 (wrong arguments)."""
    parser, commands = tool_parser()
    name = next((argument for argument in argv if not argument.startswith("-")), None)
    if list(argv) != ["--version"]:
        status = guarded(
            lambda *_: add_commands(commands, name, argv), "looking for what plugins bring"
        )
        if status:
            return status
    if not argv:
        parser.print_help(sys.stderr)
        sys.exit(WRONG_USAGE)
    if name is not None and argv[0] == name and name not in commands.choices:
        _refuse_command(parser, name, commands.choices)
    arguments, rest = parser.parse_known_args(
        [_WITHOUT_VALUE.get(argument, argument) for argument in argv]
    )
    if rest:
        _refuse_arguments(commands.choices.get(arguments.command, parser), rest, argv)

    def run(sources: SourceMap, progress: Progress) -> int:
        with progress:
            return int(arguments.run(arguments, sources, progress))

    return guarded(run, f"running '{name}'")


def add_commands(commands: _Commands, wanted: str | None, argv: Sequence[str] = ()) -> int:
    """Add the sub-commands of plugins; only `wanted`, or all if None, gets its arguments.

    Raises DiagnosticError if a plugin named in `argv` is not installed.
    """
    # Imported here because `--version` does not need it.
    from bufferize.plugins import Context

    context = Context(warn=False, strict=False)
    listing = wanted in (None, COMPLETION)
    for name in context.command_names():
        command = None
        if listing or name == wanted:
            try:
                command = context.command(name)
            except FAILURES as problem:
                if not listing:
                    raise
                show_traceback(problem)
        parser = commands.add_parser(name, allow_abbrev=False, help=summary(command))
        if command is not None:
            parser.description = command.help
            command.add_arguments(parser)
            parser.set_defaults(run=command.run)
    if wanted is not None and wanted in COMMANDS.keys() - commands.choices.keys():
        raise _missing(f"the sub-command '{wanted}'", COMMANDS[wanted])
    if wanted in commands.choices and not listing and takes_program(commands.choices[wanted]):
        add_readers(commands.choices[wanted], context)
        given = {argument.partition("=")[0] for argument in argv}
        for name, plugin in READERS.items():
            if f"--{name}" in given and name not in context.reader_names():
                raise _missing(f"the option '--{name}'", plugin)
    return 0


def _missing(what: str, plugin: str) -> DiagnosticError:
    # Imported here: only a mistake pays for it.
    from bufferize.plugins.discovery import blocked_plugins

    problem = error(f"no installed plugin brings {what}")
    return DiagnosticError(problem.note(way_to_get_plugin(plugin, blocked_plugins())))


def summary(command: Command | None) -> str:
    """Return the line of a sub-command in the list of all."""
    if command is None:
        return "(a plugin has it)"
    first, *_ = command.help.split(". ")
    return f"{first[:1].lower()}{first[1:]}".removesuffix(".")


def _refuse_command(parser: argparse.ArgumentParser, name: str, known: Iterable[str]) -> NoReturn:
    """Exit with an error about an unknown sub-command."""
    close = closest_name(name, known)
    hint = f"did you mean '{close}'?" if close else f"there are: {', '.join(known)}"
    parser.error(f"no sub-command is called '{name}'; {hint}")


def _refuse_arguments(
    parser: argparse.ArgumentParser, rest: Sequence[str], argv: Sequence[str]
) -> NoReturn:
    """Exit with an error about unknown arguments."""
    message = f"unrecognized arguments: {' '.join(rest)}"
    for option, value in pairwise(argv):
        if option in _WITHOUT_VALUE and not value.startswith("-"):
            parser.error(f"{message}; is it '{option.rstrip('=')}={value}'?")
    close = closest_name(rest[0].partition("=")[0], parser._option_string_actions)
    parser.error(message if close is None else f"{message}; did you mean '{close}'?")
