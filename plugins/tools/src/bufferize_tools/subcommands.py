"""Arguments that several sub-commands of `bufferize` share, including those of plugins."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from threading import TIMEOUT_MAX
from typing import TYPE_CHECKING, Any

from bufferize.diagnostics import DiagnosticError, OptionError
from bufferize_tools.failures import guarded
from bufferize_tools.files import read_input, write_output

if TYPE_CHECKING:
    from bufferize.diagnostics import SourceMap
    from bufferize.ir import Operation
    from bufferize.plugins import Context, ReadProgram


class ArgumentParser(argparse.ArgumentParser):
    """A parser that reports an error if its help cannot be written."""

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is not sys.stdout:
            super()._print_message(message, file)
            return

        def write(*_: object) -> int:
            write_output("-", message)
            return 0

        status = guarded(write, "printing help")
        if status:
            sys.exit(status)


def add_program(parser: argparse.ArgumentParser) -> None:
    """Add the arguments to read a program: `file`, `allow_unregistered_dialect`, `block_plugin` and
    `reader`, which the options of plugins set."""
    parser.add_argument("file", nargs="?", default="-", help="the program, - for stdin (default)")
    parser.add_argument(
        "--allow-unregistered-dialect",
        action="store_true",
        help="accept ops of dialects that are not installed",
    )
    add_block_plugin(parser)
    parser.set_defaults(reader=())


def takes_program(parser: argparse.ArgumentParser) -> bool:
    """Return whether `add_program` was called for the parser."""
    return parser.get_default("reader") is not None


def add_readers(parser: argparse.ArgumentParser, context: Context) -> None:
    """Add the options of the readers of a context, if the parser takes a program."""
    for name in context.reader_names() if takes_program(parser) else ():
        try:
            reader = context.reader(name)
        except DiagnosticError:  # reported when the option is used
            reader = None
        parser.add_argument(
            f"--{name}",
            nargs="?",
            const="",
            default=(),
            dest="reader",
            type=partial(_named, name),
            metavar="VALUE" if reader is None else reader.value,
            help=None if reader is None else reader.help.replace("%", "%%"),
        )


def _named(name: str, value: str) -> tuple[str, str]:
    return name, value


def reader_of(arguments: argparse.Namespace, context: Context) -> ReadProgram | None:
    """Return the parser that the arguments choose, None by default. Raises DiagnosticError."""
    if not arguments.reader:
        return None
    name, value = arguments.reader
    reader = context.reader(name)
    if reader is None:
        raise OptionError(f"--{name}: the plugin that brings this option is blocked")
    return reader.open(value, context)


def add_block_plugin(parser: argparse.ArgumentParser) -> None:
    """Add the argument `block_plugin`, for `Context(block=…)`."""
    parser.add_argument(
        "--block-plugin",
        action="extend",
        type=lambda names: [name for name in names.split(",") if name],
        default=[],
        metavar="NAME,...",
        help="leave out these installed plugins",
    )


def at_least(least: int) -> Callable[[str], int]:
    """Return the type of an integer argument of at least `least`."""

    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{text} is less than {least}")
        return value

    number.__name__ = "int"  # the name in argparse's messages
    return number


def seconds(text: str) -> float:
    """Return the argument `text` as a time, which is more than none and less than centuries."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value <= TIMEOUT_MAX:
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds above 0")
    return value


def read_program(arguments: argparse.Namespace, sources: SourceMap) -> tuple[Operation, Context]:
    """Read the program that the arguments of `add_program` name; return a valid module and context.

    Prints warnings about plugins that cannot be used. Raises DiagnosticError.
    """
    # Imported here because `--help` does not need them.
    from bufferize.ir import require_valid
    from bufferize.plugins import Context
    from bufferize.syntax import OperationSpans, parse_module
    from bufferize_tools.terminal import report

    context = Context(block=arguments.block_plugin, warn=False)
    report(context.plugin_warnings(), sources)
    context.allow_unregistered_dialects = arguments.allow_unregistered_dialect
    read = reader_of(arguments, context)
    name, text = read_input(arguments.file, sources)
    if read is None:
        module = parse_module(text, context, name)
    else:
        module = read(text, name, OperationSpans())
    require_valid(module, context.op_attribute_problem)
    return module, context
