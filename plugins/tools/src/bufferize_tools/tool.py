"""`bufferize`: what is not mlir-opt's, as sub-commands."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from bufferize import __version__
from bufferize_tools.failures import WRONG_USAGE, guarded
from bufferize_tools.files import write_output
from bufferize_explain.formats.writers import FORMATS
from bufferize_tools.options import SPLIT_MARKER
from bufferize_tools.subcommands import (
    ArgumentParser,
    add_block_plugin,
    add_program,
    add_readers,
    at_least,
    takes_program,
)
from bufferize_tools.terminal import is_terminal, report
from bufferize.diagnostics import (
    FAILURES,
    DiagnosticError,
    SourceMap,
    closest_name,
    error,
    show_traceback,
)

if TYPE_CHECKING:
    from bufferize.plugins import Command, Context

_Commands: TypeAlias = "argparse._SubParsersAction[ArgumentParser]"
_COMPLETION = "completion"
# As in bufferize-opt, the value of these is never the next argument.
_WITHOUT_VALUE = {
    "--one-shot-bufferize": "--one-shot-bufferize=",
    "-one-shot-bufferize": "--one-shot-bufferize=",
    "--split-input-file": f"--split-input-file={SPLIT_MARKER}",
    "--split-input-file=": f"--split-input-file={SPLIT_MARKER}",
}


def tool_parser() -> tuple[ArgumentParser, _Commands]:
    """The command line of `bufferize`, and the sub-commands in it that come with the core."""
    parser = ArgumentParser(prog="bufferize", description="Tools around bufferize-opt.")
    parser.add_argument("--version", action="version", version=f"bufferize {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    plugins = commands.add_parser(
        "plugins", help="list the plugins that are installed, and why one did not load"
    )
    plugins.add_argument(
        "--check",
        action="store_true",
        help="load everything of every plugin, and report what would fail later",
    )
    add_block_plugin(plugins)
    _add_explain(
        commands.add_parser(
            "explain",
            allow_abbrev=False,
            help="list the copies that One-Shot Bufferize makes, and why",
            description="Runs One-Shot Bufferize and lists the copies that it makes, those that "
            "cost most first: where, what they cost, why they are made, and what would remove them.",
        )
    )
    _add_fix(
        commands.add_parser(
            "fix",
            allow_abbrev=False,
            help="change a program so that fewer copies are made",
            description="Changes a program on tensors so that One-Shot Bufferize makes fewer copies, "
            "and writes it: each use gets its own fill, and reads come before writes. Each change was "
            "seen to remove copies, and the program means the same as before.",
        )
    )
    _add_reduce(
        commands.add_parser(
            "reduce",
            allow_abbrev=False,
            help="make a program small, as long as a command succeeds for it",
            description="Makes a program smaller for as long as a command ends with status 0 for "
            "it, and writes the smallest one found.",
        )
    )
    new_dialect = commands.add_parser(
        "new-dialect",
        help="write a distribution with a dialect to begin with",
        description="Writes a distribution with a dialect of two ops: their declarations, models, "
        "tests and an example program, ready to be installed.",
    )
    new_dialect.add_argument("name", help="what the dialect is to be called")
    new_dialect.add_argument(
        "-o", dest="output", metavar="FOLDER", help="where to write (default: NAME-dialect)"
    )
    completion = commands.add_parser(
        _COMPLETION,
        help="print a script with which a shell completes command lines",
        description="Prints a script with which a shell completes the command lines of bufferize and "
        "of bufferize-opt, with the passes and sub-commands that are installed.",
    )
    completion.add_argument("shell", help="which shell", choices=("bash", "zsh", "tcsh"))
    return parser, commands


def main(argv: Sequence[str]) -> int:
    """Runs the tool on its arguments; the exit status is 0, 1 or 2 (wrong arguments)."""
    parser, commands = tool_parser()
    name = next((argument for argument in argv if not argument.startswith("-")), None)
    status = guarded(
        lambda *_: _add_brought(commands, name, argv), "looking for what plugins bring"
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
        _refuse_arguments(commands.choices.get(arguments.command, parser), rest)
    if arguments.command == "explain" and None not in (arguments.options, arguments.pass_pipeline):
        parser.error("explain: --one-shot-bufferize cannot be used together with --pass-pipeline")
    if arguments.command == "explain":
        # Imported here: `--version` and `--help` do not need it.
        from bufferize_explain.command import run

        return run(arguments)
    if arguments.command == "fix":
        from bufferize_explain.fix_command import run as fix

        return fix(arguments)
    if arguments.command == "reduce":
        from bufferize_interpreter.reducer.command import run as reduce

        return reduce(arguments)
    if arguments.command == "new-dialect":
        from bufferize_tools import new_dialect as writer

        return guarded(
            lambda *_: writer.run(arguments.name, arguments.output), "writing a distribution"
        )
    if arguments.command == _COMPLETION:
        return guarded(lambda *_: _completion(arguments.shell, parser), "listing what to complete")
    if arguments.command == "plugins":
        return guarded(lambda *_: _plugins(arguments), "listing the plugins")
    return guarded(lambda sources, _: int(arguments.run(arguments, sources)), f"running '{name}'")


def _add_brought(
    commands: _Commands,
    wanted: str | None,
    argv: Sequence[str],
) -> int:
    """Adds what plugins bring: sub-commands, of `wanted` with its arguments, and readers of programs."""
    own = commands.choices.get(wanted or "")
    if wanted == _COMPLETION:
        own = None  # it is about all of them
    if list(argv) == ["--version"] or (own is not None and not takes_program(own)):
        return 0
    # Imported here: what comes with the core alone does without.
    from bufferize.plugins import Context
    from bufferize_tools.providers import COMMANDS, READERS, distribution_of

    context = Context(warn=False, strict=False)
    if own is None:
        _add_commands(commands, wanted, context)
        if wanted in COMMANDS and wanted not in context.command_names():
            problem = error(f"no installed plugin brings the sub-command '{wanted}'")
            raise DiagnosticError(problem.note(f"install {distribution_of(COMMANDS[wanted])}"))
    if wanted in commands.choices and wanted != _COMPLETION:
        add_readers(commands.choices[wanted], context)
    given = {argument.partition("=")[0] for argument in argv}
    for name, plugin in READERS.items():
        if f"--{name}" in given and name not in context.reader_names():
            problem = error(f"no installed plugin brings the option '--{name}'")
            raise DiagnosticError(problem.note(f"install {distribution_of(plugin)}"))
    return 0


def _add_commands(
    commands: _Commands,
    wanted: str | None,
    context: Context,
) -> None:
    listing = wanted in (None, _COMPLETION)
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


def summary(command: Command | None) -> str:
    """The line about a sub-command of a plugin in the list of all of them."""
    if command is None:
        return "(a plugin has it)"
    first, *_ = command.help.split(". ")
    return f"{first[:1].lower()}{first[1:]}".removesuffix(".")


def _refuse_command(parser: argparse.ArgumentParser, name: str, known: Iterable[str]) -> NoReturn:
    """Ends the process for a sub-command that is none."""
    close = closest_name(name, known)
    hint = f"did you mean '{close}'?" if close else f"there are: {', '.join(known)}"
    parser.error(f"no sub-command is called '{name}'; {hint}")


def _refuse_arguments(parser: argparse.ArgumentParser, rest: Sequence[str]) -> NoReturn:
    """Ends the process for arguments that a parser does not take."""
    message = f"unrecognized arguments: {' '.join(rest)}"
    close = closest_name(rest[0].partition("=")[0], parser._option_string_actions)
    parser.error(message if close is None else f"{message}; did you mean '{close}'?")


def _completion(shell: str, parser: argparse.ArgumentParser) -> int:
    from bufferize_tools.completion import completion

    write_output("-", completion(shell, parser))
    return 0


def _add_explain(parser: argparse.ArgumentParser) -> None:
    add_program(parser)
    parser.add_argument("-o", dest="output", default="-", metavar="OUT", help="write to this file")
    parser.add_argument(
        "--format",
        choices=("text", *FORMATS),
        default="text",
        help="what to write (default: text)",
    )
    _add_one_shot(parser)
    parser.add_argument(
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
    _add_trials(parser)


def _add_fix(parser: argparse.ArgumentParser) -> None:
    add_program(parser)
    parser.add_argument("-o", dest="output", default="-", metavar="OUT", help="write to this file")
    _add_one_shot(parser)
    _add_trials(parser)


def _add_one_shot(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--one-shot-bufferize",
        "-one-shot-bufferize",
        dest="options",
        metavar="OPTIONS",
        help="the options of the pass, as bufferize-opt takes them "
        "(default: bufferize-function-boundaries)",
    )


def _add_trials(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--trials",
        type=at_least(0),
        metavar="N",
        help="try at most N changes to find what helps, 0 for none (default: 24, in 10 seconds)",
    )


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
        type=float,
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


def _plugins(arguments: argparse.Namespace) -> int:
    # Imported here: `--version` and `--help` need neither.
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from bufferize.plugins import Context

    context = Context(block=arguments.block_plugin, warn=False, strict=False)
    table = Table(
        "plugin", "distribution", "version", "dialects", "models", "passes", "others", box=None
    )
    for record in context.plugins:
        names = {
            hook.removeprefix("register_").replace("_", " "): list(registry.of_plugin(record.name))
            for hook, registry in context.registries.by_hook().items()
        }
        columns = [", ".join(names.pop(what)) for what in ("dialects", "op models", "passes")]
        others = "; ".join(f"{what}: {', '.join(found)}" for what, found in names.items() if found)
        cells = (record.name, record.distribution, record.version, *columns, others)
        table.add_row(*map(Text, cells))  # a name is no markup
    shown, at_terminal = io.StringIO(), is_terminal(sys.stdout)
    # A pipe gets whole rows whatever the width of the terminal.
    console = Console(
        file=shown, force_terminal=at_terminal or None, width=None if at_terminal else 240
    )
    console.print(table)
    if arguments.check:
        from bufferize_tools.check import check_plugins

        problems = check_plugins(context)
        console.print(Text(f"{len(context.plugins)} plugins checked: {len(problems)} problems"))
    else:
        problems = [*context.plugin_warnings(), *context.conflicts]
    write_output("-", shown.getvalue())
    report(problems, SourceMap())
    return 1 if problems else 0
