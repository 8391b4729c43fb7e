"""Pass pipelines and pass options as text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from bufferize.diagnostics import OptionError, Position, SourceMap, error, render

Options = dict[str, list[str]]
"""Option name → its values; a flag without `=` has none."""


@dataclass
class PipelineItem:
    """One element of a pipeline: a pass with options, or an op name with a nested pipeline."""

    name: str
    options: Options
    nested: list[PipelineItem] | None = None


@cache
def _parser(start: str) -> Lark:
    return Lark.open(
        "pipeline.lark", rel_to=__file__, parser="lalr", start=start, maybe_placeholders=True
    )


def _parse(text: str, start: str, what: str) -> Tree[Token]:
    try:
        return _parser(start).parse(text)
    except UnexpectedInput as problem:
        at_end = isinstance(problem, UnexpectedToken) and problem.token.type == "$END"
        column = len(text) + 1 if at_end else problem.column
        found = error(f"the {what} cannot be read from here", Position(f"<{what}>", 1, column))
        sources = SourceMap()
        sources.add(f"<{what}>", text)
        raise OptionError(error(render(found, sources))) from None


def parse_pipeline(text: str) -> list[PipelineItem]:
    """The items of `text`, e.g. `builtin.module(canonicalize,one-shot-bufferize{a=1})`.

    Raises OptionError.
    """
    return _pipeline(_parse(text, "pipeline", "pass pipeline"))


def parse_options(text: str) -> Options:
    """The options in `text`, e.g. `a b=1 c=x,y`. Raises OptionError."""
    return _options(_parse(text, "options", "options of a pass"))


def _pipeline(tree: Tree[Token]) -> list[PipelineItem]:
    return [_item(child) for child in tree.children if isinstance(child, Tree)]


def _item(tree: Tree[Token]) -> PipelineItem:
    item = PipelineItem(str(tree.children[0]), {})
    for child in tree.children[1:]:
        if not isinstance(child, Tree):
            continue
        if child.data == "braced_options":
            item.options = _options(child.children[0])
        else:
            inner = child.children[0] if child.children else None
            item.nested = _pipeline(inner) if isinstance(inner, Tree) else []
    return item


def _options(tree: Any) -> Options:
    options: Options = {}
    for option in tree.children:
        name, value = option.children
        options.setdefault(str(name), []).extend(_values(value) if value is not None else [])
    return options


def _values(tree: Any) -> list[str]:
    values: list[str] = []
    for element in tree.children:
        child = element.children[0]
        if isinstance(child, Tree):
            values += _values(child.children[0]) if child.children and child.children[0] else []
        else:
            values.append(child[1:-1] if child.type == "STRING" else str(child))
    return values


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
