"""The manual pages of the tools, made from their `--help`.

`pytest --update-golden` writes them to the folders `man` of the
distributions, which install them under `share/man/man1`.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import pytest

from bufferize import __version__
from bufferize.plugins import Context
from bufferize_tools.options import GROUPS, spellings
from bufferize_tools.providers import COMMANDS
from bufferize_tools.tool import summary, tool_parser

Manpage = pytest.importorskip("argparse_manpage.manpage").Manpage

ROOT = Path(__file__).parent.parent.parent
FOLDERS = {plugin: ROOT / "plugins" / plugin / "man" for plugin in sorted({*COMMANDS.values()})}
"""The folder of the pages of each plugin that has sub-commands."""
DATE = "2026-11-23"
"""The date of the last release that changed the pages."""

SECTIONS = {
    "exit status": "0 if all went well, 1 if a program or what it does is wrong, 2 if the command line cannot "
    "be read, 130 after Ctrl-C.",
    "environment": "BUFFERIZE_BLOCK_PLUGINS=NAME,... leaves out installed plugins. BUFFERIZE_DEBUG=1 shows "
    "the traceback of an internal error. NO_COLOR and FORCE_COLOR decide about colours.",
}
EXAMPLES = {
    "bufferize": ["bufferize explain FILE.mlir", "bufferize check FILE.mlir"],
    "bufferize-opt": [
        "bufferize-opt FILE.mlir --one-shot-bufferize=bufferize-function-boundaries --cse",
        "bufferize-opt FILE.mlir --pass-pipeline='builtin.module(one-shot-bufferize,canonicalize)'",
    ],
    "bufferize-explain": ["bufferize explain --summary --top=5 FILE.mlir"],
    "bufferize-fix": ["bufferize fix FILE.mlir -o fixed.mlir"],
    "bufferize-optimum": ["bufferize optimum FILE.mlir -o certificate"],
    "bufferize-certify": ["bufferize certify certificate FILE.mlir"],
    "bufferize-reduce": ["bufferize reduce FILE.mlir --test 'grep -q tensor.extract'"],
    "bufferize-plan": ["bufferize plan FILE.mlir --html=plan.html --max-bytes=65536"],
    "bufferize-plugins": ["bufferize plugins --check"],
    "bufferize-new-dialect": ["bufferize new-dialect my_dsp -o my-dsp"],
    "bufferize-completion": ['eval "$(bufferize completion bash)"'],
    "bufferize-run": ["bufferize run FILE.mlir --args '[1, 2, 3]' --stats"],
    "bufferize-check": ["bufferize check FILE.mlir --inputs 4"],
}


def pages() -> dict[Path, str]:
    """Return the text of each page by the path of its file."""
    tool, _ = tool_parser()
    context = Context(list(FOLDERS))
    folders = dict.fromkeys(["bufferize", "bufferize-opt"], FOLDERS["tools"])
    parsers: dict[str, argparse.ArgumentParser] = {}
    summaries: dict[str, str] = {}
    for name in context.command_names():
        command = context.command(name)
        assert command is not None
        folders[f"bufferize-{name}"] = FOLDERS[COMMANDS[name]]
        brought = argparse.ArgumentParser(f"bufferize {name}", description=command.help)
        command.add_arguments(brought)
        parsers[f"bufferize-{name}"] = brought
        summaries[name] = summary(command)
    overview = argparse.ArgumentParser("bufferize", description=tool.description)
    overview.add_argument("--version", action="store_true", help="print the version and exit")
    listed = overview.add_argument_group("commands")
    for name, text in summaries.items():
        listed.add_argument(name, help=f"{text}: see bufferize-{name}(1)")
    overview.usage = "bufferize [-h] [--version] COMMAND ..."
    parsers["bufferize"], summaries["bufferize"] = overview, "tools around bufferize-opt"
    parsers["bufferize-opt"] = _opt_parser()
    summaries["opt"] = "read MLIR, run passes on it, and print the result"
    return {
        folder / f"{name}.1": _page(
            name,
            parsers[name],
            summaries[name.removeprefix("bufferize-")],
            sorted({*folders} - {name}),
        )
        for name, folder in folders.items()
    }


def _page(name: str, parser: argparse.ArgumentParser, text: str, others: list[str]) -> str:
    # Lines are as long as they are: roff would take a word that is broken at a hyphen for two.
    parser.formatter_class = partial(argparse.HelpFormatter, width=10_000)
    page = Manpage(
        parser,
        {
            "project_name": "bufferize",
            "version": __version__,
            "manual_title": "bufferize",
            "date": DATE,
            "description": text,
        },
    )
    page.prog = name
    examples = [f".EX\n{_escaped(line)}\n.EE" for line in EXAMPLES.get(name, ())]
    if examples:
        page.add_section("examples", ">", "\n.PP\n".join(examples))
    for heading, content in SECTIONS.items():
        page.add_section(heading, ">", content)
    page.add_section("see also", ">", ",\n".join(f".BR {_escaped(other)} (1)" for other in others))
    return str(page).replace(_escaped(DATE), DATE)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")


def _opt_parser() -> argparse.ArgumentParser:
    """Return an argparse parser that has the options of `bufferize-opt`, only to show them."""
    parser = argparse.ArgumentParser(
        "bufferize-opt",
        usage="bufferize-opt [FILE|-] [-o FILE] [OPTION...] [--PASS[=OPTIONS]...]",
        description="Reads MLIR from a file or stdin, runs passes on it in the order given, and prints "
        "the result. Every option may be written with one dash or two. `bufferize-opt --list-passes` "
        "lists the passes that are installed, and `bufferize-opt --help-pass=PASS` says all of one.",
        add_help=False,
    )
    for title, options in GROUPS.items():
        group = parser.add_argument_group(title)
        for name, option in options.items():
            group.add_argument(
                *spellings(name, option), action="store_true", help=option.help, dest=name
            )
    return parser
