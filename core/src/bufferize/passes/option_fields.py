"""Options as fields of a dataclass: read from text, written to text, documented."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from bufferize.diagnostics import Diagnostic, OptionError, Severity, error
from bufferize.passes.pipeline import Options

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

OptionsT = TypeVar("OptionsT", bound="DataclassInstance")


def option_name(field: str) -> str:
    """The spelling of a field's option: `copy_before_write` is `copy-before-write`."""
    return field.replace("_", "-")


def option_fields(cls: type[Any]) -> Iterator[tuple[dataclasses.Field[Any], Any]]:
    """The fields that text can set, with their types.

    A field can be set when its type is bool, int, str, an enum, or a tuple of str; all others are
    for programs that embed the project.
    """
    hints = typing.get_type_hints(cls)
    for field in dataclasses.fields(cls):
        if field.init and _reader(hints[field.name]) is not None:
            yield field, hints[field.name]


def read_options(cls: type[OptionsT], options: Options, owner: str) -> OptionsT:
    """An instance of `cls` with the fields that `options` names.

    Raises OptionError for a name or value that `owner` (what takes the options) does not have.
    """
    fields = {option_name(f.name): (f, kind) for f, kind in option_fields(cls)}
    values: dict[str, Any] = {}
    for name, given in options.items():
        if name not in fields:
            raise OptionError(
                error(f"{owner} has no option '{name}'", notes=_similar(name, fields))
            )
        field, kind = fields[name]
        reader = _reader(kind)
        assert reader is not None
        try:
            values[field.name] = reader(given)
        except ValueError as problem:
            raise OptionError(
                f"{owner}: option '{name}' takes {problem}, not '{','.join(given)}'"
            ) from None
    return cls(**values)


def _similar(name: str, known: typing.Iterable[str]) -> list[Diagnostic]:
    import difflib  # only a mistake pays for it

    close = difflib.get_close_matches(name, known, n=1)
    if close:
        return [Diagnostic(Severity.NOTE, f"did you mean '{close[0]}'?")]
    return [Diagnostic(Severity.NOTE, f"the options are: {', '.join(sorted(known))}")]


def write_options(instance: DataclassInstance) -> Options:
    """The options that `read_options` reads as `instance`; those at their default are left out."""
    options: Options = {}
    default = type(instance)()
    for field, _ in option_fields(type(instance)):
        value = getattr(instance, field.name)
        if value != getattr(default, field.name):
            values = value if isinstance(value, tuple) else (value,)
            options[option_name(field.name)] = [_write(v) for v in values]
    return options


def _write(value: object) -> str:
    if isinstance(value, enum.Enum):
        return str(value.value)
    return str(int(value)) if isinstance(value, bool) else str(value)


def describe(kind: Any) -> str:
    """What an option of this type takes, for the help text: `=<int>`; empty for a flag."""
    if kind is bool:
        return ""
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return "=" + "|".join(str(member.value) for member in kind)
    if typing.get_origin(kind) is tuple:
        return "=<string,…>"
    return "=<int>" if kind is int or kind == int | None else "=<string>"


def _reader(kind: Any) -> Callable[[list[str]], Any] | None:
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        inner = [k for k in typing.get_args(kind) if k is not types.NoneType]
        return _reader(inner[0]) if len(inner) == 1 else None
    if kind is bool:
        return _read_bool
    if kind is int:
        return lambda given: _read_int(_single(given, "one integer"))
    if kind is str:
        return lambda given: _single(given, "one value")
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return lambda given: _read_enum(kind, given)
    if typing.get_origin(kind) is tuple and typing.get_args(kind) == (str, ...):
        return tuple
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


def _read_enum(kind: type[enum.Enum], given: list[str]) -> enum.Enum:
    for member in kind:
        if given == [str(member.value)]:
            return member
    raise ValueError("one of " + ", ".join(str(member.value) for member in kind))
