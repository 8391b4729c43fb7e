"""Fixtures of the whole-system tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.run_lines import run_file

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the root of the checkout."""
    return Path(__file__).parent.parent


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return Chromium: the one that BUFFERIZE_BROWSER names, or one that is found; else skip."""
    path = os.environ.get("BUFFERIZE_BROWSER") or next(
        filter(None, map(shutil.which, BROWSERS)), None
    )
    if path is None:
        pytest.skip("there is no Chromium: install it, or name it in BUFFERIZE_BROWSER")
    playwright = pytest.importorskip("playwright.sync_api")
    playwright.expect.set_options(timeout=60_000)  # milliseconds, for a loaded machine
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path)
        yield browser
        browser.close()


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> pytest.Collector | None:
    """Collect FileCheck-style tests: every .mlir file in tests/filecheck and tests/reports."""
    if file_path.suffix == ".mlir" and file_path.parent.name in ("filecheck", "reports"):
        collector: pytest.Collector = MlirFile.from_parent(parent, path=file_path)
        return collector
    return None


class MlirFile(pytest.File):
    """A program with RUN and CHECK lines."""

    def collect(self) -> list[pytest.Item]:
        item: pytest.Item = MlirTest.from_parent(self, name=self.path.stem)
        return [item]


class MlirTest(pytest.Item):
    """A test that runs the RUN lines of a file in this process."""

    def runtest(self) -> None:
        run_file(self.path)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"filecheck: {self.path.name}"
