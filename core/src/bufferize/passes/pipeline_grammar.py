"""The lark parser for pipeline.lark, and what its trees mean."""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from bufferize.diagnostics import OptionError, Position, error
from bufferize.passes.pipeline import Options, PipelineItem


def read_pipeline(text: str) -> list[PipelineItem]:
    """What `parse_pipeline` gives. Raises OptionError."""
    return _pipeline(_parse(text, "pipeline", "the pass pipeline", "<pass pipeline>"))


def read_options(text: str, source: str) -> Options:
    """What `parse_options` gives. Raises OptionError."""
    return _options(_parse(text, "options", "the options", source))


@cache
def _parser(start: str) -> Lark:
    return Lark.open(
        "pipeline.lark", rel_to=__file__, parser="lalr", start=start, maybe_placeholders=True
    )


def _parse(text: str, start: str, what: str, source: str) -> Tree[Token]:
    try:
        return _parser(start).parse(text)
    except UnexpectedInput as problem:
        at_end = isinstance(problem, UnexpectedToken) and problem.token.type == "$END"
        end_line = text.count("\n") + 1
        end_column = len(text) - text.rfind("\n")
        line, column = (end_line, end_column) if at_end else (problem.line, problem.column)
        message = f"{what} cannot be read from here"
        raise OptionError(error(message, Position(source, line, column))) from None


def _pipeline(tree: Tree[Token]) -> list[PipelineItem]:
    return [_item(child) for child in tree.children if isinstance(child, Tree)]


def _item(tree: Tree[Token]) -> PipelineItem:
    name = tree.children[0]
    assert isinstance(name, Token)
    item = PipelineItem(str(name), {}, offset=name.start_pos or 0)
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
