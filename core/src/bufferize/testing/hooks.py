"""The pytest plugin: the option `--update-golden` and the marker `reference`."""

from __future__ import annotations

import shutil

import pytest

from bufferize.testing.reference import REFERENCE_TOOL


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--update-golden`."""
    parser.getgroup("bufferize").addoption(
        "--update-golden",
        action="store_true",
        help="write what is printed, and the errors that are given, into the golden files",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declares the marker `reference`."""
    config.addinivalue_line(
        "markers", f"reference: compares with {REFERENCE_TOOL}, skipped where it is missing"
    )


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips what is marked `reference` where MLIR's own tool is missing."""
    if item.get_closest_marker("reference") and shutil.which(REFERENCE_TOOL) is None:
        pytest.skip(f"{REFERENCE_TOOL} is not on PATH")
