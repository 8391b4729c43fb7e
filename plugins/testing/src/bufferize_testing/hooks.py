"""The hooks of the pytest plugin: the option `--update-golden` and the marker `reference`."""

from __future__ import annotations

import shutil

import pytest

from bufferize_testing.reference import REFERENCE_TOOL


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--update-golden`."""
    parser.getgroup("bufferize").addoption(
        "--update-golden",
        action="store_true",
        help="write what is found into golden files and tables, instead of comparing it with them",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker `reference`."""
    config.addinivalue_line(
        "markers",
        f"reference(tool={REFERENCE_TOOL!r}): compares with the tool, skipped where it is missing",
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Return whether to update golden files and tables instead of comparing with them."""
    return bool(request.config.getoption("--update-golden"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect, with `--update-golden`, the tests that update nothing."""
    if config.getoption("--update-golden"):
        writes: list[pytest.Item] = []
        others: list[pytest.Item] = []
        for item in items:
            uses = "update_golden" in getattr(item, "fixturenames", ())
            (writes if uses else others).append(item)
        config.hook.pytest_deselected(items=others)
        items[:] = writes


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests marked `reference` if MLIR's own tool is missing."""
    for marker in item.iter_markers("reference"):
        tool = marker.kwargs.get("tool", REFERENCE_TOOL)
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not on PATH")
