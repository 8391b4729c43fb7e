"""The texts of `--help`, `--list-passes` and `--help-pass`."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from bufferize.diagnostics import FAILURES, show_traceback
from bufferize.passes.pipeline import option_fields, option_name, value_text
from bufferize.plugins import Context
from bufferize_tools.arguments import unknown_passes
from bufferize_tools.options import GROUPS, spellings

_WIDTH = 100
_COLUMN = 34
_USAGE = """\
usage: bufferize-opt [FILE|-] [-o FILE] [OPTION...] [--PASS[="OPTION..."]...]

Reads MLIR from a file or stdin, runs passes on it in the order given, and prints the result.
Every option may be written with one dash or two.
"""
_Documented = tuple[str, type[Any]]
"""A docstring and the class whose fields are the options."""


@dataclass(frozen=True)
class OptionDoc:
    """The documentation of an option in `--help`."""

    name: str
    takes: str
    """The text after the name, such as `=<int>`; empty for a flag."""
    text: str
    """The meaning in one paragraph: the docstring below the field."""
    default: str
    """The default as text; empty for None, 0 and false."""


def help_text(context: Context) -> str:
    """Return the text of `--help`: all options and passes."""
    lines = [_USAGE]
    for title, group in GROUPS.items():
        lines.append(f"{title}:")
        for name, option in group.items():
            head = ", ".join(spellings(name, option))
            lines += _entry(head, option.help, 2)
        lines.append("")
    if context.instrumentation_names():
        lines.append('reports about passes, with options, e.g. --NAME="a b=1 c=x,y":')
        for name in context.instrumentation_names():
            lines += _brief(name, partial(_instrumentation, name, context), {})
        lines.append("")
    return "\n".join(
        [
            *lines,
            list_of_passes(context),
            "",
            "exit status: 0; 1 if the program or an option of a pass is refused; 2 if the command",
            "line cannot be read. BUFFERIZE_DEBUG=1 in the environment shows where internal errors",
            "arise, BUFFERIZE_BLOCK_PLUGINS=NAME,... leaves out plugins as --block-plugin does.",
        ]
    )


def list_of_passes(context: Context) -> str:
    """Return the text of `--list-passes`: passes with their options, each option class once."""
    lines = ['passes, with options, e.g. --PASS="a b=1 c=x,y"; --help-pass=PASS says more:']
    seen: dict[type, str] = {}
    for name in context.pass_names():
        lines += _brief(name, partial(_pass, name, context), seen)
    return "\n".join(lines)


def help_on_pass(name: str, context: Context) -> str:
    """Return the full help on a pass and its options. Raises UsageError if it is unknown."""
    watches = name in context.instrumentation_names()
    if not watches and name not in context.pass_names():
        raise unknown_passes([name], context.pass_names(), partial(context.way_to_get, "pass"))
    documented, options_class = (_instrumentation if watches else _pass)(name, context)
    lines = [f"--{name}", ""]
    for paragraph in inspect.cleandoc(documented).split("\n\n"):
        lines += [*textwrap.wrap(paragraph, _WIDTH, break_on_hyphens=False), ""]
    options = list(option_docs(options_class))
    if options:
        lines.append("options:")
    for option in options:
        lines += _entry(option.name + option.takes, _meaning(option, option.text), 2)
    return "\n".join(lines).rstrip()


def _pass(name: str, context: Context) -> _Documented:
    found = context.pass_class(name)
    assert found is not None
    return found.__doc__ or "", found.options_class()


def _instrumentation(name: str, context: Context) -> _Documented:
    found = context.instrumentation_class(name)
    assert found is not None
    return found.__doc__ or "", found


def _brief(name: str, load: Callable[[], _Documented], seen: dict[type, str]) -> list[str]:
    """Return the first paragraph of a docstring, and the options unless they are in `seen`.

    For a pass that cannot be loaded, return the reason.
    """
    try:
        documented, options_class = load()
        options = list(option_docs(options_class))
    except FAILURES as problem:
        show_traceback(problem)
        return _entry(f"--{name}", f"(not usable: {problem})", 2)
    summary, *_ = inspect.cleandoc(documented).split("\n\n")
    lines = _entry(f"--{name}", summary, 2)
    first = seen.setdefault(options_class, name)
    if options and first != name:
        return [*lines, *_entry("", f"(options as of --{first})", 4)]
    for option in options:
        sentence, *_ = option.text.split(". ")
        lines += _entry(option.name + option.takes, _meaning(option, sentence), 4)
    return lines


def _meaning(option: OptionDoc, text: str) -> str:
    default = f" (default: {option.default})" if option.default else ""
    return (text.removesuffix(".") + default).strip()


def _entry(name: str, text: str, indent: int) -> list[str]:
    """Return a name and its text, side by side if there is room."""
    margin = " " * _COLUMN
    body = textwrap.wrap(
        text, _WIDTH, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False
    ) or [""]
    head = " " * indent + name
    if len(head) + 2 > _COLUMN:
        return [head, *body] if body[0] else [head]
    return [(head.ljust(_COLUMN) + body[0].strip()).rstrip(), *body[1:]]


def option_docs(cls: type[Any]) -> Iterator[OptionDoc]:
    """Yield the documentation of the options that can be set as text, by name."""
    texts = _field_docstrings(cls)
    for field, kind in sorted(option_fields(cls), key=lambda found: found[0].name):
        value = None if field.default is dataclasses.MISSING else field.default
        default = value_text(value) if value else ""
        text = texts.get(field.name, "")
        yield OptionDoc(option_name(field.name), kind.takes, text, default)


def _field_docstrings(cls: type[Any]) -> dict[str, str]:
    """Return the docstrings below the fields of a class and its bases, from their source."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if not dataclasses.is_dataclass(base):
            continue
        try:
            source = textwrap.dedent(inspect.getsource(base))
        except (OSError, TypeError):  # a class without a source file
            continue
        (definition,) = ast.parse(source).body
        assert isinstance(definition, ast.ClassDef)
        for field, after in zip(definition.body, definition.body[1:], strict=False):
            if not (isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)):
                continue
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                found[field.target.id] = " ".join(str(after.value.value).split())
    return found
