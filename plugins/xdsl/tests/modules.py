"""Modules of both sides for the tests of this folder."""

from __future__ import annotations

import io
import os
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from xdsl.context import Context as XdslContext
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation as XdslOperation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.universe import Universe

import bufferize
from bufferize.ir import Operation
from bufferize.syntax import PrintOptions, parse_module, print_module
from bufferize_tools.files import split_input
from bufferize_xdsl import from_bufferize, to_bufferize

ROOT = Path(__file__).parents[3]
GENERIC = PrintOptions(generic=True)

MEMOIZED = "linalg.memoized_indexing_maps"
"""Attributes that follow from the op; xDSL adds them to ops with this declaration."""


class Refused(NamedTuple):
    """Something that xDSL cannot represent."""

    text: str
    """A text that a program with this feature contains."""
    parts: str
    """A pattern of text to remove with it."""
    said: str
    """A pattern of the error about it."""


REFUSED = (
    Refused(  # an attribute of a type
        "#ml_program.extern : i32", r".*extern.*", r"'ml_program.global' op has the property"
    ),
    Refused(
        "gpu.subgroup_reduce  maximumf", r".*  maximumf.*", r"'gpu.subgroup_reduce' op has the prop"
    ),
    Refused("#gpu.kernel_table<>", r", #gpu.kernel_table<>", r"'x.a' = .* cannot be said"),
    Refused("#stablehlo.gather<>", r", x.c = #stablehlo.gather<>", r"'x.c' = .* cannot be said"),
)
"""Everything in our dialects that xDSL cannot represent; empty brackets of attributes are removed,
too."""

DISTINCT = "distinct["
"""A distinct attribute in an attribute of a dialect, which xDSL keeps as text: its identity
changes."""


@cache
def context() -> bufferize.Context:
    """Return a context of bufferize over everything that is installed."""
    found = bufferize.Context()
    found.allow_unregistered_dialects = True
    return found


@cache
def xdsl_context(*, allow_unregistered: bool = True) -> XdslContext:
    """Return an xDSL context over everything that is installed."""
    found = XdslContext(allow_unregistered=allow_unregistered)
    for name, load in Universe.get_multiverse().all_dialects.items():
        found.register_dialect(name, load)
    return found


def read(text: str, *, allow_unregistered: bool = True) -> ModuleOp:
    """Return a text as read by xDSL."""
    return Parser(xdsl_context(allow_unregistered=allow_unregistered), text).parse_module()


def generic(module: Operation) -> str:
    """Return the generic text of a module of bufferize."""
    return print_module(module, GENERIC)


def xdsl_text(module: XdslOperation) -> str:
    """Return the generic text of a module of xDSL."""
    stream = io.StringIO()
    Printer(stream, print_generic_format=True).print_op(module)
    return stream.getvalue()


def there_and_back(text: str) -> tuple[str, str]:
    """Return the generic text of a program, and that after conversion to xDSL and back."""
    ours = context()
    # Read twice: the generic form gives some ops defaults that their own syntax leaves out.
    module = parse_module(generic(parse_module(text, ours)), ours)
    again = to_bufferize(from_bufferize(module, xdsl_context()), ours)
    for op in (*module.walk(), *again.walk()):
        op.attributes.pop(MEMOIZED, None)
    return generic(module), generic(again)


def programs(files: list[Path]) -> list[str]:
    """Yield the programs in files."""
    return [part for path in files for part in split_input(path.read_text()) if part.strip()]


def without_refused(program: str) -> str:
    """Return a program without what xDSL cannot represent: an attribute in a list, or a whole line."""
    for refused in REFUSED:
        if refused.text in program:
            program = re.sub(refused.parts, "", program)
    return program


def golden_files() -> list[Path]:
    """Return the files that together have every op, type and attribute of our dialects."""
    found = sorted(ROOT.glob("plugins/*/tests/golden/**/printed.mlir"))
    found += sorted(ROOT.glob("plugins/linalg/tests/samples/*.mlir"))
    return [*found, *sorted(ROOT.glob("core/tests/**/printed.mlir"))]


def corpus_files() -> list[Path]:
    """Return the files in the folders that `BUFFERIZE_CORPUS` names."""
    folders = os.environ.get("BUFFERIZE_CORPUS", "").split(os.pathsep)
    return [path for folder in folders if folder for path in sorted(Path(folder).rglob("*.mlir"))]
