"""The sub-commands of bufferize-tools itself: `plugins`, `new-dialect` and `completion`."""

from __future__ import annotations

import argparse
import io
import sys
from typing import Final

from bufferize.diagnostics import SourceMap
from bufferize.plugins import Command, Context, ProgressLine
from bufferize_tools.files import write_output
from bufferize_tools.subcommands import add_block_plugin
from bufferize_tools.terminal import is_terminal, report
from bufferize_tools.tool import COMPLETION, add_commands, tool_parser


def _add_plugins(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--check",
        action="store_true",
        help="load everything of every plugin, and report what would fail later",
    )
    add_block_plugin(parser)


def _plugins(arguments: argparse.Namespace, sources: SourceMap, progress: ProgressLine) -> int:
    # Imported here: `--help` needs neither.
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

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
    report(problems, sources)
    return 1 if problems else 0


PLUGINS: Final = Command(
    "Lists the plugins that are installed, and why one did not load.", _add_plugins, _plugins
)


def _add_new_dialect(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="what the dialect is to be called")
    parser.add_argument(
        "-o", dest="output", metavar="FOLDER", help="where to write (default: NAME-dialect)"
    )


def _new_dialect(arguments: argparse.Namespace, *_: object) -> int:
    from bufferize_tools.new_dialect import write_distribution

    return write_distribution(arguments.name, arguments.output)


NEW_DIALECT: Final = Command(
    "Writes a distribution with a dialect to begin with. It has a dialect of two ops: their "
    "declarations, models, tests and an example program, ready to be installed.",
    _add_new_dialect,
    _new_dialect,
)


def _add_completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", help="which shell", choices=("bash", "zsh", "tcsh"))


def _completion(arguments: argparse.Namespace, *_: object) -> int:
    from bufferize_tools.completion import completion

    parser, commands = tool_parser()
    add_commands(commands, COMPLETION)
    write_output("-", completion(arguments.shell, parser))
    return 0


COMPLETION_COMMAND: Final = Command(
    "Prints a script with which a shell completes command lines. It completes those of bufferize and "
    "of bufferize-opt, with the passes and sub-commands that are installed.",
    _add_completion,
    _completion,
)
