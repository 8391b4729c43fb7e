"""`bufferize completion`: what a shell needs to complete the command lines of both tools."""

from __future__ import annotations

import argparse

import shtab

from bufferize.plugins import Context
from bufferize_tools.options import OPTIONS, SHORT, Takes

SHELLS = tuple(shtab.SUPPORTED_SHELLS)


def completion(shell: str, tool: argparse.ArgumentParser) -> str:
    """The script for a shell, of `bufferize`, whose parser is given, and of `bufferize-opt`."""
    parsers = {"bufferize": tool, "bufferize_opt": _opt_parser(Context(warn=False, strict=False))}
    return "\n".join(
        shtab.complete(parser, shell=shell, root_prefix=prefix)
        for prefix, parser in parsers.items()
    )


def _opt_parser(context: Context) -> argparse.ArgumentParser:
    """The command line of `bufferize-opt` as argparse would read it; only for completion."""
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
        if option.metavar in _PATHS:
            setattr(added, "complete", _PATHS[option.metavar])  # noqa: B010
    for name in [*context.pass_names(), *context.instrumentation_names()]:
        parser.add_argument(f"--{name}", action="store_true", help="a pass")
    file = parser.add_argument("file", nargs="?", help="the program")
    setattr(file, "complete", shtab.FILE)  # noqa: B010
    return parser


_PATHS = {"FILE": shtab.FILE, "FOLDER": shtab.DIRECTORY}
