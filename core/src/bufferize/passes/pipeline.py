"""Pass pipelines and pass options: as text, and as fields of dataclasses.

https://mlir.llvm.org/docs/PassManagement/#textual-pass-pipeline-specification
"""

from __future__ import annotations

import dataclasses
import enum
import re
import types
import typing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from bufferize.diagnostics import Diagnostic, OptionError, Position, Severity, error, suggestions

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


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
    offset: int = dataclasses.field(default=0, compare=False)
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


_FORMS = {
    "the pass pipeline": "`builtin.module(pass,pass{flag option=value})`, passes between commas",
    "the options": "`flag option=value list=a,b`, options between spaces",
}


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
            problem = error(f"{self.what} cannot be read from here", place)
            raise OptionError(problem.note(f"write {_FORMS[self.what]}"))
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


def _print_item(item: PipelineItem) -> str:
    options = " ".join(_print_option(*option) for option in item.options.items())
    nested = "" if item.nested is None else f"({print_pipeline(item.nested)})"
    return item.name + (options and f"{{{options}}}") + nested


def _print_option(name: str, values: list[str]) -> str:
    text = ",".join(v if _WORD.fullmatch(v) else f'"{v}"' for v in values)
    if len(values) > 1:
        text = f"{{{text}}}"
    return f"{name}={text}" if values else name


OptionsT = TypeVar("OptionsT", bound="DataclassInstance")


class WrongOptions(OptionError):
    """An error about wrong names or values of options.

    `words` holds, for each diagnostic, the option's name as it was given.
    """

    def __init__(self, found: list[tuple[str, Diagnostic]]) -> None:
        self.words = [word for word, _ in found]
        super().__init__([diagnostic for _, diagnostic in found])


def option_name(field: str) -> str:
    """Return the spelling of a field's option: `copy_before_write` is `copy-before-write`."""
    return field.replace("_", "-")


class _Kind(NamedTuple):
    """A type of options: the text after the name in help, and how to read the given values."""

    takes: str
    read: Callable[[list[str]], Any]
    """Reads the values; raises ValueError, whose message names what is expected."""


def option_fields(cls: type[Any]) -> Iterator[tuple[dataclasses.Field[Any], _Kind]]:
    """Yield the fields that can be set as text, with the kinds of their values.

    These are fields of type bool, int, str, enum or tuple of str, or one of these or None; only
    Python code can set other fields.
    """
    hints = typing.get_type_hints(cls)
    for field in dataclasses.fields(cls):
        kind = _kind(hints[field.name])
        if field.init and kind is not None:
            yield field, kind


def _kind(hint: Any) -> _Kind | None:
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        inner = [k for k in typing.get_args(hint) if k is not types.NoneType]
        if len(inner) == 2 and inner[1] is str:  # a member of an enumeration, or another name
            known = {str(member.value): member for member in inner[0]}
            text = "=" + "|".join([*known, "<string>"])
            return _Kind(text, lambda given: known.get(name := _single(given, "one value"), name))
        return _kind(inner[0]) if len(inner) == 1 else None
    if hint is bool:
        return _Kind("", _read_bool)
    if hint is int:
        return _Kind("=<int>", lambda given: _read_int(_single(given, "one integer")))
    if hint is str:
        return _Kind("=<string>", lambda given: _single(given, "one value"))
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        members = {str(member.value): member for member in hint}
        return _Kind("=" + "|".join(members), lambda given: _read_member(members, given))
    if typing.get_origin(hint) is tuple and typing.get_args(hint) == (str, ...):
        return _Kind("=<name,...>", tuple)
    return None


def _single(given: list[str], what: str) -> str:
    if len(given) != 1:
        raise ValueError(what)
    return given[0]


def _read_bool(given: list[str]) -> bool:
    known = {"1": True, "true": True, "0": False, "false": False, "": True}
    text = given[0].lower() if given else ""
    if text not in known or len(given) > 1:
        raise ValueError("true or false")
    return known[text]


def _read_int(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise ValueError("an integer") from None


def _read_member(members: dict[str, enum.Enum], given: list[str]) -> enum.Enum:
    if len(given) != 1 or given[0] not in members:
        raise ValueError("one of " + ", ".join(members))
    return members[given[0]]


def read_options(cls: type[OptionsT], options: Options, owner: str) -> OptionsT:
    """Make an instance of `cls` with the fields that `options` sets.

    Raises WrongOptions for unknown names and wrong values; `owner` names the owner of the options
    in messages.
    """
    fields = {option_name(f.name): (f, kind) for f, kind in option_fields(cls)}
    values: dict[str, Any] = {}
    problems: list[tuple[str, Diagnostic]] = []
    older = getattr(cls, "older_names", {})
    for name, given in options.items():
        if (known := older.get(name, name)) not in fields:
            notes = _similar(name, fields)
            problems.append((name, error(f"{owner} has no option '{name}'", notes=notes)))
            continue
        field, kind = fields[known]
        try:
            values[field.name] = kind.read(given)
        except ValueError as problem:
            message = f"{owner}: option '{name}' takes {problem}, not '{','.join(given)}'"
            problems.append((name, error(message)))
    if problems:
        raise WrongOptions(problems)
    return cls(**values)


@contextmanager
def positions_of_options(item: PipelineItem, text: str | None, source: str) -> Iterator[None]:
    """Context manager: add positions in `text`, the file `source`, to WrongOptions of `item`."""
    try:
        yield
    except WrongOptions as problem:
        for word, diagnostic in zip(problem.words, problem.diagnostics, strict=True):
            diagnostic.position = position_of(word, text, item.offset, source)
        raise


def _similar(name: str, known: typing.Collection[str]) -> list[Diagnostic]:
    names = f"the options are: {', '.join(sorted(known))}" if known else "it takes no options"
    return suggestions(name, known) or [Diagnostic(Severity.NOTE, names)]


def write_options(instance: DataclassInstance, with_defaults: bool = False) -> Options:
    """Return the options from which `read_options` makes `instance`.

    Those at their defaults are left out; `with_defaults` gives all but those that are None, sorted.
    """
    options: Options = {}
    default = type(instance)()
    for field, _ in option_fields(type(instance)):
        value = getattr(instance, field.name)
        if with_defaults:
            if value not in (None, "", ()):
                options[option_name(field.name)] = _written(value, ("false", "true"))
        elif value != getattr(default, field.name):
            options[option_name(field.name)] = _written(value)
    return dict(sorted(options.items())) if with_defaults else options


def _written(value: object, booleans: tuple[str, str] = ("0", "1")) -> list[str]:
    values = value if isinstance(value, tuple) else (value,)
    return [value_text(each, booleans) for each in values]


def value_text(value: object, booleans: tuple[str, str] = ("0", "1")) -> str:
    """Return one value of an option as text."""
    if isinstance(value, enum.Enum):
        return str(value.value)
    return booleans[value] if isinstance(value, bool) else str(value)
