"""The options of `bufferize-opt`: mlir-opt's, and a few of its own."""

from __future__ import annotations

import enum
from typing import Final, NamedTuple

SPLIT_MARKER: Final = "// -----"
"""The default separator of the parts of a split input."""


class Takes(enum.Enum):
    """The kinds of values of options."""

    NOTHING = enum.auto()
    FLAG = enum.auto()
    """No value, or `=true`, `=false`, `=1`, `=0`."""
    VALUE = enum.auto()
    """`=value`, or the next argument."""
    NUMBER = enum.auto()
    """As VALUE, a whole number."""
    MAYBE = enum.auto()
    """No value, or `=value`."""
    LIST = enum.auto()
    """As VALUE, a list separated by commas; may be given several times."""


class Option(NamedTuple):
    """An option of the tool, not of a pass."""

    takes: Takes
    help: str
    metavar: str = ""
    least: int = 0
    """The least value of a number."""


_FLAG, _VALUE, _NUMBER, _LIST = Takes.FLAG, Takes.VALUE, Takes.NUMBER, Takes.LIST

GROUPS: Final[dict[str, dict[str, Option]]] = {
    "options": {
        "o": Option(_VALUE, "write to this file, - for stdout (default)", "FILE"),
        "pass-pipeline": Option(
            _VALUE,
            "the passes as one text, e.g. 'builtin.module(func.func(cse))'",
            "TEXT",
        ),
        "allow-unregistered-dialect": Option(
            _FLAG, "accept ops of dialects that are not installed"
        ),
        "via": Option(
            _VALUE, "what cannot be read here is read by this tool, e.g. mlir-opt-22", "COMMAND"
        ),
        "rest": Option(
            _VALUE,
            "passes that are not here are run by this tool, e.g. mlir-opt-22 (default: BUFFERIZE_REST "
            "of the environment)",
            "COMMAND",
        ),
        "no-implicit-module": Option(
            _FLAG, "put no module around an input that is one other operation"
        ),
        "split-input-file": Option(
            Takes.MAYBE, f"process each part between `{SPLIT_MARKER}` on its own", "MARKER"
        ),
        "output-split-marker": Option(
            _VALUE,
            f"what stands between the results of the parts (default: `{SPLIT_MARKER}`)",
            "MARKER",
        ),
        "verify-diagnostics": Option(
            Takes.MAYBE,
            "succeed if the diagnostics are those that `expected-error` and similar comments name; "
            "with only-expected, diagnostics without a comment are allowed",
            "all|only-expected",
        ),
        "verify-each": Option(_FLAG, "verify before the first and after each pass (default: 1)"),
        "verify-roundtrip": Option(
            _FLAG, "first print the input and read it again; it is an error if that differs"
        ),
        "block-plugin": Option(_LIST, "leave out these installed plugins", "NAME,..."),
        "mlir-disable-threading": Option(_FLAG, "accepted; there is only one thread"),
    },
    "how to print": {
        "mlir-print-op-generic": Option(_FLAG, "print every op in its generic form"),
        "mlir-print-local-scope": Option(_FLAG, "print no aliases for attributes and locations"),
        "mlir-print-debuginfo": Option(_FLAG, "print the location of every op"),
        "mlir-pretty-debuginfo": Option(
            _FLAG,
            "with --mlir-print-debuginfo: print locations for people; they cannot be read back",
        ),
        "mlir-use-nameloc-as-prefix": Option(_FLAG, "call values by the names in their locations"),
        "mlir-print-unique-ssa-ids": Option(_FLAG, "give each value a number of its own"),
        "mlir-print-value-users": Option(_FLAG, "print comments that say which ops use a value"),
        "mlir-print-skip-regions": Option(_FLAG, "print {...} in place of regions"),
        "mlir-elide-elementsattrs-if-larger": Option(
            _NUMBER, "leave out the data of constants of more than N elements", "N"
        ),
        "mlir-elide-resource-strings-if-larger": Option(
            _NUMBER, "leave out resources whose text has more than N characters", "N"
        ),
        "mlir-print-elementsattrs-with-hex-if-larger": Option(
            _NUMBER,
            "print constants of more than N elements in hexadecimal (default: 100); -1 for never",
            "N",
            -1,
        ),
    },
    "diagnostics": {
        "color": Option(_FLAG, "colours, or with =0 none (default: at a terminal)"),
        "mlir-print-op-on-diagnostic": Option(
            _FLAG, "a note at each diagnostic with the op that it is about (default: 0)"
        ),
        "mlir-disable-diagnostic-notes": Option(_FLAG, "no notes"),
    },
    "what to print about passes, on stderr": {
        "dump-pass-pipeline": Option(_FLAG, "the pipeline that is run, with all options"),
        "mlir-print-ir-before": Option(_LIST, "the IR before these passes", "PASS,..."),
        "mlir-print-ir-after": Option(_LIST, "the IR after these passes", "PASS,..."),
        "mlir-print-ir-before-all": Option(_FLAG, "the IR before each pass"),
        "mlir-print-ir-after-all": Option(_FLAG, "the IR after each pass"),
        "mlir-print-ir-after-change": Option(
            _FLAG, "with the options above: only after passes that changed the IR or failed"
        ),
        "mlir-print-ir-after-failure": Option(
            _FLAG, "after passes, only if they failed; after any"
        ),
        "mlir-print-ir-module-scope": Option(
            _FLAG, "where a pass runs on a function, print the module around it"
        ),
        "mlir-print-ir-tree-dir": Option(
            _VALUE, "write the IR to files in this folder, not to stderr", "FOLDER"
        ),
        "mlir-pass-statistics": Option(_FLAG, "what each pass has counted"),
        "mlir-pass-statistics-display": Option(
            _VALUE,
            "as the pipeline is nested (default), or merged and sorted by pass",
            "list|pipeline",
        ),
        "mlir-timing": Option(_FLAG, "the time of each step, and what passes have counted"),
        "mlir-timing-display": Option(
            _VALUE, "with the parts of each step (default), or sorted by time", "list|tree"
        ),
    },
    "programs that fail": {
        "mlir-pass-pipeline-crash-reproducer": Option(
            _VALUE, "if a pass fails, write the program and the pipeline to this file", "FILE"
        ),
        "mlir-pass-pipeline-local-reproducer": Option(
            _FLAG, "with the option above: only the pass that fails, and the program before it"
        ),
        "mlir-generate-reproducer": Option(
            _VALUE, "write the program and the pipeline to this file in any case", "FILE"
        ),
        "run-reproducer": Option(_FLAG, "run the pipeline that is in the input"),
    },
    "print and exit": {
        "show-dialects": Option(Takes.NOTHING, "the installed dialects"),
        "list-passes": Option(Takes.NOTHING, "all passes and their options"),
        "help-pass": Option(_VALUE, "a pass and its options in full", "PASS"),
        "version": Option(Takes.NOTHING, "the version"),
        "help": Option(Takes.NOTHING, "this"),
    },
}
OPTIONS: Final[dict[str, Option]] = {
    name: option for group in GROUPS.values() for name, option in group.items()
}
SHORT: Final = {"h": "help", "p": "pass-pipeline"}


def spellings(name: str, option: Option) -> list[str]:
    """Return the spellings of an option in help: `-p` and `--pass-pipeline=TEXT`."""
    if len(name) == 1:
        return [f"-{name} {option.metavar}"]
    value = ""
    if option.takes is Takes.MAYBE:
        value = f"[={option.metavar}]"
    elif option.takes in (Takes.VALUE, Takes.NUMBER, Takes.LIST):
        value = f"={option.metavar}"
    return [*(f"-{short}" for short, long in SHORT.items() if long == name), f"--{name}{value}"]
