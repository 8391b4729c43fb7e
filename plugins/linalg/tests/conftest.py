from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable

import pytest

from bufferize import Context, parse, print_module
from bufferize.ir import Operation, verify
from bufferize.syntax import PrintOptions


@pytest.fixture(scope="session")
def context() -> Context:
    return Context()


@pytest.fixture(scope="session")
def parse_valid(context: Context) -> Callable[[str], Operation]:
    """Parses and verifies a module."""

    def run(text: str) -> Operation:
        module = parse(text, context)
        assert verify(module) == []
        return module

    return run


@pytest.fixture(scope="session")
def reprint(parse_valid: Callable[[str], Operation]) -> Callable[..., str]:
    """Parses, verifies and prints a module."""

    def run(text: str, generic: bool = False) -> str:
        return print_module(parse_valid(text), PrintOptions(generic=generic))

    return run


@pytest.fixture(scope="session")
def reference() -> Callable[..., str]:
    """Runs mlir-opt-22 with the given options on a text that may hold several modules."""
    tool = shutil.which("mlir-opt-22")
    if tool is None:
        pytest.skip("mlir-opt-22 is not on PATH")

    def run(text: str, *options: str) -> str:
        command = [tool, "--split-input-file", *options]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
