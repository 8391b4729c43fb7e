"""The pytest plugin: the option `--update-golden` and the marker `reference`."""

from __future__ import annotations

import shutil

import pytest

from bufferize_testing.reference import REFERENCE_TOOL


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
        "markers",
        f"reference(tool={REFERENCE_TOOL!r}): compares with the tool, skipped where it is missing",
    )


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips what is marked `reference` where MLIR's own tool is missing."""
    for marker in item.iter_markers("reference"):
        tool = marker.kwargs.get("tool", REFERENCE_TOOL)
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not on PATH")
