from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

import bufferize_testing as testing
from bufferize import Context, print_module
from bufferize.ir import Operation
from bufferize.syntax import PrintOptions


@pytest.fixture(scope="session")
def context() -> Context:
    return Context()


@pytest.fixture(scope="session")
def parse_valid(context: Context) -> Callable[[str], Operation]:
    """Parses and verifies a module."""
    return partial(testing.parse_valid, context=context)


@pytest.fixture(scope="session")
def reprint(parse_valid: Callable[[str], Operation]) -> Callable[..., str]:
    """Parses, verifies and prints a module."""

    def run(text: str, generic: bool = False) -> str:
        return print_module(parse_valid(text), PrintOptions(generic=generic))

    return run
