"""Options as fields of a dataclass: parsed from text, printed as text, documented."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from bufferize.diagnostics import (
    Diagnostic,
    OptionError,
    Severity,
    closest_name,
    did_you_mean,
    error,
)
from bufferize.passes.pipeline import Options, PipelineItem, position_of

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

OptionsT = TypeVar("OptionsT", bound="DataclassInstance")


class WrongOptions(OptionError):
    """An error about wrong names or values of options.

    `words` holds, for each diagnostic, the option's name as it was given.
    """

    def __init__(self, found: list[tuple[str, Diagnostic]]) -> None:
        self.words = [word for word, _ in found]
        super().__init__([diagnostic for _, diagnostic in found])


@dataclasses.dataclass(frozen=True)
class OptionDoc:
    """The documentation of an option in `--help`."""

    name: str
    takes: str
    """The text after the name, such as `=<int>`; empty for a flag."""
    text: str
    """The meaning in one paragraph: the docstring below the field."""
    default: str
    """The default as text; empty for None, 0 and false."""


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
    for name, given in options.items():
        if name not in fields:
            notes = _similar(name, fields)
            problems.append((name, error(f"{owner} has no option '{name}'", notes=notes)))
            continue
        field, kind = fields[name]
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
    close = closest_name(name, known)
    if close:
        return [did_you_mean(close)]
    names = f"the options are: {', '.join(sorted(known))}" if known else "it takes no options"
    return [Diagnostic(Severity.NOTE, names)]


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
    return [_write(each, booleans) for each in values]


def _write(value: object, booleans: tuple[str, str] = ("0", "1")) -> str:
    if isinstance(value, enum.Enum):
        return str(value.value)
    return booleans[value] if isinstance(value, bool) else str(value)


def option_docs(cls: type[Any]) -> Iterator[OptionDoc]:
    """Yield the documentation of the options that can be set as text, by name."""
    texts = _field_docstrings(cls)
    for field, kind in sorted(option_fields(cls), key=lambda found: found[0].name):
        value = None if field.default is dataclasses.MISSING else field.default
        default = _write(value) if value else ""
        text = texts.get(field.name, "")
        yield OptionDoc(option_name(field.name), kind.takes, text, default)


def _field_docstrings(cls: type[Any]) -> dict[str, str]:
    """Return the docstrings below the fields of a class and its bases, from their source."""
    # Imported here because only `--help` needs them.
    import ast
    import inspect
    import textwrap

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
