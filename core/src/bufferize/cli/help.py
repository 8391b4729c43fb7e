"""The text of `--help`: the options of the tool, and all passes with theirs."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from functools import partial

from bufferize.cli.arguments import OPTIONS, Takes
from bufferize.diagnostics import FAILURES, show_traceback
from bufferize.passes.option_fields import option_docs
from bufferize.registration import Context

_WIDTH = 100
_COLUMN = 34
_USAGE = """\
usage: bufferize-opt [FILE|-] [-o FILE] [OPTION...] [--PASS[="OPTION..."]...]

Reads MLIR from a file or stdin, runs passes on it in the order given, and prints the result.
Every option may be written with one dash or two.
"""


def help_text(context: Context) -> str:
    """All of it; a pass that cannot be loaded is listed with the reason."""
    lines = [_USAGE, "options:"]
    for name, option in OPTIONS.items():
        dash = "-" if len(name) == 1 else "--"
        value = {
            Takes.VALUE: f"={option.metavar}",
            Takes.LIST: f"={option.metavar}",
            Takes.MAYBE: f"[={option.metavar}]",
        }
        if name == "o":
            value = {Takes.VALUE: f" {option.metavar}"}
        lines += _entry(dash + name + value.get(option.takes, ""), option.help, 2)
    if context.instrumentation_names():
        lines += ["", 'what watches passes, with options, e.g. --NAME="a b=1 c=x,y":']
    for name in context.instrumentation_names():
        lines += _with_options(name, partial(_instrumentation, name, context))
    lines += ["", 'passes, with their options, e.g. --PASS="a b=1 c=x,y":']
    for name in context.pass_names():
        lines += _with_options(name, partial(_pass, name, context))
    lines += [
        "",
        "exit status: 0; 1 if the program or an option of a pass is refused; 2 if the command line",
        "cannot be read. BUFFERIZE_DEBUG=1 in the environment shows where internal errors arise,",
        "BUFFERIZE_BLOCK_PLUGINS=NAME,... leaves out plugins as --block-plugin does.",
    ]
    return "\n".join(lines)


def _pass(name: str, context: Context) -> tuple[str | None, type]:
    found = context.pass_class(name)
    assert found is not None
    return found.__doc__, found.options_class()


def _instrumentation(name: str, context: Context) -> tuple[str | None, type]:
    found = context.instrumentation_class(name)
    assert found is not None
    return found.__doc__, found


def _with_options(name: str, load: Callable[[], tuple[str | None, type]]) -> list[str]:
    """What stands in the first paragraph of a docstring, and the options that a class has."""
    try:
        text, options_class = load()
        options = list(option_docs(options_class))
    except FAILURES as problem:
        show_traceback(problem)
        return _entry(f"--{name}", f"(not usable: {problem})", 2)
    summary, *_ = inspect.cleandoc(text or "").split("\n\n")
    lines = _entry(f"--{name}", summary, 2)
    for option in options:
        default = f" (default: {option.default})" if option.default else ""
        lines += _entry(
            option.name + option.takes, (option.text.removesuffix(".") + default).strip(), 4
        )
    return lines


def _entry(name: str, text: str, indent: int) -> list[str]:
    """A name and what it means, side by side where there is room."""
    margin = " " * _COLUMN
    body = textwrap.wrap(
        text, _WIDTH, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False
    ) or [""]
    head = " " * indent + name
    if len(head) + 2 > _COLUMN:
        return [head, *body] if body[0] else [head]
    return [(head.ljust(_COLUMN) + body[0].strip()).rstrip(), *body[1:]]
