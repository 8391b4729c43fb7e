"""The sub-commands `plugins`, `new-dialect` and `completion`."""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bufferize import __version__
from bufferize.diagnostics import DiagnosticError, SourceMap
from bufferize.plugins import API_VERSION, Command, Context, ProgressLine
from bufferize_tools.files import write_output
from bufferize_tools.options import OPTIONS, SHORT, Takes
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
    # Imported here because `--help` does not need them.
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
        table.add_row(*map(Text, cells))  # Text, as names are not markup
    shown, at_terminal = io.StringIO(), is_terminal(sys.stdout)
    # A pipe gets unwrapped rows.
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


_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_TEMPLATES: Final = Path(__file__).parent / "templates" / "dialect"
_SUFFIX: Final = ".in"
"""The suffix of template files, so that tools do not take them for Python files."""


def _add_new_dialect(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="what the dialect is to be called")
    parser.add_argument(
        "-o", dest="output", metavar="FOLDER", help="where to write (default: NAME-dialect)"
    )


def _new_dialect(arguments: argparse.Namespace, *_: object) -> int:
    return _write_distribution(arguments.name, arguments.output)


def _write_distribution(name: str, folder: str | None) -> int:
    """Write the distribution of a new dialect; return the exit status. Raises DiagnosticError."""
    _check_name(name)
    distribution = f"{name.replace('_', '-')}-dialect"
    target = Path(folder or distribution)
    words = {
        "name": name,
        "distribution": distribution,
        "package": f"{name}_dialect",
        "requirement": _requirement(),
        "api": str(API_VERSION),
    }
    if target.exists() and not (target.is_dir() and not any(target.iterdir())):
        raise DiagnosticError(f"'{target}' exists: name another folder with -o FOLDER")
    for template in sorted(_TEMPLATES.rglob(f"*{_SUFFIX}")):
        relative = str(template.relative_to(_TEMPLATES)).removesuffix(_SUFFIX)
        made = target / _filled(relative, words)
        try:
            made.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise DiagnosticError(f"cannot write '{made.parent}': {problem.strerror}") from None
        write_output(str(made), _filled(template.read_text(encoding="utf-8"), words))
    write_output("-", f"{target}: the dialect '{name}'; its README.md says how to go on\n")
    return 0


def _check_name(name: str) -> None:
    if _NAME.fullmatch(name) is None:
        raise DiagnosticError(
            f"'{name}' is no name for a dialect: it is made of a to z, 0 to 9 and _, a letter first"
        )
    context = Context(warn=False, strict=False)
    if name in context.dialect_names() or context.way_to_get("dialect", name) is not None:
        raise DiagnosticError(f"there is a dialect '{name}' already: choose another name")


def _requirement() -> str:
    """Return the requirement on the core's version."""
    major, minor, *_ = __version__.split(".")
    return f">={major}.{minor},<{major}.{int(minor) + 1}"


def _filled(text: str, words: Mapping[str, str]) -> str:
    for word, meaning in words.items():
        text = text.replace(f"@{word}@", meaning)
    return text


NEW_DIALECT: Final = Command(
    "Writes a distribution with a dialect to begin with. It has a dialect of two ops: their "
    "declarations, models, tests and an example program, ready to be installed.",
    _add_new_dialect,
    _new_dialect,
)


def _add_completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", help="which shell", choices=("bash", "zsh", "tcsh"))


def _completion(arguments: argparse.Namespace, *_: object) -> int:
    parser, commands = tool_parser()
    add_commands(commands, COMPLETION)
    write_output("-", _completion_script(arguments.shell, parser))
    return 0


def _completion_script(shell: str, tool: argparse.ArgumentParser) -> str:
    """Return the script for `bufferize`, whose parser is `tool`, and for `bufferize-opt`."""
    import shtab

    parsers = {"bufferize": tool, "bufferize_opt": _opt_parser(Context(warn=False, strict=False))}
    return "\n".join(
        shtab.complete(parser, shell=shell, root_prefix=prefix)
        for prefix, parser in parsers.items()
    )


def _opt_parser(context: Context) -> argparse.ArgumentParser:
    """Return an argparse parser of `bufferize-opt`'s command line, only for completion."""
    import shtab

    paths = {"FILE": shtab.FILE, "FOLDER": shtab.DIRECTORY}
    parser = argparse.ArgumentParser(prog="bufferize-opt", add_help=False)
    short = {long: f"-{name}" for name, long in SHORT.items()}
    for name, option in OPTIONS.items():
        dashed = [f"-{name}" if len(name) == 1 else f"--{name}"]
        if name in short:
            dashed.append(short[name])
        if option.takes in (Takes.NOTHING, Takes.FLAG, Takes.MAYBE):
            parser.add_argument(*dashed, action="store_true", help=option.help)
            continue
        words = option.metavar.split("|")
        choices = words if len(words) > 1 else None
        if option.metavar.startswith("PASS"):
            choices = context.pass_names()
        added = parser.add_argument(*dashed, choices=choices, help=option.help)
        if option.metavar in paths:
            setattr(added, "complete", paths[option.metavar])  # noqa: B010
    for name in [*context.pass_names(), *context.instrumentation_names()]:
        parser.add_argument(f"--{name}", action="store_true", help="a pass")
    file = parser.add_argument("file", nargs="?", help="the program")
    setattr(file, "complete", shtab.FILE)  # noqa: B010
    return parser


COMPLETION_COMMAND: Final = Command(
    "Prints a script with which a shell completes command lines. It completes those of bufferize and "
    "of bufferize-opt, with the passes and sub-commands that are installed.",
    _add_completion,
    _completion,
)
