"""The parser of `bufferize-opt`'s command line, with mlir-opt's spellings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bufferize.diagnostics import (
    Diagnostic,
    OptionError,
    Severity,
    closest_name,
    did_you_mean,
    error,
)
from bufferize_tools.options import OPTIONS, SHORT, SPLIT_MARKER, Option, Takes


class UsageError(OptionError):
    """An error in the command line."""


_BOOLEANS = {"": True, "1": True, "true": True, "0": False, "false": False}
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_DASHED = re.compile(r"--?([^-=\s][^=\s]*)(?:=(.*))?", re.DOTALL)


@dataclass
class Arguments:
    """The parsed command line."""

    input: str = "-"
    passes: list[tuple[str, str]] = field(default_factory=list)
    """The names of passes and instrumentations with the texts of their options, in order."""
    values: dict[str, str] = field(default_factory=dict)
    """The given options of the tool; flags are `1` or empty."""

    def flag(self, name: str, default: bool = False) -> bool:
        """Return whether a flag was given and is not false."""
        return bool(self.values[name]) if name in self.values else default

    def names(self, name: str) -> list[str]:
        """Return the values of an option that takes a list."""
        return [value for value in self.values.get(name, "").split(",") if value]

    def number(self, name: str) -> int | None:
        """Return the value of an option that takes a number; None if not given."""
        return int(self.values[name]) if name in self.values else None

    @property
    def output(self) -> str:
        """The output file, `-` for stdout."""
        return self.values.get("o", "-")

    @property
    def split_marker(self) -> str | None:
        """The separator of the parts of the input; None if it is not split."""
        if "split-input-file" not in self.values:
            return None
        return self.values["split-input-file"] or SPLIT_MARKER


def read_arguments(argv: Sequence[str]) -> Arguments:
    """Parse the arguments. Unknown names are taken for passes, which are checked later.

    Raises UsageError with all errors.
    """
    found = Arguments()
    problems: list[Diagnostic] = []
    inputs: list[str] = []
    rest = list(reversed(argv))
    while rest:
        argument = rest.pop()
        if argument == "--":
            inputs += reversed(rest)
            break
        if argument == "-" or not argument.startswith("-"):
            inputs.append(argument)
            continue
        match = _DASHED.fullmatch(argument)
        if match is None:
            problems.append(error(f"'{argument}' is not an option: {_SEE_HELP}"))
            continue
        name, value = SHORT.get(match[1], match[1]), match[2]
        option = OPTIONS.get(name)
        if option is None:
            found.passes.append((name, value or ""))
            continue
        if option.takes in (Takes.VALUE, Takes.NUMBER, Takes.LIST) and value is None:
            if not rest:
                problems.append(error(f"option '{argument}' needs a value: {option.metavar}"))
                continue
            value = rest.pop()
        problem = _value_problem(name, option, value)
        if problem is not None:
            problems.append(error(problem))
        elif option.takes is Takes.FLAG:
            found.values[name] = "1" if _BOOLEANS[(value or "").lower()] else ""
        elif option.takes is Takes.LIST:
            found.values[name] = f"{found.values.get(name, '')},{value}"
        else:
            found.values[name] = "1" if option.takes is Takes.NOTHING else value or ""
    if len(inputs) > 1:
        # One of the files may be the value of an unknown option.
        elsewhere = [option_of_mlir_opt(name) for name, value in found.passes if not value]
        several = error(f"one input file at most, not {len(inputs)}: {', '.join(inputs)}")
        problems += [each for each in elsewhere if each is not None] or [several]
    if problems:
        raise UsageError(problems)
    found.input = inputs[0] if inputs else "-"
    return found


def _value_problem(name: str, option: Option, value: str | None) -> str | None:
    """Return the error in the value of an option, or None."""
    if option.takes is Takes.NOTHING and value is not None:
        return f"option '--{name}' takes no value, not '{value}'"
    if option.takes is Takes.FLAG and (value or "").lower() not in _BOOLEANS:
        return f"option '--{name}' takes true or false, not '{value}'"
    if option.takes is Takes.NUMBER:
        if not _NUMBER.fullmatch(value or "") or int(value or "") < option.least:
            return f"option '--{name}' takes a whole number from {option.least} on, not '{value}'"
    if name == "o" and not value:
        return "option '-o' needs a value: FILE, or - for stdout"
    choices = option.metavar.split("|")
    if len(choices) > 1 and value not in choices and (value or option.takes is Takes.VALUE):
        return f"option '--{name}' takes one of {', '.join(choices)}, not '{value}'"
    return None


_SEE_HELP = "see 'bufferize-opt --help'"


def given_twice(names: Sequence[str]) -> UsageError:
    """Return the error about passes given together with a pipeline."""
    given = ", ".join(f"--{name}" for name in names)
    return UsageError(f"--pass-pipeline cannot be used together with {given}")


def unknown_options(
    names: Sequence[str], passes: Sequence[str], way_to_get: Callable[[str], str | None]
) -> UsageError:
    """Return the error about names that are neither options of the tool nor passes.

    `way_to_get` returns how to install a missing pass, if known.
    """
    problems: list[Diagnostic] = []
    for name in names:
        way, close = way_to_get(name), closest_name(name, [*passes, *OPTIONS])
        if way is not None:
            note = Diagnostic(Severity.NOTE, f"for the pass of this name, {way}")
        elif close is not None:
            note = did_you_mean(f"--{close}")
        else:
            note = Diagnostic(Severity.NOTE, _SEE_HELP)
        unknown = error(f"unknown option '--{name}'", notes=[note])
        problems.append(_only_in_mlir_opt(name) or unknown)
    return UsageError(problems)


def unknown_passes(
    names: Sequence[str], passes: Sequence[str], way_to_get: Callable[[str], str | None]
) -> UsageError:
    """Return the error about values of options that are not names of passes."""
    problems: list[Diagnostic] = []
    for name in names:
        way, close = way_to_get(name), closest_name(name, passes)
        problem = error(f"no pass is called '{name}'")
        if way is not None:
            problem.note(way)
        elif close is not None:
            problem.notes.append(did_you_mean(close))
        else:
            problem.note("see 'bufferize-opt --list-passes'")
        problems.append(problem)
    return UsageError(problems)


_PLUGINS = "dialects and passes come from Python distributions here: see 'bufferize new-dialect'"
_INSTEAD = {
    "load-dialect-plugin": _PLUGINS,
    "load-pass-plugin": _PLUGINS,
    "irdl-file": _PLUGINS,
    "mlir-output-format": "--mlir-timing prints a table for people only",
}


def _only_in_mlir_opt(name: str) -> Diagnostic | None:
    """Return the error about an option or pass that only mlir-opt has."""
    # Imported here because only errors need it.
    from bufferize_tools import providers

    if providers.is_first_party_pass(name) or not providers.is_reference_pass(name):
        return option_of_mlir_opt(name)
    found = error(f"'--{name}' is a pass of mlir-opt 22 that is not here")
    return found.note(f"let it run there, in its place among the passes: --rest={providers.TOOL}")


def option_of_mlir_opt(name: str) -> Diagnostic | None:
    """Return the error about an option that only mlir-opt has, None if it is no such option."""
    from bufferize_tools import providers

    if not providers.is_reference_option(name):
        return None
    found = error(f"'--{name}' is an option of mlir-opt 22 that bufferize-opt does not have")
    instead = f"use it there: bufferize-opt ... | {providers.TOOL} --{name}"
    return found.note(_INSTEAD.get(name, instead))
