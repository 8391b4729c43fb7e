"""The command line of `bufferize-opt`: mlir-opt's spellings, passes in the order given."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bufferize.diagnostics import (
    Diagnostic,
    OptionError,
    Severity,
    closest_name,
    did_you_mean,
    error,
)

SPLIT_MARKER: Final = "// -----"
"""What stands between the parts of an input that is split."""


class UsageError(OptionError):
    """A command line that cannot be read."""


class Takes(enum.Enum):
    """What may follow an option's name."""

    NOTHING = enum.auto()
    FLAG = enum.auto()
    """Nothing, or `=true`, `=false`, `=1`, `=0`."""
    VALUE = enum.auto()
    """`=value`, or the value as the next argument."""
    MAYBE = enum.auto()
    """Nothing, or `=value`."""
    LIST = enum.auto()
    """As VALUE, with commas between several values; may be given several times."""


class Option(NamedTuple):
    """An option of the tool itself, not of a pass."""

    takes: Takes
    help: str
    metavar: str = ""


OPTIONS: Final[dict[str, Option]] = {
    "o": Option(Takes.VALUE, "write to this file, - for stdout (default)", "FILE"),
    "pass-pipeline": Option(
        Takes.VALUE, "the passes as one text, e.g. 'builtin.module(func.func(cse))'", "TEXT"
    ),
    "allow-unregistered-dialect": Option(
        Takes.FLAG, "accept ops of dialects that are not installed"
    ),
    "block-plugin": Option(Takes.LIST, "leave out these installed plugins", "NAME,..."),
    "dump-pass-pipeline": Option(Takes.FLAG, "print the pipeline that is run to stderr"),
    "mlir-disable-threading": Option(
        Takes.FLAG, "changes nothing: one thread does all the work in any case"
    ),
    "mlir-pass-statistics": Option(Takes.FLAG, "print what each pass has counted to stderr"),
    "mlir-pass-statistics-display": Option(
        Takes.VALUE,
        "as the pipeline is nested (default), or merged and sorted by pass",
        "list|pipeline",
    ),
    "mlir-print-debuginfo": Option(Takes.FLAG, "print the location of every op"),
    "mlir-print-ir-after-all": Option(Takes.FLAG, "print the IR to stderr after each pass"),
    "mlir-print-ir-before-all": Option(Takes.FLAG, "print the IR to stderr before each pass"),
    "mlir-print-local-scope": Option(
        Takes.FLAG, "print without aliases for attributes and locations"
    ),
    "mlir-print-op-generic": Option(Takes.FLAG, "print every op in its generic form"),
    "mlir-timing": Option(
        Takes.FLAG, "print the time of each step to stderr, and what passes have counted"
    ),
    "split-input-file": Option(
        Takes.MAYBE, f"process the parts between `{SPLIT_MARKER}` independently", "MARKER"
    ),
    "verify-diagnostics": Option(
        Takes.MAYBE,
        "succeed if the diagnostics are those that `expected-error` and similar comments name; "
        "with only-expected, others are fine too",
        "all|only-expected",
    ),
    "verify-each": Option(Takes.FLAG, "verify before the first and after each pass (default: 1)"),
    "show-dialects": Option(Takes.NOTHING, "print the installed dialects and exit"),
    "version": Option(Takes.NOTHING, "print the version and exit"),
    "help": Option(Takes.NOTHING, "print this, with all passes and their options, and exit"),
}
_SHORT = {"h": "help"}
_BOOLEANS = {"": True, "1": True, "true": True, "0": False, "false": False}
_DASHED = re.compile(r"--?([^-=\s][^=\s]*)(?:=(.*))?", re.DOTALL)


@dataclass
class Arguments:
    """The command line, read."""

    input: str = "-"
    passes: list[tuple[str, str]] = field(default_factory=list)
    """Names that are no options of the tool, so passes or what watches them, with their option
    texts, in order."""
    values: dict[str, str] = field(default_factory=dict)
    """The options of the tool that were given; FLAGs as `1` or nothing."""

    def flag(self, name: str, default: bool = False) -> bool:
        """Whether an option was given and is not switched off."""
        return bool(self.values[name]) if name in self.values else default

    def names(self, name: str) -> list[str]:
        """The values of an option that takes a list."""
        return [value for value in self.values.get(name, "").split(",") if value]

    @property
    def output(self) -> str:
        """Where the result goes, `-` for stdout."""
        return self.values.get("o", "-")

    @property
    def split_marker(self) -> str | None:
        """What stands between the parts of the input; None if it is not split."""
        if "split-input-file" not in self.values:
            return None
        return self.values["split-input-file"] or SPLIT_MARKER


def read_arguments(argv: Sequence[str]) -> Arguments:
    """The arguments. A name that is no option of the tool is taken for a pass, not checked here.

    Raises UsageError with everything that is wrong with them.
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
            problems.append(error(f"'{argument}' is no option: {_SEE_HELP}"))
            continue
        name, value = _SHORT.get(match[1], match[1]), match[2]
        option = OPTIONS.get(name)
        if option is None:
            found.passes.append((name, value or ""))
            continue
        if option.takes in (Takes.VALUE, Takes.LIST) and value is None:
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
        problems.append(error(f"one input file at most, not {len(inputs)}: {', '.join(inputs)}"))
    if problems:
        raise UsageError(problems)
    found.input = inputs[0] if inputs else "-"
    return found


def _value_problem(name: str, option: Option, value: str | None) -> str | None:
    """What is wrong with the value of an option, None if nothing is."""
    if option.takes is Takes.NOTHING and value is not None:
        return f"option '--{name}' takes no value, not '{value}'"
    if option.takes is Takes.FLAG and (value or "").lower() not in _BOOLEANS:
        return f"option '--{name}' takes true or false, not '{value}'"
    choices = option.metavar.split("|")
    if len(choices) > 1 and value not in choices and (value or option.takes is Takes.VALUE):
        return f"option '--{name}' takes one of {', '.join(choices)}, not '{value}'"
    return None


_SEE_HELP = "see 'bufferize-opt --help'"


def given_twice(names: Sequence[str]) -> UsageError:
    """The error for passes that are given beside a pipeline."""
    given = ", ".join(f"--{name}" for name in names)
    return UsageError(f"--pass-pipeline cannot be used together with {given}")


def unknown_options(
    names: Sequence[str], passes: Sequence[str], way_to_get: Callable[[str], str | None]
) -> UsageError:
    """The error for names that are neither options of the tool nor passes.

    `way_to_get` says what to do to have a pass of a name, if it knows.
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
        problems.append(error(f"unknown option '--{name}'", notes=[note]))
    return UsageError(problems)
