"""Reading and writing ops of a small dialect."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

from bufferize import define as d
from bufferize.ir import Operation
from bufferize.syntax import PrintOptions, parse_module, print_module

RoundTrip = Callable[..., list[str]]
Parse = Callable[[d.Dialect, str], list[Operation]]


def _context(dialect: d.Dialect) -> d.DialectContext:
    return d.DialectContext([dialect], allow_unregistered_dialects=True)


@pytest.fixture
def parse_ops() -> Parse:
    """Parses text; gives the ops of the dialect at its top."""

    def parse(dialect: d.Dialect, text: str) -> list[Operation]:
        module = parse_module(text, _context(dialect))
        block = module.regions[0].blocks[0]
        return [op for op in block.ops if op.name.startswith(f"{dialect.name}.")]

    return parse


@pytest.fixture
def round_trip() -> RoundTrip:
    """Parses text and prints it; gives the lines of the dialect's ops.

    Results and the values that `"u.def"` defines are printed as `%0`, `%1`, …
    """

    def check(dialect: d.Dialect, text: str, generic: bool = False) -> list[str]:
        context = _context(dialect)
        printed = print_module(parse_module(text, context), PrintOptions(generic=generic))
        again = print_module(parse_module(printed, context), PrintOptions(generic=generic))
        assert again == printed
        body = textwrap.dedent("\n".join(printed.splitlines()[1:-1]))
        return [line for line in body.splitlines() if '"u.def"' not in line]

    return check
