"""Pass pipelines and pass options as text.

https://mlir.llvm.org/docs/PassManagement/#textual-pass-pipeline-specification
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bufferize.diagnostics import OptionError, Position, error

Options = dict[str, list[str]]
"""The values of each option by name; a flag without `=` has none."""

_WORD = re.compile(r"[^\s{}(),=\"']+")
_STRING = re.compile(r"\"[^\"]*\"|'[^']*'")
_TOKEN = re.compile(rf"{_WORD.pattern}|{_STRING.pattern}|\S")


@dataclass
class PipelineItem:
    """One element of a pipeline: a pass with options, or an op name with a nested pipeline."""

    name: str
    options: Options
    nested: list[PipelineItem] | None = None
    offset: int = field(default=0, compare=False)
    """The offset of the name in the text that the item was read from."""


def parse_pipeline(text: str) -> list[PipelineItem]:
    """Parse a pipeline, e.g. `builtin.module(canonicalize,one-shot-bufferize{a=1})`.

    Raises OptionError.
    """
    reader = _Reader(text, "the pass pipeline", "<pass pipeline>")
    items = reader.pipeline()
    reader.take("")
    return items


def parse_options(text: str, source: str = "<options of a pass>") -> Options:
    """Parse options, e.g. `a b=1 c=x,y`, or `{a b=1}` as in a pipeline.

    Raises OptionError with a position in the file `source`.
    """
    reader = _Reader(text, "the options", source)
    in_braces = reader.skip("{")
    options = reader.options()
    if in_braces:
        reader.take("}")
    reader.take("")
    return options


class _Reader:
    """A recursive-descent parser: `take` and `skip` consume text, the other methods are rules."""

    def __init__(self, text: str, what: str, source: str) -> None:
        self.text, self.what, self.source = text, what, source
        self.tokens = [(found[0], found.start()) for found in _TOKEN.finditer(text)]
        self.tokens.append(("", len(text)))
        self.next = 0

    def pipeline(self) -> list[PipelineItem]:
        items = [self.item()]
        while self.skip(","):
            items.append(self.item())
        return items

    def item(self) -> PipelineItem:
        _, offset = self.tokens[self.next]
        item = PipelineItem(self.take(_WORD), {}, offset=offset)
        if self.skip("{"):
            item.options = self.options()
            self.take("}")
        if self.skip("("):
            item.nested = [] if self.at(")") else self.pipeline()
            self.take(")")
        return item

    def options(self) -> Options:
        options: Options = {}
        while self.at(_WORD):
            values = options.setdefault(self.take(_WORD), [])
            if self.skip("="):
                values += [""] if self.at("") or self.at("}") else self.values()
        return options

    def values(self) -> list[str]:
        values = self.element()
        while self.skip(","):
            values += self.element()
        return values

    def element(self) -> list[str]:
        if self.skip("{"):
            values = [] if self.at("}") else self.values()
            self.take("}")
            return values
        if self.at(_STRING):
            return [self.take(_STRING)[1:-1]]
        _, offset = self.tokens[self.next]
        word = self.take(_WORD)
        if not (self.at("(") or self.at("{")):
            return [word]
        # A value such as `canonicalize{top-down=0}` or `func.func(cse)` is kept as one text.
        self.next -= 1
        self.item()
        last, end = self.tokens[self.next - 1]
        return [self.text[offset : end + len(last)]]

    def at(self, wanted: str | re.Pattern[str]) -> bool:
        token, _ = self.tokens[self.next]
        return token == wanted if isinstance(wanted, str) else bool(wanted.fullmatch(token))

    def skip(self, wanted: str | re.Pattern[str]) -> bool:
        found = self.at(wanted)
        self.next += found
        return found

    def take(self, wanted: str | re.Pattern[str]) -> str:
        token, offset = self.tokens[self.next]
        if not self.skip(wanted):
            place = _position(self.text, offset, self.source)
            raise OptionError(error(f"{self.what} cannot be read from here", place))
        return token


def _position(text: str, offset: int, source: str) -> Position:
    line = text.count("\n", 0, offset) + 1
    return Position(source, line, offset - text.rfind("\n", 0, offset))


def position_of(word: str, text: str | None, start: int, source: str) -> Position | None:
    """Return the position of `word` in `text`, the file `source`, from offset `start` on."""
    found = re.compile(rf"(?<![\w.-]){re.escape(word)}(?![\w.-])").search(text or "", start)
    return _position(text or "", found.start(), source) if found is not None else None


def print_pipeline(items: list[PipelineItem]) -> str:
    """Return the text from which `parse_pipeline` makes `items`."""
    return ",".join(_print_item(item) for item in items)


def print_pipeline_in_lines(item: PipelineItem, indent: str = "") -> str:
    """Return the text of one element, with a line for each pass."""
    text = indent + _print_head(item)
    if item.nested is not None:
        inner = ",\n".join(print_pipeline_in_lines(each, indent + "  ") for each in item.nested)
        text += f"(\n{inner}\n{indent})"
    return text


def _print_item(item: PipelineItem) -> str:
    nested = "" if item.nested is None else f"({print_pipeline(item.nested)})"
    return _print_head(item) + nested


def _print_head(item: PipelineItem) -> str:
    if not item.options:
        return item.name
    options = " ".join(_print_option(*option) for option in item.options.items())
    return f"{item.name}{{{options}}}"


def _print_option(name: str, values: list[str]) -> str:
    text = ",".join(map(_quoted, values))
    if len(values) > 1:
        text = f"{{{text}}}"
    return f"{name}={text}" if values else name


def _quoted(value: str) -> str:
    return value if _WORD.fullmatch(value) else f'"{value}"'
