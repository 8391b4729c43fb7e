"""Pass pipelines and pass options as text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bufferize.diagnostics import Position

Options = dict[str, list[str]]
"""Option name → its values; a flag without `=` has none."""

_PLAIN_OPTION = re.compile(r"([^\s{}(),='\"]+)(?:=([^\s{}()='\"]+))?")


@dataclass
class PipelineItem:
    """One element of a pipeline: a pass with options, or an op name with a nested pipeline."""

    name: str
    options: Options
    nested: list[PipelineItem] | None = None
    offset: int = field(default=0, compare=False)
    """Where the name stands in the text that the item was read from."""


def parse_pipeline(text: str) -> list[PipelineItem]:
    """The items of `text`, e.g. `builtin.module(canonicalize,one-shot-bufferize{a=1})`.

    Raises OptionError.
    """
    # Imported here and below: lark, which few command lines need, takes longer than a small run.
    from bufferize.passes.pipeline_grammar import read_pipeline

    return read_pipeline(text)


def parse_options(text: str, source: str = "<options of a pass>") -> Options:
    """The options in `text`, e.g. `a b=1 c=x,y`.

    Raises OptionError with a position in a file called `source`.
    """
    options: Options = {}
    for word in text.split():
        plain = _PLAIN_OPTION.fullmatch(word)
        values = plain[2].split(",") if plain and plain[2] else []
        if plain is None or "" in values:
            from bufferize.passes.pipeline_grammar import read_options

            return read_options(text, source)
        options.setdefault(plain[1], []).extend(values)
    return options


def position_of(word: str, text: str | None, start: int, source: str) -> Position | None:
    """Where a name stands in a text, from `start` on; the text is a file called `source`."""
    found = re.compile(rf"(?<![\w.-]){re.escape(word)}(?![\w.-])").search(text or "", start)
    if text is None or found is None:
        return None
    line_start = text.rfind("\n", 0, found.start()) + 1
    line = text.count("\n", 0, found.start()) + 1
    return Position(source, line, found.start() - line_start + 1)


def print_pipeline(items: list[PipelineItem]) -> str:
    """The text that `parse_pipeline` reads as `items`."""
    return ",".join(_print_item(item) for item in items)


def _print_item(item: PipelineItem) -> str:
    text = item.name
    if item.options:
        text += "{" + " ".join(_print_option(*option) for option in item.options.items()) + "}"
    if item.nested is not None:
        text += f"({print_pipeline(item.nested)})"
    return text


def _print_option(name: str, values: list[str]) -> str:
    return f"{name}={','.join(map(_quoted, values))}" if values else name


def _quoted(value: str) -> str:
    plain = value and not any(c.isspace() or c in "{}(),=\"'" for c in value)
    return value if plain else f'"{value}"'
