"""The command line of `bufferize-opt`: mlir-opt's spellings, passes in the order given."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field

from bufferize import __version__

_FLAGS: dict[str, str] = {
    "allow-unregistered-dialect": "accept ops of dialects that are not installed",
    "dump-pass-pipeline": "print the pipeline that is run to stderr",
    "mlir-print-debuginfo": "print the location of every op",
    "mlir-print-ir-after-all": "print the IR to stderr after each pass",
    "mlir-print-local-scope": "print without aliases for attributes and locations",
    "mlir-print-op-generic": "print every op in its generic form",
    "mlir-timing": "print the time of each step to stderr",
    "show-dialects": "print the installed dialects and exit",
    "split-input-file": "process the parts between `// -----` lines independently",
    "verify-diagnostics": "check the diagnostics against expected-* comments",
}
_VALUED = ("pass-pipeline", "o", "verify-each", "split-input-file", "verify-diagnostics")
_OTHER = ("help", "h", "version")


@dataclass
class Arguments:
    """The command line, read."""

    input: str = "-"
    output: str = "-"
    passes: list[tuple[str, str]] = field(default_factory=list)
    """Pass names with their option texts, in order."""
    pass_pipeline: str | None = None
    verify_each: bool = True
    allow_unregistered_dialect: bool = False
    dump_pass_pipeline: bool = False
    mlir_print_debuginfo: bool = False
    mlir_print_ir_after_all: bool = False
    mlir_print_local_scope: bool = False
    mlir_print_op_generic: bool = False
    mlir_timing: bool = False
    show_dialects: bool = False
    split_input_file: bool = False
    verify_diagnostics: bool = False
    help: bool = False


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bufferize-opt",
        description="Reads MLIR, runs passes on it in the order given, and prints the result.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        add_help=False,
    )
    parser.add_argument("input", nargs="?", default="-", help="a file, - for stdin (default)")
    parser.add_argument("-o", dest="output", default="-", metavar="FILE", help="output file")
    parser.add_argument("--pass-pipeline", metavar="TEXT", help="e.g. 'builtin.module(cse)'")
    parser.add_argument("--verify-each", metavar="0|1", default="1", help="verify after each pass")
    for name, text in _FLAGS.items():
        parser.add_argument(f"--{name}", action="store_true", help=text)
    parser.add_argument("--version", action="version", version=f"bufferize-opt {__version__}")
    parser.add_argument("-h", "--help", action="store_true", help="print this and exit")
    return parser


def read_arguments(argv: Sequence[str]) -> Arguments:
    """The arguments; exits with status 2 and a message when they are wrong.

    A name that is no option of the tool is taken for a pass; `known_or_exit` checks it later.
    """
    general: list[str] = []
    passes: list[tuple[str, str]] = []
    takes_value = False
    for argument in argv:
        name, equals, value = argument.lstrip("-").partition("=")
        if takes_value or not argument.startswith("-") or argument == "-":
            general.append(argument)
            takes_value = False
        elif name in _FLAGS and (not equals or name in _VALUED):
            general.append(f"--{name}")
        elif name in _VALUED:
            dashes = "-" if name == "o" else "--"
            general += [dashes + name, value] if equals else [dashes + name]
            takes_value = not equals
            if name == "verify-each" and not equals:
                general.append("1")
                takes_value = False
        elif name in _OTHER:
            general.append("-h" if name == "h" else f"--{name}")
        else:
            passes.append((name, value))
    parser = _parser()
    found = parser.parse_args(general)
    if found.verify_each.lower() not in ("0", "1", "true", "false"):
        parser.error(f"--verify-each takes 0 or 1, not '{found.verify_each}'")
    if found.pass_pipeline is not None and passes:
        parser.error("--pass-pipeline cannot be used together with passes of their own")
    flags = {name.replace("-", "_"): getattr(found, name.replace("-", "_")) for name in _FLAGS}
    return Arguments(
        input=found.input,
        output=found.output,
        passes=passes,
        pass_pipeline=found.pass_pipeline,
        verify_each=found.verify_each.lower() in ("1", "true"),
        help=found.help,
        **flags,
    )


def help_text() -> str:
    """The general part of `--help`."""
    return _parser().format_help()


def unknown_option(name: str, passes: Sequence[str]) -> str:
    """The message for an option that is neither of the tool nor a pass."""
    import difflib  # only a mistake pays for it

    close = difflib.get_close_matches(name, [*passes, *_FLAGS, *_VALUED], n=1)
    hint = f"did you mean '--{close[0]}'?" if close else "see 'bufferize-opt --help'"
    return f"unknown option '--{name}'; {hint}"
